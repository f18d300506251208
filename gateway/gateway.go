// Package gateway is Vitrine's front door: one origin that serves the API and passes every other path to the site.
//
// It keeps nothing but a few minutes of ended sessions in memory. It verifies access tokens into principals, turns REST into RPCs, passes GraphQL, pictures and
// sign-in redirects on, screens JSON-RPC, limits callers, and sets the security headers of pages. A second listener serves
// live works on their own origin. Open dials, New wires, Run blocks, Close forgives being called twice.
package gateway

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/vitrine/vitrine/gateway/internal/art"
	"github.com/vitrine/vitrine/gateway/internal/limit"
	"github.com/vitrine/vitrine/gateway/internal/recording"
	"github.com/vitrine/vitrine/gateway/internal/rest"
	"github.com/vitrine/vitrine/gateway/internal/session"
	"github.com/vitrine/vitrine/gateway/internal/site"
	"github.com/vitrine/vitrine/kit"
)

// Service is the running gateway.
type Service struct {
	handler    http.Handler
	art        http.Handler
	artAddr    string
	publicURL  string
	recordings *recording.Sink
	keys       *session.Verifier
	ended      *session.Ended
	natsURL    string
	limiter    *limit.Limiter
	pages      *limit.Limiter
	log        *slog.Logger
	close      func() error
}

// Open dials lazily: no service has to be up for the gateway to start.
func Open(_ context.Context, cfg Config, log *slog.Logger) (*Service, error) {
	var conns lines
	services, err := conns.dial(cfg)
	if err != nil {
		return nil, errors.Join(err, conns.close())
	}
	options, err := redis.ParseURL(cfg.RedisURL)
	if err != nil {
		return nil, errors.Join(err, conns.close())
	}
	// A limiter that waits is worse than none.
	options.DialTimeout, options.ReadTimeout, options.WriteTimeout, options.MaxRetries = 200*time.Millisecond, 100*time.Millisecond, 100*time.Millisecond, -1
	rdb := redis.NewClient(options)
	svc, err := New(Deps{Config: cfg, Services: services, Redis: rdb, Log: log})
	if err != nil {
		return nil, errors.Join(err, rdb.Close(), conns.close())
	}
	svc.close = func() error {
		err := rdb.Close()
		if errors.Is(err, redis.ErrClosed) {
			err = nil
		}
		return errors.Join(err, conns.close())
	}
	return svc, nil
}

// Deps is what New wires.
type Deps struct {
	Config   Config
	Services rest.Services
	Redis    *redis.Client
	Log      *slog.Logger
}

// New wires the routes and starts nothing. The error is a wrong setting.
func New(d Deps) (*Service, error) {
	cfg := d.Config
	networks, err := limit.ParseNetworks(cfg.TrustedProxies)
	if err != nil {
		return nil, err
	}
	ended := session.NewEnded(d.Services.Auth, cfg.InternalKey, d.Log)
	s := &Service{
		keys:  session.NewVerifier(cfg.PublicURL, cfg.AuthURL+"/api/auth/.well-known/jwks.json", ended, d.Log),
		ended: ended, natsURL: cfg.NATSURL,
		limiter: limit.New(limit.Options{
			Redis: d.Redis, Name: "requests", Prefix: "limit:", PerMinute: cfg.RequestsPerMinute, Trusted: networks, SiteKey: cfg.SiteKey, Log: d.Log,
		}),
		pages: limit.New(limit.Options{
			Redis: d.Redis, Name: "pages", Prefix: "pages:", PerMinute: cfg.PagesPerMinute, Trusted: networks, Refuse: site.Crowded(cfg.policy()), Log: d.Log,
		}),
		recordings: recording.New(cfg.recordingsDir(), d.Log),
		artAddr:    cfg.ArtAddr, publicURL: cfg.PublicURL, log: d.Log,
	}
	if err := s.route(d); err != nil {
		return nil, err
	}
	return s, nil
}

// Mount adds all public routes.
func (s *Service) Mount(mux *http.ServeMux) { mux.Handle("/", s.handler) }

// Wrap adds what applies to every request on the port, the probes among them.
func (s *Service) Wrap(next http.Handler) http.Handler {
	return site.Harden(s.publicURL, site.Reject(site.BodyTimeout(bodyTimeout, next)))
}

// Run keeps the key set fresh, follows ended sessions, synchronizes rate limits and serves the origin of live works.
func (s *Service) Run(ctx context.Context) error {
	run := []func(context.Context) error{
		s.keys.Run, s.limiter.Run, s.pages.Run, s.recordings.Run,
		func(ctx context.Context) error { return s.ended.Run(ctx, s.natsURL) },
	}
	if s.artAddr != "" {
		run = append(run, func(ctx context.Context) error { return art.Serve(ctx, s.artAddr, s.art, s.log) })
	}
	return kit.RunAll(ctx, run...)
}

// Close ends the connections to the services.
func (s *Service) Close() error {
	if s.close == nil {
		return nil
	}
	return s.close()
}
