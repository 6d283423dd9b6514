package decode

import (
	"reflect"
	"strconv"
	"strings"

	"github.com/rollscope/rollscope/core/api/decode/tree"
)

// document makes documents of one value: one of an object, and as many of a list as it
// has items.
func (r *reader) document(d tree.Document) {
	w := r.walker(d.Root, d.Number, -1)
	switch kind := d.Root.Words("kind"); {
	case d.Root.Kind != tree.Object:
		w.notAnObject()
	case strings.HasSuffix(kind, "List") && d.Root.Child("items") != nil:
		w.list(kind)
	default:
		w.object(d.Root.Words("apiVersion"), kind)
	}
}

func (w *walker) notAnObject() {
	e := Error{
		Code: CodeNotAnObject, Message: w.root.Describe() + " is not a Kubernetes object",
		Hint: "an object is a map with apiVersion, kind and metadata",
	}
	if w.root.Kind == tree.List && w.item < 0 {
		e.Hint = "put several objects into kind: List, or separate them by ---"
		if first := w.root.Items; len(first) > 0 && first[0].Child("op") != nil && first[0].Child("path") != nil {
			e.Code, e.Message = CodePatch, "this is a JSON patch, not an object"
			e.Hint = "apply it with kustomize or kubectl patch, and read the result"
		}
	}
	w.reportAt(w.root.At, e)
}

// list reads the objects of a list. Those of a typed list, such as a NodeList, may leave
// out apiVersion and kind.
//
// Upstream 1.37: cli-runtime:pkg/resource/visitor.go, FlattenListVisitor.
func (w *walker) list(listKind string) {
	for i := range w.root.Members {
		switch m := &w.root.Members[i]; m.Key {
		case "apiVersion", "kind", "metadata", "items":
		default:
			w.unknown(m, nil)
		}
	}
	w.repeats(w.root, nil, fieldSegment)
	items := w.root.Child("items")
	if items.Kind != tree.List && items.Kind != tree.Null {
		w.push(segment{name: "items"})
		w.wrong(items, tree.List, reflect.TypeFor[[]string]())
		w.pop()
	}
	kind := strings.TrimSuffix(listKind, "List")
	for i, root := range items.Items {
		item := w.walker(root, w.number, i)
		switch {
		case root.Kind != tree.Object:
			item.notAnObject()
		case strings.HasSuffix(root.Words("kind"), "List") && root.Child("items") != nil:
			item.list(root.Words("kind"))
		case kind == "" || root.Child("kind") != nil:
			item.object(root.Words("apiVersion"), root.Words("kind"))
		default:
			item.object(w.root.Words("apiVersion"), kind)
		}
	}
}

// object makes a document of a map. Its kind says what the fields mean.
func (w *walker) object(apiVersion, kind string) {
	d := Document{
		APIVersion: apiVersion, Kind: kind, Index: w.number, Item: w.item, root: w.root,
		Namespace: w.root.Words("metadata", "namespace"), Name: w.root.Words("metadata", "name"),
		GenerateName: w.root.Words("metadata", "generateName"),
	}
	var target any
	if w.header(&d) {
		target = w.target(&d)
	}
	d.Known = target != nil
	switch {
	case target == nil:
		w.plain(w.root)
	case w.patch(&d):
		d.Patch = true
	default:
		w.decode(w.root, target)
		w.nameless(&d)
		d.Object = target
	}
	if kind != "" {
		w.result.Documents = append(w.result.Documents, d)
	}
}

// header checks apiVersion and kind.
func (w *walker) header(d *Document) bool {
	sound := true
	for _, name := range [...]string{"apiVersion", "kind"} {
		m := w.root.Member(name)
		if m != nil && m.Value.Kind != tree.Text && m.Value.Kind != tree.Null {
			w.push(segment{name: name})
			w.wrong(m.Value, tree.Text, reflect.TypeFor[string]())
			w.pop()
			sound = false
		}
	}
	if !sound {
		return false
	}
	if d.Kind == "" {
		w.reportAt(w.root.At, Error{
			Code:    CodeMissingKind,
			Message: "the field kind is missing", Hint: w.headerHint(),
		})
		return false
	}
	if d.APIVersion == "" {
		w.reportAt(w.root.At, Error{
			Code:    CodeMissingVersion,
			Message: "the field apiVersion is missing", Hint: usualVersion(d.Kind),
		})
		return false
	}
	return true
}

// headerHint guesses what a document without kind is.
func (w *walker) headerHint() string {
	for i := range w.root.Members {
		switch key := w.root.Members[i].Key; {
		case strings.EqualFold(key, "kind"):
			return "write kind in lower case"
		case key == "resources", key == "patches":
			return "if this is a kustomization.yaml, read what kubectl kustomize prints for it"
		case key == "image", key == "replicaCount", key == "values":
			return "if this is the values.yaml of a Helm chart, read what helm template prints for it"
		case strings.HasPrefix(key, "kind:"):
			return "put a space after the colon: kind: " + tree.Shown(key[len("kind:"):], 40)
		}
	}
	return "say what the object is, such as apiVersion: apps/v1 and kind: DaemonSet"
}

