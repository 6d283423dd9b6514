package main

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rollscope/rollscope/wasm/protocol"
	"github.com/rollscope/rollscope/wasm/sim/opening"
)

// small and full are conversations as the two programs of the page begin them.
func small() *protocol.Session {
	return protocol.NewOpening(protocol.Limits{}, opening.Scenario())
}
func full() *protocol.Session { return protocol.New(protocol.Limits{}) }

// lacks says that an answer is the one for what a program was built without.
func lacks(answer []byte) bool {
	var a struct{ Error struct{ Code string } }
	return json.Unmarshal(answer, &a) == nil && a.Error.Code == protocol.Lacking
}

// open opens the page's own scenario, as the page does.
func open(t *testing.T) string {
	t.Helper()
	text, err := json.Marshal(opening.Scenario().Text)
	if err != nil {
		t.Fatal(err)
	}
	return `{"v":1,"id":1,"do":"open","scenario":` + string(text) + `,"name":"opening.txtar","steps":-1,"since":-1}`
}

// visit is what somebody does on the page; every request has to be answered alike.
var visit = []string{
	`{"do":"version"}`,
	`{"do":"timeline","width":40}`,
	`{"do":"events","from":0,"to":1000}`,
	`{"do":"step","since":1}`,
	`{"do":"step","n":3,"since":2}`,
	`{"do":"wave","since":3}`,
	`{"do":"advance","by":1.25,"since":4}`,
	`{"do":"command","line":"break node/worker-2","since":5}`,
	`{"do":"why","node":"worker-2"}`,
	`{"do":"command","line":"break node/nobody","since":6}`,
	`{"do":"until","cond":"available>=9","within":5}`,
	`{"do":"fork","name":"mended","since":6}`,
	`{"do":"command","line":"mend node/worker-2","since":7}`,
	`{"do":"end","since":8}`,
	`{"do":"command","line":"image registry.example/fluentd:v1.17 never-ready"}`,
	`{"do":"compare"}`,
	`{"do":"switch","name":"main","since":9}`,
	`{"do":"end","since":10}`,
	`{"do":"back","n":4,"since":11}`,
	`{"do":"seek","event":20,"since":12}`,
	`{"do":"explain","code":"OldPodUnavailable"}`,
	`{"do":"seek","at":30,"since":12}`,
	`{"do":"branches"}`,
	`{"do":"state","since":0}`,
	`{"do":"nonsense"}`, `{"do":"step","m":1}`, `{"do":"state","since":"x"}`, `[1]`, `{`,
	`{"do":"command","line":"expect ds/fluentd available=5"}`,
	`{"do":"command","line":"helm install"}`, `{"do":"command","line":"kubectl 'x"}`, `{"do":"command","line":""}`,
	`{"do":"save"}`,
}

func TestTheSmallProgramAnswersAsTheFullOneDoes(t *testing.T) {
	a, b := small(), full()
	for _, request := range append([]string{`{"do":"step"}`, open(t)}, visit...) {
		got, want := string(a.Handle([]byte(request))), string(b.Handle([]byte(request)))
		if got != want {
			t.Errorf("%.100s:\nsmall %.1500s\nfull  %.1500s", request, got, want)
		}
	}
}

// needing are requests that only the full program answers.
var needing = []string{
	`{"do":"command","line":"kubectl get pods -n logging -o wide","since":1}`,
	`{"do":"command","line":"kubectl describe ds fluentd -n logging"}`,
	`{"do":"command","line":"kubectl get ds,nodes,controllerrevisions -A -o yaml"}`,
	`{"do":"command","line":"kubectl rollout undo ds/fluentd -n logging"}`,
	`{"do":"command","line":"why node/worker-1"}`,
	`{"do":"why"}`,
	`{"do":"run","to":2}`,
	`{"do":"open","scenario":"# Other\n$ advance 1s\n","steps":-1}`,
	`{"do":"open","files":[{"name":"a.yaml","content":"kind: Node"}]}`,
	`{"do":"validate","files":[{"name":"a.yaml","content":"kind: Node"}]}`,
	`{"do":"plan","files":[{"name":"a.yaml","content":"kind: DaemonSet"}],"count":3}`,
	`{"do":"sweep","strategies":[[1,0]]}`,
}

