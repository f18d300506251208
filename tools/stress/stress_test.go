package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/subprocess"
	"github.com/vitrine/vitrine/kit/testkit"
)

// TestMain lets the test binary run as the broker that the test kills.
func TestMain(m *testing.M) {
	if runAsBroker() {
		return
	}
	os.Exit(m.Run())
}

func setup(t *testing.T, hold time.Duration, shoppers int) *rig {
	t.Helper()
	// Postgres runs as another user and must be able to read the folder.
	data, err := os.MkdirTemp("/var/tmp", "vitrine-stress-test-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(data) })
	if err := os.Chmod(data, 0o755); err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	o := options{
		onebox: filepath.Join(data, "onebox"), root: root, data: data, content: filepath.Join(data, "content"), hold: hold,
		log: slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelError})),
	}
	// Below the system's ephemeral ports, which other tests use.
	for o.offset = 2_000; !o.free(); o.offset = 2_000 + rand.IntN(10_000) {
		if t.Context().Err() != nil {
			t.Fatal("no free ports, want one range")
		}
	}
	if err := subprocess.Run(exec.Command("go", "build", "-ldflags=-w", "-o", o.onebox, "../../deploy/onebox")); err != nil {
		t.Fatalf("build: error = %v, want nil", err)
	}
	if err := writeContent(o.content); err != nil {
		t.Fatal(err)
	}
	r, err := newRig(context.WithoutCancel(t.Context()), plan{options: o, shoppers: shoppers, buyers: 60})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		r.stop()
		if t.Failed() {
			for _, name := range services {
				log, _ := os.ReadFile(filepath.Join(data, name+".log"))
				t.Logf("the end of %s's log:\n%s", name, log[max(0, len(log)-1500):])
			}
		}
	})
	return r
}

// TestStress runs the engine of `make stress` with the smallest numbers that prove something: a race for one edition, kills in the middle of
// purchases, then damage that the audit must see.
func TestStress(t *testing.T) {
	r := setup(t, 30*time.Second, 4)
	people, err := r.people(t.Context(), 24)
	if err != nil {
		t.Fatal(err)
	}
	if res, err := r.race(t.Context(), "T01 oversell", 0, people, 1); err != nil || len(res.Violations) > 0 {
		t.Errorf("race: error = %v, violations = %v, want none", err, res.Violations)
	}
	killInPurchases(t, r, 3, 4)
	auditDetectsDamage(t, r)
}

