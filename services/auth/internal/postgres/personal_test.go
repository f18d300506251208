package postgres_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/personal"
	"github.com/vitrine/vitrine/kit/personal/personaltest"
	"github.com/vitrine/vitrine/services/auth/internal/account"
	"github.com/vitrine/vitrine/services/auth/internal/postgres"
	"github.com/vitrine/vitrine/services/auth/internal/postgres/db"
)

// plain are columns without personal data: ids, states, hashes. Every new column belongs in one of these lists or is exported and
// forgotten.
var plain = []string{
	"dead_letters.consumer", "dead_letters.id", "dead_letters.payload", "dead_letters.reason", "dead_letters.subject", // refused while there
	"idempotency.owner", "idempotency.request_hash", "idempotency.scope", "idempotency.status",
	"inbox.consumer", "inbox.id", "mails.stop_url", "outbox.headers", "outbox.id", "outbox.subject", "outbox_stream.last_id",
	"idempotency.key", "idempotency.reply", // no call here takes a key
	"outbox.payload", // events of an account carry its address; removed after 30 days
	"data_request_transitions.from_state", "data_request_transitions.kind", "data_request_transitions.to_state",
	"data_requests.kind", "data_requests.secret_hash", "data_requests.state",
	"passkeys.credential_id", "recovery_codes.hash", "refresh_tokens.hash", "sessions.end_reason", "sessions.provider_session", "signing_keys.der", "signing_keys.id", "staff_actions.action", "tickets.key", "tickets.kind", "tickets.provider_session",
}

// unexported are columns that repeat exported data in another form.
var unexported = []string{"data_requests.archive", "mails.html", "tickets.data"}

// person has a unique canary text in every column.
type person struct{ account, session, tag string }

// canary returns the person's text in a column.
func (p person) canary(column string) string { return personaltest.Canary(p.tag, column) }

func seed(t *testing.T, pool *pgxpool.Pool, tag string) person {
	t.Helper()
	p := person{account: id.New(), session: id.New(), tag: tag}
	c := p.canary
	personaltest.Exec(t, pool, `INSERT INTO accounts (id, issuer, subject, email, email_verified, login_methods, login_methods_at, created_at) VALUES ($1, $2, $3, $4, true, $5, now(), now())`,
		p.account, c("accounts.issuer"), c("accounts.subject"), c("accounts.email")+"@example.org", []string{c("accounts.login_methods")})
	personaltest.Exec(t, pool, `INSERT INTO wallets (address, account_id, linked_at) VALUES ($1, $2, now())`, "0x"+c("wallets.address"), p.account)
	personaltest.Exec(t, pool, `INSERT INTO sessions (id, account_id, key_thumbprint, wallet, rotated_at, authenticated_at, created_at, idle_until, until, user_agent, ip)
		VALUES ($1, $2, $3, $4, now(), now(), now(), now(), now(), $5, $6)`,
		p.session, p.account, c("sessions.key_thumbprint"), c("sessions.wallet"), c("sessions.user_agent"), c("sessions.ip"))
	personaltest.Exec(t, pool, `INSERT INTO refresh_tokens VALUES ($1, $2, 1)`, id.Hash(tag), p.session)
	personaltest.Exec(t, pool, `INSERT INTO passkeys (id, account_id, credential_id, name, credential, added_at) VALUES ($1, $2, $3, $4, $5, now())`,
		id.New(), p.account, id.Hash(tag), c("passkeys.name"), c("passkeys.credential"))
	personaltest.Exec(t, pool, `INSERT INTO recovery_codes VALUES ($1, $2)`, p.account, id.Hash(tag))
	personaltest.Exec(t, pool, `INSERT INTO tickets (kind, key, data, until, account_id) VALUES ('code', $1, $2, now(), $3)`, tag[:2], []byte(c("tickets.data")), p.account)
	personaltest.Exec(t, pool, `INSERT INTO data_requests (id, account_id, kind, state, requested_at, due_at, reasons, archive) VALUES ($1, $2, 'export', 'done', now(), now(), $3, $4)`,
		id.New(), p.account, []string{c("data_requests.reasons")}, []byte(c("data_requests.archive")))
	personaltest.Exec(t, pool, `INSERT INTO staff_actions (account_id, actor_id, action, reason, at) VALUES ($1, $2, 'blocked', $3, now())`,
		p.account, id.New(), c("staff_actions.reason"))
	personaltest.Exec(t, pool, `INSERT INTO mails (key, recipient, subject, html, body, error) VALUES ($1, $2, $3, $4, $5, $6)`,
		"auth.wallet_linked."+p.account+"."+c("mails.key"), c("mails.recipient")+"@example.org", c("mails.subject"), c("mails.html"), c("mails.body"), c("mails.error"))
	personaltest.Exec(t, pool, `INSERT INTO mails (key, recipient, subject, html, body) VALUES ($1, $2, '', '', '')`,
		"auth.session_reused."+id.New(), c("accounts.email")+"@example.org") // of a session that was swept
	return p
}

