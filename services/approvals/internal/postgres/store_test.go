package postgres

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/vitrine/vitrine/kit/id"
	kitpg "github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/approvals/internal/approval"
)

// TestARequestIsFoundByAnIndex holds for each of its names, and for the lock: links are opened by anybody, and often.
func TestARequestIsFoundByAnIndex(t *testing.T) {
	t.Parallel()
	pool, err := kitpg.Open(t.Context(), testkit.Postgres(t, Migrate))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	conn, err := pool.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Release()
	// A table that is read whole now is read so because there is no other way.
	if _, err := conn.Exec(t.Context(), `SET enable_seqscan = off`); err != nil {
		t.Fatal(err)
	}
	for name, k := range map[string]approval.Key{
		"id": {ID: id.New()}, "secret": {SecretHash: id.Hash("secret")}, "subject": {Kind: approval.TokenWithdrawal, SubjectID: "w1"},
	} {
		rows, err := conn.Query(t.Context(), "EXPLAIN "+readRequest+" FOR UPDATE OF r", k.ID, k.Kind, k.SubjectID, k.SecretHash)
		if err != nil {
			t.Fatal(err)
		}
		plan, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			t.Fatal(err)
		}
		if text := strings.Join(plan, "\n"); strings.Contains(text, "Seq Scan") || !strings.Contains(text, "Index") {
			t.Errorf("by %s:\n%s", name, text)
		}
	}
}
