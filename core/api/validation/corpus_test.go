package validation_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/decode"
	"github.com/rollscope/rollscope/core/api/defaults"
	"github.com/rollscope/rollscope/core/api/strategy"
	"github.com/rollscope/rollscope/core/api/validation"
)

// shared is the folder of collected manifests beside the checkout; the test is
// skipped where there is none.
func shared(t *testing.T) string {
	t.Helper()
	if dir := os.Getenv("ROLLSCOPE_SHARED"); dir != "" {
		return dir
	}
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if found := filepath.Join(dir, "shared"); isDir(filepath.Join(found, "corpus")) {
			return found
		}
	}
	t.Skip("no folder shared/corpus beside the checkout; set ROLLSCOPE_SHARED")
	return ""
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// refused are manifests that an API server of today refuses too, and why: both
// were written for API versions that filled in the selector.
var refused = map[string]string{
	"flannel-io__flannel/minikube.yaml":                               "extensions/v1beta1, no selector",
	"fluent__fluentd-kubernetes-daemonset/fluentd-daemonset-gcs.yaml": "no selector",
}

// TestRealManifestsAreValid reads manifests that projects publish. People run
// them, so a server takes them, and so must we.
func TestRealManifestsAreValid(t *testing.T) {
	root := filepath.Join(shared(t), "corpus")
	daemonSets := 0
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".yaml") && !strings.HasSuffix(path, ".yml") {
			return err
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		for _, document := range decode.File(name, content).Documents {
			switch object := document.Object.(type) {
			case *api.DaemonSet:
				daemonSets++
				report(t, name, document.Name, strategy.Create(object).Errors)
			case *api.Pod:
				defaults.Pod(object)
				report(t, name, document.Name, validation.Pod(object))
			case *api.PriorityClass:
				report(t, name, document.Name, validation.PriorityClass(object))
			case *api.PodDisruptionBudget:
				report(t, name, document.Name, validation.PodDisruptionBudget(object))
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if daemonSets == 0 {
		t.Error("no DaemonSet found")
	}
	t.Logf("%d DaemonSets", daemonSets)
}

func report(t *testing.T, file, name string, errs []*validation.FieldError) {
	t.Helper()
	if _, known := refused[file]; known != (len(errs) > 0) {
		t.Errorf("%s: %s: %v", file, name, errs)
	}
}
