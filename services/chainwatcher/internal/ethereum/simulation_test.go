package ethereum_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/jackc/pgx/v5/pgxpool"

	kitpg "github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/ethereum"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/postgres"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/watching"
)

var (
	watchBlocks = flag.Uint64("watch.blocks", 500, "how many final blocks TestNothingIsMissed follows")
	watchSeed   = flag.Uint64("watch.seed", 0, "its seed, 0 for another each time")
)

// eventRecorder implements watching.Events: it records final payments in the transaction that made them final.
type eventRecorder struct {
	watching.Events

	pool *pgxpool.Pool
}

func (d eventRecorder) Unexpected(ctx context.Context, p chain.Payment, _ string) error {
	_, err := kitpg.Conn(ctx, d.pool).Exec(ctx, `INSERT INTO diary VALUES ($1, $2, $3)`, p.BlockNumber, p.TxHash, p.LogIndex)
	return err
}

// simulation follows a chain with three nodes, one of which is faulty.
type simulation struct {
	*simChain

	t    *testing.T
	seed uint64
	// rng is the test's random source. The nodes also use the chain's.
	rng      *rand.Rand
	nodes    []*simNode
	urls     []string
	pool     *pgxpool.Pool
	node     *ethereum.Node
	w        *watching.Watcher
	verified uint64
	dropped  map[string]int
	steps    int
	waits    map[string]int
}

func newSimulation(t *testing.T, seed uint64) *simulation {
	t.Helper()
	pool := testkit.Pool(t, testkit.Postgres(t, migrate))
	if _, err := pool.Exec(t.Context(), `CREATE TABLE diary (number bigint, tx_hash text, log_index bigint)`); err != nil {
		t.Fatal(err)
	}
	c := &simulation{
		simChain: newSimChain(rand.New(rand.NewPCG(seed, 1))), rng: rand.New(rand.NewPCG(seed, 2)), t: t, seed: seed, pool: pool, dropped: map[string]int{}, waits: map[string]int{},
	}
	for range 3 {
		n := &simNode{simChain: c.simChain}
		server := httptest.NewServer(n)
		t.Cleanup(server.Close)
		t.Cleanup(server.CloseClientConnections)
		c.nodes, c.urls = append(c.nodes, n), append(c.urls, server.URL)
	}
	return c
}

// begin starts a new process, which forgets the dropped nodes.
func (c *simulation) begin() {
	c.t.Helper()
	if c.node != nil {
		c.node.Close()
	}
	c.faults(func(n *simNode) { n.fault, n.lag = sound, 0 })
	var err error
	if c.node, err = ethereum.Dial(c.t.Context(), 31337, c.urls); err != nil {
		c.t.Fatal(err)
	}
	c.node.OnDrop(func(_, why string) {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.dropped[why]++
	})
	of := chain.Chain{ID: 31337, Genesis: c.pages[0].hash.Hex(), TokenContract: bookToken.Hex(), PaymentContract: bookPayments.Hex(), FinalityDepth: 65}
	c.node.Watch(of)
	c.w = watching.NewWatcher(of, c.node, postgres.New(c.pool), eventRecorder{pool: c.pool}, 200)
	if err := c.w.Attach(c.t.Context()); err != nil {
		c.t.Fatal(err)
	}
}

func (c *simulation) faults(fn func(n *simNode)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, n := range c.nodes {
		fn(n)
	}
}

// step makes up to most steps, or stops when there is nothing left to do.
func (c *simulation) step(most int) (done bool) {
	c.t.Helper()
	for range most {
		c.steps++
		more, err := c.w.Step(c.t.Context())
		if err == nil && !more {
			return true
		}
		for _, passes := range []error{chain.ErrTemporary, chain.ErrNotYet, watching.ErrBehind} {
			if errors.Is(err, passes) {
				c.waits[passes.Error()]++
				err = nil
				break
			}
		}
		if err != nil {
			c.t.Fatalf("seed %d, block %d: error = %v, want nil", c.seed, c.verified, err)
		}
	}
	return false
}

// epoch is a period with one faulty node, whose fault changes. At its end the store has to match the chain.
func (c *simulation) epoch(changes int) {
	c.t.Helper()
	c.begin()
	faulty := c.nodes[c.rng.IntN(3)]
	for i := range changes {
		c.mu.Lock()
		if i%8 == 0 {
			faulty.fault, faulty.from = c.rng.IntN(allFaults), c.head()-min(c.head(), uint64(c.rng.IntN(90)))
			if faulty.fault == hanging && c.rng.IntN(10) > 0 {
				faulty.fault = sound // it costs half a second each time
			}
			slow := c.nodes[c.rng.IntN(3)]
			if slow != faulty {
				slow.lag = uint64(c.rng.IntN(3))
			}
		}
		if c.rng.IntN(4) == 0 {
			c.later, c.calls = c.change, c.rng.IntN(40)
		} else {
			c.change()
		}
		c.mu.Unlock()
		c.step(c.rng.IntN(8))
	}
	c.mu.Lock()
	c.later = nil
	c.mu.Unlock()
	c.faults(func(n *simNode) {
		if n.lag = 0; n != faulty {
			n.fault = sound
		}
	})
	for tries := 0; ; tries++ {
		c.step(500)
		var at uint64
		if err := c.pool.QueryRow(c.t.Context(), `SELECT number FROM cursors`).Scan(&at); err != nil {
			c.t.Fatal(err)
		}
		if at == c.head() {
			break
		}
		if tries > 40 {
			c.t.Fatalf("seed %d: stuck at block %d, want the head, %d; fault %d", c.seed, at, c.head(), faulty.fault)
		}
	}
	c.verify()
}

