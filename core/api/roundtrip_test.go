package api_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	utiljson "k8s.io/apimachinery/pkg/util/json"

	"github.com/rollscope/rollscope/core/api"
)

// filler puts random values into any object, sparsely enough to stay small.
type filler struct {
	random *rand.Rand
	depth  int
}

// special knows the types whose values must make sense.
func (f *filler) special(v reflect.Value) bool {
	instant := time.Unix(1767225600+f.random.Int64N(1e8), 1000*f.random.Int64N(1e6)).UTC()
	switch at := v.Addr().Interface().(type) {
	case *resource.Quantity:
		*at = resource.MustParse([]string{"0", "100m", "1.5Gi", "+5Ki", "12e6", "9Ei", "0.1n"}[f.random.IntN(7)])
	case *api.Quantity:
		*at = api.MustParseQuantity([]string{"0", "100m", "1.5Gi", "+5Ki", "12e6", "9Ei", "0.1n"}[f.random.IntN(7)])
	case *metav1.Time:
		at.Time = instant
	case *metav1.MicroTime:
		at.Time = instant
	case *api.Time:
		at.Time = instant
	case *api.MicroTime:
		at.Time = instant
	case *runtime.RawExtension:
		at.Raw = []byte(`{"z":1,"a":["<b>",null]}`)
	case *api.RawExtension:
		at.Raw = []byte(`{"z":1,"a":["<b>",null]}`)
	case *metav1.FieldsV1:
		at.SetRawString(`{"f:spec":{}}`)
	case *api.FieldsV1:
		at.Raw = []byte(`{"f:spec":{}}`)
	case *api.IntOrString:
		*at = api.ParseIntOrString([]string{"1", "25%", "http", "-3"}[f.random.IntN(4)])
	default:
		return f.intOrString(v)
	}
	return true
}

// intOrString fills upstream's type, which has the same fields as ours.
func (f *filler) intOrString(v reflect.Value) bool {
	if v.Kind() != reflect.Struct || v.Type().Name() != "IntOrString" {
		return false
	}
	if f.random.IntN(2) == 0 {
		v.FieldByName("Type").SetInt(1)
		v.FieldByName("StrVal").SetString("10%")
	} else {
		v.FieldByName("IntVal").SetInt(f.random.Int64N(100))
	}
	return true
}

func (f *filler) fill(v reflect.Value) {
	if f.special(v) {
		return
	}
	f.depth++
	defer func() { f.depth-- }()
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			f.fill(v.Field(i))
		}
	case reflect.Pointer:
		if f.wanted() {
			v.Set(reflect.New(v.Type().Elem()))
			f.fill(v.Elem())
		}
	case reflect.Slice:
		f.fillSlice(v)
	case reflect.Map:
		if f.wanted() {
			v.Set(reflect.MakeMap(v.Type()))
			for range f.random.IntN(3) {
				key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
				f.fill(key)
				f.fill(value)
				v.SetMapIndex(key, value)
			}
		}
	case reflect.String:
		v.SetString([]string{"", "a", "log", "x<y&z>", "é\u2028\"\\\n"}[f.random.IntN(5)])
	case reflect.Bool:
		v.SetBool(f.random.IntN(2) == 0)
	case reflect.Int32, reflect.Int64, reflect.Int:
		v.SetInt(f.random.Int64N(5) * f.random.Int64N(1<<29))
	default:
		panic(v.Kind().String())
	}
}

func (f *filler) fillSlice(v reflect.Value) {
	if !f.wanted() {
		return
	}
	v.Set(reflect.MakeSlice(v.Type(), f.random.IntN(3), 3))
	if v.Type().Elem().Kind() == reflect.Uint8 {
		f.random.Uint64()
		return
	}
	for i := range v.Len() {
		f.fill(v.Index(i))
	}
}

func (f *filler) wanted() bool { return f.random.IntN(max(f.depth-1, 2)) < 2 && f.depth < 14 }

