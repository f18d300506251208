package postgres

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/personal"
	"github.com/vitrine/vitrine/kit/personal/personaltest"
	"github.com/vitrine/vitrine/kit/testkit/repository"
	"github.com/vitrine/vitrine/services/approvals/internal/postgres/db"
)

// kept are columns that keep personal data after forget; docs/operating/personal-data.md says why.
var kept = []string{
	"requests.summary", "requests.lines", "requests.work", "requests.to_address", "requests.to_name", "log.ip",
	"outbox.payload", // until the row is removed after 30 days
}

// plain are columns without personal data: ids, states, hashes. Every new column belongs in one of these lists or is exported and
// forgotten.
var plain = []string{
	"dead_letters.consumer", "dead_letters.id", "dead_letters.payload", "dead_letters.reason", "dead_letters.subject", // refused while there
	"idempotency.owner", "idempotency.request_hash", "idempotency.scope", "idempotency.status",
	"inbox.consumer", "inbox.id", "mails.stop_url", "outbox.headers", "outbox.id", "outbox.subject", "outbox_stream.last_id",
	"links.asks", "links.decided_by", "links.secret_hash", "links.status", "log.actor", "log.event", "log.hash",
	"requests.account_id", "requests.cancelled_works", "requests.digest", "requests.kind", "requests.outcome", "requests.status", "requests.subject_id",
}

// unexported are columns that repeat exported data in another form.
var unexported = []string{"idempotency.reply", "mails.html", "outbox.payload"}

// person has a unique canary text in every column.
type person struct{ account, request, subject, tag string }

// canary returns the person's text in a column.
func (p person) canary(column string) string { return personaltest.Canary(p.tag, column) }

func seed(t *testing.T, pool *pgxpool.Pool, tag string) person {
	t.Helper()
	p := person{account: id.New(), request: id.New(), subject: id.New(), tag: tag}
	c := p.canary
	personaltest.Exec(t, pool, `INSERT INTO requests (id, kind, subject_id, account_id, email, wallets, summary, lines, digest, status, created_at, expires_at, work, transaction_hash, to_address, to_name)
		VALUES ($1, 'token_withdrawal', $2, $3, $4, $5, $6, $7, 'd', 'pending', now(), now() + interval '1 day', $8, $9, $10, $11)`,
		p.request, p.subject, p.account, c("requests.email")+"@example.org", []string{"0x" + c("requests.wallets")}, c("requests.summary"),
		[]map[string]string{{"label": "To", "value": "0x" + c("requests.lines")}}, map[string]string{"title": c("requests.work")}, "0x"+c("requests.transaction_hash"),
		"0x"+c("requests.to_address"), c("requests.to_name")+".eth")
	personaltest.Exec(t, pool, `INSERT INTO withdrawals (id, request_id, position, token_id) VALUES ($1, $2, 1, $3)`, id.New(), p.request, rand.Int64())
	personaltest.Exec(t, pool, `INSERT INTO idempotency (scope, key, request_hash, status, reply) VALUES ($1, $2, 'x', 'done', $3)`,
		p.account+" POST /api/withdrawals", c("idempotency.key"), []byte(c("idempotency.reply")))
	personaltest.Exec(t, pool, `INSERT INTO outbox (id, subject, payload, published_at) VALUES ($1, 'x', $2, now())`, id.New(), []byte(p.account+c("outbox.payload")))
	personaltest.Exec(t, pool, `INSERT INTO links (request_id, position, secret_hash, asks, email, status) VALUES ($1, 0, $2, 'owner', $3, 'pending')`,
		p.request, id.Hash(tag), c("links.email")+"@example.org")
	personaltest.Exec(t, pool, `INSERT INTO log (request_id, event, actor, ip, at) VALUES ($1, 'approved', $2, $3, now())`, p.request, p.account, c("log.ip"))
	personaltest.Exec(t, pool, `INSERT INTO mails (key, recipient, subject, html, body, error) VALUES ($1, $2, $3, $4, $5, $6)`,
		"approval:"+p.request+":0:"+c("mails.key"), c("mails.recipient")+"@example.org", c("mails.subject"), c("mails.html"), c("mails.body"), c("mails.error"))
	return p
}

