// Package receipt prints receipts, invoices and credit notes as PDF. The same paper gives the same bytes.
package receipt

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/vitrine/vitrine/kit/paper"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/papers"
)

// The logo's box and where the seller's details begin, in points.
const logoHeight, logoWidth, detailsLeft = 36.0, 280.0, 376.0

// Printer prints documents. Without a logo they show the seller's name.
type Printer struct{ Logo *paper.Logo }

// Receipt prints the receipt of a paid checkout; what it says of money is what its invoice says.
func (r *Printer) Receipt(ctx context.Context, c order.Checkout, invoice papers.Paper) ([]byte, error) {
	number := fmt.Sprintf("%d-%06d", c.ReceiptYear, c.ReceiptNumber)
	s := newSheet("Receipt "+number, invoice.Seller.Name, c.PaidAt)
	r.head(ctx, s, "Receipt", invoice.Seller)
	s.row("Number", number)
	s.row("Invoice", invoice.Number)
	s.row("Paid", day(c.PaidAt))
	s.row("Buyer", invoice.BuyerName)
	s.row("Email", invoice.BuyerEmail)
	s.code("Order", c.ID)
	s.Y += 12
	r.work(s, invoice)
	r.sums(s, invoice, "Total paid")
	r.payment(s, invoice, "Paid by")
	if c.Status == order.Refunded {
		s.Y += 10
		s.Text(paper.Left, paper.Medium, 10, 14, paper.Right-paper.Left, paper.Ink, "This order was refunded.", 1)
	}
	return r.done(s, invoice.Seller)
}

// Invoice prints an invoice.
func (r *Printer) Invoice(ctx context.Context, p papers.Paper) ([]byte, error) {
	s := newSheet("Invoice "+p.Number, p.Seller.Name, p.IssuedAt)
	r.head(ctx, s, "Invoice", p.Seller)
	s.row("Number", p.Number)
	s.row("Date", day(p.IssuedAt))
	s.row("Date of supply", day(p.SuppliedAt))
	r.buyer(s, p)
	r.work(s, p)
	r.sums(s, p, "Total")
	r.payment(s, p, "Paid by")
	return r.done(s, p.Seller)
}

// CreditNote prints a credit note.
func (r *Printer) CreditNote(ctx context.Context, p papers.Paper) ([]byte, error) {
	s := newSheet("Credit note "+p.Number, p.Seller.Name, p.IssuedAt)
	r.head(ctx, s, "Credit note", p.Seller)
	s.row("Number", p.Number)
	s.row("Date", day(p.IssuedAt))
	s.row("Credits invoice", p.InvoiceNumber)
	s.row("Date of supply", day(p.SuppliedAt))
	r.buyer(s, p)
	r.work(s, p)
	r.sums(s, p, "Total credited")
	r.payment(s, p, "Refunded by")
	return r.done(s, p.Seller)
}

func day(t time.Time) string { return t.UTC().Format("2 January 2006") }

func (r *Printer) head(ctx context.Context, s *sheet, title string, seller papers.Seller) {
	s.Mark(ctx, r.Logo, seller.Name, logoWidth, logoHeight)
	bottom := s.Y
	s.Y = top
	s.Text(detailsLeft, paper.Medium, 9, 13, paper.Right-detailsLeft, paper.Ink, seller.Name, 2)
	for _, l := range details(seller) {
		s.Text(detailsLeft, paper.Regular, 9, 13, paper.Right-detailsLeft, paper.Faint, l, 2)
	}
	s.Y = max(s.Y, bottom, top+logoHeight) + 44
	s.Put(paper.Left, paper.Heading, 28, paper.Ink, title)
	s.Y += 50
}

// details are the seller's lines below the name.
func details(seller papers.Seller) []string {
	out := lines(seller.Address)
	if seller.VATID != "" {
		out = append(out, "VAT ID "+seller.VATID)
	}
	return out
}

func (r *Printer) buyer(s *sheet, p papers.Paper) {
	// A wallet account may have told neither.
	s.row("Billed to", cmp.Or(strings.TrimSpace(p.BuyerName), p.BuyerEmail, "The holder of the order below"))
	if strings.TrimSpace(p.BuyerName) != "" {
		s.row("Email", p.BuyerEmail)
	}
	s.row("Country", country(p.BillingCountry))
	s.code("Order", p.CheckoutID)
	s.Y += 12
}

