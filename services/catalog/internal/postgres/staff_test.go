package postgres_test

import (
	"testing"

	"github.com/vitrine/vitrine/kit/money"
)

// TestAPriceIsInTheCurrencyOfWhatIsShown: a work of an earlier currency is unpublished and never deleted.
func TestAPriceIsInTheCurrencyOfWhatIsShown(t *testing.T) {
	t.Parallel()
	s, _ := open(t)
	c := gallery()
	if _, err := s.Import(t.Context(), c, now); err != nil {
		t.Fatal(err)
	}
	c.Digest, c.Artworks = "2", c.Artworks[1:]
	for i := range c.Artworks {
		if c.Artworks[i].Price != nil {
			c.Artworks[i].Price = &money.Money{Amount: 100, Currency: "EUR"}
		}
	}
	if _, err := s.Import(t.Context(), c, now); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Currency(t.Context()); err != nil || got != "EUR" {
		t.Errorf("%s %v", got, err)
	}
}
