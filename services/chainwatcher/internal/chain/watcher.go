package chain

import (
	"context"
	"errors"
	"fmt"
)

// Watcher follows one chain block by block. It keeps no state of its own: the cursor in the store is the truth, so that
// any number of replicas may step at once.
type Watcher struct {
	chain Chain
	node  Node
	store BlockStore
	facts Facts
	batch uint64
}

// NewWatcher wires a watcher. Final blocks are read so many at a time as batch says.
func NewWatcher(c Chain, n Node, s BlockStore, f Facts, batch uint64) *Watcher {
	return &Watcher{chain: c, node: n, store: s, facts: f, batch: max(batch, 1)}
}

// Attach makes the cursor stand for this chain. A chain that is not the one of the cursor (the local one was started
// anew) starts over, and what it had promised is taken back.
func (w *Watcher) Attach(ctx context.Context) error {
	c, err := w.store.Cursor(ctx, w.chain.ID)
	if err == nil && c.Genesis == w.chain.Genesis && c.TokenContract == w.chain.TokenContract && c.PaymentContract == w.chain.PaymentContract {
		return nil
	}
	if err != nil && !errors.Is(err, ErrNotFound) {
		return err
	}
	start, err := w.node.HeaderByNumber(ctx, max(w.chain.StartBlock, 1)-1)
	if err != nil {
		return err
	}
	return w.store.InTx(ctx, func(ctx context.Context) error {
		gone, err := w.store.Reset(ctx, Cursor{
			Header: start, ChainID: w.chain.ID, Finalized: start.Number,
			Genesis: w.chain.Genesis, TokenContract: w.chain.TokenContract, PaymentContract: w.chain.PaymentContract,
		})
		if err != nil {
			return err
		}
		return w.reverted(ctx, gone)
	})
}

// Step advances by one block, or by a batch of final ones, or undoes a fork. It answers whether there may be more to do.
// Errors: ErrNotYet, ErrTemporary, ErrBehind and ErrConflict pass by themselves; ErrTooDeep needs a person or a better
// node; others come from the store.
func (w *Watcher) Step(ctx context.Context) (more bool, err error) {
	c, err := w.store.Cursor(ctx, w.chain.ID)
	if err != nil {
		return false, err
	}
	latest, final, err := w.node.Heads(ctx)
	if err != nil {
		return false, err
	}
	if final.Hash == "" {
		final = Header{Number: latest.Number - min(latest.Number, w.chain.FinalityDepth)}
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
		return false, w.finalize(ctx, c, nil, final)
	}
	if final.Number > c.Number+1 {
		return true, w.catchUp(ctx, c, final)
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
	return true, w.finalize(ctx, c, []Block{block}, final)
}

// catchUp takes many final blocks in one transaction.
func (w *Watcher) catchUp(ctx context.Context, c Cursor, final Header) error {
	blocks, err := w.node.Range(ctx, c.Number+1, min(final.Number, c.Number+w.batch))
	if err != nil {
		return err
	}
	if len(blocks) == 0 {
		return ErrNotYet
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
		return fmt.Errorf("%w: block %d does not follow %d", ErrTemporary, b.Number, parent.Number)
	}
	return w.finalize(ctx, c, blocks, final)
}

// finalize writes blocks, what they say, and what became final by them, in one transaction.
func (w *Watcher) finalize(ctx context.Context, c Cursor, blocks []Block, final Header) error {
	head := c.Header
	if len(blocks) > 0 {
		head = blocks[len(blocks)-1].Header
	}
	number := min(final.Number, head.Number)
	if len(blocks) == 0 && number <= c.Finalized {
		return nil
	}
	return w.store.InTx(ctx, func(ctx context.Context) error {
		if len(blocks) > 0 {
			if err := w.extend(ctx, c, blocks); err != nil {
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
				// Two nodes behind one address disagree, or a fork shows at the next block. Nothing may become final.
				return fmt.Errorf("%w: final block %d is %s, processed was %s", ErrTemporary, number, final.Hash, known.Hash)
			}
		}
		return w.settle(ctx, number)
	})
}

func (w *Watcher) extend(ctx context.Context, c Cursor, blocks []Block) error {
	payments, err := w.store.Extend(ctx, c, blocks)
	if err != nil {
		return err
	}
	for _, p := range payments {
		if !p.Known {
			continue // told once it is final
		}
		if err := w.facts.PaymentSeen(ctx, p); err != nil {
			return err
		}
	}
	head := blocks[len(blocks)-1].Header
	expired, err := w.store.ExpireQuotes(ctx, w.chain.ID, head)
	if err != nil {
		return err
	}
	for _, q := range expired {
		if err := w.facts.QuoteExpired(ctx, q, head); err != nil {
			return err
		}
	}
	return nil
}

func (w *Watcher) settle(ctx context.Context, number uint64) error {
	done, err := w.store.Finalize(ctx, w.chain, number)
	if err != nil {
		return err
	}
	for _, p := range done.Payments {
		if p.Known {
			err = w.facts.PaymentConfirmed(ctx, p)
		} else {
			err = w.facts.Unexpected(ctx, p, "unknown_order")
		}
		if err != nil {
			return err
		}
	}
	for _, t := range done.Minted {
		if err := w.facts.TokenMinted(ctx, t); err != nil {
			return err
		}
	}
	for _, wd := range done.Withdrawals {
		if err := w.facts.WithdrawalConfirmed(ctx, wd); err != nil {
			return err
		}
	}
	return nil
}

// reorg walks from a header of the new chain to the block that both have, and undoes what came after it.
func (w *Watcher) reorg(ctx context.Context, c Cursor, h Header) error {
	for {
		if h.Number == 0 || h.Number-1 < c.Finalized {
			return fmt.Errorf("%w: block %d is final, the node has another chain", ErrTooDeep, c.Finalized)
		}
		known, err := w.store.Header(ctx, w.chain.ID, h.Number-1)
		if err != nil {
			return err
		}
		if known.Hash == h.Parent {
			return w.store.InTx(ctx, func(ctx context.Context) error {
				gone, err := w.store.Rollback(ctx, c, known)
				if err != nil {
					return err
				}
				return w.reverted(ctx, gone)
			})
		}
		if h, err = w.node.HeaderByHash(ctx, h.Parent); err != nil {
			return err
		}
	}
}

func (w *Watcher) reverted(ctx context.Context, gone []Payment) error {
	for _, p := range gone {
		if !p.Known {
			continue
		}
		if err := w.facts.PaymentReverted(ctx, p); err != nil {
			return err
		}
	}
	return nil
}
