// Package auctiontest is the test suite of auctions, which every store passes.
package auctiontest

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/checkout/internal/auction"
	"github.com/vitrine/vitrine/services/checkout/internal/hold"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/order/ordertest"
	"github.com/vitrine/vitrine/services/checkout/internal/phase"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

// TestStore checks what every store must do for auctions, and the service on top of it.
func TestStore(t *testing.T, fresh ordertest.NewStore) {
	for name, test := range map[string]func(*testing.T, ordertest.NewStore){
		"auctions: everyone pays the last price":  testAuction,
		"auctions: sold out":                      testAuctionSoldOut,
		"auctions: what the settlement waits for": testAuctionWaits,
		"auctions: no address for the difference": testAuctionNoAddress,
		"auctions: a refund that isn't decided":   testAuctionOpenRefund,
		"auctions: paid in another currency":      testAuctionOtherCurrency,
		"auctions: nothing sold":                  testAuctionNothingSold,
		"auctions: prices that can't change":      testAuctionTerms,
		"auctions: settled despite kills":         testAuctionSettlement,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, fresh)
		})
	}
}

// The auction of the tests starts at 1,000.00 and falls by 70.00 every minute, to 300.00.
const (
	auctionStart  = 100_000
	auctionLowest = 30_000
	auctionStep   = 7_000
)

func auctionPrice() []phase.Price {
	return []phase.Price{{
		ArtworkID: ordertest.Artwork, Price: money.Money{Amount: auctionStart}, Fall: &phase.Fall{Lowest: auctionLowest, Step: auctionStep, Every: time.Minute},
	}}
}

// orders has the steps of an auction.
type orders struct{ *ordertest.Orders }

func newAuction(t *testing.T, size int32, fresh ordertest.NewStore) *orders {
	t.Helper()
	r := &orders{ordertest.NewOrders(t, size, fresh)}
	Start(r.Orders)
	return r
}

// Start puts the artwork into an auction of an hour that has just started, and returns its phase.
func Start(t *ordertest.Orders) phase.Phase {
	t.T.Helper()
	return t.SavePhases(phase.Phase{Name: "Auction", Kind: phase.Public, Prices: auctionPrice()})[0]
}

// byCard pays an order by card and returns the provider's session.
func (t *orders) byCard(c order.Checkout) string {
	t.T.Helper()
	session := t.Card(c)
	t.Cards.Pay(session)
	t.Webhook(session)
	return session
}

// byEther pays an order by ether; refunds go to an address, or nowhere without one.
func (t *orders) byEther(c order.Checkout, refundAddress string) purchase.Payment {
	t.T.Helper()
	p := ordertest.EtherPayment(t.Ether(c), "0x"+c.ID, t.Clock.Now())
	p.RefundAddress = refundAddress
	t.OK(t.PaymentConfirmed(t.T.Context(), c.ID, p))
	return p
}

// settle runs the reconcilers until nothing is left to do.
func (t *orders) settle() {
	t.T.Helper()
	for range 3 {
		t.Clock.Advance(time.Minute)
		t.Work()
	}
}

// lastPrice returns the status and the last price of the artwork's auction.
func (t *orders) lastPrice() (phase.AuctionStatus, int64) {
	t.T.Helper()
	s, err := t.Store.Schedule(t.T.Context(), ordertest.DropID)
	t.OK(err)
	a := s.Phases[0].Prices[0].Auction
	return a.Status, a.LastPrice
}

// wantBack checks what the auction returned of an order, in minor units or wei.
func (t *orders) wantBack(c order.Checkout, want int64) order.Checkout {
	t.T.Helper()
	got, back, n := t.Now(c), money.Wei{}, 0
	for _, r := range got.Refunds {
		if r.Reason == purchase.ReasonSettled {
			back, n = back.Add(r.Wei).Add(money.NewWei(r.Amount.Amount)), n+1
		}
	}
	if back.Cmp(money.NewWei(want)) != 0 || got.SettledBack.Cmp(money.NewWei(want)) != 0 || got.SettledAt.IsZero() || n != min(n, 1) || (n == 0) != (want == 0) {
		t.T.Fatalf("order of %d: %s refunded in %d refunds, settled %s (%s), want %d", c.Price.Amount, back, n, got.SettledBack, got.SettledAt, want)
	}
	return got
}

