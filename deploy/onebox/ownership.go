package main

import (
	"cmp"
	"context"
	"io"

	"github.com/vitrine/vitrine/deploy/onebox/standins/oidc"
	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/testkit/pgserver"
	"github.com/vitrine/vitrine/services/chainwatcher"
)

// ownership writes who holds each token, for the instance that runs on this machine with the same settings.
func ownership(ctx context.Context, cfg settings, out io.Writer) (err error) {
	h := newPart(cfg)
	if h.secrets, err = loadSecrets(cfg.Data); err != nil {
		return err
	}
	h.database = func(name string) (string, error) { return pgserver.URL(cfg.PostgresPort, name), nil }
	if cfg.DatabaseURL != "" {
		h.database = func(name string) (string, error) { return createDatabase(ctx, cfg.DatabaseURL, name) }
	}
	h.rpcURL, h.registry = cmp.Or(cfg.EthRPCURL, address(cfg.ChainPort)), cfg.ENSRegistry
	// The other settings must be valid, but are never used.
	h.broker = func(string) string { return "nats://" + local(cfg.NATSPort) }
	h.smtpURL, h.issuer, h.cardsURL = "smtp://"+local(cfg.SMTPPort)+"?tls=none", address(cfg.IdentityPort), address(cfg.CardsPort)
	h.oidcClient, h.oidcSecret, h.stripeKey, h.stripeSecret = oidc.ClientID, oidcSecret, stripeKey, kit.Secret(h.secrets.WebhookSecret)
	fleet, err := h.configure()
	if err != nil {
		return err
	}
	return chainwatcher.WriteOwnership(ctx, fleet.chainwatcher, h.log, out)
}
