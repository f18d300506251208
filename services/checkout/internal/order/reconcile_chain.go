package order

import (
	"context"
	"errors"

	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

// reread is how many blocks below the last final one are compared again.
const reread = 100

// ReconcileChain compares the payments on each chain with the credited ones. Events may be lost or late;
// the chain is the source of truth.
func (s *Service) ReconcileChain(ctx context.Context) error {
	heads, err := s.Fleet.Heads(ctx)
	if err != nil {
		return err
	}
	var errs []error
	for _, h := range heads {
		errs = append(errs, s.compare(ctx, h))
	}
	return errors.Join(errs...)
}

// compare reads one chain from the last round's final block on. It reads sightings first: a sighting
// that is missing in the payments read afterwards has lost its block.
func (s *Service) compare(ctx context.Context, h Head) error {
	at, err := s.Store.Cursor(ctx, h.ChainID)
	if err != nil {
		return err
	}
	from := max(0, at-reread)
	seen, err := s.Store.PendingPayments(ctx, h.ChainID, from, h.Number)
	if err != nil {
		return err
	}
	found := map[string]bool{}
	for next := from; ; {
		page, after, err := s.Fleet.Payments(ctx, h.ChainID, next)
		if err != nil {
			return err
		}
		for _, p := range page.Known {
			found[p.Payment.Key] = true
			apply := s.PaymentSeen
			if p.Final {
				apply = s.PaymentConfirmed
			}
			if err := apply(ctx, p.CheckoutID, p.Payment); err != nil {
				return err
			}
			if !p.Final && p.Payment.BlockNumber < h.Number {
				if err := s.applyChain(ctx, p.CheckoutID, nil, func(c *Checkout) error { return c.confirmingSeen(p.Payment.Key, c.Now) }); err != nil {
					return err
				}
			}
		}
		for _, u := range page.Unexpected {
			if err := s.UnexpectedPayment(ctx, u); err != nil {
				return err
			}
		}
		if after <= next {
			break
		}
		next = after
	}
	for _, p := range seen {
		if found[p.Payment.Key] {
			continue
		}
		if err := s.PaymentReverted(ctx, p.CheckoutID, p.Payment); err != nil {
			return err
		}
	}
	if err := s.Store.SetCursor(ctx, h.ChainID, max(at, h.Finalized)); err != nil {
		return err
	}
	return s.endQuotes(ctx, h)
}

// endQuotes ends quotes whose expiry event never arrived. The head was read before the payments, and
// all of those were processed. A payment in time is in a block at or below the final one, so it would
// be known by now.
func (s *Service) endQuotes(ctx context.Context, h Head) error {
	if h.FinalizedAt.IsZero() {
		return nil
	}
	dead, err := s.Store.OverdueQuotes(ctx, h.ChainID, h.FinalizedAt)
	if err != nil {
		return err
	}
	var errs []error
	for _, q := range dead {
		errs = append(errs, s.QuoteExpired(ctx, q.CheckoutID, q.IntentHash))
	}
	return errors.Join(errs...)
}

// checkMints looks up the tokens of orders that wait too long. If the chainwatcher has never received
// the order, the event is published again under another id, because its inbox has the first one or it
// was lost.
func (s *Service) checkMints(ctx context.Context, checkoutIDs []string) error {
	orders := map[int64]string{}
	var tokens []int64
	for _, checkoutID := range checkoutIDs {
		c, err := s.Store.Get(ctx, checkoutID)
		if err != nil {
			return err
		}
		orders[c.TokenID()] = c.ID
		tokens = append(tokens, c.TokenID())
	}
	minted, unknown, err := s.Fleet.Mints(ctx, tokens)
	if err != nil {
		return err
	}
	var errs []error
	for _, m := range minted {
		if orders[m.TokenID] == m.CheckoutID {
			errs = append(errs, s.TokenMinted(ctx, m.CheckoutID, m.ChainID, m.Transaction))
		}
	}
	for _, token := range unknown {
		_, err := s.Change(ctx, orders[token], purchase.ActorReconciler, func(c *Checkout) error {
			if c.Status == purchase.Paid || c.Status == purchase.Delivering {
				c.publish(OrderPaidAgain{Checkout: *c.snapshot(), At: c.Now})
			}
			return nil
		})
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}
