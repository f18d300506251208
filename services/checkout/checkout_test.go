package checkout_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"runtime/debug"
	"strings"
	"sync"
	"testing"
	"time"

	"connectrpc.com/connect/v2"
	"github.com/jackc/pgx/v5/pgxpool"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/bus"
	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/identity/identitytest"
	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/kit/service"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/kit/testkit/rendertest"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1/checkoutv1connect"
	"github.com/vitrine/vitrine/proto/gen/vitrine/render/v1/renderv1connect"
	"github.com/vitrine/vitrine/services/checkout"
	"github.com/vitrine/vitrine/services/checkout/internal/hold"
	"github.com/vitrine/vitrine/services/checkout/internal/order/ordertest"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
	"github.com/vitrine/vitrine/services/checkout/internal/stripe"
	"github.com/vitrine/vitrine/services/checkout/internal/stripe/stripetest"
)

const (
	whsec   = "whsec_test"
	artwork = ordertest.Artwork
)

func migrate(ctx context.Context, url string) error {
	return checkout.Migrate(ctx, checkout.Config{Database: kit.Database{DatabaseURL: url}}, slog.New(slog.DiscardHandler))
}

// shop is two replicas of the service over one database, one broker and one card provider.
type shop struct {
	t        *testing.T
	fleet    *identitytest.Fleet
	pool     *pgxpool.Pool
	bus      *bus.Bus
	provider *stripetest.Server
	parties  *ordertest.Parties
	replicas []checkoutv1connect.CheckoutServiceClient
	urls     []string
	services []*checkout.Service
	artists  *artists
	// contracts replaces the chainwatcher for statements.
	contracts *contracts
}

// session replaces auth: every session is active and recent, except those that ended.
func (s *shop) session(ctx context.Context, sessionID string) (rpc.Session, error) {
	active, err := s.parties.SessionActive(ctx, sessionID)
	return rpc.Session{Active: active, RecentLogin: active, PasskeyConfirmed: active}, err
}

