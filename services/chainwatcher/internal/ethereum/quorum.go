package ethereum

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/ethclient"

	"github.com/vitrine/vitrine/kit/background"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/signing"
)

const (
	// maxLag is how many blocks a node may lag, and how far its own head may jump back.
	maxLag = 5
	// dropLong is how long a node of another chain is dropped, dropShort one that lags or times out.
	dropLong  = 10 * time.Minute
	dropShort = 15 * time.Second
	// agreements is how many times in a row a node that was wrong has to agree with the majority before its vote counts again.
	agreements = 50
	// slowNodeWait is how long to wait for the other nodes once a majority has reported its head.
	slowNodeWait = 500 * time.Millisecond
	// maxMissed is how many times in a row a node may time out or return an error while a majority
	// responds.
	maxMissed = 5
)

// Reasons for dropping a node for a while; labels of a metric.
const (
	contradicts = "contradicts"
	lags        = "behind"
	jumpedBack  = "jumped_back"
	silent      = "silent"
	failing     = "failing"
	otherChain  = "other_chain"
)

// Whether a response that differs from the majority's is false, or may come from a fork at the head.
const (
	strict tolerance = iota
	lenient
)

type tolerance int

// peer is one node of several.
type peer struct {
	client *ethclient.Client
	host   string
	// url is the node's address, and http what batches are sent with, nil for a node that isn't reached by HTTP.
	url  string
	http *http.Client

	mu      sync.Mutex
	checked bool
	until   time.Time
	head    uint64
	final   uint64
	missed  int
	// probation is how many agreements a node that was wrong still needs. Until then its vote only breaks a tie.
	probation int
	// maxRange is the maximum number of blocks per request, 0 for no limit. It shrinks after a timeout.
	maxRange uint64
	// refused is half the size of the smallest request that the node refused, 0 for none. It is forgotten when the node's methods are checked
	// again.
	refused uint64
	// withoutBlockReceipts is set for a node that doesn't have eth_getBlockReceipts.
	withoutBlockReceipts atomic.Bool
}

// minRange is the smallest range: if so few blocks time out, even fewer won't be faster.
const minRange = 4

// shrinkRange halves the range: the next step requests less from a slow node, and a silent one costs a step only one timeout.
func (p *peer) shrinkRange(blocks uint64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.maxRange = max(blocks/2, minRange)
}

// refuse records that the node refuses requests of a size.
func (p *peer) refuse(blocks uint64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.refused = max(blocks/2, minRange)
}

// growRange doubles the range.
func (p *peer) growRange(blocks uint64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.maxRange > 0 && blocks >= p.maxRange {
		if p.maxRange *= 2; p.maxRange > 4*headerBatch {
			p.maxRange = 0
		}
	}
}

// blocksPerRequest returns how many blocks to request at once, at most bound.
func (p *peer) blocksPerRequest(bound uint64) uint64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, limit := range []uint64{p.maxRange, p.refused} {
		if limit > 0 {
			bound = min(bound, limit)
		}
	}
	return bound
}

// check verifies, once, that the node serves the right chain.
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
		p.until = time.Now().Add(dropLong)
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

// trusted reports whether the node's vote counts.
func (p *peer) trusted() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.probation == 0
}

func (p *peer) agreed() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.probation = max(p.probation-1, 0)
}

// distrust puts a node that was wrong on probation. It is still called: if the others contradict each other, its vote decides.
func (n *Node) distrust(p *peer) {
	p.mu.Lock()
	again := p.probation == agreements
	p.probation = agreements
	p.mu.Unlock()
	if !again {
		n.dropped(p.host, contradicts)
	}
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

// guarded calls a node. A response that makes a library panic is an error of that node, not the end of the process.
func guarded[T any](ctx context.Context, r reader, fn func(ctx context.Context, r reader) (T, error)) (value T, err error) {
	err = background.Guard(ctx, func(ctx context.Context) (err error) {
		value, err = fn(ctx, r)
		return err
	})
	return value, err
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
		background.Go(ctx, func(ctx context.Context) error {
			a := response[T]{from: p}
			a.value, a.err = guarded(ctx, reader{n, p}, func(ctx context.Context, r reader) (T, error) {
				if err := p.check(ctx, n.chainID); err != nil {
					return a.value, err
				}
				return fn(ctx, r)
			})
			out <- a
			if errors.Is(a.err, chain.ErrBroken) {
				n.dropped(p.host, otherChain)
			}
			return nil
		})
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
		v, err := guarded(work, reader{n, p}, fn)
		return v, classify(err)
	}
	work, cancel := limit(ctx, timeout)
	responses, called := all(work, n, fn)
	c := count[T]{node: n, mode: mode, show: show, votes: map[string][]*peer{}, values: map[string]T{}}
	for got := 1; got <= called; got++ {
		c.add(<-responses)
		text, ok := c.majority(got == called)
		if !ok {
			continue
		}
		value := c.values[text]
		// Slower nodes are still checked for a while, but nothing waits for them. A panic ends only that.
		background.Go(work, func(context.Context) error {
			defer cancel()
			defer time.AfterFunc(4*slowNodeWait, cancel).Stop()
			for ; got < called; got++ {
				c.add(<-responses)
			}
			c.judge(text)
			return nil
		})
		return value, nil
	}
	cancel()
	if ctx.Err() != nil {
		return none, ctx.Err()
	}
	return none, c.problem()
}

