// Package auction has the rules of Dutch auctions after their sale: when one ends, its last price, and what each order gets back.
package auction

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/phase"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
	"github.com/vitrine/vitrine/services/checkout/internal/reconcile"
)

// atOnce is how many orders are settled before the auction is read again.
const atOnce = 50

// Steps is the table of auctions. An auction without a sale has no last price and is settled immediately.
var Steps = purchase.Table[phase.AuctionStatus]{
	"":                    {phase.AuctionSelling: {purchase.ActorBuyer}},
	phase.AuctionSelling:  {phase.AuctionEnded: {purchase.ActorReconciler}},
	phase.AuctionEnded:    {phase.AuctionSettling: {purchase.ActorReconciler}, phase.AuctionSettled: {purchase.ActorReconciler}},
	phase.AuctionSettling: {phase.AuctionSettled: {purchase.ActorReconciler}},
}

// Auction is the auction of an artwork in a phase, once it has an order.
type Auction struct {
	ID        string
	PhaseID   string
	ArtworkID int64
	Status    phase.AuctionStatus
	// LastPrice is what everyone pays, in minor units; 0 until it is known, and if nothing was sold.
	LastPrice          int64
	EndedAt, SettledAt time.Time

	// The following fields decide the next step. The store reads them while the auction is locked.

	Now time.Time
	// EndsAt is when its phase ends.
	EndsAt time.Time
	// SoldOut is whether no edition is free or held.
	SoldOut bool
	// Undecided is the number of orders that may still become a sale, or stop being one.
	Undecided int
	// LowestPaid is the lowest price of the sales, in minor units; 0 without one. A refunded order isn't a sale.
	LowestPaid int64
	// Unsettled is the number of sales whose difference isn't decided yet, disputed ones included.
	Unsettled int
}

// advance takes the next step if it is due.
func (a *Auction) advance() error {
	switch a.Status {
	case phase.AuctionSelling:
		if a.SoldOut || !a.Now.Before(a.EndsAt) {
			a.EndedAt = a.Now
			return a.move(phase.AuctionEnded)
		}
	case phase.AuctionEnded:
		switch {
		case a.Undecided > 0:
		case a.LowestPaid == 0:
			a.SettledAt = a.Now
			return a.move(phase.AuctionSettled)
		default:
			a.LastPrice = a.LowestPaid
			return a.move(phase.AuctionSettling)
		}
	case phase.AuctionSettling:
		if a.Unsettled == 0 {
			a.SettledAt = a.Now
			return a.move(phase.AuctionSettled)
		}
	case phase.AuctionSettled:
	}
	return nil
}

func (a *Auction) move(to phase.AuctionStatus) error {
	if !Steps.Allows(a.Status, to, purchase.ActorReconciler) {
		return &purchase.TransitionError{What: "auction", From: string(a.Status), To: string(to), Actor: purchase.ActorReconciler}
	}
	a.Status = to
	return nil
}

// Service settles auctions.
type Service struct {
	Orders *order.Service
	Store  Store
	Log    *slog.Logger
}

// Store stores the auctions that have orders.
type Store interface {
	reconcile.Queue
	// UpdateAuction locks an auction, runs fn on it and writes what fn changed, in one transaction. Holds and late payments wait for it. fn may
	// run more than once. order.ErrNotFound.
	UpdateAuction(ctx context.Context, id string, fn func(*Auction) error) (Auction, error)
	// UnsettledOrders returns sales of an auction whose difference isn't decided. It leaves out disputed sales, and those with a refund in
	// progress or one that staff have to decide.
	UnsettledOrders(ctx context.Context, id string, limit int) ([]string, error)
}

// Settle takes the steps of auctions that are due.
func (s *Service) Settle(ctx context.Context) (int, error) {
	return reconcile.Round(ctx, s.Store, s.Log, reconcile.Claim{Kind: reconcile.Auctions, Lease: reconcile.Lease}, s.settle)
}

// settle takes the steps of an auction that are due: it ends the auction, sets the last price and refunds the difference of each sale.
// Every step is a separate transaction and can be repeated, so a crash in between neither loses nor repeats a refund.
func (s *Service) settle(ctx context.Context, auctionID string) error {
	for {
		before := phase.AuctionStatus("")
		a, err := s.Store.UpdateAuction(ctx, auctionID, func(a *Auction) error {
			before = a.Status
			return a.advance()
		})
		if err != nil {
			return err
		}
		if a.Status != phase.AuctionSettling {
			if a.Status == before {
				return nil
			}
			continue
		}
		ids, err := s.Store.UnsettledOrders(ctx, auctionID, atOnce)
		if err != nil {
			return err
		}
		if len(ids) == 0 && a.Unsettled > 0 {
			return nil // disputed sales wait for the bank, and others for a refund
		}
		// An order that can't be settled doesn't delay the others.
		var errs []error
		settled := false
		for _, id := range ids {
			c, err := s.Orders.Change(ctx, id, purchase.ActorReconciler, (*order.Checkout).SettleAuction)
			if err != nil {
				errs = append(errs, fmt.Errorf("settling order %s: %w", id, err))
			}
			settled = settled || !c.SettledAt.IsZero()
		}
		if err := errors.Join(errs...); err != nil {
			return err
		}
		if !settled && len(ids) > 0 {
			return fmt.Errorf("settling auction %s: %d orders are due and none can be settled", auctionID, len(ids))
		}
	}
}
