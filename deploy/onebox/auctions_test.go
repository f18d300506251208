package main

import (
	"math/big"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/crypto"

	"github.com/vitrine/vitrine/kit/testkit"
)

type auctionView struct {
	Status    string `json:"status"`
	LastPrice *struct{ Amount string }
	SettledAt *time.Time
}

// auctionOrder is an order with the amount that an auction refunded.
type auctionOrder struct {
	Price   struct{ Amount string }
	Auction *auctionView
	Refunds []struct {
		Reason, Status, Wei string
		Amount              *struct{ Amount string }
	}
}

// TestAuction sells an artwork by card and by ether in an auction. After its end everyone pays the last price, and the differences arrive: at the card
// provider, and at the buyer's address, to the wei.
func TestAuction(t *testing.T) {
	testkit.Long(t)
	t.Parallel()
	r := open(t)
	staff := visitor(t, r.base)
	staff.signIn("login", "staff@example.org", "vitrine")
	drop, artwork := r.liveDrop(t)
	path := "/api/desk/drops/" + drop + "/phases"
	var saved struct {
		Version string
		Items   []struct{ Phase map[string]any }
	}
	starts := time.Now().Add(-time.Second).UTC()
	phase := map[string]any{
		"name": "Auction", "kind": "public", "startsAt": starts, "endsAt": starts.Add(time.Hour), "uncapped": true,
		"prices": []any{map[string]any{
			"artworkId": artwork, "price": map[string]string{"amount": "100000"},
			"auction": map[string]any{"lowest": "1000", "step": "777", "intervalSeconds": 1},
		}},
	}
	if err := staff.call(http.MethodPut, path, map[string]any{"version": "0", "items": []any{phase}, "note": "a test"}, &saved); err != nil {
		t.Fatal(err)
	}
	card, ether, w := r.member(t), r.member(t), newWallet(t, r)
	dear, err := card.hold(artwork)
	if err != nil {
		t.Fatal(err)
	}
	if status := card.payByCard(dear.ID, "4242424242424242"); status != http.StatusSeeOther {
		t.Fatalf("card page: %d, want 303", status)
	}
	middle, err := ether.hold(artwork)
	if err != nil {
		t.Fatal(err)
	}
	key2, err := crypto.GenerateKey()
	if err != nil {
		t.Fatal(err)
	}
	back := crypto.PubkeyToAddress(key2.PublicKey)
	var q quoteView
	ether.post("/api/checkouts/"+middle.ID+"/ether", map[string]string{"refundAddress": back.Hex()}, &q, key()...)
	if _, err := w.send(q, 0); err != nil {
		t.Fatal(err)
	}
	card.until(dear.ID, 90*time.Second, "completed")
	ether.until(middle.ID, 90*time.Second, "completed")
	cheap := r.member(t)
	last, err := cheap.hold(artwork)
	if err != nil {
		t.Fatal(err)
	}
	if status := cheap.payByCard(last.ID, "4242424242424242"); status != http.StatusSeeOther {
		t.Fatalf("card page: %d, want 303", status)
	}
	cheap.until(last.ID, 90*time.Second, "completed")
	if last.Price.Amount == dear.Price.Amount {
		t.Fatalf("price = %s, want it to fall", last.Price.Amount)
	}

	// Staff end the phase early. The differences are refunded automatically.
	phase["id"], phase["endsAt"] = saved.Items[0].Phase["id"], time.Now().UTC()
	if err := staff.call(http.MethodPut, path, map[string]any{"version": saved.Version, "items": []any{phase}, "note": "it ends"}, nil); err != nil {
		t.Fatal(err)
	}
	// Lists follow: the drop ended with its last phase.
	eventually(t, time.Minute, func() bool {
		var got struct {
			Data struct {
				Drops struct{ Items []struct{ ID string } }
			}
		}
		staff.post("/graphql", map[string]string{"query": `{drops(filter: {status: [ENDED]}) {items {id}}}`}, &got)
		return slices.ContainsFunc(got.Data.Drops.Items, func(d struct{ ID string }) bool { return d.ID == drop })
	})
	settled := func(p *person, id string) auctionOrder {
		t.Helper()
		var got auctionOrder
		eventually(t, 2*time.Minute, func() bool {
			got = auctionOrder{}
			p.get("/api/checkouts/"+id, &got)
			done := got.Auction != nil && got.Auction.SettledAt != nil
			for _, refund := range got.Refunds {
				done = done && refund.Status == "succeeded"
			}
			return done
		})
		if got.Auction.LastPrice == nil || got.Auction.LastPrice.Amount != last.Price.Amount {
			t.Errorf("last price %v, want %s", got.Auction.LastPrice, last.Price.Amount)
		}
		return got
	}
	number := func(s string) *big.Int {
		n, ok := new(big.Int).SetString(s, 10)
		if !ok {
			t.Fatalf("%q isn't a number, want an integer", s)
		}
		return n
	}
	want := new(big.Int).Sub(number(dear.Price.Amount), number(last.Price.Amount)).String()
	if got := settled(card, dear.ID); len(got.Refunds) != 1 || got.Refunds[0].Amount == nil || got.Refunds[0].Amount.Amount != want || got.Refunds[0].Reason != "auction_settled" {
		t.Errorf("refunds of the card order: %+v, want %s", got.Refunds, want)
	}
	if got := settled(cheap, last.ID); len(got.Refunds) != 0 {
		t.Errorf("refunds of the last price: %+v, want none", got.Refunds)
	}
	// The gallery keeps the last price's share of the order's price in wei, rounded down.
	kept := number(q.Value)
	kept.Mul(kept, number(last.Price.Amount)).Quo(kept, number(middle.Price.Amount))
	wei := new(big.Int).Sub(number(q.Value), kept)
	if got := settled(ether, middle.ID); len(got.Refunds) != 1 || got.Refunds[0].Wei != wei.String() {
		t.Errorf("refunds of the ether order: %+v, want %s wei", got.Refunds, wei)
	}
	balance, err := w.eth.BalanceAt(t.Context(), back, nil)
	if err != nil || balance.Cmp(wei) != 0 {
		t.Errorf("received %s wei, %v, want %s", balance, err, wei)
	}
	_, err = r.member(t).hold(artwork)
	refused(t, err, 409, "sale_ended")
	r.invariants(t)
}

// liveDrop returns a drop that is open, and an artwork of it with enough free editions.
func (r *running) liveDrop(t *testing.T) (drop, artwork string) {
	t.Helper()
	var res struct {
		Data struct {
			Artworks struct {
				Items []struct {
					ID            string
					CurrentDropID *string `json:"currentDropId"`
					EditionSize   int
				}
			}
		}
		Errors []any
	}
	visitor(t, r.base).post("/graphql", map[string]any{"query": `{artworks(filter:{availability:[AVAILABLE],editionSize:{min:10}}){items{id currentDropId editionSize}}}`}, &res)
	for _, a := range res.Data.Artworks.Items {
		if a.CurrentDropID != nil && *a.CurrentDropID != "" {
			return *a.CurrentDropID, a.ID
		}
	}
	t.Fatalf("no artwork of an open drop is for sale, want one: %v", res.Errors)
	return "", ""
}
