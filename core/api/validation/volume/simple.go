package volume

import (
	"strings"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/validation/field"
	"github.com/rollscope/rollscope/core/api/validation/format"
	"github.com/rollscope/rollscope/core/api/validation/meta"
)

// The kinds whose rules are little more than required fields.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, the function of each kind.

func emptyDir(at *field.Path, s *api.EmptyDirVolumeSource) {
	if s.SizeLimit != nil && s.SizeLimit.Sign() < 0 {
		at.Child("sizeLimit").Forbidden("SizeLimit field must be a valid resource quantity")
	}
}

func hostPath(at *field.Path, s *api.HostPathVolumeSource) {
	if s.Path == "" {
		at.Child("path").Required("")
		return
	}
	NoBacksteps(at.Child("path"), s.Path)
	if s.Type != nil {
		field.OneOf(at.Child("type"), *s.Type, api.HostPathUnset, api.HostPathBlockDev, api.HostPathCharDev,
			api.HostPathDirectory, api.HostPathDirectoryOrCreate, api.HostPathFile, api.HostPathFileOrCreate, api.HostPathSocket)
	}
}

func gitRepo(at *field.Path, s *api.GitRepoVolumeSource) {
	required(at.Child("repository"), s.Repository)
	Descending(at.Child("directory"), s.Directory)
}

func gceDisk(at *field.Path, s *api.GCEPersistentDiskVolumeSource) {
	required(at.Child("pdName"), s.PDName)
	partition(at, s.Partition)
}

func awsDisk(at *field.Path, s *api.AWSElasticBlockStoreVolumeSource) {
	required(at.Child("volumeID"), s.VolumeID)
	partition(at, s.Partition)
}

// partition allows 0, which is the whole disk, although the message does not say so.
func partition(at *field.Path, n int32) {
	if n < 0 || n > 255 {
		at.Child("partition").Invalid(n, format.Between(1, 255))
	}
}

func nfs(at *field.Path, s *api.NFSVolumeSource) {
	required(at.Child("server"), s.Server)
	required(at.Child("path"), s.Path)
	if !strings.HasPrefix(s.Path, "/") {
		at.Child("path").Invalid(s.Path, "must be an absolute path")
	}
}

func glusterfs(at *field.Path, s *api.GlusterfsVolumeSource) {
	required(at.Child("endpoints"), s.EndpointsName)
	required(at.Child("path"), s.Path)
}

func flocker(at *field.Path, s *api.FlockerVolumeSource) {
	if s.DatasetName == "" && s.DatasetUUID == "" {
		at.Required("one of datasetName and datasetUUID is required")
	}
	if s.DatasetName != "" && s.DatasetUUID != "" {
		at.Invalid("resource", "datasetName and datasetUUID can not be specified simultaneously")
	}
	if strings.Contains(s.DatasetName, "/") {
		at.Child("datasetName").Invalid(s.DatasetName, "must not contain '/'")
	}
}

func claim(at *field.Path, s *api.PersistentVolumeClaimVolumeSource) {
	required(at.Child("claimName"), s.ClaimName)
}

func rbd(at *field.Path, s *api.RBDVolumeSource) {
	if len(s.CephMonitors) == 0 {
		at.Child("monitors").Required("")
	}
	required(at.Child("image"), s.RBDImage)
}

func cephFS(at *field.Path, s *api.CephFSVolumeSource) {
	if len(s.Monitors) == 0 {
		at.Child("monitors").Required("")
	}
}

func cinder(at *field.Path, s *api.CinderVolumeSource) {
	required(at.Child("volumeID"), s.VolumeID)
	secretRef(at, s.SecretRef)
}

func secretRef(at *field.Path, ref *api.LocalObjectReference) {
	if ref != nil {
		required(at.Child("secretRef", "name"), ref.Name)
	}
}

