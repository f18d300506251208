package properties_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"pgregory.net/rapid"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/order/ordertest"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres/postgrestest"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

// minSteps is the minimum number of steps of a run.
var minSteps = flag.Int("machine.steps", 0, "play until there were so many steps")

const address = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"

// machine runs commands against an order service and records what it did.
type machine struct {
	*ordertest.Orders

	ctx      context.Context
	pool     *pgxpool.Pool
	all      []order.Checkout
	sessions []string
	payments []sent
	// credited maps each order to the payment that bought it.
	credited map[string]string
	decided  map[string]int
	// unmatched maps each transfer outside the contract to the order that it names, or to "".
	unmatched map[int]string
	steps     int
}

type sent struct {
	id string
	p  purchase.Payment
}

// TestMachine runs commands, events and decisions in random order against three buyers of two editions. It checks that only steps
// of the tables happen, no edition is sold twice, each payment has exactly one outcome, ledgers balance, each order has one
// credit that never changes, and no hold ends while a payment is pending. It runs the checks of -rapid.checks (with -short a fifth) and
// repeats them until it has done -machine.steps steps. A failure prints its seed.
func TestMachine(t *testing.T) {
	stores := &postgrestest.Stores{T: t}
	steps, games := 0, 0
	for more := true; more && !t.Failed(); more = steps < *minSteps {
		rapid.Check(t, func(r *rapid.T) {
			db := stores.Take()
			orders := ordertest.NewOrders(t, 2, func(_ testing.TB, out order.Outbox, c clock.Clock) ordertest.Store {
				return postgres.New(db.Pool, out).WithClock(c)
			})
			m := &machine{Orders: orders, ctx: t.Context(), pool: db.Pool, credited: map[string]string{}, decided: map[string]int{}, unmatched: map[int]string{}}
			r.Repeat(m.commands())
			m.checkHistories(r)
			stores.GiveBack(db)
			steps, games = steps+m.steps, games+1
		})
	}
	t.Logf("%d steps in %d games", steps, games)
}

func (m *machine) commands() map[string]func(*rapid.T) {
	out := map[string]func(*rapid.T){"": m.check}
	for _, part := range []map[string]func(*rapid.T){m.buyers(), m.cards(), m.chain(), m.staff()} {
		maps.Copy(out, part)
	}
	return out
}

func (m *machine) pick(r *rapid.T) order.Checkout {
	if len(m.all) == 0 {
		r.Skip()
	}
	return m.Now(m.all[rapid.IntRange(0, len(m.all)-1).Draw(r, "checkout")])
}

func caller(c order.Checkout) order.Caller { return order.Caller{AccountID: c.Buyer.AccountID} }

func (m *machine) buyers() map[string]func(*rapid.T) {
	buyers := rapid.SampledFrom([]string{"a", "b", "c"})
	return map[string]func(*rapid.T){
		"hold": func(r *rapid.T) {
			if c, err := m.Try(m.ctx, buyers.Draw(r, "buyer"), ordertest.Artwork); err == nil {
				m.all = append(m.all, c)
			}
		},
		"revoke": func(r *rapid.T) { c := m.pick(r); _, _ = m.CancelEther(m.ctx, caller(c), c.ID) },
		"cancel": func(r *rapid.T) { c := m.pick(r); _, _ = m.Cancel(m.ctx, caller(c), c.ID) },
		"card": func(r *rapid.T) {
			c := m.pick(r)
			if _, err := m.StartCard(m.ctx, caller(c), c.ID, order.Billing{Country: "DE"}); err == nil {
				c = m.Now(c)
				m.sessions = append(m.sessions, c.OpenSession().ProviderID)
			}
		},
		"ether": func(r *rapid.T) {
			c := m.pick(r)
			q, err := m.StartEther(m.ctx, caller(c), c.ID, "", order.Billing{})
			if err != nil {
				return
			}
			p := ordertest.EtherPayment(q, fmt.Sprintf("0x%d", len(m.payments)), m.Clock.Now())
			switch rapid.IntRange(0, 5).Draw(r, "wrong") {
			case 0:
				p.Wei = p.Wei.Add(money.NewWei(1))
			case 1:
				p.BlockTime = q.ExpiresAt.Add(time.Second)
			case 2:
				p.RefundAddress = address
			}
			m.payments = append(m.payments, sent{c.ID, p})
		},
		"time": func(r *rapid.T) {
			m.Clock.Advance(time.Duration(rapid.IntRange(1, 20).Draw(r, "minutes")) * time.Minute)
		},
		"expire": func(r *rapid.T) {
			// ExpireHold may be called at any time, but must never end a hold that is live or has a payment.
			c := m.pick(r)
			before := c
			m.OK(m.ExpireHold(m.ctx, c.ID))
			if c = m.Now(c); c.Status == purchase.Expired && before.Status != purchase.Expired {
				if before.HoldActive() || hasPending(before) {
					r.Fatalf("%s ended while it was %s", c.ID, before.Status)
				}
			}
		},
		"work": func(*rapid.T) { m.Work() },
	}
}

