// Package messages contains the service's texts for people: emails, documents and errors. It contains no business rules.
package messages

import (
	"cmp"
	"fmt"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
)

// Country returns the English name of a country, or its code if the name is unknown.
func Country(code string) string {
	region, err := language.ParseRegion(code)
	if err != nil {
		return code
	}
	return cmp.Or(display.English.Regions().Name(region), code)
}

// Coin returns the name of a chain's native coin: on chain 100 it isn't ether.
func Coin(chainID uint32) string {
	if chainID == 100 {
		return "xDAI"
	}
	return "ETH"
}

// Chain returns the name of a chain.
func Chain(chainID uint32) string {
	switch chainID {
	case 1:
		return "Ethereum (chain 1)"
	case 100:
		return "Gnosis (chain 100)"
	}
	return fmt.Sprintf("chain %d", chainID)
}