func testAuction(t *testing.T, fresh ordertest.NewStore) {
	r := newAuction(t, 10, fresh)
	r.Parties.Wallet = "0x90F79bf6EB2c4f870365E785982E1f101E93b906"
	first := r.Hold("first")
	r.Clock.Advance(90 * time.Second)
	second := r.Hold("second")
	r.Clock.Advance(2 * time.Minute)
	third := r.Hold("third")
	for c, want := range map[*order.Checkout]int64{&first: auctionStart, &second: auctionStart - auctionStep, &third: auctionStart - 3*auctionStep} {
		if c.Price != (money.Money{Amount: want, Currency: "USD"}) || !c.Auctioned() || c.Auction.Status != phase.AuctionSelling {
			t.Fatalf("price %v in auction %+v, want %d", c.Price, c.Auction, want)
		}
	}
	// The prices are those of the holds, whenever they are paid.
	session := r.byCard(first)
	ether := r.byEther(second, ordertest.Address)
	if q := r.Now(second).Quotes[0]; q.Payout != "" || q.PayoutHold != "auction" {
		t.Fatalf("payout of the artist's share = %q (%q), want it held until the difference is refunded", q.Payout, q.PayoutHold)
	}
	r.byCard(third)
	r.settle()
	if status, _ := r.lastPrice(); status != phase.AuctionSelling {
		t.Fatalf("status %s before the end, want %s", status, phase.AuctionSelling)
	}
	r.Clock.Advance(time.Hour)
	ordertest.WantErr(t, r.Refused("late"), phase.ErrSaleEnded)
	r.settle()
	if status, price := r.lastPrice(); status != phase.AuctionSettled || price != third.Price.Amount {
		t.Fatalf("%s at %d, want settled at the lowest price paid", status, price)
	}
	r.wantBack(first, 3*auctionStep)
	r.wantBack(third, 0)
	// Of the wei, the part that the difference has of the price, rounded up.
	wei, _ := new(big.Int).QuoRem(new(big.Int).Mul(ether.Wei.Big(), big.NewInt(third.Price.Amount)), big.NewInt(second.Price.Amount), new(big.Int))
	back := ether.Wei.Sub(money.WeiOf(wei)).Big().Int64()
	r.wantBack(second, back)
	due := ordertest.Events[order.EtherRefundDue](r.Out)
	if len(due) != 1 || due[0].To != ordertest.Address || due[0].Wei.Cmp(money.NewWei(back)) != 0 {
		t.Fatalf("%+v, want %d wei to the buyer's address", due, back)
	}
	r.OK(r.Refunds.EtherRefund(t.Context(), order.ChainRefund{RefundID: due[0].RefundID, Status: purchase.RefundSucceeded, Transaction: "0xback"}))
	r.settle()
	if n := r.Out.Notices(order.NoticeSettled); n != 3 {
		t.Fatalf("%d emails about the settlement, want one for each buyer", n)
	}
	// What is left goes back later: in full, but not more.
	for _, c := range []order.Checkout{first, second} {
		_, err := r.Refund(t.Context(), c.ID, 0, purchase.Decision{InFull: true, By: "staff", Note: "n", RefundAddress: refundAddressOf(c, second)})
		r.OK(err)
	}
	r.settle()
	got := r.Want(first, purchase.Refunded)
	if rest := got.Refunds[1].Amount.Amount; rest != third.Price.Amount {
		t.Fatalf("remaining refund of the first order = %d, want %d", rest, third.Price.Amount)
	}
	if rest := r.Now(second).Refunds[1].Wei; rest.Add(money.NewWei(back)).Cmp(ether.Wei) != 0 {
		t.Fatalf("remaining refund of the second order = %s wei, want the rest of %s after %d", rest, ether.Wei, back)
	}
	r.Webhook(session)
	r.CheckInvariants()
}

