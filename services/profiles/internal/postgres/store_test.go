package postgres_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/id"
	kitpostgres "github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/profiles/internal/payout"
	"github.com/vitrine/vitrine/services/profiles/internal/payout/payouttest"
	"github.com/vitrine/vitrine/services/profiles/internal/postgres"
	"github.com/vitrine/vitrine/services/profiles/internal/profile"
	"github.com/vitrine/vitrine/services/profiles/internal/profile/profiletest"
)

func open(t *testing.T) *pgxpool.Pool {
	t.Helper()
	return testkit.Pool(t, testkit.Postgres(t, migrate))
}

// asService opens a database as the user of the service, who doesn't own the tables.
func asService(t *testing.T) *pgxpool.Pool {
	t.Helper()
	return testkit.Pool(t, testkit.AsService(t, testkit.Postgres(t, migrate)))
}

func migrate(ctx context.Context, url string) error {
	return testkit.MigrateForService(ctx, url, postgres.Migrations)
}

func TestAdoption(t *testing.T) {
	t.Parallel()
	testkit.Adopts(t, postgres.Migrations, 15)
}

func TestProfiles(t *testing.T) {
	profiletest.TestStore(t, func(t *testing.T) profile.Store { return postgres.NewProfiles(asService(t)) })
}

func TestPayouts(t *testing.T) {
	payouttest.TestStore(t, func(t *testing.T) payout.Store { return postgres.NewPayouts(asService(t)) })
}

// TestTransitions tries every pair of states on the real table: the trigger allows exactly what the code allows and writes the history.
func TestTransitions(t *testing.T) {
	t.Parallel()
	pool, ctx := open(t), t.Context()
	exec := func(sql string, args ...any) error {
		_, err := pool.Exec(ctx, sql, args...)
		return err
	}
	if err := exec("INSERT INTO artist_wallets (artist_id) SELECT generate_series(1, 1000)"); err != nil {
		t.Fatal(err)
	}
	// paths maps each state to allowed transitions that lead to it.
	paths := map[payout.Status][]payout.Status{payout.Requested: {}}
	for range payout.Statuses {
		for from, path := range paths {
			for _, to := range payout.Statuses {
				if _, ok := paths[to]; !ok && payout.Allowed(from, to) {
					paths[to] = append(append([]payout.Status{}, path...), to)
				}
			}
		}
	}
	artist := 0
	for _, from := range payout.Statuses {
		path, ok := paths[from]
		if !ok {
			t.Fatalf("no path to %s, want one to each status", from)
		}
		for _, to := range payout.Statuses {
			if from == to {
				continue
			}
			artist++
			updateID := id.New()
			err := exec(`INSERT INTO payout_updates (id, account_id, artist_id, artist_name, email, address, status, requested_at, not_before)
				VALUES ($1, $1, $2, '', '', $3, 'requested', now(), now())`, updateID, artist, fmt.Sprintf("0x%040x", artist))
			for _, s := range path {
				if err == nil {
					err = exec("UPDATE payout_updates SET status = $2 WHERE id = $1", updateID, s)
				}
			}
			if err != nil {
				t.Fatalf("to %s: error = %v, want nil", from, err)
			}
			err = exec("UPDATE payout_updates SET status = $2 WHERE id = $1", updateID, to)
			if (err == nil) != payout.Allowed(from, to) {
				t.Errorf("%s to %s: error = %v, want allowed = %t, as in the code", from, to, err, payout.Allowed(from, to))
			}
			if err != nil && !kitpostgres.IsCheck(err, "payout_transition") {
				t.Errorf("%s to %s: error = %v, want check payout_transition", from, to, err)
			}
			want := len(path) + 1
			if err == nil {
				want++
			}
			var got int
			if err := pool.QueryRow(ctx, "SELECT count(*) FROM payout_history WHERE update_id = $1", updateID).Scan(&got); err != nil || got != want {
				t.Errorf("%s to %s: %d rows of history, want %d, %v", from, to, got, want, err)
			}
		}
	}
	for _, s := range payout.Statuses[1:] {
		err := exec(`INSERT INTO payout_updates (id, account_id, artist_id, artist_name, email, address, status, requested_at, not_before)
			VALUES ($1, $1, 999, '', '', '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', $2, $3, $3)`, id.New(), s, time.Now())
		if !kitpostgres.IsCheck(err, "payout_transition") {
			t.Errorf("creating a change with status %s: error = %v, want check payout_transition", s, err)
		}
	}
}
