package strategy_test

import (
	"encoding/json"
	"math/rand"
	"reflect"
	"testing"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/defaults"
	"github.com/rollscope/rollscope/core/api/strategy"
	"github.com/rollscope/rollscope/core/api/validation"
)

// dice makes an object out of bytes. Without bytes left it makes nothing more.
type dice struct {
	bytes []byte
}

func (d *dice) roll(sides int) int {
	if len(d.bytes) == 0 {
		return 0
	}
	n := int(d.bytes[0]) % sides
	d.bytes = d.bytes[1:]
	return n
}

var (
	texts = []string{
		"", "a", "app", "agent", "A b", "..", "../x", "/x", "x/y/z", "metadata.name", "metadata.labels['a']", "['", "hugepages-2Mi",
		"hugepages-0", "hugepages-", "nvidia.com/gpu", "cpu", "memory", "In", "Exists", "Gt", "Lt", "NoExecute", "Always", "Never", "Localhost", "localhost/x",
		"RollingUpdate", "OnDelete", "linux", "windows", "iqn.2001-04.com:x", "eui.", "1.2.3.4", "::1", "example.com/s", "a:b", ":", "[::1]:80", "\\", "a\\b", "é\x00",
		"None", "v1", "limits.cpu", "net.core.x", "Bidirectional", "latest", "r/n:t@sha256:0", "kubernetes.io/config.mirror", "storage",
		"seccomp.security.alpha.kubernetes.io/pod", "container.apparmor.security.beta.kubernetes.io/a", "deprecated.daemonset.template.generation",
	}
	amounts = []string{"0", "1", "-1", "1500m", "1n", "3Mi", "1e30", "9223372036854775807", "0.1"}
	numbers = []int64{0, 1, -1, 80, 512, 70000, 1 << 31, 1<<63 - 1, -1 << 63}
)

func (d *dice) fill(v reflect.Value) {
	switch v.Interface().(type) {
	case api.Quantity:
		v.Set(reflect.ValueOf(api.MustParseQuantity(amounts[d.roll(len(amounts))])))
		return
	case api.IntOrString:
		v.Set(reflect.ValueOf(api.ParseIntOrString([]string{"0", "1", "-1", "10%", "x%", "web", "70000"}[d.roll(7)])))
		return
	case api.Time, api.MicroTime, api.RawExtension, api.FieldsV1:
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(texts[d.roll(len(texts))])
	case reflect.Int32, reflect.Int64, reflect.Int:
		v.SetInt(numbers[d.roll(len(numbers))])
	case reflect.Bool:
		v.SetBool(d.roll(2) == 1)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		d.fill(v.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).Kind() == reflect.Struct || d.roll(4) == 1 {
				d.fill(v.Field(i))
			}
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), d.roll(4), 4))
		for i := range v.Len() {
			d.fill(v.Index(i))
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for range d.roll(4) {
			key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			d.fill(key)
			d.fill(value)
			v.SetMapIndex(key, value)
		}
	}
}

// check puts two made-up DaemonSets through a create and an update. Nothing may
// panic, defaults may not change what has them, and what is accepted may be
// written again unchanged.
func check(t *testing.T, bytes []byte) {
	d := &dice{bytes}
	ds, other, pod, node := &api.DaemonSet{}, &api.DaemonSet{}, &api.Pod{}, &api.Node{}
	for _, object := range []any{ds, other, pod, node} {
		d.fill(reflect.ValueOf(object).Elem())
	}
	updated := other.DeepCopy()
	verdict := strategy.Create(ds)
	before := text(t, ds)
	defaults.DaemonSet(ds)
	if after := text(t, ds); after != before {
		t.Fatalf("defaults twice:\n%s\n%s", before, after)
	}
	strategy.Update(updated, ds)
	if verdict.Accepted() {
		again := ds.DeepCopy()
		if v := strategy.Update(again, ds); !v.Accepted() || text(t, again) != before {
			t.Fatalf("an unchanged update: %v\n%s\n%s", v.Errors, before, text(t, again))
		}
	}
	defaults.Pod(pod)
	before = text(t, pod)
	validation.Pod(pod)
	validation.PodWarnings(pod)
	defaults.Pod(pod)
	if after := text(t, pod); after != before {
		t.Fatalf("a pod's defaults twice:\n%s\n%s", before, after)
	}
	defaults.Node(node)
	validation.Node(node)
	validation.NodeUpdate(node, &api.Node{})
}

func text(t *testing.T, object any) string {
	t.Helper()
	b, err := json.Marshal(object)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestMadeUpObjectsAreJudgedCalmly(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	for range 2_000 {
		bytes := make([]byte, random.Intn(60_000))
		random.Read(bytes)
		check(t, bytes)
	}
}

func FuzzObjects(f *testing.F) {
	random := rand.New(rand.NewSource(2))
	for range 20 {
		bytes := make([]byte, random.Intn(20_000))
		random.Read(bytes)
		f.Add(bytes)
	}
	f.Fuzz(check)
}
