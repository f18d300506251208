package checkout_test

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"connectrpc.com/connect/v2"

	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/identity/identitytest"
	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/kit/testkit/pdftest"
	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
	"github.com/vitrine/vitrine/services/checkout"
	"github.com/vitrine/vitrine/services/checkout/internal/stripe/stripetest"
)

// TestDeclineBeforeAnotherAttempt: a card is declined, and the buyer returns, presses pay again and leaves the page
// untouched. However the session is read, the first decline isn't reported again.
func TestDeclineBeforeAnotherAttempt(t *testing.T) {
	t.Parallel()
	s := setup(t, 1, true)
	c := s.hold("a")
	session := s.card("a", c.GetId())
	intent := s.provider.Decline(session)
	event := func(n int) {
		t.Helper()
		if code := s.webhook(n, stripetest.Event(fmt.Sprint("evt_", n), "payment_intent.payment_failed", intent, "")); code != 200 {
			t.Fatalf("code = %v, want 200", code)
		}
	}
	event(1)
	s.status("a", c.GetId(), "payment_failed")
	if again := s.card("a", c.GetId()); again != session {
		t.Fatalf("session %s, want %s", again, session)
	}
	// A minute later the reconcilers read the session; the provider still reports the decline.
	if _, err := s.pool.Exec(t.Context(), `UPDATE card_sessions SET created_at = created_at - interval '2 minutes'`); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, 15*time.Second, func() bool { return s.count(`SELECT count(*) FROM claims WHERE work = 'sessions'`) == 1 })
	event(2)
	if got := s.get("a", c.GetId()); got.GetStatus() != "awaiting_payment" {
		t.Errorf("status = %s, want awaiting_payment", got.GetStatus())
	}
	if n := s.count(`SELECT count(*) FROM mails WHERE key LIKE 'failed:%'`); n != 1 {
		t.Errorf("%d mails about one decline, want 1", n)
	}
	s.provider.Decline(session)
	event(3)
	s.status("a", c.GetId(), "payment_failed")
	if n := s.count(`SELECT count(*) FROM mails WHERE key LIKE 'failed:%'`); n != 2 {
		t.Errorf("%d mails about two declines, want 2", n)
	}
}

// TestTooManyHoldsNamesThem lets a page link to the holds that the caller has.
func TestTooManyHoldsNamesThem(t *testing.T) {
	t.Parallel()
	s := setup(t, 3, false)
	want := map[string]string{}
	for n := range int64(3) {
		offer := s.parties.Offers[artwork]
		offer.Artwork.ID, offer.Artwork.Slug = 100+n, fmt.Sprint("work-", 100+n)
		s.parties.Offers[100+n] = offer
		res, err := s.replicas[0].CreateCheckout(withKey(as(t.Context(), "a"), id.New()), &checkoutv1.CreateCheckoutRequest{ArtworkId: 100 + n})
		if n < 2 {
			if err != nil {
				t.Fatal(err)
			}
			want[res.GetId()] = offer.Artwork.Slug
			continue
		}
		wantReason(t, err, connect.CodeFailedPrecondition, "too_many_holds")
		if _, got := rpc.ReasonOf(err); !maps.Equal(got, want) {
			t.Errorf("details = %v, want %v", got, want)
		}
	}
}

// TestClosedSales closes the sales on one replica: it refuses new holds, and lets those be paid that were made before.
func TestClosedSales(t *testing.T) {
	t.Parallel()
	s := setup(t, 3, false, func(replica int, d *checkout.Deps) {
		if replica == 1 {
			d.Config.Sales = "closed"
		}
	})
	open, closed := s.replicas[0], s.replicas[1]
	buy := &checkoutv1.CreateCheckoutRequest{ArtworkId: artwork}
	_, err := closed.CreateCheckout(withKey(as(t.Context(), "a"), id.New()), buy)
	wantReason(t, err, connect.CodeFailedPrecondition, "sales_closed")
	held, err := open.CreateCheckout(withKey(as(t.Context(), "a"), id.New()), buy)
	if err != nil {
		t.Fatal(err)
	}
	again, err := closed.CreateCheckout(withKey(as(t.Context(), "a"), id.New()), buy)
	if err != nil || again.GetId() != held.GetId() {
		t.Errorf("the earlier hold = %v, %v, want %s", again, err, held.GetId())
	}
	if _, err := closed.StartCardPayment(withKey(as(t.Context(), "a"), id.New()), &checkoutv1.StartCardPaymentRequest{Id: held.GetId(), BillingCountry: "DE"}); err != nil {
		t.Errorf("paying for the earlier hold: error = %v, want nil", err)
	}
	cfg := checkout.Default()
	cfg.Sales = "paused"
	if err := cfg.Validate(); err == nil || !strings.Contains(err.Error(), "SALES must be open or closed") {
		t.Errorf("invalid SALES: error = %v, want SALES must be open or closed", err)
	}
}