// setup starts the shop. With run set, both replicas do their background work. tune changes the dependencies of a replica.
func setup(t *testing.T, size int32, run bool, tune ...func(replica int, d *checkout.Deps)) *shop {
	t.Helper()
	url := testkit.Postgres(t, migrate)
	log := slog.New(slog.DiscardHandler)
	s := &shop{t: t, fleet: identitytest.New(t), provider: stripetest.New(t), artists: &artists{}, contracts: &contracts{}, parties: &ordertest.Parties{Offers: map[int64]hold.Offer{}, Ended: map[string]bool{}}}
	s.parties.Called = func(ctx context.Context) {
		if postgres.InsideAnyTx(ctx) {
			t.Errorf("another service is called inside a transaction:\n%s", debug.Stack())
		}
	}
	s.parties.Offers[artwork] = hold.Offer{
		Artwork:     purchase.Artwork{ID: artwork, Slug: "untitled-42", Title: "Untitled", ArtistID: 7, ArtistName: "Vera Molnár"},
		EditionSize: size, Price: &money.Money{Amount: 125_000, Currency: "USD"},
	}
	broker := testkit.NATS(t)
	cfg := checkout.Default()
	url += "&pool_max_conns=4"
	cfg.DatabaseURL, cfg.NATSURL, cfg.StripeAPIURL = url, broker, s.provider.URL
	s.fleet.Use(t, "checkout", rendertest.Key(t, "checkout"))
	cfg.RenderURL = rendertest.Shared(t).URL
	cfg.ServiceKey, cfg.PublicKeysFile = kit.Secret(s.fleet.Private(t, "checkout")), s.fleet.File
	cfg.SellerAddress = "1 Quay, 20457 Hamburg"
	cfg.StripeSecretKey, cfg.StripeWebhookSecrets, cfg.ReconcileEvery = "sk_test_x", whsec, 200*time.Millisecond
	cfg.SMTPURL, cfg.SellerAddress, cfg.StaffEmails = "smtp://127.0.0.1:1", "Ringstraße 1, 1010 Wien", []string{"staff@example.org"}
	if err := cfg.Validate(); err != nil {
		t.Fatal(err)
	}
	for replica := range 2 {
		pool, err := postgres.Open(t.Context(), url)
		if err != nil {
			t.Fatal(err)
		}
		b, err := bus.Dial(t.Context(), broker, log)
		if err != nil {
			t.Fatal(err)
		}
		cards := stripe.New(s.provider.URL, "sk_test_x", "", cfg.PublicURL)
		deps := checkout.Deps{
			Config: cfg, Base: service.Base{Pool: pool, Bus: b, Keys: s.fleet.Keys(t, "checkout"), Clock: clock.System, Log: log},
			Fleet: s.parties, Sessions: s.session, Artists: s.artists, Contracts: s.contracts,
			Cards: cards, CardEvents: cards,
			Render: renderv1connect.NewDocumentServiceClient(rpc.NewClient(s.fleet.Keys(t, "checkout"), "render", cfg.RenderURL)),
		}
		for _, fn := range tune {
			fn(replica, &deps)
		}
		svc := checkout.New(deps)
		s.pool, s.bus = pool, b
		mux := http.NewServeMux()
		svc.Mount(mux)
		web := httptest.NewUnstartedServer(mux)
		web.Config.Protocols = new(http.Protocols)
		web.Config.Protocols.SetHTTP1(true)
		web.Config.Protocols.SetUnencryptedHTTP2(true)
		web.Start()
		s.replicas = append(s.replicas, checkoutv1connect.NewCheckoutServiceClient(s.fleet.Client(t, "checkout", web.URL)))
		s.urls, s.services = append(s.urls, web.URL), append(s.services, svc)
		ctx, cancel := context.WithCancel(context.Background())
		done := make(chan error, 1)
		if run {
			go func() { done <- svc.Run(ctx) }()
		} else {
			done <- nil
		}
		t.Cleanup(func() {
			web.Close()
			cancel()
			if err := <-done; err != nil {
				t.Error(err)
			}
			_, _ = svc.Close(), svc.Close()
		})
	}
	return s
}

func as(ctx context.Context, account string) context.Context {
	return identity.With(ctx, &identity.Principal{Subject: account, SessionID: "s-" + account})
}

func (s *shop) create(replica int, account, key string) (*checkoutv1.Checkout, error) {
	return s.replicas[replica%2].CreateCheckout(withKey(as(s.t.Context(), account), key), &checkoutv1.CreateCheckoutRequest{ArtworkId: artwork})
}

func (s *shop) hold(account string) *checkoutv1.Checkout {
	s.t.Helper()
	c, err := s.create(0, account, id.New())
	if err != nil {
		s.t.Fatal(err)
	}
	return c
}

func (s *shop) get(account, checkoutID string) *checkoutv1.Checkout {
	s.t.Helper()
	res, err := s.replicas[1].GetCheckout(as(s.t.Context(), account), &checkoutv1.GetCheckoutRequest{Id: checkoutID})
	if err != nil {
		s.t.Fatal(err)
	}
	return res
}

// card starts a card payment and returns the provider's session.
func (s *shop) card(account, checkoutID string) string {
	s.t.Helper()
	_, err := s.replicas[0].StartCardPayment(withKey(as(s.t.Context(), account), id.New()), &checkoutv1.StartCardPaymentRequest{Id: checkoutID})
	if err != nil {
		s.t.Fatal(err)
	}
	session, _ := s.provider.Session(checkoutID)
	return session
}

func (s *shop) webhook(replica int, body []byte) int {
	return s.signed(replica, body, stripetest.Sign(body, whsec, time.Now()))
}

