package edge

import (
	"io"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/rollscope/rollscope/core/api/decode/tree"
)

// A body is JSON or YAML with the fields of the route, or simply a file: a manifest, or
// a scenario. The other fields are then in the query.

// The media types that a body may have. That of forms is among them, as curl sends it
// unless it is told otherwise.
var (
	jsonTypes = []string{"application/json", "text/json"}
	yamlTypes = []string{"application/yaml", "text/yaml", "application/x-yaml", "text/x-yaml", "application/vnd.yaml"}
	textTypes = []string{"", "text/plain", "application/octet-stream", "text/x-txtar", "application/x-txtar", formType}
)

const formType = "application/x-www-form-urlencoded"

const acceptPost = "application/json, application/yaml, text/plain"

// unread is a body of a media type, or of a coding, that is not read.
func unread(what string) error {
	return &problem{
		Type: "urn:rollscope:media-type", Title: "the media type is not supported", Status: http.StatusUnsupportedMediaType,
		Detail: "a body of " + what + " is not read", Hint: "send " + acceptPost,
		header: map[string]string{"Accept-Post": acceptPost},
	}
}

// oneLine says that a body has lost its line ends, as curl -d takes them away from files.
func oneLine(body []byte, kind string) bool {
	text := string(body)
	return kind == formType && !strings.ContainsAny(text, "\r\n") && !strings.HasPrefix(text, "{") &&
		(strings.Contains(text, "kind:") || strings.Contains(text, "$ "))
}

// read reads the fields of a request: those of the query, and those of the body or the
// body as the field main.
func (s *server) read(r *http.Request, main string, takes []string) (*fields, error) {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if r.Header.Get("Content-Type") == "" {
		kind, err = "", nil
	}
	if err != nil || !slices.Contains(slices.Concat(jsonTypes, yamlTypes, textTypes), kind) {
		return nil, unread("type " + shown(r.Header.Get("Content-Type")))
	}
	if coding := r.Header.Get("Content-Encoding"); coding != "" && coding != "identity" {
		return nil, unread("coding " + shown(coding))
	}
	body, err := s.body(r)
	if err != nil {
		return nil, err
	}
	if oneLine(body, kind) {
		return nil, invalid(http.StatusUnprocessableEntity, "the line ends of the body are missing", "curl -d takes them away; --data-binary does not")
	}
	f := &fields{limits: s.limits, takes: takes, values: map[string]*tree.Node{}, file: "body"}
	name, err := f.query(r.URL, main)
	if err != nil {
		return nil, err
	}
	root, err := envelope(body, kind)
	switch {
	case err != nil:
		return nil, err
	case root != nil:
		return f, f.object(root)
	case len(body) == 0:
		return f, nil
	}
	return f, f.raw(main, name, body)
}

// body reads the body, and not more of it than is allowed.
func (s *server) body(r *http.Request) ([]byte, error) {
	most := s.limits.Bytes
	large := limited(http.StatusRequestEntityTooLarge, "bytes", most, "the body has more than "+count(most, "bytes"))
	if r.ContentLength > int64(most) {
		return nil, large
	}
	if r.Body == nil {
		return nil, nil
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, int64(most)+1))
	switch {
	case len(body) > most:
		return nil, large
	case err != nil:
		return nil, invalid(http.StatusBadRequest, "the body did not come whole", "")
	}
	return body, nil
}

// envelope is the map of a body that has the fields of a route; nil where the body is a
// file.
func envelope(body []byte, kind string) (*tree.Node, error) {
	text := strings.TrimLeft(string(body[:min(len(body), 4096)]), " \t\r\n\ufeff")
	isJSON := slices.Contains(jsonTypes, kind)
	if !isJSON && !strings.HasPrefix(text, "{") && (!slices.Contains(yamlTypes, kind) || manifestText(string(body))) {
		return nil, nil
	}
	file := tree.Read(body)
	failed := slices.ContainsFunc(file.Problems, func(p tree.Problem) bool { return !p.Warning })
	switch {
	case failed && isJSON:
		return nil, unreadable("body", file.Problems)
	case failed || len(file.Documents) != 1:
		return nil, nil
	}
	root := file.Documents[0].Root
	if root.Kind != tree.Object || root.Member("kind") != nil || root.Member("apiVersion") != nil || root.Member("pools") != nil {
		return nil, nil
	}
	return root, nil
}