// sameJSON marshals from, reads it as to's type and marshals that again.
func sameJSON(t *testing.T, from, to any) {
	t.Helper()
	want, err := json.Marshal(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := utiljson.Unmarshal(want, to); err != nil {
		t.Fatalf("%s: %v", want, err)
	}
	got, err := json.Marshal(to)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Fatalf("%T to %T:\n got %s\nwant %s", from, to, got, want)
	}
}

func TestObjectsKeepTheirJSONBothWays(t *testing.T) {
	f := &filler{random: rand.New(rand.NewPCG(15, 16))}
	for _, p := range pairs() {
		for range 40 {
			ours, theirs := reflect.New(reflect.TypeOf(p.ours)), reflect.New(reflect.TypeOf(p.theirs))
			f.fill(ours.Elem())
			sameJSON(t, ours.Interface(), theirs.Interface())
			theirs = reflect.New(reflect.TypeOf(p.theirs))
			f.fill(theirs.Elem())
			sameJSON(t, theirs.Interface(), reflect.New(reflect.TypeOf(p.ours)).Interface())
		}
	}
}

func TestDeepCopiesAreEqualAndShareNothing(t *testing.T) {
	f := &filler{random: rand.New(rand.NewPCG(17, 18))}
	for _, p := range pairs() {
		for range 20 {
			original := reflect.New(reflect.TypeOf(p.ours))
			f.fill(original.Elem())
			before, _ := json.Marshal(original.Interface())
			copied := original.MethodByName("DeepCopy").Call(nil)[0]
			if !reflect.DeepEqual(original.Interface(), copied.Interface()) {
				t.Fatalf("the copy of %s differs", before)
			}
			if shared := sharedMemory(original.Elem(), copied.Elem()); shared != "" {
				t.Fatalf("%T: the copy shares %s with the original", p.ours, shared)
			}
		}
	}
}

// sharedMemory names a type of which the same memory is reachable from both values.
func sharedMemory(a, b reflect.Value) string {
	switch a.Kind() {
	case reflect.Struct:
		if a.Type() == reflect.TypeFor[time.Time]() {
			return "" // immutable
		}
		for i := range a.NumField() {
			if shared := sharedMemory(a.Field(i), b.Field(i)); shared != "" {
				return shared
			}
		}
	case reflect.Pointer:
		if a.IsNil() {
			return ""
		}
		if a.Pointer() == b.Pointer() && a.Type().Elem().Size() > 0 {
			return a.Type().String()
		}
		return sharedMemory(a.Elem(), b.Elem())
	case reflect.Slice:
		if a.Len() > 0 && a.Pointer() == b.Pointer() {
			return a.Type().String()
		}
		for i := range a.Len() {
			if shared := sharedMemory(a.Index(i), b.Index(i)); shared != "" {
				return shared
			}
		}
	case reflect.Map:
		if a.Len() > 0 && a.Pointer() == b.Pointer() {
			return a.Type().String()
		}
		for _, key := range a.MapKeys() {
			if shared := sharedMemory(a.MapIndex(key), b.MapIndex(key)); shared != "" {
				return shared
			}
		}
	}
	return ""
}

// upstreamPatch does to an object what the DaemonSet controller does.
func upstreamPatch(t *testing.T, ds *appsv1.DaemonSet) []byte {
	t.Helper()
	var raw map[string]any
	b, _ := utiljson.Marshal(ds)
	if err := utiljson.Unmarshal(b, &raw); err != nil {
		t.Fatal(err)
	}
	out, _ := utiljson.Marshal(raw)
	return out
}

func TestCanonicalJSONEqualsUpstream(t *testing.T) {
	f := &filler{random: rand.New(rand.NewPCG(19, 20))}
	for range 200 {
		var theirs appsv1.DaemonSet
		var ours api.DaemonSet
		f.fill(reflect.ValueOf(&theirs).Elem())
		convert(t, &theirs, &ours)
		got, err := api.CanonicalJSON(&ours)
		if err != nil {
			t.Fatal(err)
		}
		if want := upstreamPatch(t, &theirs); !bytes.Equal(got, want) {
			t.Fatalf("got  %s\nwant %s", got, want)
		}
	}
}
