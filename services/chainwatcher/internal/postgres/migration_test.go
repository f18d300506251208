package postgres

import (
	"context"
	"testing"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/personal/personaltest"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

// TestWithdrawalsOfTheFormerRelease: the migration cancels those that wait for their approval. Approved ones continue, each found by the subject of its
// approval.
func TestWithdrawalsOfTheFormerRelease(t *testing.T) {
	t.Parallel()
	first := testkit.FirstMigration(t, Migrations)
	database := testkit.Postgres(t, func(ctx context.Context, url string) error { return postgres.Migrate(ctx, url, first) })
	pool := testkit.Pool(t, database)
	waiting, approved := id.New(), id.New()
	for token, withdrawal := range []string{waiting, approved} {
		personaltest.Exec(t, pool, `INSERT INTO withdrawals (id, token_id, chain_id, account_id, email, to_address, status, request_key, requested_at, title, artist)
			VALUES ($1, $2::bigint, 1, 'ada', '', '0x1', 'awaiting_approval', 'key ' || $2::bigint, now(), '', '')`, withdrawal, token+1)
	}
	personaltest.Exec(t, pool, `UPDATE withdrawals SET status = 'approved', approved_at = now() WHERE id = $1`, approved)
	if err := postgres.Migrate(t.Context(), database, Migrations); err != nil {
		t.Fatal(err)
	}
	list, err := New(pool).OfRequests(t.Context(), []string{waiting, approved})
	if err != nil || len(list) != 2 {
		t.Fatalf("OfRequests() = %+v, %v, want both", list, err)
	}
	for _, w := range list {
		want := map[string]chain.WithdrawalStatus{waiting: chain.Cancelled, approved: chain.Approved}[w.ID]
		if w.Status != want || w.RequestID() != w.ID || w.EndedAt.IsZero() != (want == chain.Approved) {
			t.Errorf("withdrawal = %+v, want %s, of the request with its id", w, want)
		}
	}
}
