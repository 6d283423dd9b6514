package session

import "github.com/rollscope/rollscope/core/kubectl/flag"

// Flags declares -f and -R.
func (f *Files) Flags(set *flag.Set) {
	set.List(&f.Names, "filename/f")
	set.Bool(&f.Recursive, "recursive/R")
	set.Absent("kustomize/k")
}

// Output is what -o, --template and --dry-run ask for.
type Output struct {
	Format, Template, DryRun string
	Strict                   bool // a key that is not there is an error in a template
	Columns                  bool // the command knows custom-columns
	NoHeaders                bool // of custom-columns
	Typed                    bool // the command reads objects into types
	Unmarked                 bool // the command does not mention that it is a dry run
}

// Flags declares -o and --template.
func (o *Output) Flags(set *flag.Set) {
	set.String(&o.Format, "output/o")
	set.String(&o.Template, "template")
	set.Unset(&o.Strict, "allow-missing-template-keys")
	set.IgnoredBool("show-managed-fields")
}

// Complete is the format: with --template alone it is that of a Go template.
func (o *Output) Complete() string {
	if o.Template != "" && o.Format == "" {
		o.Format = "go-template"
	}
	return o.Format
}

// DryRunFlag declares --dry-run.
func (o *Output) DryRunFlag(set *flag.Set) { set.Optional(&o.DryRun, "dry-run", "unchanged") }
