package postgres_test

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
	"github.com/vitrine/vitrine/kit/testkit/repository"
	"github.com/vitrine/vitrine/services/profiles/internal/emailsetting"
	"github.com/vitrine/vitrine/services/profiles/internal/postgres"
	"github.com/vitrine/vitrine/services/profiles/internal/postgres/db"
)

// kept are columns that keep personal data after forget; docs/operating/personal-data.md says why.
var kept = []string{
	"artist_wallets.address", "payout_updates.address", "payout_updates.previous_address", "payout_updates.artist_name",
	"outbox.payload", // until the row is removed after 30 days
}

// plain are columns without personal data: ids, states, hashes. Every new column belongs in one of these lists or is exported and
// forgotten.
var plain = []string{
	"collector_walls.color",                                                                                           // has no place for a canary: TestWallsArePersonal
	"dead_letters.consumer", "dead_letters.id", "dead_letters.payload", "dead_letters.reason", "dead_letters.subject", // refused while there
	"email_changes.current_hash", "email_changes.new_hash", "email_changes.status", "email_settings.kind", "email_settings.stop_secret", "favorites.kind", "idempotency.owner", "idempotency.request_hash", "idempotency.scope", "idempotency.status",
	"inbox.consumer", "inbox.id", "mails.key", "mails.stop_url", "outbox.headers", "outbox.id", "outbox.subject", "outbox_stream.last_id",
	"payout_alerts.hash", "payout_history.from_status", "payout_history.to_status",
	"payout_transitions.from_status", "payout_transitions.to_status", "payout_updates.status",
	"push_messages.key", "push_messages.subscription_id", "push_subscriptions.auth", "push_subscriptions.id", "push_subscriptions.p256dh",
	"push_subscriptions.public_key", "push_subscriptions.session_id", "reminders.kind",
}

// unexported are columns that repeat exported data in another form.
var unexported = []string{"idempotency.reply", "mails.html", "outbox.payload"}

// person has a unique canary text in every column.
type person struct {
	account, update, tag string
	avatar               string
}

// canary returns the person's text in a column.
func (p person) canary(column string) string { return personaltest.Canary(p.tag, column) }

func seed(t *testing.T, pool *pgxpool.Pool, tag string, artist int) person {
	t.Helper()
	p := person{account: id.New(), update: id.New(), tag: tag}
	c := p.canary
	p.avatar = c("profiles.avatar") + ".png"
	personaltest.Exec(t, pool, `INSERT INTO profiles (id, owner_id, name, email, first_name, last_name, avatar, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, now())`,
		id.New(), p.account, c("profiles.name"), c("profiles.email")+"@example.org", c("profiles.first_name"), c("profiles.last_name"), p.avatar)
	personaltest.Exec(t, pool, `INSERT INTO artist_wallets (artist_id, address) VALUES ($1, $2)`, artist, "0x"+c("artist_wallets.address"))
	// The payout wallet of the artist is the one of an earlier change.
	earlier := id.New()
	personaltest.Exec(t, pool, `INSERT INTO payout_updates (id, account_id, artist_id, artist_name, email, address, status, requested_at) VALUES ($1, $2, $3, '', '', $4, 'requested', now())`,
		earlier, p.account, artist, "0x"+c("artist_wallets.address"))
	personaltest.Exec(t, pool, `UPDATE payout_updates SET status = 'frozen' WHERE id = $1`, earlier)
	personaltest.Exec(t, pool, `INSERT INTO payout_updates (id, account_id, artist_id, artist_name, email, address, previous_address, status, requested_at, name)
		VALUES ($1, $2, $3, $4, $5, $6, $7, 'requested', now(), $8)`, p.update, p.account, artist, c("payout_updates.artist_name"),
		c("payout_updates.email")+"@example.org", "0x"+c("payout_updates.address"), "0x"+c("payout_updates.previous_address"), c("payout_updates.name"))
	personaltest.Exec(t, pool, `INSERT INTO collector_pages (account_id, name, display_name, text, published, updated_at) VALUES ($1, $2, $3, $4, true, now())`,
		p.account, c("collector_pages.name"), c("collector_pages.display_name"), c("collector_pages.text"))
	personaltest.Exec(t, pool, `INSERT INTO collector_works (account_id, position, token_id, text) VALUES ($1, 0, 7000001, $2)`, p.account, c("collector_works.text"))
	personaltest.Exec(t, pool, `INSERT INTO email_changes (id, account_id, current_email, new_email, current_hash, new_hash, requested_at, expires_at)
		VALUES ($1, $2, $3, $4, $5, $6, now(), now() + interval '1 day')`,
		id.New(), p.account, c("email_changes.current_email")+"@example.org", c("email_changes.new_email")+"@example.org", id.Hash(tag+"c"), id.Hash(tag+"n"))
	personaltest.Exec(t, pool, `INSERT INTO payout_alerts VALUES ($1, $2, now())`, id.Hash(tag), p.update)
	endpoint := "https://push.example/" + c("push_subscriptions.endpoint")
	personaltest.Exec(t, pool, `INSERT INTO push_subscriptions (id, account_id, session_id, slot, endpoint, p256dh, auth, public_key, saved_at)
		VALUES (encode(sha256(convert_to($1::text, 'UTF8')), 'hex'), $2, 's', 1, $1::text, repeat('A', 87), repeat('A', 22), repeat('A', 87), now())`, endpoint, p.account)
	personaltest.Exec(t, pool, `INSERT INTO push_messages (subscription_id, key, payload, expires_at)
		SELECT id, 'k', $2, now() FROM push_subscriptions WHERE endpoint = $1`, endpoint, c("push_messages.payload"))
	personaltest.Exec(t, pool, `INSERT INTO mails (key, recipient, subject, html, body, error) VALUES ($1, $2, $3, $4, $5, $6)`,
		"payout.active."+p.update+".0011", c("mails.recipient")+"@example.org", c("mails.subject"), c("mails.html"), c("mails.body"), c("mails.error"))
	personaltest.Exec(t, pool, `INSERT INTO idempotency (scope, key, request_hash, status, reply) VALUES ($1, $2, 'x', 'done', $3)`,
		p.account+" payout-wallet-updates", c("idempotency.key"), []byte(c("idempotency.reply")))
	personaltest.Exec(t, pool, `INSERT INTO outbox (id, subject, payload, published_at) VALUES ($1, 'x', $2, now())`, id.New(), []byte(p.account+c("outbox.payload")))
	return p
}

