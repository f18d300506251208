package postgres_test

import (
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/vitrine/vitrine/services/auth/internal/account"
)

func TestTickets(t *testing.T) {
	t.Parallel()
	s, ctx := store(t), t.Context()
	until := start.Add(time.Minute)
	ticket := func(data string, until time.Time) account.Ticket {
		return account.Ticket{Kind: "a", Key: "k", Data: []byte(data), Until: until}
	}
	if _, err := s.PutTicket(ctx, ticket("data", until), start); err != nil {
		t.Fatal(err)
	}
	if got, err := s.PutTicket(ctx, ticket("", until.Add(time.Hour)), start); !errors.Is(err, account.ErrExists) || !got.Equal(until) {
		t.Errorf("second PutTicket() = %s, %v, want %s, ErrExists", got, err, until)
	}
	if _, err := s.TakeTicket(ctx, "b", "k", start); !errors.Is(err, account.ErrNotFound) {
		t.Errorf("other kind: error = %v, want ErrNotFound", err)
	}
	if _, err := s.TakeTicket(ctx, "a", "k", until); !errors.Is(err, account.ErrNotFound) {
		t.Errorf("late: error = %v, want ErrNotFound", err)
	}
	var mu sync.Mutex
	taken := 0
	var wg sync.WaitGroup
	for range 16 {
		wg.Go(func() {
			data, err := s.TakeTicket(ctx, "a", "k", start)
			mu.Lock()
			defer mu.Unlock()
			if err == nil && string(data) == "data" {
				taken++
			} else if !errors.Is(err, account.ErrNotFound) {
				t.Errorf("take: %q, %v, want ErrNotFound", data, err)
			}
		})
	}
	wg.Wait()
	if taken != 1 {
		t.Errorf("the ticket was used %d times, want 1", taken)
	}
	must(s.PutTicket(ctx, ticket("", until), start))(t)
	if _, err := s.PutTicket(ctx, ticket("new", until.Add(time.Minute)), until); err != nil {
		t.Errorf("replacing an expired ticket: error = %v, want nil", err)
	}
	if err := s.Sweep(ctx, until.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if _, err := s.TakeTicket(ctx, "a", "k", start); !errors.Is(err, account.ErrNotFound) {
		t.Errorf("after the cleanup: error = %v, want ErrNotFound", err)
	}
}

// TestCodes checks that codes end with the sessions.
func TestCodes(t *testing.T) {
	t.Parallel()
	s, ctx := store(t), t.Context()
	a, other := must(s.EnsureWallet(ctx, linked(wallet1, start)))(t), must(s.EnsureWallet(ctx, linked(wallet2, start)))(t)
	end := start.Add(time.Minute)
	tickets := map[string]account.Ticket{
		"before":  {AccountID: a.ID, AuthenticatedAt: start},
		"after":   {AccountID: a.ID, AuthenticatedAt: end},
		"other's": {AccountID: other.ID, AuthenticatedAt: start},
		"of none": {},
		"unknown": {AccountID: a.ID},
	}
	for name, ticket := range tickets {
		ticket.Kind, ticket.Key, ticket.Until = "code", name, start.Add(time.Hour)
		must(s.PutTicket(ctx, ticket, start))(t)
	}
	if err := s.EndSessions(ctx, a.ID, account.EndedProvider, end, end); err != nil {
		t.Fatal(err)
	}
	for name := range tickets {
		if _, err := s.TakeTicket(ctx, "code", name, end); errors.Is(err, account.ErrNotFound) != (name == "before" || name == "unknown") {
			t.Errorf("TakeTicket(%s) = %v, want ErrNotFound = %t", name, err, name == "before" || name == "unknown")
		}
	}
}
