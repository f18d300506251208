package receipt

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strings"
	"time"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/checkout/internal/messages"
	"github.com/vitrine/vitrine/services/checkout/internal/sale"
)

// byteOrderMark is how spreadsheets recognise UTF-8.
const byteOrderMark = "\ufeff"

// columns of a statement as CSV. Amounts and balances are exact decimals of the unit, and once more in base units: minor units, or wei.
var columns = []string{
	"Time (UTC)", "Kind", "Artwork", "Edition", "Order", "Price", "Price currency", "Paid by", "Gross", "Fee", "Amount", "Balance", "Unit",
	"Amount in base units", "Balance in base units", "Chain", "Wallet", "Transaction", "Period", "Artist",
}

// StatementCSV prints a statement as CSV (RFC 4180): for each account its opening balance, entries, and closing balance with its parts.
// Only entries have an amount, so that the column adds up. Unit is the currency or coin of an account. Each row names the period and the artist,
// so that rows of several statements can be put together; a statement without accounts has one row that says so.
func (*Printer) StatementCSV(s sale.Statement) ([]byte, error) {
	rows := [][]string{columns}
	until := s.Period.To
	if s.MadeAt.Before(until) {
		until = s.MadeAt
	}
	for _, a := range s.Accounts {
		from := s.Period.From
		if s.Period.Name == sale.Everything {
			from = time.Time{}
		}
		rows = append(rows, balance(a.Asset, messages.OpeningBalance, from, a.Opening.Total()))
		for _, e := range a.Entries {
			rows = append(rows, entry(a.Asset, e))
		}
		rows = append(rows, balance(a.Asset, messages.ClosingBalance, until, a.Closing.Total()),
			balance(a.Asset, messages.HeldByGallery, until, a.Closing.Held))
		if a.Asset.Currency == "" {
			rows = append(rows, balance(a.Asset, messages.InContract, until, a.Closing.Contract))
		}
	}
	if len(s.Accounts) == 0 {
		empty := make([]string, len(columns)-2)
		empty[1] = messages.NoEntries
		rows = append(rows, empty)
	}
	for i := range rows[1:] {
		rows[i+1] = append(rows[i+1], messages.Period(s.Period), withoutFormula(messages.StatementArtist(s)))
	}
	return table(rows)
}

// table prints rows as CSV that spreadsheets read as UTF-8.
func table(rows [][]string) ([]byte, error) {
	b := bytes.NewBufferString(byteOrderMark)
	w := csv.NewWriter(b)
	w.UseCRLF = true
	err := w.WriteAll(rows)
	return b.Bytes(), err
}

// balance is a row with a balance.
func balance(a sale.Asset, kind string, at time.Time, amount money.Wei) []string {
	row := make([]string, len(columns)-2) // without the period and the artist
	row[0], row[1], row[11], row[12], row[14], row[15] = stamp(at), kind, a.Decimal(amount), messages.AssetUnit(a), amount.String(), chainOf(a)
	return row
}

func entry(a sale.Asset, e sale.Entry) []string {
	row := []string{
		stamp(e.At), messages.EntryKinds[e.Kind], withoutFormula(e.Title), "", e.OrderID, "", "", "", "", "", a.Decimal(e.Amount), a.Decimal(e.Balance),
		messages.AssetUnit(a), e.Amount.String(), e.Balance.String(), chainOf(a), withoutFormula(e.Wallet), withoutFormula(e.Transaction),
	}
	if e.OrderID != "" {
		row[3] = fmt.Sprintf("%d of %d", e.Edition, e.EditionSize)
		row[5], row[6], row[7] = sale.Asset{Currency: e.Price.Currency}.Decimal(money.NewWei(e.Price.Amount)), e.Price.Currency, paidBy(e)
	}
	if e.Kind == sale.EntrySale || e.Kind == sale.EntryRefund || e.Kind == sale.EntryReturned {
		row[8], row[9] = a.Decimal(e.Gross), a.Decimal(e.Fee)
	}
	return row
}

// withoutFormula returns a text that no spreadsheet interprets as a formula, because others write the titles.
func withoutFormula(text string) string {
	if text != "" && strings.ContainsRune("=+-@\t\r\n", rune(text[0])) {
		return "'" + text
	}
	return text
}

func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}

func chainOf(a sale.Asset) string {
	if a.ChainID == 0 {
		return ""
	}
	return fmt.Sprint(a.ChainID)
}

func paidBy(e sale.Entry) string {
	if e.Card {
		return "card"
	}
	return "ether"
}
