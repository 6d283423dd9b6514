package suppress

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rollscope/rollscope/core/api/decode"
)

func TestAnnotationsNameRulesContainersDaysAndReasons(t *testing.T) {
	at := decode.Pos{Line: 3, Column: 5}
	for text, want := range map[string][]Suppression{
		"":                                nil,
		"\n ; \n":                         nil,
		"RS103: a reason":                 {{Rules: []string{"RS103"}, Reason: "a reason", At: at}},
		"RS103 a reason":                  {{Rules: []string{"RS103"}, Reason: "a reason", At: at}},
		"RS103,surge@agent: why: because": {{Rules: []string{"RS103", "surge"}, Container: "agent", Reason: "why: because", At: at}},
		"RS1 until=2027-01-02: soon":      {{Rules: []string{"RS1"}, Until: "2027-01-02", Reason: "soon", At: at}},
		"RS1 until=2027-01-02 soon":       {{Rules: []string{"RS1"}, Until: "2027-01-02", Reason: "soon", At: at}},
		"RS1":                             {{Rules: []string{"RS1"}, At: at}},
		"RS1, RS2 , surge: both":          {{Rules: []string{"RS1", "RS2", "surge"}, Reason: "both", At: at}},
		"RS1, RS2 until=2027-01-02 both":  {{Rules: []string{"RS1", "RS2"}, Until: "2027-01-02", Reason: "both", At: at}},
		"RS1@a,RS2, RS3@b: why, and how": {
			{Rules: []string{"RS1"}, Container: "a", Reason: "why, and how", At: at},
			{Rules: []string{"RS2", "RS3"}, Container: "b", Reason: "why, and how", At: at},
		},
		"RS1: a; RS2: b\nRS3: c": {
			{Rules: []string{"RS1"}, Reason: "a", At: at}, {Rules: []string{"RS2"}, Reason: "b", At: at}, {Rules: []string{"RS3"}, Reason: "c", At: at},
		},
	} {
		if diff := cmp.Diff(want, InAnnotation(text, at)); diff != "" {
			t.Errorf("%q:\n%s", text, diff)
		}
	}
}

func TestCommentsAreAboutTheirLineOrTheNext(t *testing.T) {
	for text, want := range map[string][]int{
		"a: 1 # rollscope:ignore RS1 x":                                    {1},
		"# rollscope:ignore RS1 x\na: 1":                                   {2},
		"# rollscope:ignore RS1 x\n\n# more\n# rollscope:ignore RS2 y\na:": {5, 5},
		"# rollscope:ignored RS1 x\na: 1":                                  nil,
		"# rollscope:ignore: RS1 x\na: 1":                                  {2},
		"# rollscope:ignore RS1@a, RS2@b: x\na: 1":                         {2, 2},
		"a: '# rollscope:ignore RS1 x'":                                    nil,
		"a: \"\\\" # rollscope:ignore RS1 x\"":                             nil,
		"a: it's # rollscope:ignore RS1 x":                                 {1},
		"a: b# rollscope:ignore RS1 x":                                     nil,
		"a: |\n  # rollscope:ignore RS1 x\nb: 1 # rollscope:ignore RS2 y":  {3},
		"- |-\n  # rollscope:ignore RS1 x\n- a # rollscope:ignore RS2 y":   {3},
		"- a: >+2\n    # rollscope:ignore RS1 x\n  b: 1":                   nil,
		"- a: |\n  # rollscope:ignore RS1 x\n  b: 1":                       {3},
		"a: b | c\n  # rollscope:ignore RS1 x\nd: 1":                       {3},
		"# rollscope:ignore RS1 x":                                         {0},
		"a: 1 # rollscope:ignore RS1 x\r\n":                                {1},
	} {
		var got []int
		for _, s := range InComments(strings.Split(text, "\n")) {
			got = append(got, s.Line)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q:\n%s", text, diff)
		}
	}
}

func TestTheLastDayCounts(t *testing.T) {
	day := time.Date(2026, 3, 31, 23, 59, 0, 0, time.UTC)
	for until, want := range map[string][2]bool{
		"": {true, true}, "2026-03-31": {true, true}, "2026-03-30": {false, true}, "2026-04-01": {true, true}, "31.3.2026": {false, false},
	} {
		s := Suppression{Until: until}
		if holds, readable := s.Holds(day); [2]bool{holds, readable} != want {
			t.Errorf("until %q: holds %t, readable %t", until, holds, readable)
		}
	}
}
