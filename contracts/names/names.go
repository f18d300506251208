// Package names identifies names in registries of the Ethereum Name Service.
package names

import (
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
)

// Hash returns the namehash of a normalized name (EIP-137), the key of the name in a registry and its resolvers.
func Hash(name string) (node common.Hash) {
	if name == "" {
		return node
	}
	for _, label := range slices.Backward(strings.Split(name, ".")) {
		node = crypto.Keccak256Hash(node[:], crypto.Keccak256([]byte(label)))
	}
	return node
}
