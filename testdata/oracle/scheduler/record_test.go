package scheduler

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	core "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes/fake"
	clienttesting "k8s.io/client-go/testing"
	"k8s.io/client-go/tools/events"
	"k8s.io/klog/v2"
	"k8s.io/kubernetes/pkg/scheduler"
)

// recorder keeps the Events about the daemon pod.
type recorder struct {
	told chan string // reason, then note
}

func (r *recorder) Eventf(regarding, _ runtime.Object, _, reason, _, note string, args ...any) {
	if p, ok := regarding.(*core.Pod); ok && p.Labels["app"] == "agent" {
		r.told <- reason + " " + fmt.Sprintf(note, args...)
	}
}

func (r *recorder) WithLogger(klog.Logger) events.EventRecorderLogger { return r }

// attempt lets the scheduler try the daemon pod once. This runs in real time: the
// scheduler listens for a signal, which no bubble of testing/synctest allows.
func attempt(t *testing.T, s *Scenario) (a Answer) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	client := fake.NewSimpleClientset(s.objects(time.Now().Truncate(time.Second))...)
	client.PrependReactor("create", "pods", func(a clienttesting.Action) (bool, runtime.Object, error) {
		return a.GetSubresource() == "binding", nil, nil
	})
	r := &recorder{told: make(chan string, 100)}
	factory := scheduler.NewInformerFactory(client, 0, nil)
	sched, err := scheduler.New(ctx, client, factory, nil, func(string) events.EventRecorderLogger { return r },
		scheduler.WithPodInitialBackoffSeconds(600), scheduler.WithPodMaxBackoffSeconds(600))
	if err != nil {
		t.Fatal(err)
	}
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	if err := sched.WaitForHandlersSync(ctx); err != nil {
		t.Fatal(err)
	}
	go sched.Run(ctx)
	reason, note, _ := strings.Cut(<-r.told, " ")
	if reason == "Scheduled" {
		return Answer{Bound: true}
	}
	a.Message = note
	a.Victims = victims(client)
	return a
}

// victims are the pods that the scheduler deletes, once it has deleted the last.
func victims(client *fake.Clientset) []string {
	count := func() (names []string) {
		for _, action := range client.Actions() {
			if d, ok := action.(clienttesting.DeleteAction); ok && d.GetResource().Resource == "pods" {
				names = append(names, d.GetName())
			}
		}
		return names
	}
	for quiet, seen := 0, len(client.Actions()); quiet < 6; quiet++ {
		time.Sleep(10 * time.Millisecond)
		if now := len(client.Actions()); now != seen {
			quiet, seen = 0, now
		}
	}
	names := count()
	slices.Sort(names)
	return names
}

func TestRecord(t *testing.T) {
	klog.LogToStderr(false)
	klog.SetOutput(&bytes.Buffer{})
	var asked, answered bytes.Buffer
	for seed := range uint64(300) {
		s := random(seed)
		ask, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := json.Marshal(attempt(t, s))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&asked, "%s\n", ask)
		fmt.Fprintf(&answered, "%s\n", answer)
	}
	keep(t, "scheduler.req.jsonl", asked.Bytes())
	keep(t, "scheduler.res.jsonl", answered.Bytes())
}

// keep writes a recording, or compares it with the one that is kept.
func keep(t *testing.T, name string, text []byte) {
	t.Helper()
	if folder := os.Getenv("ROLLSCOPE_RECORD"); folder != "" {
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	kept, err := os.ReadFile(filepath.Join("..", "recorded", name))
	if err != nil || !bytes.Equal(kept, text) {
		t.Errorf("%s is not what the real code answers (%v); `make oracle` records it anew", name, err)
	}
}
