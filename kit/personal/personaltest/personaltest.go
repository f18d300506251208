// Package personaltest compares what a service exports and forgets of a person with every column of its database.
package personaltest

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/id"
)

// Commands runs a service's two commands for a person without data, and with invalid arguments.
func Commands(t testing.TB, export, forget func(args []string) error) {
	t.Helper()
	for _, c := range []struct {
		name    string
		command func(args []string) error
		args    []string
		taken   bool
	}{
		{"export", export, []string{id.New()}, true},
		{"export", export, []string{"a@example.org"}, true},
		{"export", export, nil, false},
		{"export", export, []string{""}, false},
		{"export", export, []string{"a", "b"}, false},
		{"forget", forget, []string{"--check", id.New()}, true},
		{"forget", forget, []string{id.New()}, true},
		{"forget", forget, nil, false},
		{"forget", forget, []string{""}, false},
		{"forget", forget, []string{"--check"}, false},
		{"forget", forget, []string{id.New(), id.New()}, false},
	} {
		if err := c.command(c.args); (err == nil) != c.taken {
			t.Errorf("%s %q: error = %v, want accepted = %t", c.name, c.args, err, c.taken)
		}
	}
}

// Canary is the test value of a person in a column, table.name. It is as long as a wallet's address and starts with the person's tag, a few
// hexadecimal digits.
func Canary(tag, column string) string {
	sum := sha256.Sum256([]byte(column))
	return tag + hex.EncodeToString(sum[:])[:40-len(tag)]
}

// Exec runs a statement.
func Exec(t testing.TB, pool *pgxpool.Pool, sql string, args ...any) {
	t.Helper()
	if _, err := pool.Exec(t.Context(), sql, args...); err != nil {
		t.Fatal(err)
	}
}

// Columns returns the columns of the database that can contain words, as table.name. It skips those of jobs: they contain ids of rows and
// processes, and kit/mail tests that their errors name nobody.
func Columns(t testing.TB, pool *pgxpool.Pool) []string {
	t.Helper()
	rows, err := pool.Query(t.Context(), `
		SELECT table_name || '.' || column_name FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
		WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name NOT LIKE '%\_migrations' AND table_name NOT LIKE 'river\_%' AND table_name <> 'job_processes'
		  AND data_type NOT IN ('uuid', 'smallint', 'integer', 'bigint', 'numeric', 'boolean', 'date', 'timestamp with time zone')
		ORDER BY 1`)
	if err != nil {
		t.Fatal(err)
	}
	list, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// Holds reports whether any column contains a word, ignoring case.
func Holds(t testing.TB, pool *pgxpool.Pool, column, word string) (found bool) {
	t.Helper()
	table, name, _ := strings.Cut(column, ".")
	// Bytes are shown in hexadecimal.
	err := pool.QueryRow(t.Context(), fmt.Sprintf(`SELECT EXISTS (SELECT FROM %[1]s
		WHERE position($1 IN lower(%[2]s::text)) > 0 OR position(encode(convert_to($1, 'UTF8'), 'hex') IN %[2]s::text) > 0)`, table, name), word).Scan(&found)
	if err != nil {
		t.Fatalf("%s: error = %v, want nil", column, err)
	}
	return found
}

// People are two people of a seeded database, whose texts are canaries with their tags.
type People struct {
	Pool       *pgxpool.Pool
	Ann, Other string
	// Plain are the columns without personal data. The columns in Unexported have some that an export leaves out. Those in Kept have some
	// that stays when Ann is forgotten.
	Plain, Unexported, Kept []string
}

// Seeded checks that every column has Ann's canary, or is in Plain.
func (p People) Seeded(t testing.TB) {
	t.Helper()
	for _, c := range Columns(t, p.Pool) {
		if got, want := Holds(t, p.Pool, c, Canary(p.Ann, c)), !slices.Contains(p.Plain, c); got != want {
			t.Errorf("%s has personal data = %t, want %t: decide whether it is exported, erased or retained", c, got, want)
		}
	}
}

// Exported checks that an export for each of Ann's names has all her data and nobody else's.
func (p People) Exported(t testing.TB, export func(who string) (string, error), names ...string) {
	t.Helper()
	for _, who := range names {
		found, err := export(who)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range Columns(t, p.Pool) {
			want := !slices.Contains(p.Plain, c) && !slices.Contains(p.Unexported, c)
			if got := strings.Contains(found, Canary(p.Ann, c)); got != want {
				t.Errorf("%s: column %s is exported: %t, want %t", who, c, got, want)
			}
		}
		if strings.Contains(found, p.Other) {
			t.Errorf("export for %s = %s, want nothing of another person", who, found)
		}
	}
}

// Forgotten checks that only the kept columns still have data of Ann, and that the other person lost nothing.
func (p People) Forgotten(t testing.TB) {
	t.Helper()
	for _, c := range Columns(t, p.Pool) {
		if got, want := Holds(t, p.Pool, c, p.Ann), slices.Contains(p.Kept, c); got != want {
			t.Errorf("%s still has personal data: %t, want %t", c, got, want)
		}
		if !slices.Contains(p.Plain, c) && !Holds(t, p.Pool, c, Canary(p.Other, c)) {
			t.Errorf("%s no longer has another person's data, want it kept", c)
		}
	}
}

// Documented checks that the operators' page about personal data names every column in Kept.
func Documented(t testing.TB, page string, kept []string) {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range kept {
		if table, column, _ := strings.Cut(c, "."); !strings.Contains(string(text), "`"+table+"`") || !strings.Contains(string(text), "`"+column+"`") {
			t.Errorf("the page doesn't say why %s is kept", c)
		}
	}
}
