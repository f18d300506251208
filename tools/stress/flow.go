package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"
)

// Test cards of the provider.
const (
	goodCard     = "4242424242424242"
	declinedCard = "4000000000000002"
)

// tally counts the outcomes that buyers saw.
type tally struct {
	mu     sync.Mutex
	counts map[string]int
	errs   []string
}

func (t *tally) add(what string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.counts == nil {
		t.counts = map[string]int{}
	}
	t.counts[what]++
}

func (t *tally) fail(err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.errs = append(t.errs, err.Error())
}

// runBuyers buys until ctx ends; each buyer's choices derive from the seed. It returns when all started purchases have ended.
func runBuyers(ctx context.Context, people []*buyer, seed uint64, pace time.Duration, t *tally) {
	var all sync.WaitGroup
	for i, b := range people {
		all.Go(func() {
			rng := rand.New(rand.NewPCG(seed, uint64(i)))
			for wait(ctx, time.Duration(rng.Int64N(int64(2*pace)))) {
				// A started purchase is finished even after the load ends.
				if err := purchase(context.WithoutCancel(ctx), b, rng, t); err != nil {
					t.fail(err)
				}
			}
		})
	}
	all.Wait()
}

// purchase is one random purchase: which work, how it is paid, and whether the buyer changes their mind.
func purchase(ctx context.Context, b *buyer, rng *rand.Rand, t *tally) error {
	work := firstLarge + rng.IntN(largeWorks)
	switch n := rng.IntN(10); {
	case n == 0:
		work = firstUnique + rng.IntN(uniqueWorks)
	case n < 3:
		work = firstSmall + rng.IntN(smallWorks)
	}
	refundTo := ""
	if rng.IntN(3) == 0 {
		if n := b.auctions.selling(); n != 0 {
			work, refundTo = n, b.auctions.refundAddress()
		}
	}
	way := rng.IntN(100)
	c, err := b.reserve(ctx, work)
	if err != nil {
		return refusal(t, "reserve", err)
	}
	t.add("reserved")
	switch {
	case way < 50:
		err = b.payByCard(ctx, c.ID, goodCard)
	case way < 80:
		err = b.payByEther(ctx, c.ID, refundTo)
	case way < 88:
		if err = b.payByCard(ctx, c.ID, declinedCard); err == nil {
			err = b.payByCard(ctx, c.ID, goodCard)
		}
	case way < 94:
		if err = b.cancel(ctx, c.ID); err == nil {
			t.add("cancelled")
			return nil
		}
	default:
		t.add("abandoned")
		return nil
	}
	if err != nil {
		return refusal(t, "pay", err)
	}
	t.add("paid")
	b.addPaid(c.ID)
	return nil
}

// refusal distinguishes a clean refusal (4xx with a code) from an error that must not happen.
func refusal(t *tally, step string, err error) error {
	var f *failure
	if errors.As(err, &f) && f.Status >= 400 && f.Status < 500 && f.Code != "" {
		t.add(fmt.Sprintf("%s: %d %s", step, f.Status, f.Code))
		return nil
	}
	return fmt.Errorf("%s: %w", step, err)
}
