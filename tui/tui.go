// Package tui is the terminal program: it shows a rollout on simulated nodes and
// moves through it, forward and back.
//
// There is one model. Parts of the screen are plain structs (package part) that
// are filled after every change; View only draws them. What has to touch files,
// the editor or a processor for long runs as a command of Bubble Tea.
package tui

import (
	"io"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"github.com/rollscope/rollscope/core/kubectl"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/scenario"
	"github.com/rollscope/rollscope/core/scenario/lesson"
	"github.com/rollscope/rollscope/core/scenario/transcript"
	"github.com/rollscope/rollscope/core/state"
	"github.com/rollscope/rollscope/tui/draw"
	"github.com/rollscope/rollscope/tui/part"
	"github.com/rollscope/rollscope/tui/play"
	"github.com/rollscope/rollscope/tui/sight"
)

// Options say what the program shows, and how.
type Options struct {
	// File is the scenario to open; nil shows the Library to choose from.
	File    *transcript.File
	Library []lesson.Entry
	// Lint says what rules find in a manifest; nil where there are no rules. It is
	// called beside the program, as rules take a moment to load.
	Lint     func(name string, content []byte) []Finding
	Language reason.Language
	// ASCII keeps to characters that every font has; NoColour to one colour.
	ASCII, NoColour bool
	// Seed is the order of nodes; 0 is by age and name.
	Seed uint64
	// Editor is the command that edits a file, as $EDITOR has it; "" for none.
	Editor []string
	// Host is what kubectl has here beside the cluster; its Editor is not asked.
	Host kubectl.Host
}

// Run shows the program on a terminal until the user leaves it. env is the
// environment, as NO_COLOR and TERM say what the terminal can do.
func Run(o Options, in io.Reader, out io.Writer, env []string) error {
	options := []tea.ProgramOption{tea.WithInput(in), tea.WithOutput(out), tea.WithEnvironment(env), tea.WithFPS(30)}
	if o.NoColour {
		options = append(options, tea.WithColorProfile(colorprofile.ASCII))
	}
	_, err := tea.NewProgram(New(o), options...).Run()
	return err
}

// effect is what follows from a key; nil where nothing does.
type effect = tea.Cmd

// Model is the whole program.
type Model struct {
	options       Options
	width, height int
	chapters      []chapter

	opening *transcript.File // what is being opened; nil once it is
	player  *play.Player     // nil before
	lesson  *lesson.Lesson   // what the scenario teaches
	eye     sight.Eye
	curve   sight.Curve
	sight   *sight.Sight
	set     string // the DaemonSet that is looked at, by namespace/name

	grid     part.Grid
	timeline part.Timeline
	status   part.Status
	page     part.Page
	pane     pane
	scroll   int
	helping  bool

	playing bool
	ticking bool
	speed   int
	notice  notice
	prompt  prompt
	picker  picker

	compare  compare
	foretold foretold
	diff     manifestDiff
	findings findings
	answer   answer
	forks    int
}

// notice is one line for the user.
type notice struct {
	text string
	bad  bool
}

// New is the program before its first frame.
func New(o Options) *Model {
	m := &Model{options: o, chapters: keymap(), speed: usualSpeed, width: 80, height: 24}
	m.relook()
	if m.opening = o.File; o.File == nil {
		m.picker = picker{choices: o.Library, open: true}
	}
	return m
}

// relook hands the look to all parts.
func (m *Model) relook() {
	if m.options.Language == "" {
		m.options.Language = reason.English
	}
	look := part.Look{Words: part.Words{Language: m.options.Language}, Glyphs: draw.Glyphs{ASCII: m.options.ASCII}}
	m.grid.Look, m.timeline.Look, m.status.Look, m.page.Look = look, look, look, look
}

// look is how everything is drawn.
func (m *Model) look() part.Look { return m.grid.Look }

// openedMessage is a scenario whose first steps have been taken.
type openedMessage struct {
	file   *transcript.File
	player *play.Player
}

