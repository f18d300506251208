package custody

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

var (
	// ErrNameUnconfirmed means that a name was sent instead of an address, so the user has not seen which address it points to.
	ErrNameUnconfirmed = errors.New("a name was sent in place of its address")
	// ErrNameChanged means that a name no longer points to the address that the user saw.
	ErrNameChanged = errors.New("the name points to another address now")
)

// recipient checks the wallet that a caller sent: an address, and optionally the name that it came from. The result has the EIP-55 address, and
// the normalized name if there is one.
func recipient(ctx context.Context, names chain.Names, to, name string) (chain.Name, error) {
	if name == "" && strings.Contains(to, ".") {
		if _, err := names.Resolve(ctx, to); err != nil {
			return chain.Name{}, err
		}
		return chain.Name{}, ErrNameUnconfirmed
	}
	address, err := chain.ParseAddress(to)
	if err != nil || name == "" {
		return chain.Name{Address: address}, err
	}
	resolved, err := names.Resolve(ctx, name)
	if err != nil {
		return chain.Name{}, err
	}
	if resolved.Address != address {
		return chain.Name{}, ErrNameChanged
	}
	return resolved, nil
}

// forbidden reports whether an address is one of the gallery's own on a chain, or one that nobody controls, where tokens and money
// would be lost.
func forbidden(c chain.Chain, to string) bool {
	own := []string{c.TokenContract, c.PaymentContract, c.PriceFeed, c.Vault, c.Platform}
	return chain.IsZero(to) || slices.ContainsFunc(own, func(a string) bool { return strings.EqualFold(a, to) })
}

// Payees checks which addresses may receive payouts and gifts. Withdrawals reject the same addresses.
type Payees struct {
	Store  Store
	Fleet  Fleet
	Chains *chain.Chains
	// Vault is the address of the vault on every chain.
	Vault string
}

// Allowed reports whether an address may be paid on every configured chain. For a chain that is down, it uses the chain's last known
// contracts. It returns chain.ErrAddress and errors of the store.
func (p *Payees) Allowed(ctx context.Context, address string) (bool, error) {
	to, err := chain.ParseAddress(address)
	if err != nil {
		return false, err
	}
	if forbidden(chain.Chain{Vault: p.Vault}, to) {
		return false, nil
	}
	for _, id := range p.Chains.IDs() {
		link, err := p.Chains.Get(id)
		if errors.Is(err, chain.ErrNoChain) {
			var c chain.Cursor
			if c, err = p.Store.Cursor(ctx, id); errors.Is(err, chain.ErrNotFound) {
				continue
			}
			link.Chain = chain.Chain{TokenContract: c.TokenContract, PaymentContract: c.PaymentContract}
		}
		if err != nil {
			return false, err
		}
		if forbidden(link.Chain, to) {
			return false, nil
		}
	}
	return true, nil
}

// Recipient checks the wallet of a gift: an address, and optionally the name that it came from. It returns the EIP-55 address and the
// normalized name. Errors: chain.ErrAddress, chain.ErrTarget, ErrNameUnconfirmed, ErrNameChanged and those of Names.
func (p *Payees) Recipient(ctx context.Context, to, name string) (chain.Name, error) {
	wallet, err := recipient(ctx, p.Fleet, to, name)
	if err != nil {
		return chain.Name{}, err
	}
	allowed, err := p.Allowed(ctx, wallet.Address)
	if err == nil && !allowed {
		err = chain.ErrTarget
	}
	return wallet, err
}
