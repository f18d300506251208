package checkout_test

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"connectrpc.com/connect/v2"
	"google.golang.org/genproto/googleapis/api/httpbody"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/kit/testkit/pdftest"
	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
	renderv1 "github.com/vitrine/vitrine/proto/gen/vitrine/render/v1"
	"github.com/vitrine/vitrine/services/checkout"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
	"github.com/vitrine/vitrine/services/checkout/internal/receipt"
	"github.com/vitrine/vitrine/services/checkout/internal/stripe/stripetest"
)

// TestDocuments requests each document before and after it is issued, and as another account.
func TestDocuments(t *testing.T) {
	t.Parallel()
	s := setup(t, 1, false)
	c := s.hold("a")
	receipt := func(ctx context.Context) (*httpbody.HttpBody, error) {
		return s.replicas[0].GetReceipt(ctx, &checkoutv1.GetReceiptRequest{Id: c.GetId()})
	}
	invoice := func(ctx context.Context) (*httpbody.HttpBody, error) {
		return s.replicas[1].GetInvoice(ctx, &checkoutv1.GetInvoiceRequest{Id: c.GetId()})
	}
	creditNote := func(ctx context.Context) (*httpbody.HttpBody, error) {
		return s.replicas[0].GetCreditNote(ctx, &checkoutv1.GetCreditNoteRequest{Id: c.GetId()})
	}
	mine := as(t.Context(), "a")
	for _, ask := range []func(context.Context) (*httpbody.HttpBody, error){receipt, invoice} {
		_, err := ask(mine)
		wantReason(t, err, connect.CodeFailedPrecondition, "not_paid")
	}
	_, err := creditNote(mine)
	wantReason(t, err, connect.CodeFailedPrecondition, "not_refunded")

	session := s.card("a", c.GetId())
	s.provider.Pay(session)
	if code := s.webhook(0, stripetest.Event("evt_1", "checkout.session.completed", session, "")); code != 200 {
		t.Fatalf("code = %v, want 200", code)
	}
	_, err = creditNote(mine)
	wantReason(t, err, connect.CodeFailedPrecondition, "not_refunded")
	var first []byte
	for i, ask := range []func(context.Context) (*httpbody.HttpBody, error){invoice, receipt, invoice} {
		res, err := ask(mine)
		if err != nil || res.GetContentType() != "application/pdf" || !bytes.HasPrefix(res.GetData(), []byte("%PDF-")) {
			t.Fatalf("document = %v, %v, want a PDF", res, err)
		}
		if i == 0 {
			first = res.GetData()
		}
		if i == 2 && !bytes.Equal(first, res.GetData()) {
			t.Error("the second rendering of the invoice differs, want the same bytes")
		}
		_, err = ask(as(t.Context(), "b"))
		wantReason(t, err, connect.CodeNotFound, "not_found")
	}
	list, err := s.replicas[0].ListCheckouts(mine, &checkoutv1.ListCheckoutsRequest{})
	if err != nil || len(list.GetItems()) != 1 {
		t.Fatalf("ListCheckouts() = %v, %v, want one", list, err)
	}
	for _, got := range []*checkoutv1.Checkout{s.get("a", c.GetId()), list.GetItems()[0]} {
		// 1,250 dollars at the 19 % of the seller's country, because the buyer gave none.
		tax := got.GetTax()
		if got.GetInvoiceNumber() == "" || got.GetCreditNoteNumber() != "" || tax.GetRateBps() != 1900 || tax.GetCountry() != "DE" || tax.GetAmount().GetAmount() != 19_958 {
			t.Errorf("order = %v, want an invoice with 19 %% German VAT, 19,958 cents", got)
		}
	}
}

// outage is a render that can be unavailable.
type outage struct {
	receipt.Render

	down atomic.Bool
}

func (o *outage) Print(ctx context.Context, req *renderv1.PrintRequest) (*renderv1.PrintResponse, error) {
	if o.down.Load() {
		return nil, connect.NewError(connect.CodeUnavailable, "down")
	}
	return o.Render.Print(ctx, req)
}