// TestPersonalData checks export and forget against every column of the database.
func TestPersonalData(t *testing.T) {
	t.Parallel()
	pool, ctx := open(t), t.Context()
	ann, ben := seed(t, pool, "a11ce0"), seed(t, pool, "b0b0b0")
	people := personaltest.People{Pool: pool, Ann: ann.tag, Other: ben.tag, Plain: plain, Unexported: unexported}
	people.Seeded(t)

	found, err := postgres.Export(ctx, pool, personal.Person{AccountID: ann.account})
	people.Exported(t, found, err)

	events := new(recorder)
	forget := func(check bool) (string, error) {
		return postgres.Forget(ctx, pool, events, personal.Person{AccountID: ann.account}, check)
	}

	if _, err := forget(true); err != nil || !personaltest.Holds(t, pool, "accounts.email", ann.tag) {
		t.Errorf("a check: error = %v, want nil and the account's email kept", err)
	}
	if done, err := forget(false); err != nil {
		t.Fatalf("erased %v: error = %v, want nil", done, err)
	}
	// The first event belongs to the check, whose transaction was rolled back.
	published := events.Take()
	if len(published) != 2 {
		t.Fatalf("published %+v, want 2 items", published)
	}
	if ended, ok := published[1].(account.SessionsEnded); !ok || ended.AccountID != ann.account || !slices.Equal(ended.SessionIDs, []string{ann.session}) || ended.Reason != account.EndedForgotten {
		t.Errorf("published %+v, want session %s of %s ended as %s", published, ann.session, ann.account, account.EndedForgotten)
	}
	people.Forgotten(t)
	if done, err := forget(false); err != nil || strings.ContainsAny(done, "123456789") {
		t.Errorf("second erasure = %s, %v, want no counts", done, err)
	}
	if _, err := postgres.Forget(ctx, pool, events, personal.Person{AccountID: "ann@example.org"}, false); err == nil {
		t.Error("Forget() with an email address: error = nil, want one")
	}
}

// TestNamesDontIdentifyPeople: an account with the email address of another one gets and removes nothing of it, and if the address isn't verified,
// it gets and removes no emails to it either.
func TestNamesDontIdentifyPeople(t *testing.T) {
	t.Parallel()
	pool, ctx := open(t), t.Context()
	ben, account := seed(t, pool, "b0b0b0"), id.New()
	personaltest.Exec(t, pool, `INSERT INTO accounts (id, issuer, subject, email, created_at) VALUES ($1, 'i', 's', $2, now())`, account, strings.ToLower(personaltest.SharedEmail))
	person := func(names []string) personal.Person {
		personaltest.Exec(t, pool, `UPDATE accounts SET email_verified = $2 WHERE id = $1`, account, names != nil)
		return personal.Person{AccountID: account, Names: names}
	}
	forget := func(names ...string) error {
		_, err := postgres.Forget(ctx, pool, new(recorder), person(names), false)
		return err
	}
	personaltest.Apart{
		Pool: pool, Other: ben.tag, IDs: []string{ben.account, ben.session},
		Emails: []string{"mails.recipient", "accounts.email"}, Wallets: []string{"sessions.wallet"},
		Addressed: []string{"mails.subject"},
	}.Check(t, func(names ...string) (string, error) { return postgres.Export(ctx, pool, person(names)) }, forget)

	personaltest.Exec(t, pool, `DELETE FROM mails`)
	account = id.New()
	personaltest.Exec(t, pool, `INSERT INTO accounts (id, issuer, subject, email, created_at) VALUES ($1, 'i', 's', 'd@example.org', now())`, account)
	personaltest.Exec(t, pool, `INSERT INTO mails (key, recipient, subject, html, body) VALUES ('k', 'd@example.org', '', '', '')`)
	if err := forget(); err != nil || !personaltest.Holds(t, pool, "mails.recipient", "d@example.org") {
		t.Errorf("forgetting an account with an address that isn't verified: error = %v, want nil and the emails to the address kept", err)
	}
}

func TestPersonalDataIsFoundByIndexes(t *testing.T) {
	t.Parallel()
	personaltest.Indexed(t, open(t), db.PersonalExport, id.New())
}
