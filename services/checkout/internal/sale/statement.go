package sale

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/vitrine/vitrine/kit/money"
)

const (
	// MaxEntries is how many entries a statement has at most.
	MaxEntries = 5000
	// MaxChanges is how many changes in contracts it is computed from: a sale that the contract credited is both a booking and a change.
	MaxChanges = 2 * MaxEntries
	// Settling is how long after its end a period's figures may still change, because payments and payouts count once they are final.
	Settling = time.Hour
)

// ErrTooLong means that a period has more than MaxEntries entries.
var ErrTooLong = errors.New("the statement is too long")

// Asset is the unit of an account of a statement: a currency, a chain's coin, or a token of a chain.
type Asset struct {
	// Currency is ISO 4217, empty for a chain's coin or token.
	Currency string
	ChainID  uint32
	// Token is the contract of an ERC-20 token, empty for the chain's coin.
	Token string
}

// ParseAsset reads an asset of the ledger: a currency, "eip155:<chain>" or "eip155:<chain>/erc20:<contract>".
func ParseAsset(text string) (a Asset, err error) {
	chain, found := strings.CutPrefix(text, "eip155:")
	if !found {
		return Asset{Currency: text}, nil
	}
	chain, a.Token, _ = strings.Cut(chain, "/erc20:")
	id, err := strconv.ParseUint(chain, 10, 32)
	if err != nil {
		return a, fmt.Errorf("ledger asset %q: %w", text, err)
	}
	a.ChainID = uint32(id)
	return a, nil
}

// Decimal formats an amount of base units exactly, without grouping: "160.50", "0.0425", "-3". Amounts of tokens stay in base units,
// because the ledger doesn't know their decimals.
func (a Asset) Decimal(amount money.Wei) string {
	digits := 18
	switch {
	case a.Token != "":
		return amount.String()
	case a.Currency != "":
		digits = money.Exponent(a.Currency)
	}
	sign, text := "", amount.String()
	if strings.HasPrefix(text, "-") {
		sign, text = "-", text[1:]
	}
	if len(text) <= digits {
		text = strings.Repeat("0", digits-len(text)+1) + text
	}
	whole, part := text[:len(text)-digits], text[len(text)-digits:]
	if a.Currency == "" {
		part = strings.TrimRight(part, "0")
	}
	if part != "" {
		part = "." + part
	}
	return sign + whole + part
}

// Booking is one group of the ledger that changed an artist's money.
type Booking struct {
	At    time.Time
	Asset Asset
	// Refund is set if it isn't a sale.
	Refund bool
	// Held is the change of what the gallery holds for the artist, Credited what the payment contract credited, Fee the gallery's
	// fee. A refund has negative amounts.
	Held, Credited, Fee money.Wei

	Order
	// Payment is the payment's event on a chain, empty for cards.
	Payment     Event
	Transaction string
}

// Order describes the sold edition.
type Order struct {
	OrderID              string
	Title                string
	Edition, EditionSize int32
	Price                money.Money
	Card                 bool
}

// Event is the position of an event on a chain.
type Event struct {
	ChainID   uint32
	BlockHash string
	LogIndex  int64
}

// Change is a final change of the artist's balance in a payment contract. Amount is negative for a payout.
type Change struct {
	Event

	At          time.Time
	Transaction string
	Payee       string
	Amount      money.Wei
}

// Contracts reads the balances of wallets in the payment contracts. ErrUnavailable.
type Contracts interface {
	// Changes returns the balances of wallets before a period by chain, and their changes in it, oldest first, at most limit.
	Changes(ctx context.Context, wallets []string, p Period, limit int) (openings map[uint32]money.Wei, changes []Change, err error)
}

// EntryKind is the kind of a line of a statement.
type EntryKind string

// The kinds of entries.
const (
	EntrySale   EntryKind = "sale"
	EntryRefund EntryKind = "refund"
	// EntryReturned is a refund that the buyer's bank sent back.
	EntryReturned EntryKind = "refund_returned"
	EntryPayout   EntryKind = "payout"
	// EntryCredit was credited by the payment contract and isn't a sale of the period, because the sale was booked later or the payment was
	// a duplicate.
	EntryCredit EntryKind = "credit"
	// EntryCounted deducts the share of a sale of the period that the payment contract credited in an earlier one.
	EntryCounted EntryKind = "counted_before"
)

// Entry is one line of a statement.
type Entry struct {
	At   time.Time
	Kind EntryKind
	// Amount changes the balance: Gross less Fee. Only sales and refunds have Gross and Fee.
	Gross, Fee, Amount money.Wei
	// Balance is the account's balance after the entry.
	Balance money.Wei

	Order
	// Wallet is the wallet that was paid or credited, empty for sales and refunds.
	Wallet      string
	Transaction string
}

// Balance is an artist's money: held by the gallery, and in the payment contract.
type Balance struct{ Held, Contract money.Wei }

// Total is the sum.
func (b Balance) Total() money.Wei { return b.Held.Add(b.Contract) }

