package postgres

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/paying"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/postgres/db"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/signing"
)

func migrate(ctx context.Context, url string) error {
	return postgres.Migrate(ctx, url, Migrations)
}

func TestAdoption(t *testing.T) {
	t.Parallel()
	testkit.Adopts(t, Migrations, 19)
}

// open opens a pool of so many connections to a database.
func open(t *testing.T, database string, connections int) *pgxpool.Pool {
	t.Helper()
	u, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	q.Set("pool_max_conns", strconv.Itoa(connections))
	u.RawQuery = q.Encode()
	return testkit.Pool(t, u.String())
}

// TestLease covers a key's lease: one holder at a time, by the database's clock, and nothing is written without it.
func TestLease(t *testing.T) {
	t.Parallel()
	writes := func(s *Store, l signing.Lease) error {
		return s.Mark(t.Context(), l, signing.Transaction{ID: id.New()}, signing.TxFailed, 0, "")
	}
	take := func(t *testing.T, s *Store, ttl time.Duration) signing.Lease {
		t.Helper()
		l, ok, err := s.Lease(t.Context(), 1, "0xa", ttl)
		if err != nil || !ok {
			t.Fatalf("lease: %v, %v; want one", ok, err)
		}
		return l
	}
	t.Run("one holder", func(t *testing.T) {
		t.Parallel()
		store := New(open(t, testkit.Postgres(t, migrate), 2))
		first := take(t, store, time.Hour)
		if _, ok, err := store.Lease(t.Context(), 1, "0xa", time.Hour); ok || err != nil {
			t.Errorf("a second lease of the key: %v, %v; want none", ok, err)
		}
		if _, ok, err := store.Lease(t.Context(), 100, "0xa", time.Hour); !ok || err != nil {
			t.Errorf("the same key on another chain: %v, %v; want a lease", ok, err)
		}
		if err := writes(store, first); err != nil {
			t.Errorf("write by the lease holder: error = %v, want nil", err)
		}
	})
	t.Run("released", func(t *testing.T) {
		t.Parallel()
		store := New(open(t, testkit.Postgres(t, migrate), 2))
		first := take(t, store, time.Hour)
		if err := store.Release(t.Context(), first); err != nil {
			t.Fatal(err)
		}
		second := take(t, store, time.Hour)
		if second.Epoch != first.Epoch+1 {
			t.Errorf("epoch %d after %d, want the next one", second.Epoch, first.Epoch)
		}
		if err := store.Release(t.Context(), first); err != nil {
			t.Fatal(err)
		}
		if err := writes(store, second); err != nil {
			t.Errorf("a second release by a former holder ended the lease: error = %v, want nil", err)
		}
	})
	t.Run("expired", func(t *testing.T) {
		t.Parallel()
		store := New(open(t, testkit.Postgres(t, migrate), 2))
		first := take(t, store, 50*time.Millisecond)
		time.Sleep(100 * time.Millisecond)
		if err := writes(store, first); !errors.Is(err, signing.ErrFenced) {
			t.Errorf("write with an expired lease: error = %v, want ErrFenced", err)
		}
		if err := store.Renew(t.Context(), first, time.Hour); !errors.Is(err, signing.ErrFenced) {
			t.Errorf("renewal of an expired lease: error = %v, want ErrFenced", err)
		}
		second := take(t, store, time.Hour)
		if err := writes(store, first); !errors.Is(err, signing.ErrFenced) {
			t.Errorf("write by a former holder: error = %v, want ErrFenced", err)
		}
		if err := writes(store, second); err != nil {
			t.Errorf("write by the new holder: error = %v, want nil", err)
		}
	})
	t.Run("renewed", func(t *testing.T) {
		t.Parallel()
		store := New(open(t, testkit.Postgres(t, migrate), 2))
		l := take(t, store, time.Minute)
		if err := store.Renew(t.Context(), l, time.Hour); err != nil {
			t.Fatal(err)
		}
		var left float64
		if err := store.pool.QueryRow(t.Context(), `SELECT extract(epoch FROM expires_at - clock_timestamp())::float8 FROM signers`).Scan(&left); err != nil {
			t.Fatal(err)
		}
		if left < 3000 {
			t.Errorf("a lease renewed for an hour expires in %.0f s, want at least 3000", left)
		}
	})
	// A holder that vanishes inside a transaction keeps the row locked until Postgres ends the transaction.
	t.Run("vanished in a transaction", func(t *testing.T) {
		t.Parallel()
		store := New(open(t, testkit.Postgres(t, migrate), 3))
		store.idle = "1s"
		first := take(t, store, time.Second)
		gone, taken := make(chan error, 1), make(chan struct{})
		go func() {
			gone <- store.fenced(t.Context(), first, func(ctx context.Context) error {
				<-taken
				_, err := postgres.Conn(ctx, store.pool).Exec(ctx, `UPDATE signers SET epoch = 99`)
				return err
			})
		}()
		testkit.Eventually(t, time.Minute, func() bool {
			l, ok, _ := store.Lease(t.Context(), 1, "0xa", time.Hour)
			return ok && l.Epoch == first.Epoch+1
		})
		close(taken)
		if err := <-gone; err == nil {
			t.Error("a former holder's transaction committed, want an error")
		}
	})
}

