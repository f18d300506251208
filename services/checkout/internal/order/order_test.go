package order_test

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/order/ordertest"
)

func TestTable(t *testing.T) {
	t.Parallel()
	pairs := map[order.Step]bool{}
	for _, st := range order.Transitions() {
		pairs[st] = true
	}
	for _, from := range order.Statuses {
		for _, to := range order.Statuses {
			if order.Allowed(from, to) != pairs[order.Step{From: from, To: to}] {
				t.Errorf("%s to %s", from, to)
			}
		}
		if order.Allowed(from, from) {
			t.Errorf("%s to itself", from)
		}
		if from.Live() && from.Settled() {
			t.Errorf("%s is under way and done", from)
		}
	}
	for _, to := range order.Statuses {
		if order.Allowed(order.Refunded, to) {
			t.Error("refunded is an end")
		}
		if order.Allowed(to, order.Reserved) {
			t.Error("reserved is a beginning")
		}
	}
	if order.Allowed("nowhere", order.Paid) {
		t.Error("unknown states lead nowhere")
	}
}

// TestTill plays any commands, facts and events in any order against two buyers of two editions. Whatever happens: only
// steps of the table, no edition sold twice, each payment with exactly one end, ledgers that balance, one credit an order.
func TestTill(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		var memory *ordertest.Memory
		s := ordertest.NewTill(t, 2, func(_ testing.TB, out order.Outbox) order.Store {
			memory = ordertest.NewMemory(out)
			return memory
		})
		ctx := t.Context()
		buyers := rapid.SampledFrom([]string{"a", "b", "c"})
		var all []order.Checkout
		var sessions []string
		var payments []struct {
			id string
			p  order.Payment
		}
		pick := func(r *rapid.T) order.Checkout {
			if len(all) == 0 {
				r.Skip()
			}
			return s.Now(rapid.SampledFrom(all).Draw(r, "checkout"))
		}
		who := func(c order.Checkout) order.Caller { return order.Caller{AccountID: c.Buyer.AccountID} }
		card := func(fn func(string)) func(*rapid.T) {
			return func(r *rapid.T) {
				if len(sessions) == 0 {
					r.Skip()
				}
				fn(rapid.SampledFrom(sessions).Draw(r, "session"))
			}
		}
		ether := func(fn func(id string, p order.Payment) error) func(*rapid.T) {
			return func(r *rapid.T) {
				if len(payments) == 0 {
					r.Skip()
				}
				x := rapid.SampledFrom(payments).Draw(r, "payment")
				s.OK(fn(x.id, x.p))
			}
		}
		r.Repeat(map[string]func(*rapid.T){
			"hold": func(r *rapid.T) {
				if c, err := s.Try(ctx, buyers.Draw(r, "buyer"), ordertest.Artwork); err == nil {
					all = append(all, c)
				}
			},
			"cancel": func(r *rapid.T) { c := pick(r); _, _ = s.Cancel(ctx, who(c), c.ID) },
			"card": func(r *rapid.T) {
				c := pick(r)
				if _, err := s.StartCard(ctx, who(c), c.ID); err == nil {
					c = s.Now(c)
					sessions = append(sessions, c.OpenSession().ProviderID)
				}
			},
			"pay":          card(func(id string) { s.Cards.Pay(id) }),
			"pay wrongly":  card(func(id string) { s.Cards.PayAmount(id, money.Money{Amount: 1, Currency: "USD"}) }),
			"decline":      card(func(id string) { s.Cards.Decline(id) }),
			"process":      card(func(id string) { s.Cards.Process(id) }),
			"dispute":      card(func(id string) { s.Cards.Dispute(id, order.DisputeOpen) }),
			"dispute won":  card(func(id string) { s.Cards.Dispute(id, order.DisputeWon) }),
			"dispute lost": card(func(id string) { s.Cards.Dispute(id, order.DisputeLost) }),
			"webhook":      card(s.Webhook),
			"ether": func(r *rapid.T) {
				c := pick(r)
				q, err := s.StartEther(ctx, who(c), c.ID, "")
				if err != nil {
					return
				}
				p := ordertest.EtherPayment(q, fmt.Sprintf("0x%d", len(payments)), s.Clock.Now())
				switch rapid.IntRange(0, 5).Draw(r, "wrong") {
				case 0:
					p.Wei = p.Wei.Add(money.NewWei(1))
				case 1:
					p.BlockTime = q.ExpiresAt.Add(time.Second)
				}
				payments = append(payments, struct {
					id string
					p  order.Payment
				}{c.ID, p})
			},
			"mine again": func(r *rapid.T) {
				if len(payments) == 0 {
					r.Skip()
				}
				x := rapid.SampledFrom(payments).Draw(r, "payment")
				x.p.BlockHash = fmt.Sprintf("0x%d", len(payments))
				x.p.Key = "eip155:31337:" + x.p.BlockHash + ":0"
				payments = append(payments, x)
			},
			"seen":      ether(func(id string, p order.Payment) error { return s.PaymentSeen(ctx, id, p) }),
			"confirmed": ether(func(id string, p order.Payment) error { return s.PaymentConfirmed(ctx, id, p) }),
			"reverted": ether(func(id string, p order.Payment) error {
				if c := s.Now(order.Checkout{ID: id}); len(c.Payments) > 0 {
					for _, x := range c.Payments {
						if x.Key == p.Key && x.Status == order.PaymentFinal {
							return nil // final blocks stay; what happens otherwise has its own test
						}
					}
				}
				return s.PaymentReverted(ctx, id, p)
			}),
			"quote ends": ether(func(id string, p order.Payment) error { return s.QuoteExpired(ctx, id, p.IntentHash) }),
			"minted":     func(r *rapid.T) { s.OK(s.TokenMinted(ctx, pick(r).ID, 31337, "0xm")) },
			"unexpected": func(r *rapid.T) {
				u := order.Unexpected{CheckoutID: pick(r).ID, Transaction: "0xu", Wei: "1", Reason: "direct_transfer", ChainID: 1}
				s.OK(s.UnexpectedPayment(ctx, u))
			},
			"time": func(r *rapid.T) {
				s.Clock.Advance(time.Duration(rapid.IntRange(1, 20).Draw(r, "minutes")) * time.Minute)
			},
			"work":          func(*rapid.T) { s.Work() },
			"provider away": func(*rapid.T) { s.Cards.Down = !s.Cards.Down; s.Work(); s.Cards.Down = false },
			"refunds fail":  func(*rapid.T) { s.Cards.RefundAs = order.RefundRefused },
			"refunds go":    func(*rapid.T) { s.Cards.RefundAs = order.RefundSucceeded },
			"": func(r *rapid.T) {
				if i, err := s.Invariants(ctx); err != nil || i.Violations() != 0 {
					r.Fatalf("%+v %v", i, err)
				}
				for _, c := range all {
					at := order.Status("")
					for _, st := range memory.History(c.ID) {
						if st.From != at || (at != "" && !order.Allowed(st.From, st.To)) {
							r.Fatalf("%s: step %v from %s", c.ID, st, at)
						}
						at = st.To
					}
					if now := s.Now(c); now.Status != at {
						r.Fatalf("%s is %s, its history says %s", c.ID, now.Status, at)
					}
				}
				paid := map[string]bool{}
				for _, f := range ordertest.Facts[order.OrderPaid](s.Out) {
					if paid[f.Checkout.ID] {
						r.Fatalf("%s was paid twice", f.Checkout.ID)
					}
					paid[f.Checkout.ID] = true
				}
			},
		})
	})
}
