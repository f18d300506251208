package checkout_test

import (
	"strings"
	"testing"
	"time"

	"connectrpc.com/connect/v2"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/kit/testkit"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
	"github.com/vitrine/vitrine/services/checkout"
)

// auctioned puts the artwork into an auction that falls from 1,000.00 by 5.00 every second, to 100.00, until an hour from now.
func (s *shop) auctioned() *checkoutv1.DeskPhases {
	s.t.Helper()
	offer := s.parties.Offers[artwork]
	offer.DropID = drop
	s.parties.Offers[artwork] = offer
	now := time.Now().Truncate(time.Second)
	saved, err := s.phases().SavePhases(staff(s.t.Context()), &checkoutv1.SavePhasesRequest{DropId: drop, Items: []*checkoutv1.PhaseInput{{
		Name: "Auction", Kind: "public", StartsAt: timestamppb.New(now), EndsAt: timestamppb.New(now.Add(time.Hour)), Uncapped: true,
		Prices: []*checkoutv1.PhasePrice{{ArtworkId: artwork, Price: &checkoutv1.Money{Amount: 100_000}, Auction: &checkoutv1.PhaseAuction{Lowest: 10_000, Step: 500, IntervalSeconds: 1}}},
	}}})
	if err != nil {
		s.t.Fatal(err)
	}
	return saved
}

func (s *shop) lastPrice() *checkoutv1.PhaseAuction {
	s.t.Helper()
	res, err := s.phases().ListPhases(s.t.Context(), &checkoutv1.ListPhasesRequest{DropId: drop})
	if err != nil {
		s.t.Fatal(err)
	}
	return res.GetItems()[0].GetPrices()[0].GetAuction()
}

// TestAnAuction sells out an auction by card and by ether. Everyone pays the last price: documents, emails, the artist's share and the ledger follow.
func TestAnAuction(t *testing.T) {
	t.Parallel()
	s := setup(t, 2, true)
	saved := s.auctioned()
	if a := s.lastPrice(); a.GetLowest() != 10_000 || a.GetStep() != 500 || a.GetIntervalSeconds() != 1 || a.GetStatus() != "" {
		t.Errorf("auction = %v, want lowest 10000, step 500, every second, no status", a)
	}
	early := s.deliver("early")
	first := s.get("early", early.id).GetPrice().GetAmount()
	testkit.Eventually(t, 15*time.Second, func() bool { return time.Since(saved.GetItems()[0].GetPhase().GetStartsAt().AsTime()) > 4*time.Second })
	lateID, _ := s.ether("late")
	last := s.get("late", lateID).GetPrice().GetAmount()
	if first <= last || last > 98_000 || s.get("early", early.id).GetAuction().GetStatus() == "" {
		t.Fatalf("prices %d and %d, want a fall", first, last)
	}
	testkit.Eventually(t, 20*time.Second, func() bool { return s.lastPrice().GetStatus() == "settled" })
	if got := s.lastPrice().GetLastPrice(); got != last {
		t.Errorf("last price %d, want %d", got, last)
	}
	_, err := s.create(0, "later", id.New())
	wantReason(t, err, connect.CodeFailedPrecondition, "auction_ended")
	s.refunded(early.id, 1)
	got := s.get("early", early.id)
	if r := got.GetRefunds(); len(r) != 1 || r[0].GetAmount().GetAmount() != first-last || r[0].GetReason() != "auction_settled" || got.GetStatus() != "completed" {
		t.Errorf("refunds = %v of an order with status %s, want one of %d, auction_settled, and completed", r, got.GetStatus(), first-last)
	}
	if a := got.GetAuction(); a.GetLastPrice().GetAmount() != last || a.GetStatus() != "settled" || a.GetSettledAt() == nil {
		t.Errorf("the order's auction = %v, want settled at %d", a, last)
	}
	if n := got.GetCreditNotes(); len(n) != 1 || n[0].GetAmount().GetAmount() != first-last {
		t.Errorf("credit notes = %v, want one for %d", n, first-last)
	}
	if r := s.get("late", lateID).GetRefunds(); len(r) != 0 {
		t.Errorf("refunds of the last price: %v, want none", r)
	}
	back := money.Money{Amount: first - last, Currency: "USD"}.Format()
	for account, order := range map[string]string{"early": early.id, "late": lateID} {
		if n := s.count(`SELECT count(*) FROM mails WHERE key = 'settled:' || $1 AND body LIKE '%that’s what everyone pays%'`, order); n != 1 {
			t.Errorf("%d emails to %s about the end of the auction, want 1", n, account)
		}
	}
	if n := s.count(`SELECT count(*) FROM mails WHERE key = 'settled:' || $1 AND body LIKE '%we’re refunding ' || $2 || '.%'`, early.id, back); n != 1 {
		t.Errorf("%d emails contain %s, want 1", n, back)
	}
	// The artist has 85 percent of the last price, held by the gallery.
	shares := map[string]string{}
	for _, sold := range s.sold().GetItems() {
		shares[sold.GetPaymentMethod()] = sold.GetState() + " " + sold.GetHeldReason()
		if sold.GetPaymentMethod() == "card" && sold.GetShare().GetAmount() != last*85/100 {
			t.Errorf("the share of the card sale is %d, want 85 percent of %d", sold.GetShare().GetAmount(), last)
		}
	}
	if shares["card"] != "held card" || shares["ether"] != "held auction" {
		t.Errorf("shares of the artist = %v, want the card's and the ether's held", shares)
	}
	s.checkInvariants()
	// Full refunds return the rest.
	if _, err := s.reviews().RefundCheckout(withKey(staff(t.Context()), id.New()), &checkoutv1.RefundCheckoutRequest{Id: early.id, Amount: 500, Note: "n"}); err != nil {
		t.Fatal(err)
	}
	s.refunded(early.id, 2)
	if n := s.get("early", early.id).GetCreditNotes(); len(n) != 2 || n[1].GetAmount().GetAmount() != 500 {
		t.Errorf("credit notes = %v, want 2, the last of 500", n)
	}
	s.checkInvariants()
}

