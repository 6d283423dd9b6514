package daemon

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/state"
)

// histories is the list of revisions in a namespace with what a sync does to it.
type histories struct {
	t    *testing.T
	set  *state.DaemonSet
	all  []*state.Revision
	next state.RevisionID
	live map[string]bool
}

func newHistories(t *testing.T) *histories {
	return &histories{t: t, set: newSet(), live: map[string]bool{}}
}

// image edits the template and syncs.
func (h *histories) image(name, cause string) HistoryPlan {
	set := *h.set
	set.Object = set.Object.DeepCopy()
	set.Object.Spec.Template.Spec.Containers[0].Image = name
	set.Object.Annotations["kubernetes.io/change-cause"] = cause
	h.set = &set
	return h.sync()
}

func (h *histories) sync() HistoryPlan {
	plan := History(h.set, h.all, Patch(h.set.Object), 0)
	h.apply(plan.Changes)
	if plan.CollisionCount != nil {
		set := *h.set
		set.Status.CollisionCount = plan.CollisionCount
		h.set = &set
	}
	if plan.Err != nil {
		return plan
	}
	h.apply(Cleanup(h.set, plan.Old, func(hash string) bool { return h.live[hash] }))
	return plan
}

func (h *histories) apply(changes []RevisionChange) {
	for _, c := range changes {
		if _, ok := reason.Lookup(c.Why.Code); !ok || c.Why.Sentence(reason.Chinese) == "" {
			h.t.Errorf("change %+v is not explained", c)
		}
		kept := []*state.Revision{}
		for _, r := range h.all {
			if r.Name != c.Revision.Name {
				kept = append(kept, r)
			}
		}
		if !c.Delete {
			r := *c.Revision
			if r.ID == state.None {
				r.ID = h.next
				h.next++
			}
			kept = append(kept, &r)
		}
		h.all = kept
	}
}

// numbers prints the revisions by number with their change cause.
func (h *histories) numbers() string {
	var out []string
	for n := range int64(100) {
		for _, r := range h.all {
			if r.Number == n {
				out = append(out, fmt.Sprintf("%d=%s", n, r.Annotations["kubernetes.io/change-cause"]))
			}
		}
	}
	return strings.Join(out, " ")
}

func (h *histories) limit(n int32) {
	set := *h.set
	set.Object = set.Object.DeepCopy()
	set.Object.Spec.RevisionHistoryLimit = &n
	h.set = &set
}

func TestHistoryRenumbersOnTheWayBackAndKeepsItsLimit(t *testing.T) {
	h := newHistories(t)
	h.limit(2)
	for _, v := range []struct{ image, want string }{
		{"v1", "1=to v1"}, {"v2", "1=to v1 2=to v2"}, {"v3", "1=to v1 2=to v2 3=to v3"}, {"v4", "2=to v2 3=to v3 4=to v4"},
	} {
		if h.image(v.image, "to "+v.image); h.numbers() != v.want {
			t.Errorf("%s: %s, want %s", v.image, h.numbers(), v.want)
		}
	}
	if h.image("v3", "back to v3"); h.numbers() != "2=to v2 4=to v4 5=to v3" {
		t.Errorf("back to v3: %s", h.numbers())
	}
	if plan := h.sync(); len(plan.Changes) != 0 || plan.Hash != plan.Current.Hash || plan.Hash == "" {
		t.Errorf("a further sync: %+v", plan)
	}
	h.limit(0)
	if h.sync(); h.numbers() != "5=to v3" {
		t.Errorf("limit 0: %s", h.numbers())
	}
}

// A DaemonSet deleted with --cascade=orphan and made again with an earlier template
// adopts the revisions and cannot renumber one in the same sync.
func TestARevisionIsNotWrittenInTheSyncThatAdoptedIt(t *testing.T) {
	h := newHistories(t)
	h.image("v1", "v1")
	h.image("v2", "v2")
	for i := range h.all {
		orphan := *h.all[i]
		orphan.Set = state.None
		h.all[i] = &orphan
	}
	plan := h.image("v1", "v1 again")
	if plan.Err == nil || !strings.Contains(plan.Err.Error(), "the object has been modified") || len(plan.Changes) != 2 || h.numbers() != "1=v1 2=v2" {
		t.Errorf("the first sync: %s, %v, %+v", h.numbers(), plan.Err, plan.Changes)
	}
	if plan = h.sync(); plan.Err != nil || h.numbers() != "2=v2 3=v1" {
		t.Errorf("the second sync: %s, %v", h.numbers(), plan.Err)
	}
}

