package compose

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestEveryMetricIsExplained compares the names of metrics in the code with those that operators read about.
func TestEveryMetricIsExplained(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(root, "docs/operating/watching.md"))
	if err != nil {
		t.Fatal(err)
	}
	var explained, exported []string
	for _, m := range regexp.MustCompile("(?m)^\\| `([a-z]+_[a-z_]+)` \\|").FindAllSubmatch(page, -1) {
		explained = append(explained, string(m[1]))
	}
	name := regexp.MustCompile(`"((?:vitrine|auth|profiles|catalog|checkout|chainwatcher|approvals|gateway)_[a-z_]+)"`)
	for _, module := range []string{"kit", "services", "gateway"} {
		err := filepath.WalkDir(filepath.Join(root, module), func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			source, err := os.ReadFile(path)
			if err != nil || !strings.Contains(string(source), `"github.com/prometheus/client_golang/prometheus"`) {
				return err
			}
			for _, m := range name.FindAllSubmatch(source, -1) {
				exported = append(exported, string(m[1]))
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(exported) == 0 {
		t.Fatal("no metric was found in the code")
	}
	for _, metric := range exported {
		if !slices.Contains(explained, metric) {
			t.Errorf("%s is not in docs/operating/watching.md", metric)
		}
	}
	for _, metric := range explained {
		if !slices.Contains(exported, metric) {
			t.Errorf("docs/operating/watching.md explains %s, which nothing exports", metric)
		}
	}
}
