package checkout_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"connectrpc.com/connect/v2"
	"google.golang.org/protobuf/proto"

	"github.com/vitrine/vitrine/kit/bus"
	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/kit/testkit"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
	"github.com/vitrine/vitrine/services/checkout/internal/stripe/stripetest"
)

// delivered is a delivered order that was paid by card.
type delivered struct {
	s                   *shop
	account, id, intent string
	events              int
}

// deliver sells an edition and mints its token.
func (s *shop) deliver(account string) *delivered {
	s.t.Helper()
	c := s.hold(account)
	session := s.card(account, c.GetId())
	x := &delivered{s: s, account: account, id: c.GetId(), intent: s.provider.Pay(session)}
	x.send("payment_intent.succeeded", x.intent, "")
	s.event("mint:"+x.id, &chainv1.TokenMinted{CheckoutId: x.id, TokenId: s.get(account, x.id).GetTokenId(), ChainId: 31337, TransactionHash: "0xm"})
	s.status(account, x.id, "completed")
	return x
}

// send sends an event about the payment to both replicas.
func (x *delivered) send(kind, object, intent string) {
	x.s.t.Helper()
	x.events++
	body := stripetest.Event(fmt.Sprint(x.id, x.events), kind, object, intent)
	for replica := range 2 {
		if code := x.s.webhook(replica, body); code != 200 {
			x.s.t.Fatalf("x.s.webhook(replica, body) = %v, want 200", code)
		}
	}
}

// dispute sets the state of the bank's dispute and waits for a status of the order.
func (x *delivered) dispute(state, kind, want string) {
	x.s.t.Helper()
	x.s.provider.Dispute(x.intent, state)
	x.send(kind, "dp_"+x.intent, x.intent)
	if got := x.s.get(x.account, x.id); got.GetStatus() != want {
		x.s.t.Fatalf("%s is %s, want %s", state, got.GetStatus(), want)
	}
}

func (x *delivered) refund(amount int64) error {
	return x.s.refund(x.id, amount)
}

// frozen returns the states of the token's withdrawal freeze in the order of events: true means frozen.
func (x *delivered) frozen() (out []bool) {
	x.s.t.Helper()
	rows, err := x.s.pool.Query(x.s.t.Context(), `SELECT payload FROM outbox WHERE subject = $1 ORDER BY seq`, bus.SubjectOf(&checkoutv1.OrderDisputed{}))
	if err != nil {
		x.s.t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var payload []byte
		var f checkoutv1.OrderDisputed
		if err := rows.Scan(&payload); err != nil {
			x.s.t.Fatal(err)
		}
		if err := proto.Unmarshal(payload, &f); err != nil {
			x.s.t.Fatal(err)
		}
		if f.GetCheckoutId() == x.id {
			if out = append(out, !f.GetResolved()); f.GetVersion() != int64(len(out)) || f.GetTokenId() == 0 {
				x.s.t.Fatalf("OrderDisputed = %v, want version %d with a token", &f, len(out))
			}
		}
	}
	return out
}

// back returns the amount refunded to the buyer for a reason, in minor units.
func (x *delivered) back(reason string) int {
	return x.s.count(`SELECT coalesce(sum(amount), 0)::int FROM refunds WHERE checkout_id = $1 AND reason = $2 AND status = 'succeeded'`, x.id, reason)
}

func (x *delivered) wantFrozen(want ...bool) {
	x.s.t.Helper()
	if got := x.frozen(); !slices.Equal(got, want) {
		x.s.t.Fatalf("%s: %v, want %v", x.account, got, want)
	}
}

