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
var contracted = map[string]string{}

var comment = regexp.MustCompile(`--[^\n]*`)

// breaks returns the statement of a migration that breaks the previous release, or "".
func breaks(migration string) string {
	sql := comment.ReplaceAllString(migration, "")
	for _, column := range added.FindAllString(sql, -1) {
		if needed.MatchString(column) && !filled.MatchString(column) {
			return column
		}
	}
	return breaking.FindString(sql)
}

func TestBreaks(t *testing.T) {
	for sql, want := range map[string]bool{
		"DROP TABLE orders":                                                    true,
		"ALTER TABLE orders DROP COLUMN note":                                  true,
		"ALTER TABLE orders RENAME COLUMN note TO text":                        true,
		"ALTER TABLE orders ALTER COLUMN note SET NOT NULL":                    true,
		"ALTER TABLE orders ALTER COLUMN note TYPE jsonb":                      true,
		"ALTER TABLE orders ALTER COLUMN note DROP DEFAULT":                    true,
		"ALTER TABLE orders ADD COLUMN note text NOT NULL":                     true,
		"ALTER TABLE orders ADD COLUMN a text, ADD COLUMN b int NOT NULL":      true,
		"ALTER TABLE orders ADD COLUMN note text NOT NULL DEFAULT ''":          false,
		"ALTER TABLE orders ADD COLUMN note text CHECK (note <> '')":           false,
		"ALTER TABLE orders DROP CONSTRAINT orders_note_check":                 false,
		"-- DROP TABLE orders\nCREATE TABLE more (id uuid PRIMARY KEY)":        false,
		"CREATE INDEX CONCURRENTLY orders_note ON orders (note)":               false,
		"ALTER TABLE orders ADD COLUMN id bigint GENERATED ALWAYS AS IDENTITY": false,
	} {
		if got := breaks(sql) != ""; got != want {
			t.Errorf("breaks(%q) = %t, want %t", sql, got, want)
		}
	}
}

// TestMigrationsOnlyAdd: a migration runs before its release, so the previous release must work on the new schema. `make former` tests its
// queries.
func TestMigrationsOnlyAdd(t *testing.T) {
	files, err := filepath.Glob("../../services/*/internal/postgres/migrations/*.sql")
	if err != nil || len(files) < 6 {
		t.Fatalf("%d migrations, %v, want at least one for each of 6 services", len(files), err)
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
		bad := breaks(string(text))
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
