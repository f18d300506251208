// Package chainwatcher is the chainwatcher service. It follows blocks, signs quotes, mints into the vault and moves tokens out of
// it.
//
// Deploy deploys the contracts to a chain once. Open connects, New wires and starts nothing, Run follows the chains, signs, relays
// and consumes events. Close may be called twice. If the nodes of a chain are down, Run keeps retrying and the service serves stored
// data.
package chainwatcher

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/logo"
	kitpg "github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/kit/service"
	"github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1/authv1connect"
	"github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1/chainv1connect"
	"github.com/vitrine/vitrine/proto/gen/vitrine/personal/v1/personalv1connect"
	"github.com/vitrine/vitrine/proto/gen/vitrine/render/v1/renderv1connect"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/api"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/auth"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/catalog"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/certificate"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/ethereum"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/events"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/follow"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/paying"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/postgres"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/profiles"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/read"
)

// Migrate migrates the database. It is a separate step, never part of Open.
func Migrate(ctx context.Context, cfg Config, log *slog.Logger, _ []string) error {
	return kitpg.MigrateAs(ctx, "chainwatcher", cfg.MigrateDatabaseURL, cfg.DatabaseURL, postgres.Migrations, log)
}

// Deps are the dependencies of New.
type Deps struct {
	Config Config
	service.Base
	Accounts custody.Accounts
	Sessions rpc.Sessions
	Artworks api.Artworks
	Artists  paying.Artists
	// Render prints certificates.
	Render certificate.Render
	// Logo may be nil; certificates then show the gallery's name.
	Logo *logo.Logo
}

// Service is the running service.
type Service struct {
	Deps
	configs []ChainConfig
	keys    keys

	store   *postgres.Store
	events  *events.Events
	chains  *chain.Chains
	names   *ethereum.Names
	server  *api.Server
	prices  *follow.Prices
	metrics *follow.Metrics
}

// Open connects to Postgres and NATS. Run connects to the chains and retries while they are down.
func Open(ctx context.Context, cfg Config, log *slog.Logger) (*Service, error) {
	picture, err := logo.Open(ctx, cfg.Logo, log)
	if err != nil {
		return nil, fmt.Errorf("LOGO: %w", err)
	}
	if err := cfg.checkSigner(ctx, log); err != nil {
		return nil, err
	}
	base, err := service.Open(ctx, "chainwatcher", cfg.Common, cfg.Database, postgres.Migrations, cfg.Broker, log)
	if err != nil {
		return nil, err
	}
	// By the time of this computer: render has no database whose time both could use.
	keys, err := cfg.OpenKeys("chainwatcher", log)
	if err != nil {
		return nil, errors.Join(err, base.Close())
	}
	accounts := authv1connect.NewAccountServiceClient(rpc.NewClient(base.Keys, "auth", cfg.AuthURL))
	s, err := New(Deps{
		Config: cfg, Base: base, Accounts: auth.New(accounts), Sessions: rpc.SessionsFrom(accounts.CheckSession),
		Artworks: catalog.New(cfg.CatalogURL, base.Keys), Artists: profiles.New(cfg.ProfilesURL, base.Keys), Logo: picture,
		Render: renderv1connect.NewDocumentServiceClient(rpc.NewClient(keys, "render", cfg.RenderURL)),
	})
	if err != nil {
		return nil, errors.Join(err, base.Close())
	}
	return s, nil
}

// New wires the service and starts nothing. It returns the errors of Config.Validate.
func New(d Deps) (*Service, error) {
	s := &Service{Deps: d, store: postgres.New(d.Pool), metrics: follow.NewMetrics()}
	var err error
	if s.configs, err = d.Config.chains(); err != nil {
		return nil, err
	}
	if s.keys, err = d.Config.keys(); err != nil {
		return nil, err
	}
	registry, nodes, err := d.Config.names(s.configs)
	if err != nil {
		return nil, err
	}
	s.names = ethereum.NewNames(d.Config.ENSChainID, registry, nodes, d.Log)
	s.wire(read.Registry{ChainID: d.Config.ENSChainID, Address: registry})
	s.Background(s.work()...)
	s.Background(s.following()...)
	return s, nil
}

// Mount adds the Connect handlers, which also serve gRPC.
func (s *Service) Mount(mux *http.ServeMux) {
	server := rpc.NewServer(s.Log, s.Keys, s.Sessions)
	chainv1connect.RegisterChainServiceHandler(server, s.server)
	chainv1connect.RegisterCollectionServiceHandler(server, s.server)
	chainv1connect.RegisterWithdrawalServiceHandler(server, s.server)
	chainv1connect.RegisterGiftServiceHandler(server, s.server)
	chainv1connect.RegisterPayoutServiceHandler(server, s.server)
	personalv1connect.RegisterPersonalServiceHandler(server, personalServer{s})
	rpc.Mount(mux, server)
	mux.HandleFunc("GET /tokens/{id}", s.server.Metadata)
}

// Extras adds the chains that don't advance, and waits for the connections to chains: until then the process would reject quotes and withdrawals that
// another replica accepts.
func (s *Service) Extras() kit.Extras {
	out := s.Base.Extras()
	out.AddProblems(func(context.Context) []string { return s.metrics.Progress.Problems(time.Now()) })
	out.Settled = s.chains.Settled()
	return out
}

// Close closes the connections. It may be called twice.
func (s *Service) Close() error {
	s.names.Close()
	return s.Base.Close()
}
