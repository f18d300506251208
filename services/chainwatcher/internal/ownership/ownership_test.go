package ownership_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/crypto"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/certificate"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/ethereum"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/ownership"
	store "github.com/vitrine/vitrine/services/chainwatcher/internal/postgres"
)

const (
	vault    = "0x23618e81E3f5cdF7f54C3d65f7FBc0aBf5B21E8f"
	contract = "0x8ce361602B935680E8DeC218b820ff5056BeB7af"
	wallet   = "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65"
	mint     = "0xaa00000000000000000000000000000000000000000000000000000000000001"
)

// catalog knows work 41 only.
type catalog struct{ err error }

func (c catalog) Offer(_ context.Context, artworkID int64) (custody.Offer, error) {
	if c.err != nil {
		return custody.Offer{}, c.err
	}
	if artworkID != 41 {
		return custody.Offer{}, chain.ErrNotFound
	}
	return custody.Offer{MediaHash: "0x" + strings.Repeat("ab", 32)}, nil
}

func insert(t *testing.T, pool *pgxpool.Pool, tokenID int64, holder, status string, custody, refunded bool) {
	t.Helper()
	checkout := "c" + time.Now().Format("150405.000000000")
	_, err := pool.Exec(t.Context(), `INSERT INTO tokens (token_id, chain_id, account_id, checkout_id, artwork_id, edition_number, edition_size, title, slug,
		artist, year, medium, payment_method, paid_at, status, mint_tx, minted_at, in_custody)
		VALUES ($1, 31337, 'somebody@example.org', $2, $1::bigint / 1000000, ($1::bigint % 1000000)::int, 25, 'Tidal Study', 'tidal-study-41', 'Mara', 2025, '', 'card', now(), $3, $4, now(), $5)`,
		tokenID, checkout, status, mint, custody)
	if err == nil && holder != "" {
		_, err = pool.Exec(t.Context(), `INSERT INTO holders (chain_id, token_id, owner) VALUES (31337, $1, $2)`, tokenID, holder)
	}
	if err == nil && refunded {
		_, err = pool.Exec(t.Context(), `INSERT INTO freezes (checkout_id, refunded) VALUES ($1, true)`, checkout)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestOwnership lists tokens in the vault, in a wallet, of the gallery and of a removed work, with claims that verify.
func TestOwnership(t *testing.T) {
	t.Parallel()
	pool, err := postgres.Open(t.Context(), testkit.Postgres(t, func(ctx context.Context, url string) error {
		return postgres.Migrate(ctx, url, store.Migrations)
	}))
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	insert(t, pool, 41_000_001, vault, "minted", true, false)
	insert(t, pool, 41_000_002, wallet, "minted", false, false)
	insert(t, pool, 41_000_003, strings.ToLower(vault), "minted", true, true)
	insert(t, pool, 41_000_004, vault, "minted", false, false)
	insert(t, pool, 41_000_005, "", "minting", true, false)
	insert(t, pool, 42_000_001, vault, "minted", true, false)
	key, err := crypto.GenerateKey()
	if err != nil {
		t.Fatal(err)
	}
	issuer := certificate.Issuer{Gallery: "Vitrine", Key: ethereum.LocalKey(key)}
	source := ownership.Source{
		Store: store.New(pool), Artworks: catalog{}, Gallery: issuer.Gallery, Issuer: issuer.Address(),
		Sign: func(ctx context.Context, t custody.Token, c chain.Chain, mediaHash string) ([]byte, error) {
			claim, err := issuer.Claim(ctx, t, c, mediaHash, time.Now())
			if err != nil {
				return nil, err
			}
			return certificate.JSON(claim)
		},
		Chains: []chain.Chain{{ID: 31337, Name: "Local chain", TokenContract: contract, Vault: vault}}, Progress: func(int) {},
	}
	list, err := ownership.Read(t.Context(), source)
	if err != nil {
		t.Fatal(err)
	}
	want := []struct{ id, location, holder, media string }{
		{"41000001", ownership.Vault, vault, "0xabab"},
		{"41000002", ownership.Wallet, wallet, "0xabab"},
		{"41000003", ownership.Gallery, vault, "0xabab"},
		{"41000004", ownership.Gallery, vault, "0xabab"},
		{"42000001", ownership.Vault, vault, ""},
	}
	if len(list.Tokens) != len(want) || list.Issuer != crypto.PubkeyToAddress(key.PublicKey).Hex() {
		t.Fatalf("list = %+v, want %d tokens from issuer %s", list, len(want), crypto.PubkeyToAddress(key.PublicKey).Hex())
	}
	for i, w := range want {
		t.Run(w.id, func(t *testing.T) {
			got := list.Tokens[i]
			if got.TokenID != w.id || got.Location != w.location || got.Holder != w.holder || len(got.Hash) != 66 {
				t.Errorf("token %d = %+v, want %+v", i, got, w)
			}
			claim, err := certificate.Parse(got.Claim)
			if err != nil {
				t.Fatal(err)
			}
			if err := certificate.Verify(claim); err != nil {
				t.Errorf("claim of %s: error = %v, want nil", w.id, err)
			}
			if !strings.HasPrefix(claim.GetMediaHash(), w.media) || w.media == "" && claim.GetMediaHash() != "" || claim.GetMintTransactionHash() != mint {
				t.Errorf("claim of %s = %v, want media %q and mint %s", w.id, claim, w.media, mint)
			}
		})
	}
	text, err := json.Marshal(list)
	if err != nil || strings.Contains(string(text), "somebody") {
		t.Errorf("the list = %s, %v, want no collector in it", text, err)
	}

	source.Artworks = catalog{chain.ErrUnavailable}
	if _, err := ownership.Read(t.Context(), source); !errors.Is(err, chain.ErrUnavailable) {
		t.Errorf("without the catalog: error = %v, want ErrUnavailable", err)
	}
	source.Artworks, source.Chains = catalog{}, []chain.Chain{{ID: 1, TokenContract: contract, Vault: vault}}
	if list, err := ownership.Read(t.Context(), source); err != nil || len(list.Tokens) != 0 {
		t.Errorf("tokens of a chain without settings = %v, %v, want none", list, err)
	}
}
