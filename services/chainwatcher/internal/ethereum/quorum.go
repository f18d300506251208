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

	"github.com/ethereum/go-ethereum/ethclient"

	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

const (
	// behind is how many blocks a node may lag, and how far its own head may jump back.
	behind = 5
	// lieRest is how long a node that contradicts the majority is not asked, restFor one that lags or is silent.
	lieRest = 10 * time.Minute
	restFor = 15 * time.Second
	// patience is how long the others may take once a majority has told its head.
	patience = 500 * time.Millisecond
	// mostSilence is how often in a row a node may be too slow, or answer with an error, while a majority answers.
	mostSilence = 5
)

// Why a node is not asked for a while. They are labels of a metric.
const (
	lies       = "contradicts"
	lags       = "behind"
	jumps      = "jumped_back"
	silent     = "silent"
	failing    = "failing"
	otherChain = "other_chain"
)

// Whether another answer than the majority's is a lie, or may come from a fork at the head.
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
	// width is how many blocks may be asked for at once, 0 for any: fewer after a call that ended by its deadline.
	width uint64
}

// least is the fewest blocks that a range is cut to: what takes longer for so few will not get faster.
const least = 4

// slow halves what is asked for at once, so that a node that is slow is asked for less by the next step, while one that is silent
// costs that step a single deadline.
func (p *peer) slow(blocks uint64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.width = max(blocks/2, least)
}

// quick lets twice as many be asked for.
func (p *peer) quick(blocks uint64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.width > 0 && blocks >= p.width {
		if p.width *= 2; p.width > 4*headerBatch {
			p.width = 0
		}
	}
}

// most is how many blocks may be asked for at once, and no more than bound.
func (p *peer) most(bound uint64) uint64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.width == 0 {
		return bound
	}
	return min(p.width, bound)
}

// check asks once of which chain the node is.
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
		return fmt.Errorf("%w: a node answers as chain %s, not %d", chain.ErrBroken, id, chainID)
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

type answer[T any] struct {
	from  *peer
	value T
	err   error
}

// all asks every usable node at once.
func all[T any](ctx context.Context, n *Node, fn func(ctx context.Context, r reader) (T, error)) (answers <-chan answer[T], asked int) {
	var peers []*peer
	for _, p := range n.peers {
		if p.usable() {
			peers = append(peers, p)
		}
	}
	out := make(chan answer[T], len(peers))
	for _, p := range peers {
		go func() {
			a := answer[T]{from: p}
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

// agree answers what a majority of the configured nodes says, as soon as it has said it. show tells answers apart. A
// timeout of 0 leaves deadlines to the reader.
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
	answers, asked := all(work, n, fn)
	votes := map[string][]*peer{}
	var errs []error
	for got := 1; got <= asked; got++ {
		a := <-answers
		if a.err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", a.from.host, classify(a.err)))
			continue
		}
		text := show(a.value)
		if votes[text] = append(votes[text], a.from); len(votes[text]) < n.quorum {
			continue
		}
		// The slower ones are listened to as well, for a while, but not waited for.
		go func() {
			defer cancel()
			defer time.AfterFunc(4*patience, cancel).Stop()
			for ; got < asked; got++ {
				if late := <-answers; late.err == nil {
					other := show(late.value)
					votes[other] = append(votes[other], late.from)
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
	return none, errors.Join(append(errs, fmt.Errorf("%w: no %d of %d nodes agree", chain.ErrTemporary, n.quorum, len(n.peers)))...)
}

// expose drops the nodes that said something else than the majority.
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

// fingerprint tells apart what blocks say.
func fingerprint(blocks []chain.Block) string {
	sum := sha256.New()
	for _, b := range blocks {
		fmt.Fprintln(sum, b.Hash, b.Parent, b.Time.Unix(), b.Payments, b.Transfers, b.Refunds, b.Incoming)
	}
	return string(sum.Sum(nil))
}

// heads is what one node says of its ends.
type heads struct{ latest, final chain.Header }

func headsOf(ctx context.Context, r reader) (heads, error) { return r.heads(ctx) }

// Heads implements chain.Node. With several nodes the newest block is the highest that a majority has, and agrees on; the same
// goes for the final one. Nodes that lag, jump back or are silent are left out for a while.
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
	top := func(a, b heads) int { return cmp.Compare(b.latest.Number, a.latest.Number) }
	slices.SortFunc(list, top)
	if latest, err = n.HeaderByNumber(ctx, list[n.quorum-1].latest.Number); err != nil {
		return latest, final, err
	}
	list = slices.DeleteFunc(list, func(h heads) bool { return h.final.Hash == "" })
	if len(list) < n.quorum {
		return latest, final, nil
	}
	slices.SortFunc(list, func(a, b heads) int { return cmp.Compare(b.final.Number, a.final.Number) })
	number := list[n.quorum-1].final.Number
	final, err = agree(ctx, n, callTimeout, strict, func(ctx context.Context, r reader) (chain.Header, error) {
		return r.headerByNumber(ctx, number)
	}, hashOf)
	return latest, final, err
}

// standing answers the heads of the nodes that keep up, a majority at least.
func (n *Node) standing(ctx context.Context) ([]heads, error) {
	work, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	answers, asked := all(work, n, headsOf)
	var told []answer[heads]
	var errs []error
	heard := map[*peer]error{}
	var enough <-chan time.Time
	for len(heard) < asked {
		select {
		case a := <-answers:
			heard[a.from] = a.err
			if a.err != nil {
				errs = append(errs, fmt.Errorf("%s: %w", a.from.host, classify(a.err)))
				continue
			}
			told = append(told, a)
		case <-enough:
			asked = 0
		}
		if len(told) == n.quorum && enough == nil {
			enough = time.After(patience)
		}
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if len(told) >= n.quorum {
		n.silence(heard)
	}
	return n.keepUp(told, errs)
}

// silence counts who did not answer in time, or with an error, while a majority answered. Those who did begin at 0 again (steady).
func (n *Node) silence(heard map[*peer]error) {
	for _, p := range n.peers {
		err, answered := heard[p]
		if answered && err == nil || !p.usable() {
			continue
		}
		p.mu.Lock()
		p.missed++
		tooOften := p.missed >= mostSilence
		p.mu.Unlock()
		switch {
		case !tooOften:
		case answered && !errors.Is(err, context.DeadlineExceeded):
			n.drop(p, failing, restFor)
		default:
			n.drop(p, silent, restFor)
		}
	}
}

// keepUp drops the nodes that jumped back or lag. The measure is the head that a majority has, so that one node that boasts
// does not make the others look late.
func (n *Node) keepUp(told []answer[heads], errs []error) ([]heads, error) {
	told = slices.DeleteFunc(told, func(a answer[heads]) bool { return !n.steady(a.from, a.value) })
	slices.SortFunc(told, func(a, b answer[heads]) int { return cmp.Compare(b.value.latest.Number, a.value.latest.Number) })
	var out []heads
	if len(told) >= n.quorum {
		best := told[n.quorum-1].value.latest.Number
		for _, a := range told {
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

// steady tells whether a node goes forward. What it said before is forgotten when it is dropped, so that it may come back.
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
