package session

import "github.com/rollscope/rollscope/core/kubectl/flag"

// Flags declares -f and -R.
func (f *Files) Flags(set *flag.Set) {
	set.List(&f.Names, "filename/f")
	set.Bool(&f.Recursive, "recursive/R")
	set.Absent("kustomize/k")
}

// Output is what -o and --dry-run ask for.
type Output struct {
	Format, DryRun string
	Typed          bool // the command reads objects into types
	Unmarked       bool // the command does not mention that it is a dry run
}

// Flags declares -o.
func (o *Output) Flags(set *flag.Set) {
	set.String(&o.Format, "output/o")
	set.Absent("template")
	set.IgnoredBool("show-managed-fields", "allow-missing-template-keys")
}

// DryRunFlag declares --dry-run.
func (o *Output) DryRunFlag(set *flag.Set) { set.Optional(&o.DryRun, "dry-run", "unchanged") }
