package protocol

import (
	"errors"
	"strconv"
	"strings"

	"github.com/rollscope/rollscope/core/api/strategy"
	"github.com/rollscope/rollscope/core/kubectl"
	"github.com/rollscope/rollscope/core/scenario"
	"github.com/rollscope/rollscope/core/scenario/transcript"
	"github.com/rollscope/rollscope/core/state"
	"github.com/rollscope/rollscope/wasm/protocol/track"
)

// opened describes a scenario.
type opened struct {
	Title    prose       `json:"title"`
	Steps    []stepText  `json:"steps"`
	After    []prose     `json:"after,omitempty"`
	Files    []namedFile `json:"files"`
	Position int         `json:"position"`
	Ran      []ran       `json:"ran,omitempty"`
}

type prose struct {
	English string `json:"en"`
	Chinese string `json:"zh,omitempty"`
}

// stepText is a command of the file with what stands around it.
type stepText struct {
	Command string  `json:"command"`
	Prose   []prose `json:"prose,omitempty"`
	Output  string  `json:"output,omitempty"`
	Fails   bool    `json:"fails,omitempty"`
	Line    int     `json:"line"`
}

type namedFile struct {
	Name    string `json:"name"`
	Content string `json:"content"`
	Line    int    `json:"line"`
}

// ran is a command that was run.
type ran struct {
	Command string  `json:"command"`
	Output  string  `json:"output"`
	Failed  bool    `json:"failed"`
	Differs bool    `json:"differs,omitempty"` // from what the file says
	From    seconds `json:"from"`
	To      seconds `json:"to"`
	Branch  string  `json:"branch"`
}

// position is where a run of the file has come to.
type position struct {
	Position int   `json:"position"`
	Ran      []ran `json:"ran"`
}

func (s *Session) open(a args) (any, error) {
	text, err := s.toOpen(a)
	if err != nil {
		return nil, err
	}
	name := a.text("name")
	if name == "" {
		name = "scenario.txtar"
	}
	f, err := transcript.Parse(name, []byte(text))
	if err != nil {
		return nil, fileErrors(err)
	}
	seed := uint64(a.number("seed", 0, 0, 1<<53))
	return s.begin(scenario.Open(f, s.options(seed)), seed, a.number("steps", 0, -1, transcript.MaxSteps))
}

// options are those of a scenario.
func (s *Session) options(seed uint64) scenario.Options {
	return scenario.Options{Seed: seed, MaxTime: s.limits.Time, MaxEvents: s.limits.Events, Docs: s.docs}
}

// begin puts a scenario in place of the one before and runs so many of its steps.
func (s *Session) begin(to *scenario.Session, seed uint64, steps int) (any, error) {
	s.reset()
	s.scenario, s.seed, s.tracks = to, seed, map[string]*track.Track{}
	out := describe(to.File())
	var err error
	if out.Ran, err = s.runTo(stepsOf(steps, to.File())); err != nil {
		return nil, err
	}
	out.Position = to.Position()
	return out, nil
}

// openRecorded opens the scenario whose kubectl commands are recorded, and runs all of
// it, as the recording is of that. Its manifests were judged when they were recorded.
func (s *Session) openRecorded(a args) (any, error) {
	if a.text("scenario") != s.opening.Text || a.number("steps", 0, -1, 1) != -1 || a.number("seed", 0, 0, 1) != 0 {
		return nil, lacking("any scenario but the first")
	}
	f, err := transcript.Parse(a.text("name"), []byte(s.opening.Text))
	if err != nil {
		return nil, err
	}
	return s.begin(scenario.OpenWith(f, s.options(0), scenario.Parts{Kubectl: s.opening.Kubectl(), Admission: strategy.Complete}), 0, -1)
}

// stepsOf is a number of steps; -1 is all.
func stepsOf(n int, f *transcript.File) int {
	if n < 0 || n > len(f.Steps) {
		return len(f.Steps)
	}
	return n
}

// toOpen is the scenario to open, or one that applies the files given instead.
func (s *Session) toOpen(a args) (string, error) {
	if a.has("scenario") {
		return a.text("scenario"), nil
	}
	files, err := s.files(a, "files")
	if err != nil {
		return "", err
	}
	if len(files) == 0 {
		return "", refuse("there is nothing to open", "give scenario or files")
	}
	var b, archive strings.Builder
	b.WriteString("# Manifests\n\n")
	for _, f := range files {
		b.WriteString("$ kubectl apply -f " + f.name + "\n...\n")
		archive.WriteString("-- " + f.name + " --\n" + strings.TrimRight(f.content, "\n") + "\n")
	}
	return b.String() + archive.String(), nil
}

// fileErrors turns the mistakes of a scenario file into an answer.
func fileErrors(err error) error {
	var list transcript.Errors
	if !errors.As(err, &list) || len(list) == 0 {
		return err
	}
	all := make([]*Error, len(list))
	for i, e := range list {
		all[i] = &Error{Message: e.Message, Hint: e.Hint, File: e.File, Line: e.Line, Column: e.Column}
	}
	all[0].More = all[1:]
	return all[0]
}

func describe(f *transcript.File) opened {
	o := opened{Steps: make([]stepText, len(f.Steps)), Files: make([]namedFile, len(f.Manifests)), After: paragraphs(f.After)}
	if list := paragraphs([]transcript.Paragraph{f.Title}); len(list) > 0 {
		o.Title = list[0]
	}
	for i := range f.Steps {
		st := &f.Steps[i]
		o.Steps[i] = stepText{st.Command, paragraphs(st.Prose), strings.Join(st.Output, "\n"), st.Fails, st.Line}
	}
	for i := range f.Manifests {
		m := &f.Manifests[i]
		o.Files[i] = namedFile{m.Name, string(m.Content), m.Line}
	}
	return o
}

