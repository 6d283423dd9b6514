package describe

import (
	"strings"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/kubectl/print"
)

// entry is one line of a volume's description.
type entry struct {
	name  string
	value any
}

// volumes writes a pod's volumes. space is "  " inside a template, else "".
//
// Upstream 1.37: kubectl pkg/describe/describe.go, describeVolumes.
func (p *page) volumes(space string, list []api.Volume) {
	if len(list) == 0 {
		p.line(0, "%sVolumes:\t<none>", space)
		return
	}
	p.line(0, "%sVolumes:", space)
	for i := range list {
		v := &list[i]
		p.line(1, "%s%s:", strings.TrimSuffix(space, " "), v.Name)
		switch {
		case v.DownwardAPI != nil:
			p.downward(v.DownwardAPI)
		case v.Projected != nil:
			p.projected(v.Projected)
		case v.Ephemeral != nil:
			p.ephemeral(v.Ephemeral)
		case v.CSI != nil:
			p.csi(v.CSI)
		default:
			p.source(&v.VolumeSource)
		}
	}
}

// source writes a volume source that is a kind and a list of values.
func (p *page) source(v *api.VolumeSource) {
	kind, entries := local(v)
	if kind == "" {
		kind, entries = network(v)
	}
	if kind == "" {
		kind, entries = vendor(v)
	}
	if kind == "" {
		p.line(1, "<unknown>")
		return
	}
	p.entries(kind, entries)
}

func (p *page) entries(kind string, entries []entry) {
	p.line(2, "Type:\t%s", kind)
	for _, e := range entries {
		between := ":"
		switch e.name { // two oddities of upstream
		case "ISCSIInterface":
			between = ""
		case "Kind":
			between = ": "
		}
		p.line(2, "%s%s\t%v", e.name, between, e.value)
	}
}

// local are the volumes that live on the node or in the API.
func local(v *api.VolumeSource) (string, []entry) {
	switch {
	case v.HostPath != nil:
		kind := "<none>"
		if v.HostPath.Type != nil {
			kind = string(*v.HostPath.Type)
		}
		return "HostPath (bare host directory volume)", []entry{{"Path", v.HostPath.Path}, {"HostPathType", kind}}
	case v.EmptyDir != nil:
		size := "<unset>"
		if q := v.EmptyDir.SizeLimit; q != nil && q.Sign() > 0 {
			size = q.String()
		}
		return "EmptyDir (a temporary directory that shares a pod's lifetime)",
			[]entry{{"Medium", v.EmptyDir.Medium}, {"SizeLimit", size}}
	case v.Secret != nil:
		return "Secret (a volume populated by a Secret)",
			[]entry{{"SecretName", v.Secret.SecretName}, {"Optional", yes(v.Secret.Optional)}}
	case v.ConfigMap != nil:
		return "ConfigMap (a volume populated by a ConfigMap)",
			[]entry{{"Name", v.ConfigMap.Name}, {"Optional", yes(v.ConfigMap.Optional)}}
	case v.PersistentVolumeClaim != nil:
		return "PersistentVolumeClaim (a reference to a PersistentVolumeClaim in the same namespace)",
			[]entry{{"ClaimName", v.PersistentVolumeClaim.ClaimName}, {"ReadOnly", v.PersistentVolumeClaim.ReadOnly}}
	case v.GitRepo != nil:
		return "GitRepo (a volume that is pulled from git when the pod is created)",
			[]entry{{"Repository", v.GitRepo.Repository}, {"Revision", v.GitRepo.Revision}}
	case v.FlexVolume != nil:
		f := v.FlexVolume
		return "FlexVolume (a generic volume resource that is provisioned/attached using an exec based plugin)", []entry{
			{"Driver", f.Driver},
			{"FSType", f.FSType},
			{"SecretRef", reference(f.SecretRef)},
			{"ReadOnly", f.ReadOnly},
			{"Options", f.Options},
		}
	case v.Image != nil:
		return "Image (a container image or OCI artifact)",
			[]entry{{"Reference", v.Image.Reference}, {"PullPolicy", v.Image.PullPolicy}}
	}
	return "", nil
}

