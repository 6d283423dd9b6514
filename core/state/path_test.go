package state

import "testing"

func TestTheNearestRuleDecidesAboutAPath(t *testing.T) {
	var rules PathRules
	for _, r := range []PathRule{
		{Path: "/var/lib/docker", Kind: "Directory"},
		{Path: "/var/lib/docker/"},
		{Path: "/var/lib/docker", OnlyOn: "old", Kind: "Directory"},
		{Path: "/var/lib/docker/plugins", OnlyOn: "old", Kind: "File"},
		{Path: "/run/agent.sock", Kind: "Socket"},
	} {
		rules = rules.With(r)
	}
	if len(rules) != 4 {
		t.Fatalf("%d rules: the second does not replace the first", len(rules))
	}
	for _, c := range []struct {
		node, path, kind string
		exists           bool
	}{
		{"n1", "/var/lib/docker", "", false},
		{"n1", "/var/lib/docker/containers", "", false},
		{"n1", "/var/lib", "", true},
		{"n1", "/var/lib/dockerd", "", true},
		{"old", "/var/lib/docker", "Directory", true},
		{"old", "/var/lib/docker/containers/", "", true},
		{"old", "/var/lib/docker/plugins/x", "", false},
		{"n1", "/run/agent.sock", "Socket", true},
		{"n1", "relative", "", true},
	} {
		kind, exists := rules.Kind(c.node, c.path)
		if kind != c.kind || exists != c.exists {
			t.Errorf("%s on %s: got %q, %t, want %q, %t", c.path, c.node, kind, exists, c.kind, c.exists)
		}
	}
}