func paragraphs(list []transcript.Paragraph) []prose {
	out := make([]prose, len(list))
	for i := range list {
		out[i] = prose{strings.Join(list[i].English, "\n"), strings.Join(list[i].Chinese, "\n")}
	}
	return out
}

func (s *Session) run(a args) (any, error) {
	to := stepsOf(a.number("to", 0, -1, transcript.MaxSteps), s.scenario.File())
	if to < s.scenario.Position() {
		s.scenario.Restart()
		s.typed, s.tracks = nil, map[string]*track.Track{}
	}
	list, err := s.runTo(to)
	if err != nil {
		return nil, err
	}
	return position{s.scenario.Position(), list}, nil
}

// runTo runs steps of the file until so many have run.
func (s *Session) runTo(n int) ([]ran, error) {
	list := []ran{}
	for s.scenario.Position() < n {
		st := &s.scenario.Steps()[s.scenario.Position()]
		s.rewrite()
		out, ok := s.scenario.Next()
		if !ok {
			break
		}
		list = append(list, ran{
			st.Command, out.Output, out.Failed,
			out.Failed != st.Fails || !transcript.Match(st.Output, transcript.Lines(out.Output)), seconds(out.From), seconds(out.To), out.Branch,
		})
		if err := s.checkSize(); err != nil {
			return list, err
		}
	}
	return list, nil
}

// maxTyped is how many commands beside the file a session keeps.
const maxTyped = 10_000

// typed is a command that was not in the file.
type typed struct {
	branch  string
	at      int64 // the moment, in nanoseconds
	command string
}

func (s *Session) command(a args) (any, error) {
	line := a.text("line")
	if strings.ContainsAny(line, "\n\r\x00") {
		return nil, refuse("a command is one line", "")
	}
	if err := s.bring(a); err != nil {
		return nil, err
	}
	c := s.cluster()
	done := typed{branch: s.scenario.Branch(), at: int64(c.Now()), command: strings.TrimSpace(line)}
	s.rewrite()
	out := s.scenario.Do(line)
	if err := s.checkSize(); err != nil {
		return nil, err
	}
	if !out.Failed && len(s.typed) < maxTyped {
		s.typed = append(s.typed, done)
	}
	return ran{done.command, out.Output, out.Failed, false, seconds(out.From), seconds(out.To), out.Branch}, nil
}

// ownCommand runs the commands that need no kubectl.
func (s *Session) ownCommand(a args) (any, error) {
	words, err := kubectl.Split(a.text("line"))
	if err == nil && len(words) > 0 && (words[0] == "kubectl" || words[0] == "why") {
		return nil, lacking("the command " + words[0])
	}
	return s.command(a)
}

// bring adds the files of a request to the scenario. A name keeps its content, as
// commands that have run may have read it.
func (s *Session) bring(a args) error {
	files, err := s.files(a, "files")
	if err != nil {
		return err
	}
	f := s.scenario.File()
	for _, one := range files {
		have, taken := f.Manifest(one.name)
		switch {
		case taken && string(have) != one.content:
			return refuse("the scenario has a file "+one.name+" already", "give the new one another name")
		case !taken && len(f.Manifests) >= s.limits.Files:
			return refuse("the scenario has "+strconv.Itoa(len(f.Manifests))+" files; the limit is "+strconv.Itoa(s.limits.Files), "")
		case !taken:
			f.Manifests = append(f.Manifests, transcript.Manifest{Name: one.name, Content: []byte(one.content)})
		}
	}
	return nil
}

// rewrite is called before a command: what lay ahead may be replaced.
func (s *Session) rewrite() {
	if t := s.tracks[s.scenario.Branch()]; t != nil {
		t.Cut(s.cluster(), s.cluster().Emitted())
	}
}

// checkSize undoes a command that made the cluster larger than the limits allow.
func (s *Session) checkSize() error {
	c := s.cluster()
	nodes := c.NodeCount()
	if nodes <= s.limits.Nodes {
		return nil
	}
	s.reset()
	return refuse("the cluster has "+strconv.Itoa(nodes)+" nodes; the limit is "+strconv.Itoa(s.limits.Nodes),
		"use fewer nodes here, or the command line, which has no limit")
}

type saveAnswer struct {
	Scenario string `json:"scenario"`
}

// save writes what was done on the present branch as a scenario: the commands of the
// file that have run, then those typed, each at its moment. Outputs are left to whoever
// runs it.
//
// Differs: a command that was typed between two events of one moment is saved as
// typed after all of them.
func (s *Session) save(args) (any, error) {
	f := s.scenario.File()
	var b strings.Builder
	title := "Saved"
	if len(f.Title.English) > 0 {
		title = f.Title.English[0]
	}
	b.WriteString("# " + title + "\n\n")
	for i := range s.scenario.Position() {
		b.WriteString(marker(f.Steps[i].Fails) + f.Steps[i].Command + "\n...\n")
	}
	for _, t := range s.typed {
		if t.branch == s.scenario.Branch() {
			b.WriteString("$ seek " + span(state.Time(t.at)) + "\n...\n$ " + t.command + "\n...\n")
		}
	}
	b.WriteString("$ seek " + span(s.cluster().Now()) + "\n...\n")
	for i := range f.Manifests {
		m := &f.Manifests[i]
		b.WriteString("-- " + m.Name + " --\n" + strings.TrimRight(string(m.Content), "\n") + "\n")
	}
	return saveAnswer{b.String()}, nil
}

func marker(fails bool) string {
	if fails {
		return "$? "
	}
	return "$ "
}

// span writes a moment as commands read it.
func span(t state.Time) string { return string(seconds(t).AppendJSON(nil)) + "s" }
