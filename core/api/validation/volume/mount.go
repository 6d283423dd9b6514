package volume

import (
	"slices"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/validation/field"
)

// Mounts checks the mounts of a container; at is its volumeMounts. Some errors
// in a mount do not say which mount.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, ValidateVolumeMounts.
func (s Set) Mounts(at *field.Path, c *api.Container) {
	taken, devices := map[string]bool{}, devicesOf(c)
	for i := range c.VolumeMounts {
		m := &c.VolumeMounts[i]
		item := at.Index(i)
		s.mountTarget(item, m, taken)
		taken[m.MountPath] = true
		devices.apart(item, m)
		subPath(at, item, m)
		if m.MountPropagation != nil {
			propagation(at.Child("mountPropagation"), *m.MountPropagation, c)
		}
		if m.RecursiveReadOnly != nil {
			recursiveReadOnly(at.Child("recursiveReadOnly"), m)
		}
	}
}

func (s Set) mountTarget(at *field.Path, m *api.VolumeMount, taken map[string]bool) {
	at.Needs("name", m.Name)
	if s[m.Name] == nil {
		at.Child("name").NotFound(m.Name, "")
	}
	at.Needs("mountPath", m.MountPath)
	if taken[m.MountPath] {
		at.Child("mountPath").Invalid(m.MountPath, "must be unique")
	}
}

// devices are the block devices of a container, by name and by path.
type devices struct{ names, paths map[string]bool }

// devicesOf are those of a container. Of several with one name only the last counts.
func devicesOf(c *api.Container) devices {
	byName := map[string]string{}
	for _, d := range c.VolumeDevices {
		byName[d.Name] = d.DevicePath
	}
	out := devices{map[string]bool{}, map[string]bool{}}
	for name, path := range byName {
		out.names[name], out.paths[path] = true, true
	}
	return out
}

// apart reports a volume or a path that the container also has as a device.
func (d devices) apart(at *field.Path, m *api.VolumeMount) {
	if d.names[m.Name] {
		at.Child("name").Invalid(m.Name, "must not already exist in volumeDevices")
	}
	if d.paths[m.MountPath] {
		at.Child("mountPath").Invalid(m.MountPath, "must not already exist as a path in volumeDevices")
	}
}

func subPath(mounts, at *field.Path, m *api.VolumeMount) {
	if m.SubPath != "" {
		Descending(mounts.Child("subPath"), m.SubPath)
	}
	if m.SubPathExpr == "" {
		return
	}
	if m.SubPath != "" {
		at.Child("subPathExpr").Invalid(m.SubPathExpr, "subPathExpr and subPath are mutually exclusive")
	}
	Descending(mounts.Child("subPathExpr"), m.SubPathExpr)
}

// Upstream 1.37: pkg/apis/core/validation/validation.go, validateMountPropagation.
func propagation(at *field.Path, mode api.MountPropagationMode, c *api.Container) {
	field.OneOf(at, mode, api.MountPropagationBidirectional, api.MountPropagationHostToContainer, api.MountPropagationNone)
	privileged := c.SecurityContext != nil && c.SecurityContext.Privileged != nil && *c.SecurityContext.Privileged
	if mode == api.MountPropagationBidirectional && !privileged {
		at.Forbidden("Bidirectional mount propagation is available only to privileged containers")
	}
}

// Upstream 1.37: pkg/apis/core/validation/validation.go, validateMountRecursiveReadOnly.
func recursiveReadOnly(at *field.Path, m *api.VolumeMount) {
	mode := *m.RecursiveReadOnly
	field.OneOf(at, mode, api.RecursiveReadOnlyDisabled, api.RecursiveReadOnlyEnabled, api.RecursiveReadOnlyIfPossible)
	if mode != api.RecursiveReadOnlyEnabled && mode != api.RecursiveReadOnlyIfPossible {
		return
	}
	if !m.ReadOnly {
		at.Forbidden("may only be specified when readOnly is true")
	}
	if m.MountPropagation != nil && *m.MountPropagation != api.MountPropagationNone {
		at.Forbidden("may only be specified when mountPropagation is None or not specified")
	}
}

// Devices checks the raw block devices of a container; at is its volumeDevices.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, ValidateVolumeDevices.
func (s Set) Devices(at *field.Path, c *api.Container) {
	var names, paths []string
	for i, d := range c.VolumeDevices {
		at := at.Index(i)
		s.deviceSource(at.Child("name"), d.Name, names)
		devicePath(at.Child("devicePath"), d.DevicePath, paths)
		if !hasBackstep(d.DevicePath) {
			paths = append(paths, d.DevicePath)
		}
		apartFromMounts(at, d, c.VolumeMounts)
		if d.Name != "" {
			names = append(names, d.Name)
		}
	}
}

func (s Set) deviceSource(at *field.Path, name string, taken []string) {
	if name == "" {
		at.Required("")
	}
	if slices.Contains(taken, name) {
		at.Invalid(name, "must be unique")
	}
	switch source := s[name]; {
	case source == nil:
		at.NotFound(name, "")
	case source.PersistentVolumeClaim == nil && source.Ephemeral == nil:
		at.Invalid(name, "can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode")
	}
}

func devicePath(at *field.Path, path string, taken []string) {
	if path == "" {
		at.Required("")
	}
	if slices.Contains(taken, path) {
		at.Invalid(path, "must be unique")
	}
	if hasBackstep(path) {
		at.Invalid(path, "can not contain backsteps ('..')")
	}
}

// apartFromMounts is apartFromDevices the other way round.
func apartFromMounts(at *field.Path, d api.VolumeDevice, mounts []api.VolumeMount) {
	byName := map[string]string{}
	for _, m := range mounts {
		byName[m.Name] = m.MountPath
	}
	if _, taken := byName[d.Name]; taken {
		at.Child("name").Invalid(d.Name, "must not already exist in volumeMounts")
	}
	for _, path := range byName {
		if path == d.DevicePath {
			at.Child("devicePath").Invalid(d.DevicePath, "must not already exist as a path in volumeMounts")
			return
		}
	}
}
