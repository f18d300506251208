package holdtest

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/vitrine/vitrine/services/checkout/internal/hold"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/order/ordertest"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

// refusedUntil checks that a hold is refused until a time.
func refusedUntil(t *testing.T, err error, until time.Time) {
	t.Helper()
	var limit *hold.UnpaidHoldsError
	if !errors.As(err, &limit) || !limit.Until.Equal(until) {
		t.Fatalf("error = %v, want a rejection until %s", err, until)
	}
}

func testUnpaidHolds(t *testing.T, fresh ordertest.NewStore) {
	r := ordertest.NewOrders(t, 25, fresh)
	r.Holds.Rules.Limits = hold.Limits{Live: 2, PerAccount: 2, PerNetwork: 4, Window: 24 * time.Hour}
	cancelled := func(account, network string) order.Checkout {
		t.Helper()
		c, err := r.From(account, network)
		if err == nil {
			_, err = r.Cancel(t.Context(), ordertest.Who(account), c.ID)
		}
		if err != nil {
			t.Fatal(err)
		}
		r.Clock.Advance(time.Minute)
		return c
	}
	first, _ := cancelled("ada", "192.0.2.1"), cancelled("ada", "192.0.2.1")
	_, err := r.From("ada", "198.51.100.7")
	refusedUntil(t, err, first.CreatedAt.Add(24*time.Hour))

	// A purchase doesn't count, and an expired hold counts like a cancelled one.
	bought, err := r.From("bob", "192.0.2.1")
	if err != nil {
		t.Fatal(err)
	}
	session := r.Card(bought)
	r.Cards.Pay(session)
	r.Webhook(session)
	cancelled("cem", "192.0.2.1")
	late, err := r.From("dee", "192.0.2.1")
	if err != nil {
		t.Fatal(err)
	}
	r.Clock.Advance(16 * time.Minute)
	if err := r.ExpireHold(t.Context(), late.ID); err != nil {
		t.Fatal(err)
	}
	_, err = r.From("eve", "192.0.2.1")
	refusedUntil(t, err, first.CreatedAt.Add(24*time.Hour))
	if _, err := r.From("eve", "192.0.2.2"); err != nil {
		t.Error(err)
	}
	// A network that isn't known is not limited.
	for n := range 6 {
		if _, err := r.From(fmt.Sprint("unknown", n), ""); err != nil {
			t.Error(err)
		}
	}
	r.Clock.Advance(24 * time.Hour)
	if err := r.Holds.ForgetNetworks(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, account := range []string{"ada", "eve"} {
		if _, err := r.From(account, "192.0.2.1"); err != nil {
			t.Errorf("hold of %s: error = %v, want nil", account, err)
		}
	}
	r.CheckInvariants()
}

func testUnverifiedHolds(t *testing.T, fresh ordertest.NewStore) {
	r := ordertest.NewOrders(t, 10, fresh)
	r.Holds.Rules.Limits = hold.Limits{Live: 2, UnverifiedPercent: 20, Window: time.Hour}
	var all sync.WaitGroup
	results := make(chan error, 20)
	for n := range 20 {
		r.Parties.Buyers[fmt.Sprint("wallet", n)] = purchase.Account{ProfileCompleted: true, Email: "w@example.org"}
	}
	for account := range r.Parties.Buyers {
		all.Go(func() {
			_, err := r.From(account, "")
			results <- err
		})
	}
	all.Wait()
	close(results)
	held := 0
	for err := range results {
		if err == nil {
			held++
		} else if !errors.Is(err, hold.ErrUnverifiedHolds) {
			t.Errorf("hold: error = %v, want nil or ErrUnverifiedHolds", err)
		}
	}
	if held != 2 {
		t.Errorf("%d held, want 2 of 10", held)
	}
	for n := range 8 {
		if _, err := r.From(fmt.Sprint("verified", n), ""); err != nil {
			t.Error(err)
		}
	}
	r.CheckInvariants()
}
