// Package catalog is the public API of the catalog service: the gallery's content, its search, its media, and what is for
// sale. Content comes from imports (a folder, a museum's CSV files), edition counts come from checkout's events. Open connects to the
// database and the broker, New wires. Run consumes and publishes events, makes renditions and publishes scheduled works. Close may be called
// twice.
package catalog

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/blob"
	"github.com/vitrine/vitrine/kit/bus"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/jobs"
	"github.com/vitrine/vitrine/kit/outbox"
	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/kit/service"
	"github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1/authv1connect"
	"github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1/catalogv1connect"
	"github.com/vitrine/vitrine/proto/gen/vitrine/personal/v1/personalv1connect"
	"github.com/vitrine/vitrine/services/catalog/internal/api"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/auth"
	"github.com/vitrine/vitrine/services/catalog/internal/cache"
	"github.com/vitrine/vitrine/services/catalog/internal/content"
	"github.com/vitrine/vitrine/services/catalog/internal/events"
	"github.com/vitrine/vitrine/services/catalog/internal/graph"
	"github.com/vitrine/vitrine/services/catalog/internal/media"
	"github.com/vitrine/vitrine/services/catalog/internal/picture"
	"github.com/vitrine/vitrine/services/catalog/internal/postgres"
	"github.com/vitrine/vitrine/services/catalog/internal/read"
	"github.com/vitrine/vitrine/services/catalog/internal/render"
	"github.com/vitrine/vitrine/services/catalog/internal/tus"
)

// expireEvery is how often unfinished uploads are removed.
const expireEvery = time.Hour

// Deps are the dependencies of New.
type Deps struct {
	Config Config
	service.Base
	// Lists is the database of Base.Pool, opened with OpenLists.
	Lists *pgxpool.Pool
	// Media stores originals and renditions; Close closes it.
	Media *blob.Store
	// RenderKeys sign calls to render, by the time of this computer: render has no database whose time both could use.
	RenderKeys *identity.Keys
	// Pictures reads and converts pictures.
	Pictures picture.Maker
}

// Service is the catalog service.
type Service struct {
	Deps
	store    *postgres.Store
	read     *read.Reader
	library  *media.Library
	signer   *media.Signer
	graph    *graph.Handler
	uploads  *tus.Handler
	pages    *render.Pages
	sessions rpc.Sessions
}

// OpenLists opens the second pool that Deps needs.
func OpenLists(ctx context.Context, databaseURL string) (*pgxpool.Pool, error) {
	return read.OpenLists(ctx, databaseURL)
}

// Open connects to the database, which must be migrated, and to the broker.
func Open(ctx context.Context, cfg Config, log *slog.Logger) (*Service, error) {
	base, err := service.Open(ctx, "catalog", cfg.Common, cfg.Database, postgres.Migrations, cfg.Broker, log)
	if err != nil {
		return nil, err
	}
	lists, err := OpenLists(ctx, cfg.DatabaseURL)
	if err != nil {
		return nil, errors.Join(err, base.Close())
	}
	keys, err := cfg.OpenKeys("catalog", log)
	if err != nil {
		lists.Close()
		return nil, errors.Join(err, base.Close())
	}
	pictures, err := cfg.maker(keys)
	if err != nil {
		lists.Close()
		return nil, errors.Join(err, base.Close())
	}
	objects, err := cfg.openMedia(ctx)
	if err == nil && !objects.Remote() {
		if err = kit.Writable(cfg.MediaDir); err != nil {
			err = fmt.Errorf("MEDIA_DIR: %w", err)
		}
	}
	if err != nil {
		lists.Close()
		return nil, errors.Join(err, base.Close())
	}
	return New(Deps{Config: cfg, Base: base, Lists: lists, Media: objects, RenderKeys: keys, Pictures: pictures}), nil
}