// TestPersonalData checks export and forget against every column of the database.
func TestPersonalData(t *testing.T) {
	t.Parallel()
	pool, ctx := open(t), t.Context()
	ann, ben := seed(t, pool, "a11ce0", 1), seed(t, pool, "b0b0b0", 2)
	people := personaltest.People{Pool: pool, Ann: ann.tag, Other: ben.tag, Plain: plain, Unexported: unexported, Kept: kept}
	people.Seeded(t)

	found, err := postgres.Export(ctx, pool, personal.Person{AccountID: ann.account})
	people.Exported(t, found, err)

	gone := []string{}
	remove := func(name string) error { gone = append(gone, name); return nil }
	// Pending work refuses it.
	forget := func(check bool) (string, error) {
		return postgres.Forget(ctx, pool, personal.Person{AccountID: ann.account}, check, remove)
	}
	refused := func(what string) {
		t.Helper()
		_, err := forget(false)
		if !errors.Is(err, personal.ErrUnsettled) || !strings.Contains(err.Error(), what) || len(gone) > 0 || !personaltest.Holds(t, pool, "profiles.name", ann.tag) {
			t.Errorf("with %s: error = %v, removed %v, want ErrUnsettled naming it, and everything kept", what, err, gone)
		}
	}
	refused("the payout change " + ann.update + " is requested")
	personaltest.Exec(t, pool, `UPDATE payout_updates SET status = 'frozen' WHERE id = $1`, ann.update)
	personaltest.Exec(t, pool, `UPDATE outbox SET published_at = NULL`)
	refused("waits for the broker")
	personaltest.Exec(t, pool, `UPDATE outbox SET published_at = now()`)
	personaltest.Exec(t, pool, `INSERT INTO dead_letters VALUES ('d1', 'profiles', 'x', $1, 'why', 1)`, []byte("…"+ann.update+"…"))
	refused("the dead letter d1")
	personaltest.Exec(t, pool, `DELETE FROM dead_letters`)

	if _, err := forget(true); err != nil || len(gone) > 0 || !personaltest.Holds(t, pool, "profiles.name", ann.tag) {
		t.Errorf("a check: error = %v, removed %v, want nil and everything kept", err, gone)
	}
	done, err := forget(false)
	if err != nil || !slices.Equal(gone, []string{ann.avatar}) {
		t.Fatalf("erased %v, pictures deleted = %v (%v), want only %s", done, gone, err, ann.avatar)
	}
	people.Forgotten(t)
	if done, err = forget(false); err != nil || strings.ContainsAny(done, "123456789") {
		t.Errorf("second erasure = %s, %v, want no counts", done, err)
	}
	if _, err := postgres.Forget(ctx, pool, personal.Person{AccountID: "ann@example.org"}, false, remove); err == nil {
		t.Error("Forget() with an email address: error = nil, want one")
	}
}

