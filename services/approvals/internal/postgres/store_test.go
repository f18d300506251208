package postgres

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/approvals/internal/approval"
	"github.com/vitrine/vitrine/services/approvals/internal/approval/approvaltest"
	"github.com/vitrine/vitrine/services/approvals/internal/postgres/db"
)

func migrate(ctx context.Context, url string) error {
	return testkit.MigrateForService(ctx, url, Migrations)
}

func TestAdoption(t *testing.T) {
	t.Parallel()
	testkit.Adopts(t, Migrations, 6)
}

func open(t *testing.T) *pgxpool.Pool {
	t.Helper()
	return testkit.Pool(t, testkit.Postgres(t, migrate))
}

// TestStore uses the database as the user of the service, who doesn't own the tables.
func TestStore(t *testing.T) {
	t.Parallel()
	approvaltest.TestStore(t, func(t *testing.T) approval.Store {
		return New(testkit.Pool(t, testkit.AsService(t, testkit.Postgres(t, migrate))))
	})
}

// TestTransitions tries every pair of states on the real tables: the triggers allow exactly what the code allows.
func TestTransitions(t *testing.T) {
	t.Parallel()
	pool := open(t)
	for _, from := range approval.Statuses {
		for _, to := range approval.Statuses {
			r, _ := approvaltest.Request("ada", string(from+" "+to), approvaltest.Start)
			if _, err := New(pool).Create(t.Context(), r); err != nil {
				t.Fatal(err)
			}
			for table, sql := range map[string]string{
				"requests": `UPDATE requests SET status = $2, decided_at = CASE WHEN $2 = 'pending' THEN NULL ELSE now() END WHERE id = $1`,
				"links":    `UPDATE links SET status = $2 WHERE request_id = $1`,
			} {
				if table == "links" && (linkless(from) || linkless(to)) {
					continue
				}
				if from != approval.Pending {
					if _, err := pool.Exec(t.Context(), sql, r.ID, from); err != nil {
						t.Fatal(err)
					}
				}
				_, err := pool.Exec(t.Context(), sql, r.ID, to)
				if want := from == to || from.Allowed(to); (err == nil) != want || !want && !postgres.IsCheck(err) {
					t.Errorf("%s: %s to %s: %v, allowed in the code: %t", table, from, to, err, want)
				}
			}
		}
	}
}

// TestTheWalletOfARequest: the previous release stores the wallet only in the lines, where the database finds it. It can't be changed
// later.
func TestTheWalletOfARequest(t *testing.T) {
	t.Parallel()
	pool := open(t)
	for name, c := range map[string]struct {
		lines []approval.Line
		want  approval.Wallet
	}{
		"withdrawal":    {[]approval.Line{{Label: "From", Value: "our vault"}, {Label: "To wallet", Value: "0xAb"}}, approval.Wallet{Address: "0xAb"}},
		"to a name":     {[]approval.Line{{Label: "Wallet name", Value: "a.eth"}, {Label: "To wallet", Value: "0xAb"}}, approval.Wallet{Address: "0xAb", Name: "a.eth"}},
		"payout wallet": {[]approval.Line{{Label: "Current wallet", Value: "0xCd"}, {Label: "New wallet", Value: "0xAb"}}, approval.Wallet{Address: "0xAb"}},
		"none":          {[]approval.Line{}, approval.Wallet{}},
	} {
		t.Run(name, func(t *testing.T) {
			made := id.New()
			if _, err := pool.Exec(t.Context(), `INSERT INTO requests (id, kind, subject_id, account_id, email, summary, lines, digest, status, created_at, expires_at)
			VALUES ($1, 'token_withdrawal', $2, 'ada', '', 's', $3, 'd', 'pending', now(), now() + interval '1 hour')`, made, name, c.lines); err != nil {
				t.Fatal(err)
			}
			r, err := New(pool).Read(t.Context(), approval.Key{ID: made})
			if err != nil || r.To != c.want {
				t.Errorf("wallet %+v, want %+v, %v", r.To, c.want, err)
			}
			for _, column := range []string{"to_address", "to_name"} {
				if _, err := pool.Exec(t.Context(), `UPDATE requests SET `+column+` = 'other' WHERE id = $1`, made); !postgres.IsCheck(err) {
					t.Errorf("changing %s: error = %v, want a failed check", column, err)
				}
			}
		})
	}
}

// linkless reports states that only a request has.
func linkless(s approval.Status) bool { return s == approval.Expired || s == approval.Cancelled }

// TestARequestIsFoundByAnIndex explains the plan for every kind of key, because anyone can open links, often, and for a person's history and staff's
// search.
func TestARequestIsFoundByAnIndex(t *testing.T) {
	t.Parallel()
	conn, err := open(t).Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Release()
	// A sequential scan now means that no index fits.
	if _, err := conn.Exec(t.Context(), `SET enable_seqscan = off`); err != nil {
		t.Fatal(err)
	}
	explain := func(name, sql string, args ...any) {
		t.Helper()
		rows, err := conn.Query(t.Context(), "EXPLAIN "+sql, args...)
		if err != nil {
			t.Fatal(err)
		}
		plan, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			t.Fatal(err)
		}
		if text := strings.Join(plan, "\n"); strings.Contains(text, "Seq Scan") || !strings.Contains(text, "Index") {
			t.Errorf("plan of %s, want an index and no sequential scan:\n%s", name, text)
		}
	}
	for name, k := range map[string]approval.Key{
		"id": {ID: id.New()}, "secret": {SecretHash: id.Hash("secret")}, "subject": {Kind: approval.TokenWithdrawal, SubjectID: "w1"}, "withdrawal": {WithdrawalID: id.New()},
	} {
		explain("a request by "+name, db.LockRequest, k.ID, k.Kind, k.SubjectID, k.SecretHash, k.WithdrawalID)
	}
	explain("a history", db.ReadHistory, time.Now(), "ada", 0, 25)
	for _, search := range []string{"ada@example.org", id.New()} {
		explain("a search", db.ReadFoundRequests, time.Now(), search, "", "pending", 0, 25)
	}
	explain("withdrawals", db.ReadWithdrawals, time.Now(), "ada")
}
