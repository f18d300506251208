package ethereum_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	geth "github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/accounts/abi/bind/v2"
	"github.com/ethereum/go-ethereum/common"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/contracts/bindings"

	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/ethereum"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/postgres"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/watching"
)

// Nodes over TLS are reached as in production, with the default transport, so it has to trust the test servers' certificate.
func init() { //nolint:gochecknoinits // before any test dials
	server := httptest.NewTLSServer(nil)
	defer server.Close()
	roots := x509.NewCertPool()
	roots.AddCert(server.Certificate())
	if t, ok := http.DefaultTransport.(*http.Transport); ok {
		t.TLSClientConfig = &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12}
	}
}

// The ways in which a connection can be half open. None of them ever closes it.
const (
	open int32 = iota
	// mute accepts the call and returns nothing.
	mute
	// deaf only accepts the connection.
	deaf
	// half returns the head of a response and the first bytes of its body.
	half
)

var ways = map[string]int32{"never responds": mute, "accepts connections only": deaf, "stops in the middle of a body": half}

// line is a connection to a node that can hang. A connection that hung once stays so: only new ones work when the line is open
// again.
type line struct {
	to   string
	way  atomic.Int32
	url  string
	held sync.WaitGroup
	// hung counts the connections with a call that gets no response.
	hung atomic.Int32
}

// newLine opens a line to a URL.
func newLine(t *testing.T, to string) *line {
	t.Helper()
	u, err := url.Parse(to)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := &line{to: u.Host, url: u.Scheme + "://" + listener.Addr().String()}
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(func() {
		_ = listener.Close()
		cancel()
		l.held.Wait()
	})
	l.held.Go(func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			l.held.Go(func() { l.carry(ctx, client) })
		}
	})
	return l
}

func (l *line) carry(ctx context.Context, client net.Conn) {
	ctx, cancel := context.WithCancel(ctx)
	stop := context.AfterFunc(ctx, func() { _ = client.Close() })
	defer stop()
	defer cancel()
	if l.way.Load() == deaf {
		l.hung.Add(1)
		<-ctx.Done()
		return
	}
	server, err := net.Dial("tcp", l.to)
	if err != nil {
		return
	}
	defer func() { _ = server.Close() }()
	l.held.Go(func() {
		_, _ = io.Copy(server, client)
		cancel()
		_ = server.Close()
	})
	chunk, hung := make([]byte, 32<<10), false
	for {
		n, err := server.Read(chunk)
		if err != nil {
			return
		}
		out := chunk[:n]
		switch way := l.way.Load(); {
		case hung:
			continue
		case way == half:
			hung = true
			l.hung.Add(1)
			out = out[:min(n, bytes.Index(out, []byte("\r\n\r\n"))+4+10)]
		case way != open:
			hung = true
			l.hung.Add(1)
			continue
		}
		if _, err := client.Write(out); err != nil {
			return
		}
	}
}

// follower is a watcher with its own database.
type follower struct {
	*watching.Watcher

	t    *testing.T
	node *ethereum.Node
	pool *pgxpool.Pool
}

// nothing publishes no events.
type nothing struct{ watching.Events }

func follow(t *testing.T, c chain.Chain, urls ...string) *follower {
	t.Helper()
	node, err := ethereum.Dial(t.Context(), c.ID, urls)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(node.Close)
	node.Watch(c)
	pool := testkit.Pool(t, testkit.Postgres(t, migrate))
	f := &follower{t: t, node: node, pool: pool, Watcher: watching.NewWatcher(c, node, postgres.New(pool), nothing{}, 500)}
	if err := f.Attach(t.Context()); err != nil {
		t.Fatal(err)
	}
	f.settle()
	return f
}

// settle steps to the head, and returns how many steps that took.
func (f *follower) settle() (steps int) {
	f.t.Helper()
	for {
		more, err := f.Step(f.t.Context())
		if err != nil {
			f.t.Fatal(err)
		}
		if steps++; !more {
			return steps
		}
	}
}

