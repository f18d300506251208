package checkout_test

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"connectrpc.com/connect/v2"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/kit/testkit"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
	"github.com/vitrine/vitrine/services/checkout"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/order/ordertest"
	"github.com/vitrine/vitrine/services/checkout/internal/stripe/stripetest"
)

// post sends JSON to a procedure, like a client that wasn't generated from the contract.
func (s *shop) post(account, procedure, body string) (int, map[string]any) {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), http.MethodPost, s.urls[0]+"/vitrine.checkout.v1.CheckoutService/"+procedure, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set(rpc.IdempotencyKeyHeader, id.New())
	r.Header.Set(identity.Header, s.fleet.Token(s.t, "checkout", &identity.Principal{Subject: account, SessionID: "s-" + account}))
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	var out map[string]any
	if err := json.Unmarshal(raw, &out); err != nil {
		s.t.Fatalf("%s: error = %v, want nil", raw, err)
	}
	return res.StatusCode, out
}

// TestInventedFields requests another price, currency, quantity or artwork. The gateway refuses such fields; without it, the buyer is still
// charged the offer at the time of the hold.
func TestInventedFields(t *testing.T) {
	t.Parallel()
	s := setup(t, 3, false)
	cheap := s.parties.Offers[artwork]
	cheap.Artwork.ID, cheap.Price = 43, &money.Money{Amount: 1, Currency: "JPY"}
	s.parties.Offers[43] = cheap
	const invented = `"price": {"amount": "1", "currency": "JPY"}, "amount": 1, "currency": "JPY", "value": "1", "rate": "1e30", "quantity": 3, "editions": [3],
		"artwork": 43, "status": "paid", "expiresAt": "2999-01-01T00:00:00Z", "accountId": "eve", "chainId": 1, "payoutAddress": "0x1"`
	for _, bad := range []string{"-42", "0", "1e30", `"1e30"`, "42.5", `"forty-two"`, "[42]", `{"id": 42}`, "null", "true", "9223372036854775808"} {
		if code, reply := s.post("a", "CreateCheckout", `{"artworkId": `+bad+`}`); code != http.StatusBadRequest {
			t.Errorf("artworkId %s: status = %d, body %v, want 400", bad, code, reply)
		}
	}
	if n := s.count(`SELECT count(*) FROM checkouts`); n != 0 {
		t.Fatalf("invalid requests created %d checkouts, want 0", n)
	}
	hold := func(account string) string {
		t.Helper()
		code, c := s.post(account, "CreateCheckout", `{"artworkId": "42", `+invented+`}`)
		price, _ := c["price"].(map[string]any)
		if code != http.StatusOK || price["amount"] != "125000" || price["currency"] != "USD" || c["status"] != "reserved" || c["artworkId"] != "42" {
			t.Fatalf("CreateCheckout = %d, %v, want 200, artwork 42 reserved for 125000 USD", code, c)
		}
		return c["id"].(string)
	}
	card, ether := hold("a"), hold("b")
	if n := s.count(`SELECT count(*) FROM edition_units WHERE status = 'held'`); n != 2 {
		t.Fatalf("%d units are held, want 2", n)
	}
	s.parties.Offers[artwork] = cheap // the price changes while the holds are live
	if code, reply := s.post("eve", "StartCardPayment", `{"id": "`+card+`"}`); code != http.StatusNotFound {
		t.Fatalf("code, reply = %v, %v, want code NotFound", code, reply)
	}
	if code, reply := s.post("a", "StartCardPayment", `{"id": "`+card+`", "artworkId": "43", `+invented+`}`); code != http.StatusOK {
		t.Fatalf("code, reply = %v, %v, want code OK", code, reply)
	}
	session, form := s.provider.Session(card)
	sent := map[string]string{}
	for k, v := range form {
		if strings.HasPrefix(k, "line_items") && !strings.Contains(k, "product_data") {
			sent[k] = v
		}
	}
	if want := map[string]string{
		"line_items[0][price_data][unit_amount]": "125000", "line_items[0][price_data][currency]": "usd", "line_items[0][quantity]": "1",
	}; !maps.Equal(sent, want) {
		t.Fatalf("sent to the provider = %v, want %v", sent, want)
	}
	code, quote := s.post("b", "StartEtherPayment", `{"id": "`+ether+`", "artworkId": "43", `+invented+`}`)
	if code != http.StatusOK || quote["value"] != "125000000000000" || quote["chainId"] != 31337.0 {
		t.Fatalf(`code, quote = %v, %v, want code OK, value "125000000000000" and chainId 31337.0`, code, quote)
	}
	s.provider.Pay(session)
	s.webhook(0, stripetest.Event("evt_1", "checkout.session.completed", session, ""))
	if got := s.get("a", card); got.GetStatus() != "delivering" || got.GetPrice().GetAmount() != 125_000 {
		t.Fatalf(`s.get("a", card) = %v, want status "delivering" and price amount 125000`, got)
	}
	if i := s.checkInvariants(); i.GetSold() != 1 || i.GetHeld() != 1 {
		t.Fatalf("s.checkInvariants() = %v, want sold 1 and held 1", i)
	}
}

