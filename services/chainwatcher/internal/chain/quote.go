package chain

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"time"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/money"
)

const (
	// quoteFor is the maximum validity of a quote.
	quoteFor = 15 * time.Minute
	// leastQuote is the time that a buyer needs to confirm in a wallet. A shorter quote would expire before it could be paid.
	leastQuote = 20 * time.Second
)

// Price is the price of one coin, in units of 10^-Decimals of Currency.
type Price struct {
	Answer   *big.Int
	Decimals uint8
	Currency string
	At       time.Time
	Source   string
}

// Text formats the price as a decimal with at least two decimal places.
func (p Price) Text() string {
	digits := p.Answer.String()
	d := int(p.Decimals)
	if len(digits) <= d {
		digits = strings.Repeat("0", d-len(digits)+1) + digits
	}
	whole, part := digits[:len(digits)-d], strings.TrimRight(digits[len(digits)-d:], "0")
	for len(part) < 2 {
		part += "0"
	}
	return whole + "." + part
}

// Measures reports whether a feed's description, such as "ETH / USD", means a coin's price in dollars.
func Measures(description, coin string) bool {
	of, in, ok := strings.Cut(description, "/")
	in, _, _ = strings.Cut(strings.TrimSpace(in), " ")
	return ok && strings.EqualFold(strings.TrimSpace(of), coin) && strings.EqualFold(in, "USD")
}

// Wei returns the smallest amount of wei worth at least an amount at this price.
func (p Price) Wei(m money.Money) (money.Wei, error) {
	if p.Currency != m.Currency {
		return money.Wei{}, fmt.Errorf("%w: %s", ErrCurrency, m.Currency)
	}
	rate := new(big.Int).Mul(p.Answer, pow10(money.Exponent(m.Currency)))
	return money.WeiFor(m, rate, pow10(int(p.Decimals)))
}

// IsClose reports whether two prices differ by no more than 2 % of the lower one.
func (p Price) IsClose(o Price) bool {
	a := new(big.Int).Mul(p.Answer, pow10(int(o.Decimals)))
	b := new(big.Int).Mul(o.Answer, pow10(int(p.Decimals)))
	low, diff := a, new(big.Int).Sub(a, b)
	if diff.Sign() > 0 {
		low = b
	}
	diff.Abs(diff)
	return diff.Mul(diff, big.NewInt(50)).Cmp(low) <= 0
}

// Fresh reports whether a price is above zero and no older than maxAge. A time in the future is accepted, because blocks may be
// ahead of our clock.
func (p Price) Fresh(now time.Time, maxAge time.Duration) bool {
	return p.Answer != nil && p.Answer.Sign() > 0 && now.Sub(p.At) <= maxAge
}

func pow10(n int) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil) }

// Intent has the values that a payment must match in the payment contract.
type Intent struct {
	CheckoutID    string
	Amount        money.Wei
	Artist        string
	ArtistShare   money.Wei
	RefundAddress string
	Deadline      time.Time
}

// Signed is a signed intent: its hash and the calldata that pays it.
type Signed struct {
	Hash string
	Data []byte
}

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

// QuoteRequest describes what is to be paid.
type QuoteRequest struct {
	CheckoutID    string
	Price         money.Money
	PayoutAddress string
	ShareBps      int
	RefundAddress string
	HoldExpiresAt time.Time
}

// QuoteStore stores quotes.
type QuoteStore interface {
	// RunningQuote returns a checkout's quote for a contract that expires after now, or ErrNotFound.
	RunningQuote(ctx context.Context, checkoutID, contract string, now time.Time) (Quote, error)
	// SaveQuote stores a quote unless the checkout already has a running one, and returns the one that is valid.
	SaveQuote(ctx context.Context, q Quote, price money.Money, now time.Time) (Quote, error)
	// Quote returns a quote and whether a processed block holds a payment of it, or ErrNotFound.
	Quote(ctx context.Context, intentHash string) (q Quote, paid bool, err error)
	// Halted returns the halt of a chain, or ErrNotFound.
	Halted(ctx context.Context, chainID uint32) (Halt, error)
	// HeadTime returns the time of the newest processed block, zero before the first.
	HeadTime(ctx context.Context, chainID uint32) (time.Time, error)
}

