package volume

import (
	"strings"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/validation/field"
	"github.com/rollscope/rollscope/core/api/validation/format"
)

// iscsi checks an iSCSI target.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, validateISCSIVolumeSource.
func iscsi(at *field.Path, s *api.ISCSIVolumeSource) {
	at.Needs("targetPortal", s.TargetPortal)
	if s.IQN == "" {
		at.Child("iqn").Required("")
	} else {
		qualifiedName(at.Child("iqn"), s.IQN)
	}
	lun(at.Child("lun"), s.Lun, s.Lun)
	if (s.DiscoveryCHAPAuth || s.SessionCHAPAuth) && s.SecretRef == nil {
		at.Child("secretRef").Required("")
	}
	if s.InitiatorName != nil {
		qualifiedName(at.Child("initiatorname"), *s.InitiatorName)
	}
}

// portalLength checks the name under which the kubelet remembers an iSCSI volume.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, validateVolumeSource.
func portalLength(at *field.Path, v *api.Volume) {
	if v.ISCSI != nil && v.ISCSI.InitiatorName != nil && len(v.Name+":"+v.ISCSI.TargetPortal) > 64 {
		at.Child("name").Invalid(v.Name, "Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.")
	}
}

// qualifiedName checks the name of an iSCSI target or initiator, in any of its
// three notations.
func qualifiedName(at *field.Path, name string) {
	valid := false
	switch {
	case strings.HasPrefix(name, "iqn"):
		valid = endsInIQN(name)
	case strings.HasPrefix(name, "eui"):
		valid = isWorldWideName(name, 16)
	case strings.HasPrefix(name, "naa"):
		valid = isWorldWideName(name, 32)
	default:
		at.Invalid(name, "must be valid format starting with iqn, eui, or naa")
		return
	}
	if !valid {
		at.Invalid(name, "must be valid format")
	}
}

// endsInIQN tells whether s ends in iqn.YYYY-MM.domain:identifier.
func endsInIQN(s string) bool {
	for rest := s; ; {
		_, after, found := strings.Cut(rest, "iqn.")
		if !found {
			return false
		}
		if isIQN(after) {
			return true
		}
		rest = after
	}
}

func isIQN(s string) bool {
	const date = "dddd-dd."
	if len(s) < len(date) {
		return false
	}
	for i := range len(date) {
		if date[i] == 'd' && (s[i] < '0' || s[i] > '9') || date[i] != 'd' && s[i] != date[i] {
			return false
		}
	}
	domain, identifier, found := strings.Cut(s[len(date):], ":")
	return found && identifier != "" && !strings.ContainsAny(identifier, ",;*&$| \t\n\f\r") &&
		domain != "" && strings.Trim(domain, alphanumerics+"-.") == ""
}

const alphanumerics = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

// isWorldWideName tells whether s is three letters, any character, and n
// letters or digits.
func isWorldWideName(s string, n int) bool {
	text := []rune(s)
	return len(text) == 4+n && text[3] != '\n' && strings.Trim(string(text[4:]), alphanumerics) == ""
}

func lun(at *field.Path, n int32, shown any) {
	if n < 0 || n > 255 {
		at.Invalid(shown, format.Between(0, 255))
	}
}

// fibreChannel checks a Fibre Channel target.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, validateFCVolumeSource.
func fibreChannel(at *field.Path, s *api.FCVolumeSource) {
	names := at.Child("targetWWNs")
	if len(s.TargetWWNs) == 0 && len(s.WWIDs) == 0 {
		names.Required("must specify either targetWWNs or wwids, but not both")
	}
	if len(s.TargetWWNs) > 0 && len(s.WWIDs) > 0 {
		names.Invalid(s.TargetWWNs, "targetWWNs and wwids can not be specified simultaneously")
	}
	switch {
	case len(s.TargetWWNs) == 0:
	case s.Lun == nil:
		at.Child("lun").Required("lun is required if targetWWNs is specified")
	default:
		lun(at.Child("lun"), *s.Lun, s.Lun)
	}
}

// csi checks an inline CSI volume.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, validateCSIVolumeSource, ValidateCSIDriverName.
func csi(at *field.Path, s *api.CSIVolumeSource) {
	driver := at.Child("driver")
	if s.Driver == "" {
		driver.Required("")
	} else {
		if len(s.Driver) > format.LabelNameMax {
			driver.TooLong(format.LabelNameMax)
		}
		driver.InvalidEach(s.Driver, format.DNSSubdomain(strings.ToLower(s.Driver)))
	}
	if ref := s.NodePublishSecretRef; ref != nil {
		if ref.Name == "" {
			at.Child("nodePublishSecretRef.name").Required("")
		} else {
			at.Child("name").InvalidEach(ref.Name, format.DNSSubdomain(ref.Name))
		}
	}
}

// isHostPort tells whether s is host:port as the standard library splits it; an
// IPv6 host is in brackets. Neither part has to be given.
func isHostPort(s string) bool {
	host, port, found := cutLast(s, ":")
	if !found || strings.ContainsAny(port, "[]") {
		return false
	}
	if inner, ok := strings.CutPrefix(host, "["); ok {
		inner, closed := strings.CutSuffix(inner, "]")
		return closed && !strings.ContainsAny(inner, "[]")
	}
	return !strings.ContainsAny(host, ":[]")
}

func cutLast(s, separator string) (before, after string, found bool) {
	if i := strings.LastIndex(s, separator); i >= 0 {
		return s[:i], s[i+len(separator):], true
	}
	return s, "", false
}