func quobyte(at *field.Path, s *api.QuobyteVolumeSource) {
	const pairs = "must be a host:port pair or multiple pairs separated by commas"
	switch {
	case s.Registry == "":
		at.Child("registry").Required(pairs)
	case len(s.Tenant) >= 65:
		at.Child("tenant").Required("must be a UUID and may not exceed a length of 64 characters")
	default:
		for pair := range strings.SplitSeq(s.Registry, ",") {
			if !isHostPort(pair) {
				at.Child("registry").Invalid(s.Registry, pairs)
			}
		}
	}
	required(at.Child("volume"), s.Volume)
}

func flexVolume(at *field.Path, s *api.FlexVolumeSource) {
	required(at.Child("driver"), s.Driver)
	for _, key := range meta.SortedKeys(s.Options) {
		namespace, _, _ := strings.Cut(key, "/")
		namespace = "." + strings.ToLower(namespace)
		if strings.HasSuffix(namespace, ".kubernetes.io") || strings.HasSuffix(namespace, ".k8s.io") {
			at.Child("options").Key(key).Invalid(key, "kubernetes.io and k8s.io namespaces are reserved")
		}
	}
}

func azureFile(at *field.Path, s *api.AzureFileVolumeSource) {
	required(at.Child("secretName"), s.SecretName)
	required(at.Child("shareName"), s.ShareName)
}

func azureDisk(at *field.Path, s *api.AzureDiskVolumeSource) {
	required(at.Child("diskName"), s.DiskName)
	required(at.Child("diskURI"), s.DataDiskURI)
	if s.CachingMode != nil {
		field.OneOf(at.Child("cachingMode"), *s.CachingMode, api.AzureDataDiskCachingNone, api.AzureDataDiskCachingReadOnly, api.AzureDataDiskCachingReadWrite)
	}
	if s.Kind == nil {
		return
	}
	field.OneOf(at.Child("kind"), *s.Kind, api.AzureDedicatedBlobDisk, api.AzureManagedDisk, api.AzureSharedBlobDisk)
	start, shape := "https://", "https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd"
	if *s.Kind == api.AzureManagedDisk {
		start, shape = "/subscriptions/", "/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}"
	}
	if !strings.HasPrefix(s.DataDiskURI, start) {
		field.NotSupported(at.Child("diskURI"), s.DataDiskURI, shape)
	}
}

func vsphere(at *field.Path, s *api.VsphereVirtualDiskVolumeSource) {
	required(at.Child("volumePath"), s.VolumePath)
}

func photon(at *field.Path, s *api.PhotonPersistentDiskVolumeSource) {
	required(at.Child("pdID"), s.PdID)
}

func portworx(at *field.Path, s *api.PortworxVolumeSource) {
	required(at.Child("volumeID"), s.VolumeID)
}

func storageOS(at *field.Path, s *api.StorageOSVolumeSource) {
	if s.VolumeName == "" {
		at.Child("volumeName").Required("")
	} else {
		at.Child("volumeName").InvalidEach(s.VolumeName, format.DNSLabel(s.VolumeName))
	}
	if s.VolumeNamespace != "" {
		at.Child("volumeNamespace").InvalidEach(s.VolumeNamespace, format.DNSLabel(s.VolumeNamespace))
	}
	secretRef(at, s.SecretRef)
}

func scaleIO(at *field.Path, s *api.ScaleIOVolumeSource) {
	required(at.Child("gateway"), s.Gateway)
	required(at.Child("system"), s.System)
	required(at.Child("volumeName"), s.VolumeName)
}

func (r Rules) image(at *field.Path, s *api.ImageVolumeSource) {
	if !r.NoImageReference {
		required(at.Child("reference"), s.Reference)
	}
	PullPolicy(at.Child("pullPolicy"), s.PullPolicy)
}

// PullPolicy checks when an image is pulled.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, validatePullPolicy.
func PullPolicy(at *field.Path, policy api.PullPolicy) {
	if policy == "" {
		at.Required("")
		return
	}
	field.OneOf(at, policy, api.PullAlways, api.PullIfNotPresent, api.PullNever)
}