// Quotes prices checkouts.
type Quotes struct {
	Store     QuoteStore
	Addresses Addresses
	Clock     clock.Clock
	MaxAge    time.Duration
	// Refused, if set, is called with the reason why a quote had no price.
	Refused func(chainID uint32, err error)
}

// QuoteStatus is the payment status of a quote.
type QuoteStatus string

// The statuses of a quote.
const (
	// QuoteUnpaid: no block holds a payment, and the buyer's transaction, if one is known, was mined without paying.
	QuoteUnpaid QuoteStatus = "unpaid"
	// QuoteSent: the buyer's transaction may still be mined.
	QuoteSent QuoteStatus = "sent"
	// QuotePaid: a block contains a payment of the order. The block may still be reverted.
	QuotePaid QuoteStatus = "paid"
)

// Status reports whether a quote may have been paid; transaction is the one that the buyer named, or empty. Errors: ErrNotFound,
// ErrNoChain, ErrTemporary.
func (s *Quotes) Status(ctx context.Context, chains *Chains, intentHash, transaction string) (QuoteStatus, error) {
	q, paid, err := s.Store.Quote(ctx, intentHash)
	if err != nil {
		return "", err
	}
	if paid {
		return QuotePaid, nil
	}
	link, err := chains.Get(q.ChainID)
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
			return QuoteSent, nil
		}
	}
	intent, err := link.Contracts.Paid(ctx, q.CheckoutID)
	if err != nil {
		return "", err
	}
	if intent != "" {
		return QuotePaid, nil
	}
	return QuoteUnpaid, nil
}

// price returns a price that can be trusted for payments.
func (s *Quotes) price(ctx context.Context, k Contracts) (Price, error) {
	p, err := k.Price(ctx)
	switch {
	case err != nil:
		return p, err
	case p.Answer == nil || p.Answer.Sign() <= 0:
		return p, ErrNotAPrice
	case !p.Fresh(s.Clock.Now(), s.MaxAge):
		return p, fmt.Errorf("%w: of %s", ErrPriceOld, p.At)
	}
	return p, nil
}

// Create returns the running quote of a checkout, or prices and signs one. Errors: ErrHalted, ErrNoPrice, ErrCurrency, ErrTooLate,
// ErrAddress.
func (s *Quotes) Create(ctx context.Context, ch Chain, k Contracts, r QuoteRequest) (Quote, error) {
	if err := refuseHalted(ctx, s.Store, ch.ID); err != nil {
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
	if q, err := s.Store.RunningQuote(ctx, r.CheckoutID, ch.PaymentContract, now); !errors.Is(err, ErrNotFound) {
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
	intent := Intent{CheckoutID: r.CheckoutID, Deadline: deadline}
	if r.RefundAddress != "" {
		if intent.RefundAddress, err = s.Addresses.Parse(r.RefundAddress); err != nil {
			return Quote{}, err
		}
	}
	price, err := s.price(ctx, k)
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
		if intent.Artist, err = s.Addresses.Parse(r.PayoutAddress); err != nil {
			return Quote{}, err
		}
		if intent.ArtistShare, _, err = intent.Amount.Share(r.ShareBps); err != nil {
			return Quote{}, err
		}
	}
	signed, err := k.Intent(ctx, intent)
	if err != nil {
		return Quote{}, err
	}
	return s.Store.SaveQuote(ctx, Quote{
		CheckoutID: r.CheckoutID, ChainID: ch.ID, Contract: ch.PaymentContract, Data: signed.Data, Value: intent.Amount, Deadline: deadline,
		Rate: price.Text(), RateSource: price.Source, RateAt: price.At, IntentHash: signed.Hash,
	}, r.Price, now)
}
