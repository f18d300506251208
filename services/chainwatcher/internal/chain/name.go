package chain

import (
	"context"
	"errors"
	"strings"
)

var (
	// ErrName is text that is not a valid ENS name (ENSIP-15).
	ErrName = errors.New("not a valid name")
	// ErrNameUnconfirmed is a name in place of an address: the caller has not seen which address it points to.
	ErrNameUnconfirmed = errors.New("a name was sent in place of its address")
	// ErrNameNotFound is a name without an Ethereum address.
	ErrNameNotFound = errors.New("the name does not point to an address")
	// ErrNameChanged is a name that points to another address than the one that the person saw.
	ErrNameChanged = errors.New("the name points to another address now")
	// ErrNamesUnsupported is a name while no registry is configured, or one whose records the registry's chain does not hold.
	ErrNamesUnsupported = errors.New("name service not configured or unsupported")
	// ErrNamesDown is a name service that cannot be reached. Retry later.
	ErrNamesDown = errors.New("the name service is not available")
)

// Name is an ENS name and the address that it points to.
type Name struct {
	// Text is normalized (ENSIP-15).
	Text string
	// Address is EIP-55.
	Address string
}

// Names resolves ENS names. Errors: ErrName, ErrNameNotFound, ErrNamesUnsupported, ErrNamesDown.
type Names interface {
	Resolve(ctx context.Context, name string) (Name, error)
}

// recipient checks what a caller sent as a wallet: an address, and the name that it came from if there is one. It returns the
// address in EIP-55 and the normalized name.
func (s *Withdrawals) recipient(ctx context.Context, to, name string) (address, normalized string, err error) {
	if name == "" && strings.Contains(to, ".") {
		if _, err := s.Names.Resolve(ctx, to); err != nil {
			return "", "", err
		}
		return "", "", ErrNameUnconfirmed
	}
	if address, err = s.Addresses.Parse(to); err != nil || name == "" {
		return address, "", err
	}
	resolved, err := s.Names.Resolve(ctx, name)
	if err != nil {
		return "", "", err
	}
	if resolved.Address != address {
		return "", "", ErrNameChanged
	}
	return address, resolved.Text, nil
}
