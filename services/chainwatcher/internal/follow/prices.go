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

	mu    sync.Mutex
	price chain.Price
	// tried is closed after the first read, or once that takes too long.
	tried chan struct{}
}

// firstWithin is the maximum time that callers wait for the first read. A process serves before it has connected to its nodes.
const firstWithin = 5 * time.Second

// Latest returns the newest price, or chain.ErrNoPrice without one. It waits for the first read of the process.
func (p *Prices) Latest(ctx context.Context) (chain.Price, error) {
	price, tried := p.known()
	if price.Answer == nil {
		select {
		case <-tried:
		case <-ctx.Done():
		}
		price, _ = p.known()
	}
	if price.Answer == nil {
		return price, chain.ErrNoPrice
	}
	return price, nil
}

func (p *Prices) known() (chain.Price, chan struct{}) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.tried == nil {
		p.tried = make(chan struct{})
	}
	return p.price, p.tried
}

// Run reads the price until ctx ends. After a failure it retries soon and keeps showing the last price.
func (p *Prices) Run(ctx context.Context) error {
	_, tried := p.known()
	end := sync.OnceFunc(func() { close(tried) })
	late := time.AfterFunc(firstWithin, end)
	defer late.Stop()
	defer end()
	for ctx.Err() == nil {
		wait := 100 * time.Millisecond
		select {
		case <-tried:
			wait = time.Second
		default:
		}
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
			end()
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
