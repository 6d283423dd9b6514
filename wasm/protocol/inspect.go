package protocol

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/kubectl"
	"github.com/rollscope/rollscope/core/plan"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/scenario"
	"github.com/rollscope/rollscope/core/scenario/prompt"
	"github.com/rollscope/rollscope/core/scenario/transcript"
	"github.com/rollscope/rollscope/core/state"
)

type completeAnswer struct {
	From   int      `json:"from"`
	Words  []string `json:"words"`
	More   int      `json:"more"`
	Common string   `json:"common"`
}

// maxWords is how many words a completion lists.
const maxWords = 200

func (s *Session) complete(a args) (any, error) {
	c := prompt.Complete(s.scenario, a.text("line"))
	out := completeAnswer{From: c.From, Words: c.Words, Common: c.Common}
	if out.More = len(c.Words) - maxWords; out.More > 0 {
		out.Words = c.Words[:maxWords]
	}
	out.More, out.Words = max(out.More, 0), append([]string{}, out.Words...)
	return out, nil
}

type helpAnswer struct {
	Text  string   `json:"text"`
	Verbs []string `json:"verbs"` // kubectl's
}

func (s *Session) help(args) (any, error) { return helpAnswer{prompt.Help(), kubectl.Commands()}, nil }

type imagesAnswer struct {
	Images []imageAnswer `json:"images"`
}

type imageAnswer struct {
	Image string `json:"image"`
	// OnlyOn is the node that the rule is for; "" is all.
	OnlyOn     string   `json:"onlyOn,omitempty"`
	Told       bool     `json:"told"` // there is a rule for just this
	Pull       seconds  `json:"pull"`
	Start      seconds  `json:"start"`
	ReadyAfter seconds  `json:"readyAfter"`
	Stop       seconds  `json:"stop"`
	NeverReady bool     `json:"neverReady"`
	PullFails  bool     `json:"pullFails"`
	Fails      bool     `json:"fails"`
	CrashAfter *seconds `json:"crashAfter,omitempty"`
	HangsAfter *seconds `json:"hangsAfter,omitempty"`
	Exit       int32    `json:"exit"`
}

// images tells how the images that DaemonSets have, and those with rules, behave.
func (s *Session) images(args) (any, error) {
	c := s.cluster()
	rules := c.Images()
	out := imagesAnswer{Images: []imageAnswer{}}
	seen := map[string]bool{}
	add := func(image, node string, told bool) {
		if !seen[image+"\x00"+node] {
			seen[image+"\x00"+node] = true
			out.Images = append(out.Images, imageOf(image, node, told, rules.For(image, node)))
		}
	}
	for _, r := range rules {
		add(r.Image, r.OnlyOn, true)
	}
	for _, d := range c.Sets() {
		spec := &d.Object.Spec.Template.Spec
		for i := range spec.InitContainers {
			add(spec.InitContainers[i].Image, "", false)
		}
		for i := range spec.Containers {
			add(spec.Containers[i].Image, "", false)
		}
	}
	return out, nil
}

func imageOf(image, node string, told bool, b state.Behaviour) imageAnswer {
	out := imageAnswer{
		Image: image, OnlyOn: node, Told: told, Pull: seconds(b.Pull), Start: seconds(b.Start), ReadyAfter: seconds(b.ReadyAfter),
		Stop: seconds(b.Stop), NeverReady: b.NeverReady, PullFails: b.PullFails, Fails: b.Fails, Exit: b.Exit,
	}
	if crash := seconds(b.CrashAfter); b.CrashAfter != state.Never {
		out.CrashAfter = &crash
	}
	if hangs := seconds(b.HangsAfter); b.HangsAfter > 0 {
		out.HangsAfter = &hangs
	}
	return out
}

// triable are the commands that can be tried out: those that change the cluster.
var triable = []string{"kubectl", "break", "mend", "image", "path", "client"}

// maxTried is how many commands one request tries out.
const maxTried = 100

// tries is what a request wants tried out: commands, and files for them.
func (s *Session) tries(a args) (commands []string, files []file, err error) {
	commands, ok := a.words("commands")
	if !ok || len(commands) > maxTried {
		return nil, nil, refuse("commands must be a list of at most "+strconv.Itoa(maxTried)+" texts", "")
	}
	for _, line := range commands {
		verb, _, _ := strings.Cut(strings.TrimSpace(line), " ")
		if !slices.Contains(triable, verb) || strings.ContainsAny(line, "\n\r\x00") {
			return nil, nil, refuse("only commands that change the cluster can be tried: "+line, "they are: "+strings.Join(triable, ", "))
		}
	}
	files, err = s.files(a, "files")
	return commands, files, err
}

// aside is a session beside this one, in which nothing that is tried is kept.
func (s *Session) aside(files []file) *scenario.Session {
	out := s.scenario.Aside()
	f := out.File()
	for _, one := range files {
		f.Manifests = slices.DeleteFunc(f.Manifests, func(m transcript.Manifest) bool { return m.Name == one.name })
		f.Manifests = append(f.Manifests, transcript.Manifest{Name: one.name, Content: []byte(one.content)})
	}
	return out
}

type attemptAnswer struct {
	Ran    []ran `json:"ran"`
	Failed bool  `json:"failed"`
}

