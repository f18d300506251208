package order_test

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/vitrine/vitrine/services/checkout/internal/order"
)

func TestFall(t *testing.T) {
	t.Parallel()
	even := order.Fall{Lowest: 200, Step: 100, Every: time.Minute}
	odd := order.Fall{Lowest: 250, Step: 100, Every: time.Second}
	for name, c := range map[string]struct {
		fall  order.Fall
		start int64
		since time.Duration
		want  int64
	}{
		"at the start":                  {even, 1000, 0, 1000},
		"before the start":              {even, 1000, -time.Hour, 1000},
		"just before the first step":    {even, 1000, time.Minute - time.Nanosecond, 1000},
		"at the first step":             {even, 1000, time.Minute, 900},
		"just before the last step":     {even, 1000, 8*time.Minute - time.Nanosecond, 300},
		"at the last step":              {even, 1000, 8 * time.Minute, 200},
		"long after the last step":      {even, 1000, 1 << 62, 200},
		"the last step may be smaller":  {odd, 1000, 8 * time.Second, 250},
		"before the smaller last step":  {odd, 1000, 7 * time.Second, 300},
		"a single step to the lowest":   {order.Fall{Lowest: 1, Step: 999, Every: time.Second}, 1000, time.Second, 1},
		"amounts near the largest ones": {order.Fall{Lowest: 1, Step: 1 << 61, Every: time.Second}, 1 << 62, 3 * time.Second, 1},
	} {
		t.Run(name, func(t *testing.T) {
			if got := c.fall.At(c.start, c.since); got != c.want {
				t.Errorf("got %d, want %d", got, c.want)
			}
		})
	}
	if n := even.Steps(1000); n != 8 {
		t.Errorf("%d steps, want 8", n)
	}
	if n := odd.Steps(1000); n != 8 {
		t.Errorf("%d steps, want 8: the last one is smaller", n)
	}
}

// stuck is a store whose query finds an order to settle that the rules don't settle.
type stuck struct {
	order.Reconciling
	order.Auctions
	order.Checkouts

	rounds int
}

func (s *stuck) Claim(context.Context, order.Claim) ([]string, error) {
	return []string{"auction"}, nil
}

func (s *stuck) UpdateAuction(_ context.Context, id string, fn func(*order.Auction) error) (order.Auction, error) {
	a := order.Auction{ID: id, Status: order.AuctionSettling, Unsettled: 1}
	return a, fn(&a)
}

func (s *stuck) UnsettledOrders(context.Context, string, int) ([]string, error) {
	if s.rounds++; s.rounds > 9 {
		return nil, errors.New("too many rounds")
	}
	return []string{"order"}, nil
}

func (s *stuck) Update(_ context.Context, id string, fn func(*order.Checkout) error) (order.Checkout, error) {
	c := order.Checkout{ID: id}
	return c, fn(&c)
}

// TestASettlementWithoutProgressEnds: a round that settles no order is the last one.
func TestASettlementWithoutProgressEnds(t *testing.T) {
	t.Parallel()
	store := &stuck{}
	s := order.New(order.Deps{Reconciling: store, Auctions: store, Checkouts: store, Log: slog.New(slog.DiscardHandler)})
	if n, err := s.Reconcile(t.Context(), order.WorkAuctions); n != 1 || err != nil || store.rounds != 1 {
		t.Errorf("Reconcile() = %d, %v after %d rounds, want one auction in one round", n, err, store.rounds)
	}
}
