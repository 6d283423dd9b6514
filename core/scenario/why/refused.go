package why

import (
	"strconv"
	"strings"

	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/api/strategy"
	"github.com/rollscope/rollscope/core/reason"
)

// refusedAdvice is what to do about pods that the API server refuses.
func refusedAdvice(r *strategy.Refusal) reason.Reason {
	switch {
	case strings.HasPrefix(r.Class, "system-"):
		return reason.Reason{Code: reason.RefusedSystem, Text: r.Class}
	case r.Class != "":
		return reason.Reason{Code: reason.RefusedClass, Text: r.Class}
	}
	return reason.Reason{Code: reason.RefusedField, Text: "spec.template." + r.Field}
}

// refusedChange is the smallest change with which the pods are created. The value of a
// class is that of pods without one.
func (a *Rollout) refusedChange(flag string) []string {
	if a.Set.Template == nil || a.Set.Template.Refused == nil {
		return nil
	}
	r, name := a.Set.Template.Refused, a.Set.Object.Name
	field := strings.TrimPrefix(r.Field, "spec.")
	switch {
	case strings.HasPrefix(r.Class, "system-"):
		return merge(name, flag, field, strconv.Quote("system-node-critical"))
	case r.Class != "":
		return []string{"kubectl create priorityclass " + r.Class + " --value=0"}
	case !strings.HasSuffix(field, "]"):
		return merge(name, flag, field, "null")
	}
	path := strings.NewReplacer("[", "/", "]", "", ".", "/").Replace(field)
	return []string{fmt.Sprintf(`kubectl patch ds %s --type json -p '[{"op":"remove","path":"/spec/template/spec/%s"}]'%s`, name, path, flag)}
}

// merge is the patch of one field of the pod's spec.
func merge(name, flag, field, value string) []string {
	return []string{fmt.Sprintf(`kubectl patch ds %s --type merge -p '{"spec":{"template":{"spec":{"%s":%s}}}}'%s`, name, field, value, flag)}
}
