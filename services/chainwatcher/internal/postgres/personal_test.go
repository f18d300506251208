package postgres

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/personal"
	"github.com/vitrine/vitrine/kit/personal/personaltest"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/kit/testkit/repository"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/postgres/db"
)

// staying are columns whose content is kept when a person is forgotten; docs/operating/personal-data.md explains why.
var staying = []string{
	"attempts.raw", "holders.owner", "incoming.payer", "payments.payer", "payments.refund_address", "quotes.data",
	"refunds.to_address", "transactions.data", "transfers.from_address", "transfers.to_address", "withdrawals.to_address", "withdrawal_batches.to_address",
	"payouts.payee", "gifts.to_address",
	"outbox.payload", // until the row is removed after 30 days
}

// plain are columns without personal data: ids, states, hashes, what is sold. A new column has to be classified here.
var plain = []string{
	"dead_letters.consumer", "dead_letters.id", "dead_letters.payload", "dead_letters.reason", "dead_letters.subject", // refused while there
	"idempotency.owner", "idempotency.request_hash", "idempotency.scope", "idempotency.status",
	"inbox.consumer", "inbox.id", "mails.key", "mails.stop_url", "outbox.headers", "outbox.id", "outbox.subject", "outbox_stream.last_id",
	"attempts.hash", "credential_changes.account_id", "cursors.genesis_hash", "cursors.hash", "cursors.payment_contract", "cursors.token_contract",
	"deployments.genesis_hash", "deployments.payment_contract", "deployments.price_feed", "deployments.token_contract",
	"freezes.checkout_id",
	"gifts.account_id", "gifts.id", "gifts.image_url", "gifts.reason", "gifts.recipient_id", "gifts.secret_hash", "gifts.status", "withdrawals.gift_id",
	"halts.detail", "halts.note", "halts.reason", "halts.released_by", // of the member of staff who released the chain
	"headers.hash", "headers.parent", "history.from_status", "history.id", "history.machine",
	"history.reason", "history.to_status", "incoming.asset", "incoming.block_hash", "incoming.to_address", "incoming.tx_hash",
	"payments.artist", "payments.block_hash", "payments.checkout_id", "payments.contract_says", "payments.intent_hash", "payments.state",
	"payments.tx_hash", "quotes.contract", "quotes.currency", "quotes.intent_hash", "quotes.rate", "quotes.rate_source",
	"refunds.checkout_id", "refunds.reason", "refunds.status", "refunds.tx_hash", "signers.address", "tokens.account_id",
	"tokens.artist", "tokens.checkout_id", "tokens.medium", "tokens.mint_tx", "tokens.payment_method", "tokens.slug",
	"tokens.status", "tokens.title", "transactions.cause", "transactions.contract", "transactions.kind", "transactions.reason",
	"transactions.sender", "transactions.status", "transactions.subject", "transfers.block_hash", "transfers.tx_hash",
	"transitions.from_status", "transitions.machine", "transitions.to_status", "withdrawal_batches.account_id", "withdrawals.account_id", "withdrawals.artist",
	"withdrawals.review", "withdrawals.review_why", "withdrawals.reviewed_by", // of the member of staff who decided
	"withdrawals.reason", "withdrawals.status", "withdrawals.title", "withdrawals.tx_hash",
	"payee_entries.block_hash", "payee_entries.payee", "payee_entries.tx_hash", "payouts.account_id", "payouts.reason", "payouts.status", "payouts.tx_hash",
}

// unexported are columns that repeat the content of others in another form.
var unexported = []string{"attempts.raw", "holders.owner", "idempotency.reply", "mails.html", "outbox.payload", "quotes.data", "transactions.data"}

// byWallet are columns with chain data about a wallet that isn't known to belong to an account: its address finds them.
var byWallet = []string{"incoming.payer", "transfers.from_address", "transfers.to_address"}

// person is a person whose every value is a canary.
type person struct{ account, order, withdrawal, tag string }

// canary is the person's value of a column.
func (p person) canary(column string) string { return personaltest.Canary(p.tag, column) }

