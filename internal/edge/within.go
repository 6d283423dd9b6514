package edge

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/rollscope/rollscope/core/api/decode/tree"
	"github.com/rollscope/rollscope/core/api/manifest"
)

// within refuses files that go over the limits of documents, depth and values.
func (s *server) within(lists ...[]manifest.File) error {
	var most measures
	for _, file := range slices.Concat(lists...) {
		m := measured(string(file.Content))
		most.documents += m.documents
		most.depth, most.values = max(most.depth, m.depth), max(most.values, m.values)
	}
	if most.documents <= s.limits.Documents && most.depth <= s.limits.Depth && most.values <= s.limits.Values {
		return nil
	}
	documents := 0
	for _, file := range slices.Concat(lists...) {
		read := tree.Read(file.Content)
		for _, p := range read.Problems {
			switch {
			case p.Code == tree.CodeTooDeep:
				return s.tooDeep(file.Name)
			case p.Code == tree.CodeTooMany && len(read.Documents) > s.limits.Documents:
				return s.tooManyDocuments()
			}
		}
		for _, d := range read.Documents {
			if d.Root.Depth() > s.limits.Depth {
				return s.tooDeep(file.Name)
			}
			if err := s.notTooLarge(file.Name, d.Root); err != nil {
				return err
			}
		}
		if documents += len(read.Documents); documents > s.limits.Documents {
			return s.tooManyDocuments()
		}
	}
	return nil
}

// notTooLarge refuses an object of more values than any that is in use has: what is asked
// of an object may take the square of its size. Kinds that are passed over may be large.
func (s *server) notTooLarge(file string, n *tree.Node) error {
	if items := n.Child("items"); items != nil && items.Kind == tree.List {
		for _, item := range items.Items {
			if err := s.notTooLarge(file, item); err != nil {
				return err
			}
		}
		return nil
	}
	kinds := []string{"DaemonSet", "Pod", "Node", "ControllerRevision", "PriorityClass", "PodDisruptionBudget"}
	if most := s.limits.Values; n.Count() > most && slices.Contains(kinds, n.Words("kind")) {
		return limited(http.StatusUnprocessableEntity, "values", most,
			file+":"+strconv.Itoa(n.At.Line)+": a "+n.Words("kind")+" of more than "+count(most, "values"))
	}
	return nil
}

func (s *server) tooDeep(file string) *problem {
	most := s.limits.Depth
	return limited(http.StatusUnprocessableEntity, "depth", most, file+": maps and lists are nested more than "+strconv.Itoa(most)+" deep")
}

func (s *server) tooManyDocuments() *problem {
	most := s.limits.Documents
	return limited(http.StatusUnprocessableEntity, "documents", most, "more than "+count(most, "documents"))
}

// measures are how much a text holds at most.
type measures struct{ documents, depth, values int }

// measured costs no reading of YAML. A map or list within another begins further to the
// right, but a list below its key; every value has a line or stands behind one of the
// signs that separate values.
func measured(text string) (m measures) {
	open, widest, deepest := 0, 0, 0
	isJSON := strings.HasPrefix(strings.TrimSpace(text), "{")
	if !isJSON {
		m.documents = 1
	}
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "---") {
			m.documents++
		}
		widest = max(widest, len(line)-len(strings.TrimLeft(line, " -?")))
		m.values += 2
		for i := range len(line) {
			switch line[i] {
			case ',', ':', '-', '*':
				m.values++
			case '{', '[':
				m.values++
				open++
				deepest = max(deepest, open)
			case '}', ']':
				if open = max(open-1, 0); open == 0 && isJSON {
					m.documents++
				}
			}
		}
	}
	if strings.Contains(text, "*") { // an alias stands for many values
		m.values *= tree.MaxAliasGrowth
	}
	m.depth = 2*widest + deepest + 1
	return m
}
