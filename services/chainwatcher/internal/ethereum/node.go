package ethereum

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/ethclient"
	"github.com/ethereum/go-ethereum/rpc"

	"github.com/vitrine/vitrine/kit/background"
	"github.com/vitrine/vitrine/kit/httpclient"
	"github.com/vitrine/vitrine/kit/tracing"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

// callTimeout limits every call to a node, because a node may accept a call and never respond.
const callTimeout = 5 * time.Second

// Node is one chain behind one or more RPC URLs. Headers have to match their hash, and logs the receipts root of their block, however many
// nodes report them. With several nodes, block data also needs a majority (two of two, two of three); calls whose result decides nothing
// use one of them.
type Node struct {
	chainID uint32
	peers   []*peer
	// quorum is how many of the configured nodes have to agree.
	quorum  int
	current atomic.Int64
	dropped func(host, why string)
	onHead  func()

	events  map[event]Decode
	sources []common.Address
	topics  []common.Hash
	money   watched
	// payments is the payment contract.
	payments common.Address
}

// Dial connects and checks that the nodes serve this chain. It returns ErrTemporary if no node responds and ErrBroken for another
// chain. If one of several nodes doesn't respond, it is retried later.
func Dial(ctx context.Context, chainID uint32, urls []string) (*Node, error) {
	n := &Node{chainID: chainID, quorum: len(urls)/2 + 1, dropped: func(string, string) {}, onHead: func() {}}
	var errs []error
	up := false
	for _, u := range urls {
		client := &http.Client{
			Transport: newMeasured(tracing.Outside(transport()), chainID, hostOf(u)), CheckRedirect: httpclient.RefuseRedirects, Timeout: callTimeout,
		}
		raw, err := rpc.DialOptions(ctx, u, rpc.WithHTTPClient(client))
		if err != nil {
			errs = append(errs, classify(err))
			continue
		}
		p := &peer{client: ethclient.NewClient(raw), host: hostOf(u), url: u}
		if strings.HasPrefix(u, "http") {
			p.http = client
		}
		n.peers = append(n.peers, p)
		work, cancel := context.WithTimeout(ctx, callTimeout)
		err = p.check(work, chainID)
		cancel()
		if err != nil {
			errs = append(errs, classify(err))
		}
		up = up || err == nil
	}
	if !up {
		n.Close()
		return nil, errors.Join(errs...)
	}
	return n, nil
}

// transport detects half-open connections. HTTP/2 sends all calls over one connection, and would keep using a dead one until the
// operating system closes it, after 15 minutes or more.
func transport() http.RoundTripper {
	t, ok := http.DefaultTransport.(*http.Transport)
	if !ok {
		return http.DefaultTransport
	}
	own := t.Clone()
	own.HTTP2 = &http.HTTP2Config{SendPingTimeout: callTimeout / 4, PingTimeout: callTimeout / 4}
	return own
}

// hostOf returns a node's host, without the API keys that its URL may contain.
func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "?"
	}
	return u.Host
}

// alone reports whether there is no other node that could contradict the first.
func (n *Node) alone() bool { return n.quorum == 1 }

// OnDrop sets a function that is called with the reason each time a node is ignored for a while.
func (n *Node) OnDrop(fn func(host, why string)) { n.dropped = fn }

// OnHead sets a function that is called each time the nodes report their head.
func (n *Node) OnHead(fn func()) { n.onHead = fn }

// Close closes the connections.
func (n *Node) Close() {
	for _, p := range n.peers {
		p.client.Close()
	}
}

// Client returns the node in use.
func (n *Node) Client() *ethclient.Client { return n.using().client }

// using returns the node in use: the first one, from the last used on, that is neither dropped nor on probation, if there is one.
func (n *Node) using() *peer {
	at := int(n.current.Load())
	for _, fits := range []func(*peer) bool{func(p *peer) bool { return p.usable() && p.trusted() }, (*peer).usable} {
		for i := range n.peers {
			if p := n.peers[(at+i)%len(n.peers)]; fits(p) {
				return p
			}
		}
	}
	return n.peers[at%len(n.peers)]
}

// call calls the node in use. If it doesn't respond, the others are tried immediately, each with the same timeout, and the first that
// responds becomes the node in use. A call may run twice, so it must be safe to repeat: a read, or sending the same bytes.
func (n *Node) call(ctx context.Context, timeout time.Duration, fn func(ctx context.Context, c *ethclient.Client) error) error {
	var errs []error
	for _, p := range n.inOrder() {
		err := n.one(ctx, timeout, p, fn)
		if err == nil || ctx.Err() != nil || !worthAnotherNode(err) {
			return classify(err)
		}
		n.current.Store(n.after(p))
		errs = append(errs, fmt.Errorf("%s: %w", p.host, classify(err)))
	}
	return errors.Join(errs...)
}

// inOrder returns the nodes that are not dropped, the one in use first. If all are dropped, it returns only the one in use.
func (n *Node) inOrder() []*peer {
	out := []*peer{n.using()}
	at := slices.Index(n.peers, out[0])
	for i := range n.peers[1:] {
		if p := n.peers[(at+1+i)%len(n.peers)]; p.usable() {
			out = append(out, p)
		}
	}
	return out
}

func (n *Node) one(ctx context.Context, timeout time.Duration, p *peer, fn func(ctx context.Context, c *ethclient.Client) error) error {
	work, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	if err := p.check(work, n.chainID); err != nil {
		return err
	}
	return fn(work, p.client)
}

