package checkout_test

import (
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/iso"
	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres"
)

// TestBillingCountries accepts the countries of ISO 3166-1 and the EU's names for two of them. Each has a tax rate, and nothing else has.
func TestBillingCountries(t *testing.T) {
	t.Parallel()
	s := setup(t, 1, false)
	held, err := s.create(0, "a", id.New())
	if err != nil {
		t.Fatal(err)
	}
	card := func(code string) error {
		_, err := s.replicas[0].StartCardPayment(withKey(as(t.Context(), "a"), id.New()), &checkoutv1.StartCardPaymentRequest{Id: held.GetId(), BillingCountry: code})
		return err
	}
	ether := func(code string) error {
		_, err := s.replicas[0].StartEtherPayment(withKey(as(t.Context(), "a"), id.New()), &checkoutv1.StartEtherPaymentRequest{Id: held.GetId(), BillingCountry: code})
		return err
	}
	for _, code := range []string{"XX", "ZZ", "EU", "DD", "AN", "XK", "de", "DEU", "D"} {
		wantField(t, card(code), "billingCountry")
		wantField(t, ether(code), "billingCountry")
	}
	for code, want := range map[string]string{"DE": "DE", "EL": "GR", "UK": "GB"} {
		if err := card(code); err != nil {
			t.Errorf("%s: error = %v, want nil", code, err)
		}
		if got := s.get("a", held.GetId()).GetBillingCountry(); got != want {
			t.Errorf("%s is stored as %q, want %q", code, got, want)
		}
	}
	rates := postgres.Documents{Pool: s.pool}
	for a := 'A'; a <= 'Z'; a++ {
		for b := 'A'; b <= 'Z'; b++ {
			code := string(a) + string(b)
			_, err := rates.Rate(t.Context(), code, time.Now())
			if known := iso.Country(code) == code; known != (err == nil) {
				t.Errorf("rate of %s: error = %v, want one only for a code without a country", code, err)
			}
		}
	}
}