func hasPending(c order.Checkout) bool {
	return c.Credited() == nil && (c.Status == purchase.PaymentSeen || c.Status == purchase.Confirming) &&
		slices.ContainsFunc(c.Payments, func(p purchase.Payment) bool { return p.Status == purchase.PaymentPending })
}

func (m *machine) cards() map[string]func(*rapid.T) {
	with := func(fn func(string)) func(*rapid.T) {
		return func(r *rapid.T) {
			if len(m.sessions) == 0 {
				r.Skip()
			}
			fn(rapid.SampledFrom(m.sessions).Draw(r, "session"))
		}
	}
	return map[string]func(*rapid.T){
		"pay":            with(func(id string) { m.Cards.Pay(id) }),
		"pay wrongly":    with(func(id string) { m.Cards.PayAmount(id, money.Money{Amount: 1, Currency: "USD"}) }),
		"decline":        with(func(id string) { m.Cards.Decline(id) }),
		"process":        with(func(id string) { m.Cards.Process(id) }),
		"bank says so":   with(func(id string) { m.Cards.Settle(id, true) }),
		"bank refuses":   with(func(id string) { m.Cards.Settle(id, false) }),
		"dispute":        with(func(id string) { m.Cards.Dispute(id, purchase.DisputeOpen) }),
		"dispute won":    with(func(id string) { m.Cards.Dispute(id, purchase.DisputeWon) }),
		"dispute lost":   with(func(id string) { m.Cards.Dispute(id, purchase.DisputeLost) }),
		"refunded there": with(func(id string) { m.Cards.RefundInDashboard(id) }),
		"webhook":        with(m.Webhook),
		"provider down":  func(*rapid.T) { m.Cards.Down = !m.Cards.Down; m.Work(); m.Cards.Down = false },
		"refunds fail":   func(*rapid.T) { m.Cards.RefundAs = purchase.RefundRefused },
		"refunds wait":   func(*rapid.T) { m.Cards.RefundAs = purchase.RefundQueued },
		"refunds go":     func(*rapid.T) { m.Cards.RefundAs = purchase.RefundSucceeded },
		"a refund is returned": func(r *rapid.T) {
			if n := len(m.sessions); n > 0 {
				m.Cards.ReturnRefunds(rapid.SampledFrom(m.sessions).Draw(r, "session"))
			}
		},
	}
}

