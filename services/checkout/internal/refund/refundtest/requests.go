package refundtest

import (
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/order/ordertest"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
	"github.com/vitrine/vitrine/services/checkout/internal/reconcile"
	"github.com/vitrine/vitrine/services/checkout/internal/refund"
)

// requestRefund requests a refund as a member of staff, and must get one that waits for another member.
func requestRefund(s *ordertest.Orders, checkoutID string, amount int64, by string) refund.Request {
	s.T.Helper()
	r, err := s.RefundAlone(s.T.Context(), checkoutID, amount, purchase.Decision{InFull: amount == 0, By: by, Note: "n"})
	if err != nil || r == nil || r.Status != refund.RequestPending {
		s.T.Fatalf("refund by one person = %+v, %v, want a pending request", r, err)
	}
	return *r
}

func wantRefunds(s *ordertest.Orders, c order.Checkout, n int) {
	s.T.Helper()
	if got := s.Now(c).Refunds; len(got) != n {
		s.T.Fatalf("%d refunds, want %d", len(got), n)
	}
}

// testTwoPeople: above the limit one member of staff can only request a refund by card.
func testTwoPeople(t *testing.T, fresh ordertest.NewStore) {
	s := ordertest.NewOrders(t, 1, fresh)
	c, _ := ordertest.Sold(s, "a")
	ctx := t.Context()
	r := requestRefund(s, c.ID, 0, "staff")
	if r.Amount.Amount != 125_000 || r.RequestedBy != "staff" {
		t.Fatalf("request = %+v, want 125000 by staff", r)
	}
	wantRefunds(s, c, 0)
	_, err := s.RefundAlone(ctx, c.ID, 0, purchase.Decision{InFull: true, By: "other", Note: "n"})
	ordertest.WantErr(t, err, refund.ErrRequested)
	_, err = s.Approve(ctx, r.ID, "staff")
	ordertest.WantErr(t, err, refund.ErrOwnDecision)
	wantRefunds(s, c, 0)
	if got, err := s.Store.RefundRequest(ctx, r.ID); err != nil || got.Status != refund.RequestPending {
		t.Fatalf("request = %+v, %v, want it pending", got, err)
	}
	done, err := s.Approve(ctx, r.ID, ordertest.Second)
	if err != nil || done.Status != refund.RequestApproved || done.DecidedBy != ordertest.Second {
		t.Fatalf("ApproveRefund() = %+v, %v, want approved by %v", done, err, ordertest.Second)
	}
	s.Want(c, purchase.RefundPending)
	if got := s.Now(c).Refunds; len(got) != 1 || got[0].ID != done.RefundID || got[0].Amount.Amount != 125_000 {
		t.Fatalf("refunds = %+v, want %s of 125000", got, done.RefundID)
	}
	for _, decide := range []func() error{
		func() error { _, err := s.Approve(ctx, r.ID, "third"); return err },
		func() error { _, err := s.Reject(ctx, r.ID, "third"); return err },
	} {
		ordertest.WantErr(t, decide(), order.ErrAlreadyDecided)
	}
	_, err = s.Approve(ctx, "not an id", ordertest.Second)
	ordertest.WantErr(t, err, order.ErrNotFound)
}

// testSmallParts: small refunds by one person add up to the limit of a day.
func testSmallParts(t *testing.T, fresh ordertest.NewStore) {
	s := ordertest.NewOrders(t, 1, fresh)
	c, _ := ordertest.Sold(s, "a")
	for range 5 {
		if r, err := s.RefundAlone(t.Context(), c.ID, 5_000, purchase.Decision{By: "staff", Note: "n"}); err != nil || r != nil {
			t.Fatalf("Refund() = %+v, %v, want no request", r, err)
		}
	}
	r := requestRefund(s, c.ID, 1, "staff")
	if _, err := s.Reject(t.Context(), r.ID, "staff"); err != nil {
		t.Fatalf("withdrawing the caller's request: error = %v, want nil", err)
	}
	if again, err := s.RefundAlone(t.Context(), c.ID, 1, purchase.Decision{By: "other", Note: "n"}); err != nil || again != nil {
		t.Fatalf("Refund() by another account = %+v, %v, want no request", again, err)
	}
	s.Clock.Advance(25 * time.Hour)
	if again, err := s.RefundAlone(t.Context(), c.ID, 5_000, purchase.Decision{By: "staff", Note: "n"}); err != nil || again != nil {
		t.Fatalf("Refund() a day later = %+v, %v, want no request", again, err)
	}
	wantRefunds(s, c, 7)
}