// TestLongStress races at two replicas, restarts every process in turn, restores the database server so that orders are lost, lets two of three nodes
// invent a payment, and kills more often.
func TestLongStress(t *testing.T) {
	testkit.Long(t)
	r := setup(t, 45*time.Second, 4)
	end, err := crowd(1)(r, t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for trial := range uint64(3) {
		res, err := r.race(t.Context(), "T01 oversell", trial, r.crowd, 1)
		if err != nil || len(res.Violations) > 0 {
			t.Errorf("trial %d: error = %v, violations = %v, want none", trial, err, res.Violations)
		}
		if a, b := res.Figures["served by checkout-1"], res.Figures["served by checkout-2"]; a == 0 || b == 0 {
			t.Errorf("requests served by the replicas = %v and %v, want some by both", a, b)
		}
	}
	if err := errors.Join(end(), r.ready(time.Minute)); err != nil {
		t.Fatal(err)
	}
	restarted, err := r.rolling(t.Context(), "T32 rolling restart", 1)
	if err != nil || len(restarted.Violations) > 0 || restarted.Kills != 14 || restarted.Flows["paid"] == 0 {
		t.Errorf("rolling restart: error = %v, %d processes, flows %v, violations %v, want nil, 14, some paid, none", err, restarted.Kills, restarted.Flows, restarted.Violations)
	}
	if err := r.ready(time.Minute); err != nil {
		t.Fatal(err)
	}
	lost, err := r.under(t.Context(), "T33 restored", 4, purchases, restored(beforeOrders))
	if err != nil || len(lost.Violations) > 0 || lost.Figures["paymentsOfLostOrders"] == nil {
		t.Errorf("restore to a moment before paid orders: error = %v, figures %v, violations %v, want nil, payments of lost orders, none", err, lost.Figures, lost.Violations)
	}
	lied, err := r.under(t.Context(), "two lying nodes", 4, purchasesAndStaff, (*rig).liars)
	if err != nil || len(lied.Violations) > 0 || lied.Figures["healedAfterSeconds"] == nil {
		t.Errorf("lying nodes: error = %v, figures %v, violations %v, want nil, a stored invention that was taken back, none", err, lied.Figures, lied.Violations)
	}
	killInPurchases(t, r, 20, 6)
}

// killInPurchases kills random services while people buy.
func killInPurchases(t *testing.T, r *rig, kills, buyers int) {
	t.Helper()
	res, err := r.kills(t.Context(), killsTitle, 1, kills, buyers)
	if err != nil || len(res.Violations) > 0 {
		t.Errorf("kills: error = %v, violations = %v, want none", err, res.Violations)
	}
	if res.Kills != kills || res.Flows["paid"] == 0 {
		t.Errorf("%d kills, flows %v, want %d and some paid", res.Kills, res.Flows, kills)
	}
	t.Logf("%d kills, flows %v, quiet after %v s", res.Kills, res.Flows, res.Figures["quietSeconds"])
}

// auditDetectsDamage damages correct data and expects the audit to report it. The services are down, because they would repair some of it.
func auditDetectsDamage(t *testing.T, r *rig) {
	t.Helper()
	for _, name := range services {
		r.hold(name, true)
		r.kill(name)
	}
	for _, d := range []struct{ db, damage, want string }{
		{"checkout", `UPDATE payments SET credited = false WHERE id = (SELECT id FROM payments WHERE credited LIMIT 1)`, "I3 a completed order without exactly one credit"},
		{"checkout", `UPDATE artworks SET sold = sold + 1 WHERE artwork_id = (SELECT artwork_id FROM artworks WHERE sold > 0 AND held + sold < units LIMIT 1)`, "I1 counts differ"},
		{"cards", `INSERT INTO objects (id, kind, data) VALUES ('ch_x', 'charge', '{"payment_intent": "pi_x", "amount": 1, "amount_refunded": 0, "captured": true}')`, "I2 the card provider's charges"},
		{"checkout", `INSERT INTO outbox (id, subject, payload, published_at) VALUES ('gone', 'vitrine.checkout.v1.order_paid', '', now())`, "I6 events lost"},
		{"catalog", `INSERT INTO dead_letters (id, consumer, subject, payload, reason, attempts) VALUES ('x', 'y', 'z', '', 'r', 1)`, "I6 dead letters of catalog"},
		{"mailbox", `INSERT INTO messages (id, sender, recipients, subject, body, html, message_id, size) VALUES (gen_random_uuid(), '', '{}', '', '', '', 'twice', 0)`, "I7 mails"},
		// By two: if only one artwork was sold, one would make it equal to the damage in checkout.
		{"catalog", `UPDATE artworks SET sold = sold + 2 WHERE sold > 0`, "the catalog shows other counts"},
		{"checkout", `INSERT INTO refunds (id, checkout_id, payment_id, status, amount, currency, reason, created_at)
			SELECT gen_random_uuid(), checkout_id, id, 'succeeded', 1, 'USD', 'twice', now() FROM (SELECT * FROM payments LIMIT 1) p, generate_series(1, 2)`, "I2 a payment given back twice"},
		{"cards", `UPDATE objects SET data = jsonb_set(data, '{amount_refunded}', '99') WHERE id = 'ch_x'`, "I2 a charge given back beyond itself"},
		{"checkout", `SET session_replication_role = replica;
			INSERT INTO auctions (phase_id, artwork_id, amount, currency, lowest, step, interval_seconds, status, ended_at, settled_at, price)
			VALUES (gen_random_uuid(), 1, 100, 'USD', 10, 1, 1, 'settled', now(), now(), 50); SET session_replication_role = origin`, "auctions: a last price that isn't the lowest of the sales"},
		{"checkout", `SET session_replication_role = replica;
			UPDATE checkouts c SET auction_id = a.id, settled_at = now(), settled_back = 7, price_amount = 57 FROM auctions a
			WHERE c.id = (SELECT id FROM checkouts WHERE status = 'completed' LIMIT 1); SET session_replication_role = origin`, "auctions: a difference that didn't go back"},
		{"profiles", `INSERT INTO artist_wallets (artist_id, address) VALUES (1, '0x01') ON CONFLICT (artist_id) DO UPDATE SET address = '0x01'`, "payout wallets"},
		// The database itself refuses a withdrawal that nobody approved.
		{"chainwatcher", `ALTER TABLE withdrawals DISABLE TRIGGER guard_unapproved;
			INSERT INTO withdrawals (id, token_id, chain_id, account_id, email, to_address, status, request_key, requested_at, title, artist)
			VALUES (gen_random_uuid(), 9, 31337, 'a', '', '0x01', 'final', 'k', now(), '', '')`, "withdrawals: the chain's transfers: 1, 9 to 0x01 moved 0 times"},
		{"approvals", `INSERT INTO requests (id, kind, subject_id, account_id, email, summary, lines, digest, status, created_at, expires_at, decided_at)
			VALUES (gen_random_uuid(), 'token_withdrawal', 'nothing', 'a', '', '', '[]', '', 'approved', now(), now() + interval '1 hour', now())`, "nothing was approved and not done"},
	} {
		if _, err := r.pools[d.db].Exec(t.Context(), d.damage); err != nil {
			t.Errorf("%s: error = %v, want nil", d.want, err)
			continue
		}
		found := r.audit(t.Context())
		if !strings.Contains(strings.Join(found, "\n"), d.want) {
			t.Errorf("the audit does not report %q: %v", d.want, found)
		}
	}
}

func TestTable(t *testing.T) {
	state := filepath.Join(t.TempDir(), "results", "state.jsonl")
	for seed := range uint64(20) {
		if err := save(state, result{Scenario: "T16 kill -9", Seed: seed, Kills: 100, Violations: []string{}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := save(state, result{Scenario: "T01 oversell", Violations: []string{"two holds"}}); err != nil {
		t.Fatal(err)
	}
	all, err := load(state)
	if err != nil || len(all) != 21 {
		t.Fatalf("%d results, %v, want 21", len(all), err)
	}
	var out bytes.Buffer
	failed := table(&out, all)
	for _, want := range []string{"| T16 kill -9 | 20 | 2000 | 0 | 0 | 0.15 % a kill |", "| T01 oversell | 1 | 0 | 0 | 1 | - |"} {
		if !failed || !strings.Contains(out.String(), want) {
			t.Errorf("%s is not in\n%s", want, fmt.Sprint(out.String()))
		}
	}
}