func (m *machine) chain() map[string]func(*rapid.T) {
	with := func(fn func(id string, p purchase.Payment) error) func(*rapid.T) {
		return func(r *rapid.T) {
			if len(m.payments) == 0 {
				r.Skip()
			}
			x := m.payments[rapid.IntRange(0, len(m.payments)-1).Draw(r, "payment")]
			m.OK(fn(x.id, x.p))
		}
	}
	return map[string]func(*rapid.T){
		"mine again": func(r *rapid.T) {
			if len(m.payments) == 0 {
				r.Skip()
			}
			x := m.payments[rapid.IntRange(0, len(m.payments)-1).Draw(r, "payment")]
			x.p.BlockHash = fmt.Sprintf("0x%d", len(m.payments))
			x.p.Key = "eip155:31337:" + x.p.BlockHash + ":0"
			m.payments = append(m.payments, x)
		},
		"seen":      with(func(id string, p purchase.Payment) error { return m.PaymentSeen(m.ctx, id, p) }),
		"confirmed": with(func(id string, p purchase.Payment) error { return m.PaymentConfirmed(m.ctx, id, p) }),
		"reverted": with(func(id string, p purchase.Payment) error {
			for _, x := range m.Now(order.Checkout{ID: id}).Payments {
				if x.Key == p.Key && x.Status == purchase.PaymentFinal {
					return nil // final blocks aren't reverted here; another test covers that
				}
			}
			return m.PaymentReverted(m.ctx, id, p)
		}),
		"quote ends": with(func(id string, p purchase.Payment) error { return m.QuoteExpired(m.ctx, id, p.IntentHash) }),
		"minted":     func(r *rapid.T) { m.OK(m.TokenMinted(m.ctx, m.pick(r).ID, 31337, "0xm")) },
		"unexpected": func(r *rapid.T) {
			n := rapid.IntRange(0, 3).Draw(r, "transaction")
			if _, known := m.unmatched[n]; !known && rapid.Bool().Draw(r, "known") {
				m.unmatched[n] = m.pick(r).ID
			} else if !known {
				m.unmatched[n] = ""
			}
			// A transfer names the same order each time it is reported.
			u := order.Unexpected{
				Transaction: fmt.Sprint("0xu", n), Wei: money.NewWei(1), Reason: "direct_transfer", ChainID: 1, LogIndex: -1, CheckoutID: m.unmatched[n],
			}
			m.OK(m.UnexpectedPayment(m.ctx, u))
		},
		"ether refund": func(r *rapid.T) {
			due := ordertest.Events[order.EtherRefundDue](m.Out)
			if len(due) == 0 {
				r.Skip()
			}
			status := rapid.SampledFrom([]purchase.RefundStatus{purchase.RefundSent, purchase.RefundSucceeded, purchase.RefundRefused})
			m.OK(m.Refunds.EtherRefund(m.ctx, order.ChainRefund{
				RefundID: due[rapid.IntRange(0, len(due)-1).Draw(r, "refund")].RefundID, Status: status.Draw(r, "status"), Transaction: "0xr",
			}))
		},
	}
}

func (m *machine) staff() map[string]func(*rapid.T) {
	decide := func(r *rapid.T) {
		list := slices.Concat(m.Reviews(true), m.Reviews(false))
		if len(list) == 0 {
			r.Skip()
		}
		d := list[rapid.IntRange(0, len(list)-1).Draw(r, "review")]
		action := rapid.SampledFrom([]purchase.Action{purchase.ActionRefund, purchase.ActionComplete, purchase.ActionReject}).Draw(r, "action")
		choices, err := m.Cases.Choices(m.ctx, []purchase.Case{d.At}, "staff")
		m.OK(err)
		offered := slices.Contains(choices[d.ID].Actions, action)
		_, err = m.Decide(m.ctx, d.ID, purchase.Decision{Action: action, By: "staff", Note: "n", RefundAddress: address})
		switch {
		case !d.ClosedAt.IsZero():
			if !errors.Is(err, order.ErrAlreadyDecided) {
				r.Fatalf("a closed review was decided: %v", err)
			}
		case offered != (err == nil):
			r.Fatalf("%s of %s: offered %v, %v", action, d.Reason, offered, err)
		}
	}
	return map[string]func(*rapid.T){
		"decide":       decide,
		"decide again": decide,
		"refund": func(r *rapid.T) {
			c := m.pick(r)
			amount := rapid.SampledFrom([]int64{0, 1, 60_000, 125_000, 125_001}).Draw(r, "amount")
			_, err := m.Refund(m.ctx, c.ID, amount, purchase.Decision{InFull: amount == 0, By: "staff", Note: "n", RefundAddress: address})
			if err != nil && !errors.Is(err, order.ErrActionNotPossible) && !errors.Is(err, order.ErrRefundAmount) {
				r.Fatal(err)
			}
		},
	}
}

