package main

import (
	"errors"

	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/scenario"
	"github.com/rollscope/rollscope/core/scenario/transcript"
	"github.com/rollscope/rollscope/internal/edge/picture"
	"github.com/rollscope/rollscope/wasm/protocol"
)

// mostEvents is how much of simulation a picture may take, as at the edge.
const mostEvents = 200_000

type pictureAnswer struct {
	English string `json:"en"`
	Chinese string `json:"zh"`
}

// draw answers the request picture.
func draw(asked protocol.Question) (any, error) {
	if len(asked.Files) != 1 {
		return nil, errors.New("files must be one scenario file")
	}
	file, err := transcript.Parse(asked.Files[0].Name, asked.Files[0].Content)
	if err != nil {
		return nil, err
	}
	budget := mostEvents
	report := scenario.RunWhile(file, scenario.Options{Budget: &budget}, func(*scenario.Report) bool { return budget >= 0 })
	if budget < 0 {
		return nil, errors.New("the scenario takes more than 200,000 events of simulation")
	}
	english, err := picture.Rollout(report, "", reason.English)
	if err != nil {
		return nil, err
	}
	chinese, err := picture.Rollout(report, "", reason.Chinese)
	return pictureAnswer{string(english), string(chinese)}, err
}
