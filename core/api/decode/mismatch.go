package decode

import (
	"reflect"
	"strconv"
	"strings"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/decode/tree"
)

// wrong reports a value at the current path that is of another kind than its field, which
// has type t.
func (w *walker) wrong(n *tree.Node, want tree.Kind, t reflect.Type) {
	w.reportAt(n.At, Error{
		Code: CodeWrongType, Upstream: w.upstreamType(n, t),
		Message: "must be " + want.String() + ", but is " + n.Describe(),
		Hint:    w.fix(n, want, t),
	})
}

// fix says how to write a value so that it fits; "" if nobody can know.
func (w *walker) fix(n *tree.Node, want tree.Kind, t reflect.Type) string {
	switch {
	case want == tree.Text && (n.Kind == tree.Boolean || n.Kind == tree.Number):
		return "put it in quotes: " + tree.Quote(n.Source())
	case want == tree.List:
		return w.asList(n, t.Elem())
	case want == tree.Object && n.Kind == tree.List:
		return "write the keys without dashes"
	case want == tree.Object && n.Kind == tree.Text:
		return asMap(n.Text)
	case want == tree.Boolean && n.Kind == tree.Text:
		if is := strings.ToLower(n.Text); is == "true" || is == "false" {
			return "write it without quotes: " + is
		}
		return "write true or false"
	case want == tree.Number && n.Kind == tree.Text:
		return asNumber(n.Text)
	}
	return ""
}

// asList shows the beginning of the list that was meant, of elements of type t.
func (w *walker) asList(n *tree.Node, t reflect.Type) string {
	switch {
	case n.Kind == tree.Object && len(n.Members) == 0:
		return "write [] for an empty list"
	case n.Kind == tree.Object:
		return "write it as a list of maps, which begins with - " + w.firstItem(n.Members[0], t)
	case n.Kind == tree.Text && w.isCommand():
		words := strings.Fields(tree.Cut(n.Text, 60))
		for i, word := range words {
			words[i] = strconv.Quote(word)
		}
		return "write it as a list: [" + strings.Join(words, ", ") + "]"
	case t.Kind() == reflect.String:
		return "write it as a list: [" + tree.Quote(n.Source()) + "]"
	}
	return "write it as a list"
}

// firstItem writes the first entry of a map as the first of an item: the entry itself, or,
// where the keys were taken for names, a name.
func (w *walker) firstItem(first tree.Member, t reflect.Type) string {
	if item, ok := element(t); ok {
		fields := w.structFields(item)
		if findField(fields, first.Key) == nil && findField(fields, "name") != nil {
			return "name: " + tree.Shown(first.Key, 40)
		}
	}
	text := tree.Shown(first.Key, 40) + ":"
	if value := first.Value; value.Source() != "" {
		text += " " + tree.Shown(value.Source(), 40)
	}
	return text
}

// isCommand holds for the fields where one text was split by a shell elsewhere.
func (w *walker) isCommand() bool {
	switch w.path[len(w.path)-1].name {
	case "command", "args":
		return true
	}
	return false
}

func asMap(s string) string {
	if key, value := tree.SplitWord(s, ':'); key != "" && value != "" {
		return "put a space after the colon: " + key + ": " + tree.Shown(value, 40)
	}
	if key, value := tree.SplitWord(s, '='); key != "" {
		return "write a colon and a space in place of =: " + key + ": " + tree.Shown(value, 40)
	}
	return ""
}

// asNumber unquotes a number, and turns a duration into seconds.
func asNumber(s string) string {
	trimmed := strings.TrimSpace(s)
	if _, err := strconv.ParseInt(trimmed, 10, 64); err == nil {
		return "write it without quotes: " + trimmed
	}
	for _, unit := range [...]struct {
		suffix  string
		seconds int
	}{{"ms", 0}, {"s", 1}, {"m", 60}, {"h", 3600}} {
		digits, found := strings.CutSuffix(trimmed, unit.suffix)
		if n, err := strconv.Atoi(digits); found && err == nil && unit.seconds > 0 && n < 1e6 {
			return "if it is a time, write it in seconds: " + strconv.Itoa(n*unit.seconds)
		}
	}
	return ""
}