// signed sends a webhook with the given signature and returns the status, or 0 without a response.
func (s *shop) signed(replica int, body []byte, signature string) int {
	r, err := http.NewRequestWithContext(s.t.Context(), http.MethodPost, s.urls[replica%2]+"/webhooks/stripe", bytes.NewReader(body))
	if err != nil {
		s.t.Error(err)
		return 0
	}
	r.Header.Set("Stripe-Signature", signature)
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Error(err)
		return 0
	}
	_ = res.Body.Close()
	return res.StatusCode
}

func (s *shop) status(account, checkoutID, want string) {
	s.t.Helper()
	testkit.Eventually(s.t, 15*time.Second, func() bool { return s.get(account, checkoutID).GetStatus() == want })
}

func (s *shop) event(eventID string, m proto.Message) {
	s.t.Helper()
	payload, err := proto.Marshal(m)
	if err != nil {
		s.t.Fatal(err)
	}
	if _, err := s.bus.Publish(s.t.Context(), bus.Message{ID: eventID, Subject: bus.SubjectOf(m), Payload: payload}); err != nil {
		s.t.Fatal(err)
	}
}

// checkInvariants checks the public invariants and the history table.
func (s *shop) checkInvariants() *checkoutv1.GetInvariantsResponse {
	s.t.Helper()
	var at time.Time
	var last *checkoutv1.GetInvariantsResponse
	began := time.Now()
	testkit.Eventually(s.t, 15*time.Second, func() bool {
		res, err := s.replicas[0].GetInvariants(s.t.Context(), &checkoutv1.GetInvariantsRequest{})
		if err != nil {
			s.t.Fatal(err)
		}
		last, at = res, res.GetAt().AsTime()
		return at.After(began)
	})
	if last.GetViolations() != 0 {
		s.t.Fatalf("invariants = %v, want no violations", last)
	}
	if n := s.count(`SELECT count(*) FROM checkout_history h WHERE from_status <> '' AND NOT EXISTS (
		SELECT FROM checkout_transitions t WHERE t.from_status = h.from_status AND t.to_status = h.to_status)`); n != 0 {
		s.t.Fatalf("%d transitions aren't in the table, want all in it", n)
	}
	return last
}

func (s *shop) count(sql string, args ...any) (n int) {
	s.t.Helper()
	if err := s.pool.QueryRow(s.t.Context(), sql, args...).Scan(&n); err != nil {
		s.t.Fatal(err)
	}
	return n
}

func wantReason(t *testing.T, err error, code connect.Code, reason string) {
	t.Helper()
	if got, _ := rpc.ReasonOf(err); connect.CodeOf(err) != code || got != reason {
		t.Fatalf("got %v %q, want %v %q", err, got, code, reason)
	}
}

func TestOneUnitManyBuyers(t *testing.T) {
	t.Parallel()
	for _, buyers := range []int{50, 200} {
		s := setup(t, 1, false)
		var mu sync.Mutex
		won, refused := 0, 0
		var wg sync.WaitGroup
		for i := range buyers {
			wg.Go(func() {
				_, err := s.create(i, fmt.Sprint("buyer-", i), id.New())
				mu.Lock()
				defer mu.Unlock()
				reason, _ := rpc.ReasonOf(err)
				switch {
				case err == nil:
					won++
				case reason == "edition_unavailable" && connect.CodeOf(err) == connect.CodeFailedPrecondition:
					refused++
				default:
					t.Errorf("CreateCheckout() = %v, want nil or edition_unavailable", err)
				}
			})
		}
		wg.Wait()
		if won != 1 || refused != buyers-1 {
			t.Fatalf("%d succeeded, %d were rejected, want 1 and %d", won, refused, buyers-1)
		}
		if i := s.checkInvariants(); i.GetHeld() != 1 || i.GetEditions() != 1 {
			t.Fatalf("s.checkInvariants() = %v, want held 1 and editions 1", i)
		}
	}
}

