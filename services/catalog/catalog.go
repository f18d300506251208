// Package catalog is the public API of the catalog service: the gallery's content, its search and its media, and what of it is for
// sale. Content comes from imports (a folder, a museum's CSV files), edition counts from events of checkout. Open dials the database
// and the broker, New wires. Run consumes and publishes events, makes renditions and publishes scheduled works. Close may be called
// twice.
package catalog

import (
	"context"
	"log/slog"
	"net/http"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/bus"
	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/outbox"
	kitpg "github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1/authv1connect"
	"github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1/catalogv1connect"
	"github.com/vitrine/vitrine/services/catalog/internal/api"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/auth"
	"github.com/vitrine/vitrine/services/catalog/internal/content"
	"github.com/vitrine/vitrine/services/catalog/internal/events"
	"github.com/vitrine/vitrine/services/catalog/internal/graph"
	"github.com/vitrine/vitrine/services/catalog/internal/media"
	"github.com/vitrine/vitrine/services/catalog/internal/postgres"
)

// Deps is what New wires.
type Deps struct {
	Config Config
	// Pool is the database; Lists the same one, opened with OpenLists.
	Pool, Lists *pgxpool.Pool
	Bus         *bus.Bus
	Keys        *identity.Keys
	Clock       clock.Clock
	Log         *slog.Logger
}

// Service is the catalog service.
type Service struct {
	deps     Deps
	store    *postgres.Store
	library  *media.Library
	signer   *media.Signer
	graph    *graph.Handler
	consumer *bus.Consumer
	maker    *media.Maker
	relay    *outbox.Relay
}

// OpenLists opens the second pool that Deps needs.
func OpenLists(ctx context.Context, databaseURL string) (*pgxpool.Pool, error) {
	return postgres.OpenLists(ctx, databaseURL)
}

// Open connects to the migrated database and the broker.
func Open(ctx context.Context, cfg Config, log *slog.Logger) (*Service, error) {
	d := Deps{Config: cfg, Clock: clock.System, Log: log}
	var err error
	if d.Keys, err = cfg.OpenKeys("catalog", log); err != nil {
		return nil, err
	}
	if d.Pool, err = kitpg.Open(ctx, cfg.DatabaseURL); err != nil {
		return nil, err
	}
	if err = checkMigrated(ctx, d.Pool); err != nil {
		d.Pool.Close()
		return nil, err
	}
	if d.Lists, err = OpenLists(ctx, cfg.DatabaseURL); err != nil {
		d.Pool.Close()
		return nil, err
	}
	if d.Bus, err = bus.Dial(ctx, cfg.NATSURL, log); err != nil {
		d.Pool.Close()
		d.Lists.Close()
		return nil, err
	}
	return New(d), nil
}

// New wires the service and starts nothing.
func New(d Deps) *Service {
	signer := media.NewSigner(d.Config.LinkKey, d.Clock)
	s := &Service{
		deps:    d,
		signer:  signer,
		store:   postgres.New(d.Pool, d.Lists, events.Publisher{Pool: d.Pool}, d.Config.CountAge),
		library: media.New(d.Config.MediaDir, signer),
	}
	hc, opts := rpc.Client(d.Keys, "auth")
	accounts := authv1connect.NewAccountServiceClient(hc, d.Config.AuthURL, opts...)
	s.graph = graph.NewHandler(graph.Options{
		Reader: s.store, Editor: s.store, Sessions: rpc.SessionsFrom(accounts.CheckSession), Accounts: auth.New(accounts), Keys: d.Keys, LinkKey: d.Config.LinkKey,
		Clock: d.Clock, Limits: d.Config.limits(), DefaultChain: d.Config.DefaultChainID, Currency: d.Config.Currency, Cache: d.Config.GraphQLCache, Log: d.Log,
	})
	s.consumer = bus.NewConsumer(d.Bus, d.Pool, "catalog", d.Log)
	events.Subscribe(s.consumer, s.store)
	s.maker = media.NewMaker(s.library, s.store, d.Pool, d.Config.RenditionWorkers, d.Config.AVIF, d.Log)
	s.relay = outbox.NewRelay(d.Pool, d.Bus, d.Log)
	return s
}

// Mount adds the data API, the media and the RPCs.
func (s *Service) Mount(mux *http.ServeMux) {
	mux.Handle("/graphql", s.graph)
	mux.Handle("GET "+media.Prefix, s.library)
	mux.Handle("GET "+media.WorksPrefix, s.library.Works(s.live))
	mux.Handle(catalogv1connect.NewCatalogServiceHandler(api.New(s.store, s.signer.Sign, s.deps.Clock), rpc.Options(s.deps.Log, s.deps.Keys, nil)...))
}

// live finds what runs of a public work.
func (s *Service) live(ctx context.Context, id int64) (artwork.Media, error) {
	w, err := s.store.Artwork(ctx, id, nil, s.deps.Clock.Now())
	if err != nil {
		return artwork.Media{}, err
	}
	return media.LiveOf(w.Media)
}

// Run works in the background until ctx ends.
func (s *Service) Run(ctx context.Context) error {
	run := []func(context.Context) error{s.consumer.Run, s.relay.Run, s.publish}
	if folder := s.deps.Config.ContentFolder; folder != "" {
		run = append(run, func(ctx context.Context) error { return content.Watch(ctx, folder, s.deps.Log, s.load) })
	}
	if s.deps.Config.RenditionWorkers > 0 {
		run = append(run, s.maker.Run)
	}
	return kit.RunAll(ctx, run...)
}

// load imports content that changed while the service runs.
func (s *Service) load(ctx context.Context, c artwork.Collection) error {
	return load(ctx, s.store, s.library, c, s.deps.Config.Currency, s.deps.Clock.Now(), s.deps.Log)
}

// Close frees the connections.
func (s *Service) Close() error {
	s.deps.Bus.Close()
	s.deps.Lists.Close()
	s.deps.Pool.Close()
	return nil
}
