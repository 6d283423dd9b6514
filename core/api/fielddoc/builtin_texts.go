//go:build !js || texts

package fielddoc

import _ "embed" // for the texts

//go:embed zz_fields.txt
var builtIn string

// BuiltIn are the texts that the program carries.
func BuiltIn() Texts { return Texts(builtIn) }
