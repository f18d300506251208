package checkout

import (
	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1/authv1connect"
	"github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1/catalogv1connect"
	"github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1/chainv1connect"
	"github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1/profilesv1connect"
	"github.com/vitrine/vitrine/proto/gen/vitrine/render/v1/renderv1connect"
	"github.com/vitrine/vitrine/services/checkout/internal/accounts"
	"github.com/vitrine/vitrine/services/checkout/internal/catalog"
	"github.com/vitrine/vitrine/services/checkout/internal/chain"
	"github.com/vitrine/vitrine/services/checkout/internal/stripe"
)

// fleet implements Fleet with an adapter for each service.
type (
	fleet struct {
		people
		works
		watcher
	}
	people  = accounts.Client
	works   = catalog.Client
	watcher = chain.Client
)

// connect creates the clients of the other services and of the card provider, which connect at the first call.
func (d *Deps) connect() {
	cfg := d.Config
	auth := authv1connect.NewAccountServiceClient(rpc.NewClient(d.Keys, "auth", cfg.AuthURL))
	profiles := rpc.NewClient(d.Keys, "profiles", cfg.ProfilesURL)
	f := fleet{
		people{Auth: auth, Profiles: profilesv1connect.NewProfilesServiceClient(profiles), Payouts: profilesv1connect.NewPayoutServiceClient(profiles)},
		works{API: catalogv1connect.NewCatalogServiceClient(rpc.NewClient(d.Keys, "catalog", cfg.CatalogURL))},
		watcher{API: chainv1connect.NewChainServiceClient(rpc.NewClient(d.Keys, "chainwatcher", cfg.ChainwatcherURL))},
	}
	d.Fleet, d.Artists, d.Contracts = f, f, f
	d.Sessions = rpc.SessionsFrom(auth.CheckSession)
	d.Render = renderv1connect.NewDocumentServiceClient(rpc.NewClient(d.RenderKeys, "render", cfg.RenderURL))
	cards := stripe.New(cfg.StripeAPIURL, string(cfg.StripeSecretKey), cfg.StripeAccount, cfg.PublicURL)
	d.Cards, d.CardEvents = cards, cards
}
