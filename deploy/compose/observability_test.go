package compose

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/rulefmt"
	"github.com/prometheus/prometheus/promql/parser"
)

// suffixes are what Prometheus adds to the name of a histogram.
var suffixes = regexp.MustCompile(`_(bucket|sum|count)$`)

// explainedMetrics are the names in docs/operating/watching.md, which another test compares with the code.
func explainedMetrics(t *testing.T) []string {
	t.Helper()
	page, err := os.ReadFile(filepath.Join(root, "docs/operating/watching.md"))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, m := range regexp.MustCompile("(?m)^\\| `([a-z]+_[a-z_]+)` \\|").FindAllSubmatch(page, -1) {
		names = append(names, string(m[1]))
	}
	return names
}

// check reports metrics of an expression that nothing exports. Prometheus, Go and the recorded rules export the others.
func check(t *testing.T, where, expr string, exported, recorded []string) {
	t.Helper()
	parsed, err := parser.ParseExpr(expr)
	if err != nil {
		t.Errorf("%s: %s: %v", where, expr, err)
		return
	}
	parser.Inspect(parsed, func(node parser.Node, _ []parser.Node) error {
		selector, ok := node.(*parser.VectorSelector)
		if !ok {
			return nil
		}
		name := selector.Name
		known := name == "up" || strings.HasPrefix(name, "go_") || strings.HasPrefix(name, "process_") || strings.HasPrefix(name, "nodejs_") ||
			slices.Contains(recorded, name) || slices.Contains(exported, name) || slices.Contains(exported, suffixes.ReplaceAllString(name, ""))
		if !known {
			t.Errorf("%s: nothing exports %s", where, name)
		}
		return nil
	})
}

// TestRulesAreValid reads the rules as Prometheus does.
func TestRulesAreValid(t *testing.T) {
	exported := explainedMetrics(t)
	for _, file := range []string{"alerts.yml", "slos.yml"} {
		groups, errs := rulefmt.ParseFile(filepath.Join(root, "deploy/observability", file), false, model.UTF8Validation)
		if len(errs) > 0 {
			t.Fatalf("%s: %v", file, errs)
		}
		var recorded []string
		for _, g := range groups.Groups {
			for _, r := range g.Rules {
				recorded = append(recorded, r.Record)
			}
		}
		for _, g := range groups.Groups {
			for _, r := range g.Rules {
				check(t, file+": "+g.Name, r.Expr, exported, recorded)
			}
		}
	}
}

// TestObjectivesAreExplained compares the objectives that operators read about with the rules.
func TestObjectivesAreExplained(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(root, "docs/operating/watching.md"))
	if err != nil {
		t.Fatal(err)
	}
	rules, err := os.ReadFile(filepath.Join(root, "deploy/observability/slos.yml"))
	if err != nil {
		t.Fatal(err)
	}
	names := func(pattern string, text []byte) []string {
		var out []string
		for _, m := range regexp.MustCompile(pattern).FindAllSubmatch(text, -1) {
			out = append(out, string(m[1]))
		}
		slices.Sort(out)
		return slices.Compact(out)
	}
	explained, ruled := names("(?m)^\\| `([a-z-]+)` \\|.*%", page), names(`slo: ([a-z-]+)`, rules)
	if !slices.Equal(explained, ruled) {
		t.Errorf("objectives %v are explained, %v have rules", explained, ruled)
	}
}

// TestDashboardsShowMetricsThatExist: every query of a dashboard parses and reads metrics of the code.
func TestDashboardsShowMetricsThatExist(t *testing.T) {
	exported := explainedMetrics(t)
	files, err := filepath.Glob(filepath.Join(root, "deploy/observability/dashboards/*.json"))
	if err != nil || len(files) != 5 {
		t.Fatalf("%d dashboards, %v", len(files), err)
	}
	recorded := []string{"slo:bad:ratio_rate1h", "slo:budget"}
	uids := map[string]bool{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var board struct {
			UID, Title string
			Panels     []struct {
				Title   string
				Targets []struct{ Expr string }
			}
		}
		if err := json.Unmarshal(text, &board); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if board.UID == "" || board.Title == "" || uids[board.UID] || len(board.Panels) == 0 {
			t.Errorf("%s: uid %q, title %q, %d panels", file, board.UID, board.Title, len(board.Panels))
		}
		uids[board.UID] = true
		for _, panel := range board.Panels {
			if len(panel.Targets) == 0 {
				t.Errorf("%s: %s shows nothing", file, panel.Title)
			}
			for _, target := range panel.Targets {
				check(t, filepath.Base(file)+": "+panel.Title, strings.ReplaceAll(target.Expr, "$__rate_interval", "5m"), exported, recorded)
			}
		}
	}
}