// TestHandedOverAnywhere gives the conversation of the small program to a full one
// after every request of a visit: what only that one can do then comes out as if it
// had been there from the beginning.
func TestHandedOverAnywhere(t *testing.T) {
	requests := append([]string{open(t)}, visit...)
	for n := 1; n <= len(requests); n++ {
		first, second, alone := small(), full(), full()
		for _, request := range requests[:n] {
			answer := first.Handle([]byte(request))
			if again := second.Handle([]byte(request)); string(again) != string(answer) {
				t.Fatalf("%.100s: told again, the answer is another one", request)
			}
			alone.Handle([]byte(request))
		}
		for _, request := range append(append([]string{}, needing...), visit...) {
			if got, want := string(second.Handle([]byte(request))), string(alone.Handle([]byte(request))); got != want {
				t.Fatalf("after %d requests, %.100s:\ngot  %.1000s\nwant %.1000s", n, request, got, want)
			}
		}
	}
}

// TestHandedOverInAnyOrder does the same along random walks.
func TestHandedOverInAnyOrder(t *testing.T) {
	for seed := range uint64(100) {
		random := rand.New(rand.NewPCG(seed, 1))
		own, alone, handed := small(), full(), false
		log := []string{open(t)}
		own.Handle([]byte(log[0]))
		alone.Handle([]byte(log[0]))
		for range 40 {
			request := visit[random.IntN(len(visit))]
			if random.IntN(20) == 0 {
				request = needing[random.IntN(5)]
			}
			got := own.Handle([]byte(request))
			if !handed && lacks(got) {
				own, handed = full(), true
				for _, r := range log {
					own.Handle([]byte(r))
				}
				got = own.Handle([]byte(request))
			}
			log = append(log, request)
			if want := alone.Handle([]byte(request)); !bytes.Equal(got, want) {
				t.Fatalf("seed %d, %.100s:\ngot  %.1000s\nwant %.1000s", seed, request, got, want)
			}
		}
	}
}

func TestWhatIsLackingIsSaidAndChangesNothing(t *testing.T) {
	s := small()
	s.Handle([]byte(open(t)))
	before := string(s.Handle([]byte(`{"do":"state","since":-1}`)))
	for _, request := range needing {
		if answer := s.Handle([]byte(request)); !lacks(answer) {
			t.Errorf("%s: %s", request, answer)
		}
	}
	after := strings.Replace(string(s.Handle([]byte(`{"do":"state","since":-1}`))), `"rev":3`, `"rev":2`, 1)
	if after != before {
		t.Errorf("state\n%s\nbefore\n%s", after, before)
	}
}

// TestEveryRequestWorksOrIsLacking holds the small program to all recorded
// conversations: where it does not lack what is asked for, it answers the same bytes.
func TestEveryRequestWorksOrIsLacking(t *testing.T) {
	files, err := filepath.Glob("../protocol/testdata/conversations/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no conversations", err)
	}
	for _, file := range files {
		recorded, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		answered, lacking := converse(t, filepath.Base(file), string(recorded))
		t.Logf("%s: %d answered, %d lacking", filepath.Base(file), answered, lacking)
	}
}

// converse hands a conversation over at the first request that the small program lacks.
func converse(t *testing.T, name, recorded string) (answered, lacking int) {
	t.Helper()
	s, handed := small(), false
	var log []string
	var request string
	for line := range strings.Lines(recorded) {
		line = strings.TrimSuffix(line, "\n")
		if strings.HasPrefix(line, "> ") {
			request = line[2:]
		}
		want, ok := strings.CutPrefix(line, "< ")
		if !ok {
			continue
		}
		answer := s.Handle([]byte(request))
		if !handed && lacks(answer) {
			s, handed = full(), true
			for _, r := range log {
				s.Handle([]byte(r))
			}
			answer = s.Handle([]byte(request))
		}
		if handed {
			lacking++
		} else {
			answered++
			log = append(log, request)
		}
		if string(answer) != want {
			t.Fatalf("%s: %.200s:\ngot  %.1000s\nwant %.1000s", name, request, answer, want)
		}
	}
	return answered, lacking
}