// TestNamesDontIdentifyPeople: an account whose names are in the rows of another one gets and removes nothing of it.
func TestNamesDontIdentifyPeople(t *testing.T) {
	t.Parallel()
	pool, ctx := open(t), t.Context()
	ben, account := seed(t, pool, "b0b0b0", 2), id.New()
	personaltest.Apart{
		Pool: pool, Other: ben.tag, IDs: []string{ben.account, ben.update},
		Emails:    []string{"profiles.email", "payout_updates.email", "email_changes.current_email", "email_changes.new_email", "mails.recipient"},
		Wallets:   []string{"payout_updates.address", "payout_updates.previous_address", "artist_wallets.address"},
		Addressed: []string{"mails.subject"},
	}.Check(t, func(names ...string) (string, error) {
		return postgres.Export(ctx, pool, personal.Person{AccountID: account, Names: names})
	}, func(names ...string) error {
		_, err := postgres.Forget(ctx, pool, personal.Person{AccountID: account, Names: names}, false, func(string) error { return nil })
		return err
	})
}

// TestPersonalDataIsDocumented checks that the operators' page names every column that keeps personal data.
func TestPersonalDataIsDocumented(t *testing.T) {
	t.Parallel()
	personaltest.Documented(t, repository.Path("docs/operating/personal-data.md"), kept)
}

// TestFavoritesArePersonal exports and forgets those of one account and leaves another's alone, also without a profile.
func TestFavoritesArePersonal(t *testing.T) {
	t.Parallel()
	pool, ctx := open(t), t.Context()
	ann, ben := id.New(), id.New()
	for _, account := range []string{ann, ben} {
		personaltest.Exec(t, pool, `INSERT INTO favorites VALUES ($1, 'artwork', 771177, now()), ($1, 'artist', 3, now())`, account)
	}
	if found, err := postgres.Export(ctx, pool, personal.Person{AccountID: ann}); err != nil || !strings.Contains(found, "771177") || strings.Contains(found, ben) {
		t.Errorf("export = %s, %v, want 771177 in it and nothing of %s", found, err, ben)
	}
	done, err := postgres.Forget(ctx, pool, personal.Person{AccountID: ann}, false, func(string) error { return nil })
	if err != nil || !strings.Contains(done, `"favorites": 2`) {
		t.Errorf("forget = %s, %v, want 2 favorites", done, err)
	}
	for account, want := range map[string]int{ann: 0, ben: 2} {
		var n int
		if err := pool.QueryRow(ctx, `SELECT count(*) FROM favorites WHERE account_id = $1`, account).Scan(&n); err != nil || n != want {
			t.Errorf("%d favorites, %v, want %d", n, err, want)
		}
	}
}

// TestWallsArePersonal exports and forgets the walls of one account and leaves another's alone, also without a public page.
func TestWallsArePersonal(t *testing.T) {
	t.Parallel()
	pool, ctx := open(t), t.Context()
	ann, ben := id.New(), id.New()
	personaltest.Exec(t, pool, `INSERT INTO collector_walls VALUES ($1, 7000003, '#a11ce0'), ($2, 7000004, '#b0b0b0')`, ann, ben)
	if found, err := postgres.Export(ctx, pool, personal.Person{AccountID: ann}); err != nil || !strings.Contains(found, "#a11ce0") || strings.Contains(found, "#b0b0b0") {
		t.Errorf("export = %s, %v, want #a11ce0 in it and nothing of %s", found, err, ben)
	}
	done, err := postgres.Forget(ctx, pool, personal.Person{AccountID: ann}, false, func(string) error { return nil })
	if err != nil || !strings.Contains(done, `"collector_walls": 1`) {
		t.Errorf("forget = %s, %v, want 1 wall", done, err)
	}
	var left string
	if err := pool.QueryRow(ctx, `SELECT string_agg(color, ' ') FROM collector_walls`).Scan(&left); err != nil || left != "#b0b0b0" {
		t.Errorf("walls afterwards = %q, %v, want only #b0b0b0", left, err)
	}
}

