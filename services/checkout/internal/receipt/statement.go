package receipt

import (
	"context"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/kit/pdf"
	"github.com/vitrine/vitrine/services/checkout/internal/documents"
	"github.com/vitrine/vitrine/services/checkout/internal/messages"
	"github.com/vitrine/vitrine/services/checkout/internal/sale"
)

// The left edge of an entry's title in points, and its maximum number of lines.
const entryLeft, titleLines = 132.0, 2

// Statement prints a statement of an artist, with the gallery's details.
func (r *Printer) Statement(ctx context.Context, st sale.Statement, seller documents.Seller) ([]byte, error) {
	s := newSheet(messages.StatementTitle+" "+st.Period.Name, seller.Name, st.MadeAt)
	r.head(ctx, s, messages.StatementTitle, seller)
	s.row(messages.Artist, messages.StatementArtist(st))
	s.row(messages.PeriodLabel, messages.Period(st.Period))
	s.row("", messages.FormatPeriod(st.Period))
	s.row(messages.MadeOn, messages.FormatTime(st.MadeAt))
	if st.Open {
		s.Text(pdf.Column, pdf.Regular, 9, 13, pdf.Right-pdf.Column, pdf.Faint, messages.StillOpen, 2)
	}
	s.Y += 12
	if len(st.Accounts) == 0 {
		s.Rule(20)
		s.Text(pdf.Left, pdf.Regular, 10, 14, pdf.Width, pdf.Ink, messages.NoEntries, 1)
	}
	for _, a := range st.Accounts {
		totals(s, a)
		entries(s, a)
	}
	return done(s, seller)
}

// totals writes how an account's balance changed.
func totals(s *sheet, a sale.Account) {
	s.ensureSpace(230)
	s.Rule(20)
	s.Text(pdf.Left, pdf.Heading, 15, 20, pdf.Width, pdf.Ink, messages.AssetName(a.Asset), 2)
	if a.Asset.Currency != "" {
		s.Text(pdf.Left, pdf.Regular, 9, 13, pdf.Width, pdf.Faint, messages.CurrencyNote, 1)
	}
	s.Y += 8
	line := func(label string, amount money.Wei) {
		s.amount(pdf.Regular, 10, pdf.Faint, label, a.Asset.Decimal(amount))
	}
	line(messages.OpeningBalance, a.Opening.Total())
	line(messages.Sales, a.Sales)
	line(messages.GalleryFees, money.Wei{}.Sub(a.Fees))
	for _, o := range []struct {
		label  string
		amount money.Wei
	}{{messages.Refunds, a.Refunds}, {messages.Payouts, a.Payouts}, {messages.OtherCredits, a.Credits}} {
		if !o.amount.IsZero() || o.label == messages.Payouts {
			line(o.label, o.amount)
		}
	}
	s.Y += 2
	s.amount(pdf.Heading, 15, pdf.Ink, messages.ClosingBalance, a.Asset.Decimal(a.Closing.Total())+" "+messages.AssetUnit(a.Asset))
	s.amount(pdf.Regular, 9, pdf.Faint, messages.HeldByGallery, a.Asset.Decimal(a.Closing.Held))
	if a.Asset.Currency == "" {
		s.amount(pdf.Regular, 9, pdf.Faint, messages.InContract, a.Asset.Decimal(a.Closing.Contract))
	}
	s.Y += 10
}

// entries writes the entries of an account.
func entries(s *sheet, a sale.Account) {
	if len(a.Entries) == 0 {
		s.Text(pdf.Left, pdf.Regular, 9, 13, pdf.Width, pdf.Faint, messages.NothingMoved, 1)
	}
	for _, e := range a.Entries {
		s.ensureSpace(70)
		s.Rule(8)
		amount := a.Asset.Decimal(e.Amount)
		s.Put(pdf.Left, pdf.Regular, 8.5, pdf.Faint, e.At.UTC().Format("2 Jan 2006"))
		s.PutRightAligned(pdf.Right, pdf.Regular, 8.5, pdf.Ink, amount)
		// The amount of a coin has up to 18 decimals: the title wraps before it.
		room := pdf.Right - entryLeft - 12 - 5*float64(len(amount))
		s.Text(entryLeft, pdf.Regular, 8.5, 12, room, pdf.Ink, messages.EntryTitle(e), titleLines)
		s.Text(entryLeft, pdf.Regular, 7.5, 10.5, pdf.Right-entryLeft, pdf.Faint, breakdown(a.Asset, e), 2)
		if e.Wallet != "" {
			s.Text(entryLeft, pdf.Mono, 6.5, 10, pdf.Right-entryLeft, pdf.Faint, e.Wallet, 1)
		}
		if e.Transaction != "" {
			s.Text(entryLeft, pdf.Mono, 6.5, 10, pdf.Right-entryLeft, pdf.Faint, e.Transaction, 1)
		}
		s.Y += 3
	}
	s.Y += 24
}

// breakdown returns how an entry's amount is composed.
func breakdown(a sale.Asset, e sale.Entry) string {
	switch e.Kind {
	case sale.EntrySale:
		return messages.SoldFor(e, a.Decimal(e.Gross), a.Decimal(e.Fee))
	case sale.EntryRefund:
		return messages.RefundedToCollector(a.Decimal(negative(e.Gross)), a.Decimal(negative(e.Fee)))
	case sale.EntryReturned:
		return messages.ReturnedByBank(a.Decimal(e.Gross), a.Decimal(e.Fee))
	}
	return ""
}

func negative(w money.Wei) money.Wei { return money.Wei{}.Sub(w) }
