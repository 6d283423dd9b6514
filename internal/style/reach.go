package style

import (
	"fmt"
	"os"
	"os/exec"
	"path"
	"slices"
	"strings"
)

// WasmReach holds what the browser's simulator links, directly or not. It asks
// the go command, as only that knows what a build for js/wasm consists of.
var WasmReach = &Rule{
	Name: "wasm-reach",
	Why:  "one import of these adds megabytes to what a browser downloads or the Worker uploads; `go mod why -m` and `go list -deps` show who brought it in",
}

// notInSim are the packages that sim.wasm, with which the page opens, never links;
// core/api has what it needs of each.
var notInSim = []string{"fmt", "encoding/json", "regexp/...", "text/tabwriter"}

// notInWasm are the packages that no simulator of the page links.
var notInWasm = []string{
	"net", "net/http/...", "crypto/tls/...", "os/exec", "text/template", "html/template",
	"k8s.io/...", "github.com/open-policy-agent/...", "charm.land/...", "github.com/charmbracelet/...",
}

// notInEdge are the packages that the Worker never links: its upload may have 3 MiB, and
// net/http, which it cannot do without, takes half of that.
var notInEdge = []string{
	"encoding/json", "regexp/...", "text/template", "html/template", "encoding/xml",
	"k8s.io/...", "github.com/open-policy-agent/...", "github.com/owenrumney/...", "github.com/spf13/...", "charm.land/...",
}

// Linked lists the packages of a build for js/wasm, as import paths.
// Dir is a folder of the module.
func Linked(dir, pkg string) ([]string, error) {
	cmd := exec.Command("go", "list", "-deps", pkg)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	cmd.Stderr = new(strings.Builder)
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list -deps %s: %w\n%s", pkg, err, cmd.Stderr)
	}
	return strings.Fields(string(out)), nil
}

// CheckLinked reports the packages of a build that it must not have.
func CheckLinked(pkg string, linked []string) []Finding {
	p := &pass{rule: WasmReach}
	bans := notInWasm
	switch path.Base(pkg) {
	case "sim":
		bans = slices.Concat(notInSim, notInWasm)
	case "edge":
		bans = notInEdge
	}
	for _, l := range linked {
		for _, ban := range bans {
			if covers(ban, l) {
				p.report(pkg, 0, "links %s", l)
			}
		}
	}
	return p.found
}