func refundAddressOf(c, ether order.Checkout) string {
	if c.ID == ether.ID {
		return ordertest.Address
	}
	return ""
}

func testAuctionSoldOut(t *testing.T, fresh ordertest.NewStore) {
	r := newAuction(t, 2, fresh)
	a := r.Hold("a")
	r.byCard(a)
	r.Clock.Advance(5 * time.Minute)
	b := r.Hold("b")
	r.settle()
	if status, _ := r.lastPrice(); status != phase.AuctionSelling {
		t.Fatalf("status %s while an edition is held, want %s", status, phase.AuctionSelling)
	}
	r.byCard(b)
	r.settle()
	if status, price := r.lastPrice(); status != phase.AuctionSettled || price != b.Price.Amount {
		t.Fatalf("%s at %d, want settled once everything is sold", status, price)
	}
	r.wantBack(a, a.Price.Amount-b.Price.Amount)
	// More editions don't open it again, and its prices stay.
	r.Offer(ordertest.Artwork, 3)
	offer := r.Parties.Offers[ordertest.Artwork]
	offer.DropID = ordertest.DropID
	r.Parties.Offers[ordertest.Artwork] = offer
	ordertest.WantErr(t, r.Refused("c"), hold.ErrAuctionEnded)
	r.CheckInvariants()
}

func testAuctionWaits(t *testing.T, fresh ordertest.NewStore) {
	r := newAuction(t, 10, fresh)
	dear := r.Hold("dear")
	r.byCard(dear)
	gone := r.Hold("gone")
	expired := r.Hold("expired")
	session := r.Card(expired)
	partly := r.Hold("partly")
	r.byCard(partly)
	r.Clock.Advance(3 * time.Minute)
	disputed := r.Hold("disputed")
	bank := r.byCard(disputed)
	nowhere := r.Hold("nowhere")
	r.byEther(nowhere, "")
	r.Clock.Advance(2 * time.Minute)
	refunded := r.Hold("refunded")
	r.byCard(refunded)
	wrong := r.Hold("wrong")
	underpaid := r.Card(wrong)
	r.Cards.PayAmount(underpaid, money.Money{Amount: wrong.Price.Amount - 1, Currency: "USD"})
	r.Webhook(underpaid)
	r.Want(wrong, purchase.InReview)
	_, err := r.Cancel(t.Context(), ordertest.Who("gone"), gone.ID)
	r.OK(err)
	_, err = r.Refund(t.Context(), refunded.ID, 0, purchase.Decision{InFull: true, By: "staff", Note: "n"})
	r.OK(err)
	_, err = r.Refund(t.Context(), partly.ID, 1_000, purchase.Decision{By: "staff", Note: "a kindness"})
	r.OK(err)
	r.Cards.Dispute(bank, purchase.DisputeOpen)
	r.Webhook(bank)
	r.Want(disputed, purchase.Disputed)
	r.Clock.Advance(2 * time.Hour)
	r.settle()
	// The payment that waits for staff may still become the lowest price.
	if status, _ := r.lastPrice(); status != phase.AuctionEnded {
		t.Fatalf("status %s while a payment is in review, want %s", status, phase.AuctionEnded)
	}
	_, err = r.Decide(t.Context(), r.Reviews(true)[0].ID, purchase.Decision{Action: purchase.ActionRefund, By: "staff", Note: "n"})
	r.OK(err)
	r.settle()
	// Neither the refunded orders nor those that ended count. The disputed one does, and its own difference waits for the bank.
	if status, price := r.lastPrice(); status != phase.AuctionSettling || price != nowhere.Price.Amount {
		t.Fatalf("%s at %d, want %d", status, price, nowhere.Price.Amount)
	}
	r.wantBack(dear, 3*auctionStep)
	r.wantBack(partly, 3*auctionStep-1_000)
	if got := r.Now(refunded); got.Status != purchase.Refunded || !got.SettledAt.IsZero() {
		t.Fatalf("the refunded order is %s, settled at %s, want %s and not settled", got.Status, got.SettledAt, purchase.Refunded)
	}
	r.Cards.Dispute(bank, purchase.DisputeWon)
	r.Webhook(bank)
	r.settle()
	if status, _ := r.lastPrice(); status != phase.AuctionSettled {
		t.Fatalf("status %s after the dispute, want %s", status, phase.AuctionSettled)
	}
	r.wantBack(disputed, 0)
	// A payment that arrives now buys nothing: it would cost another price than everyone's.
	r.Cards.Pay(session)
	r.Webhook(session)
	r.settle()
	r.Want(expired, purchase.Expired)
}

