//go:build js && !texts

package fielddoc

// BuiltIn are none here: a browser fetches the texts by themselves. The tests of a
// js build bring them with the tag texts.
func BuiltIn() Texts { return "" }
