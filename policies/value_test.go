package policies

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/rollscope/rollscope/core/api/facts"
)

func TestInputIsTheSameWithAndWithoutJSON(t *testing.T) {
	in := Input{
		Document: Read("everything.yaml", everything(t)).Sets[0], Config: DefaultConfig(),
		Cluster: &facts.Cluster{
			Nodes: 3, NoRoom: []facts.Shortage{{Node: "n1", BesideOthers: true}}, NoSurge: []facts.Shortage{},
			UnusedTolerations: []facts.UnusedToleration{}, Shared: []facts.Shared{},
		},
		Run: &Run{Files: 1, NodeTypes: []facts.NodeType{{Memory: 1 << 40}}},
	}
	in.Others = []*Document{in.Document}
	text, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	var plain any
	if err := json.Unmarshal(text, &plain); err != nil {
		t.Fatal(err)
	}
	want, err := ast.InterfaceToValue(plain)
	if err != nil {
		t.Fatal(err)
	}
	got, err := valueOf(in, false)
	if err != nil {
		t.Fatal(err)
	}
	if want.Compare(got) != 0 {
		t.Errorf("without JSON\n%v\nwith JSON\n%v", got, want)
	}
}

func FuzzManifestTerm(f *testing.F) {
	for _, s := range []string{`{"a":[1,-2.5e3,"x\n\u00e9",true,false,null],"b":{}}`, `[]`, `"`, `{"a"`, `{"a":1,}`, `12a`, `"\`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		got, err := manifestTerm(text)
		if err != nil || !json.Valid(text) {
			return
		}
		var plain any
		numbers := json.NewDecoder(bytes.NewReader(text))
		numbers.UseNumber() // as Rego reads them; a float64 would lose digits
		if err := numbers.Decode(&plain); err != nil {
			t.Fatal(err)
		}
		if want, err := ast.InterfaceToValue(plain); err == nil && len(text) < 1000 && want.Compare(got.Value) != 0 {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	})
}