func TestIdempotency(t *testing.T) {
	t.Parallel()
	s := setup(t, 30, false)
	_, err := s.create(0, "a", "")
	wantReason(t, err, connect.CodeInvalidArgument, "idempotency_key_required")
	var mu sync.Mutex
	replies := map[string]int{}
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			c, err := s.create(i, "a", "key-1")
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				wantReason(t, err, connect.CodeFailedPrecondition, "request_in_flight")
				return
			}
			raw, _ := proto.MarshalOptions{Deterministic: true}.Marshal(c)
			replies[string(raw)]++
		})
	}
	wg.Wait()
	if len(replies) != 1 || s.count(`SELECT count(*) FROM checkouts`) != 1 {
		t.Fatalf("one idempotency key: %d different responses, want 1, and one checkout", len(replies))
	}
	_, err = s.replicas[0].CreateCheckout(withKey(as(t.Context(), "a"), "key-1"), &checkoutv1.CreateCheckoutRequest{ArtworkId: artwork, TermsVersion: "2"})
	wantReason(t, err, connect.CodeInvalidArgument, "idempotency_key_reused")
	c, err := s.create(0, "b", "key-1")
	if err != nil || c.GetEditionNumber() != 2 {
		t.Fatalf("another account's call with the same key = %v, %v, want edition 2", c, err)
	}
	_, err = s.replicas[0].GetCheckout(as(t.Context(), "a"), &checkoutv1.GetCheckoutRequest{Id: c.GetId()})
	wantReason(t, err, connect.CodeNotFound, "not_found")
	_, err = s.replicas[0].StartCardPayment(as(t.Context(), "b"), &checkoutv1.StartCardPaymentRequest{Id: c.GetId()})
	wantReason(t, err, connect.CodeInvalidArgument, "idempotency_key_required")
	_, err = s.replicas[0].StartEtherPayment(as(t.Context(), "b"), &checkoutv1.StartEtherPaymentRequest{Id: c.GetId()})
	wantReason(t, err, connect.CodeInvalidArgument, "idempotency_key_required")
	for _, artworkID := range []int64{0, -1} {
		_, err = s.replicas[0].CreateCheckout(withKey(as(t.Context(), "c"), "k"), &checkoutv1.CreateCheckoutRequest{ArtworkId: artworkID})
		wantReason(t, err, connect.CodeInvalidArgument, "invalid")
	}
	_, err = s.replicas[0].CreateCheckout(withKey(as(t.Context(), "c"), "k"), &checkoutv1.CreateCheckoutRequest{ArtworkId: 9})
	wantReason(t, err, connect.CodeNotFound, "not_found")
	_, err = s.replicas[0].ListCheckouts(t.Context(), &checkoutv1.ListCheckoutsRequest{})
	if connect.CodeOf(err) != connect.CodeUnauthenticated {
		t.Fatalf("ListCheckouts() without a login: error = %v, want unauthenticated", err)
	}
	// An ended session writes nothing, even if a stored reply would be repeated.
	s.parties.End("s-b")
	gone := as(t.Context(), "b")
	_, err = s.create(0, "b", "k")
	wantReason(t, err, connect.CodeUnauthenticated, "session_gone")
	_, err = s.replicas[0].CancelCheckout(gone, &checkoutv1.CancelCheckoutRequest{Id: c.GetId()})
	wantReason(t, err, connect.CodeUnauthenticated, "session_gone")
	_, err = s.replicas[0].StartCardPayment(withKey(gone, "card"), &checkoutv1.StartCardPaymentRequest{Id: c.GetId()})
	wantReason(t, err, connect.CodeUnauthenticated, "session_gone")
	_, err = s.replicas[0].StartEtherPayment(withKey(gone, "ether"), &checkoutv1.StartEtherPaymentRequest{Id: c.GetId()})
	wantReason(t, err, connect.CodeUnauthenticated, "session_gone")
	_, err = s.replicas[0].SubmitTransaction(gone, &checkoutv1.SubmitTransactionRequest{Id: c.GetId()})
	wantReason(t, err, connect.CodeUnauthenticated, "session_gone")
}

