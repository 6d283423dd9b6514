package edge

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/rollscope/rollscope/core/api/decode/tree"
	"github.com/rollscope/rollscope/core/api/json"
	"github.com/rollscope/rollscope/core/api/manifest"
	"github.com/rollscope/rollscope/core/plan/ask"
	"github.com/rollscope/rollscope/core/reason"
)

// maxWords is how many texts a list of a request may hold.
const maxWords = 1000

// text is a field that is text; "" where it is left out.
func (f *fields) text(name string) (string, error) {
	n := f.values[name]
	switch {
	case n == nil:
		return "", nil
	case n.Kind == tree.Text || n.Kind == tree.Number:
		return n.Source(), nil
	}
	return "", f.wrong(n.At, name, "must be text, but is "+n.Describe())
}

// words is a field that is a list of texts, or one text.
func (f *fields) words(name string) ([]string, error) {
	n := f.values[name]
	if n == nil {
		return nil, nil
	}
	items := n.Items
	if n.Kind != tree.List {
		items = []*tree.Node{n}
	}
	if len(items) > maxWords {
		return nil, f.wrong(n.At, name, "may have "+count(maxWords, "entries at most"))
	}
	var out []string
	for _, item := range items {
		if item.Kind != tree.Text && item.Kind != tree.Number {
			return nil, f.wrong(item.At, name, "must be a list of texts, but has "+item.Describe())
		}
		out = append(out, item.Source())
	}
	return out, nil
}

// number is a field that is a whole number of at least 0.
func (f *fields) number(name string) (uint64, error) {
	n := f.values[name]
	if n == nil {
		return 0, nil
	}
	v, err := strconv.ParseUint(n.Source(), 10, 53)
	if n.Kind != tree.Number && n.Kind != tree.Text || err != nil {
		return 0, f.wrong(n.At, name, "must be a whole number, but is "+n.Describe())
	}
	return v, nil
}

// truth is a field that is a boolean.
func (f *fields) truth(name string) (bool, error) {
	n := f.values[name]
	if n == nil {
		return false, nil
	}
	v, err := strconv.ParseBool(n.Text)
	if n.Kind != tree.Boolean && n.Kind != tree.Text || err != nil {
		return false, f.wrong(n.At, name, "must be true or false, but is "+n.Describe())
	}
	return v, nil
}

// duration is a field such as 10m.
func (f *fields) duration(name string) (time.Duration, error) {
	text, err := f.text(name)
	if err != nil || text == "" {
		return 0, err
	}
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 {
		return 0, f.wrong(f.values[name].At, name, "must be a duration such as 10m, not "+shown(text))
	}
	return d, nil
}

// language is the field lang.
func (f *fields) language() (reason.Language, error) {
	switch text, err := f.text("lang"); {
	case err != nil:
		return "", err
	case text == "" || text == "en":
		return reason.English, nil
	case text == "zh":
		return reason.Chinese, nil
	}
	return "", f.wrong(f.values["lang"].At, "lang", "is en or zh")
}

// files is a field that holds files: the text of one; {name, content}; an object as it
// would stand in a manifest; or a list of these.
func (f *fields) files(name string) ([]manifest.File, error) {
	n := f.values[name]
	if n == nil {
		return nil, nil
	}
	items := []*tree.Node{n}
	if n.Kind == tree.List {
		items = n.Items
	}
	if most := f.limits.Documents; len(items) > most {
		return nil, limited(http.StatusUnprocessableEntity, "documents", most, name+": "+count(len(items), "files; at most "+strconv.Itoa(most)+" documents"))
	}
	var out []manifest.File
	for i, item := range items {
		unnamed := name + ".yaml"
		if len(items) > 1 {
			unnamed = name + "-" + strconv.Itoa(i+1) + ".yaml"
		}
		file, err := f.oneFile(name, unnamed, item)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(out, func(other manifest.File) bool { return other.Name == file.Name }) {
			return nil, f.wrong(item.At, name, "has two files of the name "+shown(file.Name))
		}
		out = append(out, file)
	}
	return out, nil
}

func (f *fields) oneFile(name, unnamed string, n *tree.Node) (manifest.File, error) {
	file := manifest.File{Name: unnamed}
	content, given := n.Member("content"), n.Member("name")
	switch {
	case n.Kind == tree.Text:
		file.Content = []byte(n.Text)
	case n.Kind == tree.Object && n.Member("kind") == nil && n.Member("pools") == nil && (content != nil || given != nil):
		if content == nil || content.Value.Kind != tree.Text || len(n.Members) > 2 || len(n.Members) == 2 && given == nil {
			return file, f.wrong(n.At, name, "needs {name, content} with the text of a file")
		}
		file.Content = []byte(content.Value.Text)
		if given != nil {
			file.Name = given.Value.Text
		}
		if !fit(file.Name) {
			return file, f.wrong(n.At, name, "has a file whose name is no printable text of 1 to 200 characters")
		}
	case n.Kind == tree.Object:
		file.Name = strings.TrimSuffix(unnamed, ".yaml") + ".json"
		file.Content = indented(n)
	default:
		return file, f.wrong(n.At, name, "must be the text of a manifest, {name, content}, or an object, but is "+n.Describe())
	}
	return file, nil
}

// fit says whether a name is one that a file may have in messages.
func fit(name string) bool {
	n := utf8.RuneCountInString(name)
	return n >= 1 && n <= 200 && utf8.ValidString(name) && !strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) })
}

// cluster are the fields nodes and count as a question has them.
func (f *fields) cluster(to *ask.Files) error {
	n := f.values["nodes"]
	to.MaxNodes = f.limits.Nodes
	if n == nil {
		return nil
	}
	if equal, err := strconv.Atoi(n.Source()); err == nil && (n.Kind == tree.Number || n.Kind == tree.Text) {
		if equal < 1 {
			return f.wrong(n.At, "nodes", "must be a number from 1 on, or files")
		}
		if equal > f.limits.Nodes {
			return tooManyNodes(equal, f.limits.Nodes)
		}
		to.Equal = equal
		return nil
	}
	var err error
	to.Nodes, err = f.files("nodes")
	return err
}

func tooManyNodes(n, most int) *problem {
	return limited(http.StatusUnprocessableEntity, "nodes", most, count(n, "nodes; at most "+strconv.Itoa(most)))
}

// indented is a value as JSON with a line for each entry, so that places in it say
// something.
func indented(n *tree.Node) []byte {
	return append(json.Indent(nil, n.AppendJSON(nil), "  "), '\n')
}