func (r *Printer) work(s *sheet, p papers.Paper) {
	s.Rule(20)
	s.Text(paper.Left, paper.Heading, 15, 20, paper.Right-paper.Left, paper.Ink, cmp.Or(strings.TrimSpace(p.Title), "Untitled"), 3)
	var about []string
	if artist := strings.TrimSpace(paper.Printable(p.Artist)); artist != "" {
		about = append(about, artist)
	}
	if p.WorkYear != 0 {
		about = append(about, fmt.Sprint(p.WorkYear))
	}
	if p.Medium != "" {
		about = append(about, p.Medium)
	}
	s.Y += 2
	s.Text(paper.Left, paper.Regular, 10, 14, paper.Right-paper.Left, paper.Faint, strings.Join(about, ", "), 2)
	s.Y += 10
	s.row("Edition", fmt.Sprintf("%d of %d, as a token", p.Edition, p.EditionSize))
	s.code("Token", fmt.Sprint(p.TokenID))
	s.Y += 8
}

func (r *Printer) sums(s *sheet, p papers.Paper, total string) {
	s.room(140)
	s.Rule(20)
	s.amount(paper.Regular, 10, paper.Faint, "Net", p.Net.Format())
	s.amount(paper.Regular, 10, paper.Faint, vat(p), p.VAT.Format())
	s.Y += 2
	s.amount(paper.Heading, 15, paper.Ink, total, p.Gross.Format())
	s.Y += 4
	if p.Seller.Note != "" {
		s.Text(paper.Column, paper.Regular, 9, 13, paper.Right-paper.Column, paper.Faint, p.Seller.Note, 3)
	}
	s.Y += 12
}

// vat names the contained tax: its rate to the hundredth of a percent, and where it is owed.
func vat(p papers.Paper) string {
	if p.RateBps == 0 {
		return "VAT, none is charged" + where(p.Country)
	}
	rate := fmt.Sprintf("%d.%02d", p.RateBps/100, p.RateBps%100)
	return "VAT " + strings.TrimSuffix(strings.TrimRight(rate, "0"), ".") + " %" + where(p.Country)
}

func where(code string) string {
	if code == "" {
		return ""
	}
	return ", " + country(code)
}

// payment says how money came or went.
func (r *Printer) payment(s *sheet, p papers.Paper, by string) {
	s.room(130)
	if p.Method == order.Card {
		s.row(by, "Card")
		return
	}
	s.row(by, fmt.Sprintf("%s %s on %s", p.Wei.Ether(), coin(p.ChainID), chain(p.ChainID)))
	if p.Rate != "" {
		rate := fmt.Sprintf("%s %s for 1 %s", p.Rate, p.Gross.Currency, coin(p.ChainID))
		if p.RateSource != "" {
			rate += ", from " + p.RateSource
		}
		if !p.RateAt.IsZero() {
			rate += ", " + p.RateAt.UTC().Format("2 January 2006, 15:04:05 UTC")
		}
		s.row("Rate", rate)
	}
	s.code("Transaction", p.Transaction)
}

// done writes the seller's lines at the foot of each page.
func (r *Printer) done(s *sheet, seller papers.Seller) ([]byte, error) {
	words := append([]string{seller.Name}, details(seller)...)
	pages := s.GetNumberOfPages()
	for n := 1; n <= pages; n++ {
		s.Keep(s.SetPage(n))
		s.Y = foot
		s.Rule(20)
		s.Y -= 10
		s.Text(paper.Left, paper.Regular, 7.5, 11, paper.Right-paper.Left-60, paper.Faint, strings.Join(words, "  ·  "), 2)
		s.Text(paper.Left, paper.Regular, 7.5, 11, paper.Right-paper.Left-60, paper.Faint, seller.Bank, 2)
		if pages > 1 {
			s.Y = foot + 10
			s.PutRight(paper.Right, paper.Regular, 7.5, paper.Faint, fmt.Sprintf("%d of %d", n, pages))
		}
	}
	if s.Err() != nil {
		return nil, fmt.Errorf("paper: %w", s.Err())
	}
	return s.GetBytesPdfReturnErr()
}
