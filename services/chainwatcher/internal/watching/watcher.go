package watching

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/vitrine/vitrine/kit/background"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

// fewBehind is the largest lag that is read block by block. A larger one is read as ranges, final or
// not.
const fewBehind = 8

// mostOpen is the maximum number of non-final blocks read at once: no more than the headers we keep.
const mostOpen = 256

// Watcher follows one chain block by block. The cursor in the store is the source of truth, so several
// replicas may step at the same time. A watcher itself only caches final blocks that it has read ahead.
// Its methods are not safe for concurrent use.
type Watcher struct {
	chain  chain.Chain
	node   Node
	store  Store
	events Events
	batch  uint64
	ahead  *ahead
}

// ahead is a range that is being read while the previous one is written.
type ahead struct {
	from   uint64
	result chan ranged
}

type ranged struct {
	blocks []chain.Block
	err    error
}

// NewWatcher creates a watcher. batch is the number of final blocks read at a time.
func NewWatcher(c chain.Chain, n Node, s Store, f Events, batch uint64) *Watcher {
	return &Watcher{chain: c, node: n, store: s, events: f, batch: max(batch, 1)}
}

// Attach connects the cursor to this chain. If the cursor is of a different chain (a restarted local
// chain), the watcher starts over and reverts the effects of the old chain. Other contracts on the
// same chain are rejected while the old ones exist, because payments may still arrive there. Errors:
// ErrOtherContracts, those of Node and of the store.
func (w *Watcher) Attach(ctx context.Context) error {
	c, err := w.store.Cursor(ctx, w.chain.ID)
	want := chain.Cursor{Genesis: w.chain.Genesis, TokenContract: w.chain.TokenContract, PaymentContract: w.chain.PaymentContract}
	if err == nil && c.Follows(want) {
		return nil
	}
	if err != nil && !errors.Is(err, chain.ErrNotFound) {
		return err
	}
	if err == nil && c.Genesis == w.chain.Genesis {
		if err := w.moved(ctx, c); err != nil {
			return err
		}
	}
	start, err := w.node.HeaderByNumber(ctx, max(w.chain.StartBlock, 1)-1)
	if err != nil {
		return err
	}
	want.Header, want.ChainID, want.Finalized = start, w.chain.ID, start.Number
	err = w.store.InTx(ctx, func(ctx context.Context) error {
		gone, err := w.store.Reset(ctx, want)
		if err != nil {
			return err
		}
		for _, r := range gone.Refunds {
			if err := w.events.RefundFailed(ctx, r); err != nil {
				return err
			}
		}
		return w.reverted(ctx, gone.Payments)
	})
	if errors.Is(err, chain.ErrConflict) {
		return nil // another replica has attached to the same chain
	}
	return err
}

// moved rejects contracts that replace others which still exist. If one of the old contracts is gone,
// the chain was reset without notice and the contracts were deployed again.
func (w *Watcher) moved(ctx context.Context, c chain.Cursor) error {
	for _, address := range []string{c.TokenContract, c.PaymentContract} {
		if there, err := w.node.HasCode(ctx, address); err != nil || !there {
			return err
		}
	}
	return fmt.Errorf("%w: token %s and payments %s still stand, now it is %s and %s",
		ErrOtherContracts, c.TokenContract, c.PaymentContract, w.chain.TokenContract, w.chain.PaymentContract)
}

