package serving

import (
	"bufio"
	"bytes"
	"errors"
	"io/fs"
	"net/http"
	"strings"
)

// strict is the policy of a folder that brings none.
const strict = "default-src 'none'"

// headers are what files are sent with, by the beginning of their path.
type headers []headersOf

type headersOf struct {
	prefix string
	lines  [][2]string
}

// readHeaders reads the file _headers of a folder: a path that ends in *, and below it,
// indented, the headers of what begins with it. Of several that fit, later lines win.
//
// Cloudflare reads the same file; this is as much of its form as the page uses.
func readHeaders(files fs.FS) (headers, error) {
	list := headers{{"/", [][2]string{{"Content-Security-Policy", strict}, {"X-Content-Type-Options", "nosniff"}}}}
	text, err := fs.ReadFile(files, "_headers")
	if errors.Is(err, fs.ErrNotExist) {
		return list, nil
	}
	if err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(bytes.NewReader(text))
	for lines.Scan() {
		line := lines.Text()
		name, value, isHeader := strings.Cut(strings.TrimSpace(line), ": ")
		switch {
		case strings.HasPrefix(line, "#") || strings.TrimSpace(line) == "":
		case strings.HasPrefix(line, "/"):
			list = append(list, headersOf{prefix: strings.TrimSuffix(strings.TrimSpace(line), "*")})
		case isHeader:
			last := &list[len(list)-1]
			last.lines = append(last.lines, [2]string{name, value})
		}
	}
	return list, lines.Err()
}

// set sets the headers of a path.
func (l headers) set(h http.Header, path string) {
	for _, of := range l {
		if strings.HasPrefix(path, of.prefix) {
			for _, line := range of.lines {
				h.Set(line[0], line[1])
			}
		}
	}
}
