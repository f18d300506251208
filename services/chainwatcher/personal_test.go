package chainwatcher_test

import (
	"log/slog"
	"strings"
	"testing"

	"github.com/vitrine/vitrine/kit/id"

	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/chainwatcher"
)

// TestForget refuses to forget the owner of a token in the vault, unless they gave it up.
func TestForget(t *testing.T) {
	t.Parallel()
	cfg, log := chainwatcher.Default(), slog.New(slog.DiscardHandler)
	cfg.DatabaseURL = testkit.Postgres(t, migrate)
	pool := testkit.Pool(t, cfg.DatabaseURL)
	account := id.New()
	_, err := pool.Exec(t.Context(), `INSERT INTO tokens (token_id, chain_id, account_id, checkout_id, artwork_id, edition_number, edition_size, title, slug,
		artist, year, medium, payment_method, paid_at, status) VALUES (1, 1, $1, 'c', 1, 1, 1, '', '', '', 2026, '', 'card', now(), 'minted')`, account)
	if err != nil {
		t.Fatal(err)
	}
	batch := id.New()
	if _, err := pool.Exec(t.Context(), `INSERT INTO withdrawal_batches (id, account_id, request_key, requested_at) VALUES ($1, $2, 'key', now())`, batch, account); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		why  string
	}{
		{nil, "usage"},
		{[]string{"--check"}, "usage"},
		{[]string{account, "--check"}, "usage"},
		{[]string{"--all", account}, "usage"},
		{[]string{"a@example.org"}, "not the id of an account"},
		{[]string{account}, "in the vault"},
		{[]string{"--check", account}, "in the vault"},
		{[]string{"--check", "--give-up-tokens", account}, ""},
		{[]string{"--give-up-tokens", account}, ""},
	} {
		err := chainwatcher.Forget(t.Context(), cfg, log, c.args)
		if (err == nil) != (c.why == "") || err != nil && !strings.Contains(err.Error(), c.why) {
			t.Errorf("%q: %v, want %q", c.args, err, c.why)
		}
	}
	key := ""
	if err := pool.QueryRow(t.Context(), `SELECT request_key FROM withdrawal_batches WHERE id = $1`, batch).Scan(&key); err != nil || key != batch {
		t.Errorf("the batch's key is %q, %v, want its id", key, err)
	}
	if err := chainwatcher.Export(t.Context(), cfg, log, []string{account}); err != nil {
		t.Errorf("Export() with an account: error = %v, want nil", err)
	}
	for _, wrong := range [][]string{nil, {"a@example.org"}} {
		if chainwatcher.Export(t.Context(), cfg, log, wrong) == nil {
			t.Errorf("Export(%q): error = nil, want one", wrong)
		}
	}
}