// verify compares everything since the last verified final block.
func (c *simulation) verify() {
	c.t.Helper()
	var wantT, wantP, wantD []string
	for _, p := range c.pages[c.verified+1:] {
		for i, l := range p.logs {
			hash := l["transactionHash"].(common.Hash).Hex()
			line := fmt.Sprintf("%d %s %d %s", p.number, p.hash.Hex(), i, hash)
			if l["address"] == bookToken {
				wantT = append(wantT, fmt.Sprintf("%s %d %t", line, l["topics"].([]common.Hash)[3].Big(), p.number <= c.final))
				continue
			}
			state := "seen"
			if p.number <= c.final {
				state = "confirmed"
				wantD = append(wantD, fmt.Sprintf("%d %s %d", p.number, hash, i))
			}
			wantP = append(wantP, line+" "+state)
		}
	}
	for what, query := range map[string]struct {
		want []string
		sql  string
	}{
		"transfers": {wantT, `SELECT concat_ws(' ', block_number, block_hash, log_index, tx_hash, token_id, final) FROM transfers WHERE block_number > $1 ORDER BY block_number, log_index`},
		"payments": {wantP, `SELECT concat_ws(' ', block_number, block_hash, log_index, tx_hash, state) FROM payments
			WHERE block_number > $1 AND state <> 'reverted' ORDER BY block_number, log_index`},
		"events": {wantD, `SELECT concat_ws(' ', number, tx_hash, log_index) FROM diary WHERE number > $1 ORDER BY number, log_index`},
	} {
		rows, err := c.pool.Query(c.t.Context(), query.sql, int64(c.verified))
		if err != nil {
			c.t.Fatal(err)
		}
		var got []string
		for rows.Next() {
			var line string
			if err := rows.Scan(&line); err != nil {
				c.t.Fatal(err)
			}
			got = append(got, strings.NewReplacer(" t", " true", " f", " false").Replace(line))
		}
		if slices.Equal(got, query.want) {
			continue
		}
		at := 0
		for at < min(len(got), len(query.want)) && got[at] == query.want[at] {
			at++
		}
		c.t.Fatalf("seed %d, blocks %d to %d: %d %s, want %d; they differ from index %d: got %v, want %v", c.seed, c.verified, c.head(), len(got), what, len(query.want), at,
			got[at:min(at+2, len(got))], query.want[at:min(at+2, len(query.want))])
	}
	c.verified = c.final
}

// A chain grows, forks up to 64 blocks deep and back again, and changes while it is read. One of three nodes lags, contradicts, truncates
// its responses, hangs, or forgets, and the process is restarted now and then. Whatever happens, the store holds each log of the
// chain once, and each final payment was published once.
func TestNothingIsMissed(t *testing.T) {
	t.Parallel()
	seed := *watchSeed
	if seed == 0 {
		seed = uint64(time.Now().UnixNano())
	}
	c := newSimulation(t, seed)
	began, down := time.Now(), false
	for c.verified < *watchBlocks {
		c.epoch(60)
		if !down && c.verified > 20_000 {
			down = true // the watcher is down for 10,000 blocks
			c.mu.Lock()
			c.mine(10_000)
			c.settle(64)
			c.mu.Unlock()
		}
	}
	var logs, reverted int
	err := c.pool.QueryRow(t.Context(), `SELECT (SELECT count(*) FROM transfers) + (SELECT count(*) FROM diary), (SELECT count(*) FROM payments WHERE state = 'reverted')`).
		Scan(&logs, &reverted)
	if err != nil {
		t.Fatal(err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	t.Logf("seed %d: %d final blocks with %d logs in %s; %d forks, %d steps, %d payments taken back for good; left out %v, waits %v",
		seed, c.verified, logs, time.Since(began).Round(time.Second), c.forks, c.steps, reverted, c.dropped, c.waits)
}

// The watcher was down for many blocks, 10,000 if TestNothingIsMissed follows as many. In the end it has all their logs.
func TestDownForManyBlocks(t *testing.T) {
	t.Parallel()
	c := newSimulation(t, uint64(time.Now().UnixNano()))
	blocks := int(min(max(*watchBlocks, 1_000), 10_000))
	c.mine(30)
	c.epoch(0)
	c.mine(blocks)
	c.settle(64)
	began, before := time.Now(), c.steps
	c.epoch(0)
	if n := c.steps - before; n > blocks/100+20 {
		t.Errorf("reading %d blocks took %d steps, want at most %d", blocks, n, blocks/100+20)
	}
	t.Logf("%.0f blocks a second", float64(blocks)/time.Since(began).Seconds())
}
