module github.com/rollscope/rollscope

go 1.26
