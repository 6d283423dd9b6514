package edge

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/rollscope/rollscope/core/api/decode/tree"
	"github.com/rollscope/rollscope/core/api/manifest"
	"github.com/rollscope/rollscope/core/scenario"
	"github.com/rollscope/rollscope/core/scenario/summary"
	"github.com/rollscope/rollscope/core/scenario/transcript"
)

const (
	// maxOutput is how many bytes the commands of a scenario may print, all together.
	maxOutput = 4 << 20
	// maxCommand is how long one command may be, in bytes.
	maxCommand = 4096
)

// postRun is POST /api/v1/run.
func (s *server) postRun(r *http.Request) (*answer, error) {
	if _, err := accepted(r, plainJSON); err != nil {
		return nil, err
	}
	f, err := s.read(r, "scenario", runTakes)
	if err != nil {
		return nil, err
	}
	report, err := s.run(f)
	if err != nil {
		return nil, err
	}
	a := jsonAnswer(http.StatusOK, report)
	a.ends(report.OK)
	return a, nil
}

// run answers the fields of run.
func (s *server) run(f *fields) (*summary.Report, error) {
	seed, err := f.number("seed")
	if err != nil {
		return nil, err
	}
	file, err := f.scenario()
	if err != nil {
		return nil, err
	}
	played, err := s.play(file, seed)
	if err != nil {
		return nil, err
	}
	report := &summary.Report{}
	report.Add(summary.Of(played))
	return report, nil
}

// scenario is the field scenario, a text or {name, content}, with the field name.
func (f *fields) scenario() (manifest.File, error) {
	n := f.values["scenario"]
	if n == nil {
		return manifest.File{}, invalid(http.StatusUnprocessableEntity, "scenario is missing: send the text of a scenario file", "")
	}
	name, err := f.text("name")
	if err != nil {
		return manifest.File{}, err
	}
	if name == "" {
		name = "scenario.txtar"
	}
	if n.Kind != tree.Text && n.Member("content") == nil {
		return manifest.File{}, f.wrong(n.At, "scenario", "must be the text of a scenario file, but is "+n.Describe())
	}
	file, err := f.oneFile("scenario", name, n)
	if err == nil && !fit(file.Name) {
		return file, f.wrong(n.At, "name", "must be printable text of 1 to 200 characters")
	}
	return file, err
}

// play reads and runs a scenario, within the limits.
func (s *server) play(file manifest.File, seed uint64) (*scenario.Report, error) {
	parsed, err := transcript.Parse(file.Name, file.Content)
	if err != nil {
		return nil, err
	}
	manifests := make([]manifest.File, len(parsed.Manifests))
	for i, m := range parsed.Manifests {
		manifests[i] = manifest.File{Name: m.Name, Content: m.Content}
	}
	if err := s.within(manifests); err != nil {
		return nil, err
	}
	if err := s.short(parsed); err != nil {
		return nil, err
	}
	budget, printed, before := s.limits.Events, 0, s.limits.Events
	size := weight(parsed)
	var over *problem
	report := scenario.RunWhile(parsed, scenario.Options{Seed: seed, Budget: &budget, Docs: s.options.Docs()}, func(r *scenario.Report) bool {
		last := &r.Results[len(r.Results)-1]
		nodes := r.End.Cluster().NodeCount()
		budget -= effort(last, before-budget, nodes, size)
		before = budget
		switch printed += len(last.Output); {
		case budget < 0:
			over = s.spent()
		case nodes > s.limits.Nodes || nodes*len(r.End.Branches()) > 10*s.limits.Nodes:
			over = tooManyNodes(nodes*len(r.End.Branches()), s.limits.Nodes)
		case printed > maxOutput:
			over = limited(http.StatusUnprocessableEntity, "output", maxOutput, "the commands print more than "+count(maxOutput, "bytes"))
		default:
			return true
		}
		over.Detail = file.Name + ":" + strconv.Itoa(last.Step.Line) + ": " + over.Detail
		over.Errors = []mistake{{file.Name, last.Step.Line, 1, "", "Limit", over.Detail, ""}}
		return false
	})
	if over != nil {
		return nil, over
	}
	return report, nil
}

// short refuses commands that are too long: conditions are asked after every event.
func (s *server) short(f *transcript.File) error {
	for i := range f.Steps {
		if len(f.Steps[i].Command) > maxCommand {
			p := limited(http.StatusUnprocessableEntity, "command", maxCommand, f.Name+":"+strconv.Itoa(f.Steps[i].Line)+": a command of more than "+count(maxCommand, "bytes"))
			p.Errors = []mistake{{f.Name, f.Steps[i].Line, 1, "", "Limit", p.Detail, ""}}
			return p
		}
	}
	return nil
}

// weight is how many bytes of manifests a scenario has.
func weight(f *transcript.File) int {
	n := 0
	for i := range f.Manifests {
		n += len(f.Manifests[i].Content)
	}
	return n
}

// effort is what a command takes from the budget beside the events that it caused: going
// back and forth in time, looking at all nodes, reading manifests. The numbers make an
// event of each as dear as one that is simulated.
func effort(r *scenario.Result, caused, nodes, manifests int) int {
	moved := r.LastEvent - r.FirstEvent
	e := max(max(moved, -moved)-caused, 0)/10 + nodes/4
	if strings.Contains(r.Step.Command, "-f") {
		e += manifests / 32
	}
	return e
}
