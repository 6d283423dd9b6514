package fielddoc_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/fielddoc"
)

func TestEveryFieldOfEveryObjectIsDescribed(t *testing.T) {
	seen := map[reflect.Type]bool{}
	for _, root := range []any{
		api.DaemonSetList{},
		api.ControllerRevisionList{},
		api.PodList{},
		api.NodeList{},
		api.EventList{},
		api.PriorityClassList{},
		api.PodDisruptionBudgetList{},
		api.NamespaceList{},
		api.Status{},
	} {
		checkType(t, reflect.TypeOf(root), seen)
	}
	if len(seen) < 150 {
		t.Errorf("only %d types were reached", len(seen))
	}
}

// checkType compares the documentation of a type with its Go shape.
func checkType(t *testing.T, typ reflect.Type, seen map[reflect.Type]bool) {
	switch typ.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		checkType(t, typ.Elem(), seen)
		return
	}
	if typ.Kind() != reflect.Struct || typ.PkgPath() != reflect.TypeFor[api.Pod]().PkgPath() || seen[typ] {
		return
	}
	seen[typ] = true
	doc, ok := fielddoc.Of(typ.Name())
	if !ok || doc.Description == "" {
		t.Errorf("%s is not described", typ.Name())
		return
	}
	if len(doc.Fields) == 0 {
		return // one value with a form of its own
	}
	names := jsonNames(t, typ, seen)
	slices.Sort(names)
	var described []string
	for _, f := range doc.Fields {
		described = append(described, f.Name)
		if _, ok := fielddoc.Of(f.Ref); f.Ref != "" && !ok {
			t.Errorf("%s.%s refers to %s, which is not described", typ.Name(), f.Name, f.Ref)
		}
	}
	if !slices.Equal(names, described) {
		t.Errorf("%s has %v, described are %v", typ.Name(), names, described)
	}
}

func jsonNames(t *testing.T, typ reflect.Type, seen map[reflect.Type]bool) []string {
	var names []string
	for i := range typ.NumField() {
		field := typ.Field(i)
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name == "" && field.Anonymous {
			names = append(names, jsonNames(t, field.Type, seen)...)
			continue
		}
		names = append(names, name)
		checkType(t, field.Type, seen)
	}
	return names
}

func TestFieldsAreDescribedAsKubectlExplainsThem(t *testing.T) {
	for _, c := range []struct {
		typ  string
		want fielddoc.Field // without the description, of which only the start is compared
		text string
	}{
		{"DaemonSet", fielddoc.Field{Name: "spec", Type: "DaemonSetSpec", Ref: "DaemonSetSpec", Required: true}, "The desired behavior of this daemon set. More info: https://"},
		{"DaemonSetSpec", fielddoc.Field{Name: "minReadySeconds", Type: "integer"}, "The minimum number of seconds"},
		{"DaemonSetSpec", fielddoc.Field{Name: "selector", Type: "LabelSelector", Ref: "LabelSelector", Required: true}, "A label query over pods"},
		{"DaemonSetUpdateStrategy", fielddoc.Field{Name: "type", Type: "string", Enum: []string{"OnDelete", "RollingUpdate"}}, "Type of daemon set update."},
		{"RollingUpdateDaemonSet", fielddoc.Field{Name: "maxSurge", Type: "IntOrString", Ref: "IntOrString"}, "The maximum number of nodes"},
		{"PodSpec", fielddoc.Field{Name: "containers", Type: "[]Container", Ref: "Container", Required: true}, "List of containers"},
		{"PodSpec", fielddoc.Field{Name: "nodeSelector", Type: "map[string]string"}, "NodeSelector is a selector"},
		{"ResourceRequirements", fielddoc.Field{Name: "limits", Type: "map[string]Quantity", Ref: "Quantity"}, "Limits describes"},
		{"ObjectMeta", fielddoc.Field{Name: "creationTimestamp", Type: "string", Ref: "Time"}, "CreationTimestamp is"},
		{"HostPathVolumeSource", fielddoc.Field{Name: "type", Type: "string", Enum: []string{"", "BlockDevice", "CharDevice", "Directory", "DirectoryOrCreate", "File", "FileOrCreate", "Socket"}}, "type for HostPath Volume"},
	} {
		doc, _ := fielddoc.Of(c.typ)
		got, ok := doc.Field(c.want.Name)
		if !ok || !strings.HasPrefix(got.Description, c.text) {
			t.Errorf("%s.%s: %q", c.typ, c.want.Name, got.Description)
		}
		got.Description = ""
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s.%s: %+v, want %+v", c.typ, c.want.Name, got, c.want)
		}
	}
}

func TestUnknownTypesAndFieldsAreNotFound(t *testing.T) {
	for _, name := range []string{"", "Nothing", "aemonSet", "DaemonSet\t"} {
		if got, ok := fielddoc.Of(name); ok {
			t.Errorf("%q is %+v", name, got)
		}
	}
	doc, _ := fielddoc.Of("DaemonSet")
	if _, ok := doc.Field("replicas"); ok {
		t.Error("a DaemonSet has no replicas")
	}
}
