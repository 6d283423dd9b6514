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
	at.Needs("repository", s.Repository)
	Descending(at.Child("directory"), s.Directory)
}

func gceDisk(at *field.Path, s *api.GCEPersistentDiskVolumeSource) {
	at.Needs("pdName", s.PDName)
	partition(at, s.Partition)
}

func awsDisk(at *field.Path, s *api.AWSElasticBlockStoreVolumeSource) {
	at.Needs("volumeID", s.VolumeID)
	partition(at, s.Partition)
}

// partition allows 0, which is the whole disk, although the message does not say so.
func partition(at *field.Path, n int32) {
	if n < 0 || n > 255 {
		at.Child("partition").Invalid(n, format.Between(1, 255))
	}
}

func nfs(at *field.Path, s *api.NFSVolumeSource) {
	at.Needs("server", s.Server)
	at.Needs("path", s.Path)
	if !strings.HasPrefix(s.Path, "/") {
		at.Child("path").Invalid(s.Path, "must be an absolute path")
	}
}

func glusterfs(at *field.Path, s *api.GlusterfsVolumeSource) {
	at.Needs("endpoints", s.EndpointsName)
	at.Needs("path", s.Path)
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

func rbd(at *field.Path, s *api.RBDVolumeSource) {
	if len(s.CephMonitors) == 0 {
		at.Child("monitors").Required("")
	}
	at.Needs("image", s.RBDImage)
}

func cephFS(at *field.Path, s *api.CephFSVolumeSource) {
	if len(s.Monitors) == 0 {
		at.Child("monitors").Required("")
	}
}

func cinder(at *field.Path, s *api.CinderVolumeSource) {
	at.Needs("volumeID", s.VolumeID)
	secretRef(at, s.SecretRef)
}

func secretRef(at *field.Path, ref *api.LocalObjectReference) {
	if ref != nil {
		at.Needs("secretRef.name", ref.Name)
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
	at.Needs("volume", s.Volume)
}

func flexVolume(at *field.Path, s *api.FlexVolumeSource) {
	at.Needs("driver", s.Driver)
	for _, key := range meta.SortedKeys(s.Options) {
		namespace, _, _ := strings.Cut(key, "/")
		namespace = "." + strings.ToLower(namespace)
		if strings.HasSuffix(namespace, ".kubernetes.io") || strings.HasSuffix(namespace, ".k8s.io") {
			at.Child("options").Key(key).Invalid(key, "kubernetes.io and k8s.io namespaces are reserved")
		}
	}
}

func azureFile(at *field.Path, s *api.AzureFileVolumeSource) {
	at.Needs("secretName", s.SecretName)
	at.Needs("shareName", s.ShareName)
}

func azureDisk(at *field.Path, s *api.AzureDiskVolumeSource) {
	at.Needs("diskName", s.DiskName)
	at.Needs("diskURI", s.DataDiskURI)
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

func storageOS(at *field.Path, s *api.StorageOSVolumeSource) {
	at.NeedsText("volumeName", s.VolumeName, format.DNSLabel)
	at.Text("volumeNamespace", s.VolumeNamespace, format.DNSLabel)
	secretRef(at, s.SecretRef)
}

func scaleIO(at *field.Path, s *api.ScaleIOVolumeSource) {
	at.Needs("gateway", s.Gateway)
	at.Needs("system", s.System)
	at.Needs("volumeName", s.VolumeName)
}

func (r Rules) image(at *field.Path, s *api.ImageVolumeSource) {
	if !r.NoImageReference {
		at.Needs("reference", s.Reference)
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
