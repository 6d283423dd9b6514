package scenario

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/state"
)

// The commands that break things on purpose and that say how programs behave.

// breakThing breaks a node or a pod.
func (s *Session) breakThing(args []string) (string, error) {
	words, values, err := flags(args, []string{"--phase", "--on", "--pressure"}, []string{"--silent", "--not-ready"})
	if err != nil {
		return "", err
	}
	if len(words) == 0 {
		return "", wrong("say what to break")
	}
	if _, isNode := named(words[0], nodeKinds...); isNode {
		return "", s.breakNode(words, values)
	}
	return "", s.breakPod(words, values)
}

func (s *Session) breakNode(words []string, values map[string][]string) error {
	c := s.Cluster()
	fault := core.Unreachable
	_, silent := values["--silent"]
	_, notReady := values["--not-ready"]
	short, err := onlyValue(values, "--pressure")
	pressed := values["--pressure"] != nil
	switch {
	case err != nil:
		return err
	case len(words) > 1 || values["--phase"] != nil || values["--on"] != nil || silent && notReady || pressed && (silent || notReady):
		return wrong("a node breaks as it is, --silent, --not-ready or --pressure")
	case pressed:
		if fault, pressed = core.PressureFault(short); !pressed {
			return usageError{unknownWord("pressure", short, core.Pressures[:]).Error()}
		}
	case silent:
		fault = core.Silent
	case notReady:
		fault = core.NotReady
	}
	name, err := nodeFrom(c, words[0])
	if err != nil {
		return err
	}
	return c.BreakNode(name, fault)
}

// breakPod reads break pod/NAME … and break pod --on NODE ….
func (s *Session) breakPod(words []string, values map[string][]string) error {
	if values["--pressure"] != nil {
		return wrong("only nodes come under pressure")
	}
	phase, err := brokenPhase(values)
	if err != nil {
		return err
	}
	on, err := onlyValue(values, "--on")
	if err != nil {
		return err
	}
	p, err := s.podToBreak(words, on)
	if err != nil {
		return err
	}
	if !p.Bound() {
		return fmt.Errorf("pod %s is not bound to a node yet, so nothing of it can break", p.Name)
	}
	return s.Cluster().BreakPod(p.Namespace, p.Name, phase)
}

// brokenPhase is the phase that the flags ask for; Running stands for not ready.
func brokenPhase(values map[string][]string) (state.Phase, error) {
	text, err := onlyValue(values, "--phase")
	if err != nil {
		return 0, err
	}
	_, notReady := values["--not-ready"]
	switch {
	case notReady && text == "":
		return state.Running, nil
	case text == "Failed" && !notReady:
		return state.Failed, nil
	case text == "Succeeded" && !notReady:
		return state.Succeeded, nil
	case text == "" || notReady:
		return 0, wrong("a pod breaks with --phase Failed, --phase Succeeded or --not-ready")
	}
	return 0, wrong("--phase is Failed or Succeeded, not %q", text)
}

// podToBreak finds the pod by its name or by the node it is on.
func (s *Session) podToBreak(words []string, on string) (*state.Pod, error) {
	c := s.Cluster()
	if name, ok := named(words[0], podKinds...); ok && len(words) == 1 && on == "" {
		for _, p := range c.PodRecords() {
			if nameIn(p.Namespace, p.Name) == name {
				return p, nil
			}
		}
		return nil, fmt.Errorf("there is no pod %q", name)
	}
	if !slices.Contains(podKinds, words[0]) || on == "" {
		return nil, wrong("say which pod: pod/NAME, or pod --on NODE")
	}
	if _, err := nodeFrom(c, "node/"+on); err != nil {
		return nil, err
	}
	set := state.SetID(state.None)
	if len(words) == 2 {
		d, err := setFrom(c, words[1])
		if err != nil {
			return nil, err
		}
		set = d.ID
	} else if len(words) > 2 {
		return nil, wrong("one DaemonSet at most")
	}
	return daemonPodOn(c, on, set)
}

// daemonPodOn is the only daemon pod on a node, of one DaemonSet where one is named.
func daemonPodOn(c *core.Cluster, node string, set state.SetID) (*state.Pod, error) {
	var found []*state.Pod
	for _, p := range c.PodsOn(node) {
		if p.Set != state.None && (set == state.None || p.Set == set) && !p.Phase.Terminal() && !p.Terminating() {
			found = append(found, p)
		}
	}
	switch len(found) {
	case 0:
		return nil, fmt.Errorf("there is no daemon pod on node %s", node)
	case 1:
		return found[0], nil
	}
	return nil, fmt.Errorf("there are %d daemon pods on node %s; say which: pod/NAME, or pod ds/NAME --on %s", len(found), node, node)
}

// mend makes a broken node work again.
func (s *Session) mend(args []string) (string, error) {
	if len(args) != 1 {
		return "", wrong("say which node to mend")
	}
	name, err := nodeFrom(s.Cluster(), args[0])
	if err != nil {
		return "", err
	}
	return "", s.Cluster().MendNode(name)
}

