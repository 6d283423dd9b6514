package main

import (
	"context"
	"errors"
	"syscall/js"

	"github.com/rollscope/rollscope/wasm/manifests"
)

// rules are those that the page has put into rollscopeRules: policy.wasm runs there.
func rules() (*manifests.Rules, error) {
	host := js.Global().Get("rollscopeRules")
	if host.Type() != js.TypeObject {
		return nil, errors.New("the rules are not loaded")
	}
	return manifests.Read([]byte(host.Get("catalogue").String()), func(_ context.Context, input []byte) ([]byte, error) {
		answer := host.Call("evaluate", string(input))
		if problem := answer.Get("problem"); problem.Type() == js.TypeString {
			return nil, errors.New(problem.String())
		}
		return []byte(answer.Get("report").String()), nil
	})
}