// TestWithoutRenderOrdersGoOn: while render is down, an order is paid and delivered, and its documents say that they are being prepared. Afterwards
// the job prints them, in the name's own letters, and they stay when render is down again.
func TestWithoutRenderOrdersGoOn(t *testing.T) {
	t.Parallel()
	press := &outage{}
	press.down.Store(true)
	s := setup(t, 1, true, func(_ int, d *checkout.Deps) {
		press.Render, d.Render = d.Render, press
	})
	s.parties.Buyers = map[string]purchase.Account{"a": {HasIdentity: true, EmailVerified: true, ProfileCompleted: true, Email: "a@example.org", Name: "Nguyễn Phan Thử"}}
	c := s.hold("a").GetId()
	session := s.card("a", c)
	s.provider.Pay(session)
	if code := s.webhook(0, stripetest.Event("evt_1", "checkout.session.completed", session, "")); code != 200 {
		t.Fatalf("code = %v, want 200", code)
	}
	s.status("a", c, "delivering")
	read := func() ([]byte, error) {
		res, err := s.replicas[0].GetInvoice(as(t.Context(), "a"), &checkoutv1.GetInvoiceRequest{Id: c})
		return res.GetData(), err
	}
	_, err := read()
	wantReason(t, err, connect.CodeUnavailable, "unavailable")
	press.down.Store(false)
	testkit.Eventually(t, 30*time.Second, func() bool { return s.count(`SELECT count(*) FROM printed_papers`) == 2 })
	press.down.Store(true)
	pdf, err := read()
	if err != nil || !pdftest.Has(t, pdf, "Nguyễn Phan Thử") || !pdftest.Has(t, pdf, "V-2026-000001") {
		t.Errorf("invoice: error = %v, want the one that the job printed", err)
	}
}

// TestStaffReadDocuments requests each document as nobody, as another shopper, as the buyer and as staff with and without an
// active session. Only what staff read of others is logged.
func TestStaffReadDocuments(t *testing.T) {
	t.Parallel()
	log := new(testkit.Buffer)
	s := setup(t, 1, true, func(_ int, d *checkout.Deps) { d.Log = slog.New(slog.NewJSONHandler(log, nil)) })
	c := s.hold("ada").GetId()
	session := s.card("ada", c)
	s.provider.Pay(session)
	if code := s.webhook(0, stripetest.Event("evt_1", "checkout.session.completed", session, "")); code != 200 {
		t.Fatalf("code = %v, want 200", code)
	}
	s.status("ada", c, "delivering")
	if err := s.refund(c, 25_000); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, 15*time.Second, func() bool { return len(s.get("ada", c).GetCreditNotes()) == 1 })
	number := s.get("ada", c).GetCreditNotes()[0].GetNumber()
	all := map[string]func(context.Context) (*httpbody.HttpBody, error){
		"receipt": func(ctx context.Context) (*httpbody.HttpBody, error) {
			return s.replicas[0].GetReceipt(ctx, &checkoutv1.GetReceiptRequest{Id: c})
		},
		"invoice": func(ctx context.Context) (*httpbody.HttpBody, error) {
			return s.replicas[1].GetInvoice(ctx, &checkoutv1.GetInvoiceRequest{Id: c})
		},
		"credit-note": func(ctx context.Context) (*httpbody.HttpBody, error) {
			return s.replicas[0].GetCreditNote(ctx, &checkoutv1.GetCreditNoteRequest{Id: c, Number: number})
		},
	}
	for name, read := range all {
		if _, err := read(t.Context()); connect.CodeOf(err) != connect.CodeUnauthenticated {
			t.Errorf("%s without a login: error = %v, want unauthenticated", name, err)
		}
		_, err := read(as(t.Context(), "grace"))
		wantReason(t, err, connect.CodeNotFound, "not_found")
		own, err := read(as(t.Context(), "ada"))
		if err != nil {
			t.Fatal(err)
		}
		line := `"staff read a document","account":"staff-1","order":"` + c + `","document":"` + name + `"`
		if strings.Contains(log.String(), line) {
			t.Errorf("%s is logged before staff read it, want only afterwards", name)
		}
		got, err := read(staff(t.Context()))
		if err != nil || !bytes.Equal(got.GetData(), own.GetData()) {
			t.Errorf("%s as staff: error = %v, want the buyer's document", name, err)
		}
		if strings.Count(log.String(), line) != 1 {
			t.Errorf("reading the %s is logged %d times, want once", name, strings.Count(log.String(), line))
		}
	}
	_, err := s.replicas[0].GetInvoice(staff(t.Context()), &checkoutv1.GetInvoiceRequest{Id: id.New()})
	wantReason(t, err, connect.CodeNotFound, "not_found")
	s.parties.Ended["s-staff-1"] = true
	for _, read := range all {
		_, err := read(staff(t.Context()))
		wantReason(t, err, connect.CodeUnauthenticated, "session_gone")
	}
	if n := strings.Count(log.String(), "staff read a document"); n != 3 {
		t.Errorf("%d readings of staff are logged, want 3", n)
	}
	if strings.Contains(log.String(), "ada@example.org") {
		t.Error("the log has personal data")
	}
}
