package core

import (
	"fmt"
	"sort"
	"strings"
	"testing"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/daemon"
	"github.com/rollscope/rollscope/internal/oracle"
)

// argued are the recordings that we do not agree with, each with the reason. An
// entry that has begun to agree has to go.
var argued = map[string]string{}

// apart are what no trace is held to.
var apart = []string{
	"names of pods and revisions: pods are compared by node and revision number",
	"messages of Events: they are compared by type and reason",
	"the sync that follows a write of the controller's own and finds nothing to do: the engine leaves it out, the test puts it in",
}

func TestOracleTraces(t *testing.T) {
	random, written := randomRecordings(t), writtenRecordings(t)
	for _, part := range []struct {
		what       string
		recordings []recording
	}{{"traces", random}, {"stories", written}} {
		count := oracle.Count{Of: len(part.recordings), Apart: apart}
		for i := range part.recordings {
			s := &part.recordings[i]
			err := newReplay(s).run()
			why, excepted := argued[s.Name]
			switch {
			case err == nil && excepted:
				t.Errorf("%s agrees by now; it was an exception because %s", s.Name, why)
			case err == nil:
				count.Agree++
			case excepted:
				count.Exceptions = append(count.Exceptions, oracle.Exception{What: s.Name, Why: why})
			default:
				t.Errorf("%s: %v", s.Name, err)
			}
		}
		count.Tell(t, part.what)
	}
}

// compare holds what the step did, and what it left, to the recording.
func (r *replay) compare(want *recordedStep) error {
	wanted := make([]string, 0, len(want.Syncs))
	for i := range want.Syncs {
		wanted = append(wanted, describe(&want.Syncs[i]))
	}
	got := make([]string, 0, len(r.syncs))
	for i := range r.syncs {
		got = append(got, describe(&r.syncs[i]))
	}
	if err := same("syncs", got, wanted); err != nil {
		return err
	}
	if err := r.compareEvents(want); err != nil {
		return err
	}
	if err := r.compareSet(want); err != nil {
		return err
	}
	return r.comparePods(want)
}

// describe puts a sync into one line.
func describe(s *recordedSync) string {
	var parts []string
	for _, c := range s.Creates {
		parts = append(parts, fmt.Sprintf("+%s/%d", c.Node, c.Revision))
	}
	for _, c := range s.Deletes {
		parts = append(parts, fmt.Sprintf("-%s/%d", c.Node, c.Revision))
	}
	sort.Strings(parts)
	for _, c := range s.ControllerRevisions {
		what, _, _ := strings.Cut(c, " name=")
		parts = append(parts, what)
	}
	if s.Status != nil {
		parts = append(parts, fmt.Sprint("status ", daemon.CountsOf(s.Status), " observed ", s.Status.ObservedGeneration))
	}
	if s.Error != "" {
		parts = append(parts, "error "+s.Error)
	}
	return fmt.Sprintf("tick %d: %s", s.Tick, strings.Join(parts, ", "))
}

func same[T any](what string, got, want []T) error {
	if fmt.Sprint(got) == fmt.Sprint(want) {
		return nil
	}
	return fmt.Errorf("%s:\n  got  %s\n  want %s", what, list(got), list(want))
}

func list[T any](items []T) string {
	lines := make([]string, 0, len(items))
	for _, it := range items {
		lines = append(lines, fmt.Sprint(it))
	}
	return strings.Join(lines, "\n       ")
}

// compareEvents holds the Events about the DaemonSet to the recorded ones, by
// type and reason: pods have other names here.
func (r *replay) compareEvents(want *recordedStep) error {
	var recorded []string
	for _, e := range want.Events {
		words := strings.SplitN(e, " ", 3)
		recorded = append(recorded, words[0]+" "+words[1])
	}
	sort.Strings(recorded)
	sort.Strings(r.events)
	return same("Events", r.events, recorded)
}

func (r *replay) compareSet(want *recordedStep) error {
	d := r.set()
	if d == nil || want.Generation == 0 {
		if d != nil || want.Generation != 0 {
			return fmt.Errorf("the DaemonSet exists here or there, not in both")
		}
		return nil
	}
	line, _, err := daemon.RolloutStatus(d)
	if err != nil {
		line = "error: " + err.Error()
	}
	limits := r.limits(d.Object, want)
	got := []string{fmt.Sprint("generation ", d.Object.Generation), line, limits, describe(&recordedSync{Status: &d.Status})}
	wanted := []string{
		fmt.Sprint("generation ", want.Generation), want.RolloutStatus,
		fmt.Sprintf("maxUnavailable %d, maxSurge %d", want.MaxUnavailable, want.MaxSurge), describe(&recordedSync{Status: want.Status}),
	}
	if err := same("DaemonSet", got, wanted); err != nil {
		return err
	}
	var numbers, recorded []int64
	for _, revision := range r.c.revisionsIn("default") {
		numbers = append(numbers, revision.Number)
	}
	for _, revision := range want.Revisions {
		recorded = append(recorded, revision.Revision)
	}
	sort.Slice(numbers, func(i, j int) bool { return numbers[i] < numbers[j] })
	sort.Slice(recorded, func(i, j int) bool { return recorded[i] < recorded[j] })
	return same("revisions", numbers, recorded)
}

// limits are the whole numbers that maxUnavailable and maxSurge come to.
func (r *replay) limits(d *api.DaemonSet, want *recordedStep) string {
	unavailable, surge, err := daemon.Limits(d, int(want.Status.DesiredNumberScheduled))
	if err != nil {
		return err.Error()
	}
	return fmt.Sprintf("maxUnavailable %d, maxSurge %d", unavailable, surge)
}

func (r *replay) comparePods(want *recordedStep) error {
	if r.s.Brief {
		return nil
	}
	var got, wanted []string
	for _, p := range r.c.PodRecords() {
		got = append(got, fmt.Sprint(recordedPod{
			Node: r.c.nameOf(p), Revision: r.revision(p.Hash()), Phase: p.Phase.String(),
			Ready: p.Ready, Available: p.Available, Bound: p.Bound(), Deleting: p.Terminating(),
		}))
	}
	for _, p := range want.Pods {
		wanted = append(wanted, fmt.Sprint(p))
	}
	sort.Strings(got)
	sort.Strings(wanted)
	return same("pods", got, wanted)
}
