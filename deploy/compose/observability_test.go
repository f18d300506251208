package compose

import (
	"bytes"
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
	"go.yaml.in/yaml/v3"
)

// suffixes are the suffixes that Prometheus adds to the name of a histogram.
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

// check reports metrics in an expression that nothing exports. Prometheus, Go and the recorded rules export the others.
func check(t *testing.T, where, expr string, exported, recorded []string) {
	t.Helper()
	parsed, err := parser.ParseExpr(expr)
	if err != nil {
		t.Errorf("%s: %s: error = %v, want nil", where, expr, err)
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
			t.Errorf("%s: nothing exports %s, want a known metric", where, name)
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
			t.Fatalf("%s: errors = %v, want none", file, errs)
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

// TestAlarmsOfBackups: the alarms on the ages of backups read metrics of CloudNativePG and of its Barman Cloud plugin, and have a runbook.
func TestAlarmsOfBackups(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "deploy/kubernetes/components/backups/alarms.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	var alarms struct{ Spec yaml.Node }
	if err := yaml.Unmarshal(bytes.Split(text, []byte("\n---\n"))[1], &alarms); err != nil {
		t.Fatal(err)
	}
	if text, err = yaml.Marshal(&alarms.Spec); err != nil {
		t.Fatal(err)
	}
	groups, errs := rulefmt.Parse(text, false, model.UTF8Validation)
	if len(errs) > 0 || len(groups.Groups) != 1 || len(groups.Groups[0].Rules) != 2 {
		t.Fatalf("alarms = %+v, errors %v, want two and no errors", groups, errs)
	}
	runbooks, err := os.ReadFile(filepath.Join(root, "docs/operating/runbooks.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range groups.Groups[0].Rules {
		check(t, r.Alert, r.Expr, []string{"cnpg_pg_stat_archiver_last_archived_time", "barman_cloud_cloudnative_pg_io_last_available_backup_timestamp"}, nil)
		if !bytes.Contains(runbooks, []byte("*Alarm:* `ArchiveIsLate`, `BaseBackupIsOld`")) || !strings.HasSuffix(r.Annotations["runbook_url"], "#backups-are-late") {
			t.Errorf("%s has no runbook", r.Alert)
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
	explained, ruled := matches("(?m)^\\| `([a-z-]+)` \\|.*%", page), matches(`slo: ([a-z-]+)`, rules)
	if !slices.Equal(explained, ruled) {
		t.Errorf("explained objectives = %v, want those with rules, %v", explained, ruled)
	}
}

// TestDashboardsShowMetricsThatExist: every query of a dashboard parses and reads metrics of the code.
func TestDashboardsShowMetricsThatExist(t *testing.T) {
	exported := explainedMetrics(t)
	files, err := filepath.Glob(filepath.Join(root, "deploy/observability/dashboards/*.json"))
	if err != nil || len(files) != 5 {
		t.Fatalf("%d dashboards, %v, want 5", len(files), err)
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
			t.Fatalf("%s: error = %v, want nil", file, err)
		}
		if board.UID == "" || board.Title == "" || uids[board.UID] || len(board.Panels) == 0 {
			t.Errorf("%s: uid %q, title %q, %d panels, want a new uid, a title and panels", file, board.UID, board.Title, len(board.Panels))
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

// TestEveryServiceHasAnAlertWithoutProcesses: a service that was scaled to 0 has no target, so an alarm must detect its absence. The
// documentation says on which day operators test it.
func TestEveryServiceHasAnAlertWithoutProcesses(t *testing.T) {
	groups, errs := rulefmt.ParseFile(filepath.Join(root, "deploy/observability/alerts.yml"), false, model.UTF8Validation)
	if len(errs) > 0 {
		t.Fatalf("alerts.yml: errors = %v, want none", errs)
	}
	watched := map[string]string{}
	for _, rule := range groups.Groups[0].Rules {
		parsed, err := parser.ParseExpr(rule.Expr)
		if err != nil {
			t.Fatal(err)
		}
		parser.Inspect(parsed, func(node parser.Node, _ []parser.Node) error {
			call, ok := node.(*parser.Call)
			if !ok || call.Func.Name != "absent" {
				return nil
			}
			labels := map[string]string{}
			for _, m := range call.Args[0].(*parser.VectorSelector).LabelMatchers {
				labels[m.Name] = m.Value
			}
			if labels["__name__"] == "up" && labels["job"] == "vitrine" {
				watched[labels["service"]] = rule.Alert
			}
			return nil
		})
	}
	var scraped []string
	for name, d := range manifests(t, "base/*.yaml")["Deployment"] {
		if slices.ContainsFunc(d.Spec.Template.Spec.Containers[0].Ports, func(p struct{ Name string }) bool { return p.Name == "internal" }) {
			scraped = append(scraped, name)
		}
	}
	if len(scraped) < 8 {
		t.Fatalf("scraped = %v, want at least 8 with a port for metrics", scraped)
	}
	for _, name := range scraped {
		if watched[name] != "ServiceAway" {
			t.Errorf("no alert for %s having no process", name)
		}
		delete(watched, name)
	}
	for name := range watched {
		t.Errorf("an alert uses %s, which isn't scraped", name)
	}
	day, err := os.ReadFile(filepath.Join(root, "docs/operating/first-day.md"))
	if err != nil {
		t.Fatal(err)
	}
	step := regexp.MustCompile(`scale deployment/([a-z]+) --replicas=0.*the alarm .([A-Za-z]+).`).FindSubmatch(bytes.ReplaceAll(day, []byte("\n"), []byte(" ")))
	if step == nil || string(step[2]) != "ServiceAway" || !slices.Contains(scraped, string(step[1])) {
		t.Errorf("first-day.md: step that scales a service to zero and names its alarm = %q, want a scraped one and ServiceAway", step)
	}
}

// TestTheAdaptersRuleUsesAnExistingMetric: autoscaling by requests per second rests on it.
func TestTheAdaptersRuleUsesAnExistingMetric(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "deploy/kubernetes/components/autoscaling-rps/adapter-rule.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	var adapter struct {
		Rules struct {
			Custom []struct {
				Series string `yaml:"seriesQuery"`
				Query  string `yaml:"metricsQuery"`
			}
		}
	}
	if err := yaml.Unmarshal(text, &adapter); err != nil || len(adapter.Rules.Custom) != 1 {
		t.Fatalf("adapter, err = %v, %v, want 1 rules custom and no error", adapter, err)
	}
	exported := explainedMetrics(t)
	for _, rule := range adapter.Rules.Custom {
		check(t, "adapter-rule.yaml", rule.Series, exported, nil)
		name, _, _ := strings.Cut(rule.Series, "{")
		query := strings.NewReplacer("<<.Series>>", name, "<<.LabelMatchers>>", `namespace="vitrine"`, "<<.GroupBy>>", "pod").Replace(rule.Query)
		check(t, "adapter-rule.yaml", query, exported, nil)
	}
}
