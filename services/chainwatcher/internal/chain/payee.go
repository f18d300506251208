package chain

import (
	"context"
	"errors"
	"slices"
	"strings"
)

// forbidden reports whether an address is one of the gallery's own on a chain, or one that nobody controls, where tokens and money
// would be lost.
func forbidden(c Chain, to string) bool {
	own := []string{c.TokenContract, c.PaymentContract, c.PriceFeed, c.Vault, c.Platform}
	return isZero(to) || slices.ContainsFunc(own, func(a string) bool { return strings.EqualFold(a, to) })
}

func isZero(address string) bool { return address == "0x"+strings.Repeat("0", 40) }

// Payees checks which addresses may receive payouts and gifts. Withdrawals reject the same addresses.
type Payees struct {
	Store interface {
		Cursor(ctx context.Context, chainID uint32) (Cursor, error)
	}
	Addresses Addresses
	Names     Names
	Chains    *Chains
	// Vault is the address of the vault on every chain.
	Vault string
}

// Allowed reports whether an address may be paid on every configured chain. For a chain that is down, it uses the chain's last known
// contracts. It returns ErrAddress and errors of the store.
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

// Recipient checks the wallet of a gift: an address, and optionally the name that it came from. It returns the EIP-55 address and the
// normalized name. Errors: ErrAddress, ErrTarget, ErrNameUnconfirmed, ErrNameChanged and those of Names.
func (p *Payees) Recipient(ctx context.Context, to, name string) (Name, error) {
	address, text, err := recipient(ctx, p.Names, p.Addresses, to, name)
	if err != nil {
		return Name{}, err
	}
	allowed, err := p.Allowed(ctx, address)
	if err == nil && !allowed {
		err = ErrTarget
	}
	return Name{Text: text, Address: address}, err
}
