package ordertest

import (
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
)

// requestRefund requests a refund as a member of staff, and must get one that waits for another member.
func requestRefund(s *Orders, checkoutID string, amount int64, by string) order.RefundRequest {
	s.T.Helper()
	_, r, err := s.Service.Refund(s.T.Context(), checkoutID, amount, order.Decision{InFull: amount == 0, By: by, Note: "n"})
	if err != nil || r == nil || r.Status != order.RequestPending {
		s.T.Fatalf("refund by one person = %+v, %v, want a pending request", r, err)
	}
	return *r
}

func wantRefunds(s *Orders, c order.Checkout, n int) {
	s.T.Helper()
	if got := s.Now(c).Refunds; len(got) != n {
		s.T.Fatalf("%d refunds, want %d", len(got), n)
	}
}

// testTwoPeople: above the limit one member of staff can only request a refund by card.
func testTwoPeople(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 1, fresh)
	c, _ := sold(s, "a")
	ctx := t.Context()
	r := requestRefund(s, c.ID, 0, "staff")
	if r.Amount.Amount != 125_000 || r.RequestedBy != "staff" {
		t.Fatalf("request = %+v, want 125000 by staff", r)
	}
	wantRefunds(s, c, 0)
	_, _, err := s.Service.Refund(ctx, c.ID, 0, order.Decision{InFull: true, By: "other", Note: "n"})
	wantErr(t, err, order.ErrRefundRequested)
	_, err = s.ApproveRefund(ctx, r.ID, "staff")
	wantErr(t, err, order.ErrOwnDecision)
	wantRefunds(s, c, 0)
	if got, err := s.Store.RefundRequest(ctx, r.ID); err != nil || got.Status != order.RequestPending {
		t.Fatalf("request = %+v, %v, want it pending", got, err)
	}
	done, err := s.ApproveRefund(ctx, r.ID, Second)
	if err != nil || done.Status != order.RequestApproved || done.DecidedBy != Second {
		t.Fatalf("ApproveRefund() = %+v, %v, want approved by %v", done, err, Second)
	}
	s.Want(c, order.RefundPending)
	if got := s.Now(c).Refunds; len(got) != 1 || got[0].ID != done.RefundID || got[0].Amount.Amount != 125_000 {
		t.Fatalf("refunds = %+v, want %s of 125000", got, done.RefundID)
	}
	for _, decide := range []func() error{
		func() error { _, err := s.ApproveRefund(ctx, r.ID, "third"); return err },
		func() error { _, err := s.RejectRefund(ctx, r.ID, "third"); return err },
	} {
		wantErr(t, decide(), order.ErrAlreadyDecided)
	}
	_, err = s.ApproveRefund(ctx, "not an id", Second)
	wantErr(t, err, order.ErrNotFound)
}

// testSmallParts: small refunds by one person add up to the limit of a day.
func testSmallParts(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 1, fresh)
	c, _ := sold(s, "a")
	for range 5 {
		if _, r, err := s.Service.Refund(t.Context(), c.ID, 5_000, order.Decision{By: "staff", Note: "n"}); err != nil || r != nil {
			t.Fatalf("Refund() = %+v, %v, want no request", r, err)
		}
	}
	r := requestRefund(s, c.ID, 1, "staff")
	if _, err := s.RejectRefund(t.Context(), r.ID, "staff"); err != nil {
		t.Fatalf("withdrawing the caller's request: error = %v, want nil", err)
	}
	if _, again, err := s.Service.Refund(t.Context(), c.ID, 1, order.Decision{By: "other", Note: "n"}); err != nil || again != nil {
		t.Fatalf("Refund() by another account = %+v, %v, want no request", again, err)
	}
	s.Clock.Advance(25 * time.Hour)
	if _, again, err := s.Service.Refund(t.Context(), c.ID, 5_000, order.Decision{By: "staff", Note: "n"}); err != nil || again != nil {
		t.Fatalf("Refund() a day later = %+v, %v, want no request", again, err)
	}
	wantRefunds(s, c, 7)
}

// testRequestEnds: a request ends after its time, is not approved later, and doesn't block the next one.
func testRequestEnds(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 1, fresh)
	c, _ := sold(s, "a")
	r := requestRefund(s, c.ID, 0, "staff")
	s.Clock.Advance(RefundRules.RequestLife)
	_, err := s.ApproveRefund(t.Context(), r.ID, Second)
	wantErr(t, err, order.ErrRequestExpired)
	s.Work()
	if got, err := s.Store.RefundRequest(t.Context(), r.ID); err != nil || got.Status != order.RequestExpired || got.DecidedBy != "" {
		t.Fatalf("request = %+v, %v, want it expired, decided by nobody", got, err)
	}
	wantRefunds(s, c, 0)
	requestRefund(s, c.ID, 0, "staff")
}

// testRequestedMoney: only the requested amount is approved. What was refunded since then doesn't go out twice.
func testRequestedMoney(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 1, fresh)
	c, _ := sold(s, "a")
	r := requestRefund(s, c.ID, 0, "staff")
	if _, small, err := s.Service.Refund(t.Context(), c.ID, 1, order.Decision{By: "other", Note: "n"}); err != nil || small != nil {
		t.Fatalf("small Refund() = %+v, %v, want no request", small, err)
	}
	_, err := s.ApproveRefund(t.Context(), r.ID, Second)
	wantErr(t, err, order.ErrRefundAmount)
	wantRefunds(s, c, 1)
}

