package ethereum

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/ethclient"

	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

const (
	// behind is how many blocks a node may lag, and how far its own head may jump back.
	behind = 5
	// lieRest is how long a node that contradicts the majority is dropped, restFor one that lags or
	// times out.
	lieRest = 10 * time.Minute
	restFor = 15 * time.Second
	// laggardWait is how long to wait for the other nodes once a majority has reported its head.
	laggardWait = 500 * time.Millisecond
	// mostSilence is how many times in a row a node may time out or return an error while a majority
	// responds.
	mostSilence = 5
)

// Reasons for dropping a node for a while; labels of a metric.
const (
	lies       = "contradicts"
	lags       = "behind"
	jumps      = "jumped_back"
	silent     = "silent"
	failing    = "failing"
	otherChain = "other_chain"
)

// Whether a response that differs from the majority's is a lie, or may come from a fork at the head.
const (
	strict tolerance = iota
	lenient
)

type tolerance int

// peer is one node of several.
type peer struct {
	client *ethclient.Client
	host   string

	mu      sync.Mutex
	checked bool
	until   time.Time
	head    uint64
	final   uint64
	missed  int
	// width is the maximum number of blocks per request, 0 for no limit. It shrinks after a timeout.
	width uint64
}

// least is the smallest range: if so few blocks time out, even fewer won't be faster.
const least = 4

// slow halves the range: the next step requests less from a slow node, and a silent one costs a step only one timeout.
func (p *peer) slow(blocks uint64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.width = max(blocks/2, least)
}

// quick doubles the range.
func (p *peer) quick(blocks uint64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.width > 0 && blocks >= p.width {
		if p.width *= 2; p.width > 4*headerBatch {
			p.width = 0
		}
	}
}

// most returns how many blocks to request at once, at most bound.
func (p *peer) most(bound uint64) uint64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.width == 0 {
		return bound
	}
	return min(p.width, bound)
}

// check verifies once which chain the node serves.
func (p *peer) check(ctx context.Context, chainID uint32) error {
	p.mu.Lock()
	checked := p.checked
	p.mu.Unlock()
	if checked {
		return nil
	}
	id, err := p.client.ChainID(ctx)
	if err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if id.Uint64() != uint64(chainID) {
		p.until = time.Now().Add(lieRest)
		return fmt.Errorf("%w: a node reports chain %s, not %d", chain.ErrBroken, id, chainID)
	}
	p.checked = true
	return nil
}

func (p *peer) usable() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return time.Now().After(p.until)
}

func (n *Node) drop(p *peer, why string, d time.Duration) {
	p.mu.Lock()
	p.until, p.missed = time.Now().Add(d), 0
	p.mu.Unlock()
	n.dropped(p.host, why)
}

type response[T any] struct {
	from  *peer
	value T
	err   error
}

// all calls every usable node concurrently.
func all[T any](ctx context.Context, n *Node, fn func(ctx context.Context, r reader) (T, error)) (responses <-chan response[T], called int) {
	var peers []*peer
	for _, p := range n.peers {
		if p.usable() {
			peers = append(peers, p)
		}
	}
	out := make(chan response[T], len(peers))
	for _, p := range peers {
		go func() {
			a := response[T]{from: p}
			if a.err = p.check(ctx, n.chainID); a.err == nil {
				a.value, a.err = fn(ctx, reader{n, p})
			}
			if errors.Is(a.err, chain.ErrBroken) {
				n.dropped(p.host, otherChain)
			}
			out <- a
		}()
	}
	return out, len(peers)
}

