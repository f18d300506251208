package custody

import (
	"context"
	"strings"

	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

// ReleaseState is whether the token of a refunded order can go to another order.
type ReleaseState string

// The states of a release.
const (
	// ReleaseDone: the token no longer belongs to the order.
	ReleaseDone ReleaseState = "released"
	// ReleaseReady: nothing was signed for its mint, or it is in the vault.
	ReleaseReady ReleaseState = "ready"
	// ReleaseMinting: its mint was signed and isn't final.
	ReleaseMinting ReleaseState = "minting"
	// ReleaseWithdrawing: a withdrawal of it hasn't ended.
	ReleaseWithdrawing ReleaseState = "withdrawing"
	// ReleaseGone: it left the vault.
	ReleaseGone ReleaseState = "gone"
	// ReleaseReturned: it left the vault and came back, in a final block. It belongs to nobody, so it isn't released.
	ReleaseReturned ReleaseState = "returned"
	// ReleaseTaken: it belongs to another order, which the caller doesn't expect.
	ReleaseTaken ReleaseState = "taken"
)

// Custody is the state that decides whether a token can be released.
type Custody struct {
	// Token has no TokenID if no order was ever due this token.
	Token Token
	// Released is whether the order released its token.
	Released bool
	// Withdrawing is whether a withdrawal of the token hasn't ended. Signed is whether its mint was ever signed.
	Withdrawing, Signed bool
	// Settled is whether the block of its last transfer is final.
	Settled bool
}

// release returns the state of the token for an order that was refunded.
func (c Custody) release(checkoutID, vault string) ReleaseState {
	t := c.Token
	switch {
	case c.Released:
		return ReleaseDone
	case t.TokenID == 0:
		return ReleaseReady
	case t.CheckoutID != checkoutID:
		return ReleaseTaken
	case !t.InCustody && strings.EqualFold(t.Holder, vault) && c.Settled:
		return ReleaseReturned
	case !t.InCustody, t.Holder != "" && !strings.EqualFold(t.Holder, vault):
		return ReleaseGone
	case c.Withdrawing:
		return ReleaseWithdrawing
	case t.Status == Minted && t.Holder != "", t.Status == Minting && t.Holder == "" && !c.Signed:
		return ReleaseReady
	}
	return ReleaseMinting
}

// Releases removes tokens from refunded orders, so that their editions can be sold again.
type Releases struct {
	Store  Store
	Chains *chain.Chains
}

// State returns what Release would return now, and the token, which has no TokenID if no order was ever due it. Errors: as for Release.
func (s *Releases) State(ctx context.Context, checkoutID string, tokenID int64) (ReleaseState, Token, error) {
	c, err := s.Store.Custody(ctx, checkoutID, tokenID)
	if err != nil {
		return "", Token{}, err
	}
	state, err := s.decide(ctx, checkoutID, c)
	return state, c.Token, err
}

// Release permanently removes a token from a refunded order: the order never gets a token, and the next order may. It changes nothing
// unless the token is ready, and returns its state. Repeating it changes nothing. Errors: chain.ErrHalted while the locations of the
// chain's tokens are in doubt, chain.ErrNoChain while the chain is down.
func (s *Releases) Release(ctx context.Context, checkoutID string, tokenID int64) (ReleaseState, error) {
	var state ReleaseState
	err := s.Store.ReleaseToken(ctx, checkoutID, tokenID, func(ctx context.Context, c Custody) (ReleaseState, error) {
		var err error
		state, err = s.decide(ctx, checkoutID, c)
		return state, err
	})
	if err == nil && state == ReleaseReady {
		state = ReleaseDone
	}
	return state, err
}

func (s *Releases) decide(ctx context.Context, checkoutID string, c Custody) (ReleaseState, error) {
	if c.Released || c.Token.TokenID == 0 {
		return c.release(checkoutID, ""), nil
	}
	if err := chain.RefuseHalted(ctx, s.Store, c.Token.ChainID); err != nil {
		return "", err
	}
	link, err := s.Chains.Get(c.Token.ChainID)
	if err != nil {
		return "", err
	}
	return c.release(checkoutID, link.Chain.Vault), nil
}