// TestAnAuctionByEther returns the difference of an ether payment to the buyer's address, once the auction's phase was ended by staff.
func TestAnAuctionByEther(t *testing.T) {
	t.Parallel()
	s := setup(t, 5, true)
	saved := s.auctioned()
	earlyID, paid := s.ether("early")
	first := s.get("early", earlyID).GetPrice().GetAmount()
	phase := saved.GetItems()[0].GetPhase()
	testkit.Eventually(t, 15*time.Second, func() bool { return time.Since(phase.GetStartsAt().AsTime()) > 3*time.Second })
	late := s.deliver("late")
	last := s.get("late", late.id).GetPrice().GetAmount()
	testkit.Eventually(t, 15*time.Second, func() bool { return len(s.mailed()) == 2 })
	for _, mail := range s.mailed() {
		if !strings.Contains(mail, "If the price falls further, so does your share.") {
			t.Errorf("email to the artist before the settlement = %s, want that the share may fall", mail)
		}
	}
	change := func(fn func(*checkoutv1.PhaseInput)) error {
		res, err := s.phases().GetDeskPhases(staff(t.Context()), &checkoutv1.GetDeskPhasesRequest{DropId: drop})
		if err != nil {
			t.Fatal(err)
		}
		in := &checkoutv1.PhaseInput{Id: phase.GetId(), Name: phase.GetName(), Kind: phase.GetKind(), StartsAt: phase.GetStartsAt(), EndsAt: phase.GetEndsAt(), Uncapped: true, Prices: res.GetItems()[0].GetPhase().GetPrices()}
		fn(in)
		_, err = s.phases().SavePhases(staff(t.Context()), &checkoutv1.SavePhasesRequest{DropId: drop, Version: res.GetVersion(), Items: []*checkoutv1.PhaseInput{in}})
		return err
	}
	wantReason(t, change(func(in *checkoutv1.PhaseInput) { in.Prices[0].Auction.Step = 1000 }), connect.CodeFailedPrecondition, "auction_started")
	wantReason(t, change(func(in *checkoutv1.PhaseInput) { in.Prices[0].Auction.Lowest = 100_000 }), connect.CodeInvalidArgument, "invalid")
	if err := change(func(in *checkoutv1.PhaseInput) { in.EndsAt = timestamppb.New(time.Now().Add(-time.Millisecond)) }); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, 20*time.Second, func() bool { return s.lastPrice().GetStatus() == "settled" })
	got := s.get("early", earlyID).GetRefunds()
	wei, err := money.ParseWei(paid.GetAmount())
	if err != nil {
		t.Fatal(err)
	}
	// The kept part is rounded down.
	kept := wei.Big()
	kept.Mul(kept, money.NewWei(last).Big()).Quo(kept, money.NewWei(first).Big())
	if want := wei.Sub(money.WeiOf(kept)).String(); len(got) != 1 || got[0].GetWei() != want {
		t.Fatalf("%v, want %s of %s wei", got, want, wei)
	}
	s.event("refund:"+got[0].GetId(), &chainv1.EtherRefundConfirmed{RefundId: got[0].GetId(), TransactionHash: "0xback"})
	testkit.Eventually(t, 15*time.Second, func() bool { return len(s.get("early", earlyID).GetCreditNotes()) > 0 })
	if n := s.get("early", earlyID).GetCreditNotes(); len(n) != 1 || n[0].GetAmount().GetAmount() != first-last {
		t.Errorf("credit notes = %v, want one for %d", n, first-last)
	}
	s.status("early", earlyID, "delivering")
	s.checkInvariants()
}

// TestRehearseAnAuction prints each step of an auction's price.
func TestRehearseAnAuction(t *testing.T) {
	t.Parallel()
	s := setup(t, 5, false)
	starts := s.auctioned().GetItems()[0].GetPhase().GetStartsAt().AsTime().UTC()
	var out strings.Builder
	if err := checkout.RehearseTo(t.Context(), s.pool, &out, drop, starts); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(out.String(), "\n")
	for i, want := range map[int]string{
		1: "artwork 42: auction from", 4: "Auction of artwork 42 in Auction, until", 6: starts.Format(time.RFC3339), 7: starts.Add(time.Second).Format(time.RFC3339),
		186: starts.Add(180 * time.Second).Format(time.RFC3339),
	} {
		if !strings.Contains(lines[i], want) {
			t.Errorf("line %d is %q, want %q in it", i, lines[i], want)
		}
	}
	if last := lines[186]; !strings.HasSuffix(last, "USD 100.00") {
		t.Errorf("the last step = %q, want USD 100.00", last)
	}
}