// TestCardPurchase covers a full card purchase: hold, page, webhook, events, mint, email, receipt. Two replicas run.
func TestCardPurchase(t *testing.T) {
	t.Parallel()
	s := setup(t, 2, true)
	c := s.hold("a")
	ctx := as(t.Context(), "a")
	_, err := s.replicas[0].GetReceipt(ctx, &checkoutv1.GetReceiptRequest{Id: c.GetId()})
	wantReason(t, err, connect.CodeFailedPrecondition, "not_paid")
	session := s.card("a", c.GetId())
	_, form := s.provider.Session(c.GetId())
	if form["line_items[0][price_data][unit_amount]"] != "125000" {
		t.Fatalf("unit amount = %s, want the server's price, 125000", form["line_items[0][price_data][unit_amount]"])
	}
	s.provider.Decline(session)
	intent := s.provider.Decline(session)
	if code := s.webhook(0, stripetest.Event("evt_1", "payment_intent.payment_failed", intent, "")); code != 200 {
		t.Fatalf("code = %v, want 200", code)
	}
	if got := s.get("a", c.GetId()); got.GetStatus() != "payment_failed" || got.GetReason() != "card_declined" {
		t.Fatalf(`s.get("a", c.GetId()) = %v, want status "payment_failed" and reason "card_declined"`, got)
	}
	s.provider.Pay(session)
	var wg sync.WaitGroup
	for i := range 50 {
		wg.Go(func() {
			if code := s.webhook(i, stripetest.Event("evt_2", "checkout.session.completed", session, "")); code != 200 {
				t.Errorf("code = %v, want 200", code)
			}
		})
	}
	wg.Wait()
	if got := s.get("a", c.GetId()); got.GetStatus() != "delivering" || got.GetTokenId() != 42_000_001 {
		t.Fatalf(`s.get("a", c.GetId()) = %v, want status "delivering" and token id 42000001`, got)
	}
	for range 2 {
		s.event("mint:"+c.GetId(), &chainv1.TokenMinted{CheckoutId: c.GetId(), TokenId: 42_000_001, ChainId: 31337, TransactionHash: "0xm"})
	}
	s.status("a", c.GetId(), "completed")
	res, err := s.replicas[0].GetReceipt(ctx, &checkoutv1.GetReceiptRequest{Id: c.GetId()})
	if err != nil || res.GetContentType() != "application/pdf" || !bytes.HasPrefix(res.GetData(), []byte("%PDF-")) {
		t.Fatalf("GetReceipt() = %v, %v, want a PDF", res, err)
	}
	if n := s.count(`SELECT count(*) FROM outbox WHERE subject = 'vitrine.checkout.v1.order_paid'`); n != 1 {
		t.Fatalf("order_paid was published %d times, want 1", n)
	}
	if n := s.count(`SELECT count(*) FROM mails WHERE recipient = 'a@example.org'`); n != 4 { // held, declined, paid, completed
		t.Fatalf("%d emails, want 4", n)
	}
	testkit.Eventually(t, 10*time.Second, func() bool { return s.count(`SELECT count(*) FROM outbox WHERE published_at IS NULL`) == 0 })
	if _, paid, refunds := s.provider.Count(); paid != 1 || refunds != 0 {
		t.Fatalf("s.provider.Count() = %v, %v, want paid 1 and refunds 0", paid, refunds)
	}
	list, err := s.replicas[1].ListCheckouts(ctx, &checkoutv1.ListCheckoutsRequest{})
	if err != nil || len(list.GetItems()) != 1 {
		t.Fatalf("ListCheckouts() = %v, %v, want one", list, err)
	}
	if i := s.checkInvariants(); i.GetSold() != 1 || i.GetHeld() != 0 {
		t.Fatalf("s.checkInvariants() = %v, want sold 1 and held 0", i)
	}
}

