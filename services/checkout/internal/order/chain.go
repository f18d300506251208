package order

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

// The methods in this file apply what the chain reports. They can be repeated and don't depend on the order of
// events. They never return ErrNotFound: money for an unknown checkout opens a review.

// PaymentSeen records that a block contains the payment.
func (s *Service) PaymentSeen(ctx context.Context, checkoutID string, p purchase.Payment) error {
	return s.applyChain(ctx, checkoutID, nil, func(c *Checkout) error { return c.etherSeen(p, c.Now) })
}

// PaymentConfirmed records that the payment's block is final.
func (s *Service) PaymentConfirmed(ctx context.Context, checkoutID string, p purchase.Payment) error {
	p.Method = purchase.Ether
	unknown := &purchase.Review{
		Key: "payment:" + p.Key, Reason: purchase.ReasonUnknown,
		Cause: purchase.Cause{Kind: purchase.CauseUnknownOrder, Method: purchase.Ether, Subject: checkoutID},
		Funds: p,
	}
	return s.applyChain(ctx, checkoutID, unknown, func(c *Checkout) error { return c.etherConfirmed(p, c.Now) })
}

// PaymentReverted records that a reorg dropped the payment's block.
func (s *Service) PaymentReverted(ctx context.Context, checkoutID string, p purchase.Payment) error {
	return s.applyChain(ctx, checkoutID, nil, func(c *Checkout) error { return c.etherReverted(p, c.Now) })
}

// QuoteExpired records that a block later than a quote's deadline was processed and contains no
// payment for it.
func (s *Service) QuoteExpired(ctx context.Context, checkoutID, intentHash string) error {
	return s.applyChain(ctx, checkoutID, nil, func(c *Checkout) error { return c.quoteEnded(intentHash, c.Now) })
}

// TokenMinted records that the mint of the order's token is final.
func (s *Service) TokenMinted(ctx context.Context, checkoutID string, chainID uint32, transaction string) error {
	return s.applyChain(ctx, checkoutID, nil, func(c *Checkout) error { return c.minted(chainID, transaction, c.Now) })
}

// GiftAccepted records when the recipient of the order's gift accepted it. It returns an error for an order that isn't paid, so
// that the event is retried.
func (s *Service) GiftAccepted(ctx context.Context, checkoutID string, at time.Time) error {
	return s.applyChain(ctx, checkoutID, nil, func(c *Checkout) error { return c.giftAccepted(at) })
}

// Unexpected is money received other than through a quote, in a final block. LogIndex is -1 for a
// plain transfer.
type Unexpected struct {
	CheckoutID, Transaction, Payer, Reason string
	ChainID                                uint32
	Wei                                    money.Wei
	BlockHash                              string
	BlockNumber, LogIndex                  int64
	// To is the recipient; Asset the token contract, empty for the chain's own coin.
	To, Asset string
}

// key uniquely identifies the money. A plain transfer has no log index, so its transaction distinguishes it
// from others in its block.
func (u Unexpected) key() string {
	return fmt.Sprintf("unexpected:eip155:%d:%s:%s:%d", u.ChainID, u.BlockHash, u.Transaction, u.LogIndex)
}

// UnexpectedPayment opens a review. It never completes an order; an ended order is shown as in review.
func (s *Service) UnexpectedPayment(ctx context.Context, u Unexpected) error {
	unknown := &purchase.Review{
		Key: u.key(), Reason: u.Reason, Cause: u.cause(),
		Funds: purchase.Payment{Method: purchase.Ether, ChainID: u.ChainID, Transaction: u.Transaction, Payer: u.Payer, Wei: u.Wei, Asset: u.Asset},
	}
	return s.applyChain(ctx, u.CheckoutID, unknown, func(c *Checkout) error { return c.unexpected(u, c.Now) })
}

func (s *Service) applyChain(ctx context.Context, checkoutID string, unknown *purchase.Review, fn func(*Checkout) error) error {
	err := ErrNotFound
	if checkoutID != "" {
		_, err = s.Change(ctx, checkoutID, purchase.ActorChain, fn)
	}
	if !errors.Is(err, ErrNotFound) {
		return err
	}
	if unknown == nil {
		s.Log.WarnContext(ctx, "a chain event names an unknown checkout", "checkout", checkoutID)
		return nil
	}
	unknown.ID = id.New()
	return s.openReview(ctx, *unknown)
}
