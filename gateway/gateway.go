// Package gateway is Vitrine's front door: one origin that serves the API and passes every other path to the site.
//
// It holds no state. It verifies access tokens into principals, turns REST into RPCs, passes GraphQL, pictures and
// sign-in redirects on, screens JSON-RPC, limits callers, and sets the security headers of pages. A second listener serves
// live works on their own origin. Open dials, New wires, Run blocks, Close forgives being called twice.
package gateway

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"github.com/redis/go-redis/v9"
	"golang.org/x/sync/errgroup"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/status"

	"github.com/vitrine/vitrine/gateway/internal/art"
	"github.com/vitrine/vitrine/gateway/internal/config"
	"github.com/vitrine/vitrine/gateway/internal/ethrpc"
	"github.com/vitrine/vitrine/gateway/internal/limit"
	"github.com/vitrine/vitrine/gateway/internal/recording"
	"github.com/vitrine/vitrine/gateway/internal/rest"
	"github.com/vitrine/vitrine/gateway/internal/session"
	"github.com/vitrine/vitrine/gateway/internal/site"
)

// bodyWithin is how long a request may take to send its body: a picture of 5 MB comes in time over a slow line. No call with a body
// takes as long to answer.
const bodyWithin = time.Minute

// Service is the running gateway.
type Service struct {
	handler    http.Handler
	art        http.Handler
	artAddr    string
	recordings *recording.Sink
	keys       *session.Verifier
	limiter    *limit.Limiter
	log        *slog.Logger
	close      func() error
}

