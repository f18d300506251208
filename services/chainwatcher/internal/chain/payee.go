package chain

import (
	"context"
	"errors"
	"slices"
	"strings"
)

// forbidden reports whether an address is one of the gallery's own on a chain, or nobody's: tokens and money sent there are lost to the
// person who asked for them.
func forbidden(c Chain, to string) bool {
	own := []string{c.TokenContract, c.PaymentContract, c.PriceFeed, c.Vault, c.Platform}
	return isZero(to) || slices.ContainsFunc(own, func(a string) bool { return strings.EqualFold(a, to) })
}

func isZero(address string) bool { return address == "0x"+strings.Repeat("0", 40) }

// Payees says which addresses may receive what the gallery pays out. The same addresses are refused as targets of withdrawals.
type Payees struct {
	Store interface {
		Cursor(ctx context.Context, chainID uint32) (Cursor, error)
	}
	Addresses Addresses
	Chains    *Chains
	// Vault is the address of the vault on every chain.
	Vault string
}

// Allowed reports whether an address may be paid on every configured chain. Of a chain that is not up, the contracts are those that it was
// followed with. Errors: ErrAddress, those of the store.
func (p *Payees) Allowed(ctx context.Context, address string) (bool, error) {
	to, err := p.Addresses.Parse(address)
	if err != nil {
		return false, err
	}
	if forbidden(Chain{Vault: p.Vault}, to) {
		return false, nil
	}
	for _, id := range p.Chains.IDs() {
		link, err := p.Chains.Get(id)
		if errors.Is(err, ErrNoChain) {
			var c Cursor
			if c, err = p.Store.Cursor(ctx, id); errors.Is(err, ErrNotFound) {
				continue
			}
			link.Chain = Chain{TokenContract: c.TokenContract, PaymentContract: c.PaymentContract}
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
