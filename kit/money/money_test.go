package money

import (
	"encoding/json"
	"errors"
	"math"
	"math/big"
	"testing"
)

func TestArithmeticRefusesOverflow(t *testing.T) {
	usd := func(n int64) Money { return Money{n, "USD"} }
	for name, err := range map[string]error{
		"add up":   second(usd(math.MaxInt64).Add(usd(1))),
		"add down": second(usd(math.MinInt64).Add(usd(-1))),
		"sub":      second(usd(0).Sub(usd(math.MinInt64))),
		"mul":      second(usd(math.MaxInt64/2 + 1).Mul(2)),
		"mul min":  second(usd(math.MinInt64).Mul(-1)),
	} {
		t.Run(name, func(t *testing.T) {
			if !errors.Is(err, ErrOverflow) {
				t.Errorf("got %v, want ErrOverflow", err)
			}
		})
	}
	if _, err := usd(1).Add(Money{1, "EUR"}); !errors.Is(err, ErrCurrency) {
		t.Errorf("got %v, want %v", err, ErrCurrency)
	}
	if got, err := usd(-7).Mul(3); err != nil || got.Amount != -21 {
		t.Errorf("-7 cents × 3 = %v (%v), want -21", got, err)
	}
}

func second[T any](_ T, err error) error { return err }

func TestShareLosesNothing(t *testing.T) {
	for _, c := range []struct {
		amount int64
		bps    int
		want   int64
	}{{100, 2500, 25}, {99, 5000, 49}, {1, 9999, 0}, {0, 10000, 0}, {math.MaxInt64, 10000, math.MaxInt64}, {math.MaxInt64, 3333, 3074150246592503306}} {
		share, rest, err := (Money{c.amount, "USD"}).Share(c.bps)
		if err != nil || share.Amount+rest.Amount != c.amount || share.Amount > c.amount {
			t.Errorf("%+v: %v %v %v; want a share and a rest that add up", c, share, rest, err)
		}
		want := new(big.Int).Mul(big.NewInt(c.amount), big.NewInt(int64(c.bps)))
		if want.Quo(want, big.NewInt(10_000)).Int64() != share.Amount {
			t.Errorf("%+v: got %d, want %s", c, share.Amount, want)
		}
	}
	if _, _, err := (Money{-1, "USD"}).Share(1); err == nil {
		t.Error("splitting a negative amount succeeded, want an error")
	}
	if _, _, err := (Money{1, "USD"}).Share(10_001); err == nil {
		t.Error("a share over 100 percent succeeded, want an error")
	}
}

func TestFormat(t *testing.T) {
	for _, c := range []struct {
		Money
		shopper, document string
	}{
		{Money{125000, "USD"}, "$1,250", "USD 1,250.00"},
		{Money{125050, "USD"}, "$1,250.50", "USD 1,250.50"},
		{Money{99999, "USD"}, "$999.99", "USD 999.99"},
		{Money{500, "JPY"}, "¥500", "JPY 500"},
		{Money{1_000_000, "JPY"}, "¥1,000,000", "JPY 1,000,000"},
		{Money{5, "KWD"}, "KWD\u00a00.005", "KWD 0.005"},
		{Money{12000, "CHF"}, "CHF\u00a0120", "CHF 120.00"},
		{Money{12000, "CAD"}, "CA$120", "CAD 120.00"},
		{Money{-5, "EUR"}, "-€0.05", "-EUR 0.05"},
		{Money{0, "EUR"}, "€0", "EUR 0.00"},
		{Money{100, "no"}, "no\u00a01", "no 1.00"},
		{Money{math.MinInt64, "USD"}, "-$92,233,720,368,547,758.08", "-USD 92,233,720,368,547,758.08"},
	} {
		t.Run(c.document, func(t *testing.T) {
			if got := c.Format(); got != c.shopper {
				t.Errorf("Format() = %q, want %q", got, c.shopper)
			}
			if got := c.String(); got != c.document {
				t.Errorf("String() = %q, want %q", got, c.document)
			}
		})
	}
}

