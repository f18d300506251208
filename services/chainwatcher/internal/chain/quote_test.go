package chain_test

import (
	"errors"
	"math/big"
	"testing"
	"time"

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
		t.Error(err)
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
		if c.a.Near(c.b) != c.want || c.b.Near(c.a) != c.want {
			t.Errorf("%s and %s", c.a.Text(), c.b.Text())
		}
	}
}

func TestFresh(t *testing.T) {
	t.Parallel()
	p := price(1, 8)
	if !p.Fresh(chaintest.Start.Add(time.Hour), time.Hour) || p.Fresh(chaintest.Start.Add(time.Hour+time.Second), time.Hour) || price(0, 8).Fresh(chaintest.Start, time.Hour) {
		t.Error("the age guard is wrong")
	}
}
