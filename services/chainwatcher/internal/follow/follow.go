// Package follow keeps chains running: it connects to each one, waits for its contracts, and runs its watcher and signers. Nodes,
// keys and storage are the core's ports.
package follow

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/background"
	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/waiting"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/signing"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/watching"
)

// errAnother means that the node now serves another chain, or that its contracts have changed. Following starts over.
var errAnother = errors.New("the node serves another chain, or its contracts changed")

// stuck is how long no block may be processed before the chain is halted. Chains whose finality isn't watched may have no blocks for long.
const stuck = 5 * time.Minute

// silence is how long no head may arrive before that is logged. Operators are advised to alarm after the same time.
const silence = 20 * time.Second

// Connection is a chain whose node responds and whose contracts are known.
type Connection struct {
	Link chain.Link
	Node watching.Node
	// Senders has one sender per key.
	Senders []signing.Sender
	// Another reports whether the node now serves another chain.
	Another func(ctx context.Context) bool
	// Complete reports whether the nodes have what they must have.
	Complete func(ctx context.Context) bool
	Close    func()
}

// Store is the storage that following needs.
type Store interface {
	watching.Store
	signing.Store
}

// Events publishes what the watchers and signers report.
type Events interface {
	watching.Events
	signing.Events
}

// Chain is one chain to follow.
type Chain struct {
	ID uint32
	// Poll is the pause between two steps when there is nothing to do.
	Poll time.Duration
	// Stall is how long nothing may become final while blocks arrive; 0 means forever.
	Stall time.Duration
	// Nodes are the addresses of the nodes, separated by commas.
	Nodes string
	// Dial connects. It calls heard whenever a node reports the head.
	Dial func(ctx context.Context, heard func()) (*Connection, error)
}

// Follower follows chains.
type Follower struct {
	Store       Store
	Events      Events
	Withdrawals *custody.Withdrawals
	// Chains receives each link that is up.
	Chains  *chain.Chains
	Metrics *Metrics
	Rules   signing.Rules
	// Batch is how many final blocks are read at a time.
	Batch uint64
	Clock clock.Clock
	Log   *slog.Logger
}

// Follow follows one chain until ctx ends. If it turns out to be another chain, it starts over. It returns chain.ErrOtherFeed if the
// first connection finds a price feed of another coin.
func (f *Follower) Follow(ctx context.Context, c Chain) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var head lastHead
	head.seen()
	return background.RunAll(ctx,
		func(ctx context.Context) error { f.listen(ctx, c, &head); return nil },
		func(ctx context.Context) error {
			defer stop()
			return f.follow(ctx, c, &head)
		})
}

// follow connects again and again until ctx ends.
func (f *Follower) follow(ctx context.Context, c Chain, head *lastHead) error {
	log := f.Log.With("chain", c.ID)
	followed := false
	waits := waiting.For(ctx, f.Log, fmt.Sprintf("chain %d", c.ID), "CHAINS", c.Nodes)
	for wait := time.Second; ctx.Err() == nil; {
		up, w, err := f.attach(ctx, c, head.seen)
		if errors.Is(err, watching.ErrOtherContracts) {
			f.Metrics.step(c.ID, err)
			f.halt(ctx, c.ID, chain.OtherContracts, err.Error())
			log.ErrorContext(ctx, "the chain is not followed: set the old addresses of its contracts again", "error", err)
		} else if ctx.Err() == nil {
			waits.Report(err)
		}
		if errors.Is(err, chain.ErrOtherFeed) && !followed {
			return fmt.Errorf("chain %d: %w", c.ID, err)
		}
		if err != nil {
			f.ignoreUndeployed(ctx, c.ID, err, head)
			pause(ctx, wait)
			wait = min(2*wait, 15*time.Second)
			continue
		}
		wait, followed = time.Second, true
		link := up.Link
		log.InfoContext(ctx, "following", "genesis", link.Chain.Genesis, "token", link.Chain.TokenContract, "payments", link.Chain.PaymentContract)
		f.Chains.Put(link)
		parts := []func(context.Context) error{
			func(ctx context.Context) error { return f.watch(ctx, c, link, w, up.Another) },
			func(ctx context.Context) error { return f.advance(ctx, c.ID) },
			func(ctx context.Context) error { return f.compare(ctx, link) },
			func(ctx context.Context) error { return checkNodes(ctx, up.Complete) },
		}
		for _, sender := range up.Senders {
			parts = append(parts, func(ctx context.Context) error { return f.sign(ctx, c, link, sender) })
		}
		err = background.RunAll(ctx, parts...)
		up.Close()
		if _, panicked := errors.AsType[*background.PanicError](err); panicked {
			return err
		}
		if ctx.Err() == nil {
			log.WarnContext(ctx, "starting over, the chain or its contracts changed", "error", err)
			pause(ctx, time.Second)
		}
	}
	return nil
}

