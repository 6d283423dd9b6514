package rollscope.prelude

# quantities are amounts as whole numbers, rounded up: thousandths of a CPU, units of all else.
quantities(list) := {name: number |
	some name, written in list
	number := ceil(_quantity(written) * _unit(name))
}

_unit(name) := 1000 if name == "cpu"

_unit(name) := 1 if name != "cpu"

_quantity(null) := 0

_quantity(written) := written if is_number(written)

_quantity(written) := to_number(parts[1]) * _suffixes[parts[2]] if {
	is_string(written)
	[parts] := regex.find_all_string_submatch_n(`^([+-]?[0-9]*\.?[0-9]*)([A-Za-z]*)$`, written, -1)
	_suffixes[parts[2]]
}

# An exponent, such as 1e3 or 5E-1.
_quantity(written) := to_number(written) if {
	is_string(written)
	regex.match(`^[+-]?[0-9]+\.?[0-9]*[eE][+-]?[0-9]+$`, written)
}

_suffixes := {
	"n": 0.000000001,
	"u": 0.000001,
	"m": 0.001,
	"": 1,
	"k": 1000,
	"M": 1000000,
	"G": 1000000000,
	"T": 1000000000000,
	"P": 1000000000000000,
	"E": 1000000000000000000,
	"Ki": 1024,
	"Mi": 1048576,
	"Gi": 1073741824,
	"Ti": 1099511627776,
	"Pi": 1125899906842624,
	"Ei": 1152921504606846976,
}
