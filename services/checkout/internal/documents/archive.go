package documents

import (
	"context"
	"errors"
	"fmt"

	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

// ErrUnavailable means that a document can't be printed at the moment. Nothing else is affected: it is printed later.
var ErrUnavailable = errors.New("the document can't be printed now")

// ErrNotPrinted means that a document hasn't been printed in a form.
var ErrNotPrinted = errors.New("the document isn't printed yet")

// Form is how a document is printed. A receipt is printed of the invoice.
type Form string

// The forms. ReceiptRefunded is the receipt of an order that was refunded, which says so.
const (
	InvoiceForm     Form = "invoice"
	CreditNoteForm  Form = "credit_note"
	Receipt         Form = "receipt"
	ReceiptRefunded Form = "receipt_refunded"
)

// Printer prints documents as PDF.
type Printer interface {
	// Print returns a document in a form, of its checkout. urgent is whether somebody waits. Error: ErrUnavailable.
	Print(ctx context.Context, form Form, c order.Checkout, d Document, urgent bool) ([]byte, error)
}

// Files keeps what was printed.
type Files interface {
	// File returns a document in a form, or ErrNotPrinted.
	File(ctx context.Context, documentID string, form Form) ([]byte, error)
	// Keep stores a document in a form, unless it is stored already, and returns what is stored.
	Keep(ctx context.Context, documentID string, form Form, pdf []byte) ([]byte, error)
}

// Archive prints each document once and keeps it, so that it is the same file forever, also with a newer version of render.
type Archive struct {
	Store   Store
	Orders  Orders
	Files   Files
	Printer Printer
}

// PDF returns a document in a form; the document of a receipt is the invoice. If the job hasn't printed it yet, it is printed now. Error:
// ErrUnavailable.
func (a *Archive) PDF(ctx context.Context, form Form, c order.Checkout, d Document) ([]byte, error) {
	return a.pdf(ctx, form, c, d, true)
}

func (a *Archive) pdf(ctx context.Context, form Form, c order.Checkout, d Document, urgent bool) ([]byte, error) {
	if form == Receipt && c.Status == purchase.Refunded {
		form = ReceiptRefunded
	}
	pdf, err := a.Files.File(ctx, d.ID, form)
	if !errors.Is(err, ErrNotPrinted) {
		return pdf, err
	}
	if pdf, err = a.Printer.Print(ctx, form, c, d, urgent); err != nil {
		return nil, err
	}
	return a.Files.Keep(ctx, d.ID, form, pdf)
}

// PrintIssued prints a document that was issued, and the receipt that belongs to it. It can be repeated.
func (a *Archive) PrintIssued(ctx context.Context, checkoutID, documentID string) error {
	c, err := a.Orders.Get(ctx, checkoutID)
	if err != nil {
		return err
	}
	issued, err := a.Store.Of(ctx, []string{checkoutID})
	if err != nil {
		return err
	}
	for _, d := range issued {
		if d.ID != documentID {
			continue
		}
		form := InvoiceForm
		if d.Kind == CreditNote {
			form = CreditNoteForm
		}
		if _, err := a.pdf(ctx, form, c, d, false); err != nil {
			return fmt.Errorf("document %s: %w", d.Number, err)
		}
		if _, err := a.pdf(ctx, Receipt, c, issued[0], false); err != nil {
			return fmt.Errorf("receipt of %s: %w", issued[0].Number, err)
		}
		return nil
	}
	return fmt.Errorf("document %s of checkout %s doesn't exist", documentID, checkoutID)
}
