package tui

import (
	"io"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
)

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