// TestWebhookLoad sends each event of a payment fifty times (twenty with -short) in parallel while the payment is processed, and then all of
// them once more in any order.
func TestWebhookLoad(t *testing.T) {
	t.Parallel()
	orders, times := 3, 50
	if testing.Short() {
		orders, times = 1, 20
	}
	s := setup(t, int32(orders), false)
	var mu sync.Mutex
	var took []time.Duration
	for n := range orders {
		account := fmt.Sprint("b", n)
		c := s.hold(account)
		session := s.card(account, c.GetId())
		var wg sync.WaitGroup
		var all [][]byte
		send := func(replica int, body []byte) {
			wg.Go(func() {
				began := time.Now()
				if code := s.webhook(replica, body); code != http.StatusOK {
					t.Errorf("s.webhook(replica, body) = %v, want OK", code)
				}
				mu.Lock()
				defer mu.Unlock()
				took = append(took, time.Since(began))
			})
		}
		happens := func(kind, object, intent string) {
			body := stripetest.Event(fmt.Sprint(kind, n), kind, object, intent)
			for i := range times {
				all = append(all, body)
				send(i, body)
			}
		}
		intent := s.provider.Decline(session)
		happens("payment_intent.payment_failed", intent, "")
		s.provider.Pay(session)
		happens("checkout.session.completed", session, "")
		happens("payment_intent.succeeded", intent, "")
		s.provider.Dispute(intent, "needs_response")
		happens("charge.dispute.created", "dp", intent)
		s.provider.Dispute(intent, "lost")
		happens("charge.dispute.closed", "dp", intent)
		wg.Wait()
		rand.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		for i, body := range all {
			send(i, body)
		}
		wg.Wait()
		if got := s.get(account, c.GetId()); got.GetStatus() != "refunded" || len(got.GetRefunds()) != 1 {
			t.Fatalf(`s.get(account, c.GetId()) = %v, want status "refunded" and 1 refunds`, got)
		}
	}
	for sql, want := range map[string]int{
		`SELECT count(*) FROM outbox WHERE subject = 'vitrine.checkout.v1.order_paid'`:     orders,
		`SELECT count(*) FROM outbox WHERE subject = 'vitrine.checkout.v1.order_disputed'`: orders,
		`SELECT count(*) FROM outbox WHERE subject = 'vitrine.checkout.v1.order_refunded'`: orders,
		`SELECT count(*) FROM inbox WHERE consumer = 'checkout-stripe'`:                    5 * orders,
		`SELECT count(*) FROM refunds`: orders,
	} {
		if n := s.count(sql); n != want {
			t.Errorf("%s: %d, want %d", sql, n, want)
		}
	}
	slices.Sort(took)
	at := func(share float64) time.Duration {
		return took[int(share*float64(len(took)-1))].Round(time.Millisecond)
	}
	t.Logf("%d webhooks handled: half in %s, 99 of 100 in %s, the last in %s", len(took), at(0.5), at(0.99), at(1))
	if i := s.checkInvariants(); int(i.GetSold()) != orders {
		t.Fatalf("s.checkInvariants() = %v, want sold %v", i, orders)
	}
}