// testRequestEnds: a request ends after its time, is not approved later, and doesn't block the next one.
func testRequestEnds(t *testing.T, fresh ordertest.NewStore) {
	s := ordertest.NewOrders(t, 1, fresh)
	c, _ := ordertest.Sold(s, "a")
	r := requestRefund(s, c.ID, 0, "staff")
	s.Clock.Advance(ordertest.RefundRules.RequestLife)
	_, err := s.Approve(t.Context(), r.ID, ordertest.Second)
	ordertest.WantErr(t, err, refund.ErrRequestExpired)
	s.Work()
	if got, err := s.Store.RefundRequest(t.Context(), r.ID); err != nil || got.Status != refund.RequestExpired || got.DecidedBy != "" {
		t.Fatalf("request = %+v, %v, want it expired, decided by nobody", got, err)
	}
	wantRefunds(s, c, 0)
	requestRefund(s, c.ID, 0, "staff")
}

// testRequestedMoney: only the requested amount is approved. What was refunded since then doesn't go out twice.
func testRequestedMoney(t *testing.T, fresh ordertest.NewStore) {
	s := ordertest.NewOrders(t, 1, fresh)
	c, _ := ordertest.Sold(s, "a")
	r := requestRefund(s, c.ID, 0, "staff")
	if small, err := s.RefundAlone(t.Context(), c.ID, 1, purchase.Decision{By: "other", Note: "n"}); err != nil || small != nil {
		t.Fatalf("small Refund() = %+v, %v, want no request", small, err)
	}
	_, err := s.Approve(t.Context(), r.ID, ordertest.Second)
	ordertest.WantErr(t, err, order.ErrRefundAmount)
	wantRefunds(s, c, 1)
}

