// Package messages has what the service says to people: mails, documents and errors. The rules are elsewhere.
package messages

import (
	"cmp"
	"fmt"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
)

// Country is the English name of a country, or its code where none is known.
func Country(code string) string {
	region, err := language.ParseRegion(code)
	if err != nil {
		return code
	}
	return cmp.Or(display.English.Regions().Name(region), code)
}

// Coin is the name of a chain's own coin: that of chain 100 isn't ether.
func Coin(chainID uint32) string {
	if chainID == 100 {
		return "xDAI"
	}
	return "ETH"
}

// Chain is the name of a chain.
func Chain(chainID uint32) string {
	switch chainID {
	case 1:
		return "Ethereum (chain 1)"
	case 100:
		return "Gnosis (chain 100)"
	}
	return fmt.Sprintf("chain %d", chainID)
}