// count counts the responses of the nodes to one call.
type count[T any] struct {
	node   *Node
	mode   tolerance
	show   func(T) string
	votes  map[string][]*peer
	values map[string]T
	// lied is whether a response contradicts its own block header.
	lied bool
	errs []error
}

func (c *count[T]) add(r response[T]) {
	if r.err == nil {
		text := c.show(r.value)
		c.votes[text], c.values[text] = append(c.votes[text], r.from), r.value
		return
	}
	if errors.Is(r.err, errFalse) {
		c.lied = true
		c.node.distrust(r.from)
	}
	c.errs = append(c.errs, fmt.Errorf("%s: %w", r.from.host, classify(r.err)))
}

// majority returns the response of a majority of the configured nodes. Nodes on probation only count once all have responded.
func (c *count[T]) majority(all bool) (text string, ok bool) {
	for text, from := range c.votes {
		counted := 0
		for _, p := range from {
			if all || p.trusted() {
				counted++
			}
		}
		if counted >= c.node.quorum {
			return text, true
		}
	}
	return "", false
}

// judge puts the nodes that contradicted the majority on probation, and counts the agreement of the others.
func (c *count[T]) judge(right string) {
	if c.mode == lenient {
		return
	}
	for text, from := range c.votes {
		for _, p := range from {
			if text == right {
				p.agreed()
			} else {
				c.node.distrust(p)
			}
		}
	}
}

// problem returns why there is no majority.
func (c *count[T]) problem() error {
	if i := slices.IndexFunc(c.errs, func(err error) bool { return errors.Is(err, chain.ErrNotYet) }); i >= 0 {
		return c.errs[i]
	}
	errs := c.errs
	if c.lied || c.mode == strict && len(c.votes) > 1 {
		errs = append(errs, chain.ErrContradiction)
	}
	return errors.Join(append(errs, fmt.Errorf("%w: no %d of %d nodes agree", chain.ErrTemporary, c.node.quorum, len(c.node.peers)))...)
}

// receipt returns the receipt of a transaction that a majority of the nodes reports, or ErrNotYet.
func (n *Node) receipt(ctx context.Context, hash string) (signing.Receipt, error) {
	return agree(ctx, n, callTimeout, lenient, func(ctx context.Context, r reader) (signing.Receipt, error) {
		receipt, err := r.c().TransactionReceipt(ctx, common.HexToHash(hash))
		if err != nil {
			return signing.Receipt{}, err
		}
		if receipt.BlockNumber == nil {
			return signing.Receipt{}, chain.ErrNotYet
		}
		return signing.Receipt{OK: receipt.Status == types.ReceiptStatusSuccessful, BlockNumber: receipt.BlockNumber.Uint64(), BlockHash: receipt.BlockHash.Hex()}, nil
	}, func(r signing.Receipt) string { return fmt.Sprint(r.BlockHash, r.OK) })
}

// majority returns the responses of as many nodes as a majority needs, or more. They may differ. Nodes on probation are only used if
// the others are too few.
func majority[T any](ctx context.Context, n *Node, timeout time.Duration, fn func(ctx context.Context, r reader) (T, error)) ([]T, error) {
	work, cancel := limit(ctx, timeout)
	defer cancel()
	responses, called := all(work, n, fn)
	var out, spare []T
	var errs []error
	for range called {
		a := <-responses
		switch {
		case a.err != nil:
			errs = append(errs, fmt.Errorf("%s: %w", a.from.host, classify(a.err)))
		case !a.from.trusted():
			spare = append(spare, a.value)
		default:
			out = append(out, a.value)
		}
		if len(out) == n.quorum {
			return out, nil
		}
	}
	if out = append(out, spare...); len(out) >= n.quorum {
		return out, nil
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return nil, errors.Join(append(errs, fmt.Errorf("%w: %d of %d nodes respond, %d have to", chain.ErrTemporary, len(out), len(n.peers), n.quorum))...)
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
