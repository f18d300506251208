package postgres_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/personal"
	"github.com/vitrine/vitrine/kit/personal/personaltest"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/kit/testkit/repository"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres/db"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres/postgrestest"
)

// retained are columns that keep their text when a person is forgotten; docs/operating/personal-data.md explains why.
var retained = []string{
	"papers.buyer_name", "papers.buyer_email", "papers.billing_country", "checkouts.billing_country", "printed_papers.pdf",
	"payments.payer", "payments.refund_address", "refunds.pay_to", "reviews.payer", "checkouts.gift_to", "checkouts.phase_entry", "papers.gift_to",
	"reviews.refund_address", "reviews.note", "decisions.note", "decisions.refund_address",
	"refund_requests.note", "refund_requests.pay_to",
	"outbox.payload",
}

// plain are columns without personal data: ids, states, hashes, what is sold and who sells. A new column has to be listed
// here or there.
var plain = []string{
	"auction_history.actor", "auction_history.from_status", "auction_history.to_status", "auction_transitions.actor", "auction_transitions.from_status",
	"auction_transitions.to_status", "auctions.currency", "auctions.status",
	"dead_letters.consumer", "dead_letters.id", "dead_letters.payload", "dead_letters.reason", "dead_letters.subject", // messages that could not be handled
	"idempotency.owner", "idempotency.request_hash", "idempotency.scope", "idempotency.status",
	"inbox.consumer", "inbox.id", "outbox.headers", "outbox.id", "outbox.subject", "outbox_stream.last_id",
	"phase_members.wallet", // wallets that staff put on an allow list; auth stores whose they are
	"phase_history.action", "phase_history.schedule", "phase_history.decided_by", "phase_history.note", "phase_members.account_id", "phase_prices.currency", "phases.kind", "phases.name",
	"payments.artist", "quotes.payout", "quotes.payout_hold", "sale_notices.outcome", // artists' payout wallets, which profiles stores
	"artworks.withheld", "card_sessions.provider_id", "card_sessions.status", "checkout_history.actor",
	"checkout_history.from_status", "checkout_history.reason", "checkout_history.to_status", "checkout_transitions.actor",
	"checkout_transitions.from_status", "checkout_transitions.to_status", "checkouts.card_decline", "checkouts.account_id", "checkouts.artist_name", "checkouts.dispute", "checkouts.dispute_id", "dispute_transitions.actor", "dispute_transitions.from_status", "dispute_transitions.to_status",
	"checkouts.artwork_dated", "checkouts.artwork_medium", "checkouts.artwork_slug", "checkouts.artwork_title", "checkouts.image_url", "checkouts.method",
	"checkouts.mint_hash", "checkouts.price_currency", "checkouts.reason", "checkouts.status", "checkouts.terms_version",
	"checkouts.traceparent", "checkouts.transaction_hash", "claims.work", "decisions.action", "decisions.decided_by", "decisions.approved_by", "edition_units.status",
	"refund_request_history.account", "refund_request_history.actor", "refund_request_history.from_status", "refund_request_history.to_status",
	"refund_request_transitions.actor", "refund_request_transitions.from_status", "refund_request_transitions.to_status",
	"refund_requests.currency", "refund_requests.decided_by", "refund_requests.method", "refund_requests.place", "refund_requests.problem", "refund_requests.requested_by", "refund_requests.return_to", "refund_requests.status",
	"ledger.account", "ledger.asset", "ledger.entry_group", "mails.key", "mails.stop_url", "paper_counters.series", "papers.artist",
	"papers.country", "papers.currency", "printed_papers.form", "papers.kind", "papers.medium", "papers.method", "papers.number", "papers.rate",
	"papers.rate_source", "papers.reason", "papers.seller_address", "papers.seller_bank", "papers.seller_country",
	"papers.seller_name", "papers.seller_note", "papers.seller_vat_id", "papers.series", "papers.title", "papers.transaction", "papers.work_dated",
	"payment_history.actor", "payment_history.from_status", "payment_history.to_status", "payment_transitions.actor",
	"payment_transitions.from_status", "payment_transitions.to_status", "payments.asset",
	"payments.block_hash", "payments.currency", "payments.intent_hash", "payments.key", "payments.method",
	"payments.provider_id", "payments.status", "payments.transaction", "quotes.intent_hash", "quotes.pay_to",
	"quotes.rate", "quotes.rate_source", "refund_history.actor", "refund_history.from_status", "refund_history.to_status",
	"refund_transitions.actor", "refund_transitions.from_status", "refund_transitions.to_status", "refunds.currency",
	"refunds.method", "refunds.provider_id", "refunds.reason", "refunds.status", "refunds.transaction", "reviews.asset",
	"reviews.currency", "reviews.decided_by", "reviews.decision", "reviews.detail", "reviews.key", "reviews.method",
	"reviews.provider_id", "reviews.reason", "reviews.transaction", "vat_rates.country",
}