// New wires the service and starts nothing.
func New(d Deps) *Service {
	signer := media.NewSigner(d.Config.LinkKey, d.Clock)
	remembered := cache.New(d.Config.GraphQLCache)
	s := &Service{
		Deps:    d,
		signer:  signer,
		pages:   render.NewPages(d.RenderKeys, d.Config.RenderURL),
		store:   postgres.New(d.Pool, events.Publisher{Pool: d.Pool}, remembered, d.Config.ArtistLinkWait),
		library: media.New(d.Media, d.Pictures, signer, d.Config.MediaPresign, d.Config.PublicURL),
	}
	wanted := media.NewQueue(s.store, d.Pool, d.Log)
	s.library.Removing(s.store).Wanting(wanted).Logging(d.Log)
	proves := func() bool { return s.pages.Available(context.Background()) }
	s.read = read.New(read.Options{
		Pool: d.Pool, Lists: d.Lists, Cache: remembered, CountAge: d.Config.CountAge, Chain: d.Config.DefaultChainID, SignPlayback: signer.SignPlayback, Proves: proves,
	})
	accounts := authv1connect.NewAccountServiceClient(rpc.NewClient(d.Keys, "auth", d.Config.AuthURL))
	sessions := rpc.SessionsFrom(accounts.CheckSession)
	s.sessions = sessions
	s.uploads = &tus.Handler{Store: s.store, Artists: s.store, Files: s.library, Sessions: sessions, Keys: d.Keys, Clock: d.Clock, Log: d.Log}
	s.graph = graph.NewHandler(graph.Options{
		Read: s.read, Cache: remembered, Remember: d.Config.GraphQLCache > 0, Editor: s.store, Drafts: s.store, Sign: signer.Sign, Sessions: sessions,
		Accounts: auth.New(accounts), Keys: d.Keys, LinkKey: d.Config.LinkKey, Clock: d.Clock, Limits: d.Config.limits(), Currency: d.Config.Currency, Proves: proves, Log: d.Log,
	})
	consumer := bus.NewConsumer(d.Bus, d.Pool, "catalog", d.Log)
	events.Subscribe(consumer, s.store, s.store, s.store, d.Clock)
	s.Needs("the media store", d.Config.mediaSetting(), d.Media.Name(), d.Media.Reach)
	s.Background(consumer.Run, outbox.NewRelay(d.Pool, d.Bus, d.Log).Run, s.publish, s.countFacets, s.rewrite, wanted.Run, func(ctx context.Context) error {
		return kit.Every(ctx, expireEvery, d.Log, "removal of old uploads", s.uploads.Expire)
	})
	if folder := d.Config.ContentFolder; folder != "" {
		s.Background(func(ctx context.Context) error {
			return content.Watch(ctx, folder, inspecting(d.Pictures), d.Log, s.load)
		})
	}
	maker := media.NewMaker(s.library, s.store, s.pages, d.Pool, d.Config.RenditionWorkers, d.Clock, d.Log)
	s.handleImports(maker.Queue())
	s.Background(maker.Run)
	return s
}

// Mount adds the data API, the media and the RPCs.
func (s *Service) Mount(mux *http.ServeMux) {
	mux.Handle("/graphql", s.graph)
	mux.Handle("GET /graphql/schema.graphqls", graph.Schema())
	s.uploads.Mount(mux)
	mux.Handle("GET "+media.Prefix, s.library)
	mux.Handle("GET "+media.EditionsPrefix, s.library.Editions(s.public, media.Requests{Edition: s.requestEdition(false), Wall: s.requestWall}, s.Clock))
	mux.Handle("GET "+media.WorksPrefix, s.library.Works(s.live))
	mux.Handle("GET "+media.DraftsPrefix, s.library.Drafts(s.draft))
	server := rpc.NewServer(s.Log, s.Keys, s.sessions)
	catalogv1connect.RegisterCatalogServiceHandler(server, api.New(s.store, s.read, media.Prints{Library: s.library, Works: s.store, Request: s.requestEdition(true), Clock: s.Clock}, s.signer.Sign, s.Clock))
	catalogv1connect.RegisterImportServiceHandler(server, api.ImportServer{Imports: s.store, Previews: s.store, Currency: s.Config.Currency, Clock: s.Clock})
	catalogv1connect.RegisterEntryServiceHandler(server, api.EntryServer{Entries: s.store, Choices: s.read, Pool: s.Pool, Clock: s.Clock})
	personalv1connect.RegisterPersonalServiceHandler(server, personalServer{s})
	rpc.Mount(mux, server)
}

// live returns the live medium of a public work.
func (s *Service) live(ctx context.Context, id int64) (artwork.Media, error) {
	w, err := s.public(ctx, id)
	if err != nil {
		return artwork.Media{}, err
	}
	return media.LiveOf(w.Media)
}

// public returns a public work's media and how many editions it has.
func (s *Service) public(ctx context.Context, id int64) (artwork.Artwork, error) {
	w, public, err := s.store.EditionSource(ctx, id, s.Clock.Now())
	if err == nil && !public {
		err = artwork.ErrNotFound
	}
	return w, err
}

// draft returns the live work of a draft by the id of its proof.
func (s *Service) draft(ctx context.Context, proof string) (artwork.Media, error) {
	p, err := s.store.Proof(ctx, proof)
	return p.Media(), err
}

// requestEdition adds the job that draws an edition, which is urgent if someone waits for it. It returns artwork.ErrNotFound without a browser.
func (s *Service) requestEdition(awaited bool) func(ctx context.Context, artworkID int64, number int) error {
	return func(ctx context.Context, artworkID int64, number int) error {
		if !s.pages.Available(ctx) {
			return artwork.ErrNotFound
		}
		return jobs.Add(ctx, s.Pool, artwork.DrawEdition{ArtworkID: artworkID, Number: number, Awaited: awaited})
	}
}

// requestWall adds the job that draws the first editions of a work. It returns artwork.ErrNotFound without a browser.
func (s *Service) requestWall(ctx context.Context, artworkID int64) error {
	if !s.pages.Available(ctx) {
		return artwork.ErrNotFound
	}
	return jobs.Add(ctx, s.Pool, artwork.DrawWall{ArtworkID: artworkID})
}

// load imports content that changed while the service runs.
func (s *Service) load(ctx context.Context, c artwork.Collection) error {
	return load(ctx, s.store, s.library, c, s.Config, s.Clock.Now(), s.Log)
}

// Close closes the connections.
func (s *Service) Close() error {
	s.Lists.Close()
	return errors.Join(s.Base.Close(), s.Media.Close())
}
