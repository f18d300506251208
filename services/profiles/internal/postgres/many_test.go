package postgres_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/vitrine/vitrine/services/profiles/internal/postgres"
	"github.com/vitrine/vitrine/services/profiles/internal/postgres/db"
	"github.com/vitrine/vitrine/services/profiles/internal/reminder"
)

// TestManyProfiles searches 20,000 profiles for the beginning of names, and compares what it finds with all profiles. Neither these searches nor the
// job for free editions read a whole table.
func TestManyProfiles(t *testing.T) {
	t.Parallel()
	pool := open(t)
	for _, sql := range []string{
		// Two profiles are created at a time, so that ids order them. The newest 5,000 have other first names.
		`INSERT INTO profiles (id, owner_id, name, first_name, last_name, created_at)
		 SELECT md5('profile ' || n)::uuid, md5('account ' || n)::uuid, CASE WHEN n % 100 = 0 THEN 'Collector' || n ELSE '' END,
		   CASE WHEN n > 15000 THEN 'Bela' ELSE 'Ada' END, 'Lo' || n, timestamptz '2026-01-01Z' + n / 2 * interval '1 minute' FROM generate_series(1, 20000) n`,
		`INSERT INTO reminders (account_id, kind, entry_id, free_since, added_at)
		 SELECT md5('account ' || n)::uuid, 'artwork', n % 7 + 1, CASE WHEN n IN (700, 1400) THEN timestamptz '2026-01-01Z' + n * interval '1 hour' END, now()
		 FROM generate_series(1, 20000) n`,
		`VACUUM ANALYZE profiles`, `VACUUM ANALYZE reminders`,
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
	q := db.New(pool)
	owner := texts("SELECT md5('account 3')::uuid::text")
	for _, search := range []string{"ada", "bela", "bela lo199", "lo", "lo77", "lo7777", "collector", "collector500", "", "nobody"} {
		want := texts(`SELECT owner_id::text FROM profiles
			WHERE owner_id = ANY($2) OR $1 <> '' AND (starts_with(lower(first_name || ' ' || last_name), $1) OR starts_with(lower(last_name), $1) OR starts_with(lower(name), $1))
			ORDER BY created_at DESC, id DESC LIMIT 50`, search, owner)
		end := search + "\U0010FFFF"
		find := db.FindProfilesParams{OwnerIds: owner, Prefix: &search, PrefixEnd: &end, Limit: 50}
		if search == "" {
			find.Prefix, find.PrefixEnd = nil, nil
		}
		list, err := q.FindProfiles(t.Context(), find)
		if err != nil {
			t.Fatal(err)
		}
		got := make([]string, len(list))
		for i, p := range list {
			got[i] = p.OwnerID
		}
		if !slices.Equal(got, want) {
			t.Errorf("FindProfiles(%q) = %v, want %v", search, got, want)
		}
	}

	reminders := postgres.NewReminders(pool)
	if wanted, err := reminders.Wanted(t.Context(), reminder.Artwork); err != nil || !slices.Equal(wanted, []int64{1, 2, 3, 4, 5, 6, 7}) {
		t.Errorf("Wanted() = %v, %v, want the entries 1 to 7", wanted, err)
	}
	if wanted, err := reminders.Wanted(t.Context(), reminder.Drop); err != nil || len(wanted) > 0 {
		t.Errorf("Wanted() = %v, %v, want no drops", wanted, err)
	}
	since, found, err := reminders.FirstFree(t.Context())
	if want := time.Date(2026, 1, 1, 700, 0, 0, 0, time.UTC); err != nil || !found || !since.Equal(want) {
		t.Errorf("FirstFree() = %s, %t, %v, want %s", since, found, err, want)
	}
	for name, plan := range map[string][]string{
		"a search":               texts("EXPLAIN "+db.FindProfiles, 25, "lo77", "lo77\U0010FFFF", []string{}),
		"the first free edition": texts("EXPLAIN " + db.FirstFree),
	} {
		if text := strings.Join(plan, "\n"); strings.Contains(text, "Seq Scan") {
			t.Errorf("plan of %s, want no sequential scan:\n%s", name, text)
		}
	}
}
