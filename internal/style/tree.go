package style

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Tree is the text of the repository, its Go files parsed.
type Tree struct {
	// Module is the module path of the root go.mod.
	Module string
	Files  []*File // sorted by path
	// Here are the absolute paths of this checkout and what lies beside it, which
	// no file may name.
	Here []string
	fset *token.FileSet
}

// File is one text file.
type File struct {
	Path string // slash-separated, from the root
	Text string
	// AST is nil unless the file is Go source of this module: folders named
	// testdata and folders with a go.mod of their own are text only.
	AST       *ast.File
	Test      bool // the name ends in _test.go
	Generated bool // carries the standard header; AST then has the imports only
	imports   map[string]string
}

// maxText is the size in bytes above which a file is taken for data.
const maxText = 2 << 20

// generated is the header that Go tools agree on.
var generated = regexp.MustCompile(`(?m)^// Code generated .* DO NOT EDIT\.$`)

// Load reads the text files below a root, which must hold a go.mod.
func Load(root fs.FS) (*Tree, error) {
	files := map[string]string{}
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if skipped(name) {
				return fs.SkipDir
			}
			return nil
		}
		text, err := readText(root, name, d)
		if text != "" {
			files[name] = text
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return Parse(files)
}

// skipped says that a folder is not ours: tools, packages, built things, git.
func skipped(name string) bool {
	switch base := path.Base(name); base {
	case ".", ".ci", ".github":
		return false
	case "node_modules", "dist", "build":
		return true
	default:
		return strings.HasPrefix(base, ".")
	}
}

// readText returns a file's text, "" for anything that is not text.
func readText(root fs.FS, name string, d fs.DirEntry) (string, error) {
	info, err := d.Info()
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxText {
		return "", err
	}
	text, err := fs.ReadFile(root, name)
	if err != nil || !utf8.Valid(text) || bytes.IndexByte(text, 0) >= 0 {
		return "", err
	}
	return string(text), nil
}

// Parse makes a tree of file texts by their path.
func Parse(files map[string]string) (*Tree, error) {
	t := &Tree{fset: token.NewFileSet()}
	nested := map[string]bool{}
	for name, text := range files {
		if path.Base(name) != "go.mod" {
			continue
		}
		if dir := path.Dir(name); dir != "." {
			nested[dir] = true
			continue
		}
		first, _, _ := strings.Cut(text, "\n")
		t.Module = strings.TrimSpace(strings.TrimPrefix(first, "module"))
	}
	for name, text := range files {
		f := &File{Path: name, Text: text}
		if strings.HasSuffix(name, ".go") && !apart(name, nested) {
			if err := f.parse(t.fset); err != nil {
				return nil, err
			}
		}
		t.Files = append(t.Files, f)
	}
	slices.SortFunc(t.Files, func(a, b *File) int { return strings.Compare(a.Path, b.Path) })
	return t, nil
}

// apart says that a Go file belongs to no package of this module.
func apart(name string, nested map[string]bool) bool {
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		if nested[dir] || path.Base(dir) == "testdata" {
			return true
		}
	}
	return false
}

func (f *File) parse(fset *token.FileSet) error {
	f.Test = strings.HasSuffix(f.Path, "_test.go")
	f.Generated = generated.MatchString(f.Text)
	mode := parser.ParseComments
	if f.Generated {
		mode |= parser.ImportsOnly
	}
	file, err := parser.ParseFile(fset, f.Path, f.Text, mode)
	if err != nil {
		return fmt.Errorf("reading Go source: %w", err)
	}
	f.AST = file
	f.imports = map[string]string{}
	for _, spec := range file.Imports {
		p := importPath(spec)
		f.imports[localName(spec, p)] = p
	}
	return nil
}

// importPath is the unquoted path of an import.
func importPath(spec *ast.ImportSpec) string {
	p, err := strconv.Unquote(spec.Path.Value)
	if err != nil {
		return spec.Path.Value
	}
	return p
}

// localName is the name an import has in its file. Without an alias it is the
// path's last part, or the one before a version.
func localName(spec *ast.ImportSpec, p string) string {
	if spec.Name != nil {
		return spec.Name.Name
	}
	base := path.Base(p)
	if len(base) > 1 && base[0] == 'v' && base[1] >= '0' && base[1] <= '9' {
		base = path.Base(path.Dir(p))
	}
	return base
}

// Dir is the folder of the file, "." for the root.
func (f *File) Dir() string { return path.Dir(f.Path) }

// InCore says that the file belongs to the simulator.
func (f *File) InCore() bool { return f.Path == "core" || strings.HasPrefix(f.Path, "core/") }

// Line is the line of a position.
func (t *Tree) Line(p token.Pos) int { return t.fset.Position(p).Line }

// pkg is the import path that an identifier stands for, "" when it is no package.
func (f *File) pkg(e ast.Expr) string {
	id, ok := e.(*ast.Ident)
	if !ok || id.Obj != nil {
		return ""
	}
	return f.imports[id.Name]
}

// uses calls found for every mention of a package's name, such as time.Now.
func (f *File) uses(pkgPath string, found func(*ast.SelectorExpr)) {
	ast.Inspect(f.AST, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok && f.pkg(sel.X) == pkgPath {
			found(sel)
		}
		return true
	})
}