// testAuctionOpenRefund: while the result of an earlier refund is unknown, so is the rest of the payment.
func testAuctionOpenRefund(t *testing.T, fresh ordertest.NewStore) {
	for action, want := range map[purchase.Action]int64{purchase.ActionRefund: 3*auctionStep - 1_000, purchase.ActionReject: 3 * auctionStep} {
		r := newAuction(t, 10, fresh)
		dear := r.Hold("dear")
		r.byCard(dear)
		r.Clock.Advance(3 * time.Minute)
		last := r.Hold("last")
		r.byCard(last)
		r.Cards.RefundAs = purchase.RefundQueued
		_, err := r.Refund(t.Context(), dear.ID, 1_000, purchase.Decision{By: "staff", Note: "a kindness"})
		r.OK(err)
		r.Clock.Advance(2 * time.Hour)
		waits := func(when string) {
			t.Helper()
			r.settle()
			if status, _ := r.lastPrice(); status != phase.AuctionSettling || !r.Now(dear).SettledAt.IsZero() {
				t.Fatalf("%s: the auction is %s, the order was settled at %s, want %s and not settled", when, status, r.Now(dear).SettledAt, phase.AuctionSettling)
			}
			r.wantBack(last, 0)
		}
		waits("a refund is on its way")
		r.Cards.RefundAs = purchase.RefundRefused
		waits("a refund failed")
		r.Cards.RefundAs = purchase.RefundSucceeded
		_, err = r.Decide(t.Context(), r.Reviews(true)[0].ID, purchase.Decision{Action: action, By: "staff", Note: "n"})
		r.OK(err)
		r.settle()
		if status, _ := r.lastPrice(); status != phase.AuctionSettled {
			t.Fatalf("%s: status %s after the decision, want %s", action, status, phase.AuctionSettled)
		}
		r.wantBack(dear, want)
		r.CheckInvariants()
	}
}

// testAuctionOtherCurrency: of a card payment in another currency, which staff accepted, the same part goes back.
func testAuctionOtherCurrency(t *testing.T, fresh ordertest.NewStore) {
	r := newAuction(t, 10, fresh)
	dear := r.Hold("dear")
	session := r.Card(dear)
	r.Cards.PayAmount(session, money.Money{Amount: 10 * dear.Price.Amount, Currency: "JPY"})
	r.Webhook(session)
	_, err := r.Decide(t.Context(), r.Reviews(true)[0].ID, purchase.Decision{Action: purchase.ActionComplete, By: "staff", Note: "n"})
	r.OK(err)
	r.Clock.Advance(3 * time.Minute)
	r.byCard(r.Hold("last"))
	r.Clock.Advance(2 * time.Hour)
	r.settle()
	r.wantBack(dear, 10*3*auctionStep)
	r.CheckInvariants()
}