// unexported are columns that repeat the data of others in another form.
var unexported = []string{"idempotency.reply", "mails.html", "outbox.payload", "printed_papers.pdf"}

// person is someone whose every text is a canary.
type person struct{ account, order, payment, refund, review, tag string }

// canary returns the person's value of a column.
func (p person) canary(column string) string { return personaltest.Canary(p.tag, column) }

func seed(t *testing.T, pool *pgxpool.Pool, tag string, work int) person {
	t.Helper()
	p := person{account: id.New(), order: id.New(), payment: id.New(), refund: id.New(), review: id.New(), tag: tag}
	c := p.canary
	personaltest.Exec(t, pool, `INSERT INTO artworks (artwork_id, size, units, sold) VALUES ($1, 1, 1, 1)`, work)
	personaltest.Exec(t, pool, `INSERT INTO checkouts (id, status, account_id, email, buyer_name, artwork_id, artwork_slug, artwork_title, artist_id, artist_name,
			edition, edition_size, price_amount, price_currency, share_bps, created_at, updated_at, expires_at, billing_country, phase_entry)
		VALUES ($1, 'reserved', $2, $3, $4, $5, 's', 't', 1, 'a', 1, 1, 100, 'EUR', 0, now(), now(), now(), $6, $7)`,
		p.order, p.account, c("checkouts.email")+"@example.org", c("checkouts.buyer_name"), work, c("checkouts.billing_country"), "wallet:0x"+c("checkouts.phase_entry"))
	personaltest.Exec(t, pool, `UPDATE checkouts SET gift_email = $2, gift_message = $3 WHERE id = $1`, p.order, c("checkouts.gift_email")+"@example.org", c("checkouts.gift_message"))
	given := id.New()
	personaltest.Exec(t, pool, `INSERT INTO artworks (artwork_id, size, units, sold) VALUES ($1, 1, 1, 0)`, work+100)
	personaltest.Exec(t, pool, `INSERT INTO edition_units VALUES ($1, 1, 'free', NULL)`, work+100)
	personaltest.Exec(t, pool, `INSERT INTO checkouts SELECT (jsonb_populate_record(c, jsonb_build_object('id', $2::text, 'artwork_id', $5::bigint, 'gift_email', '', 'gift_message', '',
		'gift_to', $3::text, 'gift_name', $4::text))).* FROM checkouts c WHERE id = $1`, p.order, given, "0x"+c("checkouts.gift_to"), c("checkouts.gift_name"), work+100)
	personaltest.Exec(t, pool, `UPDATE checkouts SET status = 'cancelled', version = version + 1 WHERE id = $1`, given)
	personaltest.Exec(t, pool, `INSERT INTO hold_networks VALUES ($1, $2, now())`, p.order, c("hold_networks.network"))
	personaltest.Exec(t, pool, `INSERT INTO edition_units VALUES ($1, 1, 'sold', $2)`, work, p.order)
	personaltest.Exec(t, pool, `INSERT INTO card_sessions (id, checkout_id, status, url, ends_at, created_at) VALUES ($1, $2, 'expired', $3, now(), now())`,
		id.New(), p.order, c("card_sessions.url"))
	personaltest.Exec(t, pool, `INSERT INTO quotes (intent_hash, checkout_id, chain_id, pay_to, data, value, expires_at, created_at, share_bps)
		VALUES ($1, $2, 1, 'x', $3, 1, now(), now(), 0)`, tag[:2], p.order, c("quotes.data"))
	personaltest.Exec(t, pool, `INSERT INTO payments (id, key, checkout_id, method, status, credited, at, payer, wei, refund_address, intent_hash, block_hash)
		VALUES ($1, $2, $3, 'ether', 'final', true, now(), $4, 1, $5, $2, $2)`, p.payment, "k"+tag[:2], p.order, "0x"+c("payments.payer"), "0x"+c("payments.refund_address"))
	personaltest.Exec(t, pool, `INSERT INTO reviews (id, key, checkout_id, payment_id, reason, created_at, note, payer, refund_address) VALUES ($1, $2, $3, $4, 'late', now(), $5, $6, $7)`,
		p.review, "r"+tag[:2], p.order, p.payment, c("reviews.note"), "0x"+c("reviews.payer"), "0x"+c("reviews.refund_address"))
	personaltest.Exec(t, pool, `INSERT INTO refunds (id, checkout_id, payment_id, status, amount, currency, reason, created_at, method, pay_to, wei)
		VALUES ($1, $2, $3, 'failed', 1, 'EUR', 'late', now(), 'ether', $4, 1)`, p.refund, p.order, p.payment, "0x"+c("refunds.pay_to"))
	personaltest.Exec(t, pool, `INSERT INTO decisions (review_id, checkout_id, action, decided_by, note, refund_address) VALUES ($1, $2, 'complete', 'staff', $3, $4)`,
		p.review, p.order, c("decisions.note"), "0x"+c("decisions.refund_address"))
	personaltest.Exec(t, pool, `INSERT INTO refund_requests (id, status, checkout_id, review_id, method, wei, pay_to, note, requested_by, created_at, expires_at)
		SELECT $1, 'pending', $2, $3, 'ether', 1, $4, $5, 'staff', now(), now() FROM set_config('vitrine.actor', 'staff', true)`,
		id.New(), p.order, p.review, "0x"+c("refund_requests.pay_to"), c("refund_requests.note"))
	personaltest.Exec(t, pool, `INSERT INTO ledger (entry_group, account, asset, amount, checkout_id) VALUES ($1, 'a', 'EUR', 1, $2), ($1, 'b', 'EUR', -1, $2)`, "g"+tag[:2], p.order)
	invoice := id.New()
	personaltest.Exec(t, pool, `INSERT INTO papers (id, kind, series, year, seq, number, checkout_id, issued_at, supplied_at, seller_name, seller_address, seller_country,
			seller_vat_id, seller_bank, seller_note, buyer_name, buyer_email, billing_country, country, rate_bps, currency, gross, net, vat, title, artist,
			medium, work_year, edition, edition_size, token_id, method, chain_id, wei, rate, rate_source, transaction, reason, gift_to)
		VALUES ($1, 'invoice', 'I', 2026, $2, $3, $4, now(), now(), '', '', '', '', '', '', $5, $6, $7, '', 0, 'EUR', 100, 100, 0, '', '', '', 0, 1, 1, 1, 'ether', 1, 1, '', '', '', '', $8)`,
		invoice, work, "I-"+tag[:2], p.order, c("papers.buyer_name"), c("papers.buyer_email")+"@example.org", c("papers.billing_country"), "0x"+c("papers.gift_to"))
	personaltest.Exec(t, pool, `INSERT INTO printed_papers (paper_id, form, pdf) VALUES ($1, 'invoice', $2)`, invoice, []byte(c("printed_papers.pdf")))
	personaltest.Exec(t, pool, `INSERT INTO mails (key, recipient, subject, html, body, error) VALUES ($1, $2, $3, $4, $5, $6)`,
		"completed:"+p.order, c("mails.recipient")+"@example.org", c("mails.subject"), c("mails.html"), c("mails.body"), c("mails.error"))
	personaltest.Exec(t, pool, `INSERT INTO idempotency (scope, key, request_hash, status, reply) VALUES ($1, $2, 'x', 'done', $3)`,
		p.account+" POST /api/x", c("idempotency.key"), []byte(c("idempotency.reply")))
	personaltest.Exec(t, pool, `INSERT INTO outbox (id, subject, payload, published_at) VALUES ($1, 'x', $2, now())`, id.New(), []byte(p.account+c("outbox.payload")))
	personaltest.Exec(t, pool, `INSERT INTO idempotency (scope, key, request_hash, status, reply) VALUES ($1, $2, 'x', 'done', $3)`,
		"staff POST /api/reviews/{id}/decision", tag[:2], []byte(p.order+c("idempotency.reply")))
	return p
}

