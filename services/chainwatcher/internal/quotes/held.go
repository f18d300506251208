package quotes

import (
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
	// HeldAt returns the ids of the tokens that an account held after the block: in one of its wallets, or in the vault. At most 1,000.
	HeldAt(ctx context.Context, accountID string, wallets []string, r Range, vault string) ([]int64, error)
}

// Holdings finds who held tokens at a block.
type Holdings struct {
	Store  HeldStore
	Chains *chain.Chains
}

// Held returns what an account held, by condition. It needs no node: final transfers are stored.
func (h *Holdings) Held(ctx context.Context, accountID string, wallets []string, ranges []Range) ([]Held, error) {
	var out []Held
	for _, r := range ranges {
		i := slices.IndexFunc(out, func(known Held) bool { return known.Condition == r.Condition })
		if i < 0 {
			i, out = len(out), append(out, Held{Condition: r.Condition})
		}
		ids, err := h.heldIn(ctx, accountID, wallets, r)
		switch {
		case errors.Is(err, ErrNotFinal), errors.Is(err, chain.ErrNoChain), errors.Is(err, chain.ErrNotFound):
			out[i].Unknown = err
		case err != nil:
			return nil, err
		}
		out[i].TokenIDs = append(out[i].TokenIDs, ids...)
	}
	return out, nil
}

// heldIn returns the ids of the tokens of a range that an account held.
func (h *Holdings) heldIn(ctx context.Context, accountID string, wallets []string, r Range) ([]int64, error) {
	link, err := h.Chains.Get(r.ChainID)
	if err != nil {
		return nil, err
	}
	cursor, err := h.Store.Cursor(ctx, link.Chain.ID)
	switch {
	case err != nil:
		return nil, err
	case r.Block > cursor.Finalized:
		return nil, fmt.Errorf("%w: chain %d: block %d, final is %d", ErrNotFinal, link.Chain.ID, r.Block, cursor.Finalized)
	case r.Block == 0:
		r.Block = cursor.Finalized
	}
	r.ChainID = link.Chain.ID
	return h.Store.HeldAt(ctx, accountID, wallets, r, link.Chain.Vault)
}
