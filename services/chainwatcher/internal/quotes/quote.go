// Package quotes decides what a buyer may pay with ether, and who may buy as a holder: signed prices of checkouts, whether they were paid,
// and the tokens that an account held.
package quotes

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

const (
	// quoteFor is the maximum validity of a quote.
	quoteFor = 15 * time.Minute
	// leastQuote is the time that a buyer needs to confirm in a wallet. A shorter quote would expire before it could be paid.
	leastQuote = 20 * time.Second
)

// ErrTooLate means that the hold has ended, or is about to.
var ErrTooLate = errors.New("the hold has ended")

// Quote is a signed price for a checkout.
type Quote struct {
	CheckoutID string
	ChainID    uint32
	Contract   string
	Data       []byte
	Value      money.Wei
	Deadline   time.Time
	Rate       string
	RateSource string
	RateAt     time.Time
	IntentHash string
}

// Request describes what is to be paid.
type Request struct {
	CheckoutID    string
	ChainID       uint32
	Price         money.Money
	PayoutAddress string
	ShareBps      int
	RefundAddress string
	HoldExpiresAt time.Time
}

// Store stores quotes.
type Store interface {
	chain.Halts
	// RunningQuote returns a checkout's quote for a contract that expires after now, or chain.ErrNotFound.
	RunningQuote(ctx context.Context, checkoutID, contract string, now time.Time) (Quote, error)
	// SaveQuote stores a quote unless the checkout already has a running one, and returns the one that is valid.
	SaveQuote(ctx context.Context, q Quote, price money.Money, now time.Time) (Quote, error)
	// Quote returns a quote and whether a processed block holds a payment of it, or chain.ErrNotFound.
	Quote(ctx context.Context, intentHash string) (q Quote, paid bool, err error)
	// HeadTime returns the time of the newest processed block, zero before the first.
	HeadTime(ctx context.Context, chainID uint32) (time.Time, error)
}

// Service prices checkouts.
type Service struct {
	Store  Store
	Chains *chain.Chains
	Clock  clock.Clock
	MaxAge time.Duration
	// Refused, if set, is called with the reason why a quote had no price.
	Refused func(chainID uint32, err error)
}

// Status is the payment status of a quote.
type Status string

// The statuses of a quote.
const (
	// Unpaid: no block holds a payment, and the buyer's transaction, if one is known, was mined without paying.
	Unpaid Status = "unpaid"
	// Sent: the buyer's transaction may still be mined.
	Sent Status = "sent"
	// Paid: a block contains a payment of the order. The block may still be reverted.
	Paid Status = "paid"
)

// Status reports whether a quote may have been paid; transaction is the one that the buyer named, or empty. Errors: chain.ErrNotFound,
// chain.ErrNoChain, chain.ErrTemporary.
func (s *Service) Status(ctx context.Context, intentHash, transaction string) (Status, error) {
	q, paid, err := s.Store.Quote(ctx, intentHash)
	if err != nil {
		return "", err
	}
	if paid {
		return Paid, nil
	}
	link, err := s.Chains.Get(q.ChainID)
	if err != nil {
		return "", err
	}
	// Check the transaction first: if it is mined between the two reads, the second one sees the payment.
	if transaction != "" {
		mined, err := link.Contracts.Mined(ctx, transaction)
		if err != nil {
			return "", err
		}
		if !mined {
			return Sent, nil
		}
	}
	intent, err := link.Contracts.Paid(ctx, q.CheckoutID)
	if err != nil {
		return "", err
	}
	if intent != "" {
		return Paid, nil
	}
	return Unpaid, nil
}

// price returns a price that can be trusted for payments.
func (s *Service) price(ctx context.Context, k chain.Contracts) (chain.Price, error) {
	p, err := k.Price(ctx)
	switch {
	case err != nil:
		return p, err
	case p.Answer == nil || p.Answer.Sign() <= 0:
		return p, chain.ErrNotAPrice
	case !p.Fresh(s.Clock.Now(), s.MaxAge):
		return p, fmt.Errorf("%w: of %s", chain.ErrPriceOld, p.At)
	}
	return p, nil
}

// Create returns the running quote of a checkout, or prices and signs one. Errors: ErrTooLate, and of chain: ErrNoChain, ErrHalted,
// ErrNoPrice, ErrCurrency, ErrAddress.
func (s *Service) Create(ctx context.Context, r Request) (Quote, error) {
	link, err := s.Chains.Get(r.ChainID)
	if err != nil {
		return Quote{}, err
	}
	ch := link.Chain
	if err := chain.RefuseHalted(ctx, s.Store, ch.ID); err != nil {
		return Quote{}, err
	}
	now := s.Clock.Now()
	head, err := s.Store.HeadTime(ctx, ch.ID)
	if err != nil {
		return Quote{}, err
	}
	// The contract only knows the chain's time.
	if head.After(now) {
		now = head
	}
	if q, err := s.Store.RunningQuote(ctx, r.CheckoutID, ch.PaymentContract, now); !errors.Is(err, chain.ErrNotFound) {
		return q, err
	}
	deadline := r.HoldExpiresAt
	if most := now.Add(quoteFor); deadline.After(most) {
		deadline = most
	}
	deadline = deadline.UTC().Truncate(time.Second)
	if deadline.Sub(now) < leastQuote {
		return Quote{}, ErrTooLate
	}
	intent := chain.Intent{CheckoutID: r.CheckoutID, Deadline: deadline}
	if r.RefundAddress != "" {
		if intent.RefundAddress, err = chain.ParseAddress(r.RefundAddress); err != nil {
			return Quote{}, err
		}
	}
	price, err := s.price(ctx, link.Contracts)
	if err != nil {
		if s.Refused != nil {
			s.Refused(ch.ID, err)
		}
		return Quote{}, err
	}
	if intent.Amount, err = price.Wei(r.Price); err != nil {
		return Quote{}, err
	}
	if r.PayoutAddress != "" && r.ShareBps > 0 {
		if intent.Artist, err = chain.ParseAddress(r.PayoutAddress); err != nil {
			return Quote{}, err
		}
		if intent.ArtistShare, _, err = intent.Amount.Share(r.ShareBps); err != nil {
			return Quote{}, err
		}
	}
	signed, err := link.Contracts.Intent(ctx, intent)
	if err != nil {
		return Quote{}, err
	}
	return s.Store.SaveQuote(ctx, Quote{
		CheckoutID: r.CheckoutID, ChainID: ch.ID, Contract: ch.PaymentContract, Data: signed.Data, Value: intent.Amount, Deadline: deadline,
		Rate: price.Text(), RateSource: price.Source, RateAt: price.At, IntentHash: signed.Hash,
	}, r.Price, now)
}
