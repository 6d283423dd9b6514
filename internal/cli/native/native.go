// Package native is what kubectl has on a terminal and not within the simulator:
// an editor, Go templates, KYAML.
package native

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"reflect"
	"strings"
	"text/template"

	"sigs.k8s.io/yaml/kyaml"

	"github.com/rollscope/rollscope/core/kubectl"
)

// Host has all that does not need a terminal.
func Host() kubectl.Host { return kubectl.Host{Template: Template, KYAML: KYAML} }

// KYAML writes JSON as KYAML.
//
// Upstream 1.37: cli-runtime pkg/printers/kyaml.go, KYAMLPrinter.
func KYAML(text []byte) (string, error) {
	var out bytes.Buffer
	err := (&kyaml.Encoder{}).FromYAML(bytes.NewReader(text), &out)
	return out.String(), err
}

// maxOutput is how much a template may write, in bytes.
const maxOutput = 16 << 20

// Template reads a Go template with kubectl's two functions. Without missing, a key
// that is not there is an error.
//
// Upstream 1.37: cli-runtime pkg/printers/template.go, GoTemplatePrinter.
// Differs: output beyond 16 MiB ends with an error.
func Template(text string, missing bool) (func(object any) (string, error), error) {
	t, err := template.New("output").Funcs(template.FuncMap{"exists": exists, "base64decode": decoded}).Parse(text)
	if err != nil {
		return nil, err
	}
	t.Option("missingkey=error")
	if missing {
		t.Option("missingkey=default")
	}
	return func(object any) (string, error) {
		var out limited
		err := t.Execute(&out, object)
		if err == nil {
			return out.String(), nil
		}
		raw, _ := json.Marshal(object)
		fmt.Fprintf(&out.Buffer, "Error executing template: %v. Printing more information for debugging the template:\n\ttemplate was:\n\t\t%v\n"+
			"\traw data was:\n\t\t%s\n\tobject given to template engine was:\n\t\t%+v\n\n", err, text, raw, object)
		return out.String(), fmt.Errorf("error executing template %q: %w", text, err)
	}, nil
}

// limited takes so much and no more.
type limited struct{ bytes.Buffer }

func (l *limited) Write(b []byte) (int, error) {
	if l.Len()+len(b) > maxOutput {
		return 0, errors.New("the output is too long")
	}
	return l.Buffer.Write(b)
}

func decoded(text string) (string, error) {
	content, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return "", fmt.Errorf("base64 decode failed: %w", err)
	}
	return string(content), nil
}

// exists says whether keys and indices lead to something.
//
// Upstream 1.37: cli-runtime pkg/printers/template.go, exists.
func exists(item any, path ...any) bool {
	v := reflect.ValueOf(item)
	for _, step := range path {
		for v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer {
			v = v.Elem()
		}
		key := reflect.ValueOf(step)
		switch {
		case v.Kind() == reflect.Map && key.IsValid() && key.Type().AssignableTo(v.Type().Key()):
			v = v.MapIndex(key)
		case (v.Kind() == reflect.Slice || v.Kind() == reflect.Array) && key.CanInt() && key.Int() >= 0 && key.Int() < int64(v.Len()):
			v = v.Index(int(key.Int()))
		default:
			return false
		}
		if !v.IsValid() {
			return false
		}
	}
	return true
}

// Editor is the command that edits a file, as the environment names it; nil for none.
//
// Upstream 1.37: kubectl pkg/cmd/util/editor/editor.go, defaultEnvEditor.
// Differs: VISUAL counts as well, and nothing stands in where no editor is named.
func Editor() []string {
	for _, name := range [...]string{"KUBE_EDITOR", "VISUAL", "EDITOR"} {
		if words, err := kubectl.Split(os.Getenv(name)); err == nil && len(words) > 0 {
			return words
		}
	}
	return nil
}

// Edit lets an editor change a text on this terminal.
func Edit(editor []string, text string) (string, error) {
	f, err := os.CreateTemp("", "rollscope-edit-*.yaml")
	if err != nil {
		return "", err
	}
	name := f.Name()
	defer func() { _ = os.Remove(name) }()
	_, err = f.WriteString(text)
	if err = errors.Join(err, f.Close()); err != nil {
		return "", err
	}
	cmd := exec.Command(editor[0], append(append([]string{}, editor[1:]...), name)...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	if err := cmd.Run(); err != nil {
		if errors.Is(err, exec.ErrNotFound) {
			return "", fmt.Errorf("unable to launch the editor %q", strings.Join(editor, " "))
		}
		return "", fmt.Errorf("there was a problem with the editor %q", strings.Join(editor, " "))
	}
	content, err := os.ReadFile(name)
	return string(content), err
}
