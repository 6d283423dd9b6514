package strategy

import (
	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/defaults"
	"github.com/rollscope/rollscope/core/api/validation"
)

// Admission is what an API server does with an object of any kind between reading
// and storing it: it completes the object and says what is against it. old is the
// stored object that an update replaces, nil for a create.
//
// A program that only ever stores objects which were admitted before can do with
// Complete, and leaves out everything that Admit knows to refuse.
type Admission func(object, old any) Verdict

// Admit completes an object and refuses what an API server refuses. The verdict has
// no warnings; Create and Update have those.
func Admit(object, old any) Verdict {
	v := Complete(object, old)
	if v.Unreadable == nil {
		v.Errors = against(object, old)
	}
	return v
}

// Complete fills in what a write leaves to the API server, and judges nothing.
func Complete(object, old any) Verdict {
	switch o := object.(type) {
	case *api.DaemonSet:
		return completeSet(o, old)
	case *api.Pod:
		defaults.Pod(o)
	case *api.PriorityClass:
		defaults.PriorityClass(o)
	case *api.Node:
		if old == nil {
			defaults.Node(o)
		}
	}
	return Verdict{}
}

func completeSet(ds *api.DaemonSet, old any) Verdict {
	defaults.DaemonSet(ds)
	if stored, ok := old.(*api.DaemonSet); ok {
		return Verdict{Unreadable: PrepareForUpdate(ds, stored)}
	}
	return Verdict{Unreadable: PrepareForCreate(ds)}
}

// against are the errors of a complete object.
func against(object, old any) []*validation.FieldError {
	switch o := object.(type) {
	case *api.DaemonSet:
		if stored, ok := old.(*api.DaemonSet); ok {
			return validation.DaemonSetUpdate(o, stored)
		}
		return validation.DaemonSet(o)
	case *api.Pod:
		return validation.Pod(o)
	case *api.Node:
		return validation.Node(o)
	case *api.PriorityClass:
		if stored, ok := old.(*api.PriorityClass); ok {
			return validation.PriorityClassUpdate(o, stored)
		}
		return validation.PriorityClass(o)
	case *api.PodDisruptionBudget:
		return validation.PodDisruptionBudget(o)
	}
	return nil
}
