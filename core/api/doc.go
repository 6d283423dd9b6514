// Package api holds the shapes of the Kubernetes objects a rollout touches, and the
// small types with behaviour inside them: quantities, int-or-percent values, times,
// label and node selectors, tolerations.
//
// The shapes (zz_*_gen.go) are generated from k8s.io/api v0.37.2 with the same names,
// fields and json tags, so a manifest means here what it means to an API server.
// The types with behaviour are written by hand, because the upstream packages cost
// more in a browser than the whole simulator; tests hold them equal to upstream.
//
// Nothing here validates or fills in defaults: see the packages below this one.
package api

//go:generate go run ../../internal/gen -out .
