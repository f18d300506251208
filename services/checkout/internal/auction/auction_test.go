package auction_test

import (
	"context"
	"errors"
	"log/slog"
	"testing"

	"github.com/vitrine/vitrine/services/checkout/internal/auction"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/phase"
	"github.com/vitrine/vitrine/services/checkout/internal/reconcile"
)

// stuck is a store whose query finds an order to settle that the rules don't settle.
type stuck struct {
	order.Store

	rounds int
}

func (s *stuck) Claim(context.Context, reconcile.Claim) ([]string, error) {
	return []string{"auction"}, nil
}

func (s *stuck) UpdateAuction(_ context.Context, id string, fn func(*auction.Auction) error) (auction.Auction, error) {
	a := auction.Auction{ID: id, Status: phase.AuctionSettling, Unsettled: 1}
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
	s := &auction.Service{Orders: &order.Service{Store: store}, Store: store, Log: slog.New(slog.DiscardHandler)}
	if n, err := s.Settle(t.Context()); n != 1 || err != nil || store.rounds != 1 {
		t.Errorf("Settle() = %d, %v after %d rounds, want one auction in one round", n, err, store.rounds)
	}
}
