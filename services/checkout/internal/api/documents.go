package api

import (
	"context"
	"errors"
	"strings"

	"google.golang.org/genproto/googleapis/api/httpbody"

	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/rpc"
	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
	"github.com/vitrine/vitrine/services/checkout/internal/documents"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
)

// GetReceipt implements the service.
func (s *Server) GetReceipt(ctx context.Context, req *checkoutv1.GetReceiptRequest) (*httpbody.HttpBody, error) {
	return s.pdf(ctx, req.GetId(), "receipt", func(c order.Checkout) ([]byte, error) {
		p, err := s.Documents.Invoice(ctx, c.ID)
		if err != nil {
			return nil, err
		}
		return s.Archive.Receipt(ctx, c, p)
	})
}

// GetInvoice implements the service.
func (s *Server) GetInvoice(ctx context.Context, req *checkoutv1.GetInvoiceRequest) (*httpbody.HttpBody, error) {
	return s.pdf(ctx, req.GetId(), "invoice", func(c order.Checkout) ([]byte, error) {
		p, err := s.Documents.Invoice(ctx, c.ID)
		if err != nil {
			return nil, err
		}
		return s.Archive.PDF(ctx, documents.InvoiceForm, c, p)
	})
}

// GetCreditNote implements the service.
func (s *Server) GetCreditNote(ctx context.Context, req *checkoutv1.GetCreditNoteRequest) (*httpbody.HttpBody, error) {
	number := strings.TrimSuffix(req.GetNumber(), ".pdf")
	return s.pdf(ctx, req.GetId(), "credit-note", func(c order.Checkout) ([]byte, error) {
		p, err := s.Documents.CreditNote(ctx, c.ID, number)
		if err != nil {
			return nil, err
		}
		return s.Archive.PDF(ctx, documents.CreditNoteForm, c, p)
	})
}

// pdf returns a document of one of the caller's checkouts, or of any checkout if the caller works in support or finance and has an active
// session. It logs what staff read.
func (s *Server) pdf(ctx context.Context, id, name string, draw func(order.Checkout) ([]byte, error)) (*httpbody.HttpBody, error) {
	caller := callerOf(ctx)
	c, err := s.Orders.Get(ctx, caller, id)
	asStaff := errors.Is(err, order.ErrNotFound) && rpc.Caller(ctx).May(identity.Support, identity.Finance)
	if asStaff {
		// Check the session, because the role in an access token may be minutes old.
		if _, err := s.Sessions.Require(ctx); err != nil {
			return nil, err
		}
		c, err = s.Orders.Checkout(ctx, id)
	}
	if err != nil {
		return nil, public(err)
	}
	data, err := draw(c)
	if err != nil {
		return nil, public(err)
	}
	if asStaff {
		s.Orders.Log.InfoContext(ctx, "staff read a document", "account", caller.AccountID, "order", c.ID, "document", name)
	}
	return rpc.File(ctx, "application/pdf", "inline", name+"-"+c.ID+".pdf", data), nil
}
