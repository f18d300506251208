package compose

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// breaking are statements that break the previous release, which still serves and may be deployed again: it would read a removed column or
// table, or write a row without a new column.
var breaking = regexp.MustCompile(`(?i)\b(DROP\s+(TABLE|COLUMN|VIEW|DEFAULT)|RENAME\s+(TO|COLUMN)|ALTER\s+COLUMN\s+\w+\s+(SET\s+DATA\s+)?TYPE|SET\s+NOT\s+NULL)\b`)

// A new column that is NOT NULL needs a default, because the previous release doesn't write it.
var (
	added  = regexp.MustCompile(`(?i)ADD\s+COLUMN\s+(\([^)]*\)|[^,;(])*`)
	filled = regexp.MustCompile(`(?i)\b(DEFAULT|GENERATED)\b`)
	needed = regexp.MustCompile(`(?i)\bNOT\s+NULL\b`)
)

// contracted are migrations with such a statement, and why the previous release doesn't need what they remove.
var contracted = map[string]string{
	"services/catalog/internal/postgres/migrations/0014_unclaimed_files.sql": "queries had stopped using the column two days before",
	"services/profiles/internal/postgres/migrations/0002_payout_links.sql":   "before the first release",
	"services/checkout/internal/postgres/migrations/0002_reviews.sql":        "before the first release",
}

var comment = regexp.MustCompile(`--[^\n]*`)

// TestMigrationsOnlyAdd: a migration runs before its release, so the previous release must work on the new schema. `make former` tests its
// queries.
func TestMigrationsOnlyAdd(t *testing.T) {
	files, err := filepath.Glob("../../services/*/internal/postgres/migrations/*.sql")
	if err != nil || len(files) < 50 {
		t.Fatalf("%d migrations, %v, want at least 50", len(files), err)
	}
	kits, err := filepath.Glob("../../kit/*/migrations/*.sql")
	if err != nil || len(kits) == 0 {
		t.Fatalf("%d migrations of kit, %v, want some", len(kits), err)
	}
	found := map[string]bool{}
	for _, file := range append(files, kits...) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimPrefix(filepath.ToSlash(file), "../../")
		sql := comment.ReplaceAllString(string(text), "")
		bad := breaking.FindString(sql)
		for _, column := range added.FindAllString(sql, -1) {
			if needed.MatchString(column) && !filled.MatchString(column) {
				bad = column
			}
		}
		if bad == "" {
			continue
		}
		found[name] = true
		if contracted[name] == "" {
			t.Errorf("%s: %q breaks the previous release, which is still serving. Expand first, remove in the next release, then list it here with the reason", name, bad)
		}
	}
	for name := range contracted {
		if !found[name] {
			t.Errorf("%s doesn't break the previous release: remove it from the list", name)
		}
	}
}
