package kubectl_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rollscope/rollscope/core/kubectl"
)

func TestSplitTakesLinesApartAsAShellDoes(t *testing.T) {
	for line, want := range map[string][]string{
		"":                                 nil,
		" kubectl\tget  ds\n":              {"kubectl", "get", "ds"},
		`annotate ds a note='a "b" $(c)'`:  {"annotate", "ds", "a", `note=a "b" $(c)`},
		`"a \"b\" \\ \n" c`:                {`a "b" \ \n`, "c"},
		`a\ b c\|d`:                        {"a b", "c|d"},
		`'' "" a''b`:                       {"", "", "ab"},
		`-o jsonpath='{.a}{"\n"}'`:         {"-o", `jsonpath={.a}{"\n"}`},
		`-o custom-columns=A:.a,B:.b[0].c`: {"-o", "custom-columns=A:.a,B:.b[0].c"},
		`'>' "2>" a>b é`:                   {">", "2>", "a>b", "é"},
		"$HOME {a,b} * ~":                  {"$HOME", "{a,b}", "*", "~"},
	} {
		got, err := kubectl.Split(line)
		if d := cmp.Diff(want, got); d != "" || err != nil {
			t.Errorf("%q: %v %s", line, err, d)
		}
	}
}

func TestSplitRefusesWhatNeedsAShell(t *testing.T) {
	for line, want := range map[string]string{
		"get pods | head":     `there is no shell: put "|" in quotes or leave it out`,
		"get pods; get ds":    `there is no shell: put ";" in quotes or leave it out`,
		"get pods && get ds":  `there is no shell: put "&" in quotes or leave it out`,
		"get $(get pods)":     `there is no shell: put "$" in quotes or leave it out`,
		"get `get pods`":      "there is no shell: put \"`\" in quotes or leave it out",
		"get ds > ds.txt":     `there is no shell: ">" goes nowhere`,
		"get ds 2> /dev/null": `there is no shell: "2>" goes nowhere`,
		"get 'ds":             "a single quote is not closed",
		`get "ds`:             "a double quote is not closed",
		`get ds\`:             "the line ends with a backslash",
	} {
		if _, err := kubectl.Split(line); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", line, err, want)
		}
	}
}

func FuzzSplitGivesBackWhatWasQuoted(f *testing.F) {
	f.Add("a b", "c'd")
	f.Add("", "\\\"$`|")
	f.Fuzz(func(t *testing.T, a, b string) {
		var line []string
		for _, word := range []string{a, b} {
			line = append(line, "'"+strings.ReplaceAll(word, "'", `'\''`)+"'")
		}
		got, err := kubectl.Split(strings.Join(line, " "))
		if d := cmp.Diff([]string{a, b}, got); d != "" || err != nil {
			t.Errorf("%q: %v %s", line, err, d)
		}
	})
}
