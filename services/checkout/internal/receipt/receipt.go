// Package receipt prints receipts, invoices and credit notes as PDF. The same document always has the same bytes.
package receipt

import (
	"context"
	"fmt"
	"strings"

	"github.com/vitrine/vitrine/kit/pdf"
	"github.com/vitrine/vitrine/services/checkout/internal/documents"
	"github.com/vitrine/vitrine/services/checkout/internal/messages"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

// The logo's maximum size and the left edge of the seller's details, in points.
const logoHeight, logoWidth, detailsLeft = 36.0, 280.0, 376.0

// Printer prints documents. Without a logo they show the seller's name.
type Printer struct{ Logo *pdf.Logo }

// Receipt prints the receipt of a paid checkout, with the amounts of the invoice.
func (r *Printer) Receipt(ctx context.Context, c order.Checkout, invoice documents.Document) ([]byte, error) {
	number := messages.ReceiptNumber(c)
	s := newSheet(messages.ReceiptTitle+" "+number, invoice.Seller.Name, c.PaidAt)
	r.head(ctx, s, messages.ReceiptTitle, invoice.Seller)
	s.row(messages.Number, number)
	s.row(messages.InvoiceTitle, invoice.Number)
	s.row(messages.PaidOn, messages.FormatDate(c.PaidAt))
	s.row(messages.Buyer, invoice.BuyerName)
	s.row(messages.Email, invoice.BuyerEmail)
	s.code(messages.Order, c.ID)
	s.Y += 12
	work(s, invoice)
	sums(s, invoice, messages.TotalPaid)
	payment(s, invoice, messages.PaidBy)
	if c.Status == purchase.Refunded {
		s.Y += 10
		s.Text(pdf.Left, pdf.Medium, 10, 14, pdf.Width, pdf.Ink, messages.OrderRefunded, 1)
	}
	return done(s, invoice.Seller)
}

// Invoice prints an invoice.
func (r *Printer) Invoice(ctx context.Context, p documents.Document) ([]byte, error) {
	s := newSheet(messages.InvoiceTitle+" "+p.Number, p.Seller.Name, p.IssuedAt)
	r.head(ctx, s, messages.InvoiceTitle, p.Seller)
	s.row(messages.Number, p.Number)
	s.row(messages.Date, messages.FormatDate(p.IssuedAt))
	s.row(messages.SupplyDate, messages.FormatDate(p.SuppliedAt))
	buyer(s, p)
	work(s, p)
	sums(s, p, messages.Total)
	payment(s, p, messages.PaidBy)
	return done(s, p.Seller)
}

// CreditNote prints a credit note.
func (r *Printer) CreditNote(ctx context.Context, p documents.Document) ([]byte, error) {
	s := newSheet(messages.CreditNoteTitle+" "+p.Number, p.Seller.Name, p.IssuedAt)
	r.head(ctx, s, messages.CreditNoteTitle, p.Seller)
	s.row(messages.Number, p.Number)
	s.row(messages.Date, messages.FormatDate(p.IssuedAt))
	s.row(messages.ForInvoice, p.InvoiceNumber)
	s.row(messages.SupplyDate, messages.FormatDate(p.SuppliedAt))
	buyer(s, p)
	work(s, p)
	sums(s, p, messages.TotalCredited)
	payment(s, p, messages.RefundedBy)
	return done(s, p.Seller)
}

func (r *Printer) head(ctx context.Context, s *sheet, title string, seller documents.Seller) {
	s.Mark(ctx, r.Logo, seller.Name, logoWidth, logoHeight)
	bottom := s.Y
	s.Y = top
	s.Text(detailsLeft, pdf.Medium, 9, 13, pdf.Right-detailsLeft, pdf.Ink, seller.Name, 2)
	for _, l := range details(seller) {
		s.Text(detailsLeft, pdf.Regular, 9, 13, pdf.Right-detailsLeft, pdf.Faint, l, 2)
	}
	s.Y = max(s.Y, bottom, top+logoHeight) + 44
	s.Put(pdf.Left, pdf.Heading, 28, pdf.Ink, title)
	s.Y += 50
}

// details returns the seller's lines below the name.
func details(seller documents.Seller) []string {
	out := lines(seller.Address)
	if seller.VATID != "" {
		out = append(out, messages.VATID(seller.VATID))
	}
	return out
}

func buyer(s *sheet, p documents.Document) {
	s.row(messages.BilledTo, messages.BuyerName(p))
	if strings.TrimSpace(p.BuyerName) != "" {
		s.row(messages.Email, p.BuyerEmail)
	}
	s.row(messages.CountryLabel, messages.Country(p.BillingCountry))
	s.code(messages.Order, p.CheckoutID)
	s.Y += 12
}

func work(s *sheet, p documents.Document) {
	s.Rule(20)
	s.Text(pdf.Left, pdf.Heading, 15, 20, pdf.Width, pdf.Ink, messages.Work(p), 3)
	var about []string
	if artist := strings.TrimSpace(pdf.Printable(p.Artist)); artist != "" {
		about = append(about, artist)
	}
	if p.WorkYear != 0 {
		about = append(about, yearText(p.WorkYear))
	}
	if p.Medium != "" {
		about = append(about, p.Medium)
	}
	s.Y += 2
	s.Text(pdf.Left, pdf.Regular, 10, 14, pdf.Width, pdf.Faint, strings.Join(about, ", "), 2)
	s.Y += 10
	s.row(messages.Edition, messages.EditionOf(p))
	s.code(messages.Token, fmt.Sprint(p.TokenID))
	if p.GiftTo != "" {
		s.code(messages.GiftTo, p.GiftTo)
	}
	s.Y += 8
}

func sums(s *sheet, p documents.Document, total string) {
	s.ensureSpace(140)
	s.Rule(20)
	s.amount(pdf.Regular, 10, pdf.Faint, messages.Net, p.Net.String())
	s.amount(pdf.Regular, 10, pdf.Faint, messages.VAT(p), p.VAT.String())
	s.Y += 2
	s.amount(pdf.Heading, 15, pdf.Ink, total, p.Gross.String())
	s.Y += 4
	if p.Seller.Note != "" {
		s.Text(pdf.Column, pdf.Regular, 9, 13, pdf.Right-pdf.Column, pdf.Faint, p.Seller.Note, 3)
	}
	s.Y += 12
}

// payment writes how money was paid or refunded.
func payment(s *sheet, p documents.Document, by string) {
	s.ensureSpace(130)
	s.row(by, messages.PaymentMethod(p))
	if p.Method != purchase.Card {
		s.row(messages.Rate, messages.ExchangeRate(p))
		s.code(messages.Transaction, p.Transaction)
	}
}

// done writes the seller's lines in the footer of each page.
func done(s *sheet, seller documents.Seller) ([]byte, error) {
	words := append([]string{seller.Name}, details(seller)...)
	pages := s.GetNumberOfPages()
	for n := 1; n <= pages; n++ {
		s.Keep(s.SetPage(n))
		s.Y = foot
		s.Rule(20)
		s.Y -= 10
		s.Text(pdf.Left, pdf.Regular, 7.5, 11, pdf.Width-60, pdf.Faint, strings.Join(words, "  ·  "), 2)
		s.Text(pdf.Left, pdf.Regular, 7.5, 11, pdf.Width-60, pdf.Faint, seller.Bank, 2)
		if pages > 1 {
			s.Y = foot + 10
			s.PutRightAligned(pdf.Right, pdf.Regular, 7.5, pdf.Faint, fmt.Sprintf("%d of %d", n, pages))
		}
	}
	if s.Err() != nil {
		return nil, fmt.Errorf("document: %w", s.Err())
	}
	return s.GetBytesPdfReturnErr()
}

// yearText formats negative years as years BC.
func yearText(year int32) string {
	if year < 0 {
		return fmt.Sprintf("%d BC", -year)
	}
	return fmt.Sprint(year)
}
