package format

import (
	"net/netip"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func sameAddress(t interface{ Fatalf(string, ...any) }, s string) {
	ours, ok := parseAddress(s)
	theirs, err := netip.ParseAddr(s)
	if want := err == nil && theirs.Zone() == ""; ok != want {
		t.Fatalf("%q: got %v, want %v", s, ok, want)
	}
	if !ok {
		return
	}
	if got, want := ours.String(), theirs.Unmap().String(); got != want || ours.four != theirs.Is4() || ours.mapped() != theirs.Is4In6() {
		t.Fatalf("%q: got %q, want %q", s, got, want)
	}
	for bits := range theirs.BitLen() + 1 {
		if got, want := ours.keeps(bits), netip.PrefixFrom(theirs, bits).Masked().Addr() == theirs; got != want {
			t.Fatalf("%q/%d: got %v, want %v", s, bits, got, want)
		}
	}
}

func TestAddressesAreReadAsNetipReadsThem(t *testing.T) {
	for _, s := range []string{
		"", "1", "1.2.3", "1.2.3.4", "1.2.3.4.5", "01.2.3.4", "0.0.0.0", "255.255.255.256", "1..2.3", "1.2.3.", "::", "::1", "1::", ":::", "::1::",
		"1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7::", "::2:3:4:5:6:7:8", "1::3:4:5:6:7:8", "1:2:3:4:5:6:7:", ":1:2:3:4:5:6:7", "12345::",
		"::ffff:1.2.3.4", "::1.2.3.4", "1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:6:7:1.2.3.4", "1::1.2.3.4", "::1.2.3", "fe80::1%eth0", "FE80::AbC", "0:0:1:0:0:0:1:0", "1:0:0:2::",
		"2001:db8:0:0:1:0:0:1", "::ffff:0:0", "1.2.3.4:5", "::1.2.3.4:5", "1:2.3.4.5", "g::", "1: :2", "::00001",
	} {
		sameAddress(t, s)
	}
	rapid.Check(t, func(r *rapid.T) {
		parts := rapid.SliceOfN(rapid.SampledFrom([]string{"0", "1", "ff", "ffff", "a0b", ":", ":", "::", ".", "255", "10", "0:0", "1.2.3.4"}), 1, 14).Draw(r, "parts")
		sameAddress(r, strings.Join(parts, ""))
		sameAddress(r, strings.Join(parts, ":"))
	})
}

func FuzzAddress(f *testing.F) {
	f.Add("1.2.3.4")
	f.Add("2001:db8::ff:0:1")
	f.Fuzz(func(t *testing.T, s string) { sameAddress(t, s) })
}