// open begins a scenario, elsewhere: thousands of nodes take a moment.
func (m *Model) open(f *transcript.File) tea.Cmd {
	m.picker.open, m.playing, m.opening, m.player = false, false, f, nil
	seed, host := m.options.Seed, m.options.Host
	return func() tea.Msg {
		return openedMessage{f, play.New(scenario.Open(f, scenario.Options{Seed: seed, Host: host}))}
	}
}

// onOpened shows a scenario that was opened, and the first command that failed.
func (m *Model) onOpened(msg openedMessage) tea.Cmd {
	if msg.file != m.opening {
		return nil
	}
	m.player, m.opening = msg.player, nil
	l, err := lesson.Read(msg.file)
	if err != nil { // its questions are prose, then
		l = lesson.Plain(msg.file)
	}
	m.lesson = l
	m.compare, m.foretold, m.answer = compare{}, foretold{}, answer{}
	m.set, m.eye = "", sight.Eye{}
	m.changed()
	for i := range m.player.Log {
		if e := &m.player.Log[i]; e.Failed && (e.Step < 0 || !msg.file.Steps[e.Step].Fails) {
			m.tell(e.Line, e.Output, true)
			break
		}
	}
	return tea.Batch(m.foretell(), m.lint())
}

// Init opens what there is to open.
func (m *Model) Init() tea.Cmd {
	if m.options.File != nil {
		return m.open(m.options.File)
	}
	return nil
}

// tick is the beat of a running clock.
type tick struct{}

const (
	beat       = 50 * time.Millisecond
	usualSpeed = 3
)

// speeds are how many simulated seconds pass in a second.
var speeds = []float64{0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300, 1800}

func beatCommand() tea.Cmd { return tea.Tick(beat, func(time.Time) tea.Msg { return tick{} }) }

// Update takes one message.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
		m.fill()
	case tick:
		return m, m.onTick()
	case tea.KeyPressMsg:
		return m, m.onKey(msg)
	case tea.MouseClickMsg:
		return m, m.onClick(msg.X, msg.Y)
	case tea.MouseWheelMsg:
		m.onWheel(msg)
	case tea.PasteMsg:
		m.prompt.paste(msg.Content)
	case foretoldMessage:
		m.onForetold(msg)
	case openedMessage:
		return m, m.onOpened(msg)
	case lintedMessage:
		m.onLinted(msg)
	case answerMessage:
		m.onAnswer(msg)
	case savedMessage:
		m.onSaved(msg)
	case editMessage:
		return m, m.onEdit(msg)
	}
	return m, nil
}

// onTick lets a running clock go on.
func (m *Model) onTick() tea.Cmd {
	m.ticking = false
	if !m.playing || m.player == nil {
		return nil
	}
	steps := m.player.Session.Position()
	ahead := m.player.Run(state.Time(speeds[m.speed] * float64(beat)))
	if !ahead {
		m.playing = false
		m.say(m.look().Say("nothing more can happen", "不会再发生什么了"))
	}
	m.moved()
	return tea.Batch(m.startTicking(), m.foretellAfter(steps))
}

// startTicking makes sure that exactly one beat is on its way.
func (m *Model) startTicking() tea.Cmd {
	if m.ticking || !m.playing {
		return nil
	}
	m.ticking = true
	return beatCommand()
}

// say shows a line to the user, sayBad one about something that went wrong.
func (m *Model) say(text string)    { m.notice = notice{text: text} }
func (m *Model) sayBad(text string) { m.notice = notice{text: text, bad: true} }

// moved brings everything up to date after time has moved.
func (m *Model) moved() {
	c := m.player.Cluster()
	m.sight = m.eye.Look(c, m.set)
	m.compare.follow(m)
	if m.sight.Set != nil {
		m.curve.Follow(c, m.sight.Set.ID)
	}
	m.fill()
}

// changed brings everything up to date after the past has changed, too.
func (m *Model) changed() {
	m.curve.Forget()
	m.moved()
}
