package receipt

import (
	"fmt"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/checkout/internal/desk"
	"github.com/vitrine/vitrine/services/checkout/internal/messages"
	"github.com/vitrine/vitrine/services/checkout/internal/sale"
)

// movementColumns of an export. Amounts are exact decimals of their unit, and once more in base units: minor units, or wei. Amount is the
// artist's share, the gallery's fee and what is owed to the buyer. Tax is what the document of the row says, in the document's currency.
var movementColumns = []string{
	"Time (UTC)", "Kind", "Order", "Artwork", "Edition", "Artist", "Artist's number", "Price", "Price currency", "Paid by", "Account", "Unit", "Chain",
	"Amount", "Artist's share", "Fee", "Owed to buyer",
	"Amount in base units", "Artist's share in base units", "Fee in base units", "Owed to buyer in base units",
	"Document", "Tax country", "Tax rate", "Gross", "Net", "Tax", "Document currency", "Gross in base units", "Net in base units", "Tax in base units",
	"Reason", "Payment", "Refund", "Card provider's number", "Transaction", "Ledger", "Period",
}

// MovementsCSV prints the movements of a period as CSV (RFC 4180), each in one row. A period without movements has one row that says so.
func (*Printer) MovementsCSV(m desk.Movements) ([]byte, error) {
	rows := [][]string{movementColumns}
	for _, item := range m.Items {
		rows = append(rows, movementRow(item, m.Period))
	}
	if len(m.Items) == 0 {
		empty := make([]string, len(movementColumns))
		empty[1], empty[len(empty)-1] = messages.NoMovements, m.Period.Name
		rows = append(rows, empty)
	}
	return table(rows)
}

func movementRow(m desk.Movement, p sale.Period) []string {
	// Our own texts and numbers can't be formulas, except for the minus of a negative amount, which spreadsheets should read as a number.
	row := []string{stamp(m.At), messages.MovementKinds[m.Kind], m.OrderID, withoutFormula(m.Title), "", withoutFormula(m.ArtistName), "", "", "", "ether", m.Account}
	if m.Asset.Currency != "" {
		row[9] = "card"
	}
	if m.OrderID != "" {
		row[4], row[6] = fmt.Sprintf("%d of %d", m.Edition, m.EditionSize), fmt.Sprint(m.ArtistID)
		row[7], row[8] = minor(m.Price), m.Price.Currency
	}
	row = append(row, messages.AssetUnit(m.Asset), chainOf(m.Asset))
	parts := []money.Wei{m.Amount, m.Artist, m.Fee, m.Buyer}
	for _, part := range parts {
		row = append(row, m.Asset.Decimal(part))
	}
	for _, part := range parts {
		row = append(row, part.String())
	}
	document := make([]string, 10)
	if d := m.Document; d != nil {
		document = []string{
			withoutFormula(d.Number), d.Country, percent(d.RateBps), minor(d.Gross), minor(d.Net), minor(d.VAT), d.Gross.Currency,
			fmt.Sprint(d.Gross.Amount), fmt.Sprint(d.Net.Amount), fmt.Sprint(d.VAT.Amount),
		}
	}
	row = append(row, document...)
	return append(row, m.Reason, m.PaymentID, m.RefundID, withoutFormula(m.Provider), withoutFormula(m.Transaction), m.Group, p.Name)
}

// minor returns an amount of minor units as an exact decimal.
func minor(m money.Money) string {
	return sale.Asset{Currency: m.Currency}.Decimal(money.NewWei(m.Amount))
}

// percent returns basis points as a percentage: "19.00".
func percent(bps int) string { return fmt.Sprintf("%d.%02d", bps/100, bps%100) }
