package quotes

import (
	"context"
	"errors"
	"fmt"

	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

// ErrNotFinal means that a block isn't final yet, so its content may still change.
var ErrNotFinal = errors.New("the block is not final")

// Range is some of the gallery's tokens on a chain at a block. ChainID 0 is the default chain; Block 0 is the newest final block.
type Range struct {
	ChainID  uint32
	From, To int64
	Block    uint64
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

// Held returns the ids of the tokens that an account held. It needs no node: final transfers are stored. Errors: ErrNotFinal,
// chain.ErrNoChain.
func (h *Holdings) Held(ctx context.Context, accountID string, wallets []string, ranges []Range) (held []int64, err error) {
	for _, r := range ranges {
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
		ids, err := h.Store.HeldAt(ctx, accountID, wallets, r, link.Chain.Vault)
		if err != nil {
			return nil, err
		}
		held = append(held, ids...)
	}
	return held, nil
}