// network are the volumes that any network can serve.
func network(v *api.VolumeSource) (string, []entry) {
	switch {
	case v.NFS != nil:
		return "NFS (an NFS mount that lasts the lifetime of a pod)",
			[]entry{{"Server", v.NFS.Server}, {"Path", v.NFS.Path}, {"ReadOnly", v.NFS.ReadOnly}}
	case v.ISCSI != nil:
		i, initiator := v.ISCSI, "<none>"
		if i.InitiatorName != nil {
			initiator = *i.InitiatorName
		}
		return "ISCSI (an ISCSI Disk resource that is attached to a kubelet's host machine and then exposed to the pod)", []entry{
			{"TargetPortal", i.TargetPortal},
			{"IQN", i.IQN},
			{"Lun", i.Lun},
			{"ISCSIInterface", i.ISCSIInterface},
			{"FSType", i.FSType},
			{"ReadOnly", i.ReadOnly},
			{"Portals", i.Portals},
			{"DiscoveryCHAPAuth", i.DiscoveryCHAPAuth},
			{"SessionCHAPAuth", i.SessionCHAPAuth},
			{"SecretRef", reference(i.SecretRef)},
			{"InitiatorName", initiator},
		}
	case v.Glusterfs != nil:
		g := v.Glusterfs
		return "Glusterfs (a Glusterfs mount on the host that shares a pod's lifetime)",
			[]entry{{"EndpointsName", g.EndpointsName}, {"Path", g.Path}, {"ReadOnly", g.ReadOnly}}
	case v.RBD != nil:
		r := v.RBD
		return "RBD (a Rados Block Device mount on the host that shares a pod's lifetime)", []entry{
			{"CephMonitors", r.CephMonitors},
			{"RBDImage", r.RBDImage},
			{"FSType", r.FSType},
			{"RBDPool", r.RBDPool},
			{"RadosUser", r.RadosUser},
			{"Keyring", r.Keyring},
			{"SecretRef", reference(r.SecretRef)},
			{"ReadOnly", r.ReadOnly},
		}
	case v.CephFS != nil:
		c := v.CephFS
		return "CephFS (a CephFS mount on the host that shares a pod's lifetime)", []entry{
			{"Monitors", c.Monitors},
			{"Path", c.Path},
			{"User", c.User},
			{"SecretFile", c.SecretFile},
			{"SecretRef", reference(c.SecretRef)},
			{"ReadOnly", c.ReadOnly},
		}
	case v.FC != nil:
		lun := "<none>"
		if v.FC.Lun != nil {
			lun = fmt.Sprint(*v.FC.Lun)
		}
		return "FC (a Fibre Channel disk)", []entry{
			{"TargetWWNs", strings.Join(v.FC.TargetWWNs, ", ")}, {"LUN", lun}, {"FSType", v.FC.FSType}, {"ReadOnly", v.FC.ReadOnly},
		}
	}
	return "", nil
}

// vendor are the volumes of one cloud or product.
func vendor(v *api.VolumeSource) (string, []entry) {
	switch {
	case v.GCEPersistentDisk != nil:
		g := v.GCEPersistentDisk
		return "GCEPersistentDisk (a Persistent Disk resource in Google Compute Engine)", []entry{
			{"PDName", g.PDName}, {"FSType", g.FSType}, {"Partition", g.Partition}, {"ReadOnly", g.ReadOnly},
		}
	case v.AWSElasticBlockStore != nil:
		a := v.AWSElasticBlockStore
		return "AWSElasticBlockStore (a Persistent Disk resource in AWS)", []entry{
			{"VolumeID", a.VolumeID}, {"FSType", a.FSType}, {"Partition", a.Partition}, {"ReadOnly", a.ReadOnly},
		}
	case v.AzureDisk != nil:
		d := v.AzureDisk
		return "AzureDisk (an Azure Data Disk mount on the host and bind mount to the pod)", []entry{
			{"DiskName", d.DiskName},
			{"DiskURI", d.DataDiskURI},
			{"Kind", text(d.Kind)},
			{"FSType", text(d.FSType)},
			{"CachingMode", text(d.CachingMode)},
			{"ReadOnly", yes(d.ReadOnly)},
		}
	case v.AzureFile != nil:
		f := v.AzureFile
		return "AzureFile (an Azure File Service mount on the host and bind mount to the pod)",
			[]entry{{"SecretName", f.SecretName}, {"ShareName", f.ShareName}, {"ReadOnly", f.ReadOnly}}
	case v.VsphereVolume != nil:
		s := v.VsphereVolume
		return "vSphereVolume (a Persistent Disk resource in vSphere)",
			[]entry{{"VolumePath", s.VolumePath}, {"FSType", s.FSType}, {"StoragePolicyName", s.StoragePolicyName}}
	case v.Cinder != nil:
		c := v.Cinder
		return "Cinder (a Persistent Disk resource in OpenStack)", []entry{
			{"VolumeID", c.VolumeID}, {"FSType", c.FSType}, {"ReadOnly", c.ReadOnly}, {"SecretRef", reference(c.SecretRef)},
		}
	}
	return rare(v)
}

