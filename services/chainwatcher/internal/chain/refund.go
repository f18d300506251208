package chain

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/money"
)

// RefundStatus is where a refund stands.
type RefundStatus string

// The states of a refund.
const (
	RefundQueued    RefundStatus = "queued"
	RefundSent      RefundStatus = "sent"
	RefundConfirmed RefundStatus = "confirmed"
	RefundFailed    RefundStatus = "failed"
)

// Why a refund is not sent.
const (
	RecipientReverts = "recipient_reverts"
	LimitExceeded    = "limit_exceeded"
	UnsupportedChain = "unsupported_chain"
)

// refundDay is the time over which the limit of refunds counts.
const refundDay = 24 * time.Hour

// ErrRefund is a refund that makes no sense: without an address, or of nothing.
var ErrRefund = errors.New("not a refund")

// Refund is money that goes back, once.
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

// RefundStore keeps refunds.
type RefundStore interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
	// Refund answers one or ErrNotFound.
	Refund(ctx context.Context, refundID string) (Refund, error)
	// RefundedSince answers what was taken on since a time and has not failed. It keeps others from taking on more until the
	// transaction of ctx ends.
	RefundedSince(ctx context.Context, chainID uint32, since time.Time) (money.Wei, error)
	// TakeRefund writes a refund and hands it to the signer of sender, unless it has failed already.
	TakeRefund(ctx context.Context, r Refund, now time.Time, sender string) error
}

// Refunds takes refunds on.
type Refunds struct {
	Store     RefundStore
	Facts     Facts
	Addresses Addresses
	Chains    *Chains
	Clock     clock.Clock
	Log       *slog.Logger
	// Limit is the most that goes back on a chain within 24 hours, in wei; zero for no limit.
	Limit func(chainID uint32) money.Wei
	// Vault is the address that sends, EIP-55.
	Vault string
	// Refused is told the reason of each refund that is not taken on.
	Refused func(chainID uint32, reason string)
}

// Take takes a refund on, once: a second call answers where the first one stands. What cannot be sent is written down as
// failed and told. ErrRefund for an amount or address that is none.
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
		// Another call may have taken it on before decide got hold of the chain's refunds.
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
		return s.Facts.RefundFailed(ctx, out)
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

// Incoming is money that reached an address of the house another way than through the payment contract.
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

// MoneyPage is what a chain holds from a height on. Unknown payments are among Payments with Known false.
type MoneyPage struct {
	Payments []Settled
	Incoming []Incoming
	// Next is the height to go on with, 0 at the end.
	Next uint64
}

// MoneyStore answers what chains hold, for reconciling.
type MoneyStore interface {
	Cursor(ctx context.Context, chainID uint32) (Cursor, error)
	// Header answers a header of the current chain or ErrNotFound.
	Header(ctx context.Context, chainID uint32, number uint64) (Header, error)
	Money(ctx context.Context, chainID uint32, from uint64, limit int) (MoneyPage, error)
	// Mints answers the tokens that are known: id, chain, order, status and transaction.
	Mints(ctx context.Context, tokenIDs []int64) ([]Token, error)
}
