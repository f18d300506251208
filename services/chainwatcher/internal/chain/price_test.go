package chain_test

import (
	"errors"
	"math/big"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

// start is when prices were set.
var start = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func price(answer int64, decimals uint8) chain.Price {
	return chain.Price{Answer: big.NewInt(answer), Decimals: decimals, Currency: "USD", At: start}
}

func TestPrice(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		p      chain.Price
		amount int64
		wei    string
		text   string
	}{
		{price(300_000_000_000, 8), 125_000, "416666666666666667", "3000.00"},
		{price(250_012_345_678, 8), 100, "399980247890613", "2500.12345678"},
		{price(3000, 0), 1, "3333333333334", "3000.00"},
		{price(1, 8), 1, "1000000000000000000000000", "0.00000001"},
	} {
		wei, err := c.p.Wei(money.Money{Amount: c.amount, Currency: "USD"})
		if err != nil || wei.String() != c.wei || c.p.Text() != c.text {
			t.Errorf("%s: %s wei, want %s (%v)", c.p.Text(), wei, c.wei, err)
		}
	}
	if _, err := price(1, 8).Wei(money.Money{Amount: 1, Currency: "EUR"}); !errors.Is(err, chain.ErrCurrency) {
		t.Errorf("Wei() of euros = %v, want ErrCurrency", err)
	}
}

func TestTwoFeedsMustAgree(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b chain.Price
		want bool
	}{
		{price(100_00, 2), price(102_00, 2), true},
		{price(100_00, 2), price(102_01, 2), false},
		{price(102_01, 2), price(100_00, 2), false},
		{price(100, 0), price(100_00000000, 8), true},
		{price(100, 0), price(97_00000000, 8), false},
	} {
		if c.a.IsClose(c.b) != c.want || c.b.IsClose(c.a) != c.want {
			t.Errorf("%s.IsClose(%s) = %t, reversed %t, want %t", c.a.Text(), c.b.Text(), c.a.IsClose(c.b), c.b.IsClose(c.a), c.want)
		}
	}
}

func TestFresh(t *testing.T) {
	t.Parallel()
	p := price(1, 8)
	if !p.Fresh(start.Add(time.Hour), time.Hour) || p.Fresh(start.Add(time.Hour+time.Second), time.Hour) || price(0, 8).Fresh(start, time.Hour) {
		t.Error("Fresh doesn't accept exactly the prices that are at most an hour old and not 0")
	}
}

func TestMeasures(t *testing.T) {
	t.Parallel()
	for description, want := range map[string]bool{
		"ETH / USD": true, "eth/usd": true, "ETH / USD (Vitrine local stand-in)": true, "BTC / USD": false, "ETH / EUR": false, "STETH / USD": false,
		"ETH / USDT": false, "USD / ETH": false, "": false, "ETH": false,
	} {
		t.Run(description, func(t *testing.T) {
			if got := chain.Measures(description, "ETH"); got != want {
				t.Errorf("got %t, want %t", got, want)
			}
		})
	}
}
