package follow

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

// Prices provides the price shown on pages.
type Prices struct {
	Chains *chain.Chains
	// Every is the interval between two reads.
	Every time.Duration
	Log   *slog.Logger

	mu    sync.RWMutex
	price chain.Price
}

// Shown returns the newest price, or chain.ErrNoPrice before the first.
func (p *Prices) Shown() (chain.Price, error) {
	p.mu.RLock()
	defer p.mu.RUnlock()
	if p.price.Answer == nil {
		return p.price, chain.ErrNoPrice
	}
	return p.price, nil
}

// Run reads the price until ctx ends. After a failure it retries soon and keeps showing the old price.
func (p *Prices) Run(ctx context.Context) error {
	for ctx.Err() == nil {
		wait := time.Second
		if link, err := p.etherChain(); err == nil {
			price, err := link.Contracts.Price(ctx)
			if err == nil && price.Answer.Sign() > 0 {
				p.mu.Lock()
				p.price = price
				p.mu.Unlock()
				wait = p.Every
			} else if ctx.Err() == nil {
				p.Log.WarnContext(ctx, "no ether price", "error", err)
				wait = min(15*time.Second, p.Every)
			}
		}
		pause(ctx, wait)
	}
	return nil
}

// etherChain returns a chain whose coin is ether and that has a feed, the default one first.
func (p *Prices) etherChain() (chain.Link, error) {
	all := p.Chains.All()
	i := slices.IndexFunc(all, func(l chain.Link) bool { return l.Chain.CurrencySymbol == "ETH" && l.Chain.PriceFeed != "" })
	if i < 0 {
		return chain.Link{}, chain.ErrNoChain
	}
	return all[i], nil
}
