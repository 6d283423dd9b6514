package container

import (
	"strconv"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/validation/field"
	"github.com/rollscope/rollscope/core/api/validation/format"
)

// liveness checks a liveness or a startup probe; nil is fine. One success has to
// be enough.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, validateLivenessProbe, validateStartupProbe.
func (r Rules) liveness(at *field.Path, p *api.Probe) {
	if p == nil {
		return
	}
	r.probe(at, p)
	if p.SuccessThreshold != 1 {
		at.Child("successThreshold").Invalid(p.SuccessThreshold, "must be 1")
	}
}

// readiness checks a readiness probe; nil is fine. It ends no container, so it
// gives none time to end.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, validateReadinessProbe.
func (r Rules) readiness(at *field.Path, p *api.Probe) {
	if p == nil {
		return
	}
	r.probe(at, p)
	if p.TerminationGracePeriodSeconds != nil {
		at.Child("terminationGracePeriodSeconds").Invalid(p.TerminationGracePeriodSeconds, "must not be set for readinessProbes")
	}
}

// Upstream 1.37: pkg/apis/core/validation/validation.go, validateProbe.
func (r Rules) probe(at *field.Path, p *api.Probe) {
	r.handler(at, handler{exec: p.Exec, httpGet: p.HTTPGet, tcpSocket: p.TCPSocket, grpc: p.GRPC})
	at.Child("initialDelaySeconds").Nonnegative(int64(p.InitialDelaySeconds))
	at.Child("timeoutSeconds").Nonnegative(int64(p.TimeoutSeconds))
	at.Child("periodSeconds").Nonnegative(int64(p.PeriodSeconds))
	at.Child("successThreshold").Nonnegative(int64(p.SuccessThreshold))
	at.Child("failureThreshold").Nonnegative(int64(p.FailureThreshold))
	if grace := p.TerminationGracePeriodSeconds; grace != nil && *grace <= 0 {
		at.Child("terminationGracePeriodSeconds").Invalid(*grace, "must be greater than 0")
	}
}

// Upstream 1.37: pkg/apis/core/validation/validation.go, validateLifecycle.
func (r Rules) lifecycle(at *field.Path, l *api.Lifecycle) {
	if h := l.PostStart; h != nil {
		r.handler(at.Child("postStart"), handler{exec: h.Exec, httpGet: h.HTTPGet, tcpSocket: h.TCPSocket, sleep: h.Sleep})
	}
	if h := l.PreStop; h != nil {
		r.handler(at.Child("preStop"), handler{exec: h.Exec, httpGet: h.HTTPGet, tcpSocket: h.TCPSocket, sleep: h.Sleep})
	}
}

// handler is what a probe or a hook does; one of the fields is set.
type handler struct {
	exec      *api.ExecAction
	httpGet   *api.HTTPGetAction
	tcpSocket *api.TCPSocketAction
	grpc      *api.GRPCAction
	sleep     *api.SleepAction
}

// handler checks that one thing is done, and that thing.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, validateHandler.
func (r Rules) handler(at *field.Path, h handler) {
	count := 0
	one := func(name string, set bool, check func(at *field.Path)) {
		if !set {
			return
		}
		if count++; count > 1 {
			at.Child(name).Forbidden("may not specify more than 1 handler type")
		} else {
			check(at.Child(name))
		}
	}
	one("exec", h.exec != nil, func(at *field.Path) {
		if len(h.exec.Command) == 0 {
			at.Child("command").Required("")
		}
	})
	one("httpGet", h.httpGet != nil, func(at *field.Path) { httpGet(at, h.httpGet) })
	one("tcpSocket", h.tcpSocket != nil, func(at *field.Path) { portOrName(at.Child("port"), h.tcpSocket.Port) })
	one("grpc", h.grpc != nil, func(at *field.Path) { portOrName(at.Child("port"), api.FromInt32(h.grpc.Port)) })
	one("sleep", h.sleep != nil, func(at *field.Path) { r.sleep(at, h.sleep.Seconds) })
	if count == 0 {
		at.Required("must specify a handler type")
	}
}

// Upstream 1.37: pkg/apis/core/validation/validation.go, validateHTTPGetAction.
func httpGet(at *field.Path, get *api.HTTPGetAction) {
	at.Needs("path", get.Path)
	portOrName(at.Child("port"), get.Port)
	field.OneOf(at.Child("scheme"), get.Scheme, api.URISchemeHTTP, api.URISchemeHTTPS)
	for _, header := range get.HTTPHeaders {
		at.Child("httpHeaders").InvalidEach(header.Name, format.HeaderName(header.Name))
	}
}

// Upstream 1.37: pkg/apis/core/validation/validation.go, ValidatePortNumOrName.
func portOrName(at *field.Path, port api.IntOrString) {
	if port.Type == api.IntOrStringString {
		at.InvalidEach(port.StrVal, format.PortName(port.StrVal))
		return
	}
	at.InvalidEach(port.IntVal, format.Port(int64(port.IntVal)))
}

// Upstream 1.37: pkg/apis/core/validation/validation.go, validateSleepAction.
func (r Rules) sleep(at *field.Path, seconds int64) {
	if r.GraceSeconds != nil && (seconds < 0 || seconds > *r.GraceSeconds) {
		at.Invalid(seconds, "must be non-negative and less than terminationGracePeriodSeconds ("+strconv.FormatInt(*r.GraceSeconds, 10)+")")
	}
}