// testDailyLimit: no number of people exceeds the limit of a day, also not with concurrent approvals.
func testDailyLimit(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 4, fresh)
	s.Rules.Refunds.CardDaily = 2 * 125_000
	var requests []order.RefundRequest
	for _, buyer := range []string{"a", "b", "c"} {
		c, _ := sold(s, buyer)
		requests = append(requests, requestRefund(s, c.ID, 0, "staff"))
	}
	var wg sync.WaitGroup
	errs := make([]error, len(requests))
	for i, r := range requests {
		wg.Go(func() { _, errs[i] = s.ApproveRefund(t.Context(), r.ID, Second) })
	}
	wg.Wait()
	refused := 0
	for _, err := range errs {
		if errors.Is(err, order.ErrRefundLimit) {
			refused++
		} else if err != nil {
			t.Fatal(err)
		}
	}
	if refused != 1 {
		t.Fatalf("%d of 3 approvals were rejected, want 1", refused)
	}
	s.Clock.Advance(25 * time.Hour)
	for i, r := range requests {
		if errs[i] != nil {
			if _, err := s.ApproveRefund(t.Context(), r.ID, Second); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// testSignedAddress: one person can refund ether only to the address that sent the payment and named itself for refunds.
func testSignedAddress(t *testing.T, fresh NewStore) {
	other := "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC"
	for name, c := range map[string]struct {
		payer, named, given string
		alone               bool
	}{
		"signed by the payment":           {address, address, "", true},
		"signed, above the limit":         {address, address, "", false},
		"signed, and entered by staff":    {address, address, address, true},
		"named, but sent from another":    {other, address, "", false},
		"entered by staff":                {address, "", address, false},
		"entered instead of a signed one": {address, address, other, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := NewOrders(t, 1, fresh)
			if name == "signed, above the limit" {
				s.Rules.Refunds.EtherAlone = money.Wei{} // the default
			}
			held := s.Hold("a")
			p := EtherPayment(s.Ether(held), "0xb", s.Clock.Now())
			p.Payer, p.RefundAddress, p.Wei = c.payer, c.named, p.Wei.Sub(money.NewWei(1))
			s.OK(s.PaymentSeen(t.Context(), held.ID, p))
			s.OK(s.PaymentConfirmed(t.Context(), held.ID, p))
			got := s.Want(held, order.InReview)
			d, err := s.Service.Decide(t.Context(), got.Reviews[0].ID, order.Decision{Action: order.ActionRefund, By: "staff", Note: "n", RefundAddress: c.given})
			if err != nil || (d.Request == nil) != c.alone {
				t.Fatalf("refund by one person = %v, want %v (%v)", d.Request == nil, c.alone, err)
			}
			if c.alone {
				return
			}
			wantRefunds(s, held, 0)
			if _, err := s.ApproveRefund(t.Context(), d.Request.ID, Second); err != nil {
				t.Fatal(err)
			}
			if r := s.Now(held).Refunds; len(r) != 1 || r[0].To != d.Request.To {
				t.Fatalf("refunds = %+v, want one to %s", r, d.Request.To)
			}
		})
	}
}

// testNoAmount: an amount of 0 never means all that is left.
func testNoAmount(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 1, fresh)
	c, _ := sold(s, "a")
	for _, d := range []struct {
		amount int64
		inFull bool
	}{{0, false}, {1, true}} {
		_, _, err := s.Service.Refund(t.Context(), c.ID, d.amount, order.Decision{InFull: d.inFull, By: "staff", Note: "n"})
		wantErr(t, err, order.ErrNoRefundAmount)
	}
	wantRefunds(s, c, 0)
}

// testTokenLeft: once the token may be out of the vault, nobody refunds alone, and the second person decides about what the first one saw.
func testTokenLeft(t *testing.T, fresh NewStore) {
	for state, want := range map[order.ReleaseState]struct {
		place order.Place
		alone bool
	}{
		order.ReleaseReady: {order.PlaceVault, true}, order.ReleaseMinting: {order.PlaceVault, true}, order.ReleaseReturned: {order.PlaceReturned, true},
		order.ReleaseWithdrawing: {order.PlaceLeaving, false}, order.ReleaseGone: {order.PlaceWallet, false}, order.ReleaseTaken: {order.PlaceUnknown, false},
		order.ReleaseUnknown: {order.PlaceUnknown, false},
	} {
		t.Run(string(state), func(t *testing.T) {
			t.Parallel()
			s := NewOrders(t, 1, fresh)
			c, _ := sold(s, "a")
			s.Parties.Keep(state)
			able, err := s.RefundableBy(t.Context(), new(s.Now(c)), "staff")
			if err != nil || able.Place != want.place || (able.Alone.Sign() > 0) != want.alone {
				t.Errorf("RefundableBy() = %+v, %v, want the token at %s and alone = %v", able, err, want.place, want.alone)
			}
			_, r, err := s.Service.Refund(t.Context(), c.ID, 1, order.Decision{By: "staff", Note: "n"})
			if err != nil || (r == nil) != want.alone || r != nil && r.Place != want.place {
				t.Fatalf("Refund() = %+v, %v, want alone = %v", r, err, want.alone)
			}
			if r == nil {
				r = new(requestRefund(s, c.ID, 0, "staff"))
			}
			s.Parties.Keep(order.ReleaseGone)
			_, err = s.ApproveRefund(t.Context(), r.ID, Second)
			if (err == nil) != (state == order.ReleaseGone) || err != nil && !errors.Is(err, order.ErrConflict) {
				t.Errorf("approval after the token left: error = %v, want ErrConflict unless the first person saw it", err)
			}
			s.CheckInvariants()
		})
	}
}

