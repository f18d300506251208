package order

import (
	"context"
	"errors"

	"github.com/vitrine/vitrine/kit/id"
)

// The methods of this file follow the chain. They are safe to repeat and do not depend on the order of the facts. ErrNotFound
// never leaves them: money for an unknown checkout opens a review.

// PaymentSeen says that a block holds the payment.
func (s *Service) PaymentSeen(ctx context.Context, checkoutID string, p Payment) error {
	return s.follow(ctx, checkoutID, nil, func(c *Checkout) error { return c.etherSeen(p, s.Clock.Now()) })
}

// PaymentConfirmed says that the payment's block is final.
func (s *Service) PaymentConfirmed(ctx context.Context, checkoutID string, p Payment) error {
	unknown := &Review{
		Key: "payment:" + p.Key, Reason: ReasonUnknown,
		Detail: "transaction " + p.Transaction + " of " + p.Payer + ": " + p.Wei.String() + " wei for checkout " + checkoutID,
	}
	return s.follow(ctx, checkoutID, unknown, func(c *Checkout) error { return c.etherConfirmed(p, s.Clock.Now()) })
}

// PaymentReverted says that a reorganisation dropped the payment's block.
func (s *Service) PaymentReverted(ctx context.Context, checkoutID string, p Payment) error {
	return s.follow(ctx, checkoutID, nil, func(c *Checkout) error { return c.etherReverted(p, s.Clock.Now()) })
}

// QuoteExpired says that a block later than a quote's deadline was processed and holds no payment for it.
func (s *Service) QuoteExpired(ctx context.Context, checkoutID, intentHash string) error {
	return s.follow(ctx, checkoutID, nil, func(c *Checkout) error { return c.quoteEnded(intentHash, s.Clock.Now()) })
}

// TokenMinted says that the mint of the order's token is final.
func (s *Service) TokenMinted(ctx context.Context, checkoutID string, chainID uint32, transaction string) error {
	return s.follow(ctx, checkoutID, nil, func(c *Checkout) error { return c.minted(chainID, transaction, s.Clock.Now()) })
}

// Unexpected is money that came another way than a quote.
type Unexpected struct {
	CheckoutID, Transaction, Payer, Wei, Reason string
	ChainID                                     uint32
}

// UnexpectedPayment opens a review. It never completes an order; one that had ended is shown as in review.
func (s *Service) UnexpectedPayment(ctx context.Context, u Unexpected) error {
	p := Payment{ChainID: u.ChainID, Method: Ether}
	key := "unexpected:" + p.asset() + ":" + u.Transaction
	detail := "transaction " + u.Transaction + " of " + u.Payer + ": " + u.Wei + " wei on " + p.asset()
	unknown := &Review{Key: key, Reason: u.Reason, Detail: detail}
	return s.follow(ctx, u.CheckoutID, unknown, func(c *Checkout) error {
		now := s.Clock.Now()
		c.review(key, "", u.Reason, detail, now)
		if c.Status == Expired || c.Status == Cancelled {
			return c.move(InReview, u.Reason, now)
		}
		return nil
	})
}

func (s *Service) follow(ctx context.Context, checkoutID string, unknown *Review, fn func(*Checkout) error) error {
	err := ErrNotFound
	if checkoutID != "" {
		_, err = s.Store.Update(ctx, checkoutID, fn)
	}
	if !errors.Is(err, ErrNotFound) {
		return err
	}
	if unknown == nil {
		s.Log.WarnContext(ctx, "a fact of the chain names an unknown checkout", "checkout", checkoutID)
		return nil
	}
	unknown.ID, unknown.CreatedAt = id.New(), s.Clock.Now()
	return s.Store.Review(ctx, *unknown)
}