// TestWebhookEndpoint sends forged, old and rotated signatures. The first replica is in the middle of a rotation, the second one
// has finished it.
func TestWebhookEndpoint(t *testing.T) {
	t.Parallel()
	now := time.Now().Truncate(time.Second)
	s := setup(t, 1, false, func(replica int, d *checkout.Deps) {
		d.Clock, d.Config.StripeWebhookSecrets = clock.NewFake(now), kit.Secret([]string{"whsec_next," + whsec, "whsec_next"}[replica])
	})
	session := s.card("a", s.hold("a").GetId())
	big := make([]byte, 5<<20)
	for name, c := range map[string]struct {
		replica int
		secret  string
		off     time.Duration
		body    []byte
		code    int
	}{
		"new secret while rotating": {0, "whsec_next", 0, nil, 200},
		"old secret while rotating": {0, whsec, 0, nil, 200},
		"new secret after rotating": {1, "whsec_next", 0, nil, 200},
		"old secret after rotating": {1, whsec, 0, nil, 400},
		"wrong secret":              {0, "whsec_wrong", 0, nil, 400},
		"no secret":                 {1, "", 0, nil, 400},
		"299 s old":                 {0, whsec, -299 * time.Second, nil, 200},
		"299 s ahead":               {0, whsec, 299 * time.Second, nil, 200},
		"301 s old":                 {0, whsec, -301 * time.Second, nil, 400},
		"301 s ahead":               {0, whsec, 301 * time.Second, nil, 400},
		"5 MB":                      {0, whsec, 0, big, 400},
	} {
		body, rows := c.body, 0
		if body == nil {
			body = stripetest.Event("evt "+name, "checkout.session.completed", session, "")
		}
		if c.code == http.StatusOK {
			rows = 1
		}
		if code := s.signed(c.replica, body, stripetest.Sign(body, c.secret, now.Add(c.off))); code != c.code {
			t.Errorf("%s: %d, want %d", name, code, c.code)
		}
		if n := s.count(`SELECT count(*) FROM inbox WHERE consumer = 'checkout-stripe' AND id = $1`, "evt "+name); n != rows {
			t.Errorf("%s: %d rows, want %d", name, n, rows)
		}
	}
	if n := s.count(`SELECT count(*) FROM inbox WHERE consumer = 'checkout-stripe'`); n != 5 {
		t.Errorf("%d events were accepted, want 5", n)
	}
}