func seed(t *testing.T, pool *pgxpool.Pool, tag string, token int) person {
	t.Helper()
	p := person{account: id.New(), order: id.New(), withdrawal: id.New(), tag: tag}
	c := p.canary
	personaltest.Exec(t, pool, `INSERT INTO tokens (token_id, chain_id, account_id, checkout_id, artwork_id, edition_number, edition_size, title, slug, artist, year, medium,
			payment_method, paid_at, status) VALUES ($1, 1, $2, $3, 1, 1, 1, 't', 's', 'a', 2026, 'm', 'card', now(), 'minting')`, token, p.account, p.order)
	personaltest.Exec(t, pool, `INSERT INTO payouts (id, chain_id, payee, account_id, artist_id, request_key, requested_at, status)
		VALUES ($1, 31337, $2, $3, 7, $4, now(), 'failed')`, id.New(), "0x"+c("payouts.payee"), p.account, c("payouts.request_key"))
	batch := id.New()
	personaltest.Exec(t, pool, `INSERT INTO withdrawal_batches (id, account_id, request_key, requested_at, to_address) VALUES ($1, $2, $3, now(), $4)`,
		batch, p.account, c("withdrawal_batches.request_key"), "0x"+c("withdrawal_batches.to_address"))
	personaltest.Exec(t, pool, `INSERT INTO withdrawals (id, token_id, chain_id, account_id, email, to_address, status, request_key, requested_at, title, artist, to_name,
		review, review_why, reviewed_by, reviewed_at, review_note, batch_id, batch_position)
		VALUES ($1, $2, 1, $3, $4, $5, 'awaiting_approval', $6, now(), 't', 'a', $7, 'approved', 'vault', 'staff', now(), $8, $9, 1)`,
		p.withdrawal, token, p.account, c("withdrawals.email")+"@example.org", "0x"+c("withdrawals.to_address"), c("withdrawals.request_key"), c("withdrawals.to_name"), c("withdrawals.review_note"), batch)
	personaltest.Exec(t, pool, `INSERT INTO gifts (id, token_id, account_id, from_name, email, message, image_url, status, ended_at)
		VALUES ($1, $2, $3, $4, $5, $6, '', 'cancelled', now())`, p.order, token, p.account, c("gifts.from_name"), c("gifts.email")+"@example.org", c("gifts.message"))
	personaltest.Exec(t, pool, `INSERT INTO gifts (id, token_id, account_id, from_name, email, message, image_url, to_address, to_name, status, ended_at)
		VALUES ($1, $2, $3, '', '', '', '', $4, $5, 'cancelled', now())`, id.New(), token, p.account, "0x"+c("gifts.to_address"), c("gifts.to_name"))
	transaction := id.New()
	personaltest.Exec(t, pool, `INSERT INTO transactions (id, chain_id, sender, kind, subject, token_id, contract, data, status)
		VALUES ($1, 1, 's', 'withdrawal', $2, $3, 'c', $4, 'queued')`, transaction, p.withdrawal, token, []byte(c("transactions.data")))
	personaltest.Exec(t, pool, `INSERT INTO attempts VALUES ($1, $2, 1, $3, 1, 1, 1, now())`, transaction, tag[:2], []byte(c("attempts.raw")))
	personaltest.Exec(t, pool, `INSERT INTO quotes (intent_hash, checkout_id, chain_id, contract, data, value, amount, currency, rate, rate_source, rate_at, deadline, created_at)
		VALUES ($1, $2, 1, 'c', $3, 1, 1, 'EUR', '1', 's', now(), now(), now())`, tag[:2], p.order, []byte(c("quotes.data")))
	personaltest.Exec(t, pool, `INSERT INTO payments (chain_id, block_hash, log_index, block_number, block_time, checkout_id, tx_hash, payer, amount, artist_share, artist,
			refund_address, intent_hash, known, state) VALUES (1, $1, 0, 1, now(), $2, 'h', $3, 1, 0, '', $4, $1, true, 'confirmed')`,
		tag[:2], p.order, "0x"+c("payments.payer"), "0x"+c("payments.refund_address"))
	personaltest.Exec(t, pool, `INSERT INTO refunds (id, chain_id, checkout_id, to_address, amount, decided_at, taken_at, status) VALUES ($1, 1, $2, $3, 1, now(), now(), 'queued')`,
		id.New(), p.order, "0x"+c("refunds.to_address"))
	personaltest.Exec(t, pool, `INSERT INTO holders VALUES (1, $1, $2)`, token, "0x"+c("holders.owner"))
	personaltest.Exec(t, pool, `INSERT INTO incoming VALUES (1, $1, 'h', 0, 1, $2, 'x', '', 1)`, tag[:2], "0x"+c("incoming.payer"))
	personaltest.Exec(t, pool, `INSERT INTO transfers VALUES (1, $1, 0, 1, now(), $2, $3, $4, 'h')`, tag[:2], token, "0x"+c("transfers.from_address"), "0x"+c("transfers.to_address"))
	personaltest.Exec(t, pool, `INSERT INTO mails (key, recipient, subject, html, body, error) VALUES ($1, $2, $3, $4, $5, $6)`,
		"withdrawal:"+p.withdrawal+":failed", c("mails.recipient")+"@example.org", c("mails.subject"), c("mails.html"), c("mails.body"), c("mails.error"))
	personaltest.Exec(t, pool, `INSERT INTO idempotency (scope, key, request_hash, status, reply) VALUES ($1, $2, 'x', 'done', $3)`,
		p.account+" POST /api/withdrawals", c("idempotency.key"), []byte(c("idempotency.reply")))
	personaltest.Exec(t, pool, `INSERT INTO outbox (id, subject, payload, published_at) VALUES ($1, 'x', $2, now())`, id.New(), []byte(p.account+c("outbox.payload")))
	return p
}

