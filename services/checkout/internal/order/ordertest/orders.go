package ordertest

import (
	"cmp"
	"context"
	"log/slog"
	"slices"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/checkout/internal/auction"
	"github.com/vitrine/vitrine/services/checkout/internal/hold"
	"github.com/vitrine/vitrine/services/checkout/internal/invariant"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/phase"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
	"github.com/vitrine/vitrine/services/checkout/internal/refund"
	"github.com/vitrine/vitrine/services/checkout/internal/review"
)

// Artwork is the artwork on sale in tests; its price is 1,250 dollars.
const Artwork = 42

// Orders are the services of the cores with fakes of the other parties.
type Orders struct {
	*order.Service
	Holds    *hold.Service
	Refunds  *refund.Service
	Cases    *review.Service
	Auctions *auction.Service
	Counts   *invariant.Service
	Store    Store
	T        testing.TB
	Clock    *clock.Fake
	Cards    *Cards
	Parties  *Parties
	Out      *Outbox
}

// Store implements the ports of all cores for the database.
type Store interface { //nolint:interfacebloat // one for each core
	hold.Store
	order.Store
	refund.Store
	review.Store
	auction.Store
	phase.Store
	invariant.Store
}

// NewStore returns an empty store that sends the events and notices of changes to out.
type NewStore func(t testing.TB, out order.Outbox, c clock.Clock) Store

// NewOrders wires the services with a new store and one artwork of the given size.
func NewOrders(t testing.TB, size int32, fresh NewStore) *Orders {
	t.Helper()
	orders := &Orders{
		T: t, Clock: clock.NewFake(time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)), Cards: NewCards(), Out: &Outbox{},
		Parties: &Parties{Offers: map[int64]hold.Offer{}, Ended: map[string]bool{}, Buyers: map[string]purchase.Account{}},
	}
	orders.Offer(Artwork, size)
	return orders.Replica(fresh(t, orders.Out, orders.Clock))
}

// Replica returns other services with the same parties on a store.
func (t *Orders) Replica(store Store) *Orders {
	r, log := *t, slog.New(slog.DiscardHandler)
	r.Store = store
	r.Service = &order.Service{
		Store: store, Cards: t.Cards, Fleet: t.Parties, Rules: order.Rules{SessionLife: time.Hour, SettledEvery: time.Hour, SettledFor: 120 * 24 * time.Hour},
		Detail: func(r purchase.Review) string { return string(r.Cause.Kind) }, Log: log,
	}
	r.Holds = &hold.Service{
		Store: store, Fleet: t.Parties, Phases: &phase.Service{Store: store, Others: t.Parties, Chain: t.Parties}, Orders: r.Service,
		Rules: hold.Rules{For: 15 * time.Minute, Limits: hold.Limits{Live: 2}, ArtistShareBps: 8500},
	}
	r.Refunds = &refund.Service{Orders: r.Service, Store: store, Cards: t.Cards, Fleet: t.Parties, Rules: RefundRules, Log: log}
	r.Cases = &review.Service{Store: store, Accounts: t.Parties, Orders: r.Service, Refunds: r.Refunds, Log: log}
	r.Auctions = &auction.Service{Orders: r.Service, Store: store, Log: log}
	r.Counts = &invariant.Service{Store: store, Heads: t.Parties.Heads}
	return &r
}

// RefundRules need a second member of staff above a fifth of the price by card, and above an ether.
var RefundRules = refund.Rules{Alone: 25_000, EtherAlone: money.NewWei(1e18), CardDaily: 10_000_000, EtherDaily: money.NewWei(9e18), RequestLife: 72 * time.Hour}

// Second is the member of staff who approves refunds in tests.
const Second = "staff-2"

// Decide decides a review as a member of staff does; Second approves a refund that needs it.
func (t *Orders) Decide(ctx context.Context, reviewID string, d purchase.Decision) (review.Decided, error) {
	got, err := t.DecideAlone(ctx, reviewID, d)
	if err == nil && got.Request != nil {
		_, err = t.Approve(ctx, got.Request.ID, Second)
	}
	return got, err
}

