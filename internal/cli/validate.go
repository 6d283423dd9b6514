package cli

import (
	"errors"
	"fmt"
	"io"
	"sort"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rollscope/rollscope/core/api/manifest"
	"github.com/rollscope/rollscope/core/kubectl/tree"
	"github.com/rollscope/rollscope/core/plan/ask"
)

// validateOptions are the flags of rollscope validate.
type validateOptions struct {
	files, from  []string
	output       string
	showDefaults bool
}

func validateCommand() *cobra.Command {
	var o validateOptions
	cmd := &cobra.Command{
		Use:   "validate -f FILE... [--from OLD]",
		Short: "say what an API server would refuse or warn about",
		Long: `Read manifests as kubectl and an API server of Kubernetes ` + kubernetes + ` would, and print
everything that is wrong with them, a line each:

    file:line:column: path: Kind: message

Errors of reading come with errors of validation, in Kubernetes' own words, and
with the warnings an API server answers with. With --from, an object that is there
already under the same kind, namespace and name is updated and not created: what
may not change is an error, too.

With -o json the findings are one array of objects with file, line, column, path,
kind, message, severity (error or warning) and, where there is one, hint.

Exit status: 0 valid (warnings do not count), 1 invalid, 2 something could not be
read, 3 there was no DaemonSet.`,
		Example: `  rollscope validate -f agent.yaml
  helm template . | rollscope validate -f - --from deployed.yaml`,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.files = append(o.files, args...)
			return runValidate(cmd, o)
		},
	}
	cmd.Flags().StringArrayVarP(&o.files, "filename", "f", nil, "file, directory or - to validate; may be repeated, and files may follow without it")
	cmd.Flags().StringArrayVar(&o.from, "from", nil, "what is there already: file or directory")
	cmd.Flags().StringVarP(&o.output, "output", "o", "text", "text or json")
	cmd.Flags().BoolVar(&o.showDefaults, "show-defaults", false, "print the valid objects with their defaults filled in, as YAML; findings go to the standard error")
	return cmd
}

func runValidate(cmd *cobra.Command, o validateOptions) error {
	switch {
	case len(o.files) == 0:
		return exitError{code: exitUsage, err: errors.New("say which files to validate"), hint: "rollscope validate -f agent.yaml"}
	case o.output != "text" && o.output != "json":
		return usageError(fmt.Sprintf("-o is text or json, not %q", o.output))
	case o.showDefaults && o.output == "json":
		return usageError("--show-defaults prints YAML and does not go with -o json")
	}
	files, err := readFiles(cmd, o.files)
	if err != nil {
		return err
	}
	from, err := readFiles(cmd, o.from)
	if err != nil {
		return err
	}
	report := manifest.Check(manifest.Read(files), manifest.Read(from))
	if err := printReport(cmd, &report, o); err != nil {
		return err
	}
	return judgeReport(&report)
}

// printReport writes the findings and, as text, what became of every object.
func printReport(cmd *cobra.Command, r *manifest.Report, o validateOptions) error {
	if o.output == "json" {
		findings := r.Findings
		if findings == nil {
			findings = []manifest.Finding{}
		}
		return printJSON(cmd.OutOrStdout(), findings)
	}
	out := cmd.OutOrStdout()
	if o.showDefaults {
		if err := printStored(out, r); err != nil {
			return err
		}
		out = cmd.ErrOrStderr()
	}
	printFindings(out, r.Findings)
	_, err := fmt.Fprintln(out, account(r))
	return err
}

// printStored writes the valid objects as an API server would store them.
func printStored(w io.Writer, r *manifest.Report) error {
	for i := range r.Objects {
		o := &r.Objects[i]
		if o.Stored == nil {
			continue
		}
		object, err := tree.Of(o.Stored)
		if err != nil {
			return err
		}
		if status, ok := object["status"].(tree.Map); ok && o.Kind != "Node" && o.Kind != "Pod" && len(status) >= 0 {
			delete(object, "status")
		}
		if _, err := fmt.Fprint(w, "---\n"+tree.YAML(object)); err != nil {
			return err
		}
	}
	return nil
}

// account is what became of all objects: nothing is lost.
func account(r *manifest.Report) string {
	var parts []string
	passed := map[string]int{}
	done := map[string][2]int{}
	for i := range r.Objects {
		o := &r.Objects[i]
		switch o.Verdict {
		case manifest.PassedOver:
			passed[o.Kind]++
		default:
			n := done[o.Kind]
			if o.Verdict == manifest.Valid {
				n[0]++
			} else {
				n[1]++
			}
			done[o.Kind] = n
		}
	}
	for _, kind := range sortedKeys(done) {
		n := done[kind]
		text := fmt.Sprintf("%s: %d valid", kind, n[0])
		if n[1] > 0 {
			text += fmt.Sprintf(", %d invalid", n[1])
		}
		parts = append(parts, text)
	}
	if r.Unread > 0 {
		documents := " documents unreadable"
		if r.Unread == 1 {
			documents = " document unreadable"
		}
		parts = append(parts, strconv.Itoa(r.Unread)+documents)
	}
	if len(passed) > 0 {
		parts = append(parts, "passed over: "+ask.Counts(passed))
	}
	if len(parts) == 0 {
		return "no object found"
	}
	return printable(strings.Join(parts, "; "))
}

// sortedKeys puts DaemonSets first.
func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Slice(keys, func(i, j int) bool {
		if (keys[i] == "DaemonSet") != (keys[j] == "DaemonSet") {
			return keys[i] == "DaemonSet"
		}
		return keys[i] < keys[j]
	})
	return keys
}

// judgeReport is the exit code.
func judgeReport(r *manifest.Report) error {
	switch {
	case manifest.Failed(r.Findings):
		return exitError{code: exitFindings}
	case r.Count("DaemonSet", manifest.Valid)+r.Count("DaemonSet", manifest.Invalid) == 0:
		return exitError{code: exitNothing, err: errors.New("there is no DaemonSet in these files")}
	}
	return nil
}