// TestPersonalData compares what is exported and forgotten with every existing column.
func TestPersonalData(t *testing.T) {
	t.Parallel()
	pool := open(t, testkit.Postgres(t, migrate), 4)
	ctx := t.Context()
	ann, ben := seed(t, pool, "a11ce0", 1), seed(t, pool, "b0b0b0", 2)
	people := personaltest.People{Pool: pool, Ann: ann.tag, Other: ben.tag, Plain: plain, Unexported: append(slices.Clone(unexported), byWallet...), Kept: staying}
	people.Seeded(t)

	found, err := Export(ctx, pool, personal.Person{AccountID: ann.account})
	people.Exported(t, found, err)

	for _, c := range byWallet {
		if found, err := Export(ctx, pool, personal.Person{AccountID: ann.account, Names: []string{"0X" + strings.ToUpper(ann.canary(c))}}); err != nil || !strings.Contains(found, ann.canary(c)) {
			t.Errorf("export by a wallet of %s = %s, %v, want %s in it", c, found, err, ann.canary(c))
		}
	}

	giveUp := false
	forget := func(check bool) (string, error) {
		return Forget(ctx, pool, personal.Person{AccountID: ann.account}, giveUp, check)
	}
	// Open work has to end first.
	refused := func(what string) {
		t.Helper()
		if _, err := forget(false); !errors.Is(err, personal.ErrUnsettled) || !strings.Contains(err.Error(), what) || !personaltest.Holds(t, pool, "withdrawals.email", ann.tag) {
			t.Errorf("with %s: error = %v, want ErrUnsettled naming it and the withdrawal's email kept", what, err)
		}
	}
	refused("is being minted")
	personaltest.Exec(t, pool, `UPDATE tokens SET status = 'minted'`)
	refused("the withdrawal " + ann.withdrawal + " is awaiting_approval")
	personaltest.Exec(t, pool, `UPDATE withdrawals SET status = 'rejected'`)
	personaltest.Exec(t, pool, `UPDATE outbox SET published_at = NULL`)
	refused("waits for the broker")
	personaltest.Exec(t, pool, `UPDATE outbox SET published_at = now()`)
	personaltest.Exec(t, pool, `INSERT INTO dead_letters VALUES ('d1', 'x', 'x', $1, 'why', 1)`, []byte("…"+ann.order+"…"))
	refused("the dead letter d1")
	personaltest.Exec(t, pool, `DELETE FROM dead_letters`)
	refused("the token 1 is in the vault")
	giveUp = true

	if _, err := forget(true); err != nil || !personaltest.Holds(t, pool, "withdrawals.email", ann.tag) {
		t.Errorf("a check: error = %v, want nil and the withdrawal's email kept", err)
	}
	if done, err := forget(false); err != nil {
		t.Fatalf("erasure = %s, %v, want nil", done, err)
	}
	people.Forgotten(t)
	// A token in a wallet, or back with the gallery, blocks nothing.
	giveUp = false
	waits := func() bool { _, err := forget(true); return err != nil }
	if !waits() {
		t.Error("a token in the vault doesn't block the erasure")
	}
	personaltest.Exec(t, pool, `INSERT INTO freezes (checkout_id, refunded) VALUES ($1, true)`, ann.order)
	if waits() {
		t.Error("a refunded token blocks the erasure")
	}
	if done, err := forget(false); err != nil || strings.ContainsAny(done, "123456789") {
		t.Errorf("second erasure = %s, %v, want no counts", done, err)
	}
	if _, err := Forget(ctx, pool, personal.Person{AccountID: "ann@example.org"}, false, false); err == nil {
		t.Error("Forget() with an email address: error = nil, want one")
	}
}

