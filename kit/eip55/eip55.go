// Package eip55 implements the checksum spelling of Ethereum addresses: https://eips.ethereum.org/EIPS/eip-55
package eip55

import (
	"encoding/hex"
	"strings"

	"golang.org/x/crypto/sha3"
)

// Checksum returns the EIP-55 spelling of an address that is in a single letter case or already has the right
// checksum. It rejects the zero address, because money sent there is lost.
func Checksum(address string) (string, bool) {
	digits, ok := strings.CutPrefix(address, "0x")
	if !ok || len(digits) != 40 || strings.Trim(digits, "0") == "" {
		return "", false
	}
	if _, err := hex.DecodeString(digits); err != nil {
		return "", false
	}
	lower := strings.ToLower(digits)
	h := sha3.NewLegacyKeccak256()
	_, _ = h.Write([]byte(lower))
	sum := h.Sum(nil)
	out := []byte(lower)
	for i, c := range out {
		if c >= 'a' && sum[i/2]>>(4*(1-i%2))&0x0f >= 8 {
			out[i] = c - 'a' + 'A'
		}
	}
	if digits != lower && digits != strings.ToUpper(digits) && digits != string(out) {
		return "", false
	}
	return "0x" + string(out), true
}
