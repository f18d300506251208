// Package money computes without floats: fiat in minor units, ether in wei.
package money

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/currency"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// ErrOverflow means that an amount does not fit. Retrying doesn't help.
var ErrOverflow = errors.New("amount is out of range")

// ErrCurrency means that two amounts have different currencies. Retrying doesn't help.
var ErrCurrency = errors.New("currencies differ")

// Money is an amount in minor units of a currency: {125000, "USD"} is 1,250
// dollars, {500, "JPY"} is 500 yen.
type Money struct {
	Amount   int64
	Currency string // ISO 4217, upper case
}

// Add returns the sum. Errors: ErrCurrency, ErrOverflow.
func (m Money) Add(o Money) (Money, error) {
	if m.Currency != o.Currency {
		return Money{}, fmt.Errorf("%w: %s and %s", ErrCurrency, m.Currency, o.Currency)
	}
	sum := m.Amount + o.Amount
	if (o.Amount > 0 && sum < m.Amount) || (o.Amount < 0 && sum > m.Amount) {
		return Money{}, ErrOverflow
	}
	return Money{sum, m.Currency}, nil
}

// Sub returns the difference. Errors: ErrCurrency, ErrOverflow.
func (m Money) Sub(o Money) (Money, error) {
	if o.Amount == math.MinInt64 {
		return Money{}, ErrOverflow
	}
	return m.Add(Money{-o.Amount, o.Currency})
}

// Mul returns n times the amount. Error: ErrOverflow.
func (m Money) Mul(n int64) (Money, error) {
	if m.Amount == 0 || n == 0 {
		return Money{0, m.Currency}, nil
	}
	p := m.Amount * n
	if p/n != m.Amount || (m.Amount == math.MinInt64 && n == -1) || (n == math.MinInt64 && m.Amount == -1) {
		return Money{}, ErrOverflow
	}
	return Money{p, m.Currency}, nil
}

// Share splits a non-negative amount: share is bps hundredths of a percent of it (2,500 = a quarter),
// rounded down, and rest is the remainder, so share + rest always equals the amount. bps is 0 to
// 10,000.
func (m Money) Share(bps int) (share, rest Money, err error) {
	if m.Amount < 0 || bps < 0 || bps > 10_000 {
		return Money{}, Money{}, fmt.Errorf("%w: share of %d by %d", ErrOverflow, m.Amount, bps)
	}
	hi, lo := bits.Mul64(uint64(m.Amount), uint64(bps))
	q, _ := bits.Div64(hi, lo, 10_000)
	part := int64(q)
	return Money{part, m.Currency}, Money{m.Amount - part, m.Currency}, nil
}

// IsZero reports whether the amount is zero.
func (m Money) IsZero() bool { return m.Amount == 0 }

// exponents lists the minor digits of ISO 4217 currencies that don't have two.
var exponents = map[string]int{
	"BIF": 0, "CLP": 0, "DJF": 0, "GNF": 0, "ISK": 0, "JPY": 0, "KMF": 0, "KRW": 0, "PYG": 0, "RWF": 0,
	"UGX": 0, "UYI": 0, "VND": 0, "VUV": 0, "XAF": 0, "XOF": 0, "XPF": 0,
	"BHD": 3, "IQD": 3, "JOD": 3, "KWD": 3, "LYD": 3, "OMR": 3, "TND": 3,
	"CLF": 4, "UYW": 4,
}

// Exponent returns the number of minor digits of a currency: 2 for USD, 0 for JPY.
func Exponent(currency string) int {
	if e, ok := exponents[currency]; ok {
		return e
	}
	return 2
}

// Format returns the amount for shoppers, as the site writes it: "$1,250", "$0.05", "-€5", "CHF 5". Whole amounts have no minor digits.
func (m Money) Format() string {
	sign, whole, minor := m.digits()
	if strings.Trim(minor, "0") == "" {
		minor = ""
	}
	return sign + symbol(m.Currency) + joined(whole, minor)
}

// String returns the amount for documents and logs: "USD 1,250.00", "JPY 500", "-EUR 0.05".
func (m Money) String() string {
	sign, whole, minor := m.digits()
	return sign + m.Currency + " " + joined(whole, minor)
}

// digits returns the sign, the grouped whole units and the minor digits.
func (m Money) digits() (sign, whole, minor string) {
	n := uint64(m.Amount) // two's complement, handled below
	if m.Amount < 0 {
		sign, n = "-", -n
	}
	text, e := strconv.FormatUint(n, 10), Exponent(m.Currency)
	if len(text) <= e {
		text = strings.Repeat("0", e-len(text)+1) + text
	}
	return sign, group(text[:len(text)-e]), text[len(text)-e:]
}

func joined(whole, minor string) string {
	if minor == "" {
		return whole
	}
	return whole + "." + minor
}

// symbol returns what stands before an amount in American English. A no-break space follows letters.
func symbol(code string) string {
	unit, err := currency.ParseISO(code)
	if err != nil {
		return code + noBreakSpace
	}
	s := message.NewPrinter(language.AmericanEnglish).Sprint(currency.Symbol(unit))
	if last, _ := utf8.DecodeLastRuneInString(s); unicode.IsLetter(last) {
		return s + noBreakSpace
	}
	return s
}

const noBreakSpace = "\u00a0"

// group inserts a comma before every three digits.
func group(digits string) string {
	var b strings.Builder
	for i, r := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(r)
	}
	return b.String()
}
