package api_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/rollscope/rollscope/core/api"
)

var quantitySeeds = []string{
	"", "0", "1", "-1", "+1", "100m", "1500m", "1.5", "0.5", ".5", "5.", "1.500", "1Gi", "1.5Gi", "0.5Gi", "1023Ki", "1024Ki",
	"1100Mi", "+5Ki", "05Ki", "8Ei", "9Ei", "9999999Ei", "0.1m", "1n", "0.1n", "0.0000000001", "1e3", "1E3", "1e-3", "1e-9",
	"1e-10", "12e6", "1e19", "1e30", "123456789012345678", "1234567890123456789", "9223372036854775807", "9223372036854775808",
	"99999999999999999999999999999999", "123456789.123456789123", "1E", "1Ei", "k", "Ki", "Ei", "e-20", ".", "+", "-", "-.", ".Ki",
	".Ei", "-0", "-1.5Gi", "-8Ei", "-9Ei", "1i", "1mi", "1ki", "1K", "1x", "1 ", "1e", "1e+", "1e5x", "1.2.3", "0e5", "1e4294967296",
	"1000", "1000000", "1e0", "10e3", "100000k", "-.Ei", "0.0001Ki", "0.001Ki", "1.0000000001Ki", "00", "00.5", "-0.1n", "1u", "1500u",
	"1.1e2", "1e-5", "12345678901234567890E", "999999999999999999E", "1P", "1T", "999999999999999Ki", "9007199254740991Ki",
}

// sameQuantity checks that both sides read the text alike and then agree on everything about it.
func sameQuantity(t *testing.T, s string) {
	t.Helper()
	ours, err := api.ParseQuantity(s)
	theirs, wantErr := resource.ParseQuantity(s)
	if fmt.Sprint(err) != fmt.Sprint(wantErr) {
		t.Errorf("%q: error %v, want %v", s, err, wantErr)
		return
	}
	if err == nil {
		sameNumber(t, fmt.Sprintf("%q", s), ours, theirs)
	}
}

func sameNumber(t *testing.T, what string, ours api.Quantity, theirs resource.Quantity) {
	t.Helper()
	theirs = theirs.DeepCopy()
	got, _ := json.Marshal(ours)
	want, _ := json.Marshal(theirs)
	if string(got) != string(want) || ours.String() != theirs.String() {
		t.Errorf("%s: prints as %s and %s, want %s and %s", what, got, ours, want, theirs.String())
	}
	if ours.Sign() != theirs.Sign() || ours.IsZero() != theirs.IsZero() {
		t.Errorf("%s: sign %d, want %d", what, ours.Sign(), theirs.Sign())
	}
	for _, scale := range []api.Scale{api.Nano, api.Milli, 0, 3} {
		if got, want := ours.ScaledValue(scale), theirs.ScaledValue(resource.Scale(scale)); got != want && comparable(theirs) {
			t.Errorf("%s: ScaledValue(%d) is %d, want %d", what, scale, got, want)
		}
		rounded, exact := ours, false
		exact = rounded.RoundUp(scale)
		want := theirs.DeepCopy()
		wantExact := want.RoundUp(resource.Scale(scale))
		if rounded.String() != want.String() || exact != wantExact {
			t.Errorf("%s: RoundUp(%d) is %s %v, want %s %v", what, scale, rounded, exact, want.String(), wantExact)
		}
	}
}

// comparable leaves out what upstream computes in ways that depend on the processor, and wide negative numbers.
func comparable(q resource.Quantity) bool {
	limit := resource.MustParse("1e17")
	if q.Cmp(limit) < 0 && q.Sign() >= 0 {
		return true
	}
	_, narrow := q.AsInt64()
	return narrow
}

