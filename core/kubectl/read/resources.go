package read

import (
	"errors"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/kubectl/kinds"
	"github.com/rollscope/rollscope/core/kubectl/print"
	"github.com/rollscope/rollscope/core/kubectl/session"
)

// resourceFilter picks kinds for kubectl api-resources.
type resourceFilter struct {
	group             *string
	namespaced        string
	verbs, categories []string
}

// APIResources is kubectl api-resources.
//
// Upstream 1.37: kubectl pkg/cmd/apiresources/apiresources.go.
func APIResources(s *session.Session, args []string) error {
	var in resourceFilter
	var group, output, by string
	var noHeaders bool
	f := s.Flags("api-resources")
	f.String(&group, "api-group")
	f.Optional(&in.namespaced, "namespaced", "true")
	f.List(&in.verbs, "verbs")
	f.List(&in.categories, "categories")
	f.String(&output, "output/o")
	f.String(&by, "sort-by")
	f.Bool(&noHeaders, "no-headers")
	f.IgnoredBool("cached")
	words, err := f.Parse(args)
	switch {
	case err != nil:
		return err
	case len(words) > 0:
		return f.Usage("unexpected arguments: %v", words)
	case output != "" && output != "wide" && output != "name":
		return fmt.Errorf("--output %v is not available", output)
	case by != "" && by != "name" && by != "kind":
		return errors.New("--sort-by accepts only name or kind")
	}
	if f.Given("api-group") {
		in.group = &group
	}
	list := in.pick(by)
	if output == "name" {
		for _, k := range list {
			s.Outf("%s", k.Resource())
		}
		return nil
	}
	s.Out(resourceTable(list).Text(print.Options{NoHeaders: noHeaders, Wide: output == "wide"}))
	return nil
}

// APIVersions is kubectl api-versions.
//
// Upstream 1.37: kubectl pkg/cmd/apiresources/apiversions.go.
func APIVersions(s *session.Session, args []string) error {
	f := s.Flags("api-versions")
	words, err := f.Parse(args)
	switch {
	case err != nil:
		return err
	case len(words) > 0:
		return f.Usage("unexpected arguments: %v", words)
	}
	var versions []string
	for _, k := range kinds.All() {
		if v := k.APIVersion(); !slices.Contains(versions, v) {
			versions = append(versions, v)
		}
	}
	slices.Sort(versions)
	s.Outf("%s", strings.Join(versions, "\n"))
	return nil
}

// pick lists the kinds that pass, in the order asked for.
func (in resourceFilter) pick(by string) []kinds.Kind {
	var out []kinds.Kind
	for _, k := range kinds.All() {
		switch {
		case in.group != nil && k.Group != *in.group:
		case in.namespaced != "" && in.namespaced != strconv.FormatBool(k.Namespaced):
		case !contains(strings.Split(k.Verbs, ","), in.verbs):
		case !contains([]string{category(k)}, in.categories):
		default:
			out = append(out, k)
		}
	}
	if by != "" {
		sort.SliceStable(out, func(i, j int) bool {
			if by == "name" {
				return out[i].Plural < out[j].Plural
			}
			return out[i].Name < out[j].Name
		})
	}
	return out
}

// contains says whether all wanted are there.
func contains(have, wanted []string) bool {
	for _, w := range wanted {
		if !slices.Contains(have, w) {
			return false
		}
	}
	return true
}

func category(k kinds.Kind) string {
	if k.InAll {
		return "all"
	}
	return ""
}

func resourceTable(list []kinds.Kind) print.Table {
	t := print.Table{Columns: []print.Column{
		{Name: "Name"},
		{Name: "ShortNames"},
		{Name: "APIVersion"},
		{Name: "Namespaced"},
		{Name: "Kind"},
		{Name: "Verbs", Wide: true},
		{Name: "Categories", Wide: true},
	}}
	for _, k := range list {
		t.Rows = append(t.Rows, print.Row{Cells: []string{
			k.Plural, k.Short, k.APIVersion(),
			strconv.FormatBool(k.Namespaced), k.Name, k.Verbs, category(k),
		}})
	}
	return t
}
