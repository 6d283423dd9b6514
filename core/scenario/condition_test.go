package scenario

import "testing"

func TestMistakesInConditionsAreToldWithTheirPlace(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"available>=2", ""},
		{" available >= 2 and ready=3", ""},
		{"ds/agent.available>=2 and ds/kube-system/a.b.ready!=0", ""},
		{"rolled-out and pods-per-node<=1", ""},
		{"ds/agent.stuck", ""},
		{"idle", ""},
		{"", "the condition is empty; write for example available>=2"},
		{"available", `condition "available", column 1: available needs an operator and a number, for example available>=1`},
		{"availabel>=2", `condition "availabel>=2", column 1: unknown field "availabel", did you mean available?`},
		{"rolledout", `condition "rolledout", column 1: unknown condition "rolledout", did you mean rolled-out?`},
		{"rolled-out=1", `condition "rolled-out=1", column 1: rolled-out takes no operator`},
		{"available>=", `condition "available>=", column 12: a whole number has to follow >=, not ""`},
		{"available>=2x", `condition "available>=2x", column 12: a whole number has to follow >=, not "2x"`},
		{"available>=-1", `condition "available>=-1", column 12: a whole number has to follow >=, not "-1"`},
		{"available!2", `condition "available!2", column 10: "!" is no operator; there are = != > >= < <=`},
		{"available=1 and", `condition "available=1 and", column 11: a whole number has to follow =, not "1 and"`},
		{"available=1 and  and idle", `condition "available=1 and  and idle", column 17: a term is missing`},
		{"available=1 and reddy=2", `condition "available=1 and reddy=2", column 17: unknown field "reddy", did you mean ready?`},
		{"ds/agent>=2", `condition "ds/agent>=2", column 1: write ds/NAME.FIELD, for example ds/agent.available`},
		{"ds/agent.idle", `condition "ds/agent.idle", column 1: idle is about the whole cluster and takes no ds/NAME`},
		{"xyz", `condition "xyz", column 1: unknown condition "xyz"; there are: desired, current, ready, up-to-date, available, unavailable, misscheduled, pods-per-node, rolled-out, idle, stuck`},
	} {
		_, err := ParseCondition(c.text)
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%q:\n got %s\nwant %s", c.text, got, c.want)
		}
	}
}

func TestImageOptionsAreRead(t *testing.T) {
	for _, c := range []struct {
		words []string
		want  string
	}{
		{[]string{"*", "pull=5s", "never-ready", "only-on=n1", "exit=0", "crash-after=1m"}, ""},
		{nil, "say which image"},
		{[]string{"a", "pull=5"}, `pull: "5" is no span of time; write for example 90s, 2m30s or 1h`},
		{[]string{"a", "pull"}, `pull: "" is no span of time; write for example 90s, 2m30s or 1h`},
		{[]string{"a", "never-ready=1"}, "never-ready takes no value"},
		{[]string{"a", "exit=300"}, `exit: "300" is no exit code from 0 to 255`},
		{[]string{"a", "only-on"}, "only-on needs the name of a node"},
		{[]string{"a", "fails", "fails"}, "fails is given twice"},
		{[]string{"a", "neverready"}, `unknown option "neverready", did you mean never-ready?`},
	} {
		_, err := ParseImage(c.words)
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%q:\n got %s\nwant %s", c.words, got, c.want)
		}
	}
}

func TestTagsAreReadFromImages(t *testing.T) {
	for image, want := range map[string]string{
		"agent":                             "latest",
		"registry.example:5000/agent":       "latest",
		"registry.example:5000/agent:v1":    "v1",
		"agent:v1@sha256:0123456789abcdef":  "v1",
		"a/agent@sha256:0123456789abcdef01": "0123456789ab",
		"agent@sha256":                      "latest",
	} {
		if got := imageTag(image); got != want {
			t.Errorf("%s: %s, want %s", image, got, want)
		}
	}
}
