package postgres

import (
	"context"
	"slices"
	"testing"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/personal/personaltest"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/approvals/internal/approval"
	"github.com/vitrine/vitrine/services/approvals/internal/read"
)

// TestWithdrawalsOfTheFormerRelease: the migration cancels those that wait, with an entry in the log, and leaves all others and payout wallets as
// they are. The work of each is a list afterwards.
func TestWithdrawalsOfTheFormerRelease(t *testing.T) {
	t.Parallel()
	first := testkit.FirstMigration(t, Migrations)
	database := testkit.Postgres(t, func(ctx context.Context, url string) error { return postgres.Migrate(ctx, url, first) })
	pool, ids := testkit.Pool(t, database), map[string]string{}
	for name, c := range map[string]struct{ kind, status, work string }{
		"pending":  {"token_withdrawal", "pending", `{"title": "Long Furrow", "artist": "Adaeze Nwokolo", "number": 3, "size": 25}`},
		"approved": {"token_withdrawal", "approved", `{"title": "Slow Tide", "number": 1, "size": 1}`},
		"batch":    {"token_withdrawal", "pending", `{"works": [{"title": "Long Furrow"}, {"title": "Slow Tide"}]}`},
		"payout":   {"payout_wallet_update", "pending", `{"artist": "Adaeze Nwokolo"}`},
	} {
		ids[name] = id.New()
		personaltest.Exec(t, pool, `INSERT INTO requests (id, kind, subject_id, account_id, email, summary, lines, digest, status, created_at, expires_at, decided_at, work)
			VALUES ($1, $2, $3, 'ada', '', 's', '[]', 'd', $4, now(), now() + interval '1 hour', CASE WHEN $4 = 'pending' THEN NULL ELSE now() END, $5)`,
			ids[name], c.kind, name, c.status, c.work)
		personaltest.Exec(t, pool, `INSERT INTO log (request_id, event, actor, ip, at, hash) VALUES ($1, 'requested', 'ada', '', now(), '')`, ids[name])
	}
	if err := postgres.Migrate(t.Context(), database, Migrations); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]struct {
		status approval.Status
		titles []string
		log    int
	}{
		"pending":  {approval.Cancelled, []string{"Long Furrow"}, 2},
		"approved": {approval.Approved, []string{"Slow Tide"}, 1},
		"batch":    {approval.Cancelled, []string{"Long Furrow", "Slow Tide"}, 2},
		"payout":   {approval.Pending, nil, 1},
	} {
		r, err := New(pool).Read(t.Context(), approval.Key{ID: ids[name]})
		if err != nil {
			t.Fatal(err)
		}
		var titles []string
		for _, w := range r.Works {
			titles = append(titles, w.Title)
		}
		var entries int
		if err := pool.QueryRow(t.Context(), `SELECT count(*) FROM log WHERE request_id = $1`, r.ID).Scan(&entries); err != nil {
			t.Fatal(err)
		}
		if r.Status != want.status || !slices.Equal(titles, want.titles) || entries != want.log || (name == "payout") != (r.Artist != "") {
			t.Errorf("%s = %s with %q and %d entries in the log, want %s with %q and %d", name, r.Status, titles, entries, want.status, want.titles, want.log)
		}
	}
	if res, err := read.CheckLog(t.Context(), pool); err != nil || len(res.GetBroken()) != 0 || res.GetEntries() != 6 {
		t.Errorf("log = %v, %v, want 6 entries that match", res, err)
	}
	if _, err := pool.Exec(t.Context(), `UPDATE requests SET work = '{}'`); !postgres.IsCheck(err) {
		t.Errorf("changing the work after the migration: error = %v, want a failed check", err)
	}
}
