package quotes

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

// ErrNotFinal means that a block isn't final yet, so its content may still change.
var ErrNotFinal = errors.New("the block is not final")

// Range is some of the gallery's tokens on a chain at a block. ChainID 0 is the default chain; Block 0 is the newest final block.
type Range struct {
	Condition string
	ChainID   uint32
	From, To  int64
	Block     uint64
	// Vault is the vault of the chain. Holdings sets it.
	Vault string
}

// Held is what an account held of the tokens of a condition, or why that isn't known: ErrNotFinal, chain.ErrNoChain, chain.ErrNotFound.
type Held struct {
	Condition string
	TokenIDs  []int64
	Unknown   error
}

// HeldStore stores who held which tokens.
type HeldStore interface {
	Cursor(ctx context.Context, chainID uint32) (chain.Cursor, error)
	// HeldAt returns the ids of the tokens that an account held, by condition: in one of its wallets, or in the vault. At most 1,000 of
	// each range.
	HeldAt(ctx context.Context, accountID string, wallets []string, ranges []Range) (map[string][]int64, error)
}

// Holdings finds who held tokens at a block.
type Holdings struct {
	Store  HeldStore
	Chains *chain.Chains
}

// Held returns what an account held, by condition. It needs no node: final transfers are stored.
func (h *Holdings) Held(ctx context.Context, accountID string, wallets []string, ranges []Range) ([]Held, error) {
	var out []Held
	var final []Range
	cursors := map[uint32]chain.Cursor{}
	for _, r := range ranges {
		i := slices.IndexFunc(out, func(known Held) bool { return known.Condition == r.Condition })
		if i < 0 {
			i, out = len(out), append(out, Held{Condition: r.Condition})
		}
		r, err := h.atFinalBlock(ctx, r, cursors)
		switch {
		case errors.Is(err, ErrNotFinal), errors.Is(err, chain.ErrNoChain), errors.Is(err, chain.ErrNotFound):
			out[i].Unknown = err
		case err != nil:
			return nil, err
		default:
			final = append(final, r)
		}
	}
	ids, err := h.Store.HeldAt(ctx, accountID, wallets, final)
	for i := range out {
		out[i].TokenIDs = ids[out[i].Condition]
	}
	return out, err
}

// atFinalBlock returns a range with its chain, vault and block. It reads the cursor of each chain once.
func (h *Holdings) atFinalBlock(ctx context.Context, r Range, cursors map[uint32]chain.Cursor) (Range, error) {
	link, err := h.Chains.Get(r.ChainID)
	if err != nil {
		return r, err
	}
	r.ChainID, r.Vault = link.Chain.ID, link.Chain.Vault
	cursor, known := cursors[r.ChainID]
	if !known {
		if cursor, err = h.Store.Cursor(ctx, r.ChainID); err != nil {
			return r, err
		}
		cursors[r.ChainID] = cursor
	}
	if r.Block > cursor.Finalized {
		return r, fmt.Errorf("%w: chain %d: block %d, final is %d", ErrNotFinal, r.ChainID, r.Block, cursor.Finalized)
	}
	r.Block = cmp.Or(r.Block, cursor.Finalized)
	return r, nil
}
