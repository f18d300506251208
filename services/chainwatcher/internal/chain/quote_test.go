package chain_test

import (
	"context"
	"errors"
	"math/big"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain/chaintest"
)

func price(answer int64, decimals uint8) chain.Price {
	return chain.Price{Answer: big.NewInt(answer), Decimals: decimals, Currency: "USD", At: chaintest.Start}
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
	if !p.Fresh(chaintest.Start.Add(time.Hour), time.Hour) || p.Fresh(chaintest.Start.Add(time.Hour+time.Second), time.Hour) || price(0, 8).Fresh(chaintest.Start, time.Hour) {
		t.Error("Fresh doesn't accept exactly the prices that are at most an hour old and not 0")
	}
}

// feed returns one price, or an error.
type feed struct {
	contracts

	price chain.Price
	err   error
}

func (f feed) Price(context.Context) (chain.Price, error) { return f.price, f.err }

// A quote needs a price that is safe to use. Otherwise the reason is reported.
func TestPriceGuard(t *testing.T) {
	t.Parallel()
	r := setup(t)
	now := chaintest.Start.Add(10 * time.Minute)
	for name, c := range map[string]struct {
		feed feed
		want error
	}{
		"right":       {feed{price: price(3000_00, 2)}, nil},
		"too old":     {feed{price: chain.Price{Answer: big.NewInt(1), Currency: "USD", At: now.Add(-10*time.Minute - time.Second)}}, chain.ErrPriceOld},
		"zero":        {feed{price: price(0, 2)}, chain.ErrNotAPrice},
		"negative":    {feed{price: price(-5, 2)}, chain.ErrNotAPrice},
		"differ":      {feed{err: chain.ErrPricesDiffer}, chain.ErrPricesDiffer},
		"incomplete":  {feed{err: chain.ErrRoundIncomplete}, chain.ErrRoundIncomplete},
		"unavailable": {feed{err: chain.ErrTemporary}, chain.ErrTemporary},
	} {
		t.Run(name, func(t *testing.T) {
			var refused error
			s := &chain.Quotes{Store: r.store, Addresses: plain{}, Clock: clock.NewFake(now), MaxAge: 10 * time.Minute, Refused: func(_ uint32, err error) { refused = err }}
			_, err := s.Create(r.ctx, r.chain, c.feed, chain.QuoteRequest{
				CheckoutID: id.New(), Price: money.Money{Amount: 100, Currency: "USD"}, HoldExpiresAt: now.Add(10 * time.Minute),
			})
			if !errors.Is(err, c.want) || !errors.Is(refused, c.want) {
				t.Errorf("error = %v, reported %v, want %v", err, refused, c.want)
			}
		})
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
