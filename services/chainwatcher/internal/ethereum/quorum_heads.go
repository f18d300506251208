package ethereum

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

// heads is what one node reports as its head and final block.
type heads struct{ latest, final chain.Header }

func headsOf(ctx context.Context, r reader) (heads, error) { return r.heads(ctx) }

// Heads implements watching.Node. With several nodes, the newest block is the highest that a majority has
// and agrees on, and likewise the final one. Nodes that lag, jump back or time out are dropped for a
// while.
func (n *Node) Heads(ctx context.Context) (latest, final chain.Header, err error) {
	if latest, final, err = n.ends(ctx); err == nil {
		n.onHead()
	}
	return latest, final, err
}

func (n *Node) ends(ctx context.Context) (latest, final chain.Header, err error) {
	if len(n.peers) == 1 {
		h, err := agree(ctx, n, callTimeout, lenient, headsOf, func(heads) string { return "" })
		return h.latest, h.final, err
	}
	list, err := n.currentHeads(ctx)
	if err != nil {
		return latest, final, err
	}
	slices.SortFunc(list, func(a, b heads) int { return cmp.Compare(b.latest.Number, a.latest.Number) })
	number := list[n.quorum-1].latest.Number
	// Check the final block first: nodes that disagree on it disagree on all later blocks too, and only this contradiction halts the chain.
	if final, err = n.final(ctx, list); err != nil {
		return latest, final, err
	}
	latest, err = n.HeaderByNumber(ctx, number)
	return latest, final, err
}

// final returns the highest block that is final for a majority of nodes that agree on it, or no block if a majority reports none.
func (n *Node) final(ctx context.Context, list []heads) (chain.Header, error) {
	list = slices.DeleteFunc(list, func(h heads) bool { return h.final.Hash == "" })
	if len(list) < n.quorum {
		return chain.Header{}, nil
	}
	slices.SortFunc(list, func(a, b heads) int { return cmp.Compare(b.final.Number, a.final.Number) })
	number := list[n.quorum-1].final.Number
	return agree(ctx, n, callTimeout, strict, func(ctx context.Context, r reader) (chain.Header, error) {
		return r.headerByNumber(ctx, number)
	}, hashOf)
}

// currentHeads returns the heads of the nodes that don't lag, at least a majority.
func (n *Node) currentHeads(ctx context.Context) ([]heads, error) {
	work, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	responses, called := all(work, n, headsOf)
	var current []response[heads]
	var errs []error
	results := map[*peer]error{}
	var enough <-chan time.Time
	for len(results) < called {
		select {
		case a := <-responses:
			results[a.from] = a.err
			if errors.Is(a.err, errFalse) {
				n.distrust(a.from)
			}
			if a.err != nil {
				errs = append(errs, fmt.Errorf("%s: %w", a.from.host, classify(a.err)))
				continue
			}
			current = append(current, a)
		case <-enough:
			called = 0
		}
		if len(current) == n.quorum && enough == nil {
			enough = time.After(slowNodeWait)
		}
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if len(current) >= n.quorum {
		n.countMissed(results)
	}
	return n.dropLagging(current, errs)
}

// countMissed counts nodes that timed out or failed while a majority responded. Nodes that responded start
// at 0 again (advances).
func (n *Node) countMissed(results map[*peer]error) {
	for _, p := range n.peers {
		err, responded := results[p]
		if responded && err == nil || !p.usable() {
			continue
		}
		p.mu.Lock()
		p.missed++
		tooOften := p.missed >= maxMissed
		p.mu.Unlock()
		switch {
		case !tooOften:
		case responded && !errors.Is(err, context.DeadlineExceeded):
			n.drop(p, failing, dropShort)
		default:
			n.drop(p, silent, dropShort)
		}
	}
}

// dropLagging drops nodes that jumped back or lag. It compares with the head that a majority has, so that
// one node that runs ahead doesn't make the others look slow.
func (n *Node) dropLagging(current []response[heads], errs []error) ([]heads, error) {
	current = slices.DeleteFunc(current, func(a response[heads]) bool { return !n.advances(a.from, a.value) })
	slices.SortFunc(current, func(a, b response[heads]) int { return cmp.Compare(b.value.latest.Number, a.value.latest.Number) })
	var out []heads
	if len(current) >= n.quorum {
		best := current[n.quorum-1].value.latest.Number
		for _, a := range current {
			if a.value.latest.Number+maxLag < best {
				n.drop(a.from, lags, dropShort)
				continue
			}
			out = append(out, a.value)
		}
	}
	if len(out) < n.quorum {
		return nil, errors.Join(append(errs, fmt.Errorf("%w: %d of %d nodes keep up, %d have to", chain.ErrTemporary, len(out), len(n.peers), n.quorum))...)
	}
	return out, nil
}

// advances reports whether a node moves forward. Its earlier heads are forgotten when it is dropped, so
// that it can return.
func (n *Node) advances(p *peer, h heads) bool {
	p.mu.Lock()
	back := h.latest.Number+maxLag <= p.head || h.latest.Number < p.final || h.final.Hash != "" && h.final.Number < p.final
	p.head, p.missed = h.latest.Number, 0
	if h.final.Hash != "" {
		p.final = h.final.Number
	}
	p.mu.Unlock()
	if back {
		n.drop(p, jumpedBack, dropShort)
	}
	return !back
}
