package transcript

import "strings"

// Rewrite is the source of the file with the outputs of some steps replaced: those
// that output has an answer for. Prose, commands, manifests and everything else
// stay as they are, byte by byte. New lines end as the line of their command does.
func (f *File) Rewrite(output func(step int) (lines []string, replace bool)) []byte {
	var b strings.Builder
	at := 0
	for i := range f.Steps {
		s := &f.Steps[i]
		lines, replace := output(i)
		if !replace {
			continue
		}
		b.WriteString(f.source[at:s.begin])
		end := f.ending(s)
		if len(lines) > 0 && !strings.HasSuffix(f.source[:s.begin], "\n") {
			b.WriteString(end)
		}
		for _, line := range lines {
			b.WriteString(writable(line))
			b.WriteString(end)
		}
		at = s.end
	}
	b.WriteString(f.source[at:])
	return []byte(b.String())
}

// ending is how the line of a step's command ends.
func (f *File) ending(s *Step) string {
	if strings.HasSuffix(f.source[:s.begin], "\r\n") {
		return "\r\n"
	}
	return "\n"
}

// writable is a line of output as a transcript can hold it: one that would be
// read as a command, as prose or as the beginning of a manifest becomes a wildcard.
func writable(line string) string {
	line = strings.TrimRight(line, " \t\r")
	marker := strings.HasPrefix(line, "-- ") && strings.HasSuffix(line, " --")
	if strings.HasPrefix(line, "$") || strings.HasPrefix(line, "#") || marker {
		return Wildcard
	}
	return line
}
