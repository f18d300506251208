package main

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/rpc"
	"github.com/google/uuid"

	"github.com/vitrine/vitrine/deploy/onebox/standins"
	"github.com/vitrine/vitrine/services/chainwatcher"
)

const (
	// stallLimit is how long blocks may arrive without one becoming final before the chain is halted.
	stallLimit = 15 * time.Second
	// haltWithin is the maximum time from the fault to the halt: the limit, and a margin for a busy machine.
	haltWithin = stallLimit + 30*time.Second
	// haltObserved is how long a halted chain is watched for signatures.
	haltObserved = 20 * time.Second
	// reorgDepth is more blocks than those that aren't final yet on the local chain.
	reorgDepth = 14
	// forkPort is the port of the fork's node.
	forkPort = 8546
	// mostSkew is the maximum error of a clock.
	mostSkew = 10 * time.Minute
)

// startWrong prepares T16 on a fleet whose processes have wrong clocks, a different one after each start, and whose chainwatcher has three nodes, one of
// which lies or lags at any time.
func (r *rig) startWrong(ctx context.Context) (end func() error, err error) {
	nodes, stop, err := r.startNodes(ctx)
	if err != nil {
		return nil, err
	}
	r.nodes = nodes
	rng := rand.New(rand.NewPCG(23, 0))
	r.setSkew(func(string) string {
		return (time.Duration(rng.Int64N(int64(2*mostSkew))) - mostSkew).Round(time.Second).String()
	})
	lie, over := context.WithCancel(ctx)
	lied := make(chan error, 1)
	go func() { lied <- rotateFaults(lie, nodes, 10*time.Second) }()
	end = func() error {
		over()
		err := <-lied
		r.setSkew(nil)
		stop()
		return err
	}
	if err := r.ready(time.Minute); err != nil {
		return nil, errors.Join(err, end())
	}
	return end, nil
}

func (r *rig) killsWrong(ctx context.Context, title string, seed uint64) (result, error) {
	res, err := r.killsPlanned(ctx, title, seed)
	if err != nil {
		return res, err
	}
	changed := 0
	for _, n := range r.nodes {
		changed += n.wrongReplies()
	}
	res.Figures["wrongResponsesOfNodes"] = changed
	if changed == 0 {
		res.Violations = append(res.Violations, "no node was called while it was wrong")
	}
	return res, nil
}

// setSkew sets the clock of every process to a different wrong time and restarts all of them.
func (r *rig) setSkew(skew func(service string) string) {
	r.mu.Lock()
	r.skew = skew
	r.mu.Unlock()
	for _, name := range services {
		r.kill(name)
	}
}

// finalityStalled lets no block become final for a while, while people buy and withdraw. Nothing may be signed until an operator
// releases the chain.
func (r *rig) finalityStalled(ctx context.Context, figures map[string]any) error {
	nodes, end, err := r.startNodes(ctx)
	if err != nil {
		return err
	}
	defer end()
	for _, n := range nodes {
		if err := n.set(ctx, stalled); err != nil {
			return err
		}
	}
	return r.halted(ctx, "finality_stalled", figures, func() error {
		for _, n := range nodes {
			if err := n.set(ctx, honest); err != nil {
				return err
			}
		}
		return nil
	})
}

// deepReorg serves the chainwatcher a fork that replaces final blocks, while people buy and withdraw, and later the right chain again, as if all
// of its nodes had followed a wrong one.
func (r *rig) deepReorg(ctx context.Context, figures map[string]any) error {
	nodes, end, err := r.startNodes(ctx)
	if err != nil {
		return err
	}
	defer end()
	if err := until(ctx, 2*time.Minute, "a withdrawal in progress", func() bool {
		n, err := r.count(ctx, "chainwatcher", `SELECT count(*) FROM withdrawals WHERE status IN ('approved', 'signing', 'broadcast', 'mined')`)
		figures["withdrawalsInProgress"] = n
		return err == nil && n > 0
	}); err != nil {
		return err
	}
	fork, err := r.forkChain(ctx)
	if err != nil {
		return err
	}
	defer fork.Stop()
	follow := func(target string) {
		for _, n := range nodes {
			n.follow(target)
		}
	}
	follow(fork.URL())
	return r.halted(ctx, "deep_reorg", figures, func() error {
		follow(r.chain.URL())
		return nil
	})
}

