package tree_test

import (
	"fmt"
	"testing"

	"github.com/rollscope/rollscope/core/kubectl/tree"
)

func TestGoSyntaxIsWhatGoPrints(t *testing.T) {
	for _, v := range []any{
		nil, "a\"b\n\x1b", true, int64(-3), 0.5,
		tree.Map{},
		[]any{},
		tree.Map{"b": []any{"x", nil, int64(1)}, "a": tree.Map{"c": false}},
	} {
		want := fmt.Sprintf("%#v", v)
		if v == nil {
			want = "interface {}(nil)"
		}
		if got := tree.GoSyntax(v); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
