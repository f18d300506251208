package chain

import (
	"errors"
	"fmt"
	"math/big"
	"strings"
	"time"

	"github.com/vitrine/vitrine/kit/money"
)

var (
	// ErrNoPrice means that a price is missing, too old or contradicted by the second feed.
	ErrNoPrice = errors.New("no trustworthy price")
	// ErrPricesDiffer means that the feeds contradict each other. It is an ErrNoPrice.
	ErrPricesDiffer = fmt.Errorf("%w: the feeds contradict each other", ErrNoPrice)
	// ErrPriceOld means that the feed's last update is too old. It is an ErrNoPrice.
	ErrPriceOld = fmt.Errorf("%w: it is too old", ErrNoPrice)
	// ErrRoundIncomplete means that the feed's round has no price yet. It is an ErrNoPrice.
	ErrRoundIncomplete = fmt.Errorf("%w: the round is not complete", ErrNoPrice)
	// ErrNotAPrice means that the price is zero or negative. It is an ErrNoPrice.
	ErrNotAPrice = fmt.Errorf("%w: not above zero", ErrNoPrice)
	// ErrOtherFeed means that the feed measures another coin or currency. It is an ErrNoPrice that only a change of the settings fixes.
	ErrOtherFeed = fmt.Errorf("%w: the feed is not of this chain's coin", ErrNoPrice)
	// ErrCurrency means that the price feed doesn't support the currency.
	ErrCurrency = errors.New("no price in this currency")
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
