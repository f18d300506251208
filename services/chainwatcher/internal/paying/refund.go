package paying

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

// RefundStatus is the state of a refund.
type RefundStatus string

// The states of a refund.
const (
	RefundQueued    RefundStatus = "queued"
	RefundSent      RefundStatus = "sent"
	RefundConfirmed RefundStatus = "confirmed"
	RefundFailed    RefundStatus = "failed"
)

// Reasons why a refund is not sent.
const (
	RecipientReverts = "recipient_reverts"
	LimitExceeded    = "limit_exceeded"
	UnsupportedChain = "unsupported_chain"
)

// refundDay is the period of the refund limit.
const refundDay = 24 * time.Hour

// ErrRefund is an invalid refund: without an address or an amount.
var ErrRefund = errors.New("not a refund")

// Refund is one refund in ether. It is sent at most once.
type Refund struct {
	ID         string
	ChainID    uint32
	CheckoutID string
	// To is EIP-55.
	To        string
	Amount    money.Wei
	DecidedAt time.Time
	Status    RefundStatus
	Reason    string
	TxHash    string
}

// Refunds accepts refunds.
type Refunds struct {
	Store  Store
	Events Events
	Chains *chain.Chains
	Clock  clock.Clock
	Log    *slog.Logger
	// Limit is the maximum refunded on a chain within 24 hours, in wei; zero means no limit.
	Limit func(chainID uint32) money.Wei
	// Vault is the sending address, EIP-55.
	Vault string
	// Refused is called with the reason of each rejected refund.
	Refused func(chainID uint32, reason string)
}

// Take accepts a refund once: a second call returns the state of the first. A refund that cannot be
// sent is stored as failed, and the event is published. ErrRefund means an invalid amount or address.
func (s *Refunds) Take(ctx context.Context, r Refund) (Refund, error) {
	if known, err := s.Store.Refund(ctx, r.ID); !errors.Is(err, chain.ErrNotFound) {
		return known, err
	}
	var err error
	if r.To, err = chain.ParseAddress(r.To); err != nil || r.Amount.Sign() <= 0 {
		return r, ErrRefund
	}
	var out Refund
	var refused bool
	err = s.Store.InTx(ctx, func(ctx context.Context) (err error) {
		out, refused = r, false
		if out.Status, out.Reason, err = s.decide(ctx, r); err != nil {
			return err
		}
		// Another call may have accepted it before decide locked the chain's refunds.
		if known, err := s.Store.Refund(ctx, r.ID); !errors.Is(err, chain.ErrNotFound) {
			out = known
			return err
		}
		refused = out.Status == RefundFailed
		if err := s.Store.TakeRefund(ctx, out, s.Clock.Now(), s.Vault); err != nil {
			return err
		}
		if !refused {
			return nil
		}
		return s.Events.RefundFailed(ctx, out)
	})
	if err == nil && refused {
		s.Refused(out.ChainID, out.Reason)
		s.Log.ErrorContext(ctx, "a refund is not sent", "refund", out.ID, "chain", out.ChainID, "wei", out.Amount.String(), "reason", out.Reason)
	}
	return out, err
}

func (s *Refunds) decide(ctx context.Context, r Refund) (RefundStatus, string, error) {
	if !s.Chains.Configured(r.ChainID) {
		return RefundFailed, UnsupportedChain, nil
	}
	if chain.IsZero(r.To) {
		return RefundFailed, RecipientReverts, nil
	}
	limit := s.Limit(r.ChainID)
	sum, err := s.Store.RefundedSince(ctx, r.ChainID, s.Clock.Now().Add(-refundDay))
	if err != nil {
		return "", "", err
	}
	if limit.Sign() > 0 && sum.Add(r.Amount).Cmp(limit) > 0 {
		return RefundFailed, LimitExceeded, nil
	}
	return RefundQueued, "", nil
}
