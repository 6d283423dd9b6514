package api_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/rollscope/rollscope/core/api"
)

func sameIntOrString(t *testing.T, text string, total int) {
	t.Helper()
	ours, theirs := api.ParseIntOrString(text), intstr.Parse(text)
	if ours.String() != theirs.String() || ours.IntValue() != theirs.IntValue() {
		t.Errorf("%q: %s, want %s", text, ours, theirs.String())
	}
	for _, up := range []bool{true, false} {
		got, err := ours.ScaledValue(total, up)
		want, wantErr := intstr.GetScaledValueFromIntOrPercent(&theirs, total, up)
		if got != want || fmt.Sprint(err) != fmt.Sprint(wantErr) {
			t.Errorf("%q of %d: %d %v, want %d %v", text, total, got, err, want, wantErr)
		}
	}
	a, _ := json.Marshal(ours)
	b, _ := json.Marshal(theirs)
	if string(a) != string(b) {
		t.Errorf("%q: %s, want %s", text, a, b)
	}
}

var intOrStringSeeds = []string{"", "0", "1", "-1", "10%", "0%", "100%", "150%", "-5%", "%", "1.5%", " 1%", "1 %", "http", "99999999999", "99999999999999999999%", "+3", "+3%"}

func TestIntOrStringEqualsUpstream(t *testing.T) {
	random := rand.New(rand.NewPCG(21, 22))
	for _, text := range intOrStringSeeds {
		for total := range 12 {
			sameIntOrString(t, text, total)
		}
	}
	for range 20000 {
		sameIntOrString(t, strconv.Itoa(random.IntN(130))+"%", random.IntN(6000))
	}
	if _, err := (*api.IntOrString)(nil).ScaledValue(3, true); fmt.Sprint(err) != "nil value for IntOrString" {
		t.Error(err)
	}
}

func TestIntOrStringJSONEqualsUpstream(t *testing.T) {
	for _, s := range []string{`1`, `"1"`, `"10%"`, `null`, `1.5`, `true`, `99999999999`, `"<"`, `{}`, `""`} {
		var ours api.IntOrString
		var theirs intstr.IntOrString
		err, wantErr := json.Unmarshal([]byte(s), &ours), json.Unmarshal([]byte(s), &theirs)
		if fmt.Sprint(err) != fmt.Sprint(wantErr) || ours.String() != theirs.String() || int64(ours.Type) != int64(theirs.Type) {
			t.Errorf("%s: %v %v, want %v %v", s, ours, err, theirs, wantErr)
		}
	}
}

func FuzzIntOrString(f *testing.F) {
	for _, text := range intOrStringSeeds {
		f.Add(text, 7)
	}
	f.Fuzz(func(t *testing.T, text string, total int) {
		if total < 0 || total > 1<<20 {
			t.Skip()
		}
		sameIntOrString(t, text, total)
	})
}

func TestTimesEqualUpstream(t *testing.T) {
	for _, s := range []string{
		`null`, `""`, `"x"`, `1`, `"2026-01-02T03:04:05Z"`, `"2026-01-02T03:04:05+02:00"`, `"2026-01-02T03:04:05.999Z"`,
		`"2026-01-02T03:04:05.123456Z"`, `"2026-01-02"`, `"0001-01-01T00:00:00Z"`, `"2026-13-02T03:04:05Z"`,
	} {
		var ours api.Time
		var theirs metav1.Time
		sameTime(t, s, &ours, &theirs)
		if !ours.Time.Equal(theirs.Time) || ours.IsZero() != theirs.IsZero() {
			t.Errorf("%s: %v, want %v", s, ours, theirs)
		}
		sameTime(t, s, &api.MicroTime{}, &metav1.MicroTime{})
	}
}

func sameTime(t *testing.T, s string, ours, theirs any) {
	t.Helper()
	err, wantErr := json.Unmarshal([]byte(s), ours), json.Unmarshal([]byte(s), theirs)
	if fmt.Sprint(err) != fmt.Sprint(wantErr) {
		t.Errorf("%s: error %v, want %v", s, err, wantErr)
	}
	a, _ := json.Marshal(ours)
	b, _ := json.Marshal(theirs)
	if string(a) != string(b) {
		t.Errorf("%s: %s, want %s", s, a, b)
	}
}

func TestTimesCompareAsUpstream(t *testing.T) {
	early, late := api.NewTime(time.Unix(1, 5)), api.NewTime(time.Unix(2, 0))
	if !early.Before(&late) || late.Before(&early) || early.Before(nil) || (*api.Time)(nil).Before(&late) {
		t.Error("Before")
	}
	if !(*api.Time)(nil).Equal(nil) || early.Equal(nil) || early.Equal(&late) || !(*api.Time)(nil).IsZero() {
		t.Error("Equal")
	}
	if got := early.Truncated(); got.UnixNano() != 1e9 {
		t.Errorf("truncated to %v", got)
	}
}
