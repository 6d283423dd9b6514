package defaults

import (
	"github.com/rollscope/rollscope/core/api"
)

// fileMode is what files of a volume may be used for: read by all, written by their owner.
const fileMode = 0o644

// volume fills in a volume; one of no kind is an emptyDir.
//
// Upstream 1.37: pkg/apis/core/v1/defaults.go, SetDefaults_Volume and the function of each kind.
func volume(v *api.Volume) {
	if v.VolumeSource == (api.VolumeSource{}) {
		v.EmptyDir = &api.EmptyDirVolumeSource{}
	}
	if s := v.HostPath; s != nil {
		provide(&s.Type, api.HostPathUnset)
	}
	if s := v.Image; s != nil {
		fill(&s.PullPolicy, pullPolicy(s.Reference))
	}
	if s := v.Secret; s != nil {
		provide(&s.DefaultMode, fileMode)
	}
	if s := v.ConfigMap; s != nil {
		provide(&s.DefaultMode, fileMode)
	}
	if s := v.DownwardAPI; s != nil {
		provide(&s.DefaultMode, fileMode)
		downwardFiles(s.Items)
	}
	if s := v.Projected; s != nil {
		projected(s)
	}
	if s := v.Ephemeral; s != nil && s.VolumeClaimTemplate != nil {
		spec := &s.VolumeClaimTemplate.Spec
		provide(&spec.VolumeMode, api.PersistentVolumeFilesystem)
		roundUp(spec.Resources.Limits)
		roundUp(spec.Resources.Requests)
	}
	disks(v)
}

func downwardFiles(items []api.DownwardAPIVolumeFile) {
	for i := range items {
		podField(items[i].FieldRef)
	}
}

func projected(s *api.ProjectedVolumeSource) {
	provide(&s.DefaultMode, fileMode)
	for i := range s.Sources {
		if source := s.Sources[i].DownwardAPI; source != nil {
			downwardFiles(source.Items)
		}
		if token := s.Sources[i].ServiceAccountToken; token != nil {
			provide(&token.ExpirationSeconds, 3600)
		}
	}
}

// disks fills in the kinds of volumes that are disks somewhere else.
//
// Upstream 1.37: pkg/apis/core/v1/zz_generated.defaults.go, SetObjectDefaults_Pod.
func disks(v *api.Volume) {
	if s := v.ISCSI; s != nil {
		fill(&s.ISCSIInterface, "default")
	}
	if s := v.RBD; s != nil {
		fill(&s.RBDPool, "rbd")
		fill(&s.RadosUser, "admin")
		fill(&s.Keyring, "/etc/ceph/keyring")
	}
	if s := v.AzureDisk; s != nil {
		provide(&s.CachingMode, api.AzureDataDiskCachingReadWrite)
		provide(&s.FSType, "ext4")
		provide(&s.ReadOnly, false)
		provide(&s.Kind, api.AzureSharedBlobDisk)
	}
	if s := v.ScaleIO; s != nil {
		fill(&s.StorageMode, "ThinProvisioned")
		fill(&s.FSType, "xfs")
	}
}