// TestDisputes returns the money of delivered orders, through the buyer's bank and through staff. Each token stays where it
// is until the money is settled, its edition is never sold again, and no buyer gets back more than they paid.
func TestDisputes(t *testing.T) {
	t.Parallel()
	s := setup(t, 5, true)

	won := s.deliver("won")
	won.dispute("needs_response", "charge.dispute.created", "disputed")
	won.wantFrozen(true)
	wantReason(t, won.refund(0), connect.CodeFailedPrecondition, "action_not_possible")
	won.dispute("under_review", "charge.dispute.updated", "disputed")
	won.dispute("won", "charge.dispute.closed", "completed")
	won.wantFrozen(true, false)
	won.dispute("lost", "charge.dispute.closed", "refunded") // a bank may change its decision
	won.wantFrozen(true, false, true)

	lost := s.deliver("lost")
	if err := lost.refund(25_000); err != nil {
		t.Fatal(err)
	}
	s.refunded(lost.id, 1)
	lost.dispute("needs_response", "charge.dispute.created", "disputed")
	lost.dispute("lost", "charge.dispute.closed", "refunded")
	lost.wantFrozen(true)
	if staff, bank := lost.back("refunded_by_staff"), lost.back("dispute_lost"); staff != 25_000 || bank != 100_000 {
		t.Fatalf("staff refunded %d, the bank %d, want 25000 and 100000", staff, bank)
	}
	wantReason(t, lost.refund(1), connect.CodeFailedPrecondition, "action_not_possible")

	twice := s.deliver("twice")
	var wg sync.WaitGroup
	var mu sync.Mutex
	taken := 0
	for range 20 {
		wg.Go(func() {
			err := twice.refund(0)
			mu.Lock()
			defer mu.Unlock()
			if reason, _ := rpc.ReasonOf(err); err == nil {
				taken++
			} else if reason != "action_not_possible" && reason != "refund_requested" {
				t.Errorf("refund: error = %v, want nil, action_not_possible or refund_requested", err)
			}
		})
	}
	wg.Wait()
	s.status("twice", twice.id, "refunded")
	if back := twice.back("refunded_by_staff"); taken != 1 || back != 125_000 {
		t.Fatalf("%d refunds were accepted, %d were paid, want 1 and 125000", taken, back)
	}
	twice.dispute("lost", "charge.dispute.closed", "refunded") // a bank that doesn't know of the refund

	failing := s.deliver("failing")
	s.provider.Refunds("", "pending")
	if err := failing.refund(0); err != nil {
		t.Fatal(err)
	}
	s.refunded(failing.id, 0)
	failing.send("refund.updated", "re", failing.intent)
	s.status("failing", failing.id, "refund_pending")
	failing.wantFrozen(true)
	for _, step := range [][3]string{ // a bank may return a refund that had arrived
		{"failed", "refund.failed", "refund_failed"}, {"succeeded", "refund.updated", "refunded"}, {"failed", "refund.failed", "refund_failed"},
	} {
		s.provider.Refunds(failing.intent, step[0])
		failing.send(step[1], "re", failing.intent)
		if got := s.get("failing", failing.id); got.GetStatus() != step[2] {
			t.Fatalf("order after %s = %v, want %s", step[1], got, step[2])
		}
	}
	if r := s.list("open", 1)[0]; r.GetCheckoutId() != failing.id || r.GetReason() != "refund_failed" {
		t.Fatalf("review = %v, want refund_failed of %s", r, failing.id)
	}

	if i := s.checkInvariants(); i.GetSold() != 4 || i.GetHeld() != 0 {
		t.Fatalf("s.checkInvariants() = %v, want sold 4 and held 0", i)
	}
	if sum := s.count(`SELECT coalesce(sum(amount), 0)::int FROM ledger`); sum != 0 {
		t.Fatalf("sum = %v, want 0", sum)
	}
	// The card account lost exactly what was refunded.
	if at, back := s.count(`SELECT sum(amount)::int FROM ledger WHERE account = 'card:clearing'`),
		s.count(`SELECT sum(amount)::int FROM refunds WHERE status = 'succeeded'`); at != 4*125_000-back {
		t.Fatalf("card:clearing = %d, want %d after refunds of %d", at, 4*125_000-back, back)
	}
	next := s.hold("next")
	if next.GetEditionNumber() != 5 {
		t.Fatalf("next hold = %v, want edition 5", next)
	}
}

// refunded waits until the provider received the order's refund requests and n refunds went through.
func (s *shop) refunded(checkoutID string, n int) {
	s.t.Helper()
	testkit.Eventually(s.t, 15*time.Second, func() bool {
		return s.count(`SELECT count(*) FROM refunds WHERE checkout_id = $1 AND provider_id = ''`, checkoutID) == 0 &&
			s.count(`SELECT count(*) FROM refunds WHERE checkout_id = $1 AND status = 'succeeded'`, checkoutID) == n
	})
}

// TestAPartialDispute: the bank takes only the disputed part; the order remains valid, with its token.
func TestAPartialDispute(t *testing.T) {
	t.Parallel()
	s := setup(t, 2, true)
	lost := s.deliver("lost")
	for _, step := range []struct{ state, kind, want string }{
		{"needs_response", "charge.dispute.created", "disputed"},
		{"lost", "charge.dispute.closed", "completed"},
		{"lost", "charge.dispute.updated", "completed"},
	} {
		s.provider.DisputePart(lost.intent, step.state, 25_000)
		lost.send(step.kind, "dp_"+lost.intent, lost.intent)
		if got := s.get("lost", lost.id).GetStatus(); got != step.want {
			t.Fatalf("%s is %s, want %s", step.state, got, step.want)
		}
	}
	lost.wantFrozen(true, false)
	if n := lost.back("dispute_lost"); n != 25_000 {
		t.Fatalf(`lost.back("dispute_lost") = %v, want 25000`, n)
	}
	if err := lost.refund(0); err != nil {
		t.Fatal(err)
	}
	s.status("lost", lost.id, "refunded")
	if n := lost.back("refunded_by_staff"); n != 100_000 {
		t.Fatalf(`lost.back("refunded_by_staff") = %v, want 100000`, n)
	}

	// An amount that staff had refunded before isn't taken twice.
	both := s.deliver("both")
	if err := both.refund(100_000); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, 15*time.Second, func() bool { return both.back("refunded_by_staff") == 100_000 })
	s.provider.DisputePart(both.intent, "lost", 30_000)
	both.send("charge.dispute.closed", "dp_"+both.intent, both.intent)
	s.status("both", both.id, "refunded")
	if n := both.back("dispute_lost"); n != 25_000 {
		t.Fatalf(`both.back("dispute_lost") = %v, want 25000`, n)
	}
	s.checkInvariants()
}