// knownKinds are the kinds we read, each with the versions that once were served and the
// release that ended it.
var knownKinds = [...]struct {
	kind, version string
	gone          map[string]string
}{
	{"DaemonSet", "apps/v1", map[string]string{"extensions/v1beta1": "1.16", "apps/v1beta2": "1.16"}},
	{"ControllerRevision", "apps/v1", map[string]string{"apps/v1beta1": "1.16", "apps/v1beta2": "1.16"}},
	{"Pod", "v1", nil},
	{"Node", "v1", nil},
	{"Event", "v1", map[string]string{"events.k8s.io/v1beta1": "1.25"}},
	{"Namespace", "v1", nil},
	{"PriorityClass", "scheduling.k8s.io/v1", map[string]string{
		"scheduling.k8s.io/v1beta1": "1.22", "scheduling.k8s.io/v1alpha1": "1.22",
	}},
	{"PodDisruptionBudget", "policy/v1", map[string]string{"policy/v1beta1": "1.25"}},
}

func usualVersion(kind string) string {
	for _, known := range knownKinds {
		if known.kind == kind {
			return "write apiVersion: " + known.version
		}
	}
	return "say which version of the kind it is, such as apiVersion: v1"
}

// target is an empty object for a kind that we know; nil for any other kind, which may
// well exist. Our kinds in versions that do not exist, and names that are nearly the name
// of one of our kinds, are reported, and read as if they were right. A group with a dot is
// one that somebody defined, and may have a Node of its own.
func (w *walker) target(d *Document) any {
	group, _, versioned := strings.Cut(d.APIVersion, "/")
	builtIn := !versioned || !strings.Contains(group, ".") || group == "scheduling.k8s.io"
	for i := range knownKinds {
		known := &knownKinds[i]
		release := known.gone[d.APIVersion]
		switch {
		case d.Kind == known.kind && d.APIVersion == known.version:
		case d.Kind == known.kind && release != "":
			w.unknownKind("apiVersion", d, d.APIVersion+" has gone with Kubernetes "+release, "write apiVersion: "+known.version)
		case d.Kind == known.kind && builtIn:
			w.unknownKind("apiVersion", d, "", "write apiVersion: "+known.version)
		case d.APIVersion == known.version && misspelt(d.Kind, known.kind):
			w.unknownKind("kind", d, "", "write kind: "+known.kind)
		default:
			continue
		}
		return newObject(known.version, known.kind)
	}
	return nil
}

// unknownKind reports a kind that does not exist as it is written in one of the two fields.
// The message may be "", for the usual one.
func (w *walker) unknownKind(field string, d *Document, message, hint string) {
	if message == "" {
		message = "there is no kind " + tree.Quote(d.Kind) + " in " + tree.Quote(d.APIVersion)
	}
	at := w.root.At // of an item of a typed list
	if m := w.root.Member(field); m != nil {
		at = m.At
	}
	w.reportAt(at, Error{
		Code: CodeUnknownKind, Message: message, Hint: hint,
		Upstream: short("no matches for kind " + strconv.Quote(d.Kind) + " in version " + strconv.Quote(d.APIVersion)),
	})
}

// misspelt holds for a kind that is nearly ours and nobody's.
func misspelt(kind, ours string) bool {
	if kind == "Note" || kind == "Mode" {
		return false
	}
	return strings.EqualFold(kind, ours) || len(ours) > 3 && distance(kind, ours) <= len(ours)/4
}

// patch reports a document that is a piece of an object for kustomize or kubectl patch to
// merge into the whole. One error stands for the many that reading it would give. What
// a ControllerRevision keeps is a patch, too, and is nobody's to merge here.
func (w *walker) patch(d *Document) bool {
	if d.Kind == "ControllerRevision" {
		return false
	}
	e := Error{Code: CodePatch, Hint: "read the object that kustomize build (or kubectl patch --dry-run=client -o yaml) makes with it"}
	if m := directiveIn(w.root); m != nil {
		e.Message = "this is a patch, not an object: " + tree.Shown(m.Key, 60) + " is for the tool that merges it"
		w.reportAt(m.At, e)
		return true
	}
	spec := w.root.Child("spec")
	if d.Kind != "DaemonSet" || d.Name == "" || spec != nil && spec.Kind != tree.Object || spec.Child("selector") != nil {
		return false
	}
	lacks := lacking(spec.Child("template"))
	if lacks == "" {
		return false
	}
	e.Message = "this looks like a patch: it has " + lacks
	w.reportAt(w.root.At, e)
	return true
}

// lacking says what a pod template to which there is no selector lacks that only a piece of
// one can do without; "" for nothing. An old DaemonSet has no selector, but labels and images.
func lacking(template *tree.Node) string {
	containers := template.Child("spec").Child("containers")
	if containers == nil {
		return "neither a selector nor containers"
	}
	if template.Child("metadata").Child("labels") != nil {
		return ""
	}
	for _, c := range containers.Items {
		if c.Child("name") != nil && c.Child("image") == nil {
			return "no selector, no labels, and a container without an image"
		}
	}
	return ""
}

// directiveIn finds a key that only strategic merge patches have.
//
// Upstream 1.37: apimachinery:pkg/util/strategicpatch/patch.go.
func directiveIn(n *tree.Node) *tree.Member {
	for i := range n.Members {
		m := &n.Members[i]
		switch name, _, _ := strings.Cut(m.Key, "/"); name {
		case "$patch", "$retainKeys", "$setElementOrder", "$deleteFromPrimitiveList":
			return m
		}
		if found := directiveIn(m.Value); found != nil {
			return found
		}
	}
	for _, item := range n.Items {
		if found := directiveIn(item); found != nil {
			return found
		}
	}
	return nil
}
