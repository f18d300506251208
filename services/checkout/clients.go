package checkout

import (
	"context"

	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1/authv1connect"
	"github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1/catalogv1connect"
	"github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1/chainv1connect"
	"github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1/profilesv1connect"
	"github.com/vitrine/vitrine/services/checkout/internal/accounts"
	"github.com/vitrine/vitrine/services/checkout/internal/catalog"
	"github.com/vitrine/vitrine/services/checkout/internal/chain"
	"github.com/vitrine/vitrine/services/checkout/internal/phase"
	"github.com/vitrine/vitrine/services/checkout/internal/stripe"
)

// drops implements phase.Others.
type drops struct {
	accounts.Client

	works catalog.Client
}

func (d drops) Work(ctx context.Context, artworkID int64) (phase.Work, error) {
	return d.works.Work(ctx, artworkID)
}

// connect creates the clients of the other services and of the card provider, which connect at the first call.
func (d *Deps) connect() {
	cfg := d.Config
	works := catalog.Client{API: catalogv1connect.NewCatalogServiceClient(rpc.NewClient(d.Keys, "catalog", cfg.CatalogURL))}
	d.Catalog = works
	watcher := chain.Client{API: chainv1connect.NewChainServiceClient(rpc.NewClient(d.Keys, "chainwatcher", cfg.ChainwatcherURL))}
	d.Chain, d.Contracts = watcher, watcher
	auth := authv1connect.NewAccountServiceClient(rpc.NewClient(d.Keys, "auth", cfg.AuthURL))
	d.Sessions = rpc.SessionsFrom(auth.CheckSession)
	client := rpc.NewClient(d.Keys, "profiles", cfg.ProfilesURL)
	people := accounts.Client{
		Auth:     auth,
		Profiles: profilesv1connect.NewProfilesServiceClient(client),
		Payouts:  profilesv1connect.NewPayoutServiceClient(client),
	}
	d.Accounts, d.Artists = people, people
	d.Drops = drops{people, works}
	cards := stripe.New(cfg.StripeAPIURL, string(cfg.StripeSecretKey), cfg.PublicURL)
	d.Cards, d.CardEvents = cards, cards
}