// testDailyLimit: no number of people exceeds the limit of a day, also not with concurrent approvals.
func testDailyLimit(t *testing.T, fresh ordertest.NewStore) {
	s := ordertest.NewOrders(t, 4, fresh)
	s.Refunds.Rules.CardDaily = 2 * 125_000
	var requests []refund.Request
	for _, buyer := range []string{"a", "b", "c"} {
		c, _ := ordertest.Sold(s, buyer)
		requests = append(requests, requestRefund(s, c.ID, 0, "staff"))
	}
	var wg sync.WaitGroup
	errs := make([]error, len(requests))
	for i, r := range requests {
		wg.Go(func() { _, errs[i] = s.Approve(t.Context(), r.ID, ordertest.Second) })
	}
	wg.Wait()
	refused := 0
	for _, err := range errs {
		if errors.Is(err, refund.ErrLimit) {
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
			if _, err := s.Approve(t.Context(), r.ID, ordertest.Second); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// testSignedAddress: one person can refund ether only to the address that sent the payment and named itself for refunds.
func testSignedAddress(t *testing.T, fresh ordertest.NewStore) {
	other := "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC"
	for name, c := range map[string]struct {
		payer, named, given string
		alone               bool
	}{
		"signed by the payment":           {ordertest.Address, ordertest.Address, "", true},
		"signed, above the limit":         {ordertest.Address, ordertest.Address, "", false},
		"signed, and entered by staff":    {ordertest.Address, ordertest.Address, ordertest.Address, true},
		"named, but sent from another":    {other, ordertest.Address, "", false},
		"entered by staff":                {ordertest.Address, "", ordertest.Address, false},
		"entered instead of a signed one": {ordertest.Address, ordertest.Address, other, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := ordertest.NewOrders(t, 1, fresh)
			if name == "signed, above the limit" {
				s.Refunds.Rules.EtherAlone = money.Wei{} // the default
			}
			held := s.Hold("a")
			p := ordertest.EtherPayment(s.Ether(held), "0xb", s.Clock.Now())
			p.Payer, p.RefundAddress, p.Wei = c.payer, c.named, p.Wei.Sub(money.NewWei(1))
			s.OK(s.PaymentSeen(t.Context(), held.ID, p))
			s.OK(s.PaymentConfirmed(t.Context(), held.ID, p))
			got := s.Want(held, purchase.InReview)
			d, err := s.DecideAlone(t.Context(), got.Reviews[0].ID, purchase.Decision{Action: purchase.ActionRefund, By: "staff", Note: "n", RefundAddress: c.given})
			if err != nil || (d.Request == nil) != c.alone {
				t.Fatalf("refund by one person = %v, want %v (%v)", d.Request == nil, c.alone, err)
			}
			if c.alone {
				return
			}
			wantRefunds(s, held, 0)
			if _, err := s.Approve(t.Context(), d.Request.ID, ordertest.Second); err != nil {
				t.Fatal(err)
			}
			if r := s.Now(held).Refunds; len(r) != 1 || r[0].To != d.Request.To {
				t.Fatalf("refunds = %+v, want one to %s", r, d.Request.To)
			}
		})
	}
}

// testNoAmount: an amount of 0 never means all that is left.
func testNoAmount(t *testing.T, fresh ordertest.NewStore) {
	s := ordertest.NewOrders(t, 1, fresh)
	c, _ := ordertest.Sold(s, "a")
	for _, d := range []struct {
		amount int64
		inFull bool
	}{{0, false}, {1, true}} {
		_, err := s.RefundAlone(t.Context(), c.ID, d.amount, purchase.Decision{InFull: d.inFull, By: "staff", Note: "n"})
		ordertest.WantErr(t, err, order.ErrNoRefundAmount)
	}
	wantRefunds(s, c, 0)
}

// testTokenLeft: once the token may be out of the vault, nobody refunds alone, and the second person decides about what the first one saw.
func testTokenLeft(t *testing.T, fresh ordertest.NewStore) {
	for state, want := range map[refund.ReleaseState]struct {
		place refund.Place
		alone bool
	}{
		refund.ReleaseReady: {refund.PlaceVault, true}, refund.ReleaseMinting: {refund.PlaceVault, true}, refund.ReleaseReturned: {refund.PlaceReturned, true},
		refund.ReleaseWithdrawing: {refund.PlaceLeaving, false}, refund.ReleaseGone: {refund.PlaceWallet, false}, refund.ReleaseTaken: {refund.PlaceUnknown, false},
		refund.ReleaseUnknown: {refund.PlaceUnknown, false},
	} {
		t.Run(string(state), func(t *testing.T) {
			t.Parallel()
			s := ordertest.NewOrders(t, 1, fresh)
			c, _ := ordertest.Sold(s, "a")
			s.Parties.Keep(state)
			able, err := s.Refunds.Able(t.Context(), new(s.Now(c)), "staff")
			if err != nil || able.Place != want.place || (able.Alone.Sign() > 0) != want.alone {
				t.Errorf("RefundableBy() = %+v, %v, want the token at %s and alone = %v", able, err, want.place, want.alone)
			}
			r, err := s.RefundAlone(t.Context(), c.ID, 1, purchase.Decision{By: "staff", Note: "n"})
			if err != nil || (r == nil) != want.alone || r != nil && r.Place != want.place {
				t.Fatalf("Refund() = %+v, %v, want alone = %v", r, err, want.alone)
			}
			if r == nil {
				r = new(requestRefund(s, c.ID, 0, "staff"))
			}
			s.Parties.Keep(refund.ReleaseGone)
			_, err = s.Approve(t.Context(), r.ID, ordertest.Second)
			if (err == nil) != (state == refund.ReleaseGone) || err != nil && !errors.Is(err, order.ErrConflict) {
				t.Errorf("approval after the token left: error = %v, want ErrConflict unless the first person saw it", err)
			}
			s.CheckInvariants()
		})
	}
}

// delivered is a sold order that is completed.
func delivered(s *ordertest.Orders, account string) order.Checkout {
	s.T.Helper()
	c, _ := ordertest.Sold(s, account)
	s.OK(s.TokenMinted(s.T.Context(), c.ID, 31337, "0xm"))
	return s.Want(c, purchase.Completed)
}

// returning is a completed order whose buyer has to send the token back for an approved refund.
func returning(s *ordertest.Orders, account string) (order.Checkout, refund.Request) {
	s.T.Helper()
	c := delivered(s, account)
	s.Parties.Keep(refund.ReleaseGone)
	r, err := s.RefundAlone(s.T.Context(), c.ID, 0, purchase.Decision{InFull: true, AgainstReturn: true, By: "staff", Note: "n"})
	s.OK(err)
	got, err := s.Approve(s.T.Context(), r.ID, ordertest.Second)
	s.OK(err)
	return c, got
}

// wantRequest compares a request's status and problem.
func wantRequest(s *ordertest.Orders, id string, status refund.RequestStatus, problem refund.Problem) refund.Request {
	s.T.Helper()
	r, err := s.Store.RefundRequest(s.T.Context(), id)
	if err != nil || r.Status != status || r.Problem != problem || r.ReturnedAt.IsZero() && problem != "" {
		s.T.Fatalf("request = %+v, %v, want %s with the problem %q", r, err, status, problem)
	}
	return r
}

// testAgainstReturn: the money goes out once, after the token came back for good, with the event or without it.
func testAgainstReturn(t *testing.T, fresh ordertest.NewStore) {
	for name, back := range map[string]func(s *ordertest.Orders, c order.Checkout){
		"by the event": func(s *ordertest.Orders, c order.Checkout) {
			for range 2 {
				s.OK(s.Refunds.TokenReturned(t.Context(), c.ID))
			}
			s.Want(c, purchase.RefundPending)
			s.Work()
		},
		"without the event": func(s *ordertest.Orders, _ order.Checkout) {
			s.Parties.Down = true
			s.Clock.Advance(15 * 24 * time.Hour)
			s.Work() // its time is over, but the token may be back
			s.Parties.Down = false
			s.Parties.Keep(refund.ReleaseReturned)
			for range 2 {
				s.Clock.Advance(reconcile.RepeatEvery)
				s.Work()
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := ordertest.NewOrders(t, 1, fresh)
			c := delivered(s, "a")
			ctx, d := t.Context(), purchase.Decision{InFull: true, AgainstReturn: true, By: "staff", Note: "n"}
			_, err := s.RefundAlone(ctx, c.ID, 0, d)
			ordertest.WantErr(t, err, order.ErrActionNotPossible) // it is in the vault
			s.Parties.Keep(refund.ReleaseGone)
			_, err = s.RefundAlone(ctx, c.ID, 1, purchase.Decision{AgainstReturn: true, By: "staff", Note: "n"})
			ordertest.WantErr(t, err, order.ErrActionNotPossible) // a part
			r, err := s.RefundAlone(ctx, c.ID, 0, d)
			if err != nil || r == nil || r.ReturnTo != ordertest.Vault {
				t.Fatalf("refund = %+v, %v, want a request with the vault", r, err)
			}
			s.OK(s.Refunds.TokenReturned(ctx, c.ID)) // before the second person decides
			_, err = s.Approve(ctx, r.ID, "staff")
			ordertest.WantErr(t, err, refund.ErrOwnDecision)
			got, err := s.Approve(ctx, r.ID, ordertest.Second)
			if err != nil || got.Status != refund.RequestReturning || got.DecidedBy != ordertest.Second {
				t.Fatalf("approval = %+v, %v, want returning", got, err)
			}
			if n := s.Out.Notices(order.NoticeReturn); n != 1 {
				t.Errorf("%d emails that request the token, want 1", n)
			}
			_, err = s.Approve(ctx, r.ID, "third")
			ordertest.WantErr(t, err, order.ErrAlreadyDecided)
			_, err = s.RefundAlone(ctx, c.ID, 1, purchase.Decision{By: "other", Note: "n"})
			ordertest.WantErr(t, err, refund.ErrRequested)
			s.Work()
			s.Want(c, purchase.Completed)
			wantRefunds(s, c, 0)
			back(s, c)
			s.Want(c, purchase.Refunded)
			wantRefunds(s, c, 1)
			got = wantRequest(s, r.ID, refund.RequestApproved, "")
			if got.DecidedBy != ordertest.Second || got.RefundID != s.Now(c).Refunds[0].ID {
				t.Errorf("request = %+v, want it approved by the second person with the refund", got)
			}
			s.CheckInvariants()
		})
	}
}

// testReturnedUnpaid: if the money can't go out although the token is back, staff see why. It goes out once, at the next try of the reconciler or of
// staff, and no later than that.
func testReturnedUnpaid(t *testing.T, fresh ordertest.NewStore) {
	unresolved := func(s *ordertest.Orders) (n int32) {
		all, err := s.Store.Unresolved(t.Context())
		s.OK(err)
		for _, u := range all {
			if u.Kind == "returns" {
				n = u.Count
			}
		}
		return n
	}
	for name, test := range map[string]func(t *testing.T, s *ordertest.Orders, c order.Checkout, r refund.Request){
		"tried again after a while": func(_ *testing.T, s *ordertest.Orders, c order.Checkout, r refund.Request) {
			s.Clock.Advance(reconcile.RepeatEvery)
			s.Work()
			wantRequest(s, r.ID, refund.RequestReturning, refund.ProblemLimit)
			s.Clock.Advance(15 * 24 * time.Hour) // the request never ends while the token is back
			s.Refunds.Rules.CardDaily = ordertest.RefundRules.CardDaily
			s.Work()
			wantRequest(s, r.ID, refund.RequestApproved, "")
			s.Work()
			s.Want(c, purchase.Refunded)
		},
		"tried again by staff": func(t *testing.T, s *ordertest.Orders, c order.Checkout, r refund.Request) {
			ctx := t.Context()
			_, err := s.Approve(ctx, r.ID, ordertest.Second)
			ordertest.WantErr(t, err, refund.ErrLimit)
			_, err = s.Approve(ctx, r.ID, "staff")
			ordertest.WantErr(t, err, refund.ErrOwnDecision)
			s.Refunds.Rules.CardDaily = ordertest.RefundRules.CardDaily
			s.Parties.Down = true
			_, err = s.Approve(ctx, r.ID, "third")
			ordertest.WantErr(t, err, order.ErrConflict) // nobody knows where the token is
			s.Parties.Down = false
			got, err := s.Approve(ctx, r.ID, "third")
			if err != nil || got.Status != refund.RequestApproved || got.DecidedBy != "third" {
				t.Fatalf("approval = %+v, %v, want approved by third", got, err)
			}
			_, err = s.Approve(ctx, r.ID, "third")
			ordertest.WantErr(t, err, order.ErrAlreadyDecided)
			s.Work()
			s.Want(c, purchase.Refunded)
		},
		"rejected": func(t *testing.T, s *ordertest.Orders, c order.Checkout, r refund.Request) {
			_, err := s.Reject(t.Context(), r.ID, "third")
			s.OK(err)
			s.Clock.Advance(reconcile.RepeatEvery)
			s.Work()
			s.Want(c, purchase.Completed)
			if n := s.Out.Notices(order.NoticeKeep); n != 0 {
				t.Errorf("%d emails not to send a token that is back, want none", n)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := ordertest.NewOrders(t, 1, fresh)
			c, r := returning(s, "a")
			s.Refunds.Rules.CardDaily = 1
			s.Parties.Keep(refund.ReleaseReturned)
			for range 2 {
				s.OK(s.Refunds.TokenReturned(t.Context(), c.ID))
			}
			wantRequest(s, r.ID, refund.RequestReturning, refund.ProblemLimit)
			if n := unresolved(s); n != 1 {
				t.Errorf("%d returned tokens without their money, want 1", n)
			}
			wantRefunds(s, c, 0)
			test(t, s, c, r)
			if n := unresolved(s); n != 0 {
				t.Errorf("%d returned tokens without their money at the end, want none", n)
			}
			if n := len(s.Now(c).Refunds); n > 1 {
				t.Errorf("%d refunds, want at most one", n)
			}
			s.CheckInvariants()
		})
	}
}

// testReturnProblems: each reason that a refund doesn't go out has its problem.
func testReturnProblems(t *testing.T, fresh ordertest.NewStore) {
	s := ordertest.NewOrders(t, 1, fresh)
	c, r := returning(s, "a")
	ses := s.Now(c).Sessions[0].ProviderID
	s.Cards.Dispute(ses, purchase.DisputeOpen)
	s.Webhook(ses)
	s.Parties.Keep(refund.ReleaseReturned)
	s.OK(s.Refunds.TokenReturned(t.Context(), c.ID))
	wantRequest(s, r.ID, refund.RequestReturning, refund.ProblemOrder)
	s.Cards.Dispute(ses, purchase.DisputeWon)
	s.Webhook(ses)
	s.Cards.RefundByHand(ses, purchase.RefundSucceeded, money.Money{Amount: 1, Currency: "USD"})
	s.Webhook(ses)
	s.Clock.Advance(reconcile.RepeatEvery)
	s.Work()
	was := wantRequest(s, r.ID, refund.RequestReturning, refund.ProblemChanged)
	s.Clock.Advance(reconcile.RepeatEvery)
	s.Work()
	if now := wantRequest(s, r.ID, refund.RequestReturning, refund.ProblemChanged); !now.ReturnedAt.Equal(was.ReturnedAt) {
		t.Errorf("returned at %s, want it kept at %s", now.ReturnedAt, was.ReturnedAt)
	}
	wantRefunds(s, c, 1)
}

// testNoReturn: without the token there is no money, and the buyer gets an email not to send it any more.
func testNoReturn(t *testing.T, fresh ordertest.NewStore) {
	for name, end := range map[string]func(s *ordertest.Orders, r refund.Request){
		"in time": func(s *ordertest.Orders, _ refund.Request) {
			s.Clock.Advance(14 * 24 * time.Hour)
			s.Work()
		},
		"rejected": func(s *ordertest.Orders, r refund.Request) {
			_, err := s.Reject(s.T.Context(), r.ID, "third")
			s.OK(err)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := ordertest.NewOrders(t, 1, fresh)
			c, r := returning(s, "a")
			end(s, r)
			s.Parties.Keep(refund.ReleaseReturned)
			s.OK(s.Refunds.TokenReturned(t.Context(), c.ID))
			s.Clock.Advance(reconcile.RepeatEvery)
			s.Work()
			s.Want(c, purchase.Completed)
			wantRefunds(s, c, 0)
			if n := s.Out.Notices(order.NoticeKeep); n != 1 {
				t.Errorf("%d emails that end it, want 1", n)
			}
		})
	}
}
