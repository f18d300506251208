package ordertest

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/phase"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

// DropID is the drop that SavePhases puts the artwork into.
const DropID = 7

// SavePhases puts the artwork into a drop that sells in phases, an hour each from now on, and returns them.
func (t *Orders) SavePhases(phases ...phase.Phase) []phase.Phase {
	t.T.Helper()
	t.Parties.mu.Lock()
	offer := t.Parties.Offers[Artwork]
	offer.DropID = DropID
	t.Parties.Offers[Artwork] = offer
	t.Parties.mu.Unlock()
	for i := range phases {
		phases[i].StartsAt = t.Clock.Now().Add(time.Duration(i) * time.Hour)
		phases[i].EndsAt = phases[i].StartsAt.Add(time.Hour)
	}
	s, err := t.Holds.Phases.Save(t.T.Context(), phase.Schedule{DropID: DropID, Phases: phases}, "staff", "the plan")
	t.OK(err)
	return s.Phases
}

// Refused tries to hold an edition and returns why it can't.
func (t *Orders) Refused(account string) error {
	t.T.Helper()
	_, err := t.From(account, "")
	if err == nil {
		t.T.Fatalf("hold of %s: error = nil, want one", account)
	}
	return err
}

// Sold returns a delivered order that was paid by card.
func Sold(s *Orders, account string) (order.Checkout, string) {
	s.T.Helper()
	c := s.Hold(account)
	ses := s.Card(c)
	s.Cards.Pay(ses)
	s.Webhook(ses)
	return s.Want(c, purchase.Delivering), ses
}

// Address is where refunds in ether go.
const Address = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"

// Resolve decides a review as a member of staff does, with a refund to Address.
func (t *Orders) Resolve(reviewID string, a purchase.Action) error {
	_, err := t.Decide(t.T.Context(), reviewID, purchase.Decision{Action: a, By: "staff", Note: "n", RefundAddress: Address})
	return err
}

// Wrongly pays a cent too little by card.
func Wrongly(s *Orders, account string) (order.Checkout, string) {
	c := s.Hold(account)
	ses := s.Card(c)
	s.Cards.PayAmount(ses, money.Money{Amount: 124_999, Currency: "USD"})
	s.Webhook(ses)
	return s.Want(c, purchase.InReview), ses
}

// Wallet is where gifts go.
const Wallet = "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65"

// Late makes a payment that the service learns of after the hold ended: the provider ends the session only after it was
// paid.
func Late(t *testing.T, s *Orders, c order.Checkout) string {
	t.Helper()
	ses := s.Card(c)
	s.Clock.Advance(15 * time.Minute)
	s.Work()
	s.Want(c, purchase.Expired)
	s.Cards.mu.Lock()
	s.Cards.sessions[ses].SessionExpired = false
	s.Cards.mu.Unlock()
	s.Cards.Pay(ses)
	return ses
}

// Waits checks the counts of pending work. Every kind is reported, including those without pending work.
func (t *Orders) Waits(want string) {
	t.T.Helper()
	list, err := t.Store.Unresolved(t.T.Context())
	t.OK(err)
	kinds, got := "", ""
	for _, u := range list {
		kinds += u.Kind + " "
		if u.Count > 0 || u.Oldest != 0 {
			got += fmt.Sprintf("%s %s %d, ", u.Kind, u.Oldest, u.Count)
		}
	}
	if kinds != "holds sessions refunds payments mints outbox reviews returns auctions " || got != want {
		t.T.Fatalf("%s: %q, want %q", kinds, got, want)
	}
}

// WantErr fails the test unless err is the wanted error.
func WantErr(t *testing.T, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Fatalf("got %v, want %v", err, want)
	}
}

// From makes a hold from a network.
func (t *Orders) From(account, network string) (order.Checkout, error) {
	draft, err := t.Holds.Prepare(t.T.Context(), order.Caller{AccountID: account, Network: network}, Artwork, 0, "2026-01")
	if err != nil {
		return order.Checkout{}, err
	}
	return t.Holds.Reserve(t.T.Context(), draft)
}