// TestWebhookOrder sends five events of a payment that was disputed and refunded, in every order (with -short in every seventh), each twice.
func TestWebhookOrder(t *testing.T) {
	t.Parallel()
	s := setup(t, 130, false)
	n, tried := 0, 0
	var visit func(list []int, k int)
	ends := map[string]int{}
	visit = func(list []int, k int) {
		if k < len(list) {
			for i := k; i < len(list); i++ {
				list[k], list[i] = list[i], list[k]
				visit(list, k+1)
				list[k], list[i] = list[i], list[k]
			}
			return
		}
		n++
		if testing.Short() && n%7 != 0 {
			return
		}
		tried++
		account := fmt.Sprint("b", n)
		c := s.hold(account)
		session := s.card(account, c.GetId())
		intent := s.provider.Decline(session)
		s.provider.Pay(session)
		s.provider.Dispute(intent, "lost")
		events := [][]byte{
			stripetest.Event(fmt.Sprint("evt_failed_", n), "payment_intent.payment_failed", intent, ""),
			stripetest.Event(fmt.Sprint("evt_paid_", n), "payment_intent.succeeded", intent, ""),
			stripetest.Event(fmt.Sprint("evt_done_", n), "checkout.session.completed", session, ""),
			stripetest.Event(fmt.Sprint("evt_opened_", n), "charge.dispute.created", "dp_1", intent),
			stripetest.Event(fmt.Sprint("evt_closed_", n), "charge.dispute.closed", "dp_1", intent),
		}
		for _, i := range list {
			for r := range 2 {
				if code := s.webhook(r, events[i]); code != 200 {
					t.Fatalf("s.webhook(r, events[i]) = %v, want 200", code)
				}
			}
		}
		ends[s.get(account, c.GetId()).GetStatus()]++
	}
	visit([]int{0, 1, 2, 3, 4}, 0)
	if len(ends) != 1 || ends["refunded"] != tried || tried < 17 {
		t.Fatalf("ends = %v, want %d refunded and nothing else", ends, tried)
	}
	if i := s.checkInvariants(); int(i.GetSold()) != tried {
		t.Fatalf("s.checkInvariants() = %v, want sold %d", i, tried)
	}
}

