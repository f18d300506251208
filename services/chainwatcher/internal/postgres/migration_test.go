package postgres

import (
	"context"
	"testing"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/personal/personaltest"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/testkit"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/read"
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
	res, err := (&read.Reader{Pool: pool}).ListApprovedWithdrawals(t.Context(), &chainv1.ListApprovedWithdrawalsRequest{RequestIds: []string{waiting, approved}})
	if err != nil || len(res.GetItems()) != 2 {
		t.Fatalf("ListApprovedWithdrawals() = %v, %v, want both", res, err)
	}
	for _, w := range res.GetItems() {
		id := w.GetWithdrawal().GetId()
		want := map[string]string{waiting: "cancelled", approved: "withdrawalTransactionInProgress"}[id]
		if w.GetWithdrawal().GetStatus() != want || w.GetRequestId() != id || w.GetEndedAt().IsValid() != (id == waiting) {
			t.Errorf("withdrawal = %v, want %s, of the request with its id", w, want)
		}
	}
}
