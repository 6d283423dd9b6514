package state

import (
	"fmt"
	"testing"
)

func TestEventsAreCountedCombinedAndDropped(t *testing.T) {
	var c Correlator
	o := EventOrigin{Source: "daemonset-controller", Kind: "DaemonSet", Name: "agent"}
	report := func(at Time, message string) Occurrence {
		return c.Report(at, o, Report{Reason: "SuccessfulCreate", Message: message, Source: o.Source})
	}
	for i := range 9 {
		if got := report(0, fmt.Sprint("pod ", i)); got.Key.Combined || got.Count != 1 {
			t.Errorf("pod %d: %+v", i, got)
		}
	}
	if got := report(Second, "pod 3"); got.Key.Combined || got.Count != 2 || got.First != 0 {
		t.Errorf("the same again: %+v", got)
	}
	for i := range 5 {
		got := report(2*Second, fmt.Sprint("pod ", 10+i))
		if !got.Key.Combined || got.Count != int32(i+1) || got.Message != fmt.Sprint("(combined from similar events): pod ", 10+i) {
			t.Errorf("the tenth and more: %+v", got)
		}
	}
	if got := report(603*Second, "pod 20"); got.Key.Combined {
		t.Errorf("after ten minutes: %+v", got)
	}
	dropped := 0
	for range 30 {
		if report(604*Second, "pod 20").Dropped {
			dropped++
		}
	}
	// 15 were written at first, one and the 30 now; 25 may be, and two more for ten minutes.
	if dropped != 15+1+30-25-2 {
		t.Errorf("%d were dropped", dropped)
	}
	s := EventOrigin{Source: "default-scheduler", Kind: "Pod", Name: "agent-x"}
	for i := range 40 {
		if got := c.Report(0, s, Report{Source: s.Source, Message: fmt.Sprint(i)}); got.Dropped || got.Key.Combined {
			t.Errorf("of the scheduler: %+v", got)
		}
	}
}