// TestDueWithdrawalsAreThoseOfOneChain: withdrawals of a chain that is down must not delay the others.
func TestDueWithdrawalsAreThoseOfOneChain(t *testing.T) {
	t.Parallel()
	store, now := New(open(t, testkit.Postgres(t, migrate), 1)), time.Now()
	for token := range int64(4) {
		w := custody.Withdrawal{
			ID: id.New(), TokenID: token, ChainID: uint32(min(token, 1)), AccountID: "ada", Status: custody.AwaitingApproval, RequestedAt: now,
		}
		if err := store.Create(t.Context(), w); err != nil {
			t.Fatal(err)
		}
		if token == 3 {
			continue // still waits for its approval
		}
		err := store.Update(t.Context(), w.ID, func(_ context.Context, w *custody.Withdrawal) error {
			w.Status, w.ApprovedAt = custody.Approved, now
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for chainID, want := range []int{1, 2, 0} {
		if due, err := store.Due(t.Context(), uint32(chainID), now, 50); err != nil || len(due) != want {
			t.Errorf("chain %d: %+v, %v, want %d", chainID, due, err, want)
		}
	}
}

// TestTransitions compares the tables in the code with the rows in the database that the trigger enforces. Only SQL statements move
// refunds, so their table is here.
func TestTransitions(t *testing.T) {
	t.Parallel()
	rows, err := open(t, testkit.Postgres(t, migrate), 1).Query(t.Context(), `SELECT machine || ': ' || from_status || ' to ' || to_status FROM transitions`)
	if err != nil {
		t.Fatal(err)
	}
	have, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	want := slices.Concat(steps("withdrawals", custody.WithdrawalStatuses), steps("transactions", signing.TxStatuses),
		steps("refunds", paying.RefundStatuses), steps("payouts", paying.PayoutStatuses), steps("gifts", custody.GiftStatuses))
	slices.Sort(have)
	slices.Sort(want)
	if !slices.Equal(have, want) {
		t.Errorf("the database has\n%s\n\nthe code\n%s", strings.Join(have, "\n"), strings.Join(want, "\n"))
	}
}

// steps are the transitions that the code allows.
func steps[S interface {
	~string
	Allowed(next S) bool
}](machine string, states []S) (out []string) {
	for _, from := range states {
		for _, to := range states {
			if from.Allowed(to) {
				out = append(out, fmt.Sprintf("%s: %s to %s", machine, from, to))
			}
		}
	}
	return out
}

// TestWithdrawalsAreFoundByAnIndex covers the lock as well.
func TestWithdrawalsAreFoundByAnIndex(t *testing.T) {
	t.Parallel()
	conn, err := open(t, testkit.Postgres(t, migrate), 1).Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Release()
	// With this setting, a sequential scan in a plan means that no index fits.
	if _, err := conn.Exec(t.Context(), `SET enable_seqscan = off`); err != nil {
		t.Fatal(err)
	}
	for sql, args := range map[string][]any{
		db.ReadWithdrawal: {id.New()}, db.LockWithdrawal: {id.New()}, db.FollowWithdrawal: {"mined", "", "", id.New()},
	} {
		if plan := explain(t, conn, "EXPLAIN ", sql, args...); strings.Contains(plan, "Seq Scan") {
			t.Errorf("plan of %s has a sequential scan:\n%s", sql, plan)
		}
	}
}

func explain(t *testing.T, conn *pgxpool.Conn, verb, sql string, args ...any) string {
	t.Helper()
	rows, err := conn.Query(t.Context(), verb+sql, args...)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(lines, "\n")
}

var touched = regexp.MustCompile(`(?:actual rows=|Rows Removed by Filter: )(\d+)`)

// TestACollectionReadsItsOwnTokens: pages read it often, and a gallery has many more tokens than a collector.
func TestACollectionReadsItsOwnTokens(t *testing.T) {
	t.Parallel()
	const many = 20_000
	conn, err := open(t, testkit.Postgres(t, migrate), 1).Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Release()
	for _, sql := range []string{
		fmt.Sprintf(`INSERT INTO tokens (token_id, chain_id, account_id, checkout_id, artwork_id, edition_number, edition_size, title, slug, artist,
			year, medium, payment_method, paid_at, status)
			SELECT n, 1, 'account ' || n %% 5000, 'checkout ' || n, 1, 1, 1, '', '', '', 2026, '', 'card', now(), 'minted' FROM generate_series(1, %d) n`, many),
		fmt.Sprintf(`INSERT INTO holders (chain_id, token_id, owner)
			SELECT 1, n, CASE n %% 2 WHEN 0 THEN '0xVault' ELSE '0xWallet' || n %% 5000 END FROM generate_series(1, %d) n`, many),
		`INSERT INTO freezes (checkout_id, refunded) VALUES ('checkout 5006', true)`,
		`ANALYZE`,
	} {
		if _, err := conn.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	args := db.ReadCollectionParams{AccountID: "account 6", Wallets: []string{"0xwallet7"}, Vaults: []string{"0xvault"}}
	plan := explain(t, conn, "EXPLAIN (ANALYZE, TIMING OFF, SUMMARY OFF) ", db.ReadCollection, args.AccountID, args.Wallets, args.Vaults)
	for _, m := range touched.FindAllStringSubmatch(plan, -1) {
		if n, _ := strconv.Atoi(m[1]); n > 100 {
			t.Fatalf("%d rows read, want at most 100:\n%s", n, plan)
		}
	}
	rows, err := db.New(conn).ReadCollection(t.Context(), args)
	var got []string
	for _, r := range rows {
		got = append(got, strconv.FormatInt(r.Token.TokenID, 10))
	}
	// The account's tokens in the vault, without the refunded one, and those in its wallet.
	if want := "15007 15006 10007 10006 5007 7 6"; err != nil || strings.Join(got, " ") != want {
		t.Errorf("got %v, want %s, %v", got, want, err)
	}
}
