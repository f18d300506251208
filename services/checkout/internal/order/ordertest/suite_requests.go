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
	_, r, err := s.Service.Refund(s.T.Context(), checkoutID, amount, order.Decision{By: by, Note: "n"})
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
	_, _, err := s.Service.Refund(ctx, c.ID, 0, order.Decision{By: "other", Note: "n"})
	wantErr(t, err, order.ErrRefundRequested)
	_, err = s.ApproveRefund(ctx, r.ID, "staff")
	wantErr(t, err, order.ErrOwnRequest)
	wantRefunds(s, c, 0)
	list, err := s.RefundRequests(ctx, 10)
	if err != nil || len(list) != 1 || list[0].Status != order.RequestPending {
		t.Fatalf("requests = %+v, %v, want one pending", list, err)
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
	list, err := s.RefundRequests(t.Context(), 10)
	if err != nil || len(list) != 1 || list[0].Status != order.RequestExpired || list[0].DecidedBy != "" {
		t.Fatalf("requests = %+v, %v, want one expired, decided by nobody", list, err)
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
		"signed, and entered by staff":    {address, address, address, true},
		"named, but sent from another":    {other, address, "", false},
		"entered by staff":                {address, "", address, false},
		"entered instead of a signed one": {address, address, other, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := NewOrders(t, 1, fresh)
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
