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
	return s.pdf(ctx, req.GetId(), documents.Receipt, s.Documents.Invoice)
}

// GetInvoice implements the service.
func (s *Server) GetInvoice(ctx context.Context, req *checkoutv1.GetInvoiceRequest) (*httpbody.HttpBody, error) {
	return s.pdf(ctx, req.GetId(), documents.InvoiceForm, s.Documents.Invoice)
}

// GetCreditNote implements the service.
func (s *Server) GetCreditNote(ctx context.Context, req *checkoutv1.GetCreditNoteRequest) (*httpbody.HttpBody, error) {
	return s.pdf(ctx, req.GetId(), documents.CreditNoteForm, func(ctx context.Context, checkoutID string) (documents.Document, error) {
		return s.Documents.CreditNote(ctx, checkoutID, strings.TrimSuffix(req.GetNumber(), ".pdf"))
	})
}

// pdf returns a document of one of the caller's checkouts, or of any checkout if the caller works in support or finance and has an active
// session. It logs what staff read.
func (s *Server) pdf(ctx context.Context, id string, form documents.Form, issued func(ctx context.Context, checkoutID string) (documents.Document, error)) (*httpbody.HttpBody, error) {
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
	document, err := issued(ctx, c.ID)
	if err != nil {
		return nil, public(err)
	}
	data, err := s.Archive.PDF(ctx, form, c, document)
	if err != nil {
		return nil, public(err)
	}
	name := strings.ReplaceAll(string(form), "_", "-")
	if asStaff {
		s.Orders.Log.InfoContext(ctx, "staff read a document", "account", caller.AccountID, "order", c.ID, "document", name)
	}
	return rpc.File(ctx, "application/pdf", "inline", name+"-"+c.ID+".pdf", data), nil
}
