package checkout_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"connectrpc.com/connect/v2"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/testkit"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1/checkoutv1connect"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
	"github.com/vitrine/vitrine/services/checkout/internal/stripe/stripetest"
)

const refundAddress = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"

func (s *shop) reviews() checkoutv1connect.ReviewServiceClient {
	return checkoutv1connect.NewReviewServiceClient(s.fleet.Client(s.t, "checkout", s.urls[0]))
}

func staff(ctx context.Context) context.Context {
	return identity.With(ctx, &identity.Principal{Subject: "staff-1", SessionID: "s-staff-1", Roles: []string{"staff"}})
}

// second is another member of staff.
func second(ctx context.Context) context.Context {
	return identity.With(ctx, &identity.Principal{Subject: "staff-2", SessionID: "s-staff-2", Roles: []string{"staff"}})
}

func (s *shop) decideRequest(as context.Context, requestID, decision string) (*checkoutv1.RequestedRefund, error) {
	return s.reviews().DecideRefundRequest(withKey(as, id.New()), &checkoutv1.DecideRefundRequestRequest{Id: requestID, Decision: decision})
}

// refund refunds an order as one member of staff; the second one approves it if needed.
func (s *shop) refund(checkoutID string, amount int64) error {
	res, err := s.reviews().RefundCheckout(withKey(staff(s.t.Context()), id.New()), &checkoutv1.RefundCheckoutRequest{Id: checkoutID, Amount: amount, InFull: amount == 0, Note: "damaged"})
	if err != nil || res.GetRefundRequest() == nil {
		return err
	}
	_, err = s.decideRequest(second(s.t.Context()), res.GetRefundRequest().GetId(), "approve")
	return err
}

// list returns the reviews with a status, once there are n.
func (s *shop) list(status string, n int) (items []*checkoutv1.Review) {
	s.t.Helper()
	testkit.Eventually(s.t, 15*time.Second, func() bool {
		res, err := s.reviews().ListReviews(staff(s.t.Context()), &checkoutv1.ListReviewsRequest{Status: status})
		if err != nil {
			s.t.Fatal(err)
		}
		items = res.GetItems()
		return len(items) == n
	})
	return items
}

func (s *shop) decide(reviewID, action, key, to string) (*checkoutv1.Review, error) {
	return s.reviews().DecideReview(withKey(staff(s.t.Context()), key), &checkoutv1.DecideReviewRequest{
		Id: reviewID, Action: action, Note: "spoke to the buyer", RefundAddress: to,
	})
}

