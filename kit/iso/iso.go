// Package iso checks codes of countries, currencies and languages against the lists of golang.org/x/text.
package iso

import (
	"slices"
	"sync"

	"golang.org/x/text/currency"
	"golang.org/x/text/language"
)

// former are countries that were split. Those with one successor have a canonical code.
var former = []string{"AN", "CS", "NT", "SU", "YU"}

// Country returns the ISO 3166-1 alpha-2 code that a code stands for, and "" if no country has it. EL and UK stand for GR and GB: VAT numbers
// and web addresses have them.
func Country(code string) string {
	switch code {
	case "EL":
		return "GR"
	case "UK":
		return "GB"
	}
	r, err := language.ParseRegion(code)
	if err != nil || r.String() != code || !r.IsCountry() || r.IsPrivateUse() || r.M49() == 0 || r.Canonicalize() != r || slices.Contains(former, code) {
		return ""
	}
	return code
}

// Currency reports whether code is the ISO 4217 code of a currency that a country uses.
func Currency(code string) bool { return currencies()[code] }

var currencies = sync.OnceValue(func() map[string]bool {
	used := map[string]bool{}
	for it := currency.Query(); it.Next(); {
		used[it.Unit().String()] = true
	}
	return used
})

// Language reports whether tag is a language tag (BCP 47) of known parts.
func Language(tag string) bool {
	_, err := language.Parse(tag)
	return err == nil
}
