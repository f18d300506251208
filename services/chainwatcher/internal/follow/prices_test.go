package follow

import (
	"context"
	"errors"
	"math/big"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

// slowFeed implements only the price feed of a chain's contracts.
type slowFeed struct {
	chain.Contracts

	release chan struct{}
	fail    error
}

func (f *slowFeed) Price(ctx context.Context) (chain.Price, error) {
	select {
	case <-f.release:
	case <-ctx.Done():
		return chain.Price{}, ctx.Err()
	}
	return chain.Price{Answer: big.NewInt(3000)}, f.fail
}

// TestCallersWaitForTheFirstPrice: a process that serves already, but has not read the price, lets callers wait instead of refusing them. A read
// that fails ends the wait.
func TestCallersWaitForTheFirstPrice(t *testing.T) {
	t.Parallel()
	for name, fail := range map[string]error{"a price": nil, "a failed read": chain.ErrNoPrice} {
		chains := chain.NewChains(1, []uint32{1})
		feed := &slowFeed{release: make(chan struct{}), fail: fail}
		p := &Prices{Chains: chains, Every: time.Hour, Log: testkit.Log(t)}
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- p.Run(ctx) }()
		got := make(chan error, 1)
		go func() {
			_, err := p.Latest(ctx)
			got <- err
		}()
		chains.Put(chain.Link{Chain: chain.Chain{ID: 1, CurrencySymbol: "ETH", PriceFeed: "0x1"}, Contracts: feed})
		select {
		case err := <-got:
			t.Errorf("%s: a caller didn't share the running request: %v", name, err)
		case <-time.After(300 * time.Millisecond):
		}
		close(feed.release)
		if err := <-got; !errors.Is(err, fail) {
			t.Errorf("%s: %v, want %v", name, err, fail)
		}
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
}