// Step advances by one block, or by a batch of final ones, or undoes a fork. It reports whether there
// may be more to do. Errors: chain.ErrNotYet, chain.ErrTemporary, ErrBehind and chain.ErrConflict resolve themselves;
// ErrTooDeep needs an operator or a better node; others come from the store.
func (w *Watcher) Step(ctx context.Context) (more bool, err error) {
	c, err := w.store.Cursor(ctx, w.chain.ID)
	if err != nil {
		return false, err
	}
	latest, final, err := w.node.Heads(ctx)
	if err != nil {
		return false, err
	}
	if final, err = w.finality(ctx, c, latest, final); err != nil {
		return false, err
	}
	switch {
	case latest.Number < c.Finalized:
		return false, fmt.Errorf("%w: head %d, final %d", ErrBehind, latest.Number, c.Finalized)
	case latest.Number < c.Number:
		known, err := w.store.Header(ctx, w.chain.ID, latest.Number)
		if err != nil {
			return false, err
		}
		if known.Hash == latest.Hash {
			return false, fmt.Errorf("%w: head %d, processed %d", ErrBehind, latest.Number, c.Number)
		}
		return true, w.reorg(ctx, c, latest)
	case latest.Number == c.Number && latest.Hash != c.Hash:
		return true, w.reorg(ctx, c, latest)
	case latest.Number == c.Number:
		if undone, err := w.finalize(ctx, c, nil, final); err != nil || undone {
			return undone, err
		}
		return w.fillPayees(ctx, c)
	}
	switch {
	case final.Number > c.Number+1:
		return true, w.catchUp(ctx, c, final, min(final.Number, c.Number+w.batch))
	case latest.Number > c.Number+fewBehind:
		return true, w.catchUp(ctx, c, final, min(latest.Number, c.Number+min(w.batch, mostOpen)))
	}
	next, err := w.node.HeaderByNumber(ctx, c.Number+1)
	if err != nil {
		return false, err
	}
	if next.Parent != c.Hash {
		return true, w.reorg(ctx, c, next)
	}
	block, err := w.node.Events(ctx, next)
	if err != nil {
		return false, err
	}
	_, err = w.finalize(ctx, c, []chain.Block{block}, final)
	return true, err
}

// payeeBatch is how many blocks are searched for payees' events at once.
const payeeBatch = 2000

// fillPayees reads payees' credits and withdrawals in blocks that were processed before those events were stored. It does so only
// while there are no new blocks.
func (w *Watcher) fillPayees(ctx context.Context, c chain.Cursor) (more bool, err error) {
	from := max(w.chain.StartBlock, 1)
	if c.PayeesThrough != nil {
		from = max(from, *c.PayeesThrough+1)
	}
	if from > c.Number {
		if c.PayeesThrough == nil || *c.PayeesThrough < c.Number {
			return false, w.store.InTx(ctx, func(ctx context.Context) error { return w.store.FillPayees(ctx, c, nil, c.Number) })
		}
		return false, nil
	}
	to := min(c.Number, from+payeeBatch-1)
	entries, err := w.node.Payees(ctx, from, to)
	if err != nil {
		return false, err
	}
	err = w.store.InTx(ctx, func(ctx context.Context) error { return w.store.FillPayees(ctx, c, entries, to) })
	return err == nil && to < c.Number, err
}

// finality returns the final height as reported by the node. The depth is used only if no node of the
// chain has ever reported one, so a node that forgets its final block, or stalls, finalizes nothing.
func (w *Watcher) finality(ctx context.Context, c chain.Cursor, latest, final chain.Header) (chain.Header, error) {
	switch {
	case final.Hash != "" && !c.Tagged:
		return final, w.store.Tagged(ctx, w.chain.ID)
	case final.Hash == "" && c.Tagged:
		return chain.Header{Number: c.Finalized}, nil
	case final.Hash == "":
		return chain.Header{Number: latest.Number - min(latest.Number, w.chain.FinalityDepth)}, nil
	}
	return final, nil
}

// catchUp processes many blocks in one transaction, up to a height.
func (w *Watcher) catchUp(ctx context.Context, c chain.Cursor, final chain.Header, to uint64) error {
	blocks, err := w.read(ctx, c.Number+1, to)
	if err != nil {
		return err
	}
	if final.Number > to {
		w.readAhead(ctx, to+1, min(final.Number, to+w.batch))
	}
	if len(blocks) == 0 {
		return chain.ErrNotYet
	}
	parent := c.Header
	for i, b := range blocks {
		if b.Parent == parent.Hash && b.Number == parent.Number+1 {
			parent = b.Header
			continue
		}
		if i == 0 {
			return w.reorg(ctx, c, b.Header)
		}
		return fmt.Errorf("%w: block %d does not follow %d", chain.ErrTemporary, b.Number, parent.Number)
	}
	_, err = w.finalize(ctx, c, blocks, final)
	return err
}

