package main

import (
	"flag"
	"io"
	"os"
	"path/filepath"
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

// TestSettingsTables compares the table of settings in each README with the settings. `make gen` writes the tables.
func TestSettingsTables(t *testing.T) {
	t.Parallel()
	for folder, table := range map[string]func(io.Writer) error{
		"gateway":               func(w io.Writer) error { return kit.WriteSettings(w, gateway.Default()) },
		"services/approvals":    func(w io.Writer) error { return kit.WriteSettings(w, approvals.Default()) },
		"services/auth":         func(w io.Writer) error { return kit.WriteSettings(w, auth.Default()) },
		"services/catalog":      func(w io.Writer) error { return kit.WriteSettings(w, catalog.Default()) },
		"services/chainwatcher": func(w io.Writer) error { return kit.WriteSettings(w, chainwatcher.Default()) },
		"services/checkout":     func(w io.Writer) error { return kit.WriteSettings(w, checkout.Default()) },
		"services/profiles":     func(w io.Writer) error { return kit.WriteSettings(w, profiles.Default()) },
	} {
		t.Run(folder, func(t *testing.T) {
			t.Parallel()
			var want strings.Builder
			if err := table(&want); err != nil {
				t.Fatal(err)
			}
			const begin, end = "<!-- settings -->\n", "<!-- /settings -->"
			path := filepath.Join("..", "..", folder, "README.md")
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			before, rest, ok := strings.Cut(string(text), begin)
			got, after, closed := strings.Cut(rest, end)
			if !ok || !closed {
				t.Fatalf("%s has no marks, want %s … %s", path, strings.TrimSpace(begin), end)
			}
			fresh := strings.TrimSpace(want.String()) + "\n"
			if *write {
				if err := os.WriteFile(path, []byte(before+begin+fresh+end+after), 0o644); err != nil {
					t.Fatal(err)
				}
			} else if got != fresh {
				t.Errorf("the settings in %s are stale, want what `make gen` writes", path)
			}
		})
	}
}