// TestPersonalData checks export and forget against every column of the database.
func TestPersonalData(t *testing.T) {
	t.Parallel()
	pool, ctx := open(t), t.Context()
	ann, ben := seed(t, pool, "a11ce0"), seed(t, pool, "b0b0b0")
	people := personaltest.People{Pool: pool, Ann: ann.tag, Other: ben.tag, Plain: plain, Unexported: unexported, Kept: kept}
	people.Seeded(t)

	// A second person was asked to approve Ann's request.
	personaltest.Exec(t, pool, `INSERT INTO links (request_id, position, secret_hash, asks, email, status, decided_by) VALUES ($1, 1, 'h', 'approver', $2, 'approved', $3)`,
		ann.request, ben.canary("links.email")+"@example.org", ben.account)

	found, err := Export(ctx, pool, personal.Person{AccountID: ann.account})
	people.Exported(t, found, err)

	forget := func(check bool) (string, error) {
		return Forget(ctx, pool, personal.Person{AccountID: ann.account}, check)
	}
	// Pending work refuses it.
	refused := func(what string) {
		t.Helper()
		if _, err := forget(false); !errors.Is(err, personal.ErrUnsettled) || !strings.Contains(err.Error(), what) || !personaltest.Holds(t, pool, "requests.email", ann.tag) {
			t.Errorf("with %s: error = %v, want ErrUnsettled naming it and the request's email kept", what, err)
		}
	}
	refused("the request " + ann.request + " is pending")
	personaltest.Exec(t, pool, `UPDATE requests SET status = 'approved', decided_at = now()`)
	personaltest.Exec(t, pool, `INSERT INTO outbox (id, subject, payload) VALUES ('f1', 'x', $1)`, []byte("…"+ann.subject+"…"))
	refused("waits for the broker")
	personaltest.Exec(t, pool, `UPDATE outbox SET published_at = now()`)
	personaltest.Exec(t, pool, `INSERT INTO dead_letters VALUES ('d1', 'x', 'x', $1, 'why', 1)`, []byte("…"+ann.subject+"…"))
	refused("the dead letter d1")
	personaltest.Exec(t, pool, `DELETE FROM dead_letters`)

	if _, err := forget(true); err != nil || !personaltest.Holds(t, pool, "requests.email", ann.tag) {
		t.Errorf("a check: error = %v, want nil and the request's email kept", err)
	}
	if done, err := forget(false); err != nil {
		t.Fatalf("erasure = %s, %v, want nil", done, err)
	}
	people.Forgotten(t)
	// The hashes of the log still follow each other.
	var whole bool
	if err := pool.QueryRow(ctx, `SELECT bool_and(hash = sha256(convert_to(concat_ws('|', request_id, event, actor, ip, extract(epoch FROM at)), 'UTF8'))) FROM log`).Scan(&whole); err != nil || !whole {
		t.Errorf("the log's hashes match = %t, %v, want true", whole, err)
	}
	if done, err := forget(false); err != nil || strings.ContainsAny(done, "123456789") {
		t.Errorf("second erasure = %s, %v, want no counts", done, err)
	}
	// Forgetting the approver removes only their own address.
	if _, err := Forget(ctx, pool, personal.Person{AccountID: ben.account}, false); err != nil || personaltest.Holds(t, pool, "links.email", ben.tag) {
		t.Errorf("Forget() of an approver = %v, want nil and their address removed from the links", err)
	}
	if _, err := Forget(ctx, pool, personal.Person{AccountID: "ann@example.org"}, false); err == nil {
		t.Error("Forget() with an email address: error = nil, want one")
	}
}

// TestNamesDontIdentifyPeople: an account whose names are in the rows of another one gets and removes nothing of it, and neither does one that
// rejected the other's request by its link, as anyone with the link can.
func TestNamesDontIdentifyPeople(t *testing.T) {
	t.Parallel()
	pool, ctx := open(t), t.Context()
	ben, account := seed(t, pool, "b0b0b0"), id.New()
	rejected := seed(t, pool, "c0c0c0")
	personaltest.Exec(t, pool, `UPDATE requests SET status = 'rejected', decided_at = now() WHERE id = $1`, rejected.request)
	personaltest.Exec(t, pool, `UPDATE links SET status = 'rejected', decided_by = $2 WHERE request_id = $1`, rejected.request, account)
	personaltest.Exec(t, pool, `INSERT INTO links (request_id, position, secret_hash, asks, email, status, decided_by) VALUES ($1, 1, 'h', 'approver', $2, 'rejected', $3)`,
		rejected.request, rejected.canary("links.email")+"@example.org", account)
	personaltest.Apart{
		Pool: pool, Other: ben.tag, IDs: []string{ben.account, ben.request, ben.subject, rejected.tag, rejected.account, rejected.subject},
		Emails:    []string{"requests.email", "mails.recipient"},
		Wallets:   []string{"requests.wallets", "requests.to_address"},
		Addressed: []string{"mails.subject"},
	}.Check(t, func(names ...string) (string, error) {
		return Export(ctx, pool, personal.Person{AccountID: account, Names: names})
	}, func(names ...string) error {
		_, err := Forget(ctx, pool, personal.Person{AccountID: account, Names: names}, false)
		return err
	})
}

// TestPersonalDataIsDocumented checks that the operators' page names every column that keeps personal data.
func TestPersonalDataIsDocumented(t *testing.T) {
	t.Parallel()
	personaltest.Documented(t, repository.Path("docs/operating/personal-data.md"), kept)
}

func TestPersonalDataIsFoundByIndexes(t *testing.T) {
	t.Parallel()
	personaltest.Indexed(t, open(t), db.PersonalExport, id.New(), []string{"a@example.org"})
}
