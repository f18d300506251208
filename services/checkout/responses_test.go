package checkout_test

import (
	"testing"

	"github.com/vitrine/vitrine/kit/id"
	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

// TestImmediateDeliveryIsReturned: every response with a checkout has the buyer's last choice about immediate delivery, so that
// another device shows it too.
func TestImmediateDeliveryIsReturned(t *testing.T) {
	t.Parallel()
	s := setup(t, 1, false)
	c := s.hold("a")
	for _, yes := range []bool{true, false, true} {
		_, err := s.replicas[0].StartCardPayment(withKey(as(t.Context(), "a"), id.New()), &checkoutv1.StartCardPaymentRequest{Id: c.GetId(), ImmediateDelivery: yes})
		if err != nil {
			t.Fatal(err)
		}
		list, err := s.replicas[1].ListCheckouts(as(t.Context(), "a"), &checkoutv1.ListCheckoutsRequest{})
		if err != nil {
			t.Fatal(err)
		}
		for _, got := range []*checkoutv1.Checkout{s.get("a", c.GetId()), list.GetItems()[0], s.hold("a")} {
			if got.GetId() != c.GetId() || got.GetImmediateDelivery() != yes {
				t.Fatalf("immediate delivery = %v, want %v", got.GetImmediateDelivery(), yes)
			}
		}
	}
}

// TestTheChainOfACheckout: a checkout names its chain once the artwork or a quote names it. Chain 0 doesn't exist.
func TestTheChainOfACheckout(t *testing.T) {
	t.Parallel()
	s := setup(t, 1, false)
	offer := s.parties.Offers[artwork]
	offer.Artwork.ID, offer.Artwork.ChainID = artwork+1, 100
	s.parties.Offers[artwork+1] = offer
	res, err := s.replicas[0].CreateCheckout(withKey(as(t.Context(), "b"), id.New()), &checkoutv1.CreateCheckoutRequest{ArtworkId: artwork + 1})
	if err != nil || res.ChainId == nil || res.GetChainId() != 100 {
		t.Fatalf("CreateCheckout() = %v, %v, want chain 100", res, err)
	}
	c := s.hold("a")
	if got := s.get("a", c.GetId()); c.ChainId != nil || got.ChainId != nil {
		t.Fatalf("chain = %d, want none before the artwork or a quote names one", c.GetChainId())
	}
	quote, err := s.replicas[0].StartEtherPayment(withKey(as(t.Context(), "a"), id.New()), &checkoutv1.StartEtherPaymentRequest{Id: c.GetId()})
	if err != nil {
		t.Fatal(err)
	}
	got := s.get("a", c.GetId())
	if got.ChainId == nil || got.GetChainId() != quote.GetChainId() || got.GetStatus() != string(purchase.AwaitingPayment) {
		t.Fatalf("checkout = %v, want awaiting payment on chain %d", got, quote.GetChainId())
	}
}
