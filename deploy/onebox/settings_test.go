package main

import (
	"flag"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/vitrine/vitrine/gateway"
	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/services/approvals"
	"github.com/vitrine/vitrine/services/auth"
	"github.com/vitrine/vitrine/services/catalog"
	"github.com/vitrine/vitrine/services/chainwatcher"
	"github.com/vitrine/vitrine/services/checkout"
	"github.com/vitrine/vitrine/services/profiles"
)

var write = flag.Bool("write", false, "write the tables of settings into the READMEs")

// TestSettingsTables compares the tables of settings in READMEs with the settings. kit's has those that several processes have with the same default,
// and each process's README its others. `make gen` writes the tables.
func TestSettingsTables(t *testing.T) {
	t.Parallel()
	processes := map[string][]kit.Setting{
		"gateway":               kit.Settings(gateway.Default()),
		"services/approvals":    kit.Settings(approvals.Default()),
		"services/auth":         kit.Settings(auth.Default()),
		"services/catalog":      kit.Settings(catalog.Default()),
		"services/chainwatcher": kit.Settings(chainwatcher.Default()),
		"services/checkout":     kit.Settings(checkout.Default()),
		"services/profiles":     kit.Settings(profiles.Default()),
	}
	having := map[kit.Setting][]string{}
	for _, folder := range slices.Sorted(maps.Keys(processes)) {
		for _, s := range processes[folder] {
			having[s] = append(having[s], path.Base(folder))
		}
	}
	shared := []kit.Setting{}
	for _, folder := range slices.Sorted(maps.Keys(processes)) {
		own := []kit.Setting{}
		for _, s := range processes[folder] {
			names := having[s]
			switch {
			case len(names) == 1:
				own = append(own, s)
			case names[0] != path.Base(folder): // already there
			case len(names) < len(processes):
				shared = append(shared, kit.Setting{Name: s.Name, Default: s.Default, Help: s.Help + " (" + strings.Join(names, ", ") + ")"})
			default:
				shared = append(shared, s)
			}
		}
		settingsTable(t, folder, own)
	}
	settingsTable(t, "kit", shared)
}

// settingsTable compares the table in a folder's README with settings, or writes it.
func settingsTable(t *testing.T, folder string, settings []kit.Setting) {
	t.Helper()
	var want strings.Builder
	if err := kit.WriteSettings(&want, settings); err != nil {
		t.Fatal(err)
	}
	const begin, end = "<!-- settings -->\n", "<!-- /settings -->"
	name := filepath.Join("..", "..", folder, "README.md")
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), begin)
	got, after, closed := strings.Cut(rest, end)
	if !ok || !closed {
		t.Fatalf("%s has no marks, want %s … %s", name, strings.TrimSpace(begin), end)
	}
	fresh := want.String()
	if *write {
		if err := os.WriteFile(name, []byte(before+begin+fresh+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if got != fresh {
		t.Errorf("the settings in %s are stale, want what `make gen` writes", name)
	}
}