// manifestText says that a YAML text is a manifest at first sight.
func manifestText(text string) bool {
	for _, word := range []string{"kind:", "apiVersion:", "---", "pools:"} {
		if strings.HasPrefix(text, word) || strings.Contains(text, "\n"+word) {
			return true
		}
	}
	return false
}

// fields are the fields of a request, not yet looked into.
type fields struct {
	limits Limits
	takes  []string // the fields there are
	values map[string]*tree.Node
	file   string // what errors call the body
}

// query reads the fields of the query, and filename, which names a raw body.
func (f *fields) query(u *url.URL, main string) (filename string, err error) {
	query, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return "", invalid(http.StatusBadRequest, "the query cannot be read: "+err.Error(), "")
	}
	filename = "manifest.yaml"
	if main == "scenario" {
		filename = "scenario.txtar"
	}
	names := make([]string, 0, len(query))
	for name := range query {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if name == "filename" {
			filename = query.Get(name)
			continue
		}
		if !slices.Contains(f.takes, name) {
			return "", f.unknown(name, "the query")
		}
		list := &tree.Node{Kind: tree.List}
		for _, text := range query[name] {
			list.Items = append(list.Items, &tree.Node{Kind: tree.Text, Text: text})
		}
		f.values[name] = list
		if len(list.Items) == 1 {
			f.values[name] = list.Items[0]
		}
	}
	return filename, nil
}

// object reads the fields of a body.
func (f *fields) object(root *tree.Node) error {
	if root.Kind != tree.Object {
		return invalid(http.StatusBadRequest, "the fields are "+root.Describe()+" and not a map", "")
	}
	for _, again := range root.Repeats {
		return f.wrong(again.At, again.Key, "is written twice")
	}
	for i := range root.Members {
		m := &root.Members[i]
		if !slices.Contains(f.takes, m.Key) {
			p := f.unknown(m.Key, "the body")
			p.Errors = []mistake{{f.file, m.At.Line, m.At.Column, m.Key, "Unknown field", p.Detail, p.Hint}}
			return p
		}
		if m.Value.Kind != tree.Null {
			f.values[m.Key] = m.Value
		}
	}
	return nil
}

// raw takes the body as a file.
func (f *fields) raw(main, name string, body []byte) error {
	if !slices.Contains(f.takes, main) {
		return invalid(http.StatusBadRequest, "the body is no map of fields", "")
	}
	f.values[main] = &tree.Node{Kind: tree.List, Items: []*tree.Node{{Kind: tree.Object, Members: []tree.Member{
		{Key: "name", Value: &tree.Node{Kind: tree.Text, Text: name}},
		{Key: "content", Value: &tree.Node{Kind: tree.Text, Text: string(body)}},
	}}}}
	if main == "scenario" {
		f.values[main] = f.values[main].Items[0]
	}
	return nil
}

func (f *fields) unknown(name, where string) *problem {
	return invalid(http.StatusBadRequest, where+" has the field "+shown(name)+", which is not known here", "there are: "+strings.Join(f.takes, ", "))
}

// wrong is a field that is not what it should be.
func (f *fields) wrong(at tree.Pos, field, what string) *problem {
	p := invalid(http.StatusBadRequest, field+" "+what, "")
	if at.Line > 0 {
		p.Errors = []mistake{{f.file, at.Line, at.Column, field, "Wrong field", what, ""}}
		p.Detail = f.file + ":" + strconv.Itoa(at.Line) + ":" + strconv.Itoa(at.Column) + ": " + p.Detail
	}
	return p
}