// same compares the stored data with the chain: no gaps, no duplicates.
func (f *follower) same(w *world, mints int) {
	f.t.Helper()
	logs, err := w.direct.Client().FilterLogs(f.t.Context(), ofToken(w.chain))
	if err != nil {
		f.t.Fatal(err)
	}
	var want []string
	for _, l := range logs {
		want = append(want, fmt.Sprintf("%d %d %s", l.BlockNumber, l.Index, l.TxHash.Hex()))
	}
	rows, err := f.pool.Query(f.t.Context(), `SELECT block_number, log_index, tx_hash FROM transfers ORDER BY 1, 2`)
	if err != nil {
		f.t.Fatal(err)
	}
	var got []string
	for rows.Next() {
		var number, index int64
		var hash string
		if err := rows.Scan(&number, &index, &hash); err != nil {
			f.t.Fatal(err)
		}
		got = append(got, fmt.Sprintf("%d %d %s", number, index, hash))
	}
	if !slices.Equal(got, want) || len(want) != mints {
		f.t.Errorf("%d transfers are stored, the chain has %d, %d were made", len(got), len(want), mints)
	}
}

func ofToken(c chain.Chain) geth.FilterQuery {
	return geth.FilterQuery{FromBlock: big.NewInt(0), Addresses: []common.Address{common.HexToAddress(c.TokenContract)}, Topics: [][]common.Hash{{transferTopic}}}
}

// mint mints tokens, each in a separate block followed by some empty ones.
func (w *world) mint(t *testing.T, tokens ...int64) {
	t.Helper()
	key, err := ethereum.Key(deployer)
	if err != nil {
		t.Fatal(err)
	}
	token := bindings.NewVitrineToken()
	for _, n := range tokens {
		opts := bind.NewKeyedTransactor(key, big.NewInt(31337))
		opts.Context = t.Context()
		to := token.Instance(w.direct.Client(), common.HexToAddress(w.chain.TokenContract))
		if _, err := bind.Transact(to, opts, token.PackMint(common.HexToAddress(w.chain.Vault), big.NewInt(n))); err != nil {
			t.Fatal(err)
		}
		w.mine(t, 4)
	}
}

func (w *world) mine(t *testing.T, blocks int) {
	t.Helper()
	if err := w.direct.Client().Client().CallContext(t.Context(), nil, "anvil_mine", fmt.Sprintf("0x%x", blocks)); err != nil {
		t.Fatal(err)
	}
}

// A half-open connection to the only node costs a step one call, and so no more than its deadline, whatever the step was about to
// read. Once the node responds, the very next step succeeds: no gaps, no duplicates.
func TestOnlyNodeFallsSilent(t *testing.T) {
	t.Parallel()
	w := setup(t)
	lines, followers := map[string]*line{}, map[string]*follower{}
	for name := range ways {
		lines[name] = newLine(t, w.anvil)
		followers[name] = follow(t, w.chain, lines[name].url)
	}
	w.mint(t, 6_000_001, 6_000_002)
	w.mine(t, 100)
	var all sync.WaitGroup
	for name, way := range ways {
		all.Go(func() {
			f, l := followers[name], lines[name]
			heard := 0
			f.node.OnHead(func() { heard++ })
			l.way.Store(way)
			if _, err := f.Step(t.Context()); !errors.Is(err, chain.ErrTemporary) || l.hung.Load() != 1 || heard != 0 {
				t.Errorf("%s: error = %v, %d calls hung, %d heads heard, want ErrTemporary, 1, 0", name, err, l.hung.Load(), heard)
			}
			l.way.Store(open)
			f.settle() // none of these steps fails
			if hung := l.hung.Load(); hung != 1 || heard == 0 {
				t.Errorf("%s: %d calls hung, %d heads heard, want 1 and at least 1", name, hung, heard)
			}
			f.same(w, 11)
		})
	}
	all.Wait()
}