// after returns the index after a node's.
func (n *Node) after(p *peer) int64 { return int64(slices.Index(n.peers, p)+1) % int64(len(n.peers)) }

// HeaderByNumber implements watching.Node.
func (n *Node) HeaderByNumber(ctx context.Context, number uint64) (chain.Header, error) {
	return agree(ctx, n, callTimeout, lenient, func(ctx context.Context, r reader) (chain.Header, error) {
		return r.headerByNumber(ctx, number)
	}, hashOf)
}

// HeaderByHash implements watching.Node.
func (n *Node) HeaderByHash(ctx context.Context, hash string) (chain.Header, error) {
	return agree(ctx, n, callTimeout, strict, func(ctx context.Context, r reader) (chain.Header, error) {
		return r.headerByHash(ctx, hash)
	}, func(h chain.Header) string { return h.Hash + h.Parent })
}

// Events implements watching.Node.
func (n *Node) Events(ctx context.Context, h chain.Header) (chain.Block, error) {
	return agree(ctx, n, callTimeout, strict, func(ctx context.Context, r reader) (chain.Block, error) {
		return r.events(ctx, h)
	}, func(b chain.Block) string { return fingerprint([]chain.Block{b}) })
}

// Range implements watching.Node. The hash of the last block proves all of them with their events, so a majority has to agree on this hash
// only. Money outside the payment contract is in no log of ours and could be left out, so all nodes are called about it.
func (n *Node) Range(ctx context.Context, from, to uint64) ([]chain.Block, error) {
	blocks, err := n.proven(ctx, from, to)
	if err != nil || n.money.nothing() {
		return blocks, err
	}
	list := make([]*chain.Block, len(blocks))
	for i := range blocks {
		list[i] = &blocks[i]
	}
	money, err := agree(ctx, n, 0, strict, func(ctx context.Context, r reader) (map[uint64][]chain.Incoming, error) {
		return r.rangeMoney(ctx, list)
	}, func(money map[uint64][]chain.Incoming) string { return fmt.Sprint(money) })
	for _, b := range list {
		b.Incoming = append(b.Incoming, money[b.Number]...)
	}
	return blocks, err
}

// proven reads blocks from the node in use, or from another one if it fails or the majority has another last block.
func (n *Node) proven(ctx context.Context, from, to uint64) ([]chain.Block, error) {
	type end struct {
		chain.Header
		err error
	}
	last := make(chan end, 1)
	if !n.alone() {
		background.Go(ctx, func(ctx context.Context) error {
			var e end
			e.err = background.Guard(ctx, func(ctx context.Context) (err error) {
				e.Header, err = agree(ctx, n, callTimeout, strict, func(ctx context.Context, r reader) (chain.Header, error) { return r.headerByNumber(ctx, to) }, hashOf)
				return err
			})
			last <- e
			return nil
		})
	}
	var agreed *end
	var errs []error
	for _, p := range n.inOrder() {
		blocks, err := n.from(ctx, p, from, to)
		if err == nil && !n.alone() {
			if agreed == nil {
				got := <-last
				agreed = &got
			}
			if agreed.err != nil {
				return nil, agreed.err
			}
			if got := blocks[len(blocks)-1].Hash; got != agreed.Hash {
				err = fmt.Errorf("%w: block %d is %s, the majority has %s", errFalse, to, got, agreed.Hash)
			}
		}
		if err == nil {
			return blocks, nil
		}
		if ctx.Err() != nil || n.alone() {
			return nil, classify(err)
		}
		if errors.Is(err, errFalse) {
			n.distrust(p)
			errs = append(errs, chain.ErrContradiction)
		}
		n.current.CompareAndSwap(int64(slices.Index(n.peers, p)), n.after(p))
		errs = append(errs, fmt.Errorf("%s: %w", p.host, classify(err)))
	}
	return nil, errors.Join(errs...)
}

// from reads blocks from one node.
func (n *Node) from(ctx context.Context, p *peer, from, to uint64) ([]chain.Block, error) {
	work, cancel := context.WithTimeout(ctx, callTimeout)
	err := p.check(work, n.chainID)
	cancel()
	if err != nil {
		return nil, err
	}
	return reader{n, p}.blocks(ctx, from, to)
}

// CheckAgreement implements watching.Node. A single node has nobody to agree with: its view of the block is already stored.
func (n *Node) CheckAgreement(ctx context.Context, h chain.Header) error {
	if n.alone() {
		return nil
	}
	got, err := agree(ctx, n, callTimeout, strict, func(ctx context.Context, r reader) (chain.Header, error) {
		return r.headerByNumber(ctx, h.Number)
	}, hashOf)
	if err == nil && got.Hash != h.Hash {
		err = fmt.Errorf("%w: block %d is another one now", chain.ErrTemporary, h.Number)
	}
	return err
}

// Genesis returns the hash of the first block.
func (n *Node) Genesis(ctx context.Context) (string, error) {
	h, err := n.HeaderByNumber(ctx, 0)
	return h.Hash, err
}

// HasCode implements watching.Node.
func (n *Node) HasCode(ctx context.Context, address string) (bool, error) {
	return agree(ctx, n, callTimeout, lenient, func(ctx context.Context, r reader) (bool, error) {
		code, err := r.c().CodeAt(ctx, common.HexToAddress(address), nil)
		return len(code) > 0, err
	}, strconv.FormatBool)
}

func decodeHex(text string) []byte {
	out, err := hex.DecodeString(strings.TrimPrefix(text, "0x"))
	if err != nil {
		return nil
	}
	return out
}