func testAuctionNoAddress(t *testing.T, fresh ordertest.NewStore) {
	r := newAuction(t, 2, fresh)
	a := r.Hold("a")
	paid := r.byEther(a, "")
	r.Clock.Advance(10 * time.Minute)
	b := r.Hold("b")
	r.byCard(b)
	r.settle()
	// Without an address, staff decide where the difference goes: not the whole payment.
	got := r.Now(a)
	if len(got.Refunds) != 0 || len(got.Reviews) != 1 || got.Reviews[0].Reason != purchase.ReasonSettled {
		t.Fatalf("%+v, %+v, want a review", got.Refunds, got.Reviews)
	}
	r.CheckInvariants()
	_, err := r.Decide(t.Context(), got.Reviews[0].ID, purchase.Decision{Action: purchase.ActionRefund, By: "staff", Note: "n", RefundAddress: ordertest.Address})
	r.OK(err)
	// 300.00 of 1,000.00 stay.
	if back := r.Now(a).Refunds[0].Wei; back.Cmp(money.NewWei(paid.Wei.Big().Int64()*7/10)) != 0 {
		t.Fatalf("refund = %s of %s wei, want seven tenths", back, paid.Wei)
	}
	r.Want(a, purchase.Delivering)
	due := ordertest.Events[order.EtherRefundDue](r.Out)[0]
	// A transfer that fails is decided again, for the same amount.
	r.OK(r.Refunds.EtherRefund(t.Context(), order.ChainRefund{RefundID: due.RefundID, Status: purchase.RefundRefused, Reason: "recipient_reverts"}))
	got = r.Want(a, purchase.Delivering)
	_, err = r.Decide(t.Context(), got.Reviews[1].ID, purchase.Decision{Action: purchase.ActionRefund, By: "staff", Note: "n", RefundAddress: ordertest.Address})
	r.OK(err)
	again := ordertest.Events[order.EtherRefundDue](r.Out)[1]
	if again.Wei.Cmp(due.Wei) != 0 {
		t.Fatalf("%s wei, want the %s that failed", again.Wei, due.Wei)
	}
	r.OK(r.Refunds.EtherRefund(t.Context(), order.ChainRefund{RefundID: again.RefundID, Status: purchase.RefundSucceeded, Transaction: "0xback"}))
	r.Want(a, purchase.Delivering)
}

func testAuctionNothingSold(t *testing.T, fresh ordertest.NewStore) {
	r := newAuction(t, 2, fresh)
	c := r.Hold("a")
	session := r.Card(c)
	r.Clock.Advance(2 * time.Hour)
	r.settle()
	if status, price := r.lastPrice(); status != phase.AuctionSettled || price != 0 {
		t.Fatalf("%s at %d, want settled without a price", status, price)
	}
	r.Cards.Pay(session)
	r.Webhook(session)
	r.CheckInvariants()
	if got := r.Now(c); got.Bought() {
		t.Fatalf("status of an order of a settled auction = %s, want it not bought", got.Status)
	}
}

