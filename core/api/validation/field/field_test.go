package field_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	upstream "k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/rollscope/rollscope/core/api/validation/field"
)

// policy stands for the API's named texts, which print as JSON.
type policy string

func TestErrorsReadAsUpstreams(t *testing.T) {
	there := upstream.NewPath("spec", "list").Index(3).Child("by").Key("a.b/c")
	want := upstream.ErrorList{
		upstream.Required(there, ""),
		upstream.Required(there, "because"),
		upstream.Forbidden(there, "not here"),
		upstream.Invalid(there, "a \"quoted\"\n<text>", "no"),
		upstream.Invalid(there, policy("<named>"), "no"),
		upstream.Invalid(there, int64(-1), "no"),
		upstream.Invalid(there, int32(7), "no"),
		upstream.Invalid(there, true, "no"),
		upstream.Invalid(there, map[string]string(nil), "no"),
		upstream.Invalid(there, []string{"a"}, "no"),
		upstream.Invalid(there, nil, "never"),
		upstream.Duplicate(there, "x"),
		upstream.NotFound(there, "x"),
		upstream.TooLong(there, "", 64),
		upstream.TooMany(there, 21, 20),
		upstream.NotSupported(there, policy("c"), []policy{"a", "b"}),
	}
	got := field.Collect(func(root *field.Path) {
		at := root.Child("spec").Item("list", 3).Child("by").Key("a.b/c")
		at.Required("")
		at.Required("because")
		at.Forbidden("not here")
		at.Invalid("a \"quoted\"\n<text>", "no")
		at.Invalid(policy("<named>"), "no")
		at.Invalid(int64(-1), "no")
		at.Invalid(int32(7), "no")
		at.Invalid(true, "no")
		at.Invalid(map[string]string(nil), "no")
		at.Invalid([]string{"a"}, "no")
		at.Invalid(nil, "never")
		at.Duplicate("x", "")
		at.NotFound("x", "")
		at.TooLong(64)
		at.TooMany(21, 20)
		field.OneOf(at, policy("c"), "a", "b")
	})
	for i, e := range want {
		if diff := cmp.Diff(e.Error(), got[i].Error()); diff != "" {
			t.Errorf("error %d (-upstream +ours):\n%s", i, diff)
		}
		if string(e.Type) != string(got[i].Type) {
			t.Errorf("error %d has type %s, upstream %s", i, got[i].Type, e.Type)
		}
	}
}

func TestARepeatedErrorIsReportedOnce(t *testing.T) {
	errs := field.Collect(func(root *field.Path) {
		root.Child("a").Required("")
		root.Child("b").Required("")
		root.Child("a").Required("")
	})
	if len(errs) != 2 || errs[0].Path != "a" || errs[1].Path != "b" {
		t.Errorf("got %v", errs)
	}
}

func TestSentencesOfOneAndOfManyErrors(t *testing.T) {
	one := field.Collect(func(root *field.Path) { root.Child("spec.x").Required("") })
	two := append(one, field.Collect(func(root *field.Path) { root.Child("spec.y").Invalid(0, "no") })...)
	for _, c := range []struct{ got, want string }{
		{field.Sentence("DaemonSet.apps", "log", nil), `DaemonSet.apps "log" is invalid`},
		{field.Sentence("DaemonSet.apps", "log", one), `DaemonSet.apps "log" is invalid: spec.x: Required value`},
		{field.Sentence("Pod", "log", two), `Pod "log" is invalid: [spec.x: Required value, spec.y: Invalid value: 0: no]`},
		{field.Kubectl("DaemonSet", "log", one), "The DaemonSet \"log\" is invalid: spec.x: Required value\n"},
		{field.Kubectl("DaemonSet", "log", two), "The DaemonSet \"log\" is invalid: \n* spec.x: Required value\n* spec.y: Invalid value: 0: no\n"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

func TestPathsLeadToWhatIsWritten(t *testing.T) {
	for said, written := range map[string]string{
		"spec.template.spec.containers[0].name":                    "spec.template.spec.containers[0].name",
		"spec.template.labels":                                     "spec.template.metadata.labels",
		"spec.template.annotations[a.b/c]":                         "spec.template.metadata.annotations[a.b/c]",
		"spec.template.labelsOfOurs":                               "spec.template.labelsOfOurs",
		"metadata.taints[1].key":                                   "spec.taints[1].key",
		"spec.volumes[0].persistentDisk.pdName":                    "spec.volumes[0].gcePersistentDisk.pdName",
		"spec.volumes[0].persistentVolumeClaim.claimName":          "spec.volumes[0].persistentVolumeClaim.claimName",
		"spec.HostPID":                                             "spec.hostPID",
		"spec.overhead.limits[cpu]":                                "spec.overhead[cpu]",
		"spec.resources.containers[2][cpu].limits":                 "spec.containers[2].resources.limits[cpu]",
		"spec.t[0].{topologyKey, whenUnsatisfiable}":               "spec.t[0]",
		"spec.affinity.podAffinity.required[0].namespace":          "spec.affinity.podAffinity.required[0].namespaces",
		"spec.volumes[0].ephemeral.t.spec.dataSourceRef.namespace": "spec.volumes[0].ephemeral.t.spec.dataSourceRef.namespace",
		"metadata.namespace":                                       "metadata.namespace",
	} {
		if got := field.Written(said); got != written {
			t.Errorf("Written(%q) = %q, want %q", said, got, written)
		}
	}
}