// liars lets two of three nodes invent the payment of an order, consistently, and then stores such an invention itself, as if it had been
// believed. Neither may complete the order, and honest nodes have to take back the stored one.
func (r *rig) liars(ctx context.Context, figures map[string]any) error {
	nodes, end, err := r.startNodes(ctx)
	if err != nil {
		return err
	}
	defer end()
	people, err := r.people(ctx, 1)
	if err != nil {
		return err
	}
	order, err := people[0].reserve(ctx, firstLarge)
	if err != nil {
		return err
	}
	if _, err := people[0].quote(ctx, order.ID, ""); err != nil {
		return err
	}
	var contract, intent, value string
	if err := r.pools["chainwatcher"].QueryRow(ctx, `SELECT contract, intent_hash, value::text FROM quotes WHERE checkout_id = $1`, order.ID).Scan(&contract, &intent, &value); err != nil {
		return err
	}
	log, err := inventedPayment(contract, order.ID, intent, value)
	if err != nil {
		return err
	}
	if err := lieTogether(ctx, nodes, log); err != nil {
		return err
	}
	if !wait(ctx, 10*time.Second) {
		return ctx.Err()
	}
	believed, err := r.count(ctx, "chainwatcher", `SELECT count(*) FROM payments WHERE intent_hash = $1`, intent)
	if err != nil {
		return err
	}
	figures["wrongResponsesOfNodes"] = nodes[0].wrongReplies() + nodes[1].wrongReplies() + nodes[2].wrongReplies()
	if believed != 0 {
		return fmt.Errorf("%d payments that two of three nodes invented were stored", believed)
	}
	for _, n := range nodes {
		if err := n.set(ctx, honest); err != nil {
			return err
		}
	}
	return r.heals(ctx, order.ID, intent, value, figures)
}

// lieTogether makes two of three nodes invent a payment until the watcher has read it from both. It reads blocks from the node in use, and after a lie
// from the next one, so these two have to lie, and which they are isn't known: each pair is tried.
func lieTogether(ctx context.Context, nodes []*node, log map[string]any) error {
	// If only the second one of a pair is in use, the next node in use is the first one of the next pair.
	for _, pair := range [][]*node{{nodes[0], nodes[1]}, {nodes[2], nodes[0]}, {nodes[1], nodes[2]}} {
		for _, n := range nodes {
			if err := n.set(ctx, honest); err != nil {
				return err
			}
		}
		before := []int{pair[0].wrongReplies(), pair[1].wrongReplies()}
		for _, n := range pair {
			if err := n.invent(ctx, log); err != nil {
				return err
			}
		}
		for end := time.Now().Add(30 * time.Second); time.Now().Before(end); {
			if pair[0].wrongReplies() > before[0] && pair[1].wrongReplies() > before[1] {
				return nil
			}
			if !wait(ctx, 100*time.Millisecond) {
				return ctx.Err()
			}
		}
	}
	return errors.New("the watcher didn't read the invention from two nodes")
}

// inventedPayment is the log of a payment that nobody made.
func inventedPayment(contract, order, intent, value string) (map[string]any, error) {
	id, err := uuid.Parse(order)
	if err != nil {
		return nil, err
	}
	wei, ok := new(big.Int).SetString(value, 10)
	if !ok {
		return nil, fmt.Errorf("value %q", value)
	}
	var number common.Hash
	copy(number[:], id[:])
	return map[string]any{
		"address": common.HexToAddress(contract), "topics": []common.Hash{paidTopic, number, common.HexToHash(intent), common.HexToHash("0x01")},
		"data": hexutil.Bytes(append(common.BigToHash(wei).Bytes(), make([]byte, 3*common.HashLength)...)),
	}, nil
}

// heals stores an invented payment and waits until it is taken back and later blocks are final.
func (r *rig) heals(ctx context.Context, order, intent, value string, figures map[string]any) error {
	var block int64
	if err := r.pools["chainwatcher"].QueryRow(ctx, `INSERT INTO payments (chain_id, block_hash, log_index, block_number, block_time, checkout_id, tx_hash, payer, amount,
			artist_share, artist, refund_address, intent_hash, known, state)
		SELECT chain_id, hash, 9999, number, time, $1, '0x' || repeat('ab', 32), '0x01', $2::numeric, 0, '', '', $3, true, 'seen' FROM cursors WHERE number > finalized
		RETURNING block_number`, order, value, intent).Scan(&block); err != nil {
		return fmt.Errorf("store an invention: %w", err)
	}
	began := time.Now()
	if err := until(ctx, 2*time.Minute, "the end of the invention", func() bool {
		n, err := r.count(ctx, "chainwatcher", `SELECT count(*) FROM payments p JOIN cursors c USING (chain_id)
			WHERE p.intent_hash = $1 AND p.state = 'reverted' AND c.finalized >= $2`, intent, block)
		return err == nil && n == 1
	}); err != nil {
		return err
	}
	figures["healedAfterSeconds"] = round(time.Since(began))
	n, err := r.count(ctx, "checkout", `SELECT count(*) FROM checkouts WHERE id = $1 AND paid_at IS NOT NULL`, order)
	if err == nil && n != 0 {
		err = errors.New("an order was completed by an invented payment")
	}
	if err != nil {
		return err
	}
	// The lies may have lasted long enough for a halt.
	halts, err := r.count(ctx, "chainwatcher", `SELECT count(*) FROM halts WHERE released_at IS NULL`)
	figures["halts"] = halts
	if err != nil || halts == 0 {
		return err
	}
	return r.release(ctx)
}