// TestNamesDontIdentifyPeople: an account whose names are in the rows of another one gets and removes nothing of it, except gifts and emails that
// were sent to a proven name, and what is public on the chain about a proven wallet.
func TestNamesDontIdentifyPeople(t *testing.T) {
	t.Parallel()
	pool := open(t, testkit.Postgres(t, migrate), 4)
	ctx := t.Context()
	ben, account := seed(t, pool, "b0b0b0", 2), id.New()
	personaltest.Force(t, pool, `UPDATE gifts SET status = 'waiting', ended_at = NULL, secret_hash = 'x' WHERE email <> ''`)
	const share = "424242424242"
	personaltest.Exec(t, pool, `INSERT INTO payee_entries (chain_id, block_hash, log_index, block_number, block_time, tx_hash, payee, amount) VALUES (31337, 'b', 0, 1, now(), 'h', $1, $2)`,
		"0x"+ben.canary("payee_entries.payee"), share)
	personaltest.Apart{
		Pool: pool, Other: ben.tag, IDs: []string{ben.account, ben.order, ben.withdrawal, share},
		Emails: []string{"withdrawals.email", "gifts.email", "mails.recipient"},
		Wallets: []string{
			"withdrawals.to_address", "withdrawal_batches.to_address", "gifts.to_address", "payments.payer", "payments.refund_address", "refunds.to_address", "payouts.payee",
			"payee_entries.payee", "holders.owner", "incoming.payer", "transfers.from_address", "transfers.to_address",
		},
		Addressed: []string{"gifts.from_name", "gifts.message", "mails.subject"},
	}.Check(t, func(names ...string) (string, error) {
		return Export(ctx, pool, personal.Person{AccountID: account, Names: names})
	}, func(names ...string) error {
		_, err := Forget(ctx, pool, personal.Person{AccountID: account, Names: names}, false, false)
		return err
	})
}

// TestGiversAndRecipientsAreApart: the recipient of a gift gets nothing of the giver's order, nor an address that somebody else's gift was
// sent to, and whichever of them is forgotten, the other one's emails arrive.
func TestGiversAndRecipientsAreApart(t *testing.T) {
	t.Parallel()
	pool := open(t, testkit.Postgres(t, migrate), 4)
	ctx := t.Context()
	giver, recipient := seed(t, pool, "b0b0b0", 2), id.New()
	personaltest.Force(t, pool, `UPDATE gifts SET status = 'accepted', recipient_id = '`+recipient+`' WHERE email <> ''`)
	personaltest.Force(t, pool, `UPDATE withdrawals SET status = 'rejected'`)
	personaltest.Force(t, pool, `UPDATE tokens SET status = 'minted', account_id = '`+recipient+`'`)
	for _, about := range []string{"accepted", "lost", "1"} {
		personaltest.Exec(t, pool, `INSERT INTO mails (key, recipient, subject, html, body) VALUES ($1, 'x@example.org', '', '', '')`, "gift:"+giver.order+":"+about)
	}
	found, err := Export(ctx, pool, personal.Person{AccountID: recipient})
	if err != nil || !strings.Contains(found, giver.canary("gifts.message")) {
		t.Errorf("export of the recipient = %s, %v, want the message", found, err)
	}
	for _, other := range []string{giver.account, giver.order, giver.canary("gifts.email"), giver.canary("payments.payer"), giver.canary("withdrawals.email")} {
		if strings.Contains(found, other) {
			t.Errorf("export of the recipient = %s, want nothing of the giver's account and order", found)
		}
	}
	pending := func() (about []string) {
		t.Helper()
		rows, err := pool.Query(ctx, `SELECT split_part(key, ':', 3) FROM mails WHERE key LIKE 'gift:%' ORDER BY key`)
		if err != nil {
			t.Fatal(err)
		}
		if about, err = pgx.CollectRows(rows, pgx.RowTo[string]); err != nil {
			t.Fatal(err)
		}
		return about
	}
	for _, forgotten := range []struct {
		account string
		left    []string
	}{{recipient, []string{"accepted"}}, {giver.account, nil}} {
		if _, err := Forget(ctx, pool, personal.Person{AccountID: forgotten.account}, true, false); err != nil {
			t.Fatal(err)
		}
		if left := pending(); !slices.Equal(left, forgotten.left) {
			t.Errorf("emails after forgetting %s = %q, want %q", forgotten.account, left, forgotten.left)
		}
	}
}

// TestPersonalDataIsDocumented checks that the operators' page names every column that is kept.
func TestPersonalDataIsDocumented(t *testing.T) {
	t.Parallel()
	personaltest.Documented(t, repository.Path("docs/operating/personal-data.md"), staying)
}

func TestPersonalDataIsFoundByIndexes(t *testing.T) {
	t.Parallel()
	personaltest.Indexed(t, open(t, testkit.Postgres(t, migrate), 1), db.PersonalExport, id.New(), []string{"a@example.org"})
}
