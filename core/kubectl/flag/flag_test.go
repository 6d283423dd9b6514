package flag_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rollscope/rollscope/core/kubectl/flag"
)

// given is what the flags of a command came to.
type given struct {
	Output, Namespace, DryRun string
	All                       bool
	Count                     int
	Timeout                   time.Duration
	Files, For                []string
	Words                     []string
}

// parse reads a command line with flags of every type.
func parse(line string) (given, *flag.Set, error) {
	var g given
	s := flag.New("kubectl try")
	s.String(&g.Output, "output/o")
	s.Namespace(func(v string) { g.Namespace = v })
	s.Optional(&g.DryRun, "dry-run", "unchanged")
	s.Bool(&g.All, "all-namespaces/A")
	s.Int(&g.Count, "count/c")
	s.Duration(&g.Timeout, "timeout")
	s.List(&g.Files, "filename/f")
	s.Repeated(&g.For, "for")
	s.Ignored("field-manager")
	s.IgnoredBool("record")
	s.Absent("kubeconfig")
	var err error
	g.Words, err = s.Parse(strings.Fields(line))
	return g, s, err
}

func TestFlagsStandAnywhere(t *testing.T) {
	for line, want := range map[string]given{
		"get pods":                        {Words: []string{"get", "pods"}},
		"get -o yaml pods -A":             {Output: "yaml", All: true, Words: []string{"get", "pods"}},
		"-oyaml -n=x":                     {Output: "yaml", Namespace: "x"},
		"-Aoyaml -nx":                     {All: true, Output: "yaml", Namespace: "x"},
		"-o=":                             {Output: "="},
		"--output=a=b --namespace x":      {Output: "a=b", Namespace: "x"},
		"--dry-run x --record":            {DryRun: "unchanged", Words: []string{"x"}},
		"--dry-run=server --record=false": {DryRun: "server"},
		"-A=false -c -3":                  {Count: -3},
		"-c 0x10 --timeout 90s":           {Count: 16, Timeout: 90 * time.Second},
		"-f a,b -f c --for d,e --for f":   {Files: []string{"a", "b", "c"}, For: []string{"d,e", "f"}},
		"a -- -o yaml":                    {Words: []string{"a", "-o", "yaml"}},
		"- a --field-manager x":           {Words: []string{"-", "a"}},
	} {
		got, _, err := parse(line)
		if d := cmp.Diff(want, got); d != "" || err != nil {
			t.Errorf("%q: %v %s", line, err, d)
		}
	}
}

func TestMistakesInFlagsAreToldInKubectlsWords(t *testing.T) {
	const see = "\nSee 'kubectl try --help' for usage."
	for line, want := range map[string]string{
		"--foo":           "unknown flag: --foo" + see,
		"-x":              "unknown shorthand flag: 'x' in -x" + see,
		"-Ax":             "unknown shorthand flag: 'x' in -Ax" + see,
		"--output":        "flag needs an argument: --output" + see,
		"-o":              "flag needs an argument: 'o' in -o" + see,
		"--=x":            "bad flag syntax: --=x" + see,
		"---x":            "bad flag syntax: ---x" + see,
		"-A=maybe":        `invalid argument "maybe" for "-A, --all-namespaces" flag: strconv.ParseBool: parsing "maybe": invalid syntax` + see,
		"--count x":       `invalid argument "x" for "-c, --count" flag: strconv.ParseInt: parsing "x": invalid syntax` + see,
		"--timeout 5":     `invalid argument "5" for "--timeout" flag: time: missing unit in duration "5"` + see,
		"--kubeconfig=x":  "rollscope does not have kubectl try --kubeconfig",
		"--kubeconfig -x": "rollscope does not have kubectl try --kubeconfig",
	} {
		if _, _, err := parse(line); err == nil || err.Error() != want {
			t.Errorf("%q:\n%v\nwant\n%s", line, err, want)
		}
	}
}

func TestHelpIsTheNamesOfTheFlags(t *testing.T) {
	for _, line := range []string{"--help", "-h", "x -Ah", "-o y --help z"} {
		_, _, err := parse(line)
		names, ok := err.(flag.Names)
		if want := "--output= --namespace= --dry-run --all-namespaces --count= --timeout= --filename= --for= --field-manager= --record -o -n -A -c -f"; !ok || names.Error() != want {
			t.Errorf("%q: %v", line, err)
		}
	}
}

func TestGivenTellsWhatWasOnTheCommandLine(t *testing.T) {
	_, s, err := parse("--count=0")
	if err != nil || !s.Given("count") || s.Given("output") || s.Given("nope") {
		t.Errorf("count %v, output %v, nope %v, %v", s.Given("count"), s.Given("output"), s.Given("nope"), err)
	}
}
