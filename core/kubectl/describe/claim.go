package describe

import (
	"strings"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/kubectl/print"
)

// ephemeral writes a volume that comes with a claim of its own.
//
// Upstream 1.37: kubectl pkg/describe/describe.go, printPersistentVolumeClaim for a template.
func (p *page) ephemeral(v *api.EphemeralVolumeSource) {
	p.line(2, "Type:\tEphemeralVolume (an inline specification for a volume that gets created and deleted with the pod)")
	claim := v.VolumeClaimTemplate
	if claim == nil {
		return
	}
	spec := &claim.Spec
	class, annotated := claim.Annotations["volume.beta.kubernetes.io/storage-class"]
	if !annotated {
		class = text(spec.StorageClassName)
	}
	p.line(2, "StorageClass:\t%s", class)
	p.line(2, "Volume:\t%s", spec.VolumeName)
	p.nested("Labels", "=", claim.Labels, 4)
	p.nested("Annotations", ": ", claim.Annotations, 2)
	p.line(2, "Capacity:\t")
	p.line(2, "Access Modes:\t")
	if spec.VolumeMode != nil {
		p.line(2, "VolumeMode:\t%s", *spec.VolumeMode)
	}
	if source := spec.DataSource; source != nil {
		p.line(2, "DataSource:")
		if source.APIGroup != nil {
			p.line(3, "APIGroup:\t%s", *source.APIGroup)
		}
		p.line(3, "Kind:\t%s", source.Kind)
		p.line(3, "Name:\t%s", source.Name)
	}
}

// nested writes pairs beside a title inside a volume. Upstream indents every
// piece of a line there, so that values stand four blanks into their column.
func (p *page) nested(title, between string, pairs map[string]string, level int) {
	p.text(2, "%s:\t", title)
	if len(pairs) == 0 {
		p.line(2, "<none>")
	}
	for i, k := range print.Keys(pairs) {
		if i > 0 {
			p.text(level, "\t")
		}
		p.line(2, "%s", k+between+strings.TrimSuffix(pairs[k], "\n"))
	}
}