// TestReviews decides money that no rule could match, as staff do over the API.
func TestReviews(t *testing.T) {
	t.Parallel()
	s := setup(t, 3, true)
	_, err := s.reviews().ListReviews(t.Context(), &checkoutv1.ListReviewsRequest{})
	if connect.CodeOf(err) != connect.CodePermissionDenied && connect.CodeOf(err) != connect.CodeUnauthenticated {
		t.Fatalf("ListReviews() without a login: error = %v, want permission denied or unauthenticated", err)
	}
	_, err = s.reviews().ListReviews(as(t.Context(), "a"), &checkoutv1.ListReviewsRequest{})
	wantReason(t, err, connect.CodePermissionDenied, "forbidden")
	direct := &chainv1.UnexpectedPayment{
		ChainId: 31337, TransactionHash: "0xd", Payer: refundAddress, Amount: "1000000000000000000", Reason: "direct_transfer",
		BlockHash: "0xb", BlockNumber: 7, LogIndex: -1, To: refundAddress,
	}
	s.event("d1", direct)
	s.event("d2", direct) // the same money in another event
	r := s.list("open", 1)[0]
	if r.GetWei() != "1000000000000000000" || r.GetRefundAddress() != "" || len(r.GetActions()) != 2 || r.GetPayer() != refundAddress {
		t.Fatalf("review = %v, want one ether by %s with two actions and no refund address", r, refundAddress)
	}
	if r.GetDetail() != "It was sent to "+refundAddress+" without an order. Ask the payer what it was for." || r.GetDecidedByName() != "" || r.GetAsked() != nil { // words: ok
		t.Fatalf("review = %v, want money sent to %s without an order, not decided yet", r, refundAddress)
	}
	_, err = s.decide(r.GetId(), "refund", "", refundAddress)
	wantReason(t, err, connect.CodeInvalidArgument, "idempotency_key_required")
	_, err = s.decide(r.GetId(), "complete", id.New(), "")
	wantReason(t, err, connect.CodeFailedPrecondition, "action_not_possible")
	for _, bad := range []string{"", "0x70997970c51812dc3A010C7d01b50e0d17dc79C8", "0x0000000000000000000000000000000000000000"} {
		_, err = s.decide(r.GetId(), "refund", id.New(), bad)
		wantReason(t, err, connect.CodeInvalidArgument, "invalid")
	}
	key := id.New()
	var waits *checkoutv1.RequestedRefund
	for range 2 {
		got, err := s.decide(r.GetId(), "refund", key, refundAddress)
		if waits = got.GetRefundRequest(); err != nil || got.GetStatus() != "open" || waits.GetStatus() != "pending" || waits.GetRefundAddress() != refundAddress {
			t.Fatalf("decision = %v, %v, want open with a pending refund to %s", got, err, refundAddress)
		}
	}
	if got := s.list("open", 1)[0].GetRefundRequest(); got.GetId() != waits.GetId() || got.GetRequestedByName() != "Ada Lovelace" {
		t.Fatalf(`s.list("open", 1)[0].GetRefundRequest() = %v, want id %v and requested by name "Ada Lovelace"`, got, waits.GetId())
	}
	if _, err := s.decideRequest(second(t.Context()), waits.GetId(), "approve"); err != nil {
		t.Fatal(err)
	}
	got := s.list("closed", 1)[0]
	if got.GetDecidedBy() != "staff-1" || got.GetDecidedByName() != "Ada Lovelace" || got.GetDecision() != "refund" || got.GetRefundRequest() != nil ||
		got.GetRefundAddress() != refundAddress {
		t.Fatalf("review = %v, want refund to %s by Ada Lovelace, staff-1, without a request", got, refundAddress)
	}
	// Staff appear under their current name: their address without a profile, and nothing once the account is deleted.
	for name, now := range map[string]purchase.Account{"": {}, "staff@example.org": {Email: "staff@example.org"}, "Grace Hopper": {Name: "Grace Hopper", Email: "g@example.org"}} {
		s.parties.Buyers = map[string]purchase.Account{"staff-1": now}
		if got := s.list("closed", 1)[0]; got.GetDecidedByName() != name || got.GetDecidedBy() != "staff-1" {
			t.Fatalf(`name, got = %v, %v, want decided by name %v and decided by "staff-1"`, name, got, name)
		}
	}
	_, err = s.decide(r.GetId(), "reject", id.New(), "")
	wantReason(t, err, connect.CodeFailedPrecondition, "already_decided")
	_, err = s.decide(id.New(), "reject", id.New(), "")
	wantReason(t, err, connect.CodeNotFound, "not_found")
	if n := s.count(`SELECT count(*) FROM outbox WHERE subject = 'vitrine.checkout.v1.ether_refund_due'`); n != 1 {
		t.Fatalf("ether_refund_due was published %d times, want 1", n)
	}
	if n := s.count(`SELECT count(*) FROM decisions WHERE decided_by = 'staff-1' AND approved_by = 'staff-2' AND note = 'spoke to the buyer'`); n != 1 {
		t.Fatalf("%d traces of a decision, want 1", n)
	}
	var refund string
	if err := s.pool.QueryRow(t.Context(), `SELECT id FROM refunds`).Scan(&refund); err != nil {
		t.Fatal(err)
	}
	// It can't be sent: the case is open again. The second attempt goes through.
	s.event("f1", &chainv1.EtherRefundFailed{RefundId: refund, Reason: "recipient_reverts"})
	r = s.list("open", 1)[0]
	if r.GetReason() != "refund_failed" || !strings.HasSuffix(r.GetDetail(), "for.\nThe address refuses payments. Ask the buyer for another one.") { // words: ok
		t.Fatalf("review = %v, want refund_failed because the address refuses payments", r)
	}
	if got, err = s.decide(r.GetId(), "refund", id.New(), refundAddress); err != nil {
		t.Fatal(err)
	}
	if _, err := s.decideRequest(second(t.Context()), got.GetRefundRequest().GetId(), "approve"); err != nil {
		t.Fatal(err)
	}
	if err := s.pool.QueryRow(t.Context(), `SELECT id FROM refunds WHERE status = 'pending'`).Scan(&refund); err != nil {
		t.Fatal(err)
	}
	s.event("s1", &chainv1.EtherRefundSent{RefundId: refund, TransactionHash: "0xr"})
	s.event("c1", &chainv1.EtherRefundConfirmed{RefundId: refund, TransactionHash: "0xr"})
	testkit.Eventually(t, 15*time.Second, func() bool { return s.count(`SELECT count(*) FROM refunds WHERE status = 'succeeded'`) == 1 })
	s.checkInvariants()
}

