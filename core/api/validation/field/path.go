// Package field says where in an object something is wrong and what: paths,
// errors, and the sentences the API server and kubectl make of them.
//
// A Path also knows where errors about it go, so a rule is a plain function of
// a path and a value and returns nothing:
//
//	errs := field.Collect(func(root *field.Path) { hostPath(root.Child("spec"), spec) })
package field

import "strconv"

// What rules call in many places is kept out of line: inlined, it would make a
// browser's copy of them a tenth larger.

// Path is a place in an object, such as spec.volumes[0].name. Paths are
// immutable; Child, Index and Key make longer ones. The nil Path does not exist:
// start with Collect or Root.
//
// Upstream 1.37: apimachinery:pkg/util/validation/field/path.go, Path.
type Path struct {
	report    *report
	parent    *Path
	name      string // a field's name; "" for a subscript and for the root
	subscript string
}

// report is where the errors of one validation gather, in the order found.
type report struct {
	errors []*Error
}

// Collect runs rules on the root of an object and returns what they found, in
// the order they found it and without repetitions (as the API server's own
// message has none).
//
// Upstream 1.37: apimachinery:pkg/util/validation/field/errors.go, ErrorList.ToAggregate.
func Collect(rules func(root *Path)) []*Error {
	r := &report{}
	rules(&Path{report: r})
	return distinct(r.errors)
}

// Root is the path of an object whose errors nobody reads.
func Root() *Path {
	return &Path{report: &report{}}
}

// Any tells whether rules find anything wrong.
func Any(rules func(root *Path)) bool {
	r := &report{}
	rules(&Path{report: r})
	return len(r.errors) > 0
}

// Child is the path of a field below p; dots in the name lead further down.
//
//go:noinline
func (p *Path) Child(name string) *Path {
	return &Path{report: p.report, parent: p, name: name}
}

// Index is the path of an item of the list at p.
//
//go:noinline
func (p *Path) Index(i int) *Path {
	return p.Key(strconv.Itoa(i))
}

// Item is the path of an item of the list called name below p.
//
//go:noinline
func (p *Path) Item(name string, i int) *Path {
	return p.Child(name).Index(i)
}

// Key is the path of an entry of the map at p.
//
//go:noinline
func (p *Path) Key(key string) *Path {
	return &Path{report: p.report, parent: p, subscript: key}
}

// Sound runs rules and tells whether they added no error.
//
//go:noinline
func (p *Path) Sound(rules func()) bool {
	before := len(p.report.errors)
	rules()
	return len(p.report.errors) == before
}

// String writes p as the API server does: names joined by dots, subscripts in
// brackets. The root is "".
//
//go:noinline
func (p *Path) String() string {
	return string(p.append(nil))
}

//go:noinline
func (p *Path) append(text []byte) []byte {
	if p.parent == nil {
		return text
	}
	text = p.parent.append(text)
	if p.name == "" {
		text = append(text, '[')
		text = append(text, p.subscript...)
		return append(text, ']')
	}
	if p.parent.parent != nil {
		text = append(text, '.')
	}
	return append(text, p.name...)
}
