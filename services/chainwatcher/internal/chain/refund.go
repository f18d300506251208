package chain

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/money"
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

// RefundEvent is one Refunded event of our own vault.
type RefundEvent struct {
	ChainID  uint32
	RefundID string
	TxHash   string
}

// RefundStore stores refunds.
type RefundStore interface {
	Transactor
	// Refund returns a refund or ErrNotFound.
	Refund(ctx context.Context, refundID string) (Refund, error)
	// RefundedSince returns the sum of refunds since a time, except for failed ones. It prevents others from
	// accepting more until the transaction of ctx ends.
	RefundedSince(ctx context.Context, chainID uint32, since time.Time) (money.Wei, error)
	// TakeRefund stores a refund and queues it for the signer of sender, unless it has already failed.
	TakeRefund(ctx context.Context, r Refund, now time.Time, sender string) error
}

// Refunds accepts refunds.
type Refunds struct {
	Store     RefundStore
	Events    Events
	Addresses Addresses
	Chains    *Chains
	Clock     clock.Clock
	Log       *slog.Logger
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
	if known, err := s.Store.Refund(ctx, r.ID); !errors.Is(err, ErrNotFound) {
		return known, err
	}
	var err error
	if r.To, err = s.Addresses.Parse(r.To); err != nil || r.Amount.Sign() <= 0 {
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
		if known, err := s.Store.Refund(ctx, r.ID); !errors.Is(err, ErrNotFound) {
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
	if isZero(r.To) {
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

// Incoming is money that reached one of our addresses without going through the payment contract.
type Incoming struct {
	ChainID     uint32
	BlockHash   string
	BlockNumber uint64
	TxHash      string
	// LogIndex is -1 for the chain's own coin.
	LogIndex int64
	Payer    string
	To       string
	// Asset is the contract of an ERC-20 token, empty for the chain's own coin.
	Asset  string
	Amount money.Wei
}

// Settled is a payment and whether it is final.
type Settled struct {
	Payment

	Final bool
}

// MoneyPage lists what a chain holds from a height on. Payments with unknown intents are among
// Payments, with Known false.
type MoneyPage struct {
	Payments []Settled
	Incoming []Incoming
	// Next is the height to continue from, 0 at the end.
	Next uint64
}

// MoneyStore reads what chains hold, for reconciliation.
type MoneyStore interface {
	HeadStore
	Money(ctx context.Context, chainID uint32, from uint64, limit int) (MoneyPage, error)
	// Mints returns the known tokens: id, chain, order, status and transaction.
	Mints(ctx context.Context, tokenIDs []int64) ([]Token, error)
}

// HeadStore reads how far a chain was followed, and what is wrong with it.
type HeadStore interface {
	Cursor(ctx context.Context, chainID uint32) (Cursor, error)
	// Halted returns the halt of a chain, or ErrNotFound.
	Halted(ctx context.Context, chainID uint32) (Halt, error)
	// Header returns a header of the current chain or ErrNotFound.
	Header(ctx context.Context, chainID uint32, number uint64) (Header, error)
	// CountUnpaid returns how many orders have a token although the contract denies their payment.
	CountUnpaid(ctx context.Context, chainID uint32) (int, error)
}
