// Package abitest embeds compiled contracts that only tests deploy.
package abitest

import (
	_ "embed"
	"strings"
)

//go:embed TwoOfThree.bin
var twoOfThree string

// TwoOfThree is the creation code of a multisig of three owners, of which two have to sign: in hex without a prefix. Its constructor takes
// the owners.
var TwoOfThree = strings.TrimSpace(twoOfThree)

// TwoOfThreeABI is its interface as JSON.
//
//go:embed TwoOfThree.abi
var TwoOfThreeABI string
