package protocol

import (
	"github.com/rollscope/rollscope/core/api/manifest"
)

type validateAnswer struct {
	Valid    bool               `json:"valid"`
	Findings []manifest.Finding `json:"findings"`
	Objects  []checkedObject    `json:"objects"`
}

type checkedObject struct {
	File      string `json:"file"`
	Kind      string `json:"kind"`
	Namespace string `json:"namespace,omitempty"`
	Name      string `json:"name"`
	Verdict   string `json:"verdict"`
}

func (s *Session) validate(a args) (any, error) {
	files, err := s.manifests(a, "files")
	if err != nil {
		return nil, err
	}
	from, err := s.manifests(a, "from")
	if err != nil {
		return nil, err
	}
	r := manifest.Check(manifest.Read(files), manifest.Read(from))
	out := validateAnswer{Valid: !manifest.Failed(r.Findings), Findings: append([]manifest.Finding{}, r.Findings...), Objects: []checkedObject{}}
	for _, o := range r.Objects {
		out.Objects = append(out.Objects, checkedObject{
			o.File, o.Kind, o.Namespace, o.Name,
			[...]string{"passed over", "invalid", "valid"}[o.Verdict],
		})
	}
	return out, nil
}

func (s *Session) manifests(a args, name string) ([]manifest.File, error) {
	files, err := s.files(a, name)
	out := make([]manifest.File, len(files))
	for i, f := range files {
		out[i] = manifest.File{Name: f.name, Content: []byte(f.content)}
	}
	return out, err
}
