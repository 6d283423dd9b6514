//go:build !js

package main

import (
	"errors"

	"github.com/rollscope/rollscope/wasm/manifests"
)

func rules() (*manifests.Rules, error) { return nil, errors.New("this program runs in a browser") }
