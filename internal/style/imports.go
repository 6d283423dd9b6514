package style

import (
	"path"
	"slices"
	"strings"
)

var importRules = []*Rule{
	{
		Name: "import-direction",
		Why:  "imports go one way (reason, api, state, decisions, core, kubectl, scenario, plan, hosts, mains), so that every part can be read and tested without those above it",
		run:  checkDirection,
	},
	{
		Name: "core-imports",
		Why:  "core is the same program on Linux, in CI and in a browser tab, small and without I/O; hosts do the rest",
		run:  eachGo(checkCoreImports),
	},
	{
		Name: "test-libraries",
		Why:  "tests compare whole values with go-cmp and never fake our own code: an assertion library hides the difference, a mock tests itself",
		run:  eachGo(checkTestLibraries),
	},
}

// layer says what a folder's packages may import from this module. In both,
// "a/..." means a and everything below it; packages of one line may import each other.
type layer struct {
	at  string
	may []string
}

var (
	records   = []string{"core/api/...", "core/reason", "core/state"}
	decisions = []string{"core/daemon/...", "core/scheduler/...", "core/kubelet/...", "core/nodelifecycle/..."}
	engine    = slices.Concat(records, decisions, []string{"core"})
)

// recordings is the package that every test may use: it finds what the real
// Kubernetes code answered.
const recordings = "internal/oracle"

// layers is the picture of ARCHITECTURE.md as a table. The first line that
// matches a package counts.
var layers = []layer{
	{"core/reason", nil},
	{"core/api/...", []string{"core/api/..."}},
	{"core/state", []string{"core/api/...", "core/reason"}},
	{"core/daemon/...", records},
	{"core/scheduler/...", records},
	{"core/kubelet/...", records},
	{"core/nodelifecycle/...", records},
	{"core/facts", slices.Concat(records, decisions)},
	{"core", slices.Concat(records, decisions)},
	{"core/kubectl/...", engine},
	{"core/scenario/...", slices.Concat(engine, []string{"core/kubectl/..."})},
	{"core/plan/...", slices.Concat(engine, []string{"core/kubectl/...", "core/scenario/..."})},
	{"policies/...", []string{"core/api/...", "policies/..."}},
	{"tui/...", []string{"core/..."}},
	{"wasm/protocol/...", []string{"core/..."}},
	{"wasm/browser", []string{"wasm/protocol/..."}},
	{"wasm/sim/...", []string{"core/...", "wasm/browser", "wasm/protocol/..."}},
	{"wasm/manifests/...", []string{"core/...", "policies/rules", "internal/lint/...", "wasm/protocol/..."}},
	{"wasm/full/...", []string{"core/...", "internal/edge/picture", "wasm/browser", "wasm/manifests/...", "wasm/protocol/..."}},
	{"wasm/edge/...", []string{"core/...", "wasm/protocol/...", "internal/edge/..."}},
	{"wasm/rego/...", []string{"core/...", "policies/...", "wasm/protocol/..."}},
	{"internal/lint/...", []string{"core/...", "policies/..."}},
	{"internal/jsontext", []string{"core/api/json"}},
	{"internal/site", nil},
	{"internal/edge/...", []string{"core/...", "policies/...", "internal/jsontext", "internal/lint/..."}},
	{"internal/cli/...", []string{"core/...", "policies/...", "tui/...", "internal/jsontext", "internal/site", "internal/edge/...", "internal/lint/...", "internal/fidelity"}},
	{".", []string{"internal/cli"}},
	// Tools of the repository: they may use the product, nothing uses them.
	{"internal/...", []string{"core/...", "policies/...", "wasm/protocol/...", "internal/lint/..."}},
}

// covers says that a pattern of the table means a folder.
func covers(pattern, dir string) bool {
	if below, ok := strings.CutSuffix(pattern, "/..."); ok {
		return dir == below || strings.HasPrefix(dir, below+"/")
	}
	return pattern == dir
}

// layerOf finds the line of the table for a folder, nil when there is none.
func layerOf(dir string) *layer {
	for i := range layers {
		if covers(layers[i].at, dir) {
			return &layers[i]
		}
	}
	return nil
}

