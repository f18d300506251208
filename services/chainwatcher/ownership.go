package chainwatcher

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"time"

	kitpg "github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/catalog"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/certificate"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/ethereum"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/ownership"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/postgres"
)

// Ownership writes who holds each token, and a signed claim about it, to standard output as JSON. It needs the certificate key, the
// database, the catalog and a node of each chain.
func Ownership(ctx context.Context, cfg Config, log *slog.Logger, args []string) error {
	if len(args) != 0 {
		return errors.New("usage: ownership > FILE")
	}
	return WriteOwnership(ctx, cfg, log, os.Stdout)
}

// WriteOwnership is Ownership for another writer.
func WriteOwnership(ctx context.Context, cfg Config, log *slog.Logger, out io.Writer) error {
	identities, err := cfg.OpenKeys("chainwatcher", log)
	if err != nil {
		return err
	}
	keys, err := cfg.keys()
	if err != nil {
		return err
	}
	pool, err := kitpg.Open(ctx, cfg.DatabaseURL)
	if err != nil {
		return err
	}
	defer pool.Close()
	store := postgres.New(pool)
	chains, err := cfg.deployed(ctx, store, keys.vault.Address())
	if err != nil {
		return err
	}
	issuer, now := certificate.Issuer{Gallery: cmp.Or(cfg.GalleryName, cfg.SellerName), Key: keys.certificates}, time.Now()
	list, err := ownership.Read(ctx, ownership.Source{
		Store: store, Artworks: catalog.New(cfg.CatalogURL, identities), Chains: chains, Gallery: issuer.Gallery, Issuer: issuer.Address(),
		Sign: func(ctx context.Context, t custody.Token, c chain.Chain, mediaHash string) ([]byte, error) {
			claim, err := issuer.Claim(ctx, t, c, mediaHash, now)
			if err != nil {
				return nil, err
			}
			return certificate.JSON(claim)
		},
		Progress: func(n int) { log.InfoContext(ctx, "claims signed", "tokens", n) },
	})
	if err != nil {
		return err
	}
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(list)
}

// deployed returns the configured chains with their contracts.
func (c *Config) deployed(ctx context.Context, store *postgres.Store, vault string) (out []chain.Chain, err error) {
	configs, err := c.chains()
	if err != nil {
		return nil, err
	}
	for _, config := range configs {
		node, err := ethereum.Dial(ctx, config.ChainID, config.RPCURLs)
		if err != nil {
			return nil, fmt.Errorf("chain %d: %w", config.ChainID, err)
		}
		found, err := identify(ctx, store, node, config)
		node.Close()
		if err != nil {
			return nil, err
		}
		found.Vault = vault
		out = append(out, found)
	}
	return out, nil
}
