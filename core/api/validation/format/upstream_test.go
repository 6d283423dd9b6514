package format_test

import (
	"math/rand"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/util/validation"
	upstream "k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/rollscope/rollscope/core/api/validation/format"
)

// checks are our checks beside apimachinery's.
var checks = []struct {
	name           string
	ours, upstream func(s string) []string
}{
	{"DNSLabel", format.DNSLabel, validation.IsDNS1123Label},
	{"DNSSubdomain", format.DNSSubdomain, validation.IsDNS1123Subdomain},
	{"DNSSubdomainWithUnderscore", format.DNSSubdomainWithUnderscore, validation.IsDNS1123SubdomainWithUnderscore},
	{"LabelKey", format.LabelKey, validation.IsQualifiedName},
	{"LabelValue", format.LabelValue, validation.IsValidLabelValue},
	{"PortName", format.PortName, validation.IsValidPortName},
	{"Percent", format.Percent, validation.IsValidPercent},
	{"HeaderName", format.HeaderName, validation.IsHTTPHeaderName},
	{"EnvName", format.EnvName, validation.IsRelaxedEnvVarName},
	{"ConfigKey", format.ConfigKey, validation.IsConfigMapKey},
	{"IP", format.IP, upstreamIP},
	{"CIDR", format.CIDR, upstreamCIDR},
}

func upstreamIP(s string) []string {
	return details(validation.IsValidIPForLegacyField(nil, s, true, nil))
}

func upstreamCIDR(s string) []string {
	return details(validation.IsValidCIDRForLegacyField(nil, s, true, nil))
}

func details(errs upstream.ErrorList) []string {
	var texts []string
	for _, e := range errs {
		texts = append(texts, e.Detail)
	}
	return texts
}

func compare(t *testing.T, s string) {
	t.Helper()
	for _, c := range checks {
		if diff := cmp.Diff(c.upstream(s), c.ours(s)); diff != "" {
			t.Errorf("%s(%q) (-upstream +ours):\n%s", c.name, s, diff)
		}
	}
	if len(format.IP(s)) > 0 && format.IP(s)[0] == "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)" {
		return // upstream wants an address that has been checked
	}
	want := validation.GetWarningsForIP(upstream.NewPath("ip"), s)
	got := format.IPWarning(s)
	if got != "" {
		got = "ip: " + got
	}
	if strings.Join(want, "") != got {
		t.Errorf("IPWarning(%q) = %q, upstream %q", s, got, want)
	}
}

// pieces make texts that are nearly right.
var pieces = []string{
	"a", "z", "B", "0", "9", "-", "_", ".", "..", "/", "%", "=", " ", "\n", "é", "example.com", "app.kubernetes.io",
	"100", "25%", ":", "::", "ffff", "1", "01", "255", "256", "10.0.0.1", "2001:db8::1", "/24", "/08", "/64", "::ffff:1.2.3.4", "fe80::1%eth0",
	strings.Repeat("x", 62), strings.Repeat("y.", 126),
}

func TestTextsAreJudgedAsUpstreamJudgesThem(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	for range 50_000 {
		var s strings.Builder
		for range random.Intn(5) {
			s.WriteString(pieces[random.Intn(len(pieces))])
		}
		compare(t, s.String())
		if t.Failed() {
			return
		}
	}
}

func TestPrefixesMayEndInADash(t *testing.T) {
	for s, valid := range map[string]bool{"log-": true, "a-": true, "-": false, "log.-": true, "log--": true, "Log-": false} {
		if got := len(format.DNSSubdomainPrefix(s)) == 0; got != valid {
			t.Errorf("DNSSubdomainPrefix(%q) valid: %v, want %v", s, got, valid)
		}
	}
}

func TestPortsAndUsersHaveBounds(t *testing.T) {
	for _, n := range []int64{-1, 0, 1, 65535, 65536, 2147483647, 2147483648} {
		if diff := cmp.Diff(validation.IsValidPortNum(int(n)), format.Port(n)); diff != "" {
			t.Errorf("Port(%d): %s", n, diff)
		}
		if diff := cmp.Diff(validation.IsValidUserID(n), format.UserID(n)); diff != "" {
			t.Errorf("UserID(%d): %s", n, diff)
		}
	}
}

func FuzzTexts(f *testing.F) {
	for _, p := range pieces {
		f.Add(p)
	}
	f.Fuzz(func(t *testing.T, s string) { compare(t, s) })
}
