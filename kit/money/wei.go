package money

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"math/big"
	"strings"
)

// ErrWei means that a text is not an amount of wei. Retrying doesn't help.
var ErrWei = errors.New("not an amount of wei")

// maxWei is the maximum of uint256 and numeric(78,0).
var maxWei = new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 256), big.NewInt(1))

// Wei is an exact amount of an Ethereum chain's smallest unit. Its zero value is
// 0, and it is immutable. In JSON it is a decimal string, in SQL
// numeric(78,0).
type Wei struct{ i *big.Int }

// NewWei returns n wei.
func NewWei(n int64) Wei { return Wei{big.NewInt(n)} }

// WeiOf returns a copy of i; nil is 0.
func WeiOf(i *big.Int) Wei {
	if i == nil {
		return Wei{}
	}
	return Wei{new(big.Int).Set(i)}
}

// ParseWei reads a decimal string of at most 256 bits. Error: ErrWei.
func ParseWei(s string) (Wei, error) {
	digits := strings.TrimPrefix(s, "-")
	if digits == "" || len(digits) > 78 || strings.Trim(digits, "0123456789") != "" {
		return Wei{}, fmt.Errorf("%w: %.80q", ErrWei, s)
	}
	i, ok := new(big.Int).SetString(s, 10)
	if !ok || i.CmpAbs(maxWei) > 0 {
		return Wei{}, fmt.Errorf("%w: %.80q", ErrWei, s)
	}
	return Wei{i}, nil
}

func (w Wei) int() *big.Int {
	if w.i == nil {
		return new(big.Int)
	}
	return w.i
}

// Big returns a copy as big.Int.
func (w Wei) Big() *big.Int { return new(big.Int).Set(w.int()) }

// String returns the decimal digits.
func (w Wei) String() string { return w.int().String() }

// Add returns the sum.
func (w Wei) Add(o Wei) Wei { return Wei{new(big.Int).Add(w.int(), o.int())} }

// Sub returns the difference, which may be negative.
func (w Wei) Sub(o Wei) Wei { return Wei{new(big.Int).Sub(w.int(), o.int())} }

// Mul returns n times the amount.
func (w Wei) Mul(n int64) Wei { return Wei{new(big.Int).Mul(w.int(), big.NewInt(n))} }

// Cmp returns -1, 0 or 1.
func (w Wei) Cmp(o Wei) int { return w.int().Cmp(o.int()) }

// Sign returns -1, 0 or 1.
func (w Wei) Sign() int { return w.int().Sign() }

// IsZero reports whether the amount is zero.
func (w Wei) IsZero() bool { return w.Sign() == 0 }

// Share works like Money.Share: share is rounded down, and share + rest equals the amount.
func (w Wei) Share(bps int) (share, rest Wei, err error) {
	if w.Sign() < 0 || bps < 0 || bps > 10_000 {
		return Wei{}, Wei{}, fmt.Errorf("%w: share by %d", ErrOverflow, bps)
	}
	part := new(big.Int).Mul(w.int(), big.NewInt(int64(bps)))
	share = Wei{part.Quo(part, big.NewInt(10_000))}
	return share, w.Sub(share), nil
}

// Ether returns the amount in ether for people, without a unit, exact and without
// trailing zeros: "1.25", "0.000000000000000001", "3".
func (w Wei) Ether() string {
	sign, digits := "", new(big.Int).Abs(w.int()).String()
	if w.Sign() < 0 {
		sign = "-"
	}
	if len(digits) <= 18 {
		digits = strings.Repeat("0", 19-len(digits)) + digits
	}
	whole, part := digits[:len(digits)-18], strings.TrimRight(digits[len(digits)-18:], "0")
	if part != "" {
		part = "." + part
	}
	return sign + group(whole) + part
}

// rounded is how many significant digits Rounded keeps.
const rounded = 6

// Rounded returns the amount in ether as Ether does, rounded half up to six significant digits: "0.384616", "1.25". Whole ether are never
// rounded away. It is for texts that people read; a document states the exact amount.
func (w Wei) Rounded() string {
	digits := new(big.Int).Abs(w.int()).String()
	// What is cut off: digits beyond the sixth, and none before the point.
	cut := min(len(digits)-rounded, 18)
	if cut <= 0 {
		return w.Ether()
	}
	unit := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(cut)), nil)
	half := new(big.Int).Rsh(unit, 1)
	n := new(big.Int).Abs(w.int())
	n.Mul(n.Quo(n.Add(n, half), unit), unit)
	if w.Sign() < 0 {
		n.Neg(n)
	}
	return Wei{n}.Ether()
}

// WeiFor returns the least wei that buy an amount of fiat: amount × 10^18 ÷ rate,
// rounded up, where rate is the price of one whole coin in the same minor units
// multiplied by rateScale. A coin at 2,500.1234 USD is rate 2,500,123,400 with
// rateScale 10,000 (2,500.1234 × 100 minor units × 10,000). The amount must not
// be negative, rate and rateScale must be positive. Error: ErrOverflow.
func WeiFor(amount Money, rate, rateScale *big.Int) (Wei, error) {
	if amount.Amount < 0 || rate == nil || rateScale == nil || rate.Sign() <= 0 || rateScale.Sign() <= 0 {
		return Wei{}, ErrOverflow
	}
	n := big.NewInt(amount.Amount)
	n.Mul(n, new(big.Int).Exp(big.NewInt(10), big.NewInt(18), nil))
	n.Mul(n, rateScale)
	w := Wei{ceilDiv(n, rate)}
	if w.i.Cmp(maxWei) > 0 {
		return Wei{}, ErrOverflow
	}
	return w, nil
}

// ceilDiv returns a ÷ b rounded up, for a ≥ 0 and b > 0.
func ceilDiv(a, b *big.Int) *big.Int {
	q, r := new(big.Int).QuoRem(a, b, new(big.Int))
	if r.Sign() > 0 {
		q.Add(q, big.NewInt(1))
	}
	return q
}

// MarshalText writes the decimal digits, so that the amount is a string in JSON.
func (w Wei) MarshalText() ([]byte, error) { return []byte(w.String()), nil }

// UnmarshalText reads decimal digits. It rejects a JSON number.
func (w *Wei) UnmarshalText(text []byte) error {
	v, err := ParseWei(string(text))
	if err != nil {
		return err
	}
	*w = v
	return nil
}

// Value returns the digits for the database.
func (w Wei) Value() (driver.Value, error) { return w.String(), nil }

// Scan reads numeric(78,0). It rejects NULL: scan nullable columns into a **Wei.
func (w *Wei) Scan(src any) error {
	switch v := src.(type) {
	case string:
		return w.UnmarshalText([]byte(v))
	case []byte:
		return w.UnmarshalText(v)
	case int64:
		*w = NewWei(v)
		return nil
	}
	return fmt.Errorf("%w: cannot scan %T", ErrWei, src)
}
