package notice_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/mail/mailtest"
	"github.com/vitrine/vitrine/kit/money"
	kitpg "github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/checkout/internal/documents"
	"github.com/vitrine/vitrine/services/checkout/internal/notice"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/order/ordertest"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

// shop is an order service on PostgreSQL that sends emails.
type shop struct {
	*ordertest.Orders
	pool *pgxpool.Pool
}

type outbox struct {
	order.Outbox
	notice.Mailer
}

func (o outbox) Notify(ctx context.Context, n order.Notice) error { return o.Mailer.Notify(ctx, n) }

func setup(t *testing.T) *shop {
	t.Helper()
	pool, err := kitpg.Open(t.Context(), testkit.Postgres(t, func(ctx context.Context, url string) error {
		return kitpg.Migrate(ctx, url, postgres.Migrations)
	}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	issuer := &documents.Issuer{
		Store: postgres.Documents{Pool: pool}, Rates: postgres.Documents{Pool: pool}, Orders: postgres.New(pool, nil), Invoices: "V", CreditNotes: "VC", Clock: clock.System,
		Seller: documents.Seller{Name: "Vitrine", Country: "DE"},
	}
	mailer := notice.Mailer{
		Pool: pool, Documents: issuer.Store, PublicURL: "https://gallery.example", Staff: []string{"one@gallery.example", "two@gallery.example"},
	}
	s := &shop{pool: pool}
	s.Orders = ordertest.NewOrders(t, 2, func(_ testing.TB, out order.Outbox, c clock.Clock) ordertest.Store {
		return postgres.New(pool, documents.Outbox{Outbox: outbox{out, mailer}, Issuer: issuer}).WithClock(c)
	})
	return s
}

type mail struct{ Key, Recipient, Subject, Body string }

// mails returns the emails about a checkout, oldest first.
func (s *shop) mails(c order.Checkout) []mail {
	s.T.Helper()
	rows, err := s.pool.Query(s.T.Context(), `SELECT key, recipient, subject, body FROM mails WHERE key LIKE '%' || $1 || '%' AND key NOT LIKE 'case:%' ORDER BY created_at, key`, c.ID)
	s.OK(err)
	list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[mail])
	s.OK(err)
	return list
}

// kinds returns the kinds of the emails about a checkout, in any order.
func (s *shop) kinds(c order.Checkout) (out []string) {
	for _, m := range s.mails(c) {
		kind, _, _ := strings.Cut(m.Key, ":")
		out = append(out, kind)
	}
	slices.Sort(out)
	return out
}

func (s *shop) want(c order.Checkout, kinds ...string) {
	s.T.Helper()
	if got := s.kinds(c); !slices.Equal(got, kinds) {
		s.T.Errorf("mails %v, want %v", got, kinds)
	}
}

func (s *shop) about(c order.Checkout, kind string) mail {
	s.T.Helper()
	for _, m := range s.mails(c) {
		if strings.HasPrefix(m.Key, kind+":") {
			return m
		}
	}
	s.T.Fatalf("no email %s, want one", kind)
	return mail{}
}

// html returns an email as the reader sees it.
func (s *shop) html(m mail) (html string) {
	s.T.Helper()
	s.OK(s.pool.QueryRow(s.T.Context(), `SELECT html FROM mails WHERE key = $1`, m.Key).Scan(&html))
	return html
}

func has(t *testing.T, m mail, words ...string) {
	t.Helper()
	for _, w := range words {
		if !strings.Contains(m.Subject+"\n"+m.Body, w) {
			t.Errorf("%s = %s\n%s\nwant it to contain %q", m.Key, m.Subject, m.Body, w)
		}
	}
}

// TestEachStepIsMailedOnce: a card is declined, then pays; every event arrives twice.
func TestEachStepIsMailedOnce(t *testing.T) {
	t.Parallel()
	s := setup(t)
	c := s.Hold("a")
	s.Hold("a") // returns the same one
	s.want(c, "held")
	until := c.ExpiresAt.UTC().Format("2 January 2006, 15:04 UTC")
	has(t, s.about(c, "held"), "Held for you", until, "Nothing was charged", "/en/artworks/untitled-42/checkout", "Nothing was charged")

	session := s.Card(c)
	s.Cards.Decline(session)
	s.Webhook(session)
	s.Webhook(session)
	s.want(c, "failed", "held")
	has(t, s.about(c, "failed"), "Nothing was charged", until)

	session = s.Card(c)
	s.Cards.Pay(session)
	s.Webhook(session)
	s.Webhook(session)
	c = s.Want(c, purchase.Delivering)
	s.want(c, "failed", "held", "paid")
	has(t, s.about(c, "paid"), "V-2", "$1,250", "/checkout/success?checkout="+c.ID, "version 2026-01")

	truth, err := s.Cards.Session(t.Context(), session)
	s.OK(err)
	truth.CheckoutID = c.ID
	truth.Refunds = []order.CardRefund{{ProviderID: "re_1", Status: purchase.RefundSucceeded, Amount: money.Money{Amount: 25_000, Currency: "USD"}}}
	for range 2 {
		s.OK(s.ApplyCard(t.Context(), truth))
	}
	s.want(c, "failed", "held", "paid", "refunded")
	has(t, s.about(c, "refunded"), "$250", "Credit note VC-2", "to your card")
	for _, m := range s.mails(c) {
		if m.Recipient != "a@example.org" || !strings.Contains(m.Body, c.ID) || strings.ContainsAny(m.Subject, "\r\n") {
			t.Errorf("email = %+v, want one to a@example.org about the order", m)
		}
	}
}

func TestEtherIsMailedFromTheFirstBlock(t *testing.T) {
	t.Parallel()
	s := setup(t)
	c := s.Hold("a")
	quote := s.Ether(c)
	pay := ordertest.EtherPayment(quote, "0xb1", s.Clock.Now())
	for range 2 {
		s.OK(s.PaymentSeen(t.Context(), c.ID, pay))
	}
	s.want(c, "held", "seen")
	for range 2 {
		s.OK(s.PaymentConfirmed(t.Context(), c.ID, pay))
	}
	s.want(s.Want(c, purchase.Delivering), "held", "paid", "seen")

	// A second payment waits for staff, and the first one still pays for the order. Only the buyer whose own payment is in
	// review gets an email.
	other := s.Hold("b")
	quote = s.Ether(other)
	short := ordertest.EtherPayment(quote, "0xb2", s.Clock.Now())
	short.Wei = money.NewWei(1)
	s.OK(s.PaymentConfirmed(t.Context(), other.ID, short))
	s.Want(other, purchase.InReview)
	s.want(other, "held", "review")
	has(t, s.about(other, "review"), "less than the price", "Your money is safe", "We received a payment of 0.000000000000000001 ETH")
}

func TestTheEndOfAHoldIsMailed(t *testing.T) {
	t.Parallel()
	s := setup(t)
	c := s.Hold("a")
	s.Clock.Advance(16 * time.Minute)
	s.Work()
	s.Want(c, purchase.Expired)
	s.want(c, "ended", "held")
	has(t, s.about(c, "ended"), "You don’t owe anything", c.ExpiresAt.UTC().Format("15:04 UTC"))
}

// TestWaiverIsConfirmed: the email confirms that the buyer requested immediate delivery and waived the right of withdrawal.
func TestWaiverIsConfirmed(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for account, waived := range map[string]bool{"a": true, "b": false} {
		c := s.Hold(account)
		_, err := s.StartCard(t.Context(), ordertest.Who(account), c.ID, order.Billing{Country: "FI", ImmediateDelivery: waived})
		s.OK(err)
		c = s.Now(c)
		session := c.OpenSession().ProviderID
		s.Cards.Pay(session)
		s.Webhook(session)
		if m := s.about(c, "paid"); strings.Contains(m.Body, "you lose your right of withdrawal on delivery") != waived {
			t.Errorf("email = %s\nwant the loss of the right of withdrawal in it = %v", m.Body, waived)
		}
	}
}

// TestPurchasesAreShown: the email shows the artwork's picture if the gallery hosts it, and contains the legally required
// text once.
func TestPurchasesAreShown(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for account, picture := range map[string]string{"a": "/assets/own.webp", "b": "https://elsewhere.example/theirs.webp"} {
		offer := s.Parties.Offers[42]
		offer.Artwork.ImageURL = picture
		s.Parties.Offers[42] = offer
		c := s.Hold(account)
		session := s.Card(c)
		s.Cards.Pay(session)
		s.Webhook(session)
		s.OK(s.TokenMinted(t.Context(), c.ID, 31337, "0xminted"))
		own := strings.HasPrefix(picture, "/")
		for kind, shown := range map[string]bool{"held": false, "paid": own, "completed": own} {
			html := s.html(s.about(c, kind))
			if strings.Contains(html, `src="https://gallery.example/assets/own.webp.jpg" alt="Untitled by Vera Molnár"`) != shown || strings.Contains(html, "<img") != shown {
				t.Errorf("%s with the picture %q = %s\nwant the picture shown = %v", kind, picture, html, shown)
			}
		}
		// The certificate's page belongs to what is owned.
		page := fmt.Sprintf("https://gallery.example/en/artworks/%s/certificate/?edition=%d", c.Artwork.Slug, c.Edition)
		for kind, linked := range map[string]bool{"held": false, "paid": false, "completed": true} {
			if m := s.about(c, kind); strings.Contains(m.Body, page) != linked {
				t.Errorf("%s = %s\nwant a link to %s = %v", kind, m.Body, page, linked)
			}
		}
		for kind, written := range map[string]bool{"paid": true, "completed": false} {
			if m := s.about(c, kind); strings.Contains(m.Body, "terms and conditions") != written || !strings.Contains(m.Body, "Your invoice V-2") {
				t.Errorf("%s = %s\nwant the invoice, and the terms = %v", kind, m.Body, written)
			}
		}
	}
}

// TestRightToLeftNames: a right-to-left title or name leaves the sentences of each email as they are.
func TestRightToLeftNames(t *testing.T) {
	t.Parallel()
	s := setup(t)
	const title, artist = "ليل في حلب", "נועה לוי"
	offer := s.Parties.Offers[42]
	offer.Artwork.Title, offer.Artwork.ArtistName = title, artist
	s.Parties.Offers[42] = offer
	c := s.Hold("a")
	session := s.Card(c)
	s.Cards.Decline(session)
	s.Webhook(session)
	session = s.Card(c)
	s.Cards.Pay(session)
	s.Webhook(session)
	s.OK(s.TokenMinted(t.Context(), c.ID, 31337, "0xminted"))
	other := s.Hold("b")
	short := ordertest.EtherPayment(s.Ether(other), "0xb1", s.Clock.Now())
	short.Wei = money.NewWei(1)
	s.OK(s.PaymentConfirmed(t.Context(), other.ID, short))
	if n := mailtest.Isolated(t, s.pool, title, artist); n < 8 {
		t.Errorf("emails = %d, want those of two orders and of a review", n)
	}
}

// TestNobodyToNotify: a wallet account without an address can buy and gets no emails.
func TestNobodyToNotify(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.Parties.Buyers["w"] = purchase.Account{ProfileCompleted: true}
	c := s.Hold("w")
	session := s.Card(c)
	s.Cards.Pay(session)
	s.Webhook(session)
	s.want(s.Want(c, purchase.Delivering))
}

// TestOnlyMoneyIsEmailedToAnUnverifiedAddress: a wallet account can enter any address. An unverified address gets no emails
// about steps that are free to trigger, however often, but does get the documents of what was paid.
func TestOnlyMoneyIsEmailedToAnUnverifiedAddress(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.Parties.Buyers["w"] = purchase.Account{ProfileCompleted: true, Email: "stranger@example.org"}
	c := s.Hold("w")
	_, err := s.Cancel(t.Context(), ordertest.Who("w"), c.ID)
	s.OK(err)
	s.want(c)
	c = s.Hold("w")
	session := s.Card(c)
	s.Cards.Decline(session)
	s.Webhook(session)
	s.Clock.Advance(16 * time.Minute)
	s.Work()
	s.Want(c, purchase.Expired)
	s.want(c)
	c = s.Hold("w")
	session = s.Card(c)
	s.Cards.Pay(session)
	s.Webhook(session)
	s.want(s.Want(c, purchase.Delivering), "paid")
}

// TestRolledBack: a step that is rolled back sends no email.
func TestRolledBack(t *testing.T) {
	t.Parallel()
	s := setup(t)
	c := s.Hold("a")
	err := kitpg.InTx(t.Context(), s.pool, func(ctx context.Context) error {
		session := s.Card(c)
		s.Cards.Decline(session)
		truth, err := s.Cards.Session(ctx, session)
		s.OK(err)
		truth.CheckoutID = c.ID
		s.OK(s.ApplyCard(ctx, truth))
		return context.Canceled
	})
	if err == nil {
		t.Fatal("transaction: error = nil, want one")
	}
	s.want(c, "held")
}

// TestEtherMailsNameTheCoin: emails name ether, or the chain's own coin.
func TestEtherMailsNameTheCoin(t *testing.T) {
	t.Parallel()
	for chainID, coin := range map[uint32]string{1: "ETH", 100: "xDAI"} {
		s := setup(t)
		offer := s.Parties.Offers[42]
		offer.Artwork.ChainID = chainID
		s.Parties.Offers[42] = offer
		c := s.Hold("a")
		pay := ordertest.EtherPayment(s.Ether(c), "0xb1", s.Clock.Now())
		s.OK(s.PaymentSeen(t.Context(), c.ID, pay))
		s.OK(s.PaymentConfirmed(t.Context(), c.ID, pay))
		sum := pay.Wei.Rounded() + " " + coin
		has(t, s.about(c, "seen"), "your payment of "+sum+" for")
		has(t, s.about(c, "paid"), "Your payment of "+sum+" ($1,250) for")
	}
}

// TestStaffAreEmailedOncePerCase: every staff address gets an email when a review opens, none when it's reported again, and
// another one when its refund fails.
func TestStaffAreEmailedOncePerCase(t *testing.T) {
	t.Parallel()
	s := setup(t)
	cases := func() (out []mail) {
		t.Helper()
		rows, err := s.pool.Query(t.Context(), `SELECT key, recipient, subject, body FROM mails WHERE key LIKE 'case:%' ORDER BY id`)
		s.OK(err)
		out, err = pgx.CollectRows(rows, pgx.RowToStructByPos[mail])
		s.OK(err)
		return out
	}
	c := s.Hold("a")
	short := ordertest.EtherPayment(s.Ether(c), "0xb1", s.Clock.Now())
	short.Wei = money.NewWei(25e16)
	for range 2 {
		s.OK(s.PaymentConfirmed(t.Context(), c.ID, short))
	}
	list := cases()
	if len(list) != 2 || list[0].Recipient != "one@gallery.example" || list[1].Recipient != "two@gallery.example" {
		t.Fatalf("emails = %+v, want one to each member of staff", list)
	}
	has(t, list[0], "Payment to review: Untitled", "A payment of 0.25 ETH needs a decision: more than the price", c.ID, "https://gallery.example/en/reviews/")

	// Money that belongs to no order and whose refund fails.
	direct := order.Unexpected{Transaction: "0xu", Wei: money.NewWei(1e18), Reason: "direct_transfer", ChainID: 100, LogIndex: -1}
	for range 2 {
		s.OK(s.UnexpectedPayment(t.Context(), direct))
	}
	if list = cases(); len(list) != 4 {
		t.Fatalf("%d mails, want 4", len(list))
	}
	has(t, list[2], "A payment of 1 xDAI needs a decision: direct transfer", "It doesn’t belong to a known order.")
	var unmatched string
	s.OK(s.pool.QueryRow(t.Context(), `SELECT id FROM reviews WHERE checkout_id IS NULL`).Scan(&unmatched))
	_, err := s.Decide(t.Context(), unmatched, purchase.Decision{
		Action: purchase.ActionRefund, By: "staff", Note: "n", RefundAddress: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
	})
	s.OK(err)
	due := ordertest.Events[order.EtherRefundDue](s.Out)
	for range 2 {
		s.OK(s.Refunds.EtherRefund(t.Context(), order.ChainRefund{RefundID: due[0].RefundID, Status: purchase.RefundRefused, Reason: "recipient_reverts"}))
	}
	if list = cases(); len(list) != 6 {
		t.Fatalf("%d mails, want 6", len(list))
	}
	has(t, list[4], "its refund failed")
}