// sameArithmetic checks the operations on two numbers.
func sameArithmetic(t *testing.T, s, u string) {
	t.Helper()
	a, errA := api.ParseQuantity(s)
	b, errB := api.ParseQuantity(u)
	if errA != nil || errB != nil {
		return
	}
	x, y := resource.MustParse(s), resource.MustParse(u)
	left := x.DeepCopy() // upstream's Cmp changes how its receiver is held, and with that what overflow gives
	if got, want := a.Cmp(b), left.Cmp(y.DeepCopy()); got != want {
		t.Errorf("%q.Cmp(%q) is %d, want %d", s, u, got, want)
	}
	sum, wantSum := a, x.DeepCopy()
	sum.Add(b)
	wantSum.Add(y.DeepCopy())
	sameNumber(t, fmt.Sprintf("%q + %q", s, u), sum, wantSum)
	difference, wantDifference := a, x.DeepCopy()
	difference.Sub(b)
	wantDifference.Sub(y.DeepCopy())
	sameNumber(t, fmt.Sprintf("%q - %q", s, u), difference, wantDifference)
	a.Neg()
	x.Neg()
	sameNumber(t, fmt.Sprintf("-%q", s), a, x)
}

// hugeExponent tells whether upstream would spell out an absurdly long number.
func hugeExponent(s string) bool {
	at := strings.LastIndexAny(s, "eE+-")
	return len(s) > 60 || (at >= 0 && len(strings.TrimLeft(s[at+1:], "0")) > 2)
}

func TestQuantitiesEqualUpstreamOnSeeds(t *testing.T) {
	for _, s := range quantitySeeds {
		sameQuantity(t, s)
		for _, u := range quantitySeeds {
			sameArithmetic(t, s, u)
		}
	}
}

func TestQuantitiesEqualUpstreamAtRandom(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		s, u := randomQuantity(random), randomQuantity(random)
		sameQuantity(t, s)
		sameArithmetic(t, s, u)
	}
}

func randomQuantity(random *rand.Rand) string {
	pick := func(of ...string) string { return of[random.IntN(len(of))] }
	digits := func(most int) string {
		var b strings.Builder
		for range random.IntN(most + 1) {
			b.WriteByte("000123456789"[random.IntN(12)])
		}
		return b.String()
	}
	s := pick("", "", "", "-", "+") + digits(random.IntN(24))
	if random.IntN(3) == 0 {
		s += "." + digits(random.IntN(14))
	}
	if random.IntN(6) == 0 {
		s += "000"
	}
	return s + pick("", "", "n", "u", "m", "k", "M", "G", "T", "P", "E", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei",
		"e"+pick("", "-", "+")+digits(1), "E"+pick("", "-", "+")+digits(2), "x", "K", "i")
}

func FuzzQuantity(f *testing.F) {
	for _, s := range quantitySeeds {
		f.Add(s, "1.5Gi")
	}
	f.Fuzz(func(t *testing.T, s, u string) {
		if hugeExponent(s) || hugeExponent(u) {
			t.Skip()
		}
		sameQuantity(t, s)
		sameArithmetic(t, s, u)
	})
}

func TestQuantityJSONEqualsUpstream(t *testing.T) {
	for _, s := range []string{`"1Gi"`, `1`, `1.5`, `null`, `" 1 "`, `""`, `"x"`, `true`, `1e3`, `"1\n"`, `{}`} {
		var ours api.Quantity
		var theirs resource.Quantity
		err, wantErr := json.Unmarshal([]byte(s), &ours), json.Unmarshal([]byte(s), &theirs)
		if fmt.Sprint(err) != fmt.Sprint(wantErr) {
			t.Errorf("%s: error %v, want %v", s, err, wantErr)
		}
		sameNumber(t, s, ours, theirs)
	}
}

func TestQuantityWithAnEnormousExponentIsCheap(t *testing.T) {
	huge := api.MustParseQuantity("12345678901234567890e2000000000")
	tiny := api.MustParseQuantity("1e-2000000000")
	if huge.Cmp(tiny) != 1 || tiny.String() != "1e-9" || huge.Value() != 0 {
		t.Errorf("huge %v, tiny %s", huge.Value(), tiny)
	}
	sum := huge
	sum.Add(tiny)
	if sum.Cmp(huge) != 0 {
		t.Error("a difference of a thousand million digits should be lost")
	}
}

func BenchmarkParseQuantity(b *testing.B) {
	for b.Loop() {
		q, _ := api.ParseQuantity("1536Mi")
		_ = q.Value()
	}
}
