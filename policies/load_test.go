package policies

import (
	"context"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"
)

// metadata is what a rule of a user's needs at least.
const metadata = `# METADATA
# title: no owner
# custom:
#   id: OWN1
#   severity: warning
#   message: "{name} names no owner"
package rollscope.rules.own["no-owner"]

import data.rollscope.lib.finding

`

func source(files map[string]string) Source {
	fs := fstest.MapFS{}
	for name, text := range files {
		fs[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return Source{Name: "own", FS: fs}
}

func TestRulesOfUsersStandBesideOurs(t *testing.T) {
	c, err := Load(Options{Extra: []Source{source(map[string]string{
		"deep/down/no_owner.rego": metadata + `report contains hit if {
	not input.object.metadata.annotations["example.com/owner"]
	input.object.spec.template.spec.dnsPolicy == "ClusterFirst"
	input.facts.strategy.type == "RollingUpdate"
	hit := finding.at(rego.metadata.chain(), "metadata.name", {"name": input.manifest.metadata.name})
}
`,
		"no_owner_test.rego": "this is no Rego, and a test, which nobody loads",
		"README.md":          "",
	})}})
	if err != nil {
		t.Fatal(err)
	}
	found := checkFile(t, c, "agent.yaml", []byte(surging))
	for _, f := range found {
		if f.Rule == "OWN1" {
			if f.English.Message != "agent names no owner" || f.Start != (Pos{Line: 4, Column: 3}) {
				t.Errorf("%+v", f)
			}
			return
		}
	}
	t.Errorf("the rule found nothing: %v", found)
}

func TestLoadRefuses(t *testing.T) {
	rule := func(body string) string { return metadata + "report contains hit if {\n" + body + "\n}\n" }
	hit := "\thit := finding.at(rego.metadata.chain(), \"spec\", {})"
	for name, c := range map[string]struct{ text, want string }{
		"the network":         {rule("\thttp.send({\"url\": \"x\", \"method\": \"get\"})\n" + hit), "undefined function http.send"},
		"the environment":     {rule("\topa.runtime().env\n" + hit), "undefined function opa.runtime"},
		"the clock":           {rule("\ttime.now_ns() > 0\n" + hit), "undefined function time.now_ns"},
		"chance":              {rule("\trand.intn(\"a\", 2) > 0\n" + hit), "undefined function rand.intn"},
		"names":               {rule("\tnet.lookup_ip_addr(\"a\")\n" + hit), "undefined function net.lookup_ip_addr"},
		"broken Rego":         {metadata + "report contains", "own/x.rego"},
		"an unknown name":     {rule("\tnowhere(1)\n" + hit), "undefined function nowhere"},
		"no METADATA":         {"package rollscope.rules.own.a\n\nreport contains 1\n", "no METADATA"},
		"no id":               {strings.Replace(rule(hit), "#   id: OWN1\n", "", 1), "custom.id is missing"},
		"a strange severity":  {strings.Replace(rule(hit), "severity: warning", "severity: fatal", 1), `custom.severity is "fatal"`},
		"an id that is ours":  {strings.Replace(rule(hit), "OWN1", "RS302", 1), "RS302 is a rule in"},
		"no rule":             {"package main\n\ndeny contains 1\n", "own: there is no rule in a package rollscope.rules.<group>.<rule>"},
		"no report":           {metadata + "deny contains hit if {\n" + hit + "\n}\n", "own/x.rego: the rule reports nothing"},
		"a name too long":     {strings.Replace(rule(hit), `own["no-owner"]`, "own.a.b", 1), "own/x.rego: the package of a rule is"},
		"a rule that is ours": {strings.Replace(rule(hit), `own["no-owner"]`, `surge["surge-host-port"]`, 1), "surge-host-port is a rule in"},
	} {
		_, err := Load(Options{Extra: []Source{source(map[string]string{"x.rego": c.text})}})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error is %v, want one with %q", name, err, c.want)
		}
	}
}

func TestCheckRefusesWhatRulesMayNotReport(t *testing.T) {
	for name, c := range map[string]struct{ hit, want string }{
		"no rule":            {`hit := {"rule": "own/other"}`, `"own/other", which is no rule`},
		"no object":          {`hit := 1`, `"", which is no rule`},
		"a strange severity": {`hit := object.union(finding.at(rego.metadata.chain(), "spec", {}), {"severity": "fatal"})`, `severity "fatal"`},
	} {
		checker, err := Load(Options{Extra: []Source{source(map[string]string{"x.rego": metadata + "report contains hit if {\n\t" + c.hit + "\n}\n\n_ := finding\n"})}})
		if err != nil {
			t.Fatal(err)
		}
		found, err := checker.Check(context.Background(), Input{Document: Read("a.yaml", []byte(surging)).Sets[0], Config: DefaultConfig()})
		if err == nil || !strings.Contains(err.Error(), c.want) || len(found) == 0 {
			t.Errorf("%s: error is %v, want one with %q, and beside it %v", name, err, c.want, found)
		}
	}
}

func TestARuleThatTakesTooLongIsStopped(t *testing.T) {
	endless := metadata + `report contains hit if {
	some a in numbers.range(1, 10000)
	some b in numbers.range(1, 10000)
	a * b < 0
	hit := finding.at(rego.metadata.chain(), "spec", {})
}
`
	c, err := Load(Options{TimeLimit: 50 * time.Millisecond, Extra: []Source{source(map[string]string{"x.rego": endless})}})
	if err != nil {
		t.Fatal(err)
	}
	in := Input{Document: Read("a.yaml", []byte(surging)).Sets[0], Config: DefaultConfig()}
	found, err := c.Check(context.Background(), in)
	if err == nil || !strings.Contains(err.Error(), "one of them takes longer than 50ms") {
		t.Errorf("error is %v", err)
	}
	if len(found) == 0 || found[0].Rule == "OWN1" {
		t.Errorf("the rules that come with rollscope find %v", found)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := c.Check(ctx, in); err == nil {
		t.Error("a check that nobody waits for goes on")
	}
}

func TestACheckerIsForManyAtOnce(t *testing.T) {
	c := loaded(t)
	in := Input{Document: Read("everything.yaml", everything(t)).Sets[0], Config: DefaultConfig()}
	want := len(check(t, c, in))
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			found, err := c.Check(context.Background(), in)
			if err != nil || len(found) != want {
				t.Errorf("%d findings, want %d; %v", len(found), want, err)
			}
		})
	}
	all.Wait()
}
