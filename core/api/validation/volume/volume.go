// Package volume has the rules for volumes and for the mounts that use them.
//
// Fields behind feature gates that are off in 1.37 have no rules here, because
// the API server drops them before it looks (see package strategy).
package volume

import (
	"slices"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/validation/field"
	"github.com/rollscope/rollscope/core/api/validation/format"
)

// Rules is what volumes depend on beside themselves.
type Rules struct {
	// PodName is the name of the pod, "" in a template. Claims of ephemeral
	// volumes are named after it.
	PodName string
	// AnyTokenPath lets projected tokens lie outside the volume, as updates of
	// pods that already have such do.
	AnyTokenPath bool
	// NoImageReference lets image volumes have no reference, likewise.
	NoImageReference bool
}

// Set is the sound volumes of a pod by name: those that mounts can find.
type Set map[string]*api.VolumeSource

// Volumes checks the volumes of a pod and returns the sound ones. Mounts of a
// volume with an error in it find nothing, and say so.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, ValidateVolumes.
func (r Rules) Volumes(at *field.Path, volumes []api.Volume) Set {
	sound := Set{}
	made := r.claimsMade(volumes)
	for i := range volumes {
		v, at := &volumes[i], at.Index(i)
		name := at.Child("name")
		if at.Sound(func() {
			r.source(at, v)
			if v.Name == "" {
				name.Required("")
			} else {
				name.InvalidEach(v.Name, format.DNSLabel(v.Name))
			}
			if sound[v.Name] != nil {
				name.Duplicate(v.Name, "")
			}
		}) {
			sound[v.Name] = &v.VolumeSource
		}
		if claim := v.PersistentVolumeClaim; claim != nil && slices.Contains(made, claim.ClaimName) {
			at.Child("persistentVolumeClaim", "claimName").Invalid(claim.ClaimName, "must not reference a PVC that gets created for an ephemeral volume")
		}
	}
	return sound
}

// claimsMade are the names of the claims that will be made for ephemeral volumes.
func (r Rules) claimsMade(volumes []api.Volume) []string {
	var names []string
	for i := range volumes {
		if r.PodName != "" && volumes[i].Ephemeral != nil {
			names = append(names, r.PodName+"-"+volumes[i].Name)
		}
	}
	return names
}

// kind is one kind of volume. A nil check means it is not set.
type kind struct {
	name  string // the field's name in the errors
	check func(at *field.Path)
}

// source checks that a volume is of one kind, and that kind's fields.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, validateVolumeSource.
func (r Rules) source(at *field.Path, v *api.Volume) {
	count := 0
	for _, k := range r.kinds(v) {
		if k.check == nil {
			continue
		}
		if count++; count > 1 {
			at.Child(k.name).Forbidden("may not specify more than 1 volume type")
		} else {
			k.check(at)
		}
		if k.name == "iscsi" {
			portalLength(at, v)
		}
	}
	if count == 0 {
		at.Required("must specify a volume type")
	}
}

// kinds are all kinds in the order in which the API server looks at them. It
// misspells the name of one; some look at their fields under another name.
func (r Rules) kinds(v *api.Volume) []kind {
	return []kind{
		{"emptyDir", on(v.EmptyDir, "emptyDir", emptyDir)},
		{"hostPath", on(v.HostPath, "hostPath", hostPath)},
		{"gitRepo", on(v.GitRepo, "gitRepo", gitRepo)},
		{"gcePersistentDisk", on(v.GCEPersistentDisk, "persistentDisk", gceDisk)},
		{"awsElasticBlockStore", on(v.AWSElasticBlockStore, "awsElasticBlockStore", awsDisk)},
		{"secret", on(v.Secret, "secret", secret)},
		{"nfs", on(v.NFS, "nfs", nfs)},
		{"iscsi", on(v.ISCSI, "iscsi", iscsi)},
		{"glusterfs", on(v.Glusterfs, "glusterfs", glusterfs)},
		{"flocker", on(v.Flocker, "flocker", flocker)},
		{"persistentVolumeClaim", on(v.PersistentVolumeClaim, "persistentVolumeClaim", claim)},
		{"rbd", on(v.RBD, "rbd", rbd)},
		{"cinder", on(v.Cinder, "cinder", cinder)},
		{"cephFS", on(v.CephFS, "cephfs", cephFS)},
		{"quobyte", on(v.Quobyte, "quobyte", quobyte)},
		{"downwarAPI", on(v.DownwardAPI, "downwardAPI", downwardAPI)},
		{"fc", on(v.FC, "fc", fibreChannel)},
		{"flexVolume", on(v.FlexVolume, "flexVolume", flexVolume)},
		{"configMap", on(v.ConfigMap, "configMap", configMap)},
		{"azureFile", on(v.AzureFile, "azureFile", azureFile)},
		{"vsphereVolume", on(v.VsphereVolume, "vsphereVolume", vsphere)},
		{"photonPersistentDisk", on(v.PhotonPersistentDisk, "photonPersistentDisk", photon)},
		{"portworxVolume", on(v.PortworxVolume, "portworxVolume", portworx)},
		{"azureDisk", on(v.AzureDisk, "azureDisk", azureDisk)},
		{"storageos", on(v.StorageOS, "storageos", storageOS)},
		{"projected", on(v.Projected, "projected", r.projected)},
		{"scaleIO", on(v.ScaleIO, "scaleIO", scaleIO)},
		{"csi", on(v.CSI, "csi", csi)},
		{"ephemeral", r.ephemeral(v)},
		{"image", on(v.Image, "image", r.image)},
	}
}

// on is the check of one kind, nil where the volume is not of it.
func on[T any](source *T, name string, check func(at *field.Path, source *T)) func(at *field.Path) {
	if source == nil {
		return nil
	}
	return func(at *field.Path) { check(at.Child(name), source) }
}