// TestRemindersArePersonal exports and forgets the reminders of one account, and the emails that they sent, and leaves another's alone.
func TestRemindersArePersonal(t *testing.T) {
	t.Parallel()
	pool, ctx := open(t), t.Context()
	ann, ben := id.New(), id.New()
	for _, account := range []string{ann, ben} {
		personaltest.Exec(t, pool, `INSERT INTO reminders (account_id, kind, entry_id, opens_at, added_at) VALUES ($1, 'drop', 771177, now(), now()), ($1, 'artwork', 3, NULL, now())`, account)
		personaltest.Exec(t, pool, `INSERT INTO mails (key, recipient, subject, html, body) VALUES ($1, $2, 'Open', 'x', 'x')`,
			"reminder.drop."+account+".5.1", "to."+account+"@example.org")
	}
	if found, err := postgres.Export(ctx, pool, personal.Person{AccountID: ann}); err != nil || !strings.Contains(found, "771177") || !strings.Contains(found, "to."+ann) || strings.Contains(found, ben) {
		t.Errorf("export = %s, %v, want 771177 and the email in it and nothing of %s", found, err, ben)
	}
	done, err := postgres.Forget(ctx, pool, personal.Person{AccountID: ann}, false, func(string) error { return nil })
	if err != nil || !strings.Contains(done, `"reminders": 2`) || !strings.Contains(done, `"mails": 1`) {
		t.Errorf("forget = %s, %v, want 2 reminders and 1 email", done, err)
	}
	for account, want := range map[string]int{ann: 0, ben: 3} {
		var n int
		if err := pool.QueryRow(ctx, `SELECT (SELECT count(*) FROM reminders WHERE account_id = $1) + (SELECT count(*) FROM mails WHERE strpos(key, $1::text) > 0)`, account).Scan(&n); err != nil || n != want {
			t.Errorf("%d rows, %v, want %d", n, err, want)
		}
	}
}

// TestEmailSettingsArePersonal exports and forgets the settings of one account and leaves another's alone. The secret of the stop link
// isn't exported, and the link is gone with the settings.
func TestEmailSettingsArePersonal(t *testing.T) {
	t.Parallel()
	pool, ctx := open(t), t.Context()
	ann, ben := id.New(), id.New()
	settings := postgres.NewEmailSettings(pool)
	secrets := map[string]string{}
	for _, account := range []string{ann, ben} {
		sending, err := settings.Sending(ctx, account, emailsetting.Sales)
		if err != nil {
			t.Fatal(err)
		}
		secrets[account] = sending.StopSecret
		if err := settings.Set(ctx, account, emailsetting.Sales, false); err != nil {
			t.Fatal(err)
		}
	}
	found, err := postgres.Export(ctx, pool, personal.Person{AccountID: ann})
	if err != nil || !strings.Contains(found, `"kind": "sales"`) || strings.Contains(found, ben) || strings.Contains(found, secrets[ann]) {
		t.Errorf("export = %s, %v, want the kind sales in it, no secret and nothing of %s", found, err, ben)
	}
	done, err := postgres.Forget(ctx, pool, personal.Person{AccountID: ann}, false, func(string) error { return nil })
	if err != nil || !strings.Contains(done, `"email_settings": 1`) {
		t.Errorf("forget = %s, %v, want 1 setting", done, err)
	}
	if _, err := db.New(pool).ReadStopLink(ctx, secrets[ann]); !errors.Is(err, pgx.ErrNoRows) {
		t.Errorf("link of the erased account: error = %v, want ErrNoRows", err)
	}
	if err := settings.Stop(ctx, secrets[ann]); !errors.Is(err, emailsetting.ErrNotFound) {
		t.Errorf("using the link of the erased account: error = %v, want ErrNotFound", err)
	}
	if other, err := db.New(pool).ReadStopLink(ctx, secrets[ben]); err != nil || other.Wanted {
		t.Errorf("the other person's setting = %v, %v, want emails off", other, err)
	}
}

func TestPersonalDataIsFoundByIndexes(t *testing.T) {
	t.Parallel()
	personaltest.Indexed(t, open(t), db.PersonalExport, id.New(), []string{"a@example.org"})
}
