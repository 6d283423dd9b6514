package rollscope.prelude

# The names of images, as containerd and Docker read them.

_image(written) := {
	"written": written,
	"valid": true,
	"registry": parts[0],
	"repository": parts[1],
	"tag": _tag(rest),
	"digest": digest,
} if {
	not regex.match(`^[0-9a-f]{64}$`, written)
	[before, digest] := _cut_digest(written)
	rest := _cut_registry(before)
	parts := [rest[0], _untagged(rest)]
	regex.match(`^([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)*|\[[0-9a-fA-F:]+\])(:[0-9]+)?$`, parts[0])
	regex.match(`^[a-z0-9]+((\.|__?|-+)[a-z0-9]+)*(/[a-z0-9]+((\.|__?|-+)[a-z0-9]+)*)*$`, parts[1])
	count(parts[1]) <= 255
	_tagged_well(rest)
	_digest_valid(digest)
} else := {
	"written": written,
	"valid": false,
	"registry": "",
	"repository": "",
	"tag": "",
	"digest": "",
}

_cut_digest(written) := [before, digest] if {
	[before, digest] := split(written, "@")
	digest != ""
}

_cut_digest(written) := [written, ""] if not contains(written, "@")

_digest_valid("")

_digest_valid(digest) if regex.match(`^(sha256:[0-9a-f]{64}|sha384:[0-9a-f]{96}|sha512:[0-9a-f]{128})$`, digest)

# _cut_registry is the registry and the rest, with Docker Hub's names completed.
_cut_registry(name) := ["docker.io", $"library/{name}"] if not contains(name, "/")

_cut_registry(name) := [first, rest] if {
	[first, rest] := _first(name)
	_is_registry(first)
}

_cut_registry(name) := ["docker.io", _in_library(rest)] if {
	[first, rest] := _first(name)
	first in {"index.docker.io", "docker.io"}
}

_cut_registry(name) := ["docker.io", name] if {
	[first, _] := _first(name)
	not _is_registry(first)
	not first in {"index.docker.io", "docker.io"}
}

_first(name) := [substring(name, 0, slash), substring(name, slash + 1, -1)] if {
	slash := indexof(name, "/")
	slash >= 0
}

_is_registry("localhost")

_is_registry(first) if {
	not first in {"index.docker.io", "docker.io"}
	regex.match(`[.:A-Z]`, first)
}

_in_library(rest) := rest if contains(rest, "/")

_in_library(rest) := $"library/{rest}" if not contains(rest, "/")

_last(rest) := last if {
	pieces := split(rest[1], "/")
	last := pieces[count(pieces) - 1]
}

_untagged(rest) := substring(rest[1], 0, (count(rest[1]) - count(_last(rest))) + indexof(_last(rest), ":")) if {
	contains(_last(rest), ":")
}

_untagged(rest) := rest[1] if not contains(_last(rest), ":")

_tag(rest) := substring(_last(rest), indexof(_last(rest), ":") + 1, -1) if contains(_last(rest), ":")

_tag(rest) := "" if not contains(_last(rest), ":")

_tagged_well(rest) if not contains(_last(rest), ":")

_tagged_well(rest) if regex.match(`^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$`, _tag(rest))
