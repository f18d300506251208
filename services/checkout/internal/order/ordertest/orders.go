package ordertest

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/phase"
)

// Artwork is the artwork on sale in tests; its price is 1,250 dollars.
const Artwork = 42

// Orders is an order service with fakes of the other parties.
type Orders struct {
	*order.Service
	Store   Store
	T       testing.TB
	Clock   *clock.Fake
	Cards   *Cards
	Parties *Parties
	Out     *Outbox
}

// Store implements all ports of the database.
type Store interface {
	order.Store
	phase.Store
}

// NewStore returns an empty store that sends the events and notices of changes to out.
type NewStore func(t testing.TB, out order.Outbox, c clock.Clock) Store

// NewOrders wires a service with a new store and one artwork of the given size.
func NewOrders(t testing.TB, size int32, fresh NewStore) *Orders {
	t.Helper()
	orders := &Orders{
		T: t, Clock: clock.NewFake(time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)), Cards: NewCards(), Out: &Outbox{},
		Parties: &Parties{Offers: map[int64]order.Offer{}, Ended: map[string]bool{}, Buyers: map[string]order.Account{}},
	}
	orders.Offer(Artwork, size)
	orders.Store = fresh(t, orders.Out, orders.Clock)
	orders.Service = orders.Replica(orders.Store)
	return orders
}

// Replica returns another service on the same store.
func (t *Orders) Replica(store Store) *order.Service {
	return order.New(order.Deps{
		Store: store, Catalog: t.Parties, Accounts: t.Parties, Chain: t.Parties, Cards: t.Cards,
		Phases: &phase.Service{Store: store, Others: t.Parties, Chain: t.Parties},
		Rules:  order.Rules{Hold: 15 * time.Minute, Limits: order.HoldLimits{Live: 2}, ArtistShareBps: 8500, SessionLife: time.Hour, SettledEvery: time.Hour, SettledFor: 120 * 24 * time.Hour, Refunds: RefundRules},
		Detail: func(r order.Review) string { return string(r.Cause.Kind) }, Log: slog.New(slog.DiscardHandler),
	})
}

// RefundRules need a second member of staff above a fifth of the price by card, and above an ether.
var RefundRules = order.RefundRules{Alone: 25_000, EtherAlone: money.NewWei(1e18), CardDaily: 10_000_000, EtherDaily: money.NewWei(9e18), RequestLife: 72 * time.Hour}

// Second is the member of staff who approves refunds in tests.
const Second = "staff-2"

// Decide decides a review as a member of staff does; Second approves a refund that needs it.
func (t *Orders) Decide(ctx context.Context, reviewID string, d order.Decision) (order.Decided, error) {
	got, err := t.Service.Decide(ctx, reviewID, d)
	if err != nil || got.Request == nil {
		return got, err
	}
	if _, err := t.ApproveRefund(ctx, got.Request.ID, Second); err != nil {
		return got, err
	}
	list, err := t.Reviews(ctx, "", 1000)
	for _, review := range list {
		if review.Review.ID == reviewID {
			got = review
		}
	}
	return got, err
}

// Refund refunds a settled checkout; Second approves the refund if it needs it.
func (t *Orders) Refund(ctx context.Context, checkoutID string, amount int64, d order.Decision) (order.Checkout, error) {
	c, request, err := t.Service.Refund(ctx, checkoutID, amount, d)
	if err != nil || request == nil {
		return c, err
	}
	if _, err := t.ApproveRefund(ctx, request.ID, Second); err != nil {
		return c, err
	}
	return t.Get(ctx, Who(c.Buyer.AccountID), checkoutID)
}

// Offer puts an artwork on sale.
func (t *Orders) Offer(id int64, size int32, withheld ...int32) {
	t.Parties.mu.Lock()
	defer t.Parties.mu.Unlock()
	t.Parties.Offers[id] = order.Offer{
		Artwork: order.Artwork{
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
	draft, err := t.Prepare(ctx, Who(account), artworkID, edition, "2026-01")
	if err != nil {
		return order.Checkout{}, err
	}
	return t.Reserve(ctx, draft)
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
func (t *Orders) Ether(c order.Checkout) order.Quote {
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
func (t *Orders) Want(c order.Checkout, status order.Status) order.Checkout {
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
	i, err := t.Invariants(t.T.Context())
	if err != nil {
		t.T.Fatal(err)
	}
	if i.Violations() != 0 {
		t.T.Fatalf("invariants = %+v, want no violations", i)
	}
}

// Work runs all reconcilers once.
func (t *Orders) Work() {
	t.T.Helper()
	for _, w := range []order.Work{
		order.WorkSessions, order.WorkHolds, order.WorkRefunds, order.WorkUnmatched, order.WorkSettled, order.WorkMints, order.WorkEther,
		order.WorkForgotten, order.WorkRequests, order.WorkAuctions,
	} {
		if _, err := t.Reconcile(t.T.Context(), w); err != nil {
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