// check verifies everything after each command.
func (m *machine) check(r *rapid.T) {
	m.steps++
	if i, err := m.Counts.Count(m.ctx); err != nil || i.Violations() != 0 {
		for _, at := range m.all {
			c := m.Now(at)
			r.Logf("%s %s\n payments %+v\n refunds %+v\n reviews %+v", c.ID, c.Status, c.Payments, c.Refunds, c.Reviews)
		}
		r.Fatalf("%+v %v", i, err)
	}
	for _, at := range m.all {
		c := m.Now(at)
		if c.Reason != "" && !slices.Contains(purchase.Reasons, c.Reason) {
			r.Fatalf("%s has the reason %q, which the REST interface doesn't list", c.ID, c.Reason)
		}
		if p := c.Credited(); p != nil {
			if had := m.credited[c.ID]; had != "" && had != p.Key {
				r.Fatalf("%s was credited with %s, now with %s", c.ID, had, p.Key)
			}
			m.credited[c.ID] = p.Key
		} else if m.credited[c.ID] != "" {
			r.Fatalf("%s lost its credit", c.ID)
		}
		credits := 0
		for i, p := range c.Payments {
			if p.Credited {
				credits++
			}
			if over(c, c.Payments[i]) {
				r.Fatalf("more of %s was refunded than received", p.Key)
			}
		}
		if credits > 1 {
			r.Fatalf("%s has %d credits", c.ID, credits)
		}
		if c.Bought() && m.frozen(c) == (c.Status == purchase.Delivering || c.Status == purchase.Completed) {
			r.Fatalf("%s is %s, its token frozen: %v", c.ID, c.Status, m.frozen(c))
		}
		if c.Unit.Status == purchase.UnitHeld && c.HoldsUnit() && forgotten(c) {
			r.Fatalf("%s is %s but still has its edition", c.ID, c.Status)
		}
		if (c.Status == purchase.PaymentSeen || c.Status == purchase.Confirming) && !c.HoldsUnit() {
			r.Fatalf("%s has a payment under way and no edition", c.ID)
		}
	}
	paid := map[string]bool{}
	for _, event := range ordertest.Events[order.OrderPaid](m.Out) {
		if paid[event.Checkout.ID] {
			r.Fatalf("OrderPaid was published twice for %s", event.Checkout.ID)
		}
		paid[event.Checkout.ID] = true
	}
	due := map[string]bool{}
	for _, event := range ordertest.Events[order.EtherRefundDue](m.Out) {
		if due[event.RefundID] {
			r.Fatalf("refund %s was published twice", event.RefundID)
		}
		due[event.RefundID] = true
	}
}

// frozen reports whether the order's token must be frozen, according to the order's published events.
func (m *machine) frozen(c order.Checkout) (yes bool) {
	for _, event := range ordertest.Events[order.OrderDisputed](m.Out) {
		if event.CheckoutID == c.ID {
			yes = !event.Resolved
		}
	}
	return yes || slices.ContainsFunc(ordertest.Events[order.OrderRefunded](m.Out), func(event order.OrderRefunded) bool { return event.CheckoutID == c.ID })
}

// forgotten reports whether no payment, refund or review of an order is open, so that nothing will ever decide about its edition.
func forgotten(c order.Checkout) bool {
	switch c.Status {
	case purchase.Expired, purchase.Cancelled, purchase.Refunded:
		return true
	case purchase.RefundFailed:
		return !slices.ContainsFunc(c.Reviews, func(r purchase.Review) bool { return r.ClosedAt.IsZero() }) &&
			!slices.ContainsFunc(c.Refunds, func(r purchase.Refund) bool {
				return r.Status == purchase.RefundQueued || r.Status == purchase.RefundSent
			})
	default:
		return false
	}
}

// over reports whether more than the payment is being refunded. A lost dispute next to a refund is allowed, because the bank decides it.
func over(c order.Checkout, p purchase.Payment) bool {
	wei, amount := p.Wei, p.Amount.Amount
	for _, r := range c.Refunds {
		if r.PaymentID != p.ID || r.Status == purchase.RefundRefused || r.Reason == purchase.ReasonDisputeLost || r.Reason == purchase.ReasonProvider {
			continue
		}
		wei, amount = wei.Sub(r.Wei), amount-r.Amount.Amount
	}
	return wei.Sign() < 0 || amount < 0
}

// checkHistories verifies that every order went only through steps of the table, each by an actor who may cause it.
func (m *machine) checkHistories(r *rapid.T) {
	allowed := map[purchase.Row]bool{}
	for _, row := range purchase.Transitions.Rows() {
		allowed[row] = true
	}
	for _, c := range m.all {
		rows, err := m.pool.Query(m.ctx, `SELECT from_status, to_status, actor FROM checkout_history WHERE checkout_id = $1 ORDER BY version`, c.ID)
		if err != nil {
			r.Fatal(err)
		}
		history, err := pgx.CollectRows(rows, pgx.RowToStructByPos[purchase.Row])
		if err != nil {
			r.Fatal(err)
		}
		at := ""
		for _, step := range history {
			if step.From != at || at != "" && !allowed[step] {
				r.Fatalf("%s: step %+v from %q, want one of the table", c.ID, step, at)
			}
			at = step.To
		}
		if c = m.Now(c); string(c.Status) != at {
			r.Fatalf("%s is %s, its history says %q", c.ID, c.Status, at)
		}
	}
}