// delivered is a sold order that is completed.
func delivered(s *Orders, account string) order.Checkout {
	s.T.Helper()
	c, _ := sold(s, account)
	s.OK(s.TokenMinted(s.T.Context(), c.ID, 31337, "0xm"))
	return s.Want(c, order.Completed)
}

// testAgainstReturn: the money goes out once, after the token came back for good.
func testAgainstReturn(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 1, fresh)
	c := delivered(s, "a")
	ctx, d := t.Context(), order.Decision{InFull: true, AgainstReturn: true, By: "staff", Note: "n"}
	_, _, err := s.Service.Refund(ctx, c.ID, 0, d)
	wantErr(t, err, order.ErrActionNotPossible) // it is in the vault
	s.Parties.Keep(order.ReleaseGone)
	_, _, err = s.Service.Refund(ctx, c.ID, 1, order.Decision{AgainstReturn: true, By: "staff", Note: "n"})
	wantErr(t, err, order.ErrActionNotPossible) // a part
	_, r, err := s.Service.Refund(ctx, c.ID, 0, d)
	if err != nil || r == nil || r.ReturnTo != Vault {
		t.Fatalf("Refund() = %+v, %v, want a request with the vault", r, err)
	}
	_, err = s.ApproveRefund(ctx, r.ID, "staff")
	wantErr(t, err, order.ErrOwnDecision)
	got, err := s.ApproveRefund(ctx, r.ID, Second)
	if err != nil || got.Status != order.RequestReturning || got.DecidedBy != Second {
		t.Fatalf("ApproveRefund() = %+v, %v, want returning", got, err)
	}
	if n := s.Out.Notices(order.NoticeReturn); n != 1 {
		t.Errorf("%d emails that request the token, want 1", n)
	}
	_, err = s.ApproveRefund(ctx, r.ID, "third")
	wantErr(t, err, order.ErrAlreadyDecided)
	_, _, err = s.Service.Refund(ctx, c.ID, 1, order.Decision{By: "other", Note: "n"})
	wantErr(t, err, order.ErrRefundRequested)
	s.Work()
	s.Want(c, order.Completed)
	wantRefunds(s, c, 0)
	s.Parties.Down = true
	s.Clock.Advance(15 * 24 * time.Hour)
	s.Work() // its time is over, but the token may be back
	s.Parties.Down = false
	s.Parties.Keep(order.ReleaseReturned)
	s.Clock.Advance(time.Minute)
	for range 2 {
		s.Work()
		s.Clock.Advance(time.Minute)
	}
	s.Want(c, order.Refunded)
	wantRefunds(s, c, 1)
	got, err = s.Store.RefundRequest(ctx, r.ID)
	if err != nil || got.Status != order.RequestApproved || got.DecidedBy != Second || got.RefundID != s.Now(c).Refunds[0].ID {
		t.Errorf("request = %+v, %v, want it approved by the second person with the refund", got, err)
	}
	s.CheckInvariants()
}

// testNoReturn: without the token there is no money, and the buyer gets an email not to send it any more.
func testNoReturn(t *testing.T, fresh NewStore) {
	for name, end := range map[string]func(s *Orders, r order.RefundRequest){
		"in time": func(s *Orders, _ order.RefundRequest) {
			s.Clock.Advance(14 * 24 * time.Hour)
			s.Work()
		},
		"rejected": func(s *Orders, r order.RefundRequest) {
			_, err := s.RejectRefund(s.T.Context(), r.ID, "third")
			s.OK(err)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := NewOrders(t, 1, fresh)
			c := delivered(s, "a")
			s.Parties.Keep(order.ReleaseGone)
			_, r, err := s.Service.Refund(t.Context(), c.ID, 0, order.Decision{InFull: true, AgainstReturn: true, By: "staff", Note: "n"})
			s.OK(err)
			_, err = s.ApproveRefund(t.Context(), r.ID, Second)
			s.OK(err)
			end(s, *r)
			s.Parties.Keep(order.ReleaseReturned)
			s.Clock.Advance(time.Minute)
			s.Work()
			s.Want(c, order.Completed)
			wantRefunds(s, c, 0)
			if n := s.Out.Notices(order.NoticeKeep); n != 1 {
				t.Errorf("%d emails that end it, want 1", n)
			}
		})
	}
}