// TestEtherEvents sends the chainwatcher's events over the broker to two replicas.
func TestEtherEvents(t *testing.T) {
	t.Parallel()
	s := setup(t, 2, true)
	c := s.hold("a")
	quote := func() *checkoutv1.Quote {
		t.Helper()
		res, err := s.replicas[0].StartEtherPayment(withKey(as(t.Context(), "a"), id.New()), &checkoutv1.StartEtherPaymentRequest{Id: c.GetId()})
		if err != nil {
			t.Fatal(err)
		}
		return res
	}
	q := quote()
	if again := quote(); !proto.Equal(q, again) {
		t.Fatalf("second quote = %v, want the first, %v", again, q)
	}
	_, err := s.replicas[0].StartCardPayment(withKey(as(t.Context(), "a"), id.New()), &checkoutv1.StartCardPaymentRequest{Id: c.GetId()})
	wantReason(t, err, connect.CodeFailedPrecondition, "quote_active")
	var hash string
	if err := s.pool.QueryRow(t.Context(), `SELECT intent_hash FROM quotes`).Scan(&hash); err != nil {
		t.Fatal(err)
	}
	mined := func(block string) *chainv1.Payment {
		return &chainv1.Payment{
			CheckoutId: c.GetId(), ChainId: q.GetChainId(), BlockHash: block, BlockNumber: 7, BlockTime: timestamppb.Now(),
			TransactionHash: "0xt" + block, Payer: "0xp", Amount: q.GetValue(), ArtistShare: "0", IntentHash: hash,
		}
	}
	first, second := mined("0x1"), mined("0x2")
	s.event("31337:0x1:0:seen", &chainv1.PaymentSeen{Payment: first})
	s.status("a", c.GetId(), "payment_seen")
	s.event("31337:0x1:0:reverted", &chainv1.PaymentReverted{Payment: first})
	s.status("a", c.GetId(), "awaiting_payment")
	s.event("31337:0x2:0:seen", &chainv1.PaymentSeen{Payment: second})
	s.event("31337:0x2:0:confirmed", &chainv1.PaymentConfirmed{Payment: second})
	s.status("a", c.GetId(), "delivering")
	if got := s.get("a", c.GetId()); got.GetTransactionHash() != "0xt0x2" || got.GetPaymentMethod() != "ether" {
		t.Fatalf(`s.get("a", c.GetId()) = %v, want transaction hash "0xt0x2" and payment method "ether"`, got)
	}
	s.event("bad", &chainv1.PaymentSeen{Payment: &chainv1.Payment{CheckoutId: c.GetId(), Amount: "-1"}})
	testkit.Eventually(t, 10*time.Second, func() bool { return s.count(`SELECT count(*) FROM dead_letters`) == 1 })
	s.event("unexpected", &chainv1.UnexpectedPayment{ChainId: 1, TransactionHash: "0x9", Amount: "5", Reason: "direct_transfer"})
	testkit.Eventually(t, 10*time.Second, func() bool { return s.count(`SELECT count(*) FROM reviews`) == 1 })
	if sum := s.count(`SELECT coalesce(sum(amount), 0)::int FROM ledger WHERE asset = 'eip155:31337'`); sum != 0 {
		t.Fatalf("sum = %v, want 0", sum)
	}
	s.checkInvariants()
}

// TestHoldsEnd lets a hold expire while a buyer is on the card page: the session ends first, then the edition is free again.
func TestHoldsEnd(t *testing.T) {
	t.Parallel()
	s := setup(t, 1, true)
	c := s.hold("a")
	session := s.card("a", c.GetId())
	if _, err := s.pool.Exec(t.Context(), `UPDATE checkouts SET expires_at = now()`); err != nil {
		t.Fatal(err)
	}
	s.status("a", c.GetId(), "expired")
	if s.provider.Pay(session) != "" {
		t.Fatal("the card session of an expired hold was paid, want it expired")
	}
	_, err := s.replicas[0].StartCardPayment(withKey(as(t.Context(), "a"), id.New()), &checkoutv1.StartCardPaymentRequest{Id: c.GetId()})
	wantReason(t, err, connect.CodeOutOfRange, "hold_expired")
	c = s.hold("b")
	_, err = s.replicas[0].CancelCheckout(as(t.Context(), "b"), &checkoutv1.CancelCheckoutRequest{Id: c.GetId()})
	if err != nil {
		t.Fatal(err)
	}
	s.checkInvariants()
}

func TestSettings(t *testing.T) {
	t.Parallel()
	cfg := checkout.Config{}
	err := cfg.Validate()
	if err == nil {
		t.Fatal("Validate() of an empty configuration = nil, want an error")
	}
	for _, name := range []string{"DATABASE_URL", "SERVICE_KEY", "PUBLIC_KEYS_FILE", "STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRETS", "HOLD", "MAX_HOLDS"} {
		if !strings.Contains(err.Error(), name) {
			t.Errorf("Validate() = %v, want it to name %s", err, name)
		}
	}
	_, err = checkout.Open(t.Context(), checkout.Config{Database: kit.Database{DatabaseURL: "postgres://127.0.0.1:1/x"}}, slog.New(slog.DiscardHandler))
	if err == nil || errors.Is(err, context.Canceled) {
		t.Fatalf("Open() = %v, want an error of the database", err)
	}
}

// withKey returns a ctx for one call with an idempotency key.
func withKey(ctx context.Context, key string) context.Context {
	return testkit.WithHeader(ctx, rpc.IdempotencyKeyHeader, key)
}
