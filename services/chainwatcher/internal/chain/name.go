package chain

import (
	"context"
	"errors"
	"strings"
)

var (
	// ErrName means that text is not a valid ENS name (ENSIP-15).
	ErrName = errors.New("not a valid name")
	// ErrNameUnconfirmed means that a name was sent instead of an address, so the user has not seen which address it points to.
	ErrNameUnconfirmed = errors.New("a name was sent in place of its address")
	// ErrNameNotFound means that a name has no Ethereum address.
	ErrNameNotFound = errors.New("the name does not point to an address")
	// ErrNameChanged means that a name no longer points to the address that the user saw.
	ErrNameChanged = errors.New("the name points to another address now")
	// ErrNamesUnsupported means that no registry is configured, or that the registry's chain doesn't hold the name's records.
	ErrNamesUnsupported = errors.New("name service not configured or unsupported")
	// ErrNamesDown means that the name service is unavailable. Retry later.
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

// recipient checks the wallet that a caller sent: an address, and optionally the name that it came from. It returns the EIP-55
// address and the normalized name.
func recipient(ctx context.Context, names Names, addresses Addresses, to, name string) (address, normalized string, err error) {
	if name == "" && strings.Contains(to, ".") {
		if _, err := names.Resolve(ctx, to); err != nil {
			return "", "", err
		}
		return "", "", ErrNameUnconfirmed
	}
	if address, err = addresses.Parse(to); err != nil || name == "" {
		return address, "", err
	}
	resolved, err := names.Resolve(ctx, name)
	if err != nil {
		return "", "", err
	}
	if resolved.Address != address {
		return "", "", ErrNameChanged
	}
	return address, resolved.Text, nil
}
