package checkout_test

import (
	"bytes"
	"context"
	"testing"

	"connectrpc.com/connect"
	"google.golang.org/genproto/googleapis/api/httpbody"

	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
	"github.com/vitrine/vitrine/services/checkout/internal/stripe/stripetest"
)

// TestPapers requests each document before and after it is issued, and as another account.
func TestPapers(t *testing.T) {
	t.Parallel()
	s := setup(t, 1, false)
	c := s.hold("a")
	receipt := func(ctx context.Context) (*connect.Response[httpbody.HttpBody], error) {
		return s.replicas[0].GetReceipt(ctx, request(&checkoutv1.GetReceiptRequest{Id: c.GetId()}, ""))
	}
	invoice := func(ctx context.Context) (*connect.Response[httpbody.HttpBody], error) {
		return s.replicas[1].GetInvoice(ctx, request(&checkoutv1.GetInvoiceRequest{Id: c.GetId()}, ""))
	}
	creditNote := func(ctx context.Context) (*connect.Response[httpbody.HttpBody], error) {
		return s.replicas[0].GetCreditNote(ctx, request(&checkoutv1.GetCreditNoteRequest{Id: c.GetId()}, ""))
	}
	mine := as(t.Context(), "a")
	for _, ask := range []func(context.Context) (*connect.Response[httpbody.HttpBody], error){receipt, invoice} {
		_, err := ask(mine)
		wantReason(t, err, connect.CodeFailedPrecondition, "not_paid")
	}
	_, err := creditNote(mine)
	wantReason(t, err, connect.CodeFailedPrecondition, "not_refunded")

	session := s.card("a", c.GetId())
	s.provider.Pay(session)
	if code := s.webhook(0, stripetest.Event("evt_1", "checkout.session.completed", session, "")); code != 200 {
		t.Fatal(code)
	}
	_, err = creditNote(mine)
	wantReason(t, err, connect.CodeFailedPrecondition, "not_refunded")
	var first []byte
	for i, ask := range []func(context.Context) (*connect.Response[httpbody.HttpBody], error){invoice, receipt, invoice} {
		res, err := ask(mine)
		if err != nil || res.Msg.GetContentType() != "application/pdf" || !bytes.HasPrefix(res.Msg.GetData(), []byte("%PDF-")) {
			t.Fatal(err)
		}
		if i == 0 {
			first = res.Msg.GetData()
		}
		if i == 2 && !bytes.Equal(first, res.Msg.GetData()) {
			t.Error("the invoice differs the second time")
		}
		_, err = ask(as(t.Context(), "b"))
		wantReason(t, err, connect.CodeNotFound, "not_found")
	}
	list, err := s.replicas[0].ListCheckouts(mine, request(&checkoutv1.ListCheckoutsRequest{}, ""))
	if err != nil || len(list.Msg.GetItems()) != 1 {
		t.Fatal(err)
	}
	for _, got := range []*checkoutv1.Checkout{s.get("a", c.GetId()), list.Msg.GetItems()[0]} {
		// 1,250 dollars at the 19 % of the seller's country, because the buyer gave none.
		tax := got.GetTax()
		if got.GetInvoiceNumber() == "" || got.GetCreditNoteNumber() != "" || tax.GetRateBps() != 1900 || tax.GetCountry() != "DE" || tax.GetAmount().GetAmount() != 19_958 {
			t.Errorf("%v", got)
		}
	}
}
