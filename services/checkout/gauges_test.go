package checkout_test

import (
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/money"
	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/order/ordertest"
	"github.com/vitrine/vitrine/services/checkout/internal/stripe/stripetest"
)

// gauges returns a metric's values by kind, or under "" if it has no kinds.
func gauges(t *testing.T, name string) map[string]float64 {
	t.Helper()
	families, err := prometheus.DefaultGatherer.Gather()
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]float64{}
	for _, f := range families {
		for _, m := range f.GetMetric() {
			if f.GetName() != name {
				continue
			}
			kind := ""
			for _, l := range m.GetLabel() {
				kind = l.GetValue()
			}
			out[kind] = m.GetGauge().GetValue()
		}
	}
	return out
}

// TestGauges creates pending work of each kind and reads the counts and ages. The gauges are global to the process, so this
// test doesn't run in parallel with others.
func TestGauges(t *testing.T) {
	s := setup(t, 9, false)
	svc := s.services[0]
	measured := func() (map[string]float64, map[string]float64) {
		t.Helper()
		if err := svc.Measure(t.Context()); err != nil {
			t.Fatal(err)
		}
		return gauges(t, "checkout_unresolved"), gauges(t, "checkout_oldest_unresolved_seconds")
	}
	kinds := []string{"holds", "sessions", "refunds", "payments", "mints", "outbox", "reviews", "returns", "auctions"}
	counts, ages := measured()
	for _, kind := range kinds {
		if n, ok := counts[kind]; !ok || n != 0 || ages[kind] != 0 {
			t.Errorf("%s without orders = %v, %v s, want 0, 0 s", kind, n, ages[kind])
		}
	}
	if len(counts) != len(kinds) || len(ages) != len(kinds) {
		t.Errorf("gauges = %v, want one per kind", counts)
	}

	bought := s.hold("a")
	session := s.card("a", bought.GetId())
	s.provider.Pay(session)
	s.webhook(0, stripetest.Event("evt_1", "checkout.session.completed", session, ""))
	_, err := s.reviews().RefundCheckout(withKey(staff(t.Context()), id.New()), &checkoutv1.RefundCheckoutRequest{Id: bought.GetId(), Amount: 1, Note: "n"})
	if err != nil {
		t.Fatal(err)
	}
	seen := s.hold("b")
	q, err := svc.Orders().StartEther(t.Context(), ordertest.Who("b"), seen.GetId(), "", order.Billing{})
	if err != nil {
		t.Fatal(err)
	}
	if err := svc.Orders().PaymentSeen(t.Context(), seen.GetId(), ordertest.EtherPayment(q, "0xb", q.RateAt)); err != nil {
		t.Fatal(err)
	}
	u := order.Unexpected{ChainID: 1, Transaction: "0x1", Wei: money.NewWei(5), Reason: "direct_transfer"}
	if err := svc.Orders().UnexpectedPayment(t.Context(), u); err != nil {
		t.Fatal(err)
	}
	over := s.hold("c")
	s.card("c", over.GetId())
	for _, sql := range []string{
		`UPDATE checkouts SET expires_at = now() - interval '100 seconds' WHERE id = '` + over.GetId() + `'`,
		`UPDATE checkouts SET paid_at = now() - interval '200 seconds' WHERE paid_at IS NOT NULL`,
		`UPDATE refunds SET created_at = now() - interval '300 seconds'`,
		`UPDATE payments SET at = now() - interval '400 seconds'`,
		`UPDATE outbox SET created_at = now() - interval '500 seconds' WHERE seq = (SELECT min(seq) FROM outbox)`,
		`UPDATE reviews SET created_at = now() - interval '600 seconds'`,
	} {
		if _, err := s.pool.Exec(t.Context(), sql); err != nil {
			t.Fatalf("%s: error = %v, want nil", sql, err)
		}
	}
	counts, ages = measured()
	for kind, age := range map[string]float64{
		"holds": 100, "sessions": 100, "mints": 200, "refunds": 300, "payments": 400, "outbox": 500, "reviews": 600,
	} {
		t.Run(kind, func(t *testing.T) {
			if (counts[kind] != 1 && kind != "outbox") || counts[kind] == 0 || ages[kind] < age || ages[kind] > age+60 {
				t.Errorf("got %v, %v s, want %v s", counts[kind], ages[kind], age)
			}
		})
	}
	if _, err := s.pool.Exec(t.Context(), `UPDATE outbox SET published_at = now()`); err != nil {
		t.Fatal(err)
	}
	if counts, ages = measured(); counts["outbox"] != 0 || ages["outbox"] != 0 || counts["reviews"] != 1 {
		t.Errorf("counts = %v, ages = %v, want an empty outbox and one review", counts, ages)
	}
}

// TestAudit violates an invariant by bypassing the database's guards. The gauge is global to the process, so this test
// doesn't run in parallel with others.
func TestAudit(t *testing.T) {
	s := setup(t, 9, false)
	s.hold("a")
	violations := func() float64 {
		t.Helper()
		if err := s.services[0].Audit(t.Context()); err != nil {
			t.Fatal(err)
		}
		return gauges(t, "checkout_invariant_violations")[""]
	}
	if n := violations(); n != 0 {
		t.Errorf("%v violations in a consistent database, want 0", n)
	}
	if _, err := s.pool.Exec(t.Context(), `ALTER TABLE artworks DISABLE TRIGGER USER; UPDATE artworks SET held = 0`); err != nil {
		t.Fatal(err)
	}
	if n := violations(); n != 1 {
		t.Errorf("%v violations, want 1", n)
	}
}