func checkDirection(p *pass) {
	unknown := map[string]bool{}
	for _, f := range p.tree.Files {
		if f.AST == nil {
			continue
		}
		from := layerOf(f.Dir())
		if from == nil {
			if !unknown[f.Dir()] {
				unknown[f.Dir()] = true
				p.report(f.Dir(), 0, "this package has no line in the table of layers (internal/style/imports.go)")
			}
			continue
		}
		checkImportsOf(p, f, from)
	}
}

func checkImportsOf(p *pass, f *File, from *layer) {
	for _, spec := range f.AST.Imports {
		to, ours := p.tree.folder(importPath(spec))
		if !ours || layerOf(to) == from || f.Test && to == recordings {
			continue
		}
		if !slices.ContainsFunc(from.may, func(m string) bool { return covers(m, to) }) {
			p.at(f, spec, "%s imports %s", f.Dir(), to)
		}
	}
}

// folder is the folder of a package of this module, and whether it is one.
func (t *Tree) folder(importPath string) (string, bool) {
	if importPath == t.Module {
		return ".", true
	}
	return strings.CutPrefix(importPath, t.Module+"/")
}

// notInCore are the packages that core's own code never imports, with what to do instead.
// A pattern ending in /... means a package and those below it.
var notInCore = []struct{ pattern, instead string }{
	{"os/...", "core has no files or environment: take bytes or an fs.FS"},
	{"io/ioutil", "core has no files: take bytes or an fs.FS"},
	{"net", "core has no network, and the import adds megabytes to sim.wasm (net/netip does not, but weighs 90 KB: package format reads addresses)"},
	{"net/http/...", "core has no network, and the import adds megabytes to sim.wasm"},
	{"log/...", "core does not log: what happened is an event with a reason"},
	{"sync/...", "core is single-threaded: one cluster, one caller"},
	{"context", "nothing in core waits, so there is nothing to cancel"},
	{"syscall/...", "only wasm/* talks to a host"},
	{"unsafe", "nothing here is worth it"},
	{"testing/...", "test code belongs in _test.go files"},
	{"text/template/...", "templates find methods by name and keep every exported method in sim.wasm"},
	{"html/template", "templates find methods by name and keep every exported method in sim.wasm"},
	{"math/rand", "use math/rand/v2 with a generator the cluster owns"},
	{"fmt", "use core/api/fmt: the standard one adds 0.2 MB to sim.wasm"},
	{"encoding/json", "use core/api/json: the standard one adds 0.15 MB to sim.wasm"},
	{"text/tabwriter", "use core/api/tabwriter: the standard one brings fmt to sim.wasm"},
	{"regexp/...", "read text by hand: it adds 0.3 MB to sim.wasm"},
	{"crypto/rand", "the cluster's seeded generator is the only source of chance"},
	{"k8s.io/...", "shapes are generated into core/api; upstream packages cost megabytes (tests may compare with them)"},
}

// checkCoreImports looks at generated files too, as they are linked all the same.
func checkCoreImports(p *pass, f *File) {
	if !f.InCore() || f.Test {
		return
	}
	for _, spec := range f.AST.Imports {
		name := importPath(spec)
		if _, ours := p.tree.folder(name); ours {
			continue
		}
		if instead := bannedInCore(name); instead != "" {
			p.at(f, spec, "core imports %s: %s", name, instead)
		}
	}
}

// bannedInCore says what to do instead of an import, "" when it is welcome.
func bannedInCore(name string) string {
	for _, ban := range notInCore {
		if covers(ban.pattern, name) {
			return ban.instead
		}
	}
	first, _, _ := strings.Cut(name, "/")
	if !strings.Contains(first, ".") { // the standard library
		return ""
	}
	return "core is the standard library and itself; a module would be downloaded by every browser"
}

// testLibraries are refused in every file.
var testLibraries = []string{
	"github.com/stretchr/testify/...", "github.com/golang/mock/...", "go.uber.org/mock/...",
	"github.com/onsi/gomega/...", "github.com/onsi/ginkgo/...",
}

func checkTestLibraries(p *pass, f *File) {
	for _, spec := range f.AST.Imports {
		name := importPath(spec)
		if slices.ContainsFunc(testLibraries, func(l string) bool { return covers(l, name) }) {
			p.at(f, spec, "imports %s", path.Base(path.Dir(name))+"/"+path.Base(name))
		}
	}
}