// TestMinedInTime: a block in time is processed long after the hold and the quote ended. Until then nobody else gets the
// edition, and the order completes. Without a payment the edition is free again.
func TestMinedInTime(t *testing.T) {
	t.Parallel()
	s := setup(t, 1, true)
	canary := s.parties.Offers[artwork]
	canary.Artwork.ID, canary.EditionSize = 43, 9
	s.parties.Offers[43] = canary
	quoted := func(account string) (*checkoutv1.Checkout, *chainv1.Payment) {
		t.Helper()
		c := s.hold(account)
		res, err := s.replicas[0].StartEtherPayment(withKey(as(t.Context(), account), id.New()), &checkoutv1.StartEtherPaymentRequest{Id: c.GetId()})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.pool.Exec(t.Context(), `UPDATE checkouts SET expires_at = now() - interval '1 hour' WHERE id = $1`, c.GetId()); err != nil {
			t.Fatal(err)
		}
		var hash string
		var ends time.Time
		err = s.pool.QueryRow(t.Context(), `UPDATE quotes SET expires_at = now() - interval '1 hour' WHERE checkout_id = $1 RETURNING intent_hash, expires_at`,
			c.GetId()).Scan(&hash, &ends)
		if err != nil {
			t.Fatal(err)
		}
		return c, &chainv1.Payment{
			CheckoutId: c.GetId(), ChainId: res.GetChainId(), BlockHash: "0x1", BlockNumber: 7, BlockTime: timestamppb.New(ends.Add(-time.Second)),
			TransactionHash: "0x2", Payer: "0xp", Amount: res.GetValue(), ArtistShare: "0", IntentHash: hash,
		}
	}
	// rounds waits until a hold without protection has ended, and thus for a round that checked all of them.
	n := 0
	rounds := func() {
		t.Helper()
		n++
		account := fmt.Sprint("canary", n)
		res, err := s.replicas[0].CreateCheckout(withKey(as(t.Context(), account), id.New()), &checkoutv1.CreateCheckoutRequest{ArtworkId: 43})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.pool.Exec(t.Context(), `UPDATE checkouts SET expires_at = now() WHERE id = $1`, res.GetId()); err != nil {
			t.Fatal(err)
		}
		s.status(account, res.GetId(), "expired")
	}
	wantUnsold := func(c *checkoutv1.Checkout, status string) {
		t.Helper()
		rounds()
		s.status("a", c.GetId(), status)
		_, err := s.create(0, "eve", id.New())
		wantReason(t, err, connect.CodeFailedPrecondition, "edition_unavailable")
	}
	c, p := quoted("free")
	s.event("end", &chainv1.QuoteExpired{CheckoutId: c.GetId(), IntentHash: p.GetIntentHash()})
	s.status("free", c.GetId(), "expired")

	c, p = quoted("a") // the same edition again
	wantUnsold(c, "awaiting_payment")
	s.event("seen", &chainv1.PaymentSeen{Payment: p})
	wantUnsold(c, "payment_seen")
	s.status("a", c.GetId(), "payment_seen")
	s.event("final", &chainv1.PaymentConfirmed{Payment: p})
	wantUnsold(c, "delivering")
	s.event("minted", &chainv1.TokenMinted{CheckoutId: c.GetId(), TokenId: 42_000_001, ChainId: 31337, TransactionHash: "0xm"})
	wantUnsold(c, "completed")
	if i := s.checkInvariants(); i.GetSold() != 1 || i.GetOpenReviews() != 0 {
		t.Fatalf("s.checkInvariants() = %v, want sold 1 and open reviews 0", i)
	}
}

// TestLostQuoteExpired: the event is lost, and reconciliation with the chain releases the edition.
func TestLostQuoteExpired(t *testing.T) {
	t.Parallel()
	s := setup(t, 1, true, func(_ int, d *checkout.Deps) { d.Config.CompareEvery = 50 * time.Millisecond })
	c := s.hold("a")
	res, err := s.replicas[0].StartEtherPayment(withKey(as(t.Context(), "a"), id.New()), &checkoutv1.StartEtherPaymentRequest{Id: c.GetId()})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.pool.Exec(t.Context(), `UPDATE checkouts SET expires_at = now() - interval '1 minute'`); err != nil {
		t.Fatal(err)
	}
	_, err = s.create(0, "b", id.New())
	wantReason(t, err, connect.CodeFailedPrecondition, "edition_unavailable")
	s.parties.Compare(ordertest.ChainLedger{Heads: []order.Head{{
		ChainID: res.GetChainId(), Number: 9, Finalized: 5, FinalizedAt: res.GetExpiresAt().AsTime().Add(time.Second),
	}}})
	s.status("a", c.GetId(), "expired")
	testkit.Eventually(t, 15*time.Second, func() bool { return s.checkInvariants().GetHeld() == 0 })
	if got := s.hold("b"); got.GetEditionNumber() != c.GetEditionNumber() {
		t.Fatalf(`s.hold("b") = %v, want edition number %v`, got, c.GetEditionNumber())
	}
}
