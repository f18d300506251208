package checkout

import (
	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1/authv1connect"
	"github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1/catalogv1connect"
	"github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1/chainv1connect"
	"github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1/profilesv1connect"
	"github.com/vitrine/vitrine/services/checkout/internal/accounts"
	"github.com/vitrine/vitrine/services/checkout/internal/catalog"
	"github.com/vitrine/vitrine/services/checkout/internal/chain"
	"github.com/vitrine/vitrine/services/checkout/internal/stripe"
)

// connect creates the clients of the other services and of the card provider, which connect at the first call.
func (d *Deps) connect() {
	cfg := d.Config
	hc, opts := rpc.Client(d.Keys, "catalog")
	d.Catalog = catalog.Client{API: catalogv1connect.NewCatalogServiceClient(hc, cfg.CatalogURL, opts...)}
	hc, opts = rpc.Client(d.Keys, "chainwatcher")
	watcher := chain.Client{API: chainv1connect.NewChainServiceClient(hc, cfg.ChainwatcherURL, opts...)}
	d.Quotes, d.Recipients, d.Chain, d.Custody, d.Holders, d.Contracts = watcher, watcher, watcher, watcher, watcher, watcher
	hc, opts = rpc.Client(d.Keys, "auth")
	auth := authv1connect.NewAccountServiceClient(hc, cfg.AuthURL, opts...)
	d.Sessions = rpc.SessionsFrom(auth.CheckSession)
	hc, opts = rpc.Client(d.Keys, "profiles")
	people := accounts.Client{
		Auth:     auth,
		Profiles: profilesv1connect.NewProfilesServiceClient(hc, cfg.ProfilesURL, opts...),
		Payouts:  profilesv1connect.NewPayoutServiceClient(hc, cfg.ProfilesURL, opts...),
	}
	d.Accounts, d.Artists = people, people
	cards := stripe.New(cfg.StripeAPIURL, string(cfg.StripeSecretKey), cfg.PublicURL)
	d.Cards, d.CardEvents = cards, cards
}