func TestWeiText(t *testing.T) {
	for _, bad := range []string{"", "-", "1e18", "1.5", "0x1", " 1", "+1", "1_000", "999999999999999999999999999999999999999999999999999999999999999999999999999999"} {
		if _, err := ParseWei(bad); !errors.Is(err, ErrWei) {
			t.Errorf("%q: %v, want ErrWei", bad, err)
		}
	}
	var v struct{ W Wei }
	const j = `{"W":"115792089237316195423570985008687907853269984665640564039457584007913129639935"}`
	if err := json.Unmarshal([]byte(j), &v); err != nil {
		t.Fatal(err)
	}
	if out, _ := json.Marshal(v); string(out) != j {
		t.Errorf("after a round trip: %s, want %s", out, j)
	}
	if err := json.Unmarshal([]byte(`{"W":5}`), &v); err == nil {
		t.Error("a JSON number was accepted, want an error")
	}
	if out, _ := json.Marshal(struct{ W Wei }{}); string(out) != `{"W":"0"}` {
		t.Errorf("zero wei is %s, want {\"W\":\"0\"}", out)
	}
}

func TestWeiEther(t *testing.T) {
	for in, want := range map[string]string{
		"0": "0", "1": "0.000000000000000001", "1250000000000000000": "1.25", "3000000000000000000": "3",
		"-500000000000000000": "-0.5", "1234000000000000000000": "1,234",
	} {
		t.Run(in, func(t *testing.T) {
			w, err := ParseWei(in)
			if err != nil || w.Ether() != want {
				t.Errorf("got %s, want %s (%v)", w.Ether(), want, err)
			}
		})
	}
}

func TestWeiRounded(t *testing.T) {
	for in, want := range map[string]string{
		"0": "0", "1": "0.000000000000000001", "384615384615384616": "0.384615", "384615500000000000": "0.384616", "999999999999999999": "1",
		"1250000000000000000": "1.25", "12345678901234567890": "12.3457", "-384615384615384616": "-0.384615", "1234567": "0.00000000000123457",
		"1234567500000000000000000": "1,234,568", "123456000000000000000000": "123,456",
	} {
		t.Run(in, func(t *testing.T) {
			w, err := ParseWei(in)
			if before := w.String(); err != nil || w.Rounded() != want || w.String() != before {
				t.Errorf("got %s, want %s (%v)", w.Rounded(), want, err)
			}
		})
	}
}

func TestWeiForRoundsUp(t *testing.T) {
	one := big.NewInt(1)
	// 1 USD at 3 USD a coin: a third of a coin, rounded up.
	w, err := WeiFor(Money{100, "USD"}, big.NewInt(300), one)
	if err != nil || w.String() != "333333333333333334" {
		t.Errorf("1 USD at 3 USD a coin is %s wei (%v), want 333333333333333334", w, err)
	}
	// 1,250 USD at 2,500.00.
	if w, _ = WeiFor(Money{125000, "USD"}, big.NewInt(250000), one); w.Ether() != "0.5" {
		t.Errorf("1,250 USD at 2,500.00 is %s ether, want 0.5", w.Ether())
	}
	// The same with a rate of four more digits.
	if w, _ = WeiFor(Money{125000, "USD"}, big.NewInt(2_500_000_000), big.NewInt(10_000)); w.Ether() != "0.5" {
		t.Errorf("1,250 USD at 2,500.000000 is %s ether, want 0.5", w.Ether())
	}
	if _, err := WeiFor(Money{1, "USD"}, big.NewInt(0), one); err == nil {
		t.Error("rate 0 was accepted, want an error")
	}
	if _, err := WeiFor(Money{-1, "USD"}, one, one); err == nil {
		t.Error("a negative amount was accepted, want an error")
	}
}

func TestWeiIsNeverChangedInPlace(t *testing.T) {
	a := NewWei(10)
	_ = a.Add(NewWei(5))
	a.Big().SetInt64(99)
	share, rest, err := a.Share(3333)
	if err != nil || a.String() != "10" || share.String() != "3" || rest.String() != "7" {
		t.Errorf("of %v the share is %v and the rest %v (%v), want 3 and 7 of 10", a, share, rest, err)
	}
	var none *big.Int
	if !WeiOf(none).IsZero() || a.Cmp(WeiOf(big.NewInt(10))) != 0 {
		t.Errorf("WeiOf(nil) = %v, WeiOf(10) = %v, want 0 and %v", WeiOf(none), WeiOf(big.NewInt(10)), a)
	}
}
