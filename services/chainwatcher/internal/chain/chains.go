package chain

import (
	"cmp"
	"slices"
	"sync"
)

// Link is a chain that is up.
type Link struct {
	Chain     Chain
	Contracts Contracts
}

// Chains is the set of links that are up. A chain is added once its node responds and its contracts are known.
type Chains struct {
	mu       sync.RWMutex
	fallback uint32
	order    []uint32
	links    map[uint32]Link
	settled  chan struct{}
}

// NewChains creates an empty set. Id 0 means the fallback chain; order is the order of lists.
func NewChains(fallback uint32, order []uint32) *Chains {
	return &Chains{fallback: fallback, order: order, links: map[uint32]Link{}, settled: make(chan struct{})}
}

// Put adds or replaces a link.
func (c *Chains) Put(l Link) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.links[l.Chain.ID] = l
	if slices.ContainsFunc(c.order, func(id uint32) bool { _, up := c.links[id]; return !up }) {
		return
	}
	select {
	case <-c.settled:
	default:
		close(c.settled)
	}
}

// Settled is closed once every chain has been up.
func (c *Chains) Settled() <-chan struct{} { return c.settled }

// Resolve returns the id of the configured chain for id, whether the chain is up or not. Error: ErrUnknownChain.
func (c *Chains) Resolve(id uint32) (uint32, error) {
	id = cmp.Or(id, c.fallback)
	if !slices.Contains(c.order, id) {
		return 0, ErrUnknownChain
	}
	return id, nil
}

// Configured reports whether an id is a configured chain. 0 is not: money is refunded on the chain that it came from.
func (c *Chains) Configured(id uint32) bool { return slices.Contains(c.order, id) }

// IDs returns the ids of all configured chains.
func (c *Chains) IDs() []uint32 { return slices.Clone(c.order) }

// Get returns a link. 0 means the default chain. Errors: ErrUnknownChain, ErrNoChain while the chain is down.
func (c *Chains) Get(id uint32) (Link, error) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	id = cmp.Or(id, c.fallback)
	l, ok := c.links[id]
	if !ok && !slices.Contains(c.order, id) {
		return Link{}, ErrUnknownChain
	}
	if !ok {
		return Link{}, ErrNoChain
	}
	return l, nil
}

// All returns the links that are up, the default one first.
func (c *Chains) All() []Link {
	c.mu.RLock()
	defer c.mu.RUnlock()
	var out []Link
	for _, id := range slices.Concat([]uint32{c.fallback}, c.order) {
		l, ok := c.links[id]
		if ok && !slices.ContainsFunc(out, func(o Link) bool { return o.Chain.ID == id }) {
			out = append(out, l)
		}
	}
	return out
}

// Vaults returns the vault of each chain.
func (c *Chains) Vaults() map[uint32]string {
	out := map[uint32]string{}
	for _, l := range c.All() {
		out[l.Chain.ID] = l.Chain.Vault
	}
	return out
}
