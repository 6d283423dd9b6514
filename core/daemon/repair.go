package daemon

import (
	"strings"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/json"
	"github.com/rollscope/rollscope/core/reason"
)

// Command is the kubectl command that carries Repair out; "" where OK holds, or where
// no single command does. The DaemonSet is the one that was explained.
func (c *Check) Command(ds *api.DaemonSet) string {
	const spec = "/spec/template/spec"
	switch {
	case c.OK:
		return ""
	case c.Repair.Code == reason.RepairLabel:
		return c.Repair.Text
	case c.edit.tolerate != nil && len(ds.Spec.Template.Spec.Tolerations) == 0:
		return patch(ds, "add", spec+"/tolerations", []api.Toleration{*c.edit.tolerate})
	case c.edit.tolerate != nil:
		return patch(ds, "add", spec+"/tolerations/-", *c.edit.tolerate)
	case c.edit.term != nil:
		return patch(ds, "add", spec+"/affinity/nodeAffinity/requiredDuringSchedulingIgnoredDuringExecution/nodeSelectorTerms/-", *c.edit.term)
	case c.edit.unsetName:
		return patch(ds, "remove", spec+"/nodeName", nil)
	case c.edit.unsetKey != "":
		return patch(ds, "remove", spec+"/nodeSelector/"+strings.NewReplacer("~", "~0", "/", "~1").Replace(c.edit.unsetKey), nil)
	}
	return ""
}

// patch is a JSON patch of one operation as a command.
func patch(ds *api.DaemonSet, op, path string, value any) string {
	one := map[string]any{"op": op, "path": path}
	if value != nil {
		one["value"] = value
	}
	text, err := json.Marshal([]any{one})
	if err != nil {
		return ""
	}
	command := "kubectl patch ds " + ds.Name
	if ds.Namespace != "" && ds.Namespace != api.NamespaceDefault {
		command += " -n " + ds.Namespace
	}
	return command + " --type json -p '" + strings.ReplaceAll(string(text), "'", `\u0027`) + "'"
}
