package receipt

import (
	"cmp"
	"fmt"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
)

// country is the English name of a country, or its code where none is known.
func country(code string) string {
	region, err := language.ParseRegion(code)
	if err != nil {
		return code
	}
	return cmp.Or(display.English.Regions().Name(region), code)
}

// coin is what a chain's own coin is called: that of chain 100 is not ether.
func coin(chainID uint32) string {
	if chainID == 100 {
		return "xDAI"
	}
	return "ETH"
}

func chain(chainID uint32) string {
	switch chainID {
	case 1:
		return "Ethereum (chain 1)"
	case 100:
		return "Gnosis (chain 100)"
	}
	return fmt.Sprintf("chain %d", chainID)
}