// rare are the vendors' volumes that hardly anybody has met.
func rare(v *api.VolumeSource) (string, []entry) {
	switch {
	case v.PhotonPersistentDisk != nil:
		return "PhotonPersistentDisk (a Persistent Disk resource in photon platform)",
			[]entry{{"PdID", v.PhotonPersistentDisk.PdID}, {"FSType", v.PhotonPersistentDisk.FSType}}
	case v.PortworxVolume != nil:
		return "PortworxVolume (a Portworx Volume resource)", []entry{{"VolumeID", v.PortworxVolume.VolumeID}}
	case v.Quobyte != nil:
		q := v.Quobyte
		return "Quobyte (a Quobyte mount on the host that shares a pod's lifetime)",
			[]entry{{"Registry", q.Registry}, {"Volume", q.Volume}, {"ReadOnly", q.ReadOnly}}
	case v.ScaleIO != nil:
		s := v.ScaleIO
		return "ScaleIO (a persistent volume backed by a block device in ScaleIO)", []entry{
			{"Gateway", s.Gateway},
			{"System", s.System},
			{"Protection Domain", s.ProtectionDomain},
			{"Storage Pool", s.StoragePool},
			{"Storage Mode", s.StorageMode},
			{"VolumeName", s.VolumeName},
			{"FSType", s.FSType},
			{"ReadOnly", s.ReadOnly},
		}
	case v.StorageOS != nil:
		s := v.StorageOS
		return "StorageOS (a StorageOS Persistent Disk resource)", []entry{
			{"VolumeName", s.VolumeName}, {"VolumeNamespace", s.VolumeNamespace}, {"FSType", s.FSType}, {"ReadOnly", s.ReadOnly},
		}
	case v.Flocker != nil:
		return "Flocker (a Flocker volume mounted by the Flocker agent)",
			[]entry{{"DatasetName", v.Flocker.DatasetName}, {"DatasetUUID", v.Flocker.DatasetUUID}}
	}
	return "", nil
}

// reference is a reference to a secret, in the form the API machinery prints.
func reference(r *api.LocalObjectReference) string {
	if r == nil {
		return "nil"
	}
	return "&LocalObjectReference{Name:" + r.Name + ",}"
}

func (p *page) downward(d *api.DownwardAPIVolumeSource) {
	p.line(2, "Type:\tDownwardAPI (a volume populated by information about the pod)")
	p.line(2, "Items:")
	for i := range d.Items {
		item := &d.Items[i]
		if item.FieldRef != nil {
			p.line(3, "%s -> %s", item.FieldRef.FieldPath, item.Path)
		}
		if item.ResourceFieldRef != nil {
			p.line(3, "%s -> %s", item.ResourceFieldRef.Resource, item.Path)
		}
	}
}

func (p *page) projected(v *api.ProjectedVolumeSource) {
	p.line(2, "Type:\tProjected (a volume that contains injected data from multiple sources)")
	for i := range v.Sources {
		switch s := &v.Sources[i]; {
		case s.Secret != nil:
			p.line(2, "SecretName:\t%s", s.Secret.Name)
			p.line(2, "Optional:\t%v", yes(s.Secret.Optional))
		case s.DownwardAPI != nil:
			p.line(2, "DownwardAPI:\ttrue")
		case s.ConfigMap != nil:
			p.line(2, "ConfigMapName:\t%s", s.ConfigMap.Name)
			p.line(2, "Optional:\t%v", yes(s.ConfigMap.Optional))
		case s.ServiceAccountToken != nil:
			seconds := int64(0)
			if s.ServiceAccountToken.ExpirationSeconds != nil {
				seconds = *s.ServiceAccountToken.ExpirationSeconds
			}
			p.line(2, "TokenExpirationSeconds:\t%d", seconds)
		}
	}
}

func (p *page) csi(v *api.CSIVolumeSource) {
	p.entries("CSI (a Container Storage Interface (CSI) volume source)", []entry{
		{"Driver", v.Driver}, {"FSType", text(v.FSType)}, {"ReadOnly", yes(v.ReadOnly)},
	})
	p.text(2, "VolumeAttributes:\t")
	if len(v.VolumeAttributes) == 0 {
		p.line(0, "<none>")
	}
	for i, k := range print.Keys(v.VolumeAttributes) {
		if i > 0 {
			p.text(4, "\t")
		}
		p.line(2, "%s", cut(k+"="+v.VolumeAttributes[k], widest))
	}
}