// attach connects and checks that the chain is the one that was followed before, or starts over with it.
func (f *Follower) attach(ctx context.Context, c Chain, heard func()) (*Connection, *watching.Watcher, error) {
	up, err := c.Dial(ctx, heard)
	if err != nil {
		return nil, nil, err
	}
	w := watching.NewWatcher(up.Link.Chain, up.Node, f.Store, f.Events, f.Batch)
	if err := w.Attach(ctx); err != nil {
		up.Close()
		return nil, nil, err
	}
	return up, w, nil
}

// ignoreUndeployed suppresses the alarm for silent nodes on a chain without a deployment, because there is no head to read yet.
// If the chain was followed before, missing contracts are a reason to alarm.
func (f *Follower) ignoreUndeployed(ctx context.Context, chainID uint32, err error, e *lastHead) {
	if !errors.Is(err, chain.ErrNotFound) {
		return
	}
	if _, err := f.Store.Cursor(ctx, chainID); errors.Is(err, chain.ErrNotFound) {
		e.seen()
	}
}

// lastHead records when a chain's head last arrived.
type lastHead struct{ at atomic.Pointer[time.Time] }

func (e *lastHead) seen() { e.at.Store(new(time.Now())) }

// listen measures how long ago the last head arrived and the last block was processed, and halts a chain whose cursor doesn't move. It
// runs on its own timer, so it works no matter what blocks the watcher.
func (f *Follower) listen(ctx context.Context, c Chain, e *lastHead) {
	silent := false
	at, moved, ticked, tried := "", time.Now(), time.Now(), time.Time{}
	_ = kit.Every(ctx, time.Second, f.Log, "listening", func(ctx context.Context) error {
		age := time.Since(*e.at.Load())
		f.Metrics.setHeadAge(c.ID, age)
		if quiet := age > silence; quiet != silent {
			if silent = quiet; quiet {
				f.Log.ErrorContext(ctx, "no node reports the head of the chain", "chain", c.ID, "for", age.Round(time.Second))
			} else {
				f.Log.InfoContext(ctx, "the head of the chain is reported again", "chain", c.ID)
			}
		}
		cursor, err := f.Store.Cursor(ctx, c.ID)
		// Without the database, or while the machine sleeps, nothing can be known about the cursor.
		if err != nil || cursor.Hash != at || time.Since(ticked) > asleep {
			at, moved = cursor.Hash, time.Now()
		}
		ticked = time.Now()
		still := time.Since(moved)
		f.Metrics.setProgressAge(c.ID, still)
		if c.Stall > 0 && still > stuck && time.Since(tried) > haltAgain {
			tried = time.Now()
			f.halt(ctx, c.ID, chain.NoProgress, fmt.Sprintf("block %d has been the newest processed block for %s", cursor.Number, still.Round(time.Second)))
		}
		return nil
	})
}

const (
	// contradicted is how long the nodes may contradict each other before the chain is halted.
	contradicted = time.Minute
	// recount is how often the vanished tokens of a halted chain are counted.
	recount = time.Minute
	// haltAgain is how soon after a release a chain is halted again if its state is still in doubt.
	haltAgain = 5 * time.Second
	// asleep is the pause between two steps from which the finality timer restarts, because the machine must have slept.
	asleep = time.Minute
)

