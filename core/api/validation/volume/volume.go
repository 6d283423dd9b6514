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
			at.Child("persistentVolumeClaim.claimName").Invalid(claim.ClaimName, "must not reference a PVC that gets created for an ephemeral volume")
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

// kinds counts the kinds that one volume is of.
type kinds struct {
	at    *field.Path
	count int
}

// is tells whether a volume is of the kind called name, and of no other before.
//
//go:noinline
func (k *kinds) is(name string, set bool) bool {
	if !set {
		return false
	}
	if k.count++; k.count > 1 {
		k.at.Child(name).Forbidden("may not specify more than 1 volume type")
	}
	return k.count == 1
}

// source checks that a volume is of one kind, and that kind's fields. The API
// server misspells the name of one kind, and looks at the fields of some under
// another name.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, validateVolumeSource.
func (r Rules) source(at *field.Path, v *api.Volume) {
	k := &kinds{at: at}
	r.firstKinds(k, v)
	r.lastKinds(k, v)
	if k.count == 0 {
		at.Required("must specify a volume type")
	}
}

// firstKinds are the kinds in the order in which the API server looks at them,
// as far as quobyte.
func (r Rules) firstKinds(k *kinds, v *api.Volume) {
	if k.is("emptyDir", v.EmptyDir != nil) {
		emptyDir(k.at.Child("emptyDir"), v.EmptyDir)
	}
	if k.is("hostPath", v.HostPath != nil) {
		hostPath(k.at.Child("hostPath"), v.HostPath)
	}
	if k.is("gitRepo", v.GitRepo != nil) {
		gitRepo(k.at.Child("gitRepo"), v.GitRepo)
	}
	if k.is("gcePersistentDisk", v.GCEPersistentDisk != nil) {
		gceDisk(k.at.Child("persistentDisk"), v.GCEPersistentDisk)
	}
	if k.is("awsElasticBlockStore", v.AWSElasticBlockStore != nil) {
		awsDisk(k.at.Child("awsElasticBlockStore"), v.AWSElasticBlockStore)
	}
	if k.is("secret", v.Secret != nil) {
		secret(k.at.Child("secret"), v.Secret)
	}
	if k.is("nfs", v.NFS != nil) {
		nfs(k.at.Child("nfs"), v.NFS)
	}
	if k.is("iscsi", v.ISCSI != nil) {
		iscsi(k.at.Child("iscsi"), v.ISCSI)
	}
	portalLength(k.at, v)
	if k.is("glusterfs", v.Glusterfs != nil) {
		glusterfs(k.at.Child("glusterfs"), v.Glusterfs)
	}
	if k.is("flocker", v.Flocker != nil) {
		flocker(k.at.Child("flocker"), v.Flocker)
	}
	if k.is("persistentVolumeClaim", v.PersistentVolumeClaim != nil) {
		k.at.Child("persistentVolumeClaim").Needs("claimName", v.PersistentVolumeClaim.ClaimName)
	}
	if k.is("rbd", v.RBD != nil) {
		rbd(k.at.Child("rbd"), v.RBD)
	}
	if k.is("cinder", v.Cinder != nil) {
		cinder(k.at.Child("cinder"), v.Cinder)
	}
	if k.is("cephFS", v.CephFS != nil) {
		cephFS(k.at.Child("cephfs"), v.CephFS)
	}
	if k.is("quobyte", v.Quobyte != nil) {
		quobyte(k.at.Child("quobyte"), v.Quobyte)
	}
}

// lastKinds are those from downwardAPI on.
func (r Rules) lastKinds(k *kinds, v *api.Volume) {
	if k.is("downwarAPI", v.DownwardAPI != nil) {
		downwardAPI(k.at.Child("downwardAPI"), v.DownwardAPI)
	}
	if k.is("fc", v.FC != nil) {
		fibreChannel(k.at.Child("fc"), v.FC)
	}
	if k.is("flexVolume", v.FlexVolume != nil) {
		flexVolume(k.at.Child("flexVolume"), v.FlexVolume)
	}
	if k.is("configMap", v.ConfigMap != nil) {
		configMap(k.at.Child("configMap"), v.ConfigMap)
	}
	if k.is("azureFile", v.AzureFile != nil) {
		azureFile(k.at.Child("azureFile"), v.AzureFile)
	}
	if k.is("vsphereVolume", v.VsphereVolume != nil) {
		k.at.Child("vsphereVolume").Needs("volumePath", v.VsphereVolume.VolumePath)
	}
	if k.is("photonPersistentDisk", v.PhotonPersistentDisk != nil) {
		k.at.Child("photonPersistentDisk").Needs("pdID", v.PhotonPersistentDisk.PdID)
	}
	if k.is("portworxVolume", v.PortworxVolume != nil) {
		k.at.Child("portworxVolume").Needs("volumeID", v.PortworxVolume.VolumeID)
	}
	if k.is("azureDisk", v.AzureDisk != nil) {
		azureDisk(k.at.Child("azureDisk"), v.AzureDisk)
	}
	if k.is("storageos", v.StorageOS != nil) {
		storageOS(k.at.Child("storageos"), v.StorageOS)
	}
	if k.is("projected", v.Projected != nil) {
		r.projected(k.at.Child("projected"), v.Projected)
	}
	if k.is("scaleIO", v.ScaleIO != nil) {
		scaleIO(k.at.Child("scaleIO"), v.ScaleIO)
	}
	if k.is("csi", v.CSI != nil) {
		csi(k.at.Child("csi"), v.CSI)
	}
	if k.is("ephemeral", v.Ephemeral != nil) {
		r.ephemeral(k.at, v)
	}
	if k.is("image", v.Image != nil) {
		r.image(k.at.Child("image"), v.Image)
	}
}