// DecideAlone decides a review as a member of staff does.
func (t *Orders) DecideAlone(ctx context.Context, reviewID string, d purchase.Decision) (review.Decided, error) {
	l, err := t.Cases.Look(ctx, d.By, reviewID)
	if err != nil {
		return review.Decided{}, err
	}
	return t.Cases.Decide(ctx, l, d)
}

// Approve approves a refund request as a member of staff does.
func (t *Orders) Approve(ctx context.Context, requestID, by string) (refund.Request, error) {
	l, err := t.Refunds.LookAtRequest(ctx, by, requestID)
	if err != nil {
		return refund.Request{}, err
	}
	return t.Refunds.Approve(ctx, l, requestID)
}

// Reject rejects a refund request as a member of staff does.
func (t *Orders) Reject(ctx context.Context, requestID, by string) (refund.Request, error) {
	l, err := t.Refunds.LookAtRequest(ctx, by, requestID)
	if err != nil {
		return refund.Request{}, err
	}
	return t.Refunds.Reject(ctx, l, requestID)
}

// RefundAlone refunds a settled checkout, or requests it, as a member of staff does.
func (t *Orders) RefundAlone(ctx context.Context, checkoutID string, amount int64, d purchase.Decision) (*refund.Request, error) {
	l, err := t.Refunds.Look(ctx, d.By, purchase.Case{CheckoutID: checkoutID})
	if err != nil {
		return nil, err
	}
	return t.Refunds.Refund(ctx, l, amount, d)
}

// Review is a review with the order that it belongs to, if any.
type Review struct {
	purchase.Review

	At purchase.Case
}

// Reviews returns the open or the closed reviews that staff were notified of, oldest first.
func (t *Orders) Reviews(open bool) (list []Review) {
	t.T.Helper()
	for reviewID, checkoutID := range t.Out.cases() {
		at := purchase.Case{ReviewID: reviewID, CheckoutID: checkoutID}
		if checkoutID == "" {
			m, err := t.Store.Unmatched(t.T.Context(), reviewID)
			t.OK(err)
			list = append(list, Review{m.Review, at})
			continue
		}
		for _, r := range t.Now(order.Checkout{ID: checkoutID}).Reviews {
			if r.ID == reviewID {
				list = append(list, Review{r, at})
			}
		}
	}
	list = slices.DeleteFunc(list, func(r Review) bool { return r.ClosedAt.IsZero() != open })
	slices.SortFunc(list, func(a, b Review) int { return cmp.Or(a.CreatedAt.Compare(b.CreatedAt), cmp.Compare(a.ID, b.ID)) })
	return list
}

// Refund refunds a settled checkout; Second approves the refund if it needs it.
func (t *Orders) Refund(ctx context.Context, checkoutID string, amount int64, d purchase.Decision) (order.Checkout, error) {
	request, err := t.RefundAlone(ctx, checkoutID, amount, d)
	if err == nil && request != nil {
		_, err = t.Approve(ctx, request.ID, Second)
	}
	if err != nil {
		return order.Checkout{}, err
	}
	return t.Checkout(ctx, checkoutID)
}

// Offer puts an artwork on sale.
func (t *Orders) Offer(id int64, size int32, withheld ...int32) {
	t.Parties.mu.Lock()
	defer t.Parties.mu.Unlock()
	t.Parties.Offers[id] = hold.Offer{
		Artwork: purchase.Artwork{
			ID: id, Slug: "untitled-42", Title: "Untitled", ArtistID: 7, ArtistName: "Vera Molnár", Year: 2024, Medium: "Plotter",
			ImageURL: "/assets/untitled-640.webp",
		},
		EditionSize: size, Withheld: withheld, Price: &money.Money{Amount: 125_000, Currency: "USD"},
	}
}

// Who returns a caller.
func Who(account string) order.Caller {
	return order.Caller{AccountID: account}
}

// Try does what the create call does for any edition.
func (t *Orders) Try(ctx context.Context, account string, artworkID int64) (order.Checkout, error) {
	return t.TryEdition(ctx, account, artworkID, 0)
}

