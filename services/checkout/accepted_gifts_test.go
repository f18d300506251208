package checkout_test

import (
	"testing"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/testkit"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
	"github.com/vitrine/vitrine/services/checkout/internal/stripe/stripetest"
)

// TestAcceptedGift: the order's page has the time at which its gift was accepted: the first one that was reported, however often and in
// whatever order events arrive.
func TestAcceptedGift(t *testing.T) {
	t.Parallel()
	s := setup(t, 2, true)
	c := s.hold("ada").GetId()
	_, err := s.replicas[0].StartCardPayment(withKey(as(t.Context(), "ada"), id.New()), &checkoutv1.StartCardPaymentRequest{
		Id: c, Gift: &checkoutv1.OrderGift{Email: "grace@example.org", AcceptedAt: timestamppb.Now()},
	})
	if err != nil {
		t.Fatal(err)
	}
	if g := s.deskOrder(c).GetOrder().GetGift(); g.GetEmail() != "grace@example.org" || g.GetAcceptedAt() != nil {
		t.Fatalf("gift = %v, want one to grace@example.org that isn't accepted", g)
	}
	at := time.Now().Add(-time.Minute).UTC().Truncate(time.Microsecond)
	accepted := func(event string, at time.Time) {
		s.event(event, &chainv1.GiftAccepted{CheckoutId: c, TokenId: 1, AccountId: "grace", AcceptedAt: timestamppb.New(at)})
	}
	// It is delivered before the payment is known here, so it is retried.
	accepted("accepted:"+c, at)
	session, _ := s.provider.Session(c)
	intent := s.provider.Pay(session)
	if code := s.webhook(0, stripetest.Event("evt_1", "payment_intent.succeeded", intent, "")); code != 200 {
		t.Fatalf("code = %v, want 200", code)
	}
	testkit.Eventually(t, 30*time.Second, func() bool { return s.deskOrder(c).GetOrder().GetGift().GetAcceptedAt() != nil })
	before := s.deskOrder(c)
	if got := before.GetOrder().GetGift().GetAcceptedAt().AsTime(); !got.Equal(at) || before.GetOrder().GetStatus() != "delivering" {
		t.Errorf("accepted at %v with order status %s, want %v", got, before.GetOrder().GetStatus(), at)
	}
	// A repeated event under the same and another id, and an unknown order, change nothing.
	accepted("accepted:"+c, at)
	accepted("again:"+c, at.Add(time.Hour))
	s.event("unknown", &chainv1.GiftAccepted{CheckoutId: id.New(), AcceptedAt: timestamppb.Now()})
	s.event("mint:"+c, &chainv1.TokenMinted{CheckoutId: c, TokenId: before.GetTokenId(), ChainId: 31337, TransactionHash: "0xm"})
	s.status("ada", c, "completed")
	if got := s.deskOrder(c).GetOrder().GetGift().GetAcceptedAt().AsTime(); !got.Equal(at) {
		t.Errorf("accepted at %v after other events, want %v", got, at)
	}
	for _, change := range []string{"gift_accepted_at = NULL", "gift_accepted_at = now()", "gift_to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', gift_email = '', gift_message = ''"} {
		if _, err := s.pool.Exec(t.Context(), `UPDATE checkouts SET `+change+` WHERE id = $1`, c); err == nil {
			t.Errorf("%s: error = nil, want one", change)
		}
	}
}
