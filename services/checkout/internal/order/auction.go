package order

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"time"

	"github.com/vitrine/vitrine/kit/eip55"
	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/checkout/internal/phase"
)

// ErrAuctionEnded means that the auction of an artwork has ended, although its phase may still be open.
var ErrAuctionEnded = errors.New("the auction has ended")

// auctionSteps is the table of auctions. An auction without a sale has no last price and is settled immediately.
var auctionSteps = Table[phase.AuctionStatus]{
	"":                    {phase.AuctionSelling: {ActorBuyer}},
	phase.AuctionSelling:  {phase.AuctionEnded: {ActorReconciler}},
	phase.AuctionEnded:    {phase.AuctionSettling: {ActorReconciler}, phase.AuctionSettled: {ActorReconciler}},
	phase.AuctionSettling: {phase.AuctionSettled: {ActorReconciler}},
}

// AuctionTransitions returns the table of auctions.
func AuctionTransitions() []Row { return auctionSteps.Rows() }

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
	if !auctionSteps.Allows(a.Status, to, ActorReconciler) {
		return &TransitionError{What: "auction", From: string(a.Status), To: string(to), Actor: ActorReconciler}
	}
	a.Status = to
	return nil
}

// Auctions stores the auctions that have orders.
type Auctions interface {
	// UpdateAuction locks an auction, runs fn on it and writes what fn changed, in one transaction. Holds and late payments wait for it. fn may
	// run more than once. ErrNotFound.
	UpdateAuction(ctx context.Context, id string, fn func(*Auction) error) (Auction, error)
	// UnsettledOrders returns sales of an auction whose difference isn't decided. It leaves out disputed sales, and those with a refund in
	// progress or one that staff have to decide.
	UnsettledOrders(ctx context.Context, id string, limit int) ([]string, error)
}

// settleAuction takes the steps of an auction that are due: it ends the auction, sets the last price and refunds the difference of each sale.
// Every step is a separate transaction and can be repeated, so a crash in between neither loses nor repeats a refund.
func (s *Service) settleAuction(ctx context.Context, auctionID string) error {
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
		ids, err := s.Store.UnsettledOrders(ctx, auctionID, batch)
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
			c, err := s.change(ctx, id, ActorReconciler, func(c *Checkout) error { return c.settleAuction(c.Now) })
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

// settleAuction refunds, once, what the order paid above its auction's last price.
func (c *Checkout) settleAuction(now time.Time) error {
	p := c.Credited()
	if c.Auction.Status != phase.AuctionSettling || !c.SettledAt.IsZero() || p == nil || c.Status != Delivering && c.Status != Completed || c.refundOpen(p) {
		return nil
	}
	back := c.left(p).Sub(c.lastPrice(p))
	if back.Sign() < 0 {
		back = money.Wei{}
	}
	c.SettledAt, c.SettledBack = now, back
	if back.Sign() == 0 {
		c.notify(NoticeSettled)
		return nil
	}
	to := ""
	if p.Method == Ether {
		var known bool
		if to, known = eip55.Checksum(p.RefundAddress); !known {
			c.notify(NoticeSettled)
			c.review("auction:"+c.ID, p.ID, ReasonSettled, c.cause(p, ReasonSettled), now)
			return nil
		}
	}
	r := c.queueRefund(p, back, ReasonSettled, to, now)
	c.notifyRefund(NoticeSettled, "", *r)
	return nil
}

// refundOpen reports whether it isn't known yet how much of a payment is left, because a refund is in progress, or staff have to decide about
// a failed one.
func (c *Checkout) refundOpen(p *Payment) bool {
	return slices.ContainsFunc(c.Refunds, func(r Refund) bool {
		return r.PaymentID == p.ID && (r.Status == RefundQueued || r.Status == RefundSent)
	}) || slices.ContainsFunc(c.Reviews, func(r Review) bool {
		return r.PaymentID == p.ID && r.Reason == ReasonRefundFailed && r.ClosedAt.IsZero()
	})
}

// lastPrice returns the payment's cost at the auction's last price. For cards it is the price itself; for ether, the same fraction of the quote
// in wei, and for a card payment in another currency, the same fraction of the payment. Both are rounded down, so that nobody pays too much.
func (c *Checkout) lastPrice(p *Payment) money.Wei {
	if p.Method != Ether && p.Amount.Currency == c.Price.Currency {
		return money.NewWei(c.Auction.LastPrice)
	}
	quoted := p.total()
	if q := c.quoteOf(p); q != nil {
		quoted = q.Value
	}
	part := new(big.Int).Mul(quoted.Big(), big.NewInt(c.Auction.LastPrice))
	return money.WeiOf(part.Quo(part, big.NewInt(c.Price.Amount)))
}
