package postgres_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/vitrine/vitrine/services/auth/internal/postgres/db"
)

// TestManyAccounts searches 20,000 accounts, each with an ended session: searches for the beginning of an address find the newest accounts, page
// by page, and neither they nor a login read a whole table.
func TestManyAccounts(t *testing.T) {
	t.Parallel()
	pool := open(t)
	for _, sql := range []string{
		// Two accounts are created at a time, so that ids order them.
		`INSERT INTO accounts (id, issuer, subject, email, created_at)
		 SELECT md5('account ' || n)::uuid, 'i', n::text, 'Buyer' || n || '@example.org', timestamptz '2026-01-01Z' + n / 2 * interval '1 minute' FROM generate_series(1, 20000) n`,
		`INSERT INTO sessions (id, account_id, key_thumbprint, rotated_at, authenticated_at, created_at, idle_until, until, ended_at, end_reason)
		 SELECT id, id, 'k', created_at, created_at, created_at, created_at, created_at, created_at, 'expired' FROM accounts`,
		`VACUUM ANALYZE accounts`, `VACUUM ANALYZE sessions`,
	} {
		if _, err := pool.Exec(t.Context(), sql); err != nil {
			t.Fatalf("%.60s: error = %v, want nil", sql, err)
		}
	}
	texts := func(sql string, args ...any) []string {
		t.Helper()
		rows, err := pool.Query(t.Context(), sql, args...)
		if err != nil {
			t.Fatal(err)
		}
		out, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	never, first := time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC), "ffffffff-ffff-ffff-ffff-ffffffffffff"
	q := db.New(pool)
	// All begin with buyer; those with 1 aren't among the newest 5,000; the others are few.
	for _, prefix := range []string{"buyer", "buyer1", "buyer14", "buyer19999@", "nobody"} {
		want := texts(`SELECT id::text FROM accounts WHERE starts_with(lower(email), $1) ORDER BY created_at DESC, id DESC LIMIT 40`, prefix)
		var got []string
		end := prefix + "\U0010FFFF"
		find := db.FindDeskAccountsParams{Ids: []string{}, Prefix: &prefix, PrefixEnd: &end, BeforeAt: never, BeforeID: first, Limit: 20}
		for range 2 {
			page, err := q.FindDeskAccounts(t.Context(), find)
			if err != nil {
				t.Fatal(err)
			}
			for _, a := range page {
				got = append(got, a.ID)
				find.BeforeAt, find.BeforeID = a.CreatedAt, a.ID
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: two pages = %v, want %v", prefix, got, want)
		}
	}
	for name, plan := range map[string][]string{
		"the list": texts("EXPLAIN "+db.ListDeskAccounts, never, first, 26),
		"a search": texts("EXPLAIN "+db.FindDeskAccounts, never, first, 26, "buyer14", "buyer14\U0010FFFF", []string{}, nil),
		"a login":  texts("EXPLAIN "+db.EarlierSessions, first, first, []string{}, "k"),
	} {
		if text := strings.Join(plan, "\n"); strings.Contains(text, "Seq Scan") {
			t.Errorf("plan of %s, want no sequential scan:\n%s", name, text)
		}
	}
}