// release ends the halt of the chain, as an operator does.
func (r *rig) release(ctx context.Context) error {
	var cfg chainwatcher.Config
	cfg.DatabaseURL = r.pg.URL("chainwatcher")
	return chainwatcher.Release(ctx, cfg, r.log, []string{fmt.Sprint(standins.ChainID), "Mara Lindqvist", "the nodes agree again"})
}

// forkChain starts a copy of the chain in which the newest final blocks are replaced by other, and more, blocks.
func (r *rig) forkChain(ctx context.Context) (fork *standins.Chain, err error) {
	dir := filepath.Join(r.data, "fork")
	if err := os.CopyFS(filepath.Join(dir, "chain"), os.DirFS(filepath.Join(r.data, "chain"))); err != nil {
		return nil, err
	}
	head := func() (n int64, err error) {
		return r.count(ctx, "chainwatcher", `SELECT max(number) FROM headers`)
	}
	first, err := head()
	if err != nil {
		return nil, err
	}
	if err := until(ctx, 2*time.Minute, "blocks after the copy", func() bool {
		n, err := head()
		return err == nil && n >= first+reorgDepth
	}); err != nil {
		return nil, err
	}
	if fork, err = standins.StartChain(ctx, filepath.Join(r.root, "deploy", "onebox", "node_modules"), dir, r.port(forkPort), r.log); err != nil {
		return nil, err
	}
	anvil, err := rpc.DialContext(ctx, fork.URL())
	if err == nil {
		defer anvil.Close()
		err = anvil.CallContext(ctx, nil, "anvil_mine", hexutil.Uint64(4*reorgDepth))
	}
	if err != nil {
		fork.Stop()
		return nil, err
	}
	return fork, nil
}

// halted checks that the chain is halted for the reason, that nothing is signed while it is, also after a restart and after the nodes are
// right again, and that everything continues once an operator has released it.
func (r *rig) halted(ctx context.Context, reason string, figures map[string]any, repair func() error) error {
	began := time.Now()
	halts := func() (int64, error) {
		return r.count(ctx, "chainwatcher", `SELECT count(*) FROM halts WHERE released_at IS NULL AND reason = $1`, reason)
	}
	if err := until(ctx, haltWithin, "the halt because of "+reason, func() bool {
		n, err := halts()
		return err == nil && n == 1
	}); err != nil {
		return err
	}
	figures["haltedAfterSeconds"] = round(time.Since(began))
	attempts := func() (int64, error) { return r.count(ctx, "chainwatcher", `SELECT count(*) FROM attempts`) }
	if !wait(ctx, time.Second) { // a signature that was being made when the chain was halted
		return ctx.Err()
	}
	before, err := attempts()
	if err != nil {
		return err
	}
	for _, step := range []func() error{func() error { r.kill("chainwatcher"); return nil }, repair} {
		if !wait(ctx, haltObserved/2) {
			return ctx.Err()
		}
		if err := step(); err != nil {
			return err
		}
	}
	if !wait(ctx, haltObserved/2) {
		return ctx.Err()
	}
	after, err := attempts()
	if err != nil {
		return err
	}
	waiting, err := r.count(ctx, "chainwatcher", `SELECT count(*) FROM transactions WHERE status = 'queued'`)
	if err != nil {
		return err
	}
	figures["haltedSeconds"], figures["signedWhileHalted"], figures["transactionsWaiting"] = round(time.Since(began)), after-before, waiting
	if after != before {
		return fmt.Errorf("%d transactions were signed on a halted chain", after-before)
	}
	if n, err := halts(); err != nil || n != 1 {
		return fmt.Errorf("the chain was released without an operator: %w", err)
	}
	if err := r.release(ctx); err != nil {
		return err
	}
	released := time.Now()
	if err := until(ctx, time.Minute, "a signature after the release", func() bool {
		n, err := attempts()
		return err == nil && n > after
	}); err != nil {
		return err
	}
	figures["signedAfterReleaseSeconds"] = round(time.Since(released))
	return nil
}
