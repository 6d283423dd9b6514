package edge

import (
	"net/http"
	"unicode/utf8"

	"github.com/rollscope/rollscope/core/api/decode/tree"
	"github.com/rollscope/rollscope/core/api/manifest"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/scenario"
	"github.com/rollscope/rollscope/internal/edge/picture"
	"github.com/rollscope/rollscope/internal/edge/share"
)

const (
	svgType = "image/svg+xml"
	// drawn is the policy of pictures: colours, and nothing else.
	drawn = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors *"
	// pictureAge is how long a picture may be kept: the same link gives the same until
	// another build answers.
	pictureAge = "public, max-age=3600, stale-while-revalidate=86400"
)

// rolloutPicture is GET /api/v1/rollout.svg.
func (s *server) rolloutPicture(r *http.Request) (*answer, error) {
	f, report, l, err := s.shared(r, []string{"s", "lang", "seed", "set"})
	if err != nil {
		return nil, err
	}
	set, err := f.text("set")
	if err != nil {
		return nil, err
	}
	body, err := picture.Rollout(report, set, l)
	if err != nil {
		return nil, err
	}
	return pictured(body), nil
}

// badge is GET /api/v1/badge.svg.
func (s *server) badge(r *http.Request) (*answer, error) {
	f, report, l, err := s.shared(r, []string{"s", "lang", "seed", "label"})
	if err != nil {
		return nil, err
	}
	label, err := f.text("label")
	if err != nil {
		return nil, err
	}
	switch {
	case label == "":
		label = "rollscope"
	case utf8.RuneCountInString(label) > 40 || !fit(label):
		return nil, invalid(http.StatusBadRequest, "label is no printable text of 40 characters at most", "")
	}
	return pictured(picture.Badge(report, label, l)), nil
}

func pictured(body []byte) *answer {
	return &answer{
		status: http.StatusOK, kind: svgType + "; charset=utf-8", body: body, cache: pictureAge,
		header: map[string]string{"Content-Security-Policy": drawn},
	}
}

// shared runs the scenario of a link.
func (s *server) shared(r *http.Request, takes []string) (*fields, *scenario.Report, reason.Language, error) {
	if _, err := accepted(r, svgType); err != nil {
		return nil, nil, "", err
	}
	f := &fields{limits: s.limits, takes: takes, values: map[string]*tree.Node{}, file: "query"}
	if _, err := f.query(r.URL, ""); err != nil {
		return nil, nil, "", err
	}
	l, err := f.language()
	if err != nil {
		return nil, nil, "", err
	}
	seed, err := f.number("seed")
	if err != nil {
		return nil, nil, "", err
	}
	state, err := f.text("s")
	if err != nil {
		return nil, nil, "", err
	}
	if state == "" {
		return nil, nil, "", invalid(http.StatusBadRequest, "s is missing: the scenario, as a link of the page has it", "")
	}
	text, err := share.Decode(state, s.limits.Bytes)
	if err != nil {
		return nil, nil, "", invalidLink(s, err)
	}
	report, err := s.play(manifest.File{Name: "scenario.txtar", Content: text}, seed)
	return f, report, l, err
}

// invalidLink is a link that cannot be read.
func invalidLink(s *server, err error) *problem {
	p := s.problemOf(err)
	if p.Status == http.StatusUnprocessableEntity {
		p.Status = http.StatusBadRequest
	}
	return p
}