func (s *Session) attempt(a args) (any, error) {
	commands, files, err := s.tries(a)
	if err != nil {
		return nil, err
	}
	out := attemptAnswer{Ran: []ran{}}
	aside := s.aside(files)
	for _, line := range commands {
		did := aside.Do(line)
		out.Ran = append(out.Ran, ran{strings.TrimSpace(line), did.Output, did.Failed, false, seconds(did.From), seconds(did.To), did.Branch})
		if out.Failed = did.Failed; out.Failed {
			break
		}
	}
	return out, nil
}

// forecastAnswer is how far a forecast is, or the plan.
type forecastAnswer struct {
	Done  bool         `json:"done"`
	From  seconds      `json:"from"` // the moment that it is made at
	At    seconds      `json:"at"`   // how far it is beyond that
	Nodes int          `json:"nodes"`
	Ready int          `json:"ready"` // nodes with an available new pod
	Plan  *plan.Result `json:"plan,omitempty"`
	// Waiting and NeverReady are what blocks the plan and the pods in it that are
	// never ready, in its order, in both languages.
	Waiting    []reasonAnswer `json:"waiting,omitempty"`
	NeverReady []reasonAnswer `json:"neverReady,omitempty"`
	Chinese    *plan.Remarks  `json:"zh,omitempty"`
	// Markdown is the plan as rollscope plan -o markdown writes it; nil for a brief one.
	Markdown *prose `json:"markdown,omitempty"`
	// CPU and Memory are what all nodes together have to give on top at most, in
	// thousandths of a CPU and in bytes.
	CPU    int64 `json:"cpu"`
	Memory int64 `json:"memory"`
}

// forecasting is a forecast under way.
type forecasting struct {
	ahead *plan.Ahead
	from  seconds
	brief bool
}

// forecastEvents is how many events one part of a forecast has.
const forecastEvents = 5_000

func (s *Session) forecast(a args) (any, error) {
	if goOn, _ := a["more"].(bool); !goOn {
		s.forecasting = nil
		if err := s.beginForecast(a); err != nil {
			return nil, err
		}
	}
	f := s.forecasting
	if f == nil {
		return nil, refuse("no forecast is under way", "begin one without more")
	}
	done, err := f.ahead.Go(a.number("events", forecastEvents, 1, s.limits.Events))
	if err != nil {
		return nil, err
	}
	p := f.ahead.Progress()
	out := forecastAnswer{Done: done, From: f.from, At: seconds(p.At), Nodes: p.Nodes, Ready: p.Done, Plan: f.ahead.Result()}
	peak := f.ahead.Peak()
	out.CPU, out.Memory = peak.MilliCPU, peak.Memory
	if done {
		s.forecasting = nil
		out.NeverReady = reasonsOf(out.Plan.NeverReadyPods)
		remarks := out.Plan.RemarksIn(reason.Chinese)
		out.Chinese = &remarks
		if out.Plan.Blocked != nil {
			out.Waiting = reasonsOf(out.Plan.Blocked.Waiting)
		}
		if !f.brief {
			out.Markdown = &prose{out.Plan.Markdown(reason.English), out.Plan.Markdown(reason.Chinese)}
		}
	}
	return out, nil
}

func reasonsOf(waits []plan.Wait) []reasonAnswer {
	out := make([]reasonAnswer, len(waits))
	for i := range waits {
		out[i] = reasonOf(waits[i].Why)
	}
	return out
}

func (s *Session) beginForecast(a args) error {
	d, err := setOf(s.cluster(), a)
	if err != nil {
		return err
	}
	commands, files, err := s.tries(a)
	if err != nil {
		return err
	}
	in := plan.Input{MaxTime: s.limits.Time, MaxEvents: s.limits.Events}
	in.Gates.MaxDuration = a.seconds("maxDuration", 0)
	if a.text("minAvailable") != "" {
		if in.Gates.MinAvailable, err = plan.ParseThreshold(a.text("minAvailable")); err != nil {
			return err
		}
	}
	aside, err := s.later(a, files)
	if err != nil {
		return err
	}
	brief, _ := a["brief"].(bool)
	ahead, err := plan.Begin(in, d.Key(), aside.Cluster(), changed(aside, commands), brief)
	s.forecasting = &forecasting{ahead, seconds(aside.Cluster().Now()), brief}
	if err != nil {
		s.forecasting = nil
	}
	return err
}

// later is a session beside this one, after some time has passed.
func (s *Session) later(a args, files []file) (*scenario.Session, error) {
	out := s.aside(files)
	by, c := a.seconds("after", 0), out.Cluster()
	if by > s.limits.Time-c.Now() {
		return nil, refuse("simulated time is limited to "+strconv.Itoa(int(s.limits.Time/state.Second))+" seconds", "")
	}
	if by == 0 { // advancing by nothing would do what is due now, and nobody would have seen it
		return out, nil
	}
	return out, c.Advance(by, func() bool { return c.Emitted() <= s.limits.Events })
}

// changed makes forks of a session in which commands have been run. They have no
// record: a plan only watches.
func changed(present *scenario.Session, commands []string) func() (*core.Cluster, error) {
	return func() (*core.Cluster, error) {
		if len(commands) == 0 {
			return present.Cluster().Ahead(), nil
		}
		aside := present.Aside()
		for _, line := range commands {
			if did := aside.Do(line); did.Failed {
				return nil, refuse(strings.TrimSpace(did.Output), "")
			}
		}
		return aside.Cluster().Ahead(), nil
	}
}