// watch steps until ctx ends or the chain turns out to be another one. It halts the chain when its final state is in doubt.
func (f *Follower) watch(ctx context.Context, c Chain, link chain.Link, w *watching.Watcher, another func(context.Context) bool) error {
	log := f.Log.With("chain", c.ID)
	var logged, doubtSince, counted, tried time.Time
	halt := func(reason chain.HaltReason, detail string) {
		if time.Since(tried) < haltAgain {
			return
		}
		if tried = time.Now(); f.halt(ctx, c.ID, reason, detail) {
			counted = time.Time{}
		}
	}
	stepped := time.Now()
	stall := watching.Stall{Limit: c.Stall}
	for ctx.Err() == nil {
		more, err := w.Step(ctx)
		f.Metrics.step(c.ID, err)
		if time.Since(stepped) > asleep {
			stall = watching.Stall{Limit: c.Stall}
		}
		stepped = time.Now()
		if cursor, e := f.Store.Cursor(ctx, c.ID); e == nil {
			f.Metrics.cursor(c.ID, cursor)
			stalled, changed := stall.Observe(cursor, f.Clock.Now())
			f.Metrics.stall(c.ID, stalled)
			if stalled && changed {
				log.ErrorContext(ctx, "nothing becomes final, so nothing is completed", "head", cursor.Number, "final", cursor.Finalized)
			}
			if stalled { // again after a failed attempt or an early release
				halt(chain.FinalityStalled, fmt.Sprintf("the head is block %d, the final block is still %d after %s", cursor.Number, cursor.Finalized, c.Stall))
			}
		}
		switch {
		case errors.Is(err, watching.ErrTooDeep):
			halt(chain.DeepReorg, err.Error())
		case !errors.Is(err, chain.ErrContradiction):
			doubtSince = time.Time{}
		case doubtSince.IsZero():
			doubtSince = time.Now()
		case time.Since(doubtSince) > contradicted:
			halt(chain.Contradiction, err.Error())
		}
		if time.Since(counted) > recount {
			f.checkHalt(ctx, link)
			counted = time.Now()
		}
		switch {
		case err == nil && more, errors.Is(err, chain.ErrConflict):
			continue
		case err != nil && ctx.Err() == nil && time.Since(logged) > time.Minute:
			logged = time.Now()
			if errors.Is(err, watching.ErrTooDeep) {
				log.ErrorContext(ctx, "the watcher has stopped", "error", err)
			} else {
				log.WarnContext(ctx, "the watcher's step failed", "error", err)
			}
		}
		if errors.Is(err, watching.ErrTooDeep) || errors.Is(err, watching.ErrBehind) || errors.Is(err, chain.ErrNotFound) {
			if another(ctx) {
				return errAnother
			}
		}
		pause(ctx, c.Poll)
	}
	return nil
}

// halt stops signing on a chain until an operator releases it. It returns false if the chain is already halted.
func (f *Follower) halt(ctx context.Context, chainID uint32, reason chain.HaltReason, detail string) bool {
	fresh, err := f.Store.Halt(ctx, chainID, reason, detail)
	switch {
	case err != nil && ctx.Err() == nil:
		f.Log.ErrorContext(ctx, "the chain can't be halted", "chain", chainID, "reason", reason, "error", err)
	case fresh:
		f.Log.ErrorContext(ctx, "signing on the chain is halted until `chainwatcher release`", "chain", chainID, "reason", reason, "detail", detail)
		f.Metrics.halted(chainID, true)
	}
	return fresh
}

// checkHalt sets the metric of a halted chain, and counts the tokens that it lost.
func (f *Follower) checkHalt(ctx context.Context, link chain.Link) {
	_, err := f.Store.Halted(ctx, link.Chain.ID)
	if err != nil && !errors.Is(err, chain.ErrNotFound) {
		return
	}
	f.Metrics.halted(link.Chain.ID, err == nil)
	if err != nil {
		return
	}
	if _, err := watching.CountVanished(ctx, f.Store, link); err != nil && ctx.Err() == nil {
		f.Log.WarnContext(ctx, "counting vanished tokens failed", "chain", link.Chain.ID, "error", err)
	}
}