// image says how containers of an image behave from now on.
func (s *Session) image(args []string) (string, error) {
	if len(args) == 0 || strings.Contains(args[0], "=") {
		return "", wrong("say which image")
	}
	rule, err := ParseImage(args)
	if err != nil {
		return "", err
	}
	s.Cluster().SetImage(rule)
	return "", nil
}

// ParseImage reads what the command image is given: an image, or * for every
// other one, and options. What is not said is the built-in default.
func ParseImage(words []string) (state.ImageRule, error) {
	if len(words) == 0 || words[0] == "" {
		return state.ImageRule{}, wrong("say which image")
	}
	r := state.ImageRule{Image: words[0], Behaviour: state.DefaultBehaviour()}
	seen := map[string]bool{}
	for _, word := range words[1:] {
		name, value, joined := strings.Cut(word, "=")
		if seen[name] {
			return r, wrong("%s is given twice", name)
		}
		seen[name] = true
		if err := setImageOption(&r, name, value, joined); err != nil {
			return r, err
		}
	}
	return r, nil
}

var (
	imageSwitches = []string{"never-ready", "pull-fails", "fails"}
	imageSpans    = []string{"pull", "start", "ready-after", "stop", "crash-after", "hangs-after"}
	imageOthers   = []string{"exit", "only-on"}
)

func setImageOption(r *state.ImageRule, name, value string, joined bool) error {
	switch {
	case contains(imageSwitches, name) && joined:
		return wrong("%s takes no value", name)
	case contains(imageSwitches, name):
		setImageSwitch(&r.Behaviour, name)
		return nil
	case contains(imageSpans, name):
		d, err := duration(value)
		if err != nil {
			return wrong("%s: %v", name, err)
		}
		setImageSpan(&r.Behaviour, name, d)
		return nil
	case name == "exit":
		n, err := strconv.ParseInt(value, 10, 32)
		if err != nil || n < 0 || n > 255 {
			return wrong("exit: %q is no exit code from 0 to 255", value)
		}
		r.Behaviour.Exit = int32(n)
		return nil
	case name == "only-on" && value != "":
		r.OnlyOn = value
		return nil
	case name == "only-on":
		return wrong("only-on needs the name of a node")
	}
	return usageError{unknownWord("option", name, slices.Concat(imageSpans, imageSwitches, imageOthers)).Error()}
}

func setImageSwitch(b *state.Behaviour, name string) {
	switch name {
	case "never-ready":
		b.NeverReady = true
	case "pull-fails":
		b.PullFails = true
	case "fails":
		b.Fails = true
	}
}

func setImageSpan(b *state.Behaviour, name string, d state.Time) {
	switch name {
	case "pull":
		b.Pull = d
	case "start":
		b.Start = d
	case "ready-after":
		b.ReadyAfter = d
	case "stop":
		b.Stop = d
	case "crash-after":
		b.CrashAfter = d
	case "hangs-after":
		b.HangsAfter = d
	}
}

// pathKinds are what a path may lead to.
var pathKinds = []string{"absent", "Directory", "File", "Socket", "CharDevice", "BlockDevice"}

// path says what is in the file systems of nodes.
func (s *Session) path(args []string) (string, error) {
	if len(args) < 2 || len(args) > 3 {
		return "", wrong("say which path, and what is there")
	}
	r := state.PathRule{Path: args[0], Kind: args[1]}
	switch {
	case !strings.HasPrefix(r.Path, "/"):
		return "", wrong("%q is no path from the root", r.Path)
	case !contains(pathKinds, r.Kind):
		return "", usageError{unknownWord("kind of file", r.Kind, pathKinds).Error()}
	case r.Kind == "absent":
		r.Kind = ""
	}
	if len(args) == 3 {
		node, ok := strings.CutPrefix(args[2], "only-on=")
		if !ok || node == "" {
			return "", wrong("unknown option %q", args[2])
		}
		r.OnlyOn = node
	}
	s.Cluster().SetPath(r)
	return "", nil
}

// client sets how fast the controller manager may call the API.
func (s *Session) client(args []string) (string, error) {
	if len(args) == 1 && args[0] == "unlimited" {
		s.Cluster().LimitClient(-1, 0)
		return "", nil
	}
	qps, burst := 20.0, 30
	for _, word := range args {
		name, value, _ := strings.Cut(word, "=")
		var err error
		switch name {
		case "qps":
			qps, err = strconv.ParseFloat(value, 64)
			if err == nil && !(qps >= 0.001 && qps <= 1e6) {
				err = strconv.ErrRange
			}
		case "burst":
			burst, err = strconv.Atoi(value)
			if err == nil && (burst < 1 || burst > 1e6) {
				err = strconv.ErrRange
			}
		default:
			return "", wrong("unknown option %q", name)
		}
		if err != nil {
			return "", wrong("%s: %q is no usable number", name, value)
		}
	}
	if len(args) == 0 {
		return "", wrong("say how fast")
	}
	s.Cluster().LimitClient(qps, burst)
	return "", nil
}
