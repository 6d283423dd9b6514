package deepcopy_test

import (
	"reflect"
	"testing"

	"github.com/rollscope/rollscope/core/api/deepcopy"
)

type leaf struct {
	Names  []string
	ByName map[string][]int
}

type root struct {
	Leaf   leaf
	Ptr    *leaf
	Leaves []*leaf
	Plain  [2]int
}

func TestACopySharesNothing(t *testing.T) {
	make := func() *root {
		return &root{
			Leaf: leaf{Names: []string{"a"}, ByName: map[string][]int{"x": {1}}}, Ptr: &leaf{Names: []string{}},
			Leaves: []*leaf{nil, {Names: []string{"b"}}}, Plain: [2]int{1, 2},
		}
	}
	original := make()
	copied := deepcopy.Of(original)
	if !reflect.DeepEqual(original, copied) {
		t.Fatalf("got %+v, want %+v", copied, original)
	}
	copied.Leaf.Names[0], copied.Leaf.ByName["x"][0], copied.Ptr.Names, copied.Leaves[1].Names[0] = "z", 9, nil, "z"
	copied.Leaf.ByName["y"] = nil
	if !reflect.DeepEqual(original, make()) {
		t.Errorf("the original is now %+v", original)
	}
	if deepcopy.Of[root](nil) != nil {
		t.Error("nil has a copy")
	}
}