// agree returns the response of a majority of the configured nodes as soon as it is known. show
// distinguishes responses. A timeout of 0 leaves deadlines to the reader.
func agree[T any](
	ctx context.Context, n *Node, timeout time.Duration, mode tolerance, fn func(ctx context.Context, r reader) (T, error), show func(T) string,
) (T, error) {
	var none T
	if len(n.peers) == 1 {
		p := n.peers[0]
		work, cancel := limit(ctx, timeout)
		defer cancel()
		if err := p.check(work, n.chainID); err != nil {
			return none, classify(err)
		}
		v, err := fn(work, reader{n, p})
		return v, classify(err)
	}
	work, cancel := limit(ctx, timeout)
	responses, called := all(work, n, fn)
	votes := map[string][]*peer{}
	var errs []error
	for got := 1; got <= called; got++ {
		a := <-responses
		if a.err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", a.from.host, classify(a.err)))
			continue
		}
		text := show(a.value)
		if votes[text] = append(votes[text], a.from); len(votes[text]) < n.quorum {
			continue
		}
		// Slower nodes are still evaluated for a while, but nobody waits for them.
		go func() {
			defer cancel()
			defer time.AfterFunc(4*laggardWait, cancel).Stop()
			for ; got < called; got++ {
				if slow := <-responses; slow.err == nil {
					other := show(slow.value)
					votes[other] = append(votes[other], slow.from)
				}
			}
			if mode == strict {
				n.expose(votes, text)
			}
		}()
		return a.value, nil
	}
	cancel()
	if ctx.Err() != nil {
		return none, ctx.Err()
	}
	if i := slices.IndexFunc(errs, func(err error) bool { return errors.Is(err, chain.ErrNotYet) }); i >= 0 {
		return none, errs[i]
	}
	if mode == strict && len(votes) > 1 {
		errs = append(errs, chain.ErrContradiction)
	}
	return none, errors.Join(append(errs, fmt.Errorf("%w: no %d of %d nodes agree", chain.ErrTemporary, n.quorum, len(n.peers)))...)
}

// receipt returns the receipt of a transaction that a majority of the nodes reports, or ErrNotYet.
func (n *Node) receipt(ctx context.Context, hash string) (chain.Receipt, error) {
	return agree(ctx, n, callTimeout, lenient, func(ctx context.Context, r reader) (chain.Receipt, error) {
		receipt, err := r.c().TransactionReceipt(ctx, common.HexToHash(hash))
		if err != nil {
			return chain.Receipt{}, err
		}
		if receipt.BlockNumber == nil {
			return chain.Receipt{}, chain.ErrNotYet
		}
		return chain.Receipt{OK: receipt.Status == types.ReceiptStatusSuccessful, BlockNumber: receipt.BlockNumber.Uint64(), BlockHash: receipt.BlockHash.Hex()}, nil
	}, func(r chain.Receipt) string { return fmt.Sprint(r.BlockHash, r.OK) })
}

// majority returns the responses of as many nodes as a majority needs, or more. They may differ.
func majority[T any](ctx context.Context, n *Node, timeout time.Duration, fn func(ctx context.Context, r reader) (T, error)) ([]T, error) {
	work, cancel := limit(ctx, timeout)
	defer cancel()
	responses, called := all(work, n, fn)
	var out []T
	var errs []error
	for range called {
		a := <-responses
		if a.err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", a.from.host, classify(a.err)))
			continue
		}
		if out = append(out, a.value); len(out) == n.quorum {
			return out, nil
		}
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return nil, errors.Join(append(errs, fmt.Errorf("%w: %d of %d nodes respond, %d have to", chain.ErrTemporary, len(out), len(n.peers), n.quorum))...)
}

// expose drops the nodes that contradicted the majority.
func (n *Node) expose(votes map[string][]*peer, right string) {
	for text, peers := range votes {
		for _, p := range peers {
			if text != right {
				n.drop(p, lies, lieRest)
			}
		}
	}
}

func limit(ctx context.Context, timeout time.Duration) (context.Context, context.CancelFunc) {
	if timeout == 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, timeout)
}

func hashOf(h chain.Header) string { return h.Hash }

// fingerprint identifies the content of blocks.
func fingerprint(blocks []chain.Block) string {
	sum := sha256.New()
	for _, b := range blocks {
		fmt.Fprintln(sum, b.Hash, b.Parent, b.Time.Unix(), b.Payments, b.Transfers, b.Refunds, b.Incoming, b.Withdrawn)
	}
	return string(sum.Sum(nil))
}

// heads is what one node reports as its head and final block.
type heads struct{ latest, final chain.Header }

