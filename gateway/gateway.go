// Package gateway is Vitrine's public entry point: one origin that serves the API and forwards every other path to the site.
//
// It has no database; in memory it keeps recently ended sessions, and responses that are the same for everyone. It turns access tokens into
// principals and REST into RPCs, forwards GraphQL, images and login redirects, checks JSON-RPC calls, limits callers, and sets the security headers of pages. A second listener
// serves live works on their own origin. Open dials, New wires, Run blocks, Close may be called twice.
package gateway

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/vitrine/vitrine/gateway/internal/art"
	"github.com/vitrine/vitrine/gateway/internal/ethrpc"
	"github.com/vitrine/vitrine/gateway/internal/limit"
	"github.com/vitrine/vitrine/gateway/internal/recording"
	"github.com/vitrine/vitrine/gateway/internal/rest"
	"github.com/vitrine/vitrine/gateway/internal/session"
	"github.com/vitrine/vitrine/gateway/internal/site"
	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/background"
	"github.com/vitrine/vitrine/kit/blob"
	"github.com/vitrine/vitrine/kit/clock/synced"
	"github.com/vitrine/vitrine/kit/httpclient"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/waiting"
)

// watchEvery is how often Redis and the bucket of recordings are checked.
const watchEvery = 5 * time.Second

// Service is the running gateway.
type Service struct {
	mount      func(mux *http.ServeMux)
	art        http.Handler
	artAddr    string
	siteAddr   string
	publicURL  string
	problems   *chainProblems
	nodes      *ethrpc.Proxy
	recordings *recording.Handler
	responses  *site.Responses
	keys       *session.Verifier
	clock      *synced.Clock
	ended      *session.Ended
	natsURL    string
	redis      limit.Shared
	redisURL   string
	objects    *blob.Store
	limiter    *limit.Limiter
	pages      *limit.Limiter
	accounts   *limit.Limiter
	orders     *limit.Limiter
	logins     *limit.Limiter
	log        *slog.Logger
	close      func() error
}

// Open reads the gateway's keys. Connections are made on first use, so the gateway starts without the services.
func Open(_ context.Context, cfg Config, log *slog.Logger) (*Service, error) {
	keys, err := cfg.OpenKeys(identity.Gateway, log)
	if err != nil {
		return nil, err
	}
	if cfg.records() && cfg.RecordingsBucket == "" {
		if err := kit.Writable(cfg.RecordingsDir); err != nil {
			return nil, fmt.Errorf("RECORDINGS_DIR: %w", err)
		}
	}
	var conns conns
	services, err := conns.dial(cfg, keys)
	if err != nil {
		return nil, errors.Join(err, conns.close())
	}
	counts, closeCounts, err := cfg.counts()
	if err != nil {
		return nil, errors.Join(err, conns.close())
	}
	if counts == nil {
		log.Info("rate limits count the requests of this replica only: set REDIS_URL if there are others")
	}
	svc, err := New(Deps{Config: cfg, Keys: keys, Services: services, Counts: counts, Log: log})
	if err != nil {
		return nil, errors.Join(err, closeCounts(), conns.close())
	}
	svc.close = func() error { return errors.Join(closeCounts(), conns.close()) }
	return svc, nil
}

// Deps holds the dependencies of New.
type Deps struct {
	Config   Config
	Keys     *identity.Keys
	Services rest.Services
	// Counts are the requests of callers at all replicas; nil for a single replica.
	Counts limit.Shared
	Log    *slog.Logger
}