// read returns a range, which may have been requested already.
func (w *Watcher) read(ctx context.Context, from, to uint64) ([]chain.Block, error) {
	early := w.ahead
	w.ahead = nil
	if early == nil || early.from != from {
		return w.node.Range(ctx, from, to)
	}
	select {
	case r := <-early.result:
		return r.blocks, r.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// readAhead starts reading the range after the one being written.
func (w *Watcher) readAhead(ctx context.Context, from, to uint64) {
	next := &ahead{from: from, result: make(chan ranged, 1)}
	background.Go(ctx, func(ctx context.Context) error {
		var r ranged
		r.err = background.Guard(ctx, func(ctx context.Context) (err error) {
			r.blocks, err = w.node.Range(ctx, from, to)
			return err
		})
		next.result <- r
		return nil
	})
	w.ahead = next
}

// finalize writes blocks, their effects, and what became final, in one transaction. It reports whether it undid blocks instead.
func (w *Watcher) finalize(ctx context.Context, c chain.Cursor, blocks []chain.Block, final chain.Header) (undone bool, err error) {
	head := c.Header
	if len(blocks) > 0 {
		head = blocks[len(blocks)-1].Header
	}
	number := min(final.Number, head.Number)
	if len(blocks) == 0 && number <= c.Finalized {
		return false, nil
	}
	if number > c.Finalized {
		if undone, err := w.agree(ctx, c, blocks, number); err != nil || undone {
			return undone, err
		}
	}
	return false, w.store.InTx(ctx, func(ctx context.Context) error {
		if len(blocks) > 0 {
			if err := w.extend(ctx, c, blocks, number); err != nil {
				return err
			}
		}
		if number <= c.Finalized {
			return nil
		}
		if final.Hash != "" && final.Number == number {
			known, err := w.store.Header(ctx, w.chain.ID, number)
			if err != nil {
				return err
			}
			if known.Hash != final.Hash {
				// Two nodes behind one address disagree, or a fork shows at the next block. Nothing
				// may become final.
				return fmt.Errorf("%w: final block %d is %s, processed was %s", chain.ErrContradiction, number, final.Hash, known.Hash)
			}
		}
		return w.settle(ctx, c.Finalized, number)
	})
}

// agree checks the block that becomes final with the nodes, and reads the stored blocks below it that have events again. If the nodes
// don't show a stored event, its block and those after it are undone as in a reorganisation, and undone is true.
func (w *Watcher) agree(ctx context.Context, c chain.Cursor, blocks []chain.Block, number uint64) (undone bool, err error) {
	var head chain.Header
	for _, b := range blocks {
		if b.Number == number {
			head = b.Header
		}
	}
	if head.Hash == "" {
		if head, err = w.store.Header(ctx, w.chain.ID, number); err != nil {
			return false, err
		}
	}
	if err := w.node.CheckAgreement(ctx, head); err != nil {
		return false, err
	}
	stored, err := w.store.Sightings(ctx, w.chain.ID, number)
	if err != nil {
		return false, err
	}
	var b chain.Block
	var shown []string
	for _, s := range stored {
		if s.BlockHash != b.Hash {
			if b, err = w.reread(ctx, s); err != nil {
				return false, err
			}
			shown = b.Sightings()
		}
		if slices.Contains(shown, s.Event) {
			continue
		}
		before, err := w.store.Header(ctx, w.chain.ID, s.BlockNumber-1)
		if err != nil {
			return false, err
		}
		return true, w.undo(ctx, c, before)
	}
	return false, nil
}

// reread reads the block of a stored event again. A block that isn't part of the stored chain has no events.
func (w *Watcher) reread(ctx context.Context, s Sighting) (chain.Block, error) {
	known, err := w.store.Header(ctx, w.chain.ID, s.BlockNumber)
	if err != nil || known.Hash != s.BlockHash {
		return chain.Block{}, err
	}
	h, err := w.node.HeaderByHash(ctx, s.BlockHash)
	if err != nil {
		return chain.Block{}, err
	}
	return w.node.Events(ctx, h)
}

func (w *Watcher) extend(ctx context.Context, c chain.Cursor, blocks []chain.Block, final uint64) error {
	said, err := w.store.Extend(ctx, c, blocks, final)
	if err != nil {
		return err
	}
	for _, r := range said.Refunds {
		if err := w.events.RefundSent(ctx, r); err != nil {
			return err
		}
	}
	for _, p := range said.Payments {
		if !p.Known {
			continue // reported once it is final
		}
		if err := w.events.PaymentSeen(ctx, p); err != nil {
			return err
		}
	}
	head := blocks[len(blocks)-1].Header
	expired, err := w.store.ExpireQuotes(ctx, w.chain.ID, head)
	if err != nil {
		return err
	}
	for _, q := range expired {
		if err := w.events.QuoteExpired(ctx, q, head); err != nil {
			return err
		}
	}
	return nil
}

func (w *Watcher) settle(ctx context.Context, after, number uint64) error {
	done, err := w.store.Finalize(ctx, w.chain, after, number)
	if err != nil {
		return err
	}
	for _, p := range done.Payments {
		if p.Known {
			err = w.events.PaymentConfirmed(ctx, p)
		} else {
			err = w.events.Unexpected(ctx, p, "unknown_order")
		}
		if err != nil {
			return err
		}
	}
	for _, m := range done.Incoming {
		if err := w.events.MoneyArrived(ctx, m); err != nil {
			return err
		}
	}
	for _, r := range done.Refunds {
		if err := w.events.RefundConfirmed(ctx, r); err != nil {
			return err
		}
	}
	for _, t := range done.Minted {
		if err := w.events.TokenMinted(ctx, t); err != nil {
			return err
		}
	}
	for _, t := range done.Returned {
		if err := w.events.TokenReturned(ctx, t); err != nil {
			return err
		}
	}
	for _, wd := range done.Withdrawals {
		if err := w.events.WithdrawalConfirmed(ctx, wd); err != nil {
			return err
		}
	}
	return nil
}

// reorg walks back from a header of the new chain to the common ancestor and undoes the blocks after
// it.
func (w *Watcher) reorg(ctx context.Context, c chain.Cursor, h chain.Header) error {
	for {
		if h.Number == 0 || h.Number-1 < c.Finalized {
			return fmt.Errorf("%w: block %d is final, the node has another chain", ErrTooDeep, c.Finalized)
		}
		known, err := w.store.Header(ctx, w.chain.ID, h.Number-1)
		if err != nil {
			return err
		}
		if known.Hash == h.Parent {
			return w.undo(ctx, c, known)
		}
		if h, err = w.node.HeaderByHash(ctx, h.Parent); err != nil {
			return err
		}
	}
}

// undo undoes the blocks after the ancestor.
func (w *Watcher) undo(ctx context.Context, c chain.Cursor, ancestor chain.Header) error {
	return w.store.InTx(ctx, func(ctx context.Context) error {
		gone, err := w.store.Rollback(ctx, c, ancestor)
		if err != nil {
			return err
		}
		return w.reverted(ctx, gone)
	})
}

func (w *Watcher) reverted(ctx context.Context, gone []chain.Payment) error {
	for _, p := range gone {
		if !p.Known {
			continue
		}
		if err := w.events.PaymentReverted(ctx, p); err != nil {
			return err
		}
	}
	return nil
}
