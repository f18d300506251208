// Package chaintest is for the tests of the cores: a chain in memory, which can fork, lag, lie and forget, and a watcher that follows it.
package chaintest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"sync"
	"time"

	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

// Start is the time of block 0. Blocks are one second apart.
var Start = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// Chain implements watching.Node.
type Chain struct {
	mu     sync.Mutex
	byHash map[string]chain.Block
	main   []chain.Block
	forks  int
	// Final is the height of the final block; Tag is whether the node reports it.
	Final uint64
	Tag   bool
	// Fail holds the errors that the next calls return, one each.
	Fail []error
	// Head hides the blocks above a height, like a lagging node; 0 hides none.
	Head uint64
	// Gone are addresses without a contract; all others have one.
	Gone map[string]bool
}

// New creates a chain with block 0 only.
func New() *Chain {
	c := &Chain{byHash: map[string]chain.Block{}, Tag: true}
	c.append(chain.Block{})
	return c
}

func (c *Chain) append(b chain.Block) chain.Block {
	b.Number = uint64(len(c.main))
	b.Time = Start.Add(time.Duration(b.Number) * time.Second)
	if b.Number > 0 {
		b.Parent = c.main[b.Number-1].Hash
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %d %d", b.Parent, b.Number, c.forks))
	b.Hash = "0x" + hex.EncodeToString(sum[:])
	place(b)
	c.byHash[b.Hash], c.main = b, append(c.main, b)
	return b
}

// place puts a block's events into it.
func place(b chain.Block) {
	for i := range b.Payments {
		b.Payments[i].BlockHash, b.Payments[i].BlockNumber, b.Payments[i].BlockTime = b.Hash, b.Number, b.Time
	}
	for i := range b.Withdrawn {
		b.Withdrawn[i].BlockHash, b.Withdrawn[i].BlockNumber, b.Withdrawn[i].BlockTime = b.Hash, b.Number, b.Time
	}
	for i := range b.Incoming {
		b.Incoming[i].BlockHash, b.Incoming[i].BlockNumber = b.Hash, b.Number
	}
}

// Mine appends empty blocks.
func (c *Chain) Mine(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for range n {
		c.append(chain.Block{})
	}
}

// Add appends a block with events.
func (c *Chain) Add(b chain.Block) chain.Block {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.append(b)
}

// Amend replaces the events of a block, whose hash stays: what the nodes showed before was invented.
func (c *Chain) Amend(number uint64, b chain.Block) {
	c.mu.Lock()
	defer c.mu.Unlock()
	b.Header = c.main[number].Header
	place(b)
	c.byHash[b.Hash], c.main[number] = b, b
}

// Fork drops the last blocks. The blocks after it get other hashes.
func (c *Chain) Fork(depth int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.main = c.main[:len(c.main)-depth]
	c.forks++
}

// Tip is the newest block.
func (c *Chain) Tip() chain.Block {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.main[len(c.main)-1]
}

func (c *Chain) fail() error {
	if len(c.Fail) == 0 {
		return nil
	}
	err := c.Fail[0]
	c.Fail = c.Fail[1:]
	return err
}

func (c *Chain) head() uint64 {
	if c.Head > 0 {
		return c.Head
	}
	return uint64(len(c.main)) - 1
}

// Heads implements watching.Node.
func (c *Chain) Heads(context.Context) (latest, final chain.Header, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.Tag && c.Final < uint64(len(c.main)) {
		final = c.main[c.Final].Header
	}
	return c.main[c.head()].Header, final, c.fail()
}

// HeaderByNumber implements watching.Node.
func (c *Chain) HeaderByNumber(_ context.Context, number uint64) (chain.Header, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.fail(); err != nil {
		return chain.Header{}, err
	}
	if number > c.head() {
		return chain.Header{}, chain.ErrNotYet
	}
	return c.main[number].Header, nil
}

// HeaderByHash implements watching.Node.
func (c *Chain) HeaderByHash(_ context.Context, hash string) (chain.Header, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.fail(); err != nil {
		return chain.Header{}, err
	}
	b, ok := c.byHash[hash]
	if !ok {
		return chain.Header{}, chain.ErrNotYet
	}
	return b.Header, nil
}

// Events implements watching.Node.
func (c *Chain) Events(_ context.Context, h chain.Header) (chain.Block, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.byHash[h.Hash], c.fail()
}

// Range implements watching.Node.
func (c *Chain) Range(_ context.Context, from, to uint64) ([]chain.Block, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]chain.Block(nil), c.main[from:min(to, c.head())+1]...), c.fail()
}

// CheckAgreement implements watching.Node.
func (c *Chain) CheckAgreement(_ context.Context, h chain.Header) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if h.Number >= uint64(len(c.main)) || c.main[h.Number].Hash != h.Hash {
		return chain.ErrTemporary
	}
	return nil
}

// Payees implements watching.Node.
func (c *Chain) Payees(_ context.Context, from, to uint64) ([]chain.PayeeEntry, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	var out []chain.PayeeEntry
	for _, b := range c.main[from : min(to, c.head())+1] {
		out = append(out, b.Entries()...)
	}
	return out, c.fail()
}

// HasCode implements watching.Node.
func (c *Chain) HasCode(_ context.Context, address string) (bool, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return !c.Gone[address], c.fail()
}
