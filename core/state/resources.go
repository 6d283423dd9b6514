package state

import (
	"maps"
	"sort"

	"github.com/rollscope/rollscope/core/api"
)

// Resources are amounts in the scheduler's units. Zero means none.
type Resources struct {
	MilliCPU         int64
	Memory           int64 // bytes
	EphemeralStorage int64 // bytes
	// Extended are the other resources (devices, hugepages), sorted by name.
	Extended []Extended
}

// Extended is an amount of a resource that is not one of the built-in ones.
type Extended struct {
	Name  string
	Value int64
}

// Room is what a node has to give: its allocatable.
type Room struct {
	Resources
	Pods int64 // how many pods it takes
}

// ResourcesOf reads an API resource list. Amounts round up, as the scheduler
// reads requests; the pod count is not part of it.
func ResourcesOf(list api.ResourceList) Resources {
	var r Resources
	for name, q := range list {
		switch name {
		case api.ResourceCPU:
			r.MilliCPU = q.MilliValue()
		case api.ResourceMemory:
			r.Memory = q.Value()
		case api.ResourceEphemeralStorage:
			r.EphemeralStorage = q.Value()
		case api.ResourcePods:
		default:
			r.Extended = append(r.Extended, Extended{string(name), q.Value()})
		}
	}
	sort.Slice(r.Extended, func(i, j int) bool { return r.Extended[i].Name < r.Extended[j].Name })
	return r
}

// CommonMachine is what a machine has of which nothing is said: 4 CPUs, 16 GiB of memory,
// 100 GiB of disk, 110 pods.
func CommonMachine() api.ResourceList {
	return api.ResourceList{
		api.ResourceCPU: api.MustParseQuantity("4"), api.ResourceMemory: api.MustParseQuantity("16Gi"),
		api.ResourceEphemeralStorage: api.MustParseQuantity("100Gi"), api.ResourcePods: api.MustParseQuantity("110"),
	}
}

// Furnish gives the status of a Node that says nothing about its machine a common one, and
// one that does not say how many pods it takes 110. Maps that are there are left alone.
func Furnish(s *api.NodeStatus) {
	if s.Allocatable == nil && s.Capacity == nil {
		s.Allocatable = CommonMachine()
	}
	if s.Allocatable == nil {
		s.Allocatable = s.Capacity
	}
	if s.Capacity == nil {
		s.Capacity = s.Allocatable
	}
	if _, ok := s.Allocatable[api.ResourcePods]; !ok {
		list := maps.Clone(s.Allocatable)
		if list == nil {
			list = api.ResourceList{}
		}
		list[api.ResourcePods] = api.MustParseQuantity("110")
		s.Allocatable = list
	}
}

// RoomOf reads a node's allocatable (capacity where allocatable is missing).
func RoomOf(n *api.Node) Room {
	list := n.Status.Allocatable
	if list == nil {
		list = n.Status.Capacity
	}
	pods := list[api.ResourcePods]
	return Room{Resources: ResourcesOf(list), Pods: pods.Value()}
}

// Plus is the sum of two amounts.
func (r Resources) Plus(o Resources) Resources {
	return r.combine(o, func(a, b int64) int64 { return a + b })
}

// Minus is r less o.
func (r Resources) Minus(o Resources) Resources {
	return r.combine(o, func(a, b int64) int64 { return a - b })
}

// Max is the larger of the two, resource by resource.
func (r Resources) Max(o Resources) Resources {
	return r.combine(o, func(a, b int64) int64 { return max(a, b) })
}

// Of is the amount of an extended resource.
func (r Resources) Of(name string) int64 {
	for _, e := range r.Extended {
		if e.Name == name {
			return e.Value
		}
	}
	return 0
}

func (r Resources) combine(o Resources, f func(a, b int64) int64) Resources {
	out := Resources{
		MilliCPU:         f(r.MilliCPU, o.MilliCPU),
		Memory:           f(r.Memory, o.Memory),
		EphemeralStorage: f(r.EphemeralStorage, o.EphemeralStorage),
	}
	i, j := 0, 0
	for i < len(r.Extended) || j < len(o.Extended) {
		switch {
		case j == len(o.Extended) || i < len(r.Extended) && r.Extended[i].Name < o.Extended[j].Name:
			out.Extended = append(out.Extended, Extended{r.Extended[i].Name, f(r.Extended[i].Value, 0)})
			i++
		case i == len(r.Extended) || o.Extended[j].Name < r.Extended[i].Name:
			out.Extended = append(out.Extended, Extended{o.Extended[j].Name, f(0, o.Extended[j].Value)})
			j++
		default:
			out.Extended = append(out.Extended, Extended{r.Extended[i].Name, f(r.Extended[i].Value, o.Extended[j].Value)})
			i, j = i+1, j+1
		}
	}
	return out
}