// New wires the routes and starts nothing. It returns an error for an invalid setting.
func New(d Deps) (*Service, error) {
	cfg := d.Config
	networks, err := limit.ParseNetworks(cfg.TrustedProxies)
	if err != nil {
		return nil, err
	}
	recordings, objects, err := openRecordings(&cfg, d.Log)
	if err != nil {
		return nil, err
	}
	ended := session.NewEnded(d.Services.Auth, d.Log)
	verifier := session.NewVerifier(cfg.PublicURL, cfg.AuthURL+"/api/auth/.well-known/jwks.json", ended, cfg.LocalClock(), d.Keys.Certificates().Transport(), d.Log)
	// The gateway has no database. Its clock follows auth's, which follows its database's.
	deciding := synced.New(identity.Gateway, cfg.LocalClock(), verifier.ReadClock, d.Log)
	verifier.SetClock(deciding)
	ended.SetClock(deciding)
	d.Keys.SetClock(deciding.Now)
	s := &Service{
		keys: verifier, clock: deciding,
		ended: ended, natsURL: cfg.NATSURL, redis: d.Counts, redisURL: cfg.RedisURL, objects: objects,
		limiter: limit.New(limit.Options{
			Shared: d.Counts, Name: "requests", Prefix: "limit:", PerMinute: cfg.RequestsPerMinute, Trusted: networks, SiteKey: cfg.SiteKey, Log: d.Log,
		}),
		pages: limit.New(limit.Options{
			Shared: d.Counts, Name: "pages", Prefix: "pages:", PerMinute: cfg.PagesPerMinute, Trusted: networks, Refuse: site.TooManyPages(cfg.policy()), Log: d.Log,
		}),
		accounts: limit.New(limit.Options{
			Shared: d.Counts, Name: "account", Prefix: "account:", PerMinute: cfg.AccountRequests, Trusted: networks, Key: limit.Account, Log: d.Log,
		}),
		orders: limit.New(limit.Options{
			Shared: d.Counts, Name: "orders", Prefix: "orders:", PerMinute: cfg.OrdersPerMinute, Trusted: networks, Key: limit.AccountOrCaller, Log: d.Log,
		}),
		logins: limit.New(limit.Options{
			Shared: d.Counts, Name: "logins", Prefix: "logins:", PerMinute: cfg.LoginsPerMinute, Trusted: networks, Log: d.Log,
		}),
		recordings: recording.New(recordings, d.Log), responses: site.NewResponses(d.Log),
		artAddr: cfg.ArtAddr, siteAddr: cfg.SiteAddr, publicURL: cfg.PublicURL, problems: &chainProblems{
			url: cfg.ChainwatcherURL, client: &http.Client{CheckRedirect: httpclient.RefuseRedirects, Transport: d.Keys.Certificates().Transport()},
		}, log: d.Log,
	}
	if err := s.route(d); err != nil {
		return nil, err
	}
	return s, nil
}

// openRecordings opens the store of recordings, or returns nil if recording is off. Opening a bucket, which it also returns, doesn't connect to it.
func openRecordings(cfg *Config, log *slog.Logger) (recording.Store, *blob.Store, error) {
	switch {
	case !cfg.records():
		return nil, nil, nil
	case cfg.RecordingsBucket == "":
		return recording.NewFolder(cfg.RecordingsDir, log), nil, nil
	}
	objects, err := blob.Open(context.Background(), cfg.recordings())
	if err != nil {
		return nil, nil, fmt.Errorf("RECORDINGS_BUCKET: %w", err)
	}
	return recording.NewBucket(objects, log), objects, nil
}

// Mount adds all public routes.
func (s *Service) Mount(mux *http.ServeMux) { s.mount(mux) }

// Extras returns what applies to every request on the port, the chains that have stopped, and the edge: the address that the site reads its data at
// with a certificate ("" if it uses the public port), and which requests are the site's.
func (s *Service) Extras() kit.Extras {
	out := kit.Extras{
		Wrap: func(next http.Handler) http.Handler {
			return site.SecurityHeaders(s.publicURL, site.Reject(site.BodyTimeout(bodyTimeout, next)))
		},
		Problems: s.problems.read,
		Edge:     &kit.Edge{TLSAddr: s.siteAddr, OwnRequest: s.limiter.FromSite},
	}
	out.AddProblems(s.nodes.Problems)
	return out
}

// Run refreshes the key set, consumes events of ended sessions and of the catalog, synchronizes rate limits and serves the origin of live works.
func (s *Service) Run(ctx context.Context) error {
	run := []func(context.Context) error{
		s.clock.Run, s.keys.Run, s.limiter.Run, s.pages.Run, s.accounts.Run, s.orders.Run, s.logins.Run, s.recordings.Run, s.nodes.Run,
		func(ctx context.Context) error { return s.ended.Run(ctx, s.natsURL) },
		func(ctx context.Context) error { return s.responses.Run(ctx, s.natsURL) },
	}
	watch := func(what, setting, address string, check func(context.Context) error) {
		run = append(run, func(ctx context.Context) error {
			return waiting.Watch(ctx, waiting.For(ctx, s.log, what, setting, address), watchEvery, check)
		})
	}
	if s.redis != nil {
		watch("Redis", "REDIS_URL", s.redisURL, s.redis.Ping)
	}
	if s.objects != nil {
		watch("the bucket of recordings", "RECORDINGS_BUCKET", s.objects.Name(), s.objects.Reach)
	}
	if s.artAddr != "" {
		run = append(run, func(ctx context.Context) error { return art.Serve(ctx, s.artAddr, s.art, s.log) })
	}
	return background.RunAll(ctx, run...)
}

// Close closes the connections to the services.
func (s *Service) Close() error {
	if s.close == nil {
		return nil
	}
	return s.close()
}
