package receipt

import (
	"fmt"
	"strings"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/checkout/internal/messages"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres/db"
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
func (*Printer) MovementsCSV(period string, movements []db.MovementsRow) ([]byte, error) {
	rows := [][]string{movementColumns}
	for _, m := range movements {
		row, err := movementRow(m)
		if err != nil {
			return nil, err
		}
		rows = append(rows, append(row, period))
	}
	if len(movements) == 0 {
		empty := make([]string, len(movementColumns))
		empty[1], empty[len(empty)-1] = messages.NoMovements, period
		rows = append(rows, empty)
	}
	return table(rows)
}

func movementRow(m db.MovementsRow) ([]string, error) {
	asset, err := sale.ParseAsset(m.Asset)
	if err != nil {
		return nil, err
	}
	kind, _, _ := strings.Cut(m.EntryGroup, ":")
	refund := kind == "refund" && m.Amount.Sign() <= 0
	if kind == "refund" && !refund {
		kind = "refund_returned"
	}
	// Our own texts and numbers can't be formulas, except for the minus of a negative amount, which spreadsheets should read as a number.
	row := []string{stamp(m.At), messages.MovementKinds[kind], m.CheckoutID, withoutFormula(m.Title), "", withoutFormula(m.ArtistName), "", "", "", "ether", m.Account}
	if asset.Currency != "" {
		row[9] = "card"
	}
	if m.CheckoutID != "" {
		row[4], row[6] = fmt.Sprintf("%d of %d", m.Edition, m.EditionSize), fmt.Sprint(m.ArtistID)
		row[7], row[8] = minor(m.PriceAmount, m.PriceCurrency), m.PriceCurrency
	}
	row = append(row, messages.AssetUnit(asset), chainOf(asset))
	parts := []money.Wei{m.Amount, m.Artist, m.Fee, m.Buyer}
	for _, part := range parts {
		row = append(row, asset.Decimal(part))
	}
	for _, part := range parts {
		row = append(row, part.String())
	}
	document := make([]string, 10)
	if m.Document != "" {
		sign := int64(1)
		if refund {
			sign = -1
		}
		gross, net, vat := sign*m.Gross, sign*m.Net, sign*m.VAT
		document = []string{
			withoutFormula(m.Document), m.Country, percent(m.RateBps), minor(gross, m.DocumentCurrency), minor(net, m.DocumentCurrency), minor(vat, m.DocumentCurrency),
			m.DocumentCurrency, fmt.Sprint(gross), fmt.Sprint(net), fmt.Sprint(vat),
		}
	}
	row = append(row, document...)
	return append(row, m.Reason, m.PaymentID, m.RefundID, withoutFormula(m.Provider), withoutFormula(m.Transaction), m.EntryGroup), nil
}

// minor returns an amount of minor units as an exact decimal.
func minor(n int64, currency string) string {
	return sale.Asset{Currency: currency}.Decimal(money.NewWei(n))
}

// percent returns basis points as a percentage: "19.00".
func percent(bps int32) string { return fmt.Sprintf("%d.%02d", bps/100, bps%100) }
