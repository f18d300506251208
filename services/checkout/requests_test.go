package checkout_test

import (
	"context"
	"testing"
	"time"

	"connectrpc.com/connect/v2"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/testkit"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
	"github.com/vitrine/vitrine/services/checkout"
	"github.com/vitrine/vitrine/services/checkout/internal/order/ordertest"
	"github.com/vitrine/vitrine/services/checkout/internal/refund"
	"github.com/vitrine/vitrine/services/checkout/internal/stripe/stripetest"
)

// TestOnePersonMovesNoMoney tries every way for one member of staff to send a card or ether payment to any address. Only the second member
// of staff makes it happen.
func TestOnePersonMovesNoMoney(t *testing.T) {
	t.Parallel()
	s := setup(t, 3, true)
	c := s.hold("a")
	session := s.card("a", c.GetId())
	s.provider.Pay(session)
	s.webhook(0, stripetest.Event("evt_1", "checkout.session.completed", session, ""))
	s.status("a", c.GetId(), "delivering")
	s.event("d1", &chainv1.UnexpectedPayment{
		ChainId: 31337, TransactionHash: "0xd", Payer: refundAddress, Amount: "1000000000000000000", Reason: "direct_transfer",
		BlockHash: "0xb", BlockNumber: 7, LogIndex: -1, To: refundAddress,
	})
	review := s.list("open", 1)[0].GetId()

	alone := staff(t.Context())
	card, err := s.reviews().RefundCheckout(withKey(alone, id.New()), &checkoutv1.RefundCheckoutRequest{Id: c.GetId(), InFull: true, Note: "n"})
	if err != nil {
		t.Fatal(err)
	}
	ether, err := s.decide(review, "refund", id.New(), refundAddress)
	if err != nil {
		t.Fatal(err)
	}
	requests := []*checkoutv1.RequestedRefund{card.GetRefundRequest(), ether.GetRefundRequest()}
	for _, r := range requests {
		if r.GetStatus() != "pending" || r.GetRequestedBy() != "staff-1" {
			t.Fatalf(`r = %v, want status "pending" and requested by "staff-1"`, r)
		}
		_, err := s.decideRequest(alone, r.GetId(), "approve")
		wantReason(t, err, connect.CodeFailedPrecondition, "own_decision")
		_, err = s.decideRequest(as(t.Context(), "a"), r.GetId(), "approve")
		wantReason(t, err, connect.CodePermissionDenied, "forbidden")
	}
	_, err = s.reviews().RefundCheckout(withKey(alone, id.New()), &checkoutv1.RefundCheckoutRequest{Id: c.GetId(), InFull: true, Note: "n"})
	wantReason(t, err, connect.CodeFailedPrecondition, "refund_requested")
	_, err = s.decide(review, "refund", id.New(), refundAddress)
	wantReason(t, err, connect.CodeFailedPrecondition, "refund_requested")
	if n := s.count(`SELECT count(*) FROM refunds`); n != 0 {
		t.Fatalf("one person alone made %d refunds, want none", n)
	}

	res, err := s.reviews().ListReviews(second(t.Context()), &checkoutv1.ListReviewsRequest{})
	if err != nil || len(res.GetRefundRequests()) != 2 {
		t.Fatalf("res, err = %v, %v, want 2 refund requests and no error", res, err)
	}
	for _, r := range requests {
		if got, err := s.decideRequest(second(t.Context()), r.GetId(), "approve"); err != nil || got.GetStatus() != "approved" || got.GetDecidedBy() != "staff-2" {
			t.Fatalf(`s.decideRequest(second(t.Context()), r.GetId(), "approve") = %v, %v, want status "approved", decided by "staff-2" and no error`, got, err)
		}
		_, err = s.decideRequest(second(t.Context()), r.GetId(), "reject")
		wantReason(t, err, connect.CodeFailedPrecondition, "already_decided")
	}
	s.status("a", c.GetId(), "refunded")
	testkit.Eventually(t, 15*time.Second, func() bool {
		return s.count(`SELECT count(*) FROM outbox WHERE subject = 'vitrine.checkout.v1.ether_refund_due'`) == 1
	})
	if n := s.count(`SELECT count(*) FROM decisions WHERE action = 'refund' AND decided_by = 'staff-1' AND approved_by = 'staff-2'`); n != 2 {
		t.Fatalf("%d decisions of two people, want 2", n)
	}
	if n := s.count(`SELECT count(*) FROM refund_request_history WHERE to_status = 'approved' AND account = 'staff-2'`); n != 2 {
		t.Fatalf("%d approvals in the history, want 2", n)
	}
	s.checkInvariants()
}

