package lint

import (
	"context"
	"slices"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/json"
	cluster "github.com/rollscope/rollscope/core/facts"
	"github.com/rollscope/rollscope/internal/lint/source"
	"github.com/rollscope/rollscope/policies/rules"
)

// Surge is what stands in the way of maxSurge in a DaemonSet that has none.
type Surge struct {
	Object rules.Object
	File   string
	Line   int
	// Surges says that it has maxSurge already. Broken says that it cannot be read well
	// enough to say anything. Of both nothing else is said.
	Surges, Broken bool
	// Obstacles are what the rules of the group surge would find, at the places of the
	// manifest as it is.
	Obstacles []rules.Finding
}

// Surges says of every DaemonSet what stands in the way of maxSurge: it is checked as
// if it had maxSurge 1 and maxUnavailable 0. Files that cannot be read are counted.
func Surges(ctx context.Context, sources []source.Source, o Options) (out []Surge, unread int, err error) {
	for i := range sources {
		content, err := sources[i].Read()
		if err != nil {
			unread++
			continue
		}
		for _, d := range new(rules.Reader).Read(sources[i].Name, content).Sets {
			s, err := o.surge(ctx, d)
			if err != nil {
				return nil, unread, err
			}
			out = append(out, s)
		}
	}
	return out, unread, nil
}

func (o Options) surge(ctx context.Context, d *rules.Document) (Surge, error) {
	s := Surge{Object: d.Object, File: d.File, Line: d.Position("").Line}
	if d.Facts.Strategy.MaxSurge.Value > 0 {
		s.Surges = true
		return s, nil
	}
	changed := surging(d)
	if changed == nil {
		s.Broken = true
		return s, nil
	}
	in := rules.Input{Document: changed, Config: o.Config.Rules}
	if o.Nodes != nil {
		in.Cluster = cluster.New(cluster.Given{
			Nodes: o.Nodes.Nodes, Pods: o.Nodes.Pods, Classes: o.Nodes.Classes, Sets: []*api.DaemonSet{changed.Set},
		}).Of(0)
	}
	found, err := o.Checker.Check(ctx, in)
	if err != nil {
		return s, err
	}
	s.Obstacles = slices.DeleteFunc(found, func(f rules.Finding) bool { return f.Group != "surge" })
	for i := range s.Obstacles {
		f := &s.Obstacles[i]
		f.Start, f.File, f.Document, f.Item = d.Position(f.Path), d.File, d.Index, d.Item
	}
	return s, nil
}

// surging is the DaemonSet with maxSurge; nil if that cannot be read.
func surging(d *rules.Document) *rules.Document {
	raw, _ := json.Parse(d.Raw()) // Raw is JSON
	object, _ := raw.(map[string]any)
	spec, ok := object["spec"].(map[string]any)
	if !ok {
		return nil
	}
	spec["updateStrategy"] = map[string]any{
		"type": "RollingUpdate", "rollingUpdate": map[string]any{"maxSurge": 1, "maxUnavailable": 0},
	}
	text, err := json.Marshal(object)
	if err != nil {
		return nil
	}
	sets := rules.Read(d.File, text).Sets
	if len(sets) != 1 {
		return nil
	}
	return sets[0]
}