// outOfRange reports a number that its field cannot hold.
func (w *walker) outOfRange(n *tree.Node, t reflect.Type) {
	message := "must be a whole number"
	if !strings.ContainsAny(n.Text, ".eE") {
		largest := strconv.FormatUint(1<<(t.Bits()-1)-1, 10)
		smallest := strconv.FormatInt(-1<<(t.Bits()-1), 10)
		message = "must be from " + smallest + " to " + largest
	}
	w.reportAt(n.At, Error{
		Code:     CodeNumberRange,
		Message:  message + ", but is " + tree.Shown(n.Source(), 60),
		Upstream: w.upstreamError("number "+n.Text, upstreamName(t)),
	})
}

// refused reports a value that a type with a notation of its own could not read. Its
// error has upstream's words.
func (w *walker) refused(n *tree.Node, t reflect.Type, err error) {
	e := Error{Code: CodeBadValue, Upstream: short(err.Error())}
	if value, into, found := strings.Cut(err.Error(), " into Go value of type "); found {
		e.Upstream = w.upstreamError(strings.TrimPrefix(value, "json: cannot unmarshal "), into)
	}
	switch t {
	case reflect.TypeFor[api.Quantity]():
		e.Code = CodeBadQuantity
		e.Message = tree.Shown(err.Error(), 200) + ", but this is " + n.Describe()
		e.Hint = quantityHint(n.Source())
	case reflect.TypeFor[api.IntOrString]():
		e.Message = "must be a whole number of 32 bits or text, but is " + n.Describe()
	case reflect.TypeFor[api.Time](), reflect.TypeFor[api.MicroTime]():
		e.Code = CodeBadTime
		e.Message = "must be a time such as 2026-01-31T12:00:00Z, but is " + n.Describe()
	default:
		e.Message = tree.Shown(err.Error(), 200)
	}
	w.reportAt(n.At, e)
}

// quantityHint finds the quantity that was meant: 2 Gi, 1gb, 100MB, 2 cores.
func quantityHint(s string) string {
	digits := strings.TrimRight(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ ")
	unit := strings.TrimSpace(s[len(digits):])
	digits = strings.TrimSpace(digits)
	if digits == "" || len(digits) > 20 {
		return ""
	}
	if _, err := api.ParseQuantity(digits + unit); err == nil {
		return "write " + digits + unit
	}
	unit = strings.ToLower(unit)
	switch unit {
	case "b", "byte", "bytes", "core", "cores", "cpu", "cpus":
		unit = ""
	case "millicore", "millicores", "millicpu":
		unit = "m"
	case "kb", "ki", "kib", "mb", "mi", "mib", "gb", "gi", "gib", "tb", "ti", "tib":
		if unit[1] == 'b' {
			return "write " + digits + decimalUnit(unit) + ", or " + digits + strings.ToUpper(unit[:1]) + "i for powers of 1024"
		}
		unit = strings.ToUpper(unit[:1]) + "i"
	}
	if _, err := api.ParseQuantity(digits + unit); err != nil {
		return ""
	}
	return "write " + digits + unit
}

// decimalUnit is the suffix of kb, mb and so on: a small k, the others large.
func decimalUnit(unit string) string {
	if unit[0] == 'k' {
		return "k"
	}
	return strings.ToUpper(unit[:1])
}

// upstreamType is the decoder's sentence about a value of a wrong kind.
func (w *walker) upstreamType(n *tree.Node, t reflect.Type) string {
	return w.upstreamError([...]string{"null", "bool", "number", "string", "array", "object"}[n.Kind], upstreamName(t))
}

// upstreamError is the sentence of an UnmarshalTypeError at the current path; "" outside of
// an object.
func (w *walker) upstreamError(value, into string) string {
	var stack []string
	for _, s := range w.path {
		if s.kind == fieldSegment || s.kind == embeddedSegment {
			stack = append(stack, s.name)
		}
	}
	if len(w.frames) == 0 {
		return ""
	}
	return short("json: cannot unmarshal " + value + " into Go struct field " +
		w.frames[len(w.frames)-1].typ.Name() + "." + strings.Join(stack, ".") + " of type " + into)
}

// upstreamName is what Go calls upstream's twin of one of our types.
func upstreamName(t reflect.Type) string {
	return strings.NewReplacer(
		"api.Quantity", "resource.Quantity", "api.IntOrString", "intstr.IntOrString",
		"api.UID", "types.UID", "api.NodeName", "types.NodeName",
		"api.MetaConditionStatus", "v1.ConditionStatus", "api.", "v1.",
	).Replace(t.String())
}

// short drops a sentence that repeats too much of the manifest.
func short(sentence string) string {
	if len(sentence) > 500 {
		return ""
	}
	return sentence
}