func TestHistoryIsOneCurrentRevisionWithTheHighestNumberWhateverCameBefore(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 5))
		h := newHistories(t)
		h.limit(int32(r.IntN(4)))
		for step := range 15 {
			for _, rev := range h.all { // somebody orphans, copies or strips a revision, or uses it
				edited := *rev
				switch r.IntN(12) {
				case 0:
					rev.Set = state.None
				case 1:
					edited.Name, edited.Number = fmt.Sprint(rev.Name, "-", step), int64(r.IntN(9))
					h.all = append(h.all, &edited)
				case 2:
					rev.Hash = ""
				case 3:
					h.live[rev.Hash] = r.IntN(2) == 0
				}
			}
			if plan := h.image([]string{"a", "b", "c", "d", "e"}[r.IntN(5)], ""); plan.Err != nil {
				h.sync() // what was adopted can be written now
			}
			if plan := h.sync(); len(plan.Changes) != 0 {
				t.Fatalf("seed %d step %d: the second of two syncs changes %+v", seed, step, plan.Changes)
			}
			h.check(t, fmt.Sprintf("seed %d step %d", seed, step))
		}
	}
}

// check holds the revisions to what must be true after a sync.
func (h *histories) check(t *testing.T, context string) {
	t.Helper()
	current, dead := 0, 0
	newest := &state.Revision{}
	for _, r := range h.all {
		if r.Set != h.set.ID || r.Hash == "" || r.Labels[api.ControllerRevisionHashLabelKey] == "" {
			t.Fatalf("%s: stray revision %+v", context, r)
		}
		if r.Number > newest.Number {
			newest = r
		}
		if r.Data == Patch(h.set.Object) {
			current++
		} else if !h.live[r.Hash] {
			dead++
		}
	}
	if current != 1 || newest.Data != Patch(h.set.Object) || dead > int(*h.set.Object.Spec.RevisionHistoryLimit) {
		t.Fatalf("%s: %d current, newest %+v, %d that no pod uses", context, current, newest, dead)
	}
}

func TestCleanupPassesOverRevisionsThatPodsUse(t *testing.T) {
	h := newHistories(t)
	for _, image := range []string{"a", "b", "c", "d", "e"} {
		if h.image(image, image); image == "a" {
			h.live[h.all[0].Hash] = true
		}
	}
	h.limit(1)
	if h.sync(); h.numbers() != "1=a 5=e" {
		t.Errorf("left: %s", h.numbers())
	}
}

func TestSeveralRevisionsOfThePresentTemplateBecomeOne(t *testing.T) {
	h := newHistories(t)
	h.image("v1", "one")
	h.image("v2", "two")
	for _, r := range h.all {
		if r.Number == 2 {
			twin := *r
			twin.Name, twin.Hash, twin.Number = "agent-zz", "zz", 7
			twin.Labels = withLabel(r.Labels, api.ControllerRevisionHashLabelKey, "zz")
			h.all = append(h.all, &twin)
			break
		}
	}
	plan := h.sync()
	if !plan.Relabel || plan.Hash != "zz" || h.numbers() != "1=one 7=two" {
		t.Errorf("hash %s, relabel %v, left %s", plan.Hash, plan.Relabel, h.numbers())
	}
}

func TestANameTakenByAnotherTemplateRaisesTheCollisionCount(t *testing.T) {
	h := newHistories(t)
	first := Hash(Patch(h.set.Object), nil)
	h.all = []*state.Revision{{ID: 9, Namespace: "default", Name: "agent-" + first, Set: 3, Data: "other"}}
	plan := h.sync()
	want := `failed to construct revisions of DaemonSet: controllerrevisions.apps "agent-` + first + `" already exists`
	if plan.Err == nil || plan.Err.Error() != want || *plan.CollisionCount != 1 || plan.Current != nil {
		t.Fatalf("first sync: %+v", plan)
	}
	if plan = h.sync(); plan.Err != nil || plan.Hash == first || plan.Current.Number != 1 {
		t.Fatalf("second sync: %+v", plan)
	}
	h.set.Status.CollisionCount = nil
	h.all = []*state.Revision{{ID: 9, Namespace: "default", Name: "agent-" + first, Hash: first, Set: 3, Data: Patch(h.set.Object)}}
	if plan = h.sync(); plan.Err != nil || plan.Current.ID != 9 || len(plan.Changes) != 0 {
		t.Errorf("a foreign revision of the same template and name is used as it is: %+v", plan)
	}
}

func TestRevisionsWithoutAHashAreNamedAfterThemselves(t *testing.T) {
	h := newHistories(t)
	h.image("v1", "one")
	bare := *h.all[0]
	bare.Hash, bare.Name = "", "agent-by-hand"
	bare.Labels = map[string]string{"app": "agent"}
	h.all[0] = &bare
	if plan := h.sync(); plan.Hash != "agent-by-hand" || h.all[0].Labels[api.ControllerRevisionHashLabelKey] != "agent-by-hand" {
		t.Errorf("hash %q, revision %+v", plan.Hash, h.all[0])
	}
}

