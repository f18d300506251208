package quotes_test

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
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chaintest"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/quotes"
)

var errUnavailable = errors.New("the store does not respond")

// feed returns one price, or an error.
type feed struct {
	chain.Contracts

	price chain.Price
	err   error
}

func (f feed) Price(context.Context) (chain.Price, error) { return f.price, f.err }

func (feed) Intent(context.Context, chain.Intent) (chain.Signed, error) {
	return chain.Signed{Hash: "0x" + id.New(), Data: []byte{1}}, nil
}

// on returns a chain with these contracts.
func on(c chain.Chain, contracts chain.Contracts) *chain.Chains {
	chains := chain.NewChains(c.ID, []uint32{c.ID})
	chains.Put(chain.Link{Chain: c, Contracts: contracts})
	return chains
}

// A quote needs a price that is safe to use. Otherwise the reason is reported.
func TestPriceGuard(t *testing.T) {
	t.Parallel()
	r := chaintest.Setup(t)
	now := chaintest.Start.Add(10 * time.Minute)
	for name, c := range map[string]struct {
		feed feed
		want error
	}{
		"right":       {feed{price: chain.Price{Answer: big.NewInt(3000_00), Decimals: 2, Currency: "USD", At: chaintest.Start}}, nil},
		"too old":     {feed{price: chain.Price{Answer: big.NewInt(1), Currency: "USD", At: now.Add(-10*time.Minute - time.Second)}}, chain.ErrPriceOld},
		"zero":        {feed{price: chain.Price{Answer: big.NewInt(0), Decimals: 2, Currency: "USD", At: chaintest.Start}}, chain.ErrNotAPrice},
		"negative":    {feed{price: chain.Price{Answer: big.NewInt(-5), Decimals: 2, Currency: "USD", At: chaintest.Start}}, chain.ErrNotAPrice},
		"differ":      {feed{err: chain.ErrPricesDiffer}, chain.ErrPricesDiffer},
		"incomplete":  {feed{err: chain.ErrRoundIncomplete}, chain.ErrRoundIncomplete},
		"unavailable": {feed{err: chain.ErrTemporary}, chain.ErrTemporary},
	} {
		t.Run(name, func(t *testing.T) {
			var refused error
			s := &quotes.Service{Store: r.Store, Chains: on(r.Chain, c.feed), Clock: clock.NewFake(now), MaxAge: 10 * time.Minute, Refused: func(_ uint32, err error) { refused = err }}
			_, err := s.Create(r.Ctx, quotes.Request{
				CheckoutID: id.New(), Price: money.Money{Amount: 100, Currency: "USD"}, HoldExpiresAt: now.Add(10 * time.Minute),
			})
			if !errors.Is(err, c.want) || !errors.Is(refused, c.want) {
				t.Errorf("error = %v, reported %v, want %v", err, refused, c.want)
			}
		})
	}
}

// A store that is unavailable doesn't mean a new quote: the first one may exist.
func TestAnUnavailableStoreIsNotNotFound(t *testing.T) {
	t.Parallel()
	s := &quotes.Service{Store: noQuotes{}, Chains: on(chain.Chain{ID: 31337}, nil), Clock: clock.NewFake(chaintest.Start)}
	if _, err := s.Create(t.Context(), quotes.Request{}); !errors.Is(err, errUnavailable) {
		t.Errorf("Create() = %v, want errUnavailable", err)
	}
}

// noQuotes is a store that fails to read quotes.
type noQuotes struct{ quotes.Store }

func (noQuotes) Halted(context.Context, uint32) (chain.Halt, error) {
	return chain.Halt{}, chain.ErrNotFound
}

func (noQuotes) HeadTime(context.Context, uint32) (time.Time, error) { return chaintest.Start, nil }

func (noQuotes) RunningQuote(context.Context, string, string, time.Time) (quotes.Quote, error) {
	return quotes.Quote{}, errUnavailable
}