// leaseTTL is how long a key stays leased to a signer that stopped renewing. A replica takes over after it, plus at most the ten
// seconds that Postgres grants a transaction whose client hangs.
const leaseTTL = 15 * time.Second

// sign leases the key and processes its transactions. Another replica takes over when this one ends, hangs or crashes.
func (f *Follower) sign(ctx context.Context, c Chain, link chain.Link, sender signing.Sender) error {
	log := f.Log.With("chain", c.ID, "sender", sender.Address())
	signer := signing.NewSigner(link, sender, f.Store, f.Events, f.Rules, f.Withdrawals.CooldownEnded, f.Clock, f.Log, func(on bool) {
		f.Metrics.paused(c.ID, sender.Address(), on)
	})
	for ctx.Err() == nil {
		lease, ok, err := f.Store.Lease(ctx, c.ID, sender.Address(), leaseTTL)
		if err != nil && ctx.Err() == nil {
			log.WarnContext(ctx, "leasing the key failed", "error", err)
		}
		if err != nil || !ok {
			pause(ctx, time.Second)
			continue
		}
		held, lose := context.WithCancel(ctx)
		renewing := background.Go(held, func(held context.Context) error {
			defer lose()
			f.renew(held, lease, log)
			return nil
		})
		var logged time.Time
		for held.Err() == nil {
			err := signer.Step(held, lease)
			if errors.Is(err, signing.ErrFenced) {
				break
			}
			if err != nil && held.Err() == nil && time.Since(logged) > 30*time.Second {
				logged = time.Now()
				log.ErrorContext(ctx, "signing failed", "error", err)
			}
			pause(held, c.Poll)
		}
		lose()
		err = <-renewing
		f.release(ctx, lease, log)
		if err != nil {
			return err
		}
	}
	return nil
}

// renew extends a lease until ctx ends. It returns early when the lease is lost, or can't be renewed before it expires.
func (f *Follower) renew(ctx context.Context, lease signing.Lease, log *slog.Logger) {
	expires := time.Now().Add(leaseTTL)
	for {
		pause(ctx, leaseTTL/5)
		if ctx.Err() != nil {
			return
		}
		sent := time.Now()
		call, cancel := context.WithDeadline(ctx, expires)
		err := f.Store.Renew(call, lease, leaseTTL)
		cancel()
		switch {
		case ctx.Err() != nil:
			return
		case err == nil:
			expires = sent.Add(leaseTTL)
		case errors.Is(err, signing.ErrFenced), !time.Now().Before(expires):
			log.WarnContext(ctx, "the lease of the key is lost", "error", err)
			return
		}
	}
}

// release frees a key for other replicas. If it fails, the lease expires.
func (f *Follower) release(ctx context.Context, lease signing.Lease, log *slog.Logger) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
	defer cancel()
	if err := f.Store.Release(ctx, lease); err != nil {
		log.WarnContext(ctx, "releasing the key failed, its lease will expire", "error", err)
	}
}

// advance queues a chain's approved withdrawals that are due for the signer.
func (f *Follower) advance(ctx context.Context, chainID uint32) error {
	for ctx.Err() == nil {
		if _, err := f.Withdrawals.Advance(ctx, chainID); err != nil && ctx.Err() == nil {
			f.Log.WarnContext(ctx, "queueing withdrawals failed", "chain", chainID, "error", err)
			pause(ctx, 4*time.Second)
		}
		pause(ctx, time.Second)
	}
	return nil
}

// compare looks up each confirmed payment in the payment contract, once it is confirmed and again while the contract denies it.
func (f *Follower) compare(ctx context.Context, link chain.Link) error {
	return kit.Every(ctx, recount, f.Log, "comparing payments with the contract", func(ctx context.Context) error {
		return signing.ComparePayments(ctx, f.Store, link, f.Log)
	})
}

// checkNodes checks what the nodes have every ten minutes, and every minute while something is missing.
func checkNodes(ctx context.Context, complete func(ctx context.Context) bool) error {
	pause(ctx, time.Minute)
	for ctx.Err() == nil {
		wait := time.Minute
		if complete(ctx) {
			wait *= 10
		}
		pause(ctx, wait)
	}
	return nil
}

func pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}
