package edge

import (
	"net/http"
	"strconv"

	"github.com/rollscope/rollscope/core/api/decode/tree"
	"github.com/rollscope/rollscope/core/api/manifest"
	"github.com/rollscope/rollscope/core/scenario"
	"github.com/rollscope/rollscope/core/scenario/summary"
	"github.com/rollscope/rollscope/core/scenario/transcript"
)

// maxOutput is how many bytes the commands of a scenario may print, all together.
const maxOutput = 4 << 20

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
	budget, printed := s.limits.Events, 0
	var over *problem
	report := scenario.RunWhile(parsed, scenario.Options{Seed: seed, Budget: &budget}, func(r *scenario.Report) bool {
		last := &r.Results[len(r.Results)-1]
		nodes := r.End.Cluster().NodeCount()
		switch printed += len(last.Output); {
		case budget < 0:
			over = s.spent()
		case nodes > s.limits.Nodes:
			over = tooManyNodes(nodes, s.limits.Nodes)
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
