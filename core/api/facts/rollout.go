package facts

import (
	"strconv"
	"strings"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/decode"
	"github.com/rollscope/rollscope/core/api/strategy"
	"github.com/rollscope/rollscope/core/api/validation/field"
)

// Strategy is the update strategy with its defaults. With OnDelete both amounts are 0.
type Strategy struct {
	Type           string `json:"type"` // RollingUpdate or OnDelete
	MaxUnavailable Amount `json:"max_unavailable"`
	MaxSurge       Amount `json:"max_surge"`
}

// Amount is a number of nodes or a share of them.
type Amount struct {
	Kind    string `json:"kind"` // number, percent, or other if it can be read as neither
	Value   int64  `json:"value"`
	Written string `json:"written"` // 1 or 10%
}

// Error is one reason why the manifest cannot be applied.
type Error struct {
	// Source is who says so: decode for what is wrong with the file, api for what the
	// API server refuses.
	Source  string `json:"source"`
	Code    string `json:"code"` // of package decode, or the API's: FieldValueInvalid, …
	Path    string `json:"path"` // as the manifest writes it
	Message string `json:"message"`
	Hint    string `json:"hint"`
	// Line and Column are the place of an error of the file; 0 for one of the API.
	Line   int `json:"line"`
	Column int `json:"column"`
}

func strategyAmount(v *api.IntOrString) Amount {
	switch {
	case v == nil:
		return Amount{Kind: "number", Written: "0"}
	case v.Type == api.IntOrStringInt:
		return Amount{Kind: "number", Value: int64(v.IntVal), Written: v.String()}
	}
	share, isShare := strings.CutSuffix(v.StrVal, "%")
	n, err := strconv.ParseInt(share, 10, 32)
	if !isShare || err != nil {
		return Amount{Kind: "other", Written: v.StrVal}
	}
	return Amount{Kind: "percent", Value: n, Written: v.StrVal}
}

func rollout(spec *api.DaemonSetSpec) Strategy {
	out := Strategy{
		Type:           string(spec.UpdateStrategy.Type),
		MaxUnavailable: strategyAmount(nil), MaxSurge: strategyAmount(nil),
	}
	if rolling := spec.UpdateStrategy.RollingUpdate; rolling != nil && out.Type == string(api.RollingUpdateDaemonSetStrategyType) {
		out.MaxUnavailable = strategyAmount(rolling.MaxUnavailable)
		out.MaxSurge = strategyAmount(rolling.MaxSurge)
	}
	return out
}

// problems are the mistakes of the file, then what the API server would refuse.
func problems(errors []decode.Error, verdict strategy.Verdict) []Error {
	out := []Error{}
	for _, e := range errors {
		out = append(out, Error{
			Source: "decode", Code: string(e.Code), Path: e.Path,
			Message: e.Message, Hint: e.Hint, Line: e.Line, Column: e.Column,
		})
	}
	if verdict.Unreadable != nil {
		out = append(out, Error{Source: "api", Code: "Unreadable", Path: "metadata.annotations", Message: verdict.Unreadable.Error()})
	}
	for _, e := range verdict.Errors {
		out = append(out, Error{Source: "api", Code: string(e.Type), Path: field.Written(e.Path), Message: e.Error()})
	}
	return out
}