// TryEdition does what the create call does for one edition.
func (t *Orders) TryEdition(ctx context.Context, account string, artworkID int64, edition int32) (order.Checkout, error) {
	draft, err := t.Holds.Prepare(ctx, Who(account), artworkID, edition, "2026-01")
	if err != nil {
		return order.Checkout{}, err
	}
	return t.Holds.Reserve(ctx, draft)
}

// Hold is like Try, but must succeed.
func (t *Orders) Hold(account string) order.Checkout {
	t.T.Helper()
	c, err := t.Try(t.T.Context(), account, Artwork)
	if err != nil {
		t.T.Fatal(err)
	}
	return c
}

// Card starts the card payment of a checkout and returns the provider's session.
func (t *Orders) Card(c order.Checkout) string {
	t.T.Helper()
	if _, err := t.StartCard(t.T.Context(), order.Caller{AccountID: c.Buyer.AccountID}, c.ID, order.Billing{}); err != nil {
		t.T.Fatal(err)
	}
	c = t.Now(c)
	return c.OpenSession().ProviderID
}

// Ether starts the ether payment of a checkout.
func (t *Orders) Ether(c order.Checkout) purchase.Quote {
	t.T.Helper()
	q, err := t.StartEther(t.T.Context(), order.Caller{AccountID: c.Buyer.AccountID}, c.ID, "", order.Billing{})
	if err != nil {
		t.T.Fatal(err)
	}
	return q
}

// Webhook does what an event about a session does.
func (t *Orders) Webhook(session string) {
	t.T.Helper()
	truth, err := t.Cards.Session(t.T.Context(), session)
	if err != nil {
		t.T.Fatal(err)
	}
	if err := t.ApplyCard(t.T.Context(), truth); err != nil {
		t.T.Fatal(err)
	}
}

// Now returns the current state of a checkout.
func (t *Orders) Now(c order.Checkout) order.Checkout {
	t.T.Helper()
	c, err := t.Store.Get(t.T.Context(), c.ID)
	if err != nil {
		t.T.Fatal(err)
	}
	return c
}

// Want checks a checkout's status and the invariants.
func (t *Orders) Want(c order.Checkout, status purchase.Status) order.Checkout {
	t.T.Helper()
	c = t.Now(c)
	if c.Status != status {
		t.T.Fatalf("status %s (%s), want %s", c.Status, c.Reason, status)
	}
	t.CheckInvariants()
	return c
}

// CheckInvariants checks the invariants.
func (t *Orders) CheckInvariants() {
	t.T.Helper()
	i, err := t.Counts.Count(t.T.Context())
	if err != nil {
		t.T.Fatal(err)
	}
	if i.Violations() != 0 {
		t.T.Fatalf("invariants = %+v, want no violations", i)
	}
}

// Invariants counts the invariants of all orders. The count of those that changed in the last hour, which are all, must be the same.
func (t *Orders) Invariants() invariant.Counts {
	t.T.Helper()
	all, err := t.Counts.Store.Count(t.T.Context(), 0)
	if err != nil {
		t.T.Fatal(err)
	}
	if changed, err := t.Counts.Store.Count(t.T.Context(), time.Hour); err != nil || changed != all {
		t.T.Fatalf("invariants of changed orders = %+v, %v, want those of all: %+v", changed, err, all)
	}
	return all
}

// Work runs all reconcilers once.
func (t *Orders) Work() {
	t.T.Helper()
	for _, round := range []func(context.Context) (int, error){
		t.CheckSessions, t.ExpireHolds, t.Refunds.Push, t.Refunds.PushUnmatched, t.CheckSettled, t.CheckMints, t.Refunds.CheckEther, t.Refunds.Reopen,
		t.Refunds.CheckRequests, t.Auctions.Settle,
	} {
		if _, err := round(t.T.Context()); err != nil {
			t.T.Fatal(err)
		}
	}
}

// OK fails the test on an error.
func (t *Orders) OK(err error) {
	t.T.Helper()
	if err != nil {
		t.T.Fatal(err)
	}
}
