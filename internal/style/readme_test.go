package style

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTheReadmeShowsWhatHappens holds the session of both READMEs to the script
// that runs it: every command and every line of output there is in the script.
func TestTheReadmeShowsWhatHappens(t *testing.T) {
	root := repository(t)
	script := contentOf(t, filepath.Join(root, "testdata", "scripts", "readme.txtar"))
	for _, name := range []string{"README.md", "README.zh.md"} {
		session := sessionOf(contentOf(t, filepath.Join(root, name)))
		if len(session) < 2 {
			t.Errorf("%s shows no session", name)
		}
		for command, output := range session {
			if !strings.Contains(script, command) && !strings.HasPrefix(command, "cat ") {
				t.Errorf("%s: %s is not in readme.txtar", name, command)
			}
			if !strings.Contains(script, output) {
				t.Errorf("%s: %s prints something else in readme.txtar", name, command)
			}
		}
	}
}

func contentOf(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// sessionOf is what the commands of a README print, by command.
func sessionOf(readme string) map[string]string {
	session := map[string]string{}
	command, output := "", ""
	for line := range strings.Lines(readme) {
		next, isCommand := strings.CutPrefix(line, "$ ")
		if (isCommand || line == "```\n") && command != "" {
			session[command], command, output = output, "", ""
		}
		if isCommand {
			command = strings.TrimSpace(next)
		} else if command != "" {
			output += line
		}
	}
	return session
}
