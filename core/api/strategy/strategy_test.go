package strategy_test

import (
	"encoding/json"
	"testing"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/strategy"
)

const agent = `{"metadata": {"name": "agent"}, "spec": {"selector": {"matchLabels": {"app": "agent"}}, "template": {
	"metadata": {"labels": {"app": "agent"}}, "spec": {"containers": [{"name": "app", "image": "agent:1", "resources": {"limits": {"memory": "1Gi"}}}]}}}}`

func stored(t *testing.T) *api.DaemonSet {
	t.Helper()
	ds := &api.DaemonSet{}
	if err := json.Unmarshal([]byte(agent), ds); err != nil {
		t.Fatal(err)
	}
	if v := strategy.Create(ds); !v.Accepted() {
		t.Fatal(v.Errors)
	}
	return ds
}

func generations(t *testing.T, ds *api.DaemonSet) [2]int64 {
	t.Helper()
	n, err := strategy.TemplateGeneration(ds)
	if err != nil {
		t.Fatal(err)
	}
	return [2]int64{ds.Generation, n}
}

func TestGenerationsCountWhatMatters(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(ds *api.DaemonSet)
		want   [2]int64
	}{
		{"nothing", func(*api.DaemonSet) {}, [2]int64{1, 1}},
		{"a label of the DaemonSet", func(ds *api.DaemonSet) { ds.Labels = map[string]string{"a": "b"} }, [2]int64{1, 1}},
		{"a status", func(ds *api.DaemonSet) { ds.Status.NumberReady = 5 }, [2]int64{1, 1}},
		{"another way to write 1Gi", func(ds *api.DaemonSet) {
			ds.Spec.Template.Spec.Containers[0].Resources.Limits[api.ResourceMemory] = api.MustParseQuantity("1024Mi")
		}, [2]int64{1, 1}},
		{"an empty list for none", func(ds *api.DaemonSet) { ds.Spec.Template.Spec.Tolerations = []api.Toleration{} }, [2]int64{1, 1}},
		{"minReadySeconds", func(ds *api.DaemonSet) { ds.Spec.MinReadySeconds = 5 }, [2]int64{2, 1}},
		{"the image", func(ds *api.DaemonSet) { ds.Spec.Template.Spec.Containers[0].Image = "agent:2" }, [2]int64{2, 2}},
		{"a label of the pods", func(ds *api.DaemonSet) { ds.Spec.Template.Labels["a"] = "b" }, [2]int64{2, 2}},
		{"a generation by hand", func(ds *api.DaemonSet) {
			ds.Generation = 9
			ds.Annotations = map[string]string{api.DeprecatedTemplateGeneration: "9"}
		}, [2]int64{1, 1}},
	} {
		old := stored(t)
		updated := old.DeepCopy()
		c.change(updated)
		if v := strategy.Update(updated, old); !v.Accepted() {
			t.Errorf("%s: %v", c.name, v.Errors)
		}
		if got := generations(t, updated); got != c.want {
			t.Errorf("%s: generations %v, want %v", c.name, got, c.want)
		}
		if updated.Status.NumberReady != 0 {
			t.Errorf("%s: the status changed", c.name)
		}
	}
}

func TestTheTemplateGenerationMayStartHigher(t *testing.T) {
	for text, want := range map[string]int64{"7": 7, "0": 1, "-3": 1} {
		ds := stored(t)
		ds.Annotations = map[string]string{api.DeprecatedTemplateGeneration: text}
		if err := strategy.PrepareForCreate(ds); err != nil {
			t.Fatal(err)
		}
		if got := generations(t, ds); got != [2]int64{1, want} {
			t.Errorf("%s: generations %v", text, got)
		}
	}
	ds := stored(t)
	ds.Annotations = map[string]string{api.DeprecatedTemplateGeneration: "many"}
	if v := strategy.Create(ds); v.Accepted() || v.Unreadable.Error() != `strconv.ParseInt: parsing "many": invalid syntax` {
		t.Errorf("%v", v)
	}
}

func TestZeroAndNothingAreOneUnderOnDelete(t *testing.T) {
	old := stored(t)
	old.Spec.UpdateStrategy = api.DaemonSetUpdateStrategy{Type: api.OnDeleteDaemonSetStrategyType, RollingUpdate: &api.RollingUpdateDaemonSet{}}
	updated := old.DeepCopy()
	zero := api.FromInt32(0)
	updated.Spec.UpdateStrategy.RollingUpdate.MaxSurge = &zero
	strategy.Update(updated, old)
	if updated.Generation != old.Generation {
		t.Error("the generation rose")
	}
	if old.Spec.UpdateStrategy.RollingUpdate.MaxSurge != nil {
		t.Error("comparing changed what is stored")
	}
}

func TestAStatusUpdateKeepsTheSpec(t *testing.T) {
	old := stored(t)
	updated := old.DeepCopy()
	updated.Spec.MinReadySeconds = 5
	updated.Status.NumberReady = 3
	strategy.PrepareForStatusUpdate(updated, old)
	if updated.Spec.MinReadySeconds != 0 || updated.Status.NumberReady != 3 {
		t.Errorf("%+v", updated)
	}
}
