package fielddoc

// BuiltIn are none here: a browser fetches the texts by themselves.
func BuiltIn() Texts { return "" }
