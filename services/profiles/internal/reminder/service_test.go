package reminder_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/id"
	kitpostgres "github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/profiles/internal/account"
	"github.com/vitrine/vitrine/services/profiles/internal/notices"
	"github.com/vitrine/vitrine/services/profiles/internal/postgres"
	"github.com/vitrine/vitrine/services/profiles/internal/reminder"
)

// gallery is a catalog with one drop, whose accounts are all known.
type gallery struct{ state reminder.State }

func (g *gallery) Items(_ context.Context, k reminder.Kind, ids []int64) ([]reminder.Item, error) {
	if k != reminder.Drop || len(ids) == 0 {
		return nil, nil
	}
	return []reminder.Item{{Entry: reminder.Entry{Kind: k, ID: 7}, State: g.state, Slug: "night-work-7", Title: "Night Work", OpensAt: time.Unix(1e9, 0)}}, nil
}

func (*gallery) Account(_ context.Context, accountID string) (account.Account, error) {
	return account.Account{HasIdentity: true, Email: accountID + "@example.org", EmailVerified: true}, nil
}

func (*gallery) ProfileEmail(context.Context, string) (string, error) { return "", nil }

// dying queues the email and then loses its process, once for each person.
type dying struct {
	reminder.Notifier
	mu   sync.Mutex
	died map[string]bool
}

var errKilled = errors.New("killed")

func (d *dying) Remind(ctx context.Context, n reminder.Notice) error {
	if err := d.Notifier.Remind(ctx, n); err != nil {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.died[n.To] {
		d.died[n.To] = true
		return errKilled
	}
	return nil
}

func setup(t *testing.T, people int) (*pgxpool.Pool, *gallery, func(reminder.Notifier) *reminder.Service) {
	t.Helper()
	pool, err := kitpostgres.Open(t.Context(), testkit.Postgres(t, func(ctx context.Context, url string) error {
		return kitpostgres.Migrate(ctx, url, postgres.Migrations)
	}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	g := &gallery{}
	open := func(n reminder.Notifier) *reminder.Service {
		return &reminder.Service{
			Store: postgres.NewReminders(pool), Catalog: g, People: g, Settings: postgres.NewEmailSettings(pool), Notifier: n, Clock: clock.NewFake(time.Unix(1e9, 0)),
		}
	}
	for range people {
		if err := open(nil).Add(t.Context(), id.New(), reminder.Entry{Kind: reminder.Drop, ID: 7}); err != nil {
			t.Fatal(err)
		}
	}
	return pool, g, open
}

func count(t *testing.T, pool *pgxpool.Pool, table string) (n int) {
	t.Helper()
	if err := pool.QueryRow(t.Context(), fmt.Sprintf("SELECT count(*) FROM %s", table)).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// TestEachReminderSendsOneEmail runs two replicas at once; each loses its process for every person between the email and the commit.
func TestEachReminderSendsOneEmail(t *testing.T) {
	t.Parallel()
	const people = 40
	pool, g, open := setup(t, people)
	g.state = reminder.Ready
	var wg sync.WaitGroup
	for range 2 {
		s := open(&dying{Notifier: notices.New(pool, "https://shop.example"), died: map[string]bool{}})
		wg.Go(func() {
			for range 3 {
				if err := s.Send(t.Context()); err != nil && !errors.Is(err, errKilled) {
					t.Errorf("Send() = %v, want nil or errKilled", err)
				}
			}
		})
	}
	wg.Wait()
	if got := count(t, pool, "mails"); got != people || count(t, pool, "reminders") != 0 {
		t.Errorf("%d emails and %d reminders, want %d and none", got, count(t, pool, "reminders"), people)
	}
}

// TestAKilledProcessLosesNothing: without its commit a reminder stays and there is no email.
func TestAKilledProcessLosesNothing(t *testing.T) {
	t.Parallel()
	pool, g, open := setup(t, 3)
	g.state = reminder.Ready
	if err := open(&dying{Notifier: notices.New(pool, "https://shop.example"), died: map[string]bool{}}).Send(t.Context()); !errors.Is(err, errKilled) {
		t.Errorf("Send = %v, want %v", err, errKilled)
	}
	if mails, left := count(t, pool, "mails"), count(t, pool, "reminders"); mails != 0 || left != 3 {
		t.Errorf("%d emails and %d reminders, want none and 3", mails, left)
	}
}

// TestADropThatEnded sends nothing: it can't be visited in time any more.
func TestADropThatEnded(t *testing.T) {
	t.Parallel()
	pool, g, open := setup(t, 3)
	g.state = reminder.Over
	if err := open(notices.New(pool, "https://shop.example")).Send(t.Context()); err != nil {
		t.Fatal(err)
	}
	if mails, left := count(t, pool, "mails"), count(t, pool, "reminders"); mails != 0 || left != 0 {
		t.Errorf("%d emails and %d reminders, want neither", mails, left)
	}
}
