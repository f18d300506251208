package sale

import (
	"errors"
	"fmt"
	"math/big"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/vitrine/vitrine/kit/money"
)

func TestPeriods(t *testing.T) {
	t.Parallel()
	for name, want := range map[string][2]string{
		"2026-11": {"2026-11-01", "2026-12-01"}, "2026-12": {"2026-12-01", "2027-01-01"}, "2026-Q4": {"2026-10-01", "2027-01-01"},
		"2026-Q1": {"2026-01-01", "2026-04-01"}, "2024": {"2024-01-01", "2025-01-01"}, "all": {"1970-01-01", "9999-12-31"},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := ParsePeriod(name)
			if got := [2]string{p.From.Format(time.DateOnly), p.To.Format(time.DateOnly)}; err != nil || got != want {
				t.Errorf("%s is %v, %v, want %v", name, got, err, want)
			}
		})
	}
	for _, name := range []string{"", "2026-13", "2026-Q5", "2026-Q0", "2026-1", "2026-Q11", "26", "2026-11-01", "ALL"} {
		if p, err := ParsePeriod(name); !errors.Is(err, ErrPeriod) {
			t.Errorf("%q is %v, %v, want an error", name, p, err)
		}
	}
}

func TestDecimals(t *testing.T) {
	t.Parallel()
	eth, usd, yen := Asset{ChainID: 1}, Asset{Currency: "USD"}, Asset{Currency: "JPY"}
	for _, c := range []struct {
		asset  Asset
		amount int64
		want   string
	}{
		{eth, 0, "0"},
		{eth, 1, "0.000000000000000001"},
		{eth, -1_500_000_000_000_000_000, "-1.5"},
		{eth, 42_500_000_000_000_001, "0.042500000000000001"},
		{eth, 2_000_000_000_000_000_000, "2"},
		{usd, 0, "0.00"},
		{usd, 5, "0.05"},
		{usd, -125_000, "-1250.00"},
		{yen, 500, "500"},
		{yen, -1, "-1"},
		{Asset{ChainID: 1, Token: "0xa"}, -12, "-12"},
	} {
		if got := c.asset.Decimal(money.NewWei(c.amount)); got != c.want {
			t.Errorf("%d of %v is %s, want %s", c.amount, c.asset, got, c.want)
		}
	}
}

// history are an artist's entries: the ledger's bookings and the payment contracts' changes.
type history struct {
	bookings []Booking
	changes  []Change
}

var start = time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)

// draw generates a history: sales by card and ether, with a wallet and without one, refunds in parts, refunds that banks return, duplicate
// payments, and payouts. The ledger books a sale up to two days after the contract credited it, and some never.
func draw(t *rapid.T) history {
	var h history
	contract := map[uint32]money.Wei{}
	at := start
	for i := range rapid.IntRange(0, 60).Draw(t, "events") {
		at = at.Add(time.Duration(rapid.IntRange(0, 20*24*60).Draw(t, "minutes")) * time.Minute)
		chainID := rapid.SampledFrom([]uint32{1, 100}).Draw(t, "chain")
		amount := money.WeiOf(new(big.Int).Mul(big.NewInt(rapid.Int64Range(1, 1<<40).Draw(t, "amount")), big.NewInt(1_000_003)))
		share, fee, err := amount.Share(rapid.IntRange(0, 10_000).Draw(t, "bps"))
		if err != nil {
			t.Fatal(err)
		}
		order := Order{OrderID: fmt.Sprint("o", i), Title: "Tide", Edition: 1, EditionSize: 9}
		event := Event{ChainID: chainID, BlockHash: fmt.Sprint("0xb", i), LogIndex: int64(i)}
		credit := Change{Event: event, At: at, Payee: "0xa", Amount: share}
		late := at.Add(time.Duration(rapid.IntRange(0, 48*60).Draw(t, "late")) * time.Minute)
		switch kind := rapid.SampledFrom([]string{"card", "held", "credited", "duplicate", "refund", "returned", "payout"}).Draw(t, "kind"); kind {
		case "card":
			order.Card = true
			h.bookings = append(h.bookings, Booking{At: at, Asset: Asset{Currency: "USD"}, Held: share, Fee: fee, Order: order})
		case "held":
			h.bookings = append(h.bookings, Booking{At: late, Asset: Asset{ChainID: chainID}, Held: share, Fee: fee, Order: order, Payment: event})
		case "credited", "duplicate":
			if share.IsZero() {
				continue
			}
			h.changes = append(h.changes, credit)
			contract[chainID] = contract[chainID].Add(share)
			if kind == "credited" {
				h.bookings = append(h.bookings, Booking{At: late, Asset: Asset{ChainID: chainID}, Credited: share, Fee: fee, Order: order, Payment: event})
			}
		case "refund", "returned":
			if len(h.bookings) == 0 {
				continue
			}
			b := rapid.SampledFrom(h.bookings).Draw(t, "of")
			b.Refund, b.At, b.Held, b.Credited = true, late, b.Held.Add(b.Credited), money.Wei{}
			if kind == "refund" {
				b.Held, b.Fee = b.Held.Mul(-1), b.Fee.Mul(-1)
			}
			h.bookings = append(h.bookings, b)
		case "payout":
			if contract[chainID].IsZero() {
				continue
			}
			h.changes = append(h.changes, Change{Event: event, At: at, Payee: "0xa", Amount: contract[chainID].Mul(-1)})
			contract[chainID] = money.Wei{}
		}
	}
	return h
}