func headsOf(ctx context.Context, r reader) (heads, error) { return r.heads(ctx) }

// Heads implements chain.Node. With several nodes, the newest block is the highest that a majority has
// and agrees on, and likewise the final one. Nodes that lag, jump back or time out are dropped for a
// while.
func (n *Node) Heads(ctx context.Context) (latest, final chain.Header, err error) {
	if latest, final, err = n.ends(ctx); err == nil {
		n.heard()
	}
	return latest, final, err
}

func (n *Node) ends(ctx context.Context) (latest, final chain.Header, err error) {
	if len(n.peers) == 1 {
		h, err := agree(ctx, n, callTimeout, lenient, headsOf, func(heads) string { return "" })
		return h.latest, h.final, err
	}
	list, err := n.standing(ctx)
	if err != nil {
		return latest, final, err
	}
	slices.SortFunc(list, func(a, b heads) int { return cmp.Compare(b.latest.Number, a.latest.Number) })
	number := list[n.quorum-1].latest.Number
	// The final block comes first: nodes that disagree on it disagree on all later blocks too, and only this contradiction halts the chain.
	if final, err = n.final(ctx, list); err != nil {
		return latest, final, err
	}
	latest, err = n.HeaderByNumber(ctx, number)
	return latest, final, err
}

// final returns the highest block that is final for a majority, which has to agree on it, or no block if a majority reports none.
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

// standing returns the heads of the nodes that keep up, at least a majority.
func (n *Node) standing(ctx context.Context) ([]heads, error) {
	work, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	responses, called := all(work, n, headsOf)
	var current []response[heads]
	var errs []error
	heard := map[*peer]error{}
	var enough <-chan time.Time
	for len(heard) < called {
		select {
		case a := <-responses:
			heard[a.from] = a.err
			if a.err != nil {
				errs = append(errs, fmt.Errorf("%s: %w", a.from.host, classify(a.err)))
				continue
			}
			current = append(current, a)
		case <-enough:
			called = 0
		}
		if len(current) == n.quorum && enough == nil {
			enough = time.After(laggardWait)
		}
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if len(current) >= n.quorum {
		n.silence(heard)
	}
	return n.keepUp(current, errs)
}

// silence counts nodes that timed out or failed while a majority responded. Nodes that responded start
// at 0 again (steady).
func (n *Node) silence(heard map[*peer]error) {
	for _, p := range n.peers {
		err, responded := heard[p]
		if responded && err == nil || !p.usable() {
			continue
		}
		p.mu.Lock()
		p.missed++
		tooOften := p.missed >= mostSilence
		p.mu.Unlock()
		switch {
		case !tooOften:
		case responded && !errors.Is(err, context.DeadlineExceeded):
			n.drop(p, failing, restFor)
		default:
			n.drop(p, silent, restFor)
		}
	}
}

// keepUp drops nodes that jumped back or lag. It compares with the head that a majority has, so that
// one node that runs ahead doesn't make the others look slow.
func (n *Node) keepUp(current []response[heads], errs []error) ([]heads, error) {
	current = slices.DeleteFunc(current, func(a response[heads]) bool { return !n.steady(a.from, a.value) })
	slices.SortFunc(current, func(a, b response[heads]) int { return cmp.Compare(b.value.latest.Number, a.value.latest.Number) })
	var out []heads
	if len(current) >= n.quorum {
		best := current[n.quorum-1].value.latest.Number
		for _, a := range current {
			if a.value.latest.Number+behind < best {
				n.drop(a.from, lags, restFor)
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

// steady reports whether a node moves forward. Its earlier heads are forgotten when it is dropped, so
// that it can return.
func (n *Node) steady(p *peer, h heads) bool {
	p.mu.Lock()
	back := h.latest.Number+behind <= p.head || h.latest.Number < p.final || h.final.Hash != "" && h.final.Number < p.final
	p.head, p.missed = h.latest.Number, 0
	if h.final.Hash != "" {
		p.final = h.final.Number
	}
	p.mu.Unlock()
	if back {
		n.drop(p, jumps, restFor)
	}
	return !back
}