// TestAChosenEditionIsHeldOrRejected lets a page offer the next free edition.
func TestAChosenEditionIsHeldOrRejected(t *testing.T) {
	t.Parallel()
	s := setup(t, 3, false)
	create := func(account string, edition int32) (*checkoutv1.Checkout, error) {
		return s.replicas[0].CreateCheckout(withKey(as(t.Context(), account), id.New()), &checkoutv1.CreateCheckoutRequest{ArtworkId: artwork, EditionNumber: &edition})
	}
	res, err := create("a", 2)
	if err != nil || res.GetEditionNumber() != 2 {
		t.Fatalf("edition = %d and %v, want 2", res.GetEditionNumber(), err)
	}
	_, err = create("b", 2)
	wantReason(t, err, connect.CodeFailedPrecondition, "edition_taken")
	if _, got := rpc.ReasonOf(err); got["next"] != "3" {
		t.Errorf("details = %v, want 3 as next", got)
	}
	_, err = create("a", 1)
	wantReason(t, err, connect.CodeFailedPrecondition, "other_edition_held")
}

// TestTermsStayAccepted: the checkout contains the accepted version, on every device.
func TestTermsStayAccepted(t *testing.T) {
	t.Parallel()
	s := setup(t, 1, false)
	res, err := s.replicas[0].CreateCheckout(withKey(as(t.Context(), "a"), id.New()), &checkoutv1.CreateCheckoutRequest{ArtworkId: artwork, TermsVersion: "2026-01"})
	if err != nil {
		t.Fatal(err)
	}
	if got := s.get("a", res.GetId()); got.GetTermsVersion() != "2026-01" {
		t.Errorf("terms version = %q, want 2026-01", got.GetTermsVersion())
	}
}

// TestCancelEtherPayment: the order can be paid by card immediately, unless a transaction may be paying it.
func TestCancelEtherPayment(t *testing.T) {
	t.Parallel()
	s := setup(t, 1, false)
	c := s.hold("a")
	ether := func() {
		t.Helper()
		if _, err := s.replicas[0].StartEtherPayment(withKey(as(t.Context(), "a"), id.New()), &checkoutv1.StartEtherPaymentRequest{Id: c.GetId()}); err != nil {
			t.Fatal(err)
		}
	}
	end := func(account string) (*checkoutv1.Checkout, error) {
		return s.replicas[1].CancelEtherPayment(as(t.Context(), account), &checkoutv1.CancelEtherPaymentRequest{Id: c.GetId()})
	}
	card := func() error {
		_, err := s.replicas[0].StartCardPayment(withKey(as(t.Context(), "a"), id.New()), &checkoutv1.StartCardPaymentRequest{Id: c.GetId()})
		return err
	}
	ether()
	wantReason(t, card(), connect.CodeFailedPrecondition, "quote_active")
	_, err := end("b")
	wantReason(t, err, connect.CodeNotFound, "not_found")
	res, err := end("a")
	if err != nil || res.GetStatus() != "awaiting_payment" || res.GetPaymentMethod() != "" || res.GetQuoteExpiresAt() != nil {
		t.Fatalf("end of the payment = %v, %v, want awaiting_payment without a method or a quote", res, err)
	}
	if err := card(); err != nil {
		t.Fatal(err)
	}
	ether()
	if got := s.get("a", c.GetId()); got.GetPaymentMethod() != "ether" || got.GetQuoteExpiresAt() == nil {
		t.Errorf("checkout = %v, want an ether payment with a quote", got)
	}
	if _, err := s.replicas[0].SubmitTransaction(as(t.Context(), "a"), &checkoutv1.SubmitTransactionRequest{Id: c.GetId(), Hash: "0x" + fmt.Sprintf("%064x", 7)}); err != nil {
		t.Fatal(err)
	}
	_, err = end("a")
	wantReason(t, err, connect.CodeFailedPrecondition, "ether_sent")
	_, err = s.replicas[0].CancelCheckout(as(t.Context(), "a"), &checkoutv1.CancelCheckoutRequest{Id: c.GetId()})
	wantReason(t, err, connect.CodeFailedPrecondition, "ether_sent")
	s.checkInvariants()
}

