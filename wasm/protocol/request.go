package protocol

import (
	"math"
	"strconv"
	"strings"

	"github.com/rollscope/rollscope/core/api/json"
	"github.com/rollscope/rollscope/core/state"
)

// request is one thing that can be asked for.
type request struct {
	name  string
	about string    // what it does, for the documentation
	takes []string  // its fields, each NAME TYPE: WHAT; a TYPE that ends in ? may be left out
	gives string    // what its result holds
	open  bool      // it needs an open scenario
	run   answering // nil where programs differ; see every and few
}

// answering answers a request.
type answering func(*Session, args) (any, error)

func names(list []request) string {
	out := make([]string, len(list))
	for i, r := range list {
		out[i] = r.name
	}
	return strings.Join(out, ", ")
}

// args are the fields of a request. Their types are checked before it is run, so the
// readers below need no error.
type args map[string]any

func (a args) has(name string) bool { return a[name] != nil }

func (a args) id() json.Number {
	if n, ok := a["id"].(json.Number); ok {
		return n
	}
	return "0"
}

// only refuses fields that a request does not know, and those of a wrong type.
func (a args) only(r request) error {
	known := map[string]string{"v": "integer?", "id": "number?", "do": "text", "since": "integer?"}
	for _, t := range r.takes {
		name, rest, _ := strings.Cut(t, " ")
		known[name], _, _ = strings.Cut(rest, ":")
	}
	for name, v := range a {
		kind, ok := known[name]
		if !ok {
			return refuse("the request "+r.name+" has no field "+strconv.Quote(name), "its fields are described in site/content/protocol.md")
		}
		if v != nil && !fits(v, strings.TrimSuffix(kind, "?")) {
			return refuse("the field "+name+" of the request "+r.name+" must be of type "+strings.TrimSuffix(kind, "?"), "")
		}
	}
	for name, kind := range known {
		if !strings.HasSuffix(kind, "?") && a[name] == nil {
			return refuse("the request "+r.name+" needs the field "+name, "")
		}
	}
	return nil
}

// fits says whether a value has a type of the documentation.
func fits(v any, kind string) bool {
	switch v := v.(type) {
	case string:
		return kind == "text"
	case bool:
		return kind == "boolean"
	case json.Number:
		if kind == "integer" {
			_, err := strconv.Atoi(string(v))
			return err == nil
		}
		f, err := strconv.ParseFloat(string(v), 64)
		return (kind == "number" || kind == "seconds") && err == nil && f >= 0 && f < 1e9
	case []any:
		return kind == "list"
	case map[string]any:
		return kind == "map"
	}
	return false
}

// text is a field; "" where it is left out.
func (a args) text(name string) string {
	s, _ := a[name].(string)
	return s
}

// number is a whole number, kept within bounds; or is what stands for none.
func (a args) number(name string, or, least, most int) int {
	n, ok := a[name].(json.Number)
	if !ok {
		return or
	}
	i, err := strconv.Atoi(string(n))
	if err != nil {
		return or
	}
	return min(max(i, least), most)
}

// seconds is a span or moment of simulated time; or is what stands for none.
func (a args) seconds(name string, or state.Time) state.Time {
	n, ok := a[name].(json.Number)
	if !ok {
		return or
	}
	f, err := strconv.ParseFloat(string(n), 64)
	if err != nil || !(f >= 0 && f < 1e9) {
		return or
	}
	return state.Time(math.Round(f * float64(state.Second)))
}

// seconds writes a simulated time; Never becomes null.
type seconds state.Time

// AppendJSON writes the time in seconds, with as many decimals as it needs.
func (t seconds) AppendJSON(dst []byte) []byte {
	if state.Time(t) == state.Never {
		return append(dst, "null"...)
	}
	dst = strconv.AppendInt(dst, int64(t)/int64(state.Second), 10)
	rest := int64(t) % int64(state.Second)
	if rest <= 0 {
		return dst
	}
	digits := strconv.Itoa(int(int64(state.Second) + rest))[1:]
	return append(append(dst, '.'), strings.TrimRight(digits, "0")...)
}

// words reads a list of texts.
// secondsNumber is a span as a field of a request holds it.
func secondsNumber(t state.Time) json.Number { return json.Number(seconds(t).AppendJSON(nil)) }

func (a args) words(name string) ([]string, bool) {
	list, _ := a[name].([]any)
	out := make([]string, 0, len(list))
	for _, v := range list {
		s, ok := v.(string)
		if !ok {
			return nil, false
		}
		out = append(out, s)
	}
	return out, true
}

// file is a file that a request brings.
type file struct{ name, content string }

// files reads a list of {name, content}.
func (s *Session) files(a args, name string) ([]file, error) {
	list, _ := a[name].([]any)
	if len(list) > s.limits.Files {
		return nil, refuse(strconv.Itoa(len(list))+" files; the limit is "+strconv.Itoa(s.limits.Files), "")
	}
	out := make([]file, 0, len(list))
	for _, v := range list {
		m, _ := v.(map[string]any)
		f := file{args(m).text("name"), args(m).text("content")}
		if f.name == "" || strings.ContainsAny(f.name, " \t\r\n'\"\\") || strings.HasPrefix(f.name, "-") {
			return nil, refuse("each of "+name+" needs a name without blanks and quotes, and its content", "")
		}
		out = append(out, f)
	}
	return out, nil
}
