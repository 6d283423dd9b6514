// Package reason names every decision the simulator takes: a code, a sentence
// in English and in Chinese, and the upstream source the decision was read from.
//
// Whatever the simulator does carries a Reason. The sentences are written here
// once; hosts only print them.
package reason

import "strconv"

// Code is the name of one kind of decision, in CamelCase, unique in the catalogue.
type Code string

// Language selects the language of a sentence.
type Language string

// The languages that every entry of the catalogue has.
const (
	English Language = "en"
	Chinese Language = "zh"
)

// Reason is one decision's code with what the sentence needs to be concrete.
// Fields that the sentence does not mention stay zero.
type Reason struct {
	Code Code
	Pod  string // fills {pod}: a pod's name
	Node string // fills {node}: a node's name
	Text string // fills {text}: a message, a taint, an image, …
	N, M int64  // fill {n} and {m}: counts or seconds
}

// Entry is one line of the catalogue.
type Entry struct {
	Code    Code
	English string // the sentence, with {pod} {node} {text} {n} {m} as placeholders
	Chinese string // the same in Chinese, with the same placeholders
	// Upstream is the file and function of Kubernetes v1.37 the decision was read from,
	// or "simulator" where it is ours.
	Upstream string
}

// All returns the whole catalogue, grouped by the component that decides.
func All() []Entry {
	all := make([]Entry, 0, len(byCode))
	for _, group := range groups {
		all = append(all, group...)
	}
	return all
}

// Lookup returns the entry of a code and whether there is one.
func Lookup(c Code) (Entry, bool) {
	e, ok := byCode[c]
	return e, ok
}

// Sentence renders the reason in the language asked for. A code without an
// entry renders as the code itself; a test holds that none is used.
func (r Reason) Sentence(l Language) string {
	e, ok := byCode[r.Code]
	if !ok {
		return string(r.Code)
	}
	if l == Chinese {
		return r.fill(e.Chinese)
	}
	return r.fill(e.English)
}

// fill replaces the placeholders of one sentence.
func (r Reason) fill(s string) string {
	out := make([]byte, 0, len(s)+32)
	for i := 0; i < len(s); {
		if s[i] == '{' {
			if value, width, ok := r.placeholder(s[i:]); ok {
				out = append(out, value...)
				i += width
				continue
			}
		}
		out = append(out, s[i])
		i++
	}
	return string(out)
}

// placeholder reads a placeholder at the start of s and gives its value and width.
func (r Reason) placeholder(s string) (string, int, bool) {
	for _, p := range [...]struct{ name, value string }{
		{"{pod}", r.Pod}, {"{node}", r.Node}, {"{text}", r.Text},
	} {
		if len(s) >= len(p.name) && s[:len(p.name)] == p.name {
			return p.value, len(p.name), true
		}
	}
	if len(s) >= 3 && s[2] == '}' {
		switch s[1] {
		case 'n':
			return strconv.FormatInt(r.N, 10), 3, true
		case 'm':
			return strconv.FormatInt(r.M, 10), 3, true
		}
	}
	return "", 0, false
}

// groups lists the catalogue by component, in the order the documentation shows it.
var groups = [][]Entry{userEntries, clusterEntries, daemonEntries, schedulerEntries, kubeletEntries, nodeEntries}

// byCode is the catalogue by code; it never changes.
var byCode = index(groups)

func index(groups [][]Entry) map[Code]Entry {
	m := map[Code]Entry{}
	for _, group := range groups {
		for _, e := range group {
			if _, twice := m[e.Code]; twice {
				panic("reason: code " + string(e.Code) + " stands twice in the catalogue")
			}
			m[e.Code] = e
		}
	}
	return m
}
