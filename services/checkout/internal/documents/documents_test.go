package documents_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/money"
	kitpg "github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/checkout/internal/documents"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/order/ordertest"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

// shop is an order service on PostgreSQL whose events issue documents.
type shop struct {
	*ordertest.Orders
	pool   *pgxpool.Pool
	issuer *documents.Issuer
}

// failingOutbox is an outbox that can be made to fail: the transaction is then rolled back.
type failingOutbox struct {
	order.Outbox
	fails func(order.Event) bool
}

func (b failingOutbox) Publish(ctx context.Context, event order.Event) error {
	if b.fails(event) {
		return errors.New("the outbox is full")
	}
	return b.Outbox.Publish(ctx, event)
}

func setup(t *testing.T, size int32, fails func(order.Event) bool) *shop {
	t.Helper()
	pool, err := kitpg.Open(t.Context(), testkit.Postgres(t, func(ctx context.Context, url string) error {
		return kitpg.Migrate(ctx, url, postgres.Migrations)
	}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	s := &shop{pool: pool, issuer: &documents.Issuer{
		Store: postgres.Documents{Pool: pool}, Rates: postgres.Documents{Pool: pool}, Orders: postgres.New(pool, nil), Invoices: "V", CreditNotes: "VC",
		Clock:  clock.NewFake(time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)),
		Seller: documents.Seller{Name: "Vitrine GmbH", Address: "Ringstraße 1, 1010 Wien", Country: "AT", VATID: "ATU12345678", Bank: "AT61"},
	}}
	s.Orders = ordertest.NewOrders(t, size, func(_ testing.TB, out order.Outbox, c clock.Clock) ordertest.Store {
		return postgres.New(pool, documents.Outbox{Outbox: failingOutbox{out, fails}, Issuer: s.issuer}).WithClock(c)
	})
	return s
}

func never(order.Event) bool { return false }

// paid returns a checkout that was paid by card, with its session.
func (s *shop) paid(account string) (order.Checkout, string) {
	s.T.Helper()
	c := s.Hold(account)
	session := s.Card(c)
	s.Cards.Pay(session)
	s.Webhook(session)
	return s.Want(c, purchase.Delivering), session
}

// refund reports a refund that staff made at the provider.
func (s *shop) refund(c order.Checkout, session, id string, amount int64) {
	s.T.Helper()
	truth, err := s.Cards.Session(s.T.Context(), session)
	s.OK(err)
	truth.CheckoutID = c.ID
	truth.Refunds = []order.CardRefund{{ProviderID: id, Status: purchase.RefundSucceeded, Amount: money.Money{Amount: amount, Currency: "USD"}}}
	s.OK(s.ApplyCard(s.T.Context(), truth))
}

func (s *shop) documents(c order.Checkout) []documents.Document {
	s.T.Helper()
	list, err := s.issuer.Store.Of(s.T.Context(), []string{c.ID})
	s.OK(err)
	return list
}

// TestNumbersHaveNoGap makes twenty payments final concurrently, and some of them fail after their number was taken.
func TestNumbersHaveNoGap(t *testing.T) {
	t.Parallel()
	const buyers = 20
	var mu sync.Mutex
	failed := map[string]bool{}
	s := setup(t, buyers, func(event order.Event) bool {
		p, ok := event.(order.OrderPaid)
		mu.Lock()
		defer mu.Unlock()
		if !ok || failed[p.Checkout.ID] || len(failed) == buyers/2 {
			return false
		}
		failed[p.Checkout.ID] = true
		return true
	})
	var truths []order.CardState
	for i := range buyers {
		c := s.Hold(fmt.Sprintf("buyer-%d", i))
		session := s.Card(c)
		s.Cards.Pay(session)
		truth, err := s.Cards.Session(t.Context(), session)
		s.OK(err)
		truth.CheckoutID = c.ID
		truths = append(truths, truth)
	}
	var wg sync.WaitGroup
	for _, truth := range truths {
		for range 2 { // the webhook arrives twice
			wg.Go(func() {
				for range 10 {
					if s.ApplyCard(t.Context(), truth) == nil {
						return
					}
				}
				t.Error("ApplyCard() failed 10 times, want a success")
			})
		}
	}
	wg.Wait()
	if len(failed) != buyers/2 {
		t.Fatalf("%d transactions failed, want %d", len(failed), buyers/2)
	}
	var ids, numbers, want []string
	for i, truth := range truths {
		ids = append(ids, truth.CheckoutID)
		want = append(want, fmt.Sprintf("V-2026-%06d", i+1))
	}
	list, err := s.issuer.Store.Of(t.Context(), ids)
	s.OK(err)
	for _, p := range list {
		numbers = append(numbers, p.Number)
	}
	slices.Sort(numbers)
	if !slices.Equal(numbers, want) {
		t.Fatalf("numbers = %v, want %v", numbers, want)
	}
}

func TestInvoice(t *testing.T) {
	t.Parallel()
	s := setup(t, 2, never)
	c := s.Hold("a")
	if _, err := s.issuer.Invoice(t.Context(), c.ID); !errors.Is(err, documents.ErrNotPaid) {
		t.Fatalf("an unpaid order: error = %v, want ErrNotPaid", err)
	}
	quote := s.Ether(c)
	pay := ordertest.EtherPayment(quote, "0xb1", s.Clock.Now())
	s.OK(s.PaymentSeen(t.Context(), c.ID, pay))
	s.OK(s.PaymentConfirmed(t.Context(), c.ID, pay))
	c = s.Want(c, purchase.Delivering)
	p, err := s.issuer.Invoice(t.Context(), c.ID)
	s.OK(err)
	if p.Number != "V-2026-000001" || p.Gross != c.Price || p.Country != "AT" || p.RateBps != 2000 || p.VAT.Amount != 20_833 || p.Net.Amount != 104_167 {
		t.Errorf("invoice = %+v, want number V-2026-000001 with 20 %% VAT of Austria", p)
	}
	if p.Wei.Cmp(quote.Value) != 0 || p.Rate != quote.Rate || p.RateSource != "test" || p.RateAt.IsZero() || p.Transaction != pay.Transaction || p.ChainID != quote.ChainID {
		t.Errorf("invoice = %+v, want the quote's ether amount, rate and transaction", p)
	}
	if !p.SuppliedAt.Equal(c.PaidAt) || p.Seller != s.issuer.Seller || p.BuyerName != "Ada Lovelace" || p.BuyerEmail != "a@example.org" {
		t.Errorf("invoice = %+v, want the day of payment, the seller and the buyer", p)
	}
	if _, err := s.issuer.CreditNote(t.Context(), c.ID, ""); !errors.Is(err, documents.ErrNotRefunded) {
		t.Errorf("credit note without a refund: error = %v, want ErrNotRefunded", err)
	}
	// A later change of the seller's name changes nothing.
	s.issuer.Seller.Name = "Another"
	if again, err := s.issuer.Invoice(t.Context(), c.ID); err != nil || !reflect.DeepEqual(again, p) {
		t.Errorf("second Invoice() = %+v, %v, want the same invoice", again, err)
	}
}

func TestCreditNotes(t *testing.T) {
	t.Parallel()
	s := setup(t, 1, never)
	c, session := s.paid("a")
	s.refund(c, session, "re_1", 33_333)
	s.refund(c, session, "re_1", 33_333) // reported again
	s.refund(c, session, "re_2", 33_333)
	s.refund(c, session, "re_3", 58_334)
	s.Want(c, purchase.Refunded)
	list := s.documents(c)
	if len(list) != 4 || list[0].Kind != documents.Invoice {
		t.Fatalf("documents = %+v, want 4, the invoice first", list)
	}
	var gross, net, vat int64
	for i, p := range list[1:] {
		if p.Number != fmt.Sprintf("VC-2026-%06d", i+1) || p.InvoiceNumber != list[0].Number || p.Net.Amount+p.VAT.Amount != p.Gross.Amount {
			t.Errorf("credit note = %+v, want the next number, and net plus VAT equal to gross", p)
		}
		gross, net, vat = gross+p.Gross.Amount, net+p.Net.Amount, vat+p.VAT.Amount
	}
	if gross != list[0].Gross.Amount || net != list[0].Net.Amount || vat != list[0].VAT.Amount {
		t.Errorf("credits of %d + %d = %d, want the invoice's, %+v", net, vat, gross, list[0])
	}
	newest, err := s.issuer.CreditNote(t.Context(), c.ID, "")
	if err != nil || !reflect.DeepEqual(newest, list[3]) {
		t.Errorf("CreditNote() = %+v, %v, want the newest", newest, err)
	}
	for _, p := range list[1:] {
		if got, err := s.issuer.CreditNote(t.Context(), c.ID, p.Number); err != nil || !reflect.DeepEqual(got, p) {
			t.Errorf("credit note %s = %+v, %v, want %+v", p.Number, got, err, p)
		}
	}
	for _, number := range []string{"VC-2026-000009", list[0].Number} {
		if _, err := s.issuer.CreditNote(t.Context(), c.ID, number); !errors.Is(err, documents.ErrNoCreditNote) {
			t.Errorf("credit note %s: error = %v, want ErrNoCreditNote", number, err)
		}
	}
	// A fourth one would credit more than was invoiced: the database always rejects it.
	over := list[3]
	over.ID, over.Seq, over.Number, over.RefundID = c.ID, 9, "VC-2026-000009", list[1].RefundID
	if err := s.issuer.Store.Put(t.Context(), over); err == nil || !strings.Contains(err.Error(), "does not fit its invoice") {
		t.Errorf("Put() error = %v, want one that says that the document doesn't fit its invoice", err)
	}
}

// TestEtherIsRefundedInFull credits an ether payment in proportion to its price, with the refunding transaction.
func TestEtherIsRefundedInFull(t *testing.T) {
	t.Parallel()
	s := setup(t, 1, never)
	c := s.Hold("a")
	quote, err := s.StartEther(t.Context(), ordertest.Who("a"), c.ID, "0x70997970C51812dc3A010C7d01b50e0d17dc79C8", order.Billing{Country: "CH"})
	s.OK(err)
	pay := ordertest.EtherPayment(quote, "0xb1", s.Clock.Now())
	pay.RefundAddress = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
	s.OK(s.PaymentConfirmed(t.Context(), c.ID, pay))
	_, err = s.Refund(t.Context(), c.ID, 0, purchase.Decision{InFull: true, By: "staff", Note: "asked"})
	s.OK(err)
	refund := s.Now(c).Refunds[0]
	for range 2 {
		s.OK(s.Refunds.EtherRefund(t.Context(), order.ChainRefund{RefundID: refund.ID, Status: purchase.RefundSucceeded, Transaction: "0xfe"}))
	}
	list := s.documents(s.Want(c, purchase.Refunded))
	if len(list) != 2 {
		t.Fatalf("%d documents, want 2", len(list))
	}
	// No tax for Switzerland.
	if i := list[0]; i.Country != "CH" || i.BillingCountry != "CH" || i.RateBps != 0 || i.VAT.Amount != 0 || i.Net != i.Gross {
		t.Errorf("invoice = %+v, want Switzerland without VAT", i)
	}
	if n := list[1]; n.Gross != list[0].Gross || n.Wei.Cmp(pay.Wei) != 0 || n.Transaction != "0xfe" || n.RefundID != refund.ID {
		t.Errorf("credit note = %+v, want the whole invoice in ether", n)
	}
}

func TestDocumentsNeverChange(t *testing.T) {
	t.Parallel()
	s := setup(t, 1, never)
	c, _ := s.paid("a")
	before := s.documents(c)
	files := postgres.Documents{Pool: s.pool}
	if _, err := files.File(t.Context(), before[0].ID, documents.InvoiceForm); !errors.Is(err, documents.ErrNotPrinted) {
		t.Errorf("File() before printing: error = %v, want ErrNotPrinted", err)
	}
	for _, pdf := range []string{"the first", "another one"} {
		if kept, err := files.Keep(t.Context(), before[0].ID, documents.InvoiceForm, []byte(pdf)); err != nil || string(kept) != "the first" {
			t.Errorf("Keep(%s) = %s, %v, want the first", pdf, kept, err)
		}
	}
	for _, sql := range []string{
		`UPDATE papers SET buyer_name = 'Somebody'`, `UPDATE papers SET number = 'V-2026-000002'`, `DELETE FROM papers`, `TRUNCATE papers CASCADE`,
		`UPDATE printed_papers SET pdf = 'x'`, `DELETE FROM printed_papers`, `TRUNCATE printed_papers`,
	} {
		if _, err := s.pool.Exec(t.Context(), sql); !kitpg.IsCheck(err, "append_only") {
			t.Errorf("Exec(%s) error = %v, want append_only", sql, err)
		}
	}
	if after := s.documents(c); !reflect.DeepEqual(before, after) || len(after) != 1 {
		t.Errorf("documents = %+v, want the one from before", after)
	}
}

func TestRates(t *testing.T) {
	t.Parallel()
	s := setup(t, 1, never)
	var n int
	s.OK(s.pool.QueryRow(t.Context(), `SELECT count(DISTINCT country) FROM vat_rates`).Scan(&n))
	if n != 249 { // all of ISO 3166-1
		t.Errorf("%d countries, want 249", n)
	}
	day := func(text string) time.Time {
		at, err := time.Parse(time.DateOnly, text)
		s.OK(err)
		return at
	}
	for _, c := range []struct {
		country, at string
		bps         int
	}{
		{"DE", "2026-11-21", 1900},
		{"FI", "2026-11-21", 2550},
		{"EE", "2025-06-30", 2200},
		{"EE", "2025-07-01", 2400},
		{"SK", "2025-01-01", 2300},
		{"RO", "2025-07-31", 1900},
		{"CH", "2026-11-21", 0},
		{"US", "2026-11-21", 0},
	} {
		if bps, err := s.issuer.Rates.Rate(t.Context(), c.country, day(c.at)); err != nil || bps != c.bps {
			t.Errorf("rate of %s on %s = %d, %v, want %d", c.country, c.at, bps, err, c.bps)
		}
	}
	// A rate that isn't known isn't zero.
	for country, at := range map[string]string{"XX": "2026-11-21", "EL": "2026-11-21", "": "2026-11-21", "DE": "2023-12-31"} {
		if bps, err := s.issuer.Rates.Rate(t.Context(), country, day(at)); !errors.Is(err, documents.ErrNoRate) {
			t.Errorf("rate of %q on %s = %d, %v, want ErrNoRate", country, at, bps, err)
		}
	}
}

// presses counts what is printed, and fails while it is broken.
type presses struct {
	mu     sync.Mutex
	broken bool
	forms  []documents.Form
}

func (p *presses) Print(_ context.Context, form documents.Form, _ order.Checkout, d documents.Document, urgent bool) ([]byte, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.broken {
		return nil, documents.ErrUnavailable
	}
	p.forms = append(p.forms, form)
	return fmt.Appendf(nil, "%s %s as print %d, urgent: %t", form, d.Number, len(p.forms), urgent), nil
}

// TestEachDocumentIsPrintedOnce: a job is added with each document. It prints the document and its receipt, which are served ever after.
func TestEachDocumentIsPrintedOnce(t *testing.T) {
	t.Parallel()
	s := setup(t, 1, never)
	files, printer := postgres.Documents{Pool: s.pool}, &presses{broken: true}
	archive := &documents.Archive{Store: files, Orders: s.issuer.Orders, Files: files, Printer: printer}
	c, session := s.paid("a")
	invoice := s.documents(c)[0]
	if err := archive.PrintIssued(t.Context(), c.ID, invoice.ID); !errors.Is(err, documents.ErrUnavailable) {
		t.Errorf("PrintIssued() without a printer: error = %v, want ErrUnavailable", err)
	}
	if _, err := archive.PDF(t.Context(), documents.Receipt, c, invoice); !errors.Is(err, documents.ErrUnavailable) {
		t.Errorf("Receipt() without a printer: error = %v, want ErrUnavailable", err)
	}
	printer.broken = false
	for range 2 {
		s.OK(archive.PrintIssued(t.Context(), c.ID, invoice.ID))
	}
	s.refund(c, session, "re_1", 125_000)
	c = s.Want(c, purchase.Refunded)
	note := s.documents(c)[1]
	printer.broken = true // what is printed doesn't need it
	first, err := archive.PDF(t.Context(), documents.InvoiceForm, c, invoice)
	s.OK(err)
	printer.broken = false
	receipt, err := archive.PDF(t.Context(), documents.Receipt, c, invoice) // the job didn't run yet
	s.OK(err)
	s.OK(archive.PrintIssued(t.Context(), c.ID, note.ID))
	for got, want := range map[string]string{
		string(first):   "invoice V-2026-000001 as print 1, urgent: false",
		string(receipt): "receipt_refunded V-2026-000001 as print 3, urgent: true",
	} {
		if got != want {
			t.Errorf("document = %s, want %s", got, want)
		}
	}
	if want := []documents.Form{documents.InvoiceForm, documents.Receipt, documents.ReceiptRefunded, documents.CreditNoteForm}; !slices.Equal(printer.forms, want) {
		t.Errorf("printed = %v, want %v", printer.forms, want)
	}
	var jobs int
	s.OK(s.pool.QueryRow(t.Context(), `SELECT count(*) FROM river_job WHERE kind = 'print_document' AND args->>'checkout_id' = $1`, c.ID).Scan(&jobs))
	if jobs != 2 {
		t.Errorf("%d jobs, want one for each document, 2", jobs)
	}
}
