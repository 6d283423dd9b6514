package transcript

import (
	"bytes"
	"strings"
)

// archive is a txtar archive: a text, and files behind lines such as -- name --.
//
// It is read as golang.org/x/tools/txtar reads it, which a test holds it to, and which would
// bring package fmt and files to sim.wasm.
type archive struct {
	comment []byte
	files   []archived
}

type archived struct {
	name string
	data []byte
}

func parseArchive(data []byte) archive {
	var a archive
	var name string
	a.comment, name, data = upToMarker(data)
	for name != "" {
		f := archived{name: name}
		f.data, name, data = upToMarker(data)
		a.files = append(a.files, f)
	}
	return a
}

// upToMarker splits data at its first marker line; name is "" where there is none.
func upToMarker(data []byte) (before []byte, name string, after []byte) {
	for at := 0; ; {
		line, rest, _ := bytes.Cut(data[at:], []byte("\n"))
		if name := markerName(strings.TrimSuffix(string(line), "\r")); name != "" {
			return data[:at], name, rest
		}
		next := bytes.Index(data[at:], []byte("\n-- "))
		if next < 0 {
			break
		}
		at += next + 1
	}
	if len(data) > 0 && data[len(data)-1] != '\n' {
		data = append(bytes.Clone(data), '\n')
	}
	return data, "", nil
}

// markerName is the name in a marker line; "" for any other line.
func markerName(line string) string {
	if !strings.HasPrefix(line, "-- ") || !strings.HasSuffix(line, " --") || len(line) < len("--  --") {
		return ""
	}
	return strings.TrimSpace(line[len("-- ") : len(line)-len(" --")])
}