// TestRefundAgainstReturn requests the token of a completed order, and refunds it as soon as an event says that the token is back.
func TestRefundAgainstReturn(t *testing.T) {
	t.Parallel()
	s := setup(t, 1, true, func(_ int, d *checkout.Deps) { d.Config.CompareEvery = time.Hour })
	c := s.hold("a")
	session := s.card("a", c.GetId())
	s.provider.Pay(session)
	s.webhook(0, stripetest.Event("evt_1", "checkout.session.completed", session, ""))
	s.event("mint", &chainv1.TokenMinted{CheckoutId: c.GetId(), TokenId: 42_000_001, ChainId: 31337, TransactionHash: "0xm"})
	s.status("a", c.GetId(), "completed")
	s.parties.Keep(refund.ReleaseGone)
	seen, err := s.desk().GetDeskOrder(staff(t.Context()), &checkoutv1.GetDeskOrderRequest{Id: c.GetId()})
	if able := seen.GetRefundable(); err != nil || able.GetTokenPlace() != "wallet" || able.GetAlone() != "0" {
		t.Fatalf("refundable = %v, %v, want a token in a wallet, and nothing alone", able, err)
	}
	res, err := s.reviews().RefundCheckout(withKey(staff(t.Context()), id.New()), &checkoutv1.RefundCheckoutRequest{Id: c.GetId(), InFull: true, AgainstReturn: true, Note: "n"})
	if err != nil {
		t.Fatal(err)
	}
	listed, err := s.reviews().ListReviews(second(t.Context()), &checkoutv1.ListReviewsRequest{})
	if err != nil {
		t.Fatal(err)
	}
	r := listed.GetRefundRequests()[0]
	if r.GetArtworkTitle() != "Untitled" || r.GetEditionNumber() != 1 || r.GetPrice().GetAmount() != 125_000 || r.GetTokenPlace() != "wallet" || !r.GetAgainstReturn() {
		t.Errorf("request = %v, want work, edition, price, and a token in a wallet that has to be returned", r)
	}
	got, err := s.decideRequest(second(t.Context()), res.GetRefundRequest().GetId(), "approve")
	if err != nil || got.GetStatus() != "returning" {
		t.Fatalf("approval = %v, %v, want returning", got, err)
	}
	if back := s.get("a", c.GetId()).GetTokenReturn(); back.GetTo() != ordertest.Vault || back.GetAmount().GetAmount() != 125_000 || !back.GetUntil().IsValid() {
		t.Errorf("token_return = %v, want the vault, 125000 and a time", back)
	}
	if n := s.count(`SELECT count(*) FROM mails WHERE recipient = 'a@example.org' AND subject LIKE 'Send the work back%' AND body LIKE '%'||$1||'%'`, ordertest.Vault); n != 1 {
		t.Errorf("%d emails with the vault, want 1", n)
	}
	s.event("back", &chainv1.TokenReturned{CheckoutId: c.GetId(), TokenId: 42_000_001, ChainId: 31337, TransactionHash: "0xr"})
	s.status("a", c.GetId(), "refunded")
	if back := s.get("a", c.GetId()).GetTokenReturn(); back != nil {
		t.Errorf("token_return after the refund = %v, want none", back)
	}
	s.checkInvariants()
}

// TestRefundLimits refuses settings and refunds beyond the limits, and ends a request after its time.
func TestRefundLimits(t *testing.T) {
	t.Parallel()
	s := setup(t, 3, true, func(_ int, d *checkout.Deps) {
		d.Config.RefundAloneLimit, d.Config.RefundCardDailyLimit = 10_000, 60_000
		d.Config.RefundRequestLife, d.Config.CompareEvery = time.Second, 50*time.Millisecond
	})
	c := s.hold("a")
	session := s.card("a", c.GetId())
	s.provider.Pay(session)
	s.webhook(0, stripetest.Event("evt_1", "checkout.session.completed", session, ""))
	s.status("a", c.GetId(), "delivering")
	refund := func(by context.Context, amount int64) (*checkoutv1.RequestedRefund, error) {
		res, err := s.reviews().RefundCheckout(withKey(by, id.New()), &checkoutv1.RefundCheckoutRequest{Id: c.GetId(), Amount: amount, Note: "n"})
		if err != nil {
			return nil, err
		}
		return res.GetRefundRequest(), nil
	}
	for _, part := range []int64{6_000, 4_000} {
		if r, err := refund(staff(t.Context()), part); err != nil || r != nil {
			t.Fatalf("refund of %d = %v, %v, want no request", part, r, err)
		}
	}
	_, err := refund(staff(t.Context()), 0)
	wantReason(t, err, connect.CodeInvalidArgument, "invalid")
	_, err = refund(staff(t.Context()), 50_001)
	wantReason(t, err, connect.CodeFailedPrecondition, "refund_limit_reached")
	r, err := refund(staff(t.Context()), 50_000)
	if err != nil || r.GetAmount().GetAmount() != 50_000 {
		t.Fatalf("r, err = %v, %v, want amount 50000 and no error", r, err)
	}
	testkit.Eventually(t, 15*time.Second, func() bool {
		return s.count(`SELECT count(*) FROM refund_request_history WHERE to_status = 'expired' AND actor = 'reconciler'`) == 1
	})
	_, err = s.decideRequest(second(t.Context()), r.GetId(), "approve")
	wantReason(t, err, connect.CodeFailedPrecondition, "already_decided")
	if n := s.count(`SELECT sum(amount)::int FROM refunds`); n != 10_000 {
		t.Fatalf("refunded %d, want 10000", n)
	}
}