func testAuctionTerms(t *testing.T, fresh ordertest.NewStore) {
	r := ordertest.NewOrders(t, 10, fresh)
	for name, change := range map[string]func(*phase.Phase, *phase.Fall){
		"lowest above the start": func(_ *phase.Phase, f *phase.Fall) { f.Lowest = auctionStart },
		"lowest of zero":         func(_ *phase.Phase, f *phase.Fall) { f.Lowest = 0 },
		"no step":                func(_ *phase.Phase, f *phase.Fall) { f.Step = 0 },
		"a step below lowest":    func(_ *phase.Phase, f *phase.Fall) { f.Step = auctionStart - auctionLowest + 1 },
		"too many steps":         func(_ *phase.Phase, f *phase.Fall) { f.Step = 70 },
		"no interval":            func(_ *phase.Phase, f *phase.Fall) { f.Every = 0 },
		"a part of a second":     func(_ *phase.Phase, f *phase.Fall) { f.Every = 1500 * time.Millisecond },
		"no end":                 func(p *phase.Phase, _ *phase.Fall) { p.EndsAt = time.Time{} },
	} {
		offer := r.Parties.Offers[ordertest.Artwork]
		offer.DropID = ordertest.DropID
		r.Parties.Offers[ordertest.Artwork] = offer
		p := phase.Phase{Name: name, Kind: phase.Public, StartsAt: r.Clock.Now(), EndsAt: r.Clock.Now().Add(time.Hour), Prices: auctionPrice()}
		change(&p, p.Prices[0].Fall)
		if _, err := r.Holds.Phases.Save(t.Context(), phase.Schedule{DropID: ordertest.DropID, Phases: []phase.Phase{p}}, "staff", ""); !errors.Is(err, phase.ErrInvalid) {
			t.Errorf("%s: error = %v, want ErrPhaseInvalid", name, err)
		}
	}
	r.SavePhases(phase.Phase{Name: "Auction", Kind: phase.Public, Prices: auctionPrice()})
	save := func(change func(*phase.Phase)) error {
		s, err := r.Store.Schedule(t.Context(), ordertest.DropID)
		r.OK(err)
		price := s.Phases[0].Prices[0]
		price.Fall = new(*price.Fall)
		s.Phases[0].Prices = []phase.Price{price}
		change(&s.Phases[0])
		_, err = r.Holds.Phases.Save(t.Context(), s, "staff", "")
		return err
	}
	// Before the first hold everything may change.
	r.OK(save(func(p *phase.Phase) { p.Prices[0].Fall.Step = 2 * auctionStep }))
	r.OK(save(func(p *phase.Phase) { p.Prices[0].Fall.Step = auctionStep }))
	c := r.Hold("a")
	for name, change := range map[string]func(*phase.Phase){
		"start":    func(p *phase.Phase) { p.Prices[0].Price.Amount++ },
		"lowest":   func(p *phase.Phase) { p.Prices[0].Fall.Lowest++ },
		"step":     func(p *phase.Phase) { p.Prices[0].Fall.Step++ },
		"interval": func(p *phase.Phase) { p.Prices[0].Fall.Every += time.Second },
		"fixed":    func(p *phase.Phase) { p.Prices[0].Fall = nil },
		"none":     func(p *phase.Phase) { p.Prices = nil },
		"opens":    func(p *phase.Phase) { p.StartsAt = p.StartsAt.Add(time.Second) },
	} {
		if err := save(change); !errors.Is(err, phase.ErrAuctionStarted) {
			t.Errorf("%s: %v, want %v", name, err, phase.ErrAuctionStarted)
		}
	}
	r.OK(save(func(p *phase.Phase) { p.EndsAt = p.EndsAt.Add(time.Hour) }))
	// A pause stops holds; the price falls on.
	_, err := r.Holds.Phases.Pause(t.Context(), c.PhaseID, true, "staff", "")
	r.OK(err)
	r.Clock.Advance(2 * time.Minute)
	ordertest.WantErr(t, r.Refused("b"), phase.ErrPaused)
	_, err = r.Holds.Phases.Pause(t.Context(), c.PhaseID, false, "staff", "")
	r.OK(err)
	if b := r.Hold("b"); b.Price.Amount != auctionStart-2*auctionStep {
		t.Fatalf("price after the pause = %v, want %d", b.Price, auctionStart-2*auctionStep)
	}
}

// killed is a store whose process is killed at some of its writes, before or after they are stored.
type killed struct {
	ordertest.Store

	mu  sync.Mutex
	rng *rand.Rand
}

var errKilled = errors.New("killed")

// dies returns whether the process dies before a write, or after it.
func (k *killed) dies() (before, after bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	n := k.rng.IntN(4)
	return n == 0, n == 1
}

func (k *killed) Update(ctx context.Context, id string, fn func(*order.Checkout) error) (order.Checkout, error) {
	before, after := k.dies()
	if before {
		return order.Checkout{}, errKilled
	}
	c, err := k.Store.Update(ctx, id, fn)
	if after && err == nil {
		return order.Checkout{}, errKilled
	}
	return c, err
}