// counts returns the counts of /api/invariants.
func counts(t *testing.T, pool *pgxpool.Pool) []any {
	t.Helper()
	rows, err := pool.Query(t.Context(), db.Invariants, []int64(nil), []string(nil), time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	rows.Next()
	values, err := rows.Values()
	if err != nil {
		t.Fatal(err)
	}
	return values
}

// TestPersonalData checks what is exported and what is forgotten for every column.
func TestPersonalData(t *testing.T) {
	t.Parallel()
	pool := testkit.Pool(t, testkit.Postgres(t, postgrestest.Migrate))
	ctx := t.Context()
	ann, ben := seed(t, pool, "a11ce0", 1), seed(t, pool, "b0b0b0", 2)
	people := personaltest.People{Pool: pool, Ann: ann.tag, Other: ben.tag, Plain: plain, Unexported: unexported, Kept: retained}
	people.Seeded(t)

	found, err := postgres.Export(ctx, pool, personal.Person{AccountID: ann.account})
	people.Exported(t, found, err)

	forget := func(check bool) (string, error) {
		return postgres.Forget(ctx, pool, personal.Person{AccountID: ann.account}, check)
	}
	// Pending work has to end first.
	refused := func(what string) {
		t.Helper()
		if _, err := forget(false); !errors.Is(err, personal.ErrUnsettled) || !strings.Contains(err.Error(), what) || !personaltest.Holds(t, pool, "checkouts.email", ann.tag) {
			t.Errorf("with %s: error = %v, want ErrUnsettled naming it and the order's email kept", what, err)
		}
	}
	refused("the order " + ann.order + " is reserved")
	for _, to := range []string{"awaiting_payment", "payment_seen", "paid", "delivering", "completed"} {
		personaltest.Exec(t, pool, `UPDATE checkouts SET status = $2, version = version + 1 WHERE id IN ($1, $3)`, ann.order, to, ben.order)
	}
	refused("the review " + ann.review + " of the order " + ann.order + " is open")
	personaltest.Exec(t, pool, `UPDATE reviews SET closed_at = now(), decision = 'complete'`)
	personaltest.Exec(t, pool, `UPDATE refunds SET status = 'pending'`)
	refused("the refund " + ann.refund + " of the order " + ann.order + " is pending")
	personaltest.Exec(t, pool, `UPDATE refunds SET status = 'failed'`)
	personaltest.Exec(t, pool, `UPDATE outbox SET published_at = NULL`)
	refused("waits for the broker")
	personaltest.Exec(t, pool, `UPDATE outbox SET published_at = now()`)
	personaltest.Exec(t, pool, `INSERT INTO dead_letters VALUES ('d1', 'x', 'x', $1, 'why', 1)`, []byte("…"+ann.order+"…"))
	refused("the dead letter d1")
	personaltest.Exec(t, pool, `DELETE FROM dead_letters`)

	if _, err := forget(true); err != nil || !personaltest.Holds(t, pool, "checkouts.email", ann.tag) {
		t.Errorf("a check: error = %v, want nil and the order's email kept", err)
	}
	before := counts(t, pool)
	for i, n := range before[:6] {
		if n != int32(0) {
			t.Fatalf("invariant %d before = %v, want 0", i, n)
		}
	}
	if done, err := forget(false); err != nil {
		t.Fatalf("erasure = %s, %v, want nil", done, err)
	}
	people.Forgotten(t)
	if after := counts(t, pool); !slices.Equal(after, before) {
		t.Errorf("invariants = %v, want %v as before", after, before)
	}
	if done, err := forget(false); err != nil || strings.ContainsAny(done, "123456789") {
		t.Errorf("second erasure = %s, %v, want no counts", done, err)
	}
	if _, err := postgres.Forget(ctx, pool, personal.Person{AccountID: "ann@example.org"}, false); err == nil {
		t.Error("Forget() with an email address: error = nil, want one")
	}
}

// TestNamesDontIdentifyPeople: an account whose names are in the rows of another one gets and removes nothing of it, except gifts and emails that
// were sent to a proven name.
func TestNamesDontIdentifyPeople(t *testing.T) {
	t.Parallel()
	pool := testkit.Pool(t, testkit.Postgres(t, postgrestest.Migrate))
	ctx := t.Context()
	ben, account := seed(t, pool, "b0b0b0", 2), id.New()
	for _, to := range []string{"awaiting_payment", "payment_seen", "paid", "delivering", "completed"} {
		personaltest.Exec(t, pool, `UPDATE checkouts SET status = $2, version = version + 1 WHERE id = $1`, ben.order, to)
	}
	personaltest.Apart{
		Pool: pool, Other: ben.tag, IDs: []string{ben.account, ben.order, ben.payment, ben.refund, ben.review},
		Emails: []string{"checkouts.email", "papers.buyer_email", "checkouts.gift_email", "mails.recipient"},
		Wallets: []string{
			"payments.payer", "payments.refund_address", "refunds.pay_to", "reviews.payer", "reviews.refund_address", "decisions.refund_address",
			"refund_requests.pay_to", "checkouts.gift_to", "papers.gift_to",
		},
		Addressed: []string{"checkouts.gift_message", "mails.subject"},
	}.Check(t, func(names ...string) (string, error) {
		return postgres.Export(ctx, pool, personal.Person{AccountID: account, Names: names})
	}, func(names ...string) error {
		_, err := postgres.Forget(ctx, pool, personal.Person{AccountID: account, Names: names}, false)
		return err
	})
}

// TestForgettingKeepsTheBuyerOfAnInvoiceToCome: an order from before the service issued invoices keeps what its invoice
// needs.
func TestForgettingKeepsTheBuyerOfAnInvoiceToCome(t *testing.T) {
	t.Parallel()
	pool := testkit.Pool(t, testkit.Postgres(t, postgrestest.Migrate))
	ann := seed(t, pool, "a11ce0", 1)
	personaltest.Exec(t, pool, `ALTER TABLE papers DISABLE TRIGGER ALL`)
	personaltest.Exec(t, pool, `DELETE FROM papers`)
	personaltest.Exec(t, pool, `UPDATE reviews SET closed_at = now(), decision = 'complete'`)
	for _, to := range []string{"awaiting_payment", "payment_seen", "paid", "delivering", "completed"} {
		personaltest.Exec(t, pool, `UPDATE checkouts SET status = $2, version = version + 1, paid_at = now(), receipt_number = 1 WHERE id = $1`, ann.order, to)
	}
	if done, err := postgres.Forget(t.Context(), pool, personal.Person{AccountID: ann.account}, false); err != nil || !personaltest.Holds(t, pool, "checkouts.buyer_name", ann.tag) {
		t.Errorf("Forget() = %s, %v, want nil and the buyer's name kept", done, err)
	}
}

// TestPersonalDataIsDocumented: the operators' page names every column that keeps its text.
func TestPersonalDataIsDocumented(t *testing.T) {
	t.Parallel()
	personaltest.Documented(t, repository.Path("docs/operating/personal-data.md"), retained)
}

func TestPersonalDataIsFoundByIndexes(t *testing.T) {
	t.Parallel()
	personaltest.Indexed(t, testkit.Pool(t, testkit.Postgres(t, postgrestest.Migrate)), db.PersonalExport, id.New(), []string{"a@example.org"})
}
