package semantic_test

import (
	"encoding/json"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/semantic"
)

// specs are pod specs, some of which mean the same.
var specs = []string{
	`{}`,
	`{"containers": []}`,
	`{"nodeSelector": {}}`,
	`{"nodeSelector": {"a": "b"}}`,
	`{"nodeSelector": {"a": "c"}}`,
	`{"securityContext": {}}`,
	`{"containers": [{"name": "c", "resources": {"limits": {"memory": "1Gi"}}}]}`,
	`{"containers": [{"name": "c", "resources": {"limits": {"memory": "1024Mi"}}}]}`,
	`{"containers": [{"name": "c", "resources": {"limits": {"memory": "1025Mi"}}}]}`,
	`{"containers": [{"name": "c", "command": []}]}`,
	`{"containers": [{"name": "c"}]}`,
	`{"containers": [{"name": "c"}, {"name": "d"}]}`,
	`{"terminationGracePeriodSeconds": 0}`,
	`{"hostNetwork": true}`,
	`{"volumes": [{"name": "v", "hostPath": {"path": "/", "type": ""}}]}`,
	`{"volumes": [{"name": "v", "hostPath": {"path": "/"}}]}`,
}

func parse[T any](t *testing.T, text string) T {
	t.Helper()
	var v T
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func TestWhatMeansTheSameUpstreamMeansTheSame(t *testing.T) {
	for _, a := range specs {
		for _, b := range specs {
			want := equality.Semantic.DeepEqual(parse[corev1.PodSpec](t, a), parse[corev1.PodSpec](t, b))
			if got := semantic.Equal(parse[api.PodSpec](t, a), parse[api.PodSpec](t, b)); got != want {
				t.Errorf("Equal(%s, %s) = %v, upstream %v", a, b, got, want)
			}
		}
	}
}

func TestTimesAreEqualInAnyZone(t *testing.T) {
	a := parse[api.Time](t, `"2026-01-01T12:00:00Z"`)
	b := parse[api.Time](t, `"2026-01-01T13:00:00+01:00"`)
	if !semantic.Equal(&a, &b) || !semantic.Equal(a, b) {
		t.Error("one instant, two answers")
	}
	var none *api.Time
	if semantic.Equal(&a, none) || !semantic.Equal(none, none) {
		t.Error("no time equals only no time")
	}
}