func (k *killed) UpdateAuction(ctx context.Context, id string, fn func(*auction.Auction) error) (auction.Auction, error) {
	before, after := k.dies()
	if before {
		return auction.Auction{}, errKilled
	}
	a, err := k.Store.UpdateAuction(ctx, id, fn)
	if after && err == nil {
		return auction.Auction{}, errKilled
	}
	return a, err
}

// testAuctionSettlement settles auctions with random orders on several replicas that are killed again and again. The money that came in is what
// is kept and what went back, nobody pays more than the last price, and each difference goes back once.
func testAuctionSettlement(t *testing.T, fresh ordertest.NewStore) {
	for seed := range uint64(4) {
		rng := rand.New(rand.NewPCG(seed, 20)) //nolint:gosec // repeatable tests
		r := newAuction(t, 40, fresh)
		var sold []order.Checkout
		last := int64(auctionStart)
		for i := range 5 + rng.IntN(20) {
			r.Clock.Advance(time.Duration(rng.IntN(70)) * time.Second)
			c := r.Hold(fmt.Sprint("buyer", i))
			switch rng.IntN(5) {
			case 0:
				continue // expires
			case 1, 2:
				r.byEther(c, ordertest.Address)
			default:
				r.byCard(c)
			}
			sold, last = append(sold, c), min(last, c.Price.Amount)
		}
		for range 60 {
			r.Clock.Advance(time.Minute)
			r.Work()
		}
		var workers sync.WaitGroup
		r.Clock.Advance(time.Minute)
		for n := range 3 {
			workers.Go(func() {
				replica := r.Replica(&killed{Store: r.Store, rng: rand.New(rand.NewPCG(seed, uint64(n)))}) //nolint:gosec // repeatable tests
				for range 40 {
					r.Clock.Advance(time.Minute)
					for _, round := range []func(context.Context) (int, error){replica.Auctions.Settle, replica.Refunds.Push} {
						if _, err := round(t.Context()); err != nil {
							t.Error(err)
						}
					}
				}
			})
		}
		workers.Wait()
		r.settle()
		status, price := r.lastPrice()
		if len(sold) == 0 {
			last = 0
		}
		if status != phase.AuctionSettled || price != last {
			t.Fatalf("seed %d: %s at %d, want settled at %d", seed, status, price, last)
		}
		in, kept, back := money.Wei{}, money.Wei{}, money.Wei{}
		for _, c := range sold {
			got := r.Now(c)
			p, again := got.Credited(), 0
			paid, returned := p.Wei.Add(money.NewWei(p.Amount.Amount)), money.Wei{}
			for _, refund := range got.Refunds {
				returned, again = returned.Add(refund.Wei).Add(money.NewWei(refund.Amount.Amount)), again+1
			}
			rest := paid.Sub(returned)
			// What the payment costs at the last price: to the cent, and for ether less than a wei below.
			most := new(big.Int).Mul(paid.Big(), big.NewInt(last))
			if cost := new(big.Int).Quo(most, big.NewInt(c.Price.Amount)); again > 1 || rest.Big().Cmp(cost) != 0 {
				t.Fatalf("seed %d: an order of %d has %s of %s left after %d refunds, want %s", seed, c.Price.Amount, rest, paid, again, cost)
			}
			in, kept, back = in.Add(paid), kept.Add(rest), back.Add(returned)
		}
		if in.Cmp(kept.Add(back)) != 0 {
			t.Fatalf("seed %d: received %s, want the sum of %s kept and %s refunded", seed, in, kept, back)
		}
		if n := r.Out.Notices(order.NoticeSettled); n != len(sold) {
			t.Fatalf("seed %d: %d emails, want one for each of %d sales", seed, n, len(sold))
		}
		r.CheckInvariants()
	}
}
