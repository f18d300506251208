package chainwatcher

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/big"

	"github.com/vitrine/vitrine/kit"
	kitpg "github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/ethereum"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/postgres"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/read"
)

// Deploy deploys the contracts to every configured chain that has none in the settings, and records their addresses. Recorded contracts
// that still exist stay, so it may run at every start. Only chain 31337 gets a local price feed.
func Deploy(ctx context.Context, cfg Config, log *slog.Logger, _ []string) error {
	if err := kit.Required("DEPLOYER_KEY", cfg.DeployerKey); err != nil {
		return err
	}
	pool, err := kitpg.Open(ctx, cfg.DatabaseURL)
	if err != nil {
		return err
	}
	defer pool.Close()
	chains, err := cfg.chains()
	if err != nil {
		return err
	}
	roles, err := cfg.roles()
	if err != nil {
		return err
	}
	store := postgres.New(pool)
	for _, c := range chains {
		if c.TokenContract != "" {
			continue
		}
		if err := deploy(ctx, store, c, roles, cfg.FirstPrice, log); err != nil {
			return fmt.Errorf("chain %d: %w", c.ChainID, err)
		}
	}
	return nil
}

func (c *Config) roles() (ethereum.Deployment, error) {
	var d ethereum.Deployment
	deployer, err := ethereum.Key(string(c.DeployerKey))
	if err != nil {
		return d, fmt.Errorf("DEPLOYER_KEY: %w", err)
	}
	k, err := c.keys()
	if err != nil {
		return d, err
	}
	d.Deployer, d.Minter = deployer, k.minter.Address()
	d.QuoteSigner, d.Platform = k.quotes.Address(), k.vault.Address()
	if c.PlatformAddress != "" {
		if d.Platform, err = chain.ParseAddress(c.PlatformAddress); err != nil {
			return d, fmt.Errorf("PLATFORM_ADDRESS: %w", err)
		}
	}
	d.TokenURI = cmp.Or(c.TokenMetadataURL, c.PublicURL+"/tokens/")
	d.ContractURI = d.TokenURI + read.CollectionID
	return d, nil
}

func deploy(ctx context.Context, store *postgres.Store, c ChainConfig, roles ethereum.Deployment, price int64, log *slog.Logger) error {
	node, err := ethereum.Dial(ctx, c.ChainID, c.RPCURLs)
	if err != nil {
		return err
	}
	defer node.Close()
	ch, err := identify(ctx, store, node, c)
	switch {
	case err == nil:
		there, err := complete(ctx, node, ch)
		if err != nil {
			return err
		}
		if there {
			log.InfoContext(ctx, "contracts exist", "chain", c.ChainID, "token", ch.TokenContract, "payments", ch.PaymentContract)
			if c.ChainID == localChain {
				// A local instance may get another port. The token of a real chain is moved by its owner.
				if err := ethereum.MoveMetadata(ctx, node, ch, roles); err != nil {
					return err
				}
			}
			return keepPrice(ctx, node, ch, c, roles, price)
		}
	case !errors.Is(err, chain.ErrNotFound):
		return err
	}
	ch.PriceFeed = c.PriceFeed
	if c.ChainID == localChain && c.PriceFeed == "" {
		roles.FirstPrice = feedPrice(price)
	}
	if ch, err = ethereum.Deploy(ctx, node, ch, roles); err != nil {
		return err
	}
	log.InfoContext(ctx, "contracts deployed", "chain", c.ChainID, "token", ch.TokenContract, "payments", ch.PaymentContract, "feed", ch.PriceFeed,
		"start", ch.StartBlock)
	return store.SaveDeployment(ctx, ch)
}

// complete reports whether every recorded contract exists. A chain that stopped abruptly may have lost its last blocks.
func complete(ctx context.Context, node *ethereum.Node, ch chain.Chain) (bool, error) {
	for _, address := range []string{ch.TokenContract, ch.PaymentContract, ch.PriceFeed} {
		if address == "" {
			continue
		}
		if there, err := node.HasCode(ctx, address); err != nil || !there {
			return false, err
		}
	}
	return true, nil
}

// keepPrice sets the local price feed's first price again if its block was lost.
func keepPrice(ctx context.Context, node *ethereum.Node, ch chain.Chain, c ChainConfig, roles ethereum.Deployment, price int64) error {
	if c.ChainID != localChain || c.PriceFeed != "" {
		return nil
	}
	_, err := ethereum.NewContracts(node, ch, "", nil).Price(ctx)
	if !errors.Is(err, chain.ErrReverted) {
		return err
	}
	roles.FirstPrice = feedPrice(price)
	return ethereum.SetPrice(ctx, node, ch, roles)
}

// feedPrice returns whole dollars with the feed's eight decimals.
func feedPrice(dollars int64) *big.Int {
	return new(big.Int).Mul(big.NewInt(dollars), big.NewInt(100_000_000))
}

// identify returns the node's chain with its contracts, or chain.ErrNotFound if none were deployed on it.
func identify(ctx context.Context, store *postgres.Store, node *ethereum.Node, c ChainConfig) (chain.Chain, error) {
	ch := chain.Chain{ID: c.ChainID, Name: c.Name, CurrencySymbol: c.CurrencySymbol, ExplorerURL: c.ExplorerURL, FinalityDepth: c.FinalityDepth, Coin: c.coin}
	var err error
	if ch.Genesis, err = node.Genesis(ctx); err != nil {
		return ch, err
	}
	if c.TokenContract != "" {
		ch.TokenContract, ch.PaymentContract, ch.PriceFeed, ch.StartBlock = c.TokenContract, c.PaymentContract, c.PriceFeed, c.StartBlock
		return ch, nil
	}
	if ch, err = store.Deployment(ctx, ch); err != nil {
		return ch, fmt.Errorf("contracts of chain %d (run `chainwatcher deploy`): %w", c.ChainID, err)
	}
	if c.PriceFeed != "" {
		ch.PriceFeed = c.PriceFeed
	}
	return ch, nil
}