// of returns the accounts of a period, from what stores return for it.
func (h history) of(from, to time.Time) []Account {
	held, contracts := map[Asset]money.Wei{}, map[uint32]money.Wei{}
	var bookings []Booking
	var changes []Change
	within := func(at time.Time) bool { return !at.Before(from) && at.Before(to) }
	for _, b := range h.bookings {
		if b.At.Before(from) {
			held[b.Asset] = held[b.Asset].Add(b.Held)
		} else if within(b.At) {
			bookings = append(bookings, b)
		}
	}
	for _, c := range h.changes {
		if c.At.Before(from) {
			contracts[c.ChainID] = contracts[c.ChainID].Add(c.Amount)
		} else if within(c.At) {
			changes = append(changes, c)
		}
	}
	return accounts(held, contracts, bookings, changes)
}

// balances returns what the ledger and the contracts hold before a time, computed without accounts.
func (h history) balances(before time.Time) map[Asset]Balance {
	out := map[Asset]Balance{}
	for _, b := range h.bookings {
		if b.At.Before(before) {
			sum := out[b.Asset]
			sum.Held = sum.Held.Add(b.Held)
			out[b.Asset] = sum
		}
	}
	for _, c := range h.changes {
		if c.At.Before(before) {
			asset := Asset{ChainID: c.ChainID}
			sum := out[asset]
			sum.Contract = sum.Contract.Add(c.Amount)
			out[asset] = sum
		}
	}
	return out
}

// TestStatementsReconcile: in random histories, cut into random periods, each account closes with its opening balance plus sales less
// fees plus refunds, payouts and credits; it closes with what the ledger and the contracts hold, and the next period opens with that.
func TestStatementsReconcile(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		h := draw(t)
		cuts := []time.Time{start}
		for range rapid.IntRange(1, 6).Draw(t, "periods") {
			cuts = append(cuts, cuts[len(cuts)-1].Add(time.Duration(rapid.IntRange(1, 200*24*60).Draw(t, "length"))*time.Minute))
		}
		sales := map[Asset]money.Wei{}
		for i, to := range cuts[1:] {
			from, closing, opening := cuts[i], h.balances(to), h.balances(cuts[i])
			for _, a := range h.of(from, to) {
				if a.Opening.Held.Cmp(opening[a.Asset].Held) != 0 || a.Opening.Contract.Cmp(opening[a.Asset].Contract) != 0 {
					t.Fatalf("%v: opening balance = %v, want %v of the ledger and the contract", a.Asset, a.Opening, opening[a.Asset])
				}
				if a.Closing.Held.Cmp(closing[a.Asset].Held) != 0 || a.Closing.Contract.Cmp(closing[a.Asset].Contract) != 0 {
					t.Fatalf("%v: closing balance = %v, want %v of the ledger and the contract", a.Asset, a.Closing, closing[a.Asset])
				}
				sum := a.Opening.Total().Add(a.Sales).Sub(a.Fees).Add(a.Refunds).Add(a.Payouts).Add(a.Credits)
				if sum.Cmp(a.Closing.Total()) != 0 {
					t.Fatalf("%v: entries add up to %s, want the closing balance, %s", a.Asset, sum, a.Closing.Total())
				}
				balance := a.Opening.Total()
				for _, e := range a.Entries {
					if balance = balance.Add(e.Amount); balance.Cmp(e.Balance) != 0 || e.At.Before(from) || !e.At.Before(to) {
						t.Fatalf("entry = %+v, want one between %s and %s with balance %s", e, from, to, balance)
					}
				}
				if balance.Cmp(a.Closing.Total()) != 0 {
					t.Fatalf("%v: last balance = %s, want the closing balance, %s", a.Asset, balance, a.Closing.Total())
				}
				sales[a.Asset] = sales[a.Asset].Add(a.Sales)
				delete(closing, a.Asset)
			}
			for asset, left := range closing {
				if !left.Total().IsZero() {
					t.Fatalf("balance of %v without an account = %v, want 0", asset, left)
				}
			}
		}
		// The periods together have the sales of the whole time.
		for _, a := range h.of(start, cuts[len(cuts)-1]) {
			if sales[a.Asset].Cmp(a.Sales) != 0 {
				t.Fatalf("%v: the periods' sales are %s, want all sales, %s", a.Asset, sales[a.Asset], a.Sales)
			}
		}
	})
}
