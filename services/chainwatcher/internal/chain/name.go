package chain

import (
	"context"
	"errors"
)

var (
	// ErrName means that text is not a valid ENS name (ENSIP-15).
	ErrName = errors.New("not a valid name")
	// ErrNameNotFound means that a name has no Ethereum address.
	ErrNameNotFound = errors.New("the name does not point to an address")
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

// Names resolves ENS names.
type Names interface {
	// Resolve returns a name as it points to an address now. Errors: ErrName, ErrNameNotFound, ErrNamesUnsupported, ErrNamesDown.
	Resolve(ctx context.Context, name string) (Name, error)
}
