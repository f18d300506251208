// Package receipt lays out receipts, invoices, credit notes and statements, which render prints as PDF, and writes tables of sales as CSV.
package receipt

import (
	"context"
	"fmt"
	"strings"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/logo"
	renderv1 "github.com/vitrine/vitrine/proto/gen/vitrine/render/v1"
	"github.com/vitrine/vitrine/services/checkout/internal/documents"
	"github.com/vitrine/vitrine/services/checkout/internal/messages"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

// Render prints documents.
type Render interface {
	Print(ctx context.Context, req *renderv1.PrintRequest) (*renderv1.PrintResponse, error)
}

// Printer implements documents.Printer.
type Printer struct {
	Render Render
	// Logo is nil if documents show the seller's name instead.
	Logo *logo.Logo
}

// Print implements documents.Printer.
func (r *Printer) Print(ctx context.Context, form documents.Form, c order.Checkout, d documents.Document, urgent bool) ([]byte, error) {
	bill := &renderv1.Bill{
		Seller: seller(d.Seller), Work: messages.Work(d), About: about(d), Note: d.Seller.Note,
		Edition: []*renderv1.Row{row(messages.Edition, messages.EditionOf(d)), code(messages.Token, fmt.Sprint(d.TokenID)), code(messages.GiftTo, d.GiftTo)},
	}
	number, at, total, by := d.Number, d.IssuedAt, messages.Total, messages.PaidBy
	switch form {
	case documents.Receipt, documents.ReceiptRefunded:
		bill.Heading, number, at, total = messages.ReceiptTitle, messages.ReceiptNumber(c), c.PaidAt, messages.TotalPaid
		bill.Rows = []*renderv1.Row{
			row(messages.Number, number), row(messages.InvoiceTitle, d.Number), row(messages.PaidOn, messages.FormatDate(c.PaidAt)),
			row(messages.Buyer, d.BuyerName), row(messages.Email, d.BuyerEmail), code(messages.Order, c.ID),
		}
	case documents.CreditNoteForm:
		bill.Heading, total, by = messages.CreditNoteTitle, messages.TotalCredited, messages.RefundedBy
		bill.Rows = append([]*renderv1.Row{
			row(messages.Number, number), row(messages.Date, messages.FormatDate(d.IssuedAt)), row(messages.ForInvoice, d.InvoiceNumber),
			row(messages.SupplyDate, messages.FormatDate(d.SuppliedAt)),
		}, buyer(d)...)
	case documents.InvoiceForm:
		bill.Heading = messages.InvoiceTitle
		bill.Rows = append([]*renderv1.Row{
			row(messages.Number, number), row(messages.Date, messages.FormatDate(d.IssuedAt)), row(messages.SupplyDate, messages.FormatDate(d.SuppliedAt)),
		}, buyer(d)...)
	}
	if form == documents.ReceiptRefunded {
		bill.Remark = messages.OrderRefunded
	}
	bill.Amounts = []*renderv1.Amount{
		{Label: messages.Net, Amount: d.Net.String()}, {Label: messages.VAT(d), Amount: d.VAT.String()}, {Label: total, Amount: d.Gross.String(), Total: true},
	}
	bill.Payment = payment(d, by)
	return r.print(ctx, &renderv1.PrintRequest{
		Title: bill.GetHeading() + " " + number, Author: d.Seller.Name, CreatedAt: timestamppb.New(at), Urgent: urgent, Document: &renderv1.PrintRequest_Bill{Bill: bill},
	})
}

// print returns the PDF of a document, with the logo. If render doesn't print it, the error is documents.ErrUnavailable.
func (r *Printer) print(ctx context.Context, req *renderv1.PrintRequest) ([]byte, error) {
	req.Logo = r.Logo.Bytes(ctx)
	ctx, cancel := context.WithTimeout(ctx, printTimeout)
	defer cancel()
	res, err := r.Render.Print(ctx, req)
	if err != nil {
		return nil, fmt.Errorf("%w: render: %w", documents.ErrUnavailable, err)
	}
	return res.GetPdf(), nil
}

// printTimeout limits what jobs print; requests end earlier. The longest statement takes some seconds, on a busy machine many times that.
const printTimeout = 2 * time.Minute

func row(label, value string) *renderv1.Row { return &renderv1.Row{Label: label, Value: value} }

// code returns a row for hashes and ids.
func code(label, value string) *renderv1.Row {
	return &renderv1.Row{Label: label, Value: value, Code: true}
}

// seller returns the seller with its address line by line.
func seller(s documents.Seller) *renderv1.Seller {
	out := &renderv1.Seller{Name: s.Name, Bank: s.Bank}
	for _, line := range strings.FieldsFunc(s.Address, func(r rune) bool { return r == ',' || r == '\n' }) {
		if line = strings.TrimSpace(line); line != "" {
			out.Lines = append(out.Lines, line)
		}
	}
	if s.VATID != "" {
		out.Lines = append(out.Lines, messages.VATID(s.VATID))
	}
	return out
}

func buyer(d documents.Document) []*renderv1.Row {
	out := []*renderv1.Row{row(messages.BilledTo, messages.BuyerName(d))}
	if strings.TrimSpace(d.BuyerName) != "" {
		out = append(out, row(messages.Email, d.BuyerEmail))
	}
	return append(out, row(messages.CountryLabel, messages.Country(d.BillingCountry)), code(messages.Order, d.CheckoutID))
}

// about returns artist, date and medium.
func about(d documents.Document) string {
	var out []string
	if artist := strings.TrimSpace(d.Artist); artist != "" {
		out = append(out, artist)
	}
	if d.WorkDated != "" {
		out = append(out, d.WorkDated)
	} else if d.WorkYear != 0 {
		out = append(out, yearText(d.WorkYear))
	}
	if d.Medium != "" {
		out = append(out, d.Medium)
	}
	return strings.Join(out, ", ")
}

// payment returns how money was paid or refunded.
func payment(d documents.Document, by string) []*renderv1.Row {
	out := []*renderv1.Row{row(by, messages.PaymentMethod(d))}
	if d.Method != purchase.Card {
		out = append(out, row(messages.Rate, messages.ExchangeRate(d)), code(messages.Transaction, d.Transaction))
	}
	return out
}

// yearText formats negative years as years BC.
func yearText(year int32) string {
	if year < 0 {
		return fmt.Sprintf("%d BC", -year)
	}
	return fmt.Sprint(year)
}
