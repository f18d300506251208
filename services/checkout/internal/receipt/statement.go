package receipt

import (
	"context"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/money"
	renderv1 "github.com/vitrine/vitrine/proto/gen/vitrine/render/v1"
	"github.com/vitrine/vitrine/services/checkout/internal/documents"
	"github.com/vitrine/vitrine/services/checkout/internal/messages"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
	"github.com/vitrine/vitrine/services/checkout/internal/sale"
)

// Statement prints a statement of an artist, with the gallery's details. It isn't kept: its figures are those of the moment. Error:
// documents.ErrUnavailable.
func (r *Printer) Statement(ctx context.Context, st sale.Statement, by documents.Seller) ([]byte, error) {
	out := &renderv1.Statement{
		Heading: messages.StatementTitle, Seller: seller(by), Rows: []*renderv1.Row{
			row(messages.Artist, messages.StatementArtist(st)), row(messages.PeriodLabel, messages.Period(st.Period)), row("", messages.FormatPeriod(st.Period)),
			row(messages.MadeOn, messages.FormatTime(st.MadeAt)),
		},
	}
	if st.Open {
		out.Note = messages.StillOpen
	}
	if len(st.Accounts) == 0 {
		out.Remark = messages.NoEntries
	}
	for _, a := range st.Accounts {
		out.Accounts = append(out.Accounts, account(a))
	}
	return r.print(ctx, &renderv1.PrintRequest{
		Title: messages.StatementTitle + " " + st.Period.Name, Author: by.Name, CreatedAt: timestamppb.New(st.MadeAt), Urgent: true,
		Document: &renderv1.PrintRequest_Statement{Statement: out},
	})
}

// account returns how an account's balance changed, and its entries.
func account(a sale.Account) *renderv1.Account {
	out := &renderv1.Account{Heading: messages.AssetName(a.Asset)}
	if a.Asset.Currency != "" {
		out.Note = messages.CurrencyNote
	}
	line := func(label string, amount money.Wei) {
		out.Amounts = append(out.Amounts, &renderv1.Amount{Label: label, Amount: a.Asset.Decimal(amount)})
	}
	line(messages.OpeningBalance, a.Opening.Total())
	line(messages.Sales, a.Sales)
	line(messages.GalleryFees, purchase.Negative(a.Fees))
	for _, o := range []struct {
		label  string
		amount money.Wei
	}{{messages.Refunds, a.Refunds}, {messages.Payouts, a.Payouts}, {messages.OtherCredits, a.Credits}} {
		if !o.amount.IsZero() || o.label == messages.Payouts {
			line(o.label, o.amount)
		}
	}
	out.Amounts = append(out.Amounts, &renderv1.Amount{
		Label: messages.ClosingBalance, Amount: a.Asset.Decimal(a.Closing.Total()) + " " + messages.AssetUnit(a.Asset), Total: true,
	})
	line(messages.HeldByGallery, a.Closing.Held)
	if a.Asset.Currency == "" {
		line(messages.InContract, a.Closing.Contract)
	}
	if len(a.Entries) == 0 {
		out.Remark = messages.NothingMoved
	}
	for _, e := range a.Entries {
		row := &renderv1.Entry{
			Day: e.At.UTC().Format("2 Jan 2006"), Title: messages.EntryTitle(e), Amount: a.Asset.Decimal(e.Amount), Detail: breakdown(a.Asset, e),
		}
		for _, code := range []string{e.Wallet, e.Transaction} {
			if code != "" {
				row.Codes = append(row.Codes, code)
			}
		}
		out.Entries = append(out.Entries, row)
	}
	return out
}

// breakdown returns how an entry's amount is composed.
func breakdown(a sale.Asset, e sale.Entry) string {
	switch e.Kind {
	case sale.EntrySale:
		return messages.SoldFor(e, a.Decimal(e.Gross), a.Decimal(e.Fee))
	case sale.EntryRefund:
		return messages.RefundedToCollector(a.Decimal(purchase.Negative(e.Gross)), a.Decimal(purchase.Negative(e.Fee)))
	case sale.EntryReturned:
		return messages.ReturnedByBank(a.Decimal(e.Gross), a.Decimal(e.Fee))
	}
	return ""
}