// Open dials lazily: no service has to be up for the gateway to start.
func Open(_ context.Context, cfg Config, log *slog.Logger) (*Service, error) {
	var conns []*grpc.ClientConn
	closeAll := func() error {
		var errs []error
		for _, c := range conns {
			// A connection that is closed already says so; Close forgives being called twice.
			if err := c.Close(); err != nil && status.Code(err) != codes.Canceled {
				errs = append(errs, err)
			}
		}
		return errors.Join(errs...)
	}
	dial := func(address string) (*grpc.ClientConn, error) {
		u, err := url.Parse(address)
		if err != nil {
			return nil, err
		}
		conn, err := grpc.NewClient(u.Host, grpc.WithTransportCredentials(insecure.NewCredentials()), grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(8<<20)),
			// A peer that is gone without a word is noticed by pings, not by waiting a quarter of an hour for TCP to give up.
			grpc.WithKeepaliveParams(keepalive.ClientParameters{Time: 10 * time.Second, Timeout: 5 * time.Second}))
		if err == nil {
			conns = append(conns, conn)
		}
		return conn, err
	}
	var services rest.Services
	for _, s := range []struct {
		conn *grpc.ClientConnInterface
		url  string
	}{
		{&services.Auth, cfg.AuthURL},
		{&services.Profiles, cfg.ProfilesURL},
		{&services.Checkout, cfg.CheckoutURL},
		{&services.Chain, cfg.ChainwatcherURL},
		{&services.Approvals, cfg.ApprovalsURL},
	} {
		conn, err := dial(s.url)
		if err != nil {
			return nil, errors.Join(err, closeAll())
		}
		*s.conn = conn
	}
	options, err := redis.ParseURL(cfg.RedisURL)
	if err != nil {
		return nil, errors.Join(err, closeAll())
	}
	// A limiter that waits is worse than none.
	options.DialTimeout, options.ReadTimeout, options.WriteTimeout, options.MaxRetries = 200*time.Millisecond, 100*time.Millisecond, 100*time.Millisecond, -1
	rdb := redis.NewClient(options)
	svc, err := New(Deps{Config: cfg, Services: services, Redis: rdb, Log: log})
	if err != nil {
		return nil, errors.Join(err, rdb.Close(), closeAll())
	}
	svc.close = func() error {
		err := rdb.Close()
		if errors.Is(err, redis.ErrClosed) {
			err = nil
		}
		return errors.Join(err, closeAll())
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

// New wires the routes and starts nothing.
func New(d Deps) (*Service, error) {
	cfg := d.Config
	keys := session.NewVerifier(cfg.PublicURL, cfg.AuthURL+"/api/auth/.well-known/jwks.json", d.Log)
	nodes, err := ethrpc.ParseNodes(cfg.RPCURLs)
	if err != nil {
		return nil, err
	}
	networks, err := limit.ParseNetworks(cfg.TrustedProxies)
	if err != nil {
		return nil, err
	}
	api, err := rest.New(d.Services, cfg.InternalKey, d.Log)
	if err != nil {
		return nil, err
	}
	pass := func(target string) http.Handler { return site.Pass(target, cfg.InternalKey, d.Log) }

	apiMux := http.NewServeMux()
	apiMux.Handle("/api/", api)
	apiMux.Handle("GET /api/auth/login", pass(cfg.AuthURL))
	apiMux.Handle("GET /api/auth/callback", pass(cfg.AuthURL))
	apiMux.Handle("GET /api/auth/.well-known/jwks.json", pass(cfg.AuthURL))
	apiMux.Handle("POST /api/auth/backchannel-logout", pass(cfg.AuthURL))
	apiMux.Handle("/api/payout-alerts/", pass(cfg.ProfilesURL))
	apiMux.Handle("POST /api/webhooks/stripe", http.StripPrefix("/api", pass(cfg.CheckoutURL)))
	recordings := recording.New(cfg.recordingsDir(), d.Log)
	apiMux.Handle("/api/recordings", recordings)
	apiMux.Handle("GET /api/config", config.New(config.Settings{
		BuildID: cfg.BuildID, Version: cfg.Version, ArtOrigin: cfg.ArtOrigin, SentryDSN: cfg.SentryDSN, AnalyticsURL: cfg.AnalyticsURL,
		Maintenance: cfg.Maintenance, SessionRecording: cfg.recordingsDir() != "", ShowVersion: cfg.ShowVersion,
	}, d.Services.Chain, cfg.InternalKey, d.Log))
	apiMux.Handle("/graphql", site.GraphQL(cfg.CatalogURL, cfg.InternalKey, d.Log))
	limiter := limit.New(limit.Options{Redis: d.Redis, PerMinute: cfg.RequestsPerMinute, Trusted: networks, SiteKey: cfg.SiteKey, Log: d.Log})
	apiMux.Handle("/rpc/{chainId}", ethrpc.New(nodes, limiter.Spend, d.Log))
	limited := limiter.Wrap(keys.Wrap(apiMux))

	mux := http.NewServeMux()
	for _, path := range []string{"/api/", "/graphql", "/rpc/"} {
		mux.Handle(path, limited)
	}
	mux.Handle("/assets/avatars/", pass(cfg.ProfilesURL))
	mux.Handle("/assets/", pass(cfg.CatalogURL))
	// What a token's address of metadata leads to, for wallets and marketplaces.
	mux.Handle("/tokens/", limiter.Wrap(pass(cfg.ChainwatcherURL)))
	for _, path := range cfg.LegacyPaths {
		mux.Handle(path, site.Legacy(cfg.LegacyURL, d.Log))
	}
	mux.Handle("/internal/", http.NotFoundHandler())
	mux.Handle("/", site.New(site.Options{
		SiteURL: cfg.SiteURL, Maintenance: cfg.Maintenance,
		Policy: site.Policy{ArtOrigin: cfg.ArtOrigin, Images: cfg.ImageOrigins, Connect: cfg.reportsTo()},
	}, d.Log))
	return &Service{
		handler: site.Harden(cfg.PublicURL, site.Within(bodyWithin, mux)), keys: keys, limiter: limiter, recordings: recordings, log: d.Log,
		art: limiter.Wrap(art.New(cfg.CatalogURL, append([]string{cfg.PublicURL}, cfg.ArtFrames...), d.Log)), artAddr: cfg.ArtAddr,
	}, nil
}

// Mount adds the front door.
func (s *Service) Mount(mux *http.ServeMux) { mux.Handle("/", s.handler) }

// Run keeps the key set fresh, settles what callers have used and serves the origin of live works.
func (s *Service) Run(ctx context.Context) error {
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return s.keys.Run(ctx) })
	g.Go(func() error { return s.limiter.Run(ctx) })
	g.Go(func() error { return s.recordings.Run(ctx) })
	if s.artAddr != "" {
		g.Go(func() error { return art.Serve(ctx, s.artAddr, s.art, s.log) })
	}
	return g.Wait()
}

// Close ends the connections to the services.
func (s *Service) Close() error {
	if s.close == nil {
		return nil
	}
	return s.close()
}