// The line falls silent while a range is read. That costs one deadline, not one for each part of the range: at most two parts are read at once.
func TestNodeFallsSilentInARange(t *testing.T) {
	t.Parallel()
	for method, most := range map[string]int{"eth_getBlockByNumber": 1, "eth_getBlockReceipts": 2} {
		t.Run(method, func(t *testing.T) {
			t.Parallel()
			r := newRing(t, 1)
			r.set(900, 800)
			r.nodes[0].change(func(n *scripted) { n.mum = method })
			if _, err := r.node.Range(t.Context(), 1, 500); !errors.Is(err, chain.ErrTemporary) {
				t.Errorf("Range() = %v, want ErrTemporary", err)
			}
			// The next requests are half as large, until the node has handled more.
			for _, calls := range []int{50, 0} {
				r.nodes[0].change(func(n *scripted) {
					if n.unanswered < 1 || n.unanswered > most {
						t.Errorf("%d calls got no response, want 1 to %d", n.unanswered, most)
					}
					n.mum, n.mostCalls = "", calls
				})
				if blocks, err := r.node.Range(t.Context(), 1, 100); calls == 0 && (err != nil || len(blocks) != 100) {
					t.Errorf("Range() = %d blocks, %v, want 100", len(blocks), err)
				}
			}
		})
	}
}

// One of three nodes hangs. No step waits for it, it is reported and left out, and calls that need only one node go to another.
func TestOneOfThreeNodesFallsSilent(t *testing.T) {
	t.Parallel()
	w := setup(t)
	key, err := ethereum.Key(deployer)
	if err != nil {
		t.Fatal(err)
	}
	var lines []*line
	var urls []string
	for range 3 {
		l := newLine(t, w.anvil)
		lines, urls = append(lines, l), append(urls, l.url)
	}
	f := follow(t, w.chain, urls...)
	var silent atomic.Pointer[string]
	f.node.OnDrop(func(host, why string) {
		if why == "silent" {
			silent.CompareAndSwap(nil, &host)
		}
	})
	sender := ethereum.NewSender(f.node, ethereum.LocalKey(key), big.NewInt(1e12))
	lines[0].way.Store(mute)
	began := time.Now()
	asked := make(chan error, 1)
	go func() { // concurrently with the steps, like the signer
		_, _, err := sender.Nonces(t.Context())
		asked <- err
	}()
	for n := int64(0); silent.Load() == nil && time.Since(began) < time.Minute; n++ {
		w.mint(t, 7_000_001+n)
		f.settle()
	}
	if host := silent.Load(); host == nil || "http://"+*host != urls[0] {
		t.Errorf("reported node = %v, want the silent one", host)
	}
	t.Logf("reported after %s", time.Since(began).Round(time.Millisecond))
	if err := <-asked; err != nil {
		t.Errorf("no other node was called: error = %v, want nil", err)
	}
	hung := lines[0].hung.Load()
	if _, _, err := sender.Nonces(t.Context()); err != nil || lines[0].hung.Load() != hung {
		t.Errorf("Nonces(): error = %v, %d calls to the silent node, want no more than %d", err, lines[0].hung.Load(), hung)
	}
	f.settle()
	var mints int
	if err := f.pool.QueryRow(t.Context(), `SELECT count(*) FROM transfers`).Scan(&mints); err != nil {
		t.Fatal(err)
	}
	f.same(w, mints)
}

// HTTP/2 uses one connection for all calls. If it is half open, the second call after that uses another one.
func TestHalfOpenHTTP2(t *testing.T) {
	t.Parallel()
	n := &scripted{script: &script{head: 40, final: 30}}
	server := httptest.NewUnstartedServer(n)
	server.EnableHTTP2 = true
	server.StartTLS()
	t.Cleanup(server.Close)
	t.Cleanup(server.CloseClientConnections)
	l := newLine(t, server.URL)
	node, err := ethereum.Dial(t.Context(), 31337, []string{l.url})
	if err != nil {
		t.Fatal(err)
	}
	defer node.Close()
	if _, _, err := node.Heads(t.Context()); err != nil {
		t.Fatal(err)
	}
	l.way.Store(mute)
	if _, _, err := node.Heads(t.Context()); !errors.Is(err, chain.ErrTemporary) {
		t.Fatalf("Heads() = %v, want ErrTemporary", err)
	}
	l.way.Store(open)
	if _, _, err := node.Heads(t.Context()); err != nil {
		t.Errorf("the dead connection is used again: error = %v, want nil", err)
	}
	if n.protocol.Load() != 2 {
		t.Errorf("protocol = HTTP/%d, want 2", n.protocol.Load())
	}
}