// TestEveryCreditNoteIsAvailable refunds an order in two parts: each credit note is available in the order, by number,
// and in its email.
func TestEveryCreditNoteIsAvailable(t *testing.T) {
	t.Parallel()
	s := setup(t, 1, true)
	c := s.hold("a")
	session := s.card("a", c.GetId())
	s.provider.Pay(session)
	s.webhook(0, stripetest.Event("evt_1", "checkout.session.completed", session, ""))
	s.status("a", c.GetId(), "delivering")
	for n, amount := range []int64{25_000, 50_000} {
		err := s.refund(c.GetId(), amount)
		if err != nil {
			t.Fatal(err)
		}
		testkit.Eventually(t, 15*time.Second, func() bool { return len(s.get("a", c.GetId()).GetCreditNotes()) == n+1 })
	}
	got := s.get("a", c.GetId())
	notes := got.GetCreditNotes()
	if notes[0].GetAmount().GetAmount() != 25_000 || notes[1].GetAmount().GetAmount() != 50_000 || got.GetCreditNoteNumber() != notes[1].GetNumber() {
		t.Fatalf("credit notes = %v, want 25,000 and then 50,000 cents", notes)
	}
	download := func(account, number string) ([]byte, error) {
		res, err := s.replicas[0].GetCreditNote(as(t.Context(), account), &checkoutv1.GetCreditNoteRequest{Id: c.GetId(), Number: number})
		if err != nil {
			return nil, err
		}
		return res.GetData(), nil
	}
	for n, sum := range []struct{ shopper, document string }{{"$250", "USD 250.00"}, {"$500", "USD 500.00"}} {
		number := notes[n].GetNumber()
		for _, name := range []string{number, number + ".pdf"} {
			pdf, err := download("a", name)
			if err != nil || !pdftest.Has(t, pdf, number) || !pdftest.Has(t, pdf, sum.document) {
				t.Errorf("credit note %s: error = %v, want a PDF with %s and %s", name, err, number, sum.document)
			}
		}
		if n := s.count(`SELECT count(*) FROM mails WHERE key LIKE 'refunded:%' AND body LIKE '%' || $1 || '%' AND body LIKE '%' || $2 || '%'`, number, sum.shopper); n != 1 {
			t.Errorf("%d emails name credit note %s with %s, want 1", n, number, sum.shopper)
		}
	}
	newest, err := download("a", "")
	last, err2 := download("a", notes[1].GetNumber())
	if err != nil || err2 != nil || !bytes.Equal(newest, last) {
		t.Errorf("newest credit note: errors = %v, %v, want the same document as %s", err, err2, notes[1].GetNumber())
	}
	_, err = download("a", "VC-1999-000001")
	wantReason(t, err, connect.CodeNotFound, "not_found")
	_, err = download("b", notes[0].GetNumber())
	wantReason(t, err, connect.CodeNotFound, "not_found")
}

// TestOverdue: an order reports when it takes longer than normal.
func TestOverdue(t *testing.T) {
	t.Parallel()
	s := setup(t, 1, false)
	c := s.hold("a")
	session := s.card("a", c.GetId())
	s.provider.Pay(session)
	s.webhook(0, stripetest.Event("evt_1", "checkout.session.completed", session, ""))
	overdue := func(age string) bool {
		t.Helper()
		if _, err := s.pool.Exec(t.Context(), `UPDATE checkouts SET updated_at = now() - $1::interval`, age); err != nil {
			t.Fatal(err)
		}
		return s.get("a", c.GetId()).GetOverdue()
	}
	if got := s.get("a", c.GetId()); got.GetStatus() != "delivering" {
		t.Fatalf(`s.get("a", c.GetId()) = %v, want status "delivering"`, got)
	}
	if overdue("19 minutes") || !overdue("21 minutes") {
		t.Error("delivering isn't overdue exactly after OVERDUE_MINT, 20 minutes")
	}
}

// TestRequiredSettings: settings that documents and emails need are required.
func TestRequiredSettings(t *testing.T) {
	t.Parallel()
	fleet := identitytest.New(t)
	for name, change := range map[string]func(*checkout.Config){
		"SELLER_ADDRESS": func(c *checkout.Config) { c.SellerAddress = "" },
		"SELLER_NAME":    func(c *checkout.Config) { c.SellerName = "" },
		"STAFF_EMAILS":   func(c *checkout.Config) { c.StaffEmails = []string{"nobody"} },
		"SELLER_COUNTRY": func(c *checkout.Config) { c.SellerCountry = "XX" },
		"OVERDUE_":       func(c *checkout.Config) { c.OverdueMint = 0 },
		"HOLD":           func(c *checkout.Config) { c.Hold = 0 },
	} {
		t.Run(name, func(t *testing.T) {
			cfg := checkout.Default()
			cfg.DatabaseURL, cfg.StripeSecretKey, cfg.StripeWebhookSecrets = "postgres://x", "sk_test_x", whsec
			cfg.ServiceKey, cfg.PublicKeysFile = kit.Secret(fleet.Private(t, "checkout")), fleet.File
			cfg.SellerAddress = "Ringstraße 1, 1010 Wien"
			if err := kit.Check(&cfg); err != nil {
				t.Fatal(err)
			}
			change(&cfg)
			if err := kit.Check(&cfg); err == nil || !strings.Contains(err.Error(), name) {
				t.Errorf("without %s: error = %v, want one that names it", name, err)
			}
		})
	}
	if settings := checkout.Default().StaffEmails; !slices.Equal(settings, nil) {
		t.Errorf("staff by default = %v, want none", settings)
	}
}