func TestOrphanedRevisionsAreAdoptedAndStrayOnesReleased(t *testing.T) {
	h := newHistories(t)
	h.image("v1", "one")
	h.image("v2", "two")
	for _, r := range h.all {
		r.Set = state.None
	}
	stray := &state.Revision{ID: 50, Namespace: "default", Name: "stray", Set: h.set.ID, Number: 9, Hash: "s", Data: "s"}
	elsewhere := &state.Revision{ID: 51, Namespace: "kube-system", Name: "elsewhere", Set: state.None, Labels: h.all[0].Labels, Number: 12}
	h.all = append(h.all, stray, elsewhere)
	plan := h.sync()
	codes := []string{}
	for _, c := range plan.Changes {
		codes = append(codes, string(c.Why.Code))
	}
	if got := strings.Join(codes, " "); got != "ClaimAdopted ClaimAdopted ClaimReleased" || plan.Current.Number != 2 {
		t.Errorf("changes %s, current %+v", got, plan.Current)
	}
}

func TestPatchIsTheTemplateInCanonicalJSON(t *testing.T) {
	ds := &api.DaemonSet{}
	ds.Spec.Template.Labels = map[string]string{"app": "log"}
	ds.Spec.Template.Spec.Containers = []api.Container{{Name: "c", Image: "fluentd:v1"}}
	want := `{"spec":{"template":{"$patch":"replace","metadata":{"labels":{"app":"log"}},"spec":{"containers":[{"image":"fluentd:v1","name":"c","resources":{}}]}}}}`
	if got := Patch(ds); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	ds.Spec.Template.Spec.Containers[0].Args = []string{"a<b && c>d"}
	if got := Patch(ds); !strings.Contains(got, `"a\u003cb \u0026\u0026 c\u003ed"`) {
		t.Errorf("got %s", got)
	}
}

func TestHashesAreStableAndSpellNothing(t *testing.T) {
	zero, one := int32(0), int32(1)
	seen := map[string]bool{}
	for _, count := range []*int32{nil, &zero, &one} {
		for _, patch := range []string{"a", "b"} {
			hash := Hash(patch, count)
			if seen[hash] || hash != Hash(patch, count) || len(hash) == 0 || len(hash) > 10 || strings.Trim(hash, "456789bcdf") != "" {
				t.Errorf("hash %q of %q", hash, patch)
			}
			seen[hash] = true
		}
	}
	if got := Hash("a", nil); got != safeEncode("3826002220") { // FNV-1a of "a" is e40c292c
		t.Errorf("hash of a is %s", got)
	}
}

func TestWhoOwnsAPod(t *testing.T) {
	deleting := *newSet()
	deleting.Foreground = true
	matching, other := map[string]string{"app": "agent", "x": "y"}, map[string]string{"app": "other"}
	owner := &api.OwnerReference{Kind: "Node"}
	for _, v := range []struct {
		name string
		set  *state.DaemonSet
		pod  state.Pod
		want ClaimAction
		code reason.Code
	}{
		{"its own", newSet(), state.Pod{Set: 7, Labels: matching}, Keep, "ClaimKept"},
		{"its own, being deleted", newSet(), state.Pod{Set: 7, Labels: matching, Deleted: 1}, Keep, "ClaimKept"},
		{"its own, relabelled", newSet(), state.Pod{Set: 7, Labels: other}, Release, "ClaimReleased"},
		{"relabelled, of a set being deleted", &deleting, state.Pod{Set: 7, Labels: other}, Ignore, "ClaimSetDeleted"},
		{"of another set", newSet(), state.Pod{Set: 8, Labels: matching}, Ignore, "ClaimOwnedByOther"},
		{"a mirror pod", newSet(), state.Pod{Set: state.None, Owner: owner, Labels: matching}, Ignore, "ClaimOwnedByOther"},
		{"an orphan", newSet(), state.Pod{Set: state.None, Labels: matching}, Adopt, "ClaimAdopted"},
		{"an orphan, being deleted", newSet(), state.Pod{Set: state.None, Labels: matching, Deleted: 1}, Ignore, "ClaimLeaving"},
		{"an orphan with other labels", newSet(), state.Pod{Set: state.None, Labels: other}, Ignore, "ClaimNoMatch"},
		{"an orphan elsewhere", newSet(), state.Pod{Set: state.None, Labels: matching, Namespace: "kube-system"}, Ignore, "ClaimNoMatch"},
		{"an orphan, the set being deleted", &deleting, state.Pod{Set: state.None, Labels: matching}, Ignore, "ClaimSetDeleted"},
	} {
		p := v.pod
		if p.Deleted == 0 {
			p.Deleted = state.Never
		}
		if p.Namespace == "" {
			p.Namespace = "default"
		}
		if got := Claim(v.set, &p); got.Action != v.want || got.Why.Code != v.code {
			t.Errorf("%s: %+v", v.name, got)
		}
	}
}