// Account is the part of a statement in one asset. Opening plus Sales less Fees plus Refunds, Payouts and Credits is Closing; Refunds
// and Payouts are negative.
type Account struct {
	Asset                                  Asset
	Opening, Closing                       Balance
	Sales, Fees, Refunds, Payouts, Credits money.Wei
	Entries                                []Entry
}

// Statement is an artist's account of a period.
type Statement struct {
	Artist Artist
	Period Period
	MadeAt time.Time
	// Open reports whether figures of the period may still change.
	Open     bool
	Accounts []Account
}

// Accounts computes the accounts of a period from what the ledger and the payment contracts hold before and in it. ErrTooLong.
func Accounts(held map[Asset]money.Wei, inContracts map[uint32]money.Wei, bookings []Booking, changes []Change) ([]Account, error) {
	out, total := accounts(held, inContracts, bookings, changes), 0
	for _, a := range out {
		total += len(a.Entries)
	}
	if total > MaxEntries || len(changes) > MaxChanges {
		return nil, ErrTooLong
	}
	return out, nil
}

func accounts(held map[Asset]money.Wei, inContracts map[uint32]money.Wei, bookings []Booking, changes []Change) []Account {
	byAsset := map[Asset]*Account{}
	get := func(asset Asset) *Account {
		if byAsset[asset] == nil {
			byAsset[asset] = &Account{Asset: asset}
		}
		return byAsset[asset]
	}
	for asset, amount := range held {
		get(asset).Opening.Held = amount
	}
	for chainID, amount := range inContracts {
		get(Asset{ChainID: chainID}).Opening.Contract = amount
	}
	for _, a := range byAsset {
		a.Closing = a.Opening
	}
	credits := map[Event]Change{}
	for _, c := range changes {
		a := get(Asset{ChainID: c.ChainID})
		a.Closing.Contract = a.Closing.Contract.Add(c.Amount)
		if c.Amount.Sign() > 0 {
			credits[c.Event] = c
			continue
		}
		a.Payouts = a.Payouts.Add(c.Amount)
		a.Entries = append(a.Entries, Entry{At: c.At, Kind: EntryPayout, Amount: c.Amount, Wallet: c.Payee, Transaction: c.Transaction})
	}
	for _, b := range bookings {
		a := get(b.Asset)
		a.book(b)
		if b.Credited.IsZero() {
			continue
		}
		// The contract's credit for the sale was counted with the sale, and must count only once.
		credit, found := credits[b.Payment]
		delete(credits, b.Payment)
		if rest := credit.Amount.Sub(b.Credited); !rest.IsZero() {
			kind := EntryCounted
			if found {
				kind = EntryCredit
			}
			a.credit(Entry{At: b.At, Kind: kind, Amount: rest, Order: b.Order, Wallet: credit.Payee, Transaction: b.Transaction})
		}
	}
	for _, c := range credits {
		get(Asset{ChainID: c.ChainID}).credit(Entry{At: c.At, Kind: EntryCredit, Amount: c.Amount, Wallet: c.Payee, Transaction: c.Transaction})
	}
	var out []Account
	for _, asset := range slices.SortedFunc(maps.Keys(byAsset), func(a, b Asset) int {
		return cmp.Or(cmp.Compare(a.ChainID, b.ChainID), cmp.Compare(a.Currency, b.Currency), cmp.Compare(a.Token, b.Token))
	}) {
		a := byAsset[asset]
		if len(a.Entries) == 0 && a.Opening.Held.IsZero() && a.Opening.Contract.IsZero() {
			continue
		}
		slices.SortStableFunc(a.Entries, func(x, y Entry) int {
			return cmp.Or(x.At.Compare(y.At), cmp.Compare(x.OrderID, y.OrderID), cmp.Compare(y.Kind, x.Kind), cmp.Compare(x.Transaction, y.Transaction))
		})
		balance := a.Opening.Total()
		for i := range a.Entries {
			balance = balance.Add(a.Entries[i].Amount)
			a.Entries[i].Balance = balance
		}
		out = append(out, *a)
	}
	return out
}

// book adds a sale or a refund.
func (a *Account) book(b Booking) {
	a.Closing.Held = a.Closing.Held.Add(b.Held)
	e := Entry{At: b.At, Kind: EntrySale, Fee: b.Fee, Amount: b.Held.Add(b.Credited), Order: b.Order, Transaction: b.Transaction}
	e.Gross = e.Amount.Add(e.Fee)
	switch {
	case !b.Refund:
		a.Sales, a.Fees = a.Sales.Add(e.Gross), a.Fees.Add(e.Fee)
	case e.Gross.Sign() > 0:
		e.Kind = EntryReturned
	default:
		e.Kind = EntryRefund
	}
	if b.Refund {
		// The transaction is the payment's, not the refund's.
		e.Transaction = ""
		a.Refunds = a.Refunds.Add(e.Amount)
	}
	a.Entries = append(a.Entries, e)
}

func (a *Account) credit(e Entry) {
	a.Credits = a.Credits.Add(e.Amount)
	a.Entries = append(a.Entries, e)
}
