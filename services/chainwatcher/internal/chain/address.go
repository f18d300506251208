package chain

import (
	"errors"
	"strings"

	"github.com/vitrine/vitrine/kit/eip55"
)

// ErrAddress means that text isn't an address, or has a wrong checksum.
var ErrAddress = errors.New("not an address")

// ParseAddress returns the EIP-55 form of an address, or ErrAddress if text isn't one: mixed case has to carry the right checksum.
func ParseAddress(text string) (string, error) {
	text = strings.TrimSpace(text)
	if IsZero(text) {
		return text, nil
	}
	address, ok := eip55.Checksum(text)
	if !ok {
		return "", ErrAddress
	}
	return address, nil
}

// IsZero reports whether an address is the zero address, which nobody controls.
func IsZero(address string) bool { return address == "0x"+strings.Repeat("0", 40) }
