package chainwatcher_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/id"

	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/chainwatcher"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/postgres/db"
)

// people are accounts by id; an account without an entry can't be read.
type people map[string]string

func (p people) Account(_ context.Context, accountID string) (custody.Person, error) {
	email, ok := p[accountID]
	if !ok {
		return custody.Person{}, chain.ErrUnavailable
	}
	return custody.Person{AccountID: accountID, Email: email}, nil
}

// TestWindDown asks collectors to withdraw: each once, and only those whose tokens are in the vault.
func TestWindDown(t *testing.T) {
	t.Parallel()
	cfg := chainwatcher.Default()
	cfg.DatabaseURL, cfg.GalleryName, cfg.PublicURL = testkit.Postgres(t, migrate), "Test gallery", "https://gallery.example"
	cfg.MinterKey, cfg.QuoteSignerKey, cfg.VaultKey, cfg.AllowDevelopmentKeys = platformKey, platformKey, vaultKey, true
	pool := testkit.Pool(t, cfg.DatabaseURL)
	const vault, wallet = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8", "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65"
	ada, ben, cleo, dora, refunded := id.New(), id.New(), id.New(), id.New(), id.New()
	number := 0
	insert := func(account, holder, status string, custody, isRefunded bool) {
		t.Helper()
		number++
		checkout := fmt.Sprint("c", number)
		_, err := pool.Exec(t.Context(), `INSERT INTO tokens (token_id, chain_id, account_id, checkout_id, artwork_id, edition_number, edition_size, title, slug,
			artist, year, medium, payment_method, paid_at, status, in_custody)
			VALUES ($1, 31337, $2, $3, 41, $1::bigint % 1000000, 25, 'Tidal Study', '', 'Mara', 2025, '', 'card', now(), $4, $5)`, 41_000_000+number, account, checkout, status, custody)
		if err == nil && holder != "" {
			_, err = pool.Exec(t.Context(), `INSERT INTO holders (chain_id, token_id, owner) VALUES (31337, $1, $2)`, 41_000_000+number, holder)
		}
		if err == nil && isRefunded {
			_, err = pool.Exec(t.Context(), `INSERT INTO freezes (checkout_id, refunded) VALUES ($1, true)`, checkout)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	insert(ada, vault, "minted", true, false)
	insert(ada, strings.ToLower(vault), "minted", true, false)
	insert(ben, "", "minting", true, false)
	insert(cleo, vault, "minted", true, false)
	insert(dora, wallet, "minted", false, false)
	insert(refunded, vault, "minted", true, true)
	who := people{ada: "ada@example.org", ben: "", dora: "dora@example.org", refunded: "r@example.org"}
	last := time.Date(2027, 3, 31, 0, 0, 0, 0, time.UTC)
	mails := func() (n int) {
		t.Helper()
		if err := pool.QueryRow(t.Context(), `SELECT count(*) FROM mails`).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	ask := func(send bool) (string, error) {
		var out bytes.Buffer
		err := chainwatcher.EmailHolders(t.Context(), cfg, pool, who, last, send, &out)
		return out.String(), err
	}
	out, err := ask(false)
	if !errors.Is(err, chain.ErrUnavailable) || !strings.Contains(err.Error(), cleo) || !strings.Contains(out, "1 of 3 accounts") || !strings.Contains(out, "would be") ||
		!strings.Contains(out, ben+" has no verified email address") || mails() != 0 {
		t.Errorf("a rehearsal: %v, %d mails, %s; want ErrUnavailable for %s, no mails, 1 of 3 accounts, none verified for %s", err, mails(), out, cleo, ben)
	}
	if _, err := ask(true); err == nil || mails() != 1 {
		t.Errorf("with an account that can't be read: error = %v, %d mails, want an error and 1", err, mails())
	}
	who[cleo] = "cleo@example.org"
	for range 2 {
		if out, err := ask(true); err != nil || mails() != 2 || !strings.Contains(out, "2 of 3 accounts with tokens in the vault are asked") {
			t.Errorf("again: error = %v, %d mails, want none and 2; output = %s, want 2 of 3 accounts", err, mails(), out)
		}
	}
	var body string
	if err := pool.QueryRow(t.Context(), `SELECT m::text FROM mails m WHERE key = $1`, "wind-down:"+ada).Scan(&body); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"ada@example.org", "Test gallery is closing", "Tidal Study by Mara, edition 1 of 25; Tidal Study by Mara, edition 2 of 25.", "by 31 March 2027",
		"https://gallery.example/en/profile/collection/",
	} {
		if !strings.Contains(body, want) {
			t.Errorf("the email lacks %q: %s", want, body)
		}
	}
	for _, args := range [][]string{nil, {"soon"}, {"--mail"}, {"--mail", "2027-02-30"}, {"--all", "2027-03-31"}} {
		if err := chainwatcher.WindDown(t.Context(), cfg, testkit.Log(t), args); err == nil {
			t.Errorf("WindDown(%q): error = nil, want one", args)
		}
	}
	if err := chainwatcher.Vault(t.Context(), cfg, testkit.Log(t), nil); err != nil {
		t.Error(err)
	}
}

func TestWriteVault(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	err := chainwatcher.WriteVault(&out, []chainwatcher.Holding{
		{AccountID: "a", Tokens: []db.ReadVaultRow{{Status: custody.Minted, Withdrawing: true}, {Status: custody.Minting}}},
		{AccountID: "b", Tokens: []db.ReadVaultRow{{Status: custody.Minted, Disputed: true}}},
	})
	want := "ACCOUNT     TOKENS  MINTING  WITHDRAWING  DISPUTED\na           2       1        1            0\nb           1       0        0            1\n2 accounts  3       1        1            1\n"
	if err != nil || out.String() != want {
		t.Errorf("WriteVault() = %v:\n%s\nwant\n%s", err, out.String(), want)
	}
}
