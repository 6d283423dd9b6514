package rollscope.prelude

# What probes ask, with their defaults.

_probe(written) := object.union(
	{
		"initial_delay": field(written, "initialDelaySeconds", 0),
		"period": filled(written, "periodSeconds", 10),
		"timeout": filled(written, "timeoutSeconds", 1),
		"failure_threshold": filled(written, "failureThreshold", 3),
		"success_threshold": filled(written, "successThreshold", 1),
	},
	_handler(written),
)

_handler(written) := {
	"handler": "exec",
	"target": $"exec {concat(" ", field(written.exec, "command", []))}",
	"port": "",
	"port_is_name": false,
} if {
	is_object(written.exec)
} else := {
	"handler": "http",
	"target": $"{lower(filled(get, "scheme", "HTTP"))}://{field(get, "host", "")}:{field(get, "port", 0)}{filled(get, "path", "/")}",
	"port": $"{field(get, "port", 0)}",
	"port_is_name": _is_name(field(get, "port", 0)),
} if {
	is_object(written.httpGet)
	get := written.httpGet
} else := {
	"handler": "tcp",
	"target": $"tcp://{field(socket, "host", "")}:{field(socket, "port", 0)}",
	"port": $"{field(socket, "port", 0)}",
	"port_is_name": _is_name(field(socket, "port", 0)),
} if {
	is_object(written.tcpSocket)
	socket := written.tcpSocket
} else := {
	"handler": "grpc",
	"target": $"grpc://:{field(call, "port", 0)}/{field(call, "service", "")}",
	"port": $"{field(call, "port", 0)}",
	"port_is_name": false,
} if {
	is_object(written.grpc)
	call := written.grpc
} else := {
	"handler": "",
	"target": "",
	"port": "",
	"port_is_name": false,
}

_is_name(port) if {
	is_string(port)
	not regex.match(`^[0-9]+$`, port)
} else := false
