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
	imports := regexp.MustCompile(`"github.com/(prometheus/client_golang/prometheus|vitrine/vitrine/kit/metrics)"`)
	for _, module := range []string{"kit", "services", "gateway"} {
		err := filepath.WalkDir(filepath.Join(root, module), func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			source, err := os.ReadFile(path)
			if err != nil || !imports.Match(source) {
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
	site, err := os.ReadFile(filepath.Join(root, "frontend/src/lib/metrics/metrics.ts"))
	if err != nil {
		t.Fatal(err)
	}
	ofTheSite := regexp.MustCompile(`name: '((?:vitrine|frontend)_[a-z_]+)'`).FindAllSubmatch(site, -1)
	render, err := os.ReadFile(filepath.Join(root, "render/src/metrics.ts"))
	if err != nil {
		t.Fatal(err)
	}
	for _, gauge := range matches(`gauge\('([a-z]+)'`, render) {
		exported = append(exported, "vitrine_render_"+gauge)
	}
	if len(exported) == 0 || len(ofTheSite) == 0 {
		t.Fatalf("%d metrics were found in the services and %d in the site, want some in both", len(exported), len(ofTheSite))
	}
	for _, m := range ofTheSite {
		exported = append(exported, string(m[1]))
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

// TestEveryAlarmIsARule compares the alarms that operators read about with the rules in deploy/observability, and the rules' links
// with the headings of the runbooks.
func TestEveryAlarmIsARule(t *testing.T) {
	read := func(name string) []byte {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	page, runbooks := read("docs/operating/watching.md"), read("docs/operating/runbooks.md")
	rules := slices.Concat(read("deploy/observability/alerts.yml"), read("deploy/observability/slos.yml"))
	// Rows of metrics, whose alarm is in the fourth column, and rows of kinds, whose alarm is in the third.
	metrics := regexp.MustCompile("(?m)^\\| `([a-z]+_[a-z_]+)` \\|[^|]*\\|[^|]*\\|([^|]*)\\|").FindAllSubmatch(page, -1)
	kinds := regexp.MustCompile("(?m)^\\| `([a-z]+)` \\|[^|]*\\|([^|]*)\\|[^|]*\\|$").FindAllSubmatch(page, -1)
	if len(metrics) == 0 || len(kinds) == 0 {
		t.Fatal("docs/operating/watching.md has no tables of alarms")
	}
	check := func(row [][]byte, rule string) {
		name, alarm := string(row[1]), strings.TrimSpace(string(row[2]))
		wanted := alarm != "" && !strings.HasPrefix(alarm, "none")
		if has := regexp.MustCompile(strings.ReplaceAll(rule, "NAME", name)).Match(rules); has != wanted {
			t.Errorf("%s: its alarm is %q, in a rule: %v, want %v", name, alarm, has, wanted)
		}
	}
	var named []string
	for _, m := range metrics {
		named = append(named, string(m[1]))
		check(m, `\bNAME(_bucket|_sum|_count)?\b`)
	}
	for _, m := range kinds[1:] { // the first is the table's head
		check(m, `kind=~?"[a-z|]*\bNAME\b`)
	}
	for _, m := range regexp.MustCompile(`\b(?:vitrine|checkout|chainwatcher|catalog|gateway|frontend)_[a-z_]+`).FindAll(rules, -1) {
		if !slices.Contains(named, suffixes.ReplaceAllString(string(m), "")) {
			t.Errorf("a rule uses %s, which docs/operating/watching.md doesn't explain", m)
		}
	}
	for _, m := range regexp.MustCompile(`runbooks\.md#([a-z-]+)`).FindAllSubmatch(slices.Concat(rules, page), -1) {
		heading := "## " + strings.ReplaceAll(string(m[1]), "-", " ") + "\n"
		if !strings.Contains(strings.ToLower(string(runbooks)), heading) {
			t.Errorf("docs/operating/runbooks.md has no %q", heading)
		}
	}
}
