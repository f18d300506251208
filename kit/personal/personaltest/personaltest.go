// Package personaltest compares what a service exports and forgets of a person with every column of its database.
package personaltest

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
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
		{"export", export, []string{id.New(), "a@example.org", "0x1"}, true},
		{"export", export, []string{"a@example.org"}, false},
		{"export", export, nil, false},
		{"export", export, []string{""}, false},
		{"export", export, []string{"a", "b"}, false},
		{"forget", forget, []string{"--check", id.New()}, true},
		{"forget", forget, []string{id.New()}, true},
		{"forget", forget, []string{id.New(), "a@example.org"}, true},
		{"forget", forget, nil, false},
		{"forget", forget, []string{""}, false},
		{"forget", forget, []string{"--check"}, false},
		{"forget", forget, []string{"a@example.org"}, false},
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
		WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name NOT IN ('kit_versions', 'service_versions') AND table_name NOT LIKE 'river\_%' AND table_name NOT IN ('job_processes', 'failed_runs')
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

// plan is a node of the output of EXPLAIN.
type plan struct {
	Type      string `json:"Node Type"`
	Relation  string `json:"Relation Name"`
	Index     string `json:"Index Name"`
	Condition string `json:"Index Cond"`
	Plans     []plan `json:"Plans"`
}

// whole returns the tables and indexes that a plan reads from end to end.
func (p plan) whole() (names []string) {
	switch {
	case p.Type == "Seq Scan":
		names = []string{p.Relation}
	case p.Index != "" && p.Condition == "":
		names = []string{p.Index}
	}
	for _, child := range p.Plans {
		names = append(names, child.whole()...)
	}
	return names
}

// Indexed checks that an export finds rows by conditions of indexes, and doesn't read whole tables, which grow with the shop.
func Indexed(t testing.TB, pool *pgxpool.Pool, sql string, args ...any) {
	t.Helper()
	var text []byte
	err := pgx.BeginFunc(t.Context(), pool, func(tx pgx.Tx) error {
		// The tables of a test are so small that Postgres would read them, one after the other or to join them.
		if _, err := tx.Exec(t.Context(), `SET LOCAL enable_seqscan = off; SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off;
			SET LOCAL enable_material = off`); err != nil {
			return err
		}
		return tx.QueryRow(t.Context(), `EXPLAIN (FORMAT JSON) `+sql, args...).Scan(&text)
	})
	if err != nil {
		t.Fatal(err)
	}
	var plans []struct{ Plan plan }
	if err := json.Unmarshal(text, &plans); err != nil || len(plans) != 1 {
		t.Fatalf("EXPLAIN = %s, %v, want one plan", text, err)
	}
	if names := plans[0].Plan.whole(); len(names) > 0 {
		t.Errorf("the export reads all of %s, want an index with a condition", strings.Join(names, ", "))
	}
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

// Exported checks that an export for Ann has all her data and nobody else's.
func (p People) Exported(t testing.TB, found string, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range Columns(t, p.Pool) {
		want := !slices.Contains(p.Plain, c) && !slices.Contains(p.Unexported, c)
		if got := strings.Contains(found, Canary(p.Ann, c)); got != want {
			t.Errorf("column %s is exported: %t, want %t", c, got, want)
		}
	}
	if strings.Contains(found, p.Other) {
		t.Errorf("export = %s, want nothing of another person", found)
	}
}

// The names of an account that rows of another person have, in the letter case that they have there.
const (
	SharedEmail  = "SHARED@example.org"
	SharedWallet = "0xABCDEF0000000000000000000000000000000001"
)

// Apart checks that a name doesn't identify a person: if rows of another person contain an account's email address or wallet, the account gets
// nothing else of that person.
type Apart struct {
	Pool *pgxpool.Pool
	// Other is the tag of the other person's canaries, and IDs are ids of their rows.
	Other string
	IDs   []string
	// Emails and Wallets are the columns of the other person's rows that get the account's name, one after the other.
	Emails, Wallets []string
	// Addressed are columns whose content was sent to the account's name. The export for an account that has proved its names has them.
	Addressed []string
}

// Check runs export and forget for the account. They get its names in lower case, or none as long as it hasn't proved them.
func (a Apart) Check(t testing.TB, export func(names ...string) (string, error), forget func(names ...string) error) {
	t.Helper()
	names := []string{strings.ToLower(SharedEmail), strings.ToLower(SharedWallet)}
	foreign := append([]string{a.Other}, a.IDs...)
	var found string
	for i, column := range append(slices.Clone(a.Emails), a.Wallets...) {
		name := SharedEmail
		if i >= len(a.Emails) {
			name = SharedWallet
		}
		table, field, _ := strings.Cut(column, ".")
		var list bool
		if err := a.Pool.QueryRow(t.Context(), `SELECT data_type = 'ARRAY' FROM information_schema.columns WHERE table_schema = 'public' AND table_name = $1 AND column_name = $2`,
			table, field).Scan(&list); err != nil {
			t.Fatal(err)
		}
		if list {
			name = "{" + name + "}"
		}
		Force(t, a.Pool, fmt.Sprintf(`UPDATE %[1]s SET %[2]s = '%[3]s' WHERE strpos(%[2]s::text, '%[4]s') > 0`, table, field, name, a.Other))
		for _, proven := range [][]string{nil, names} {
			var err error
			if found, err = export(proven...); err != nil {
				t.Fatal(err)
			}
			rest := found
			if proven != nil {
				for _, c := range a.Addressed {
					rest = strings.ReplaceAll(rest, Canary(a.Other, c), "")
				}
			}
			for _, word := range foreign {
				if strings.Contains(rest, word) {
					t.Errorf("%s has the account's name, export with the proven names %q = %s, want nothing of the other person", column, proven, found)
					break
				}
			}
		}
	}
	for _, c := range a.Addressed {
		if !strings.Contains(found, Canary(a.Other, c)) {
			t.Errorf("export with proven names = %s, want %s, which was sent to them", found, c)
		}
	}
	rows := func() (all []string) {
		t.Helper()
		for _, c := range Columns(t, a.Pool) {
			table, _, _ := strings.Cut(c, ".")
			var some string
			if err := a.Pool.QueryRow(t.Context(), fmt.Sprintf(`SELECT coalesce(string_agg(t::text, chr(10) ORDER BY t::text), '') FROM %s t WHERE t::text ~ $1`, table),
				strings.Join(foreign, "|")).Scan(&some); err != nil {
				t.Fatal(err)
			}
			if !slices.Contains(all, some) {
				all = append(all, some)
			}
		}
		return all
	}
	before := rows()
	if err := forget(names...); err != nil {
		t.Fatal(err)
	}
	if after := rows(); !slices.Equal(after, before) {
		t.Errorf("rows of the other person = %q, want %q as before", after, before)
	}
}

// Force runs a statement without triggers, which would refuse an impossible change.
func Force(t testing.TB, pool *pgxpool.Pool, sql string) {
	t.Helper()
	if err := pgx.BeginFunc(t.Context(), pool, func(tx pgx.Tx) error {
		_, err := tx.Exec(t.Context(), `SET LOCAL session_replication_role = replica; `+sql)
		return err
	}); err != nil {
		t.Fatal(err)
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