// TestStaffRefunds refunds the money of an order in two parts, and lets a payment that was too small buy an edition.
func TestStaffRefunds(t *testing.T) {
	t.Parallel()
	s := setup(t, 3, true)
	c := s.hold("a")
	session := s.card("a", c.GetId())
	s.provider.Pay(session)
	s.webhook(0, stripetest.Event("evt_1", "checkout.session.completed", session, ""))
	s.status("a", c.GetId(), "delivering")
	back := func(amount int64) (*checkoutv1.Checkout, error) {
		res, err := s.reviews().RefundCheckout(withKey(staff(t.Context()), id.New()), &checkoutv1.RefundCheckoutRequest{
			Id: c.GetId(), Amount: amount, InFull: amount == 0, Note: "damaged",
		})
		if err != nil {
			return nil, err
		}
		return res, nil
	}
	_, err := back(125_001)
	wantReason(t, err, connect.CodeInvalidArgument, "invalid")
	got, err := back(25_000)
	if err != nil || got.GetStatus() != "delivering" || len(got.GetRefunds()) != 1 || got.GetRefunds()[0].GetAmount().GetAmount() != 25_000 {
		t.Fatalf("refund = %v, %v, want delivering with one refund of 25000", got, err)
	}
	if _, err = back(100_001); err == nil {
		t.Fatal("refunding more than the remaining amount succeeded, want an error")
	}
	if got, err = back(0); err != nil || got.GetStatus() != "delivering" || got.GetRefundRequest().GetAmount().GetAmount() != 100_000 {
		t.Fatalf(`back(0) = %v, %v, want status "delivering", refund request amount 100000 and no error`, got, err)
	}
	if _, err := s.decideRequest(second(t.Context()), got.GetRefundRequest().GetId(), "approve"); err != nil {
		t.Fatal(err)
	}
	s.status("a", c.GetId(), "refunded")
	_, err = back(0)
	wantReason(t, err, connect.CodeFailedPrecondition, "action_not_possible")
	if _, _, n := s.provider.Count(); n != 2 {
		t.Fatalf("%d refunds, want 2", n)
	}
	if n := s.count(`SELECT count(*) FROM outbox WHERE subject = 'vitrine.checkout.v1.order_refunded'`); n != 1 {
		t.Fatalf("n = %v, want 1", n)
	}
	if n := s.count(`SELECT count(*) FROM outbox WHERE subject = 'vitrine.checkout.v1.order_disputed'`); n != 1 {
		t.Fatalf("order_disputed events: %v, want 1", n)
	}
	if i := s.checkInvariants(); i.GetOpenReviews() != 0 || len(i.GetOldestUnresolved()) != 9 || len(i.GetArtworks()) != 1 {
		t.Fatalf("s.checkInvariants() = %v, want open reviews 0, 9 oldest unresolved and 1 artworks", i)
	}
}

// TestDatabaseTime ends a hold by the database's clock.
func TestDatabaseTime(t *testing.T) {
	t.Parallel()
	s := setup(t, 1, false)
	c := s.hold("a")
	if n := s.count(`SELECT count(*) FROM checkouts WHERE abs(extract(epoch FROM created_at - now())) < 60 AND expires_at - created_at = interval '15 minutes'`); n != 1 {
		t.Fatalf("%d holds of 15 minutes that start at the database's time, want 1", n)
	}
	if d := time.Since(s.get("a", c.GetId()).GetNow().AsTime()).Abs(); d > time.Minute {
		t.Fatalf("the response's time differs from this clock by %s, want at most a minute", d)
	}
	// By the process's clock the hold is live; by the database's it has ended.
	if _, err := s.pool.Exec(t.Context(), `UPDATE checkouts SET expires_at = clock_timestamp()`); err != nil {
		t.Fatal(err)
	}
	_, err := s.replicas[0].StartCardPayment(withKey(as(t.Context(), "a"), id.New()), &checkoutv1.StartCardPaymentRequest{Id: c.GetId()})
	wantReason(t, err, connect.CodeOutOfRange, "hold_expired")
}
