package iso_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/vitrine/vitrine/kit/iso"
	"github.com/vitrine/vitrine/kit/testkit/repository"
)

// TestCountries compares all pairs of letters with the site's list.
func TestCountries(t *testing.T) {
	t.Parallel()
	file, err := os.ReadFile(repository.Path("frontend/src/lib/countries.ts"))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"EL": "GR", "UK": "GB"}
	for code := range strings.FieldsSeq(regexp.MustCompile(`'(AD .*)'`).FindStringSubmatch(string(file))[1]) {
		want[code] = code
	}
	for a := 'A'; a <= 'Z'; a++ {
		for b := 'A'; b <= 'Z'; b++ {
			if code := string(a) + string(b); iso.Country(code) != want[code] {
				t.Errorf("Country(%q) = %q, want %q", code, iso.Country(code), want[code])
			}
		}
	}
	for _, code := range []string{"", "de", "D", "DEU", "276", "D3", "EU", "el"} {
		if got := iso.Country(code); got != "" {
			t.Errorf("Country(%q) = %q, want none", code, got)
		}
	}
}

func TestCurrenciesAndLanguages(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]bool{
		"USD": true, "EUR": true, "GBP": true, "CHF": true, "JPY": true, "KWD": true,
		"": false, "usd": false, "US": false, "USDT": false, "ETH": false, "ABC": false, "DEM": false, "XAU": false, "XTS": false, "XXX": false,
	} {
		if got := iso.Currency(code); got != want {
			t.Errorf("Currency(%q) = %v, want %v", code, got, want)
		}
	}
	for tag, want := range map[string]bool{"en": true, "de-AT": true, "pt-BR": true, "": false, "english": false, "xx": false, "en-XX-": false, "../en": false} {
		if got := iso.Language(tag); got != want {
			t.Errorf("Language(%q) = %v, want %v", tag, got, want)
		}
	}
}
