// Package gateway is Vitrine's front door: one origin that serves the API and passes every other path to the site.
//
// It holds no state. It verifies access tokens into principals, turns REST into RPCs, passes GraphQL, pictures and
// sign-in redirects on, screens JSON-RPC, limits callers, and sets the security headers of pages. Open dials, New wires,
// Run blocks, Close forgives being called twice.
package gateway

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"github.com/redis/go-redis/v9"
	"golang.org/x/sync/errgroup"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"

	"github.com/vitrine/vitrine/gateway/internal/config"
	"github.com/vitrine/vitrine/gateway/internal/ethrpc"
	"github.com/vitrine/vitrine/gateway/internal/limit"
	"github.com/vitrine/vitrine/gateway/internal/rest"
	"github.com/vitrine/vitrine/gateway/internal/session"
	"github.com/vitrine/vitrine/gateway/internal/site"
	"github.com/vitrine/vitrine/kit"
)

// Config holds the gateway's settings.
type Config struct {
	Addr         string `env:"ADDR" help:"address of the front door"`
	InternalAddr string `env:"INTERNAL_ADDR" help:"address of /metrics; empty for none"`
	PublicURL    string `env:"PUBLIC_URL" help:"origin that browsers see; issuer of access tokens"`
	ArtOrigin    string `env:"ART_ORIGIN" help:"origin that untrusted art runs on"`
	SiteURL      string `env:"SITE_URL" help:"address of the frontend"`

	AuthURL         string `env:"AUTH_URL" help:"address of the auth service"`
	ProfilesURL     string `env:"PROFILES_URL" help:"address of the profiles service"`
	CatalogURL      string `env:"CATALOG_URL" help:"address of the catalog service"`
	CheckoutURL     string `env:"CHECKOUT_URL" help:"address of the checkout service"`
	ChainwatcherURL string `env:"CHAINWATCHER_URL" help:"address of the chainwatcher"`
	ApprovalsURL    string `env:"APPROVALS_URL" help:"address of the approvals service"`

	RedisURL    string            `env:"REDIS_URL" help:"Redis for rate limits; while it is away nothing is limited"`
	InternalKey kit.Secret        `env:"INTERNAL_KEY" help:"authenticates principals between services, at least 32 characters"`
	RPCURLs     map[string]string `env:"ETH_RPC_URLS" envKeyValSeparator:"=" help:"Ethereum node of each chain that /rpc/{chainId} answers, chain=address, comma separated"`

	RequestsPerMinute int      `env:"REQUESTS_PER_MINUTE" help:"API requests a caller may make in a minute"`
	TrustedProxies    []string `env:"TRUSTED_PROXIES" help:"networks whose X-Forwarded-For is believed, CIDR, comma separated"`
	Maintenance       bool     `env:"MAINTENANCE" help:"pages answer 503 while webhooks, watcher and approvals go on"`
	BuildID           string   `env:"BUILD_ID" help:"version of the site; a changed one makes open pages load fully"`
	SentryDSN         string   `env:"SENTRY_DSN" help:"error reporting of the browser; empty is off"`
	SessionRecording  bool     `env:"SESSION_RECORDING" help:"record sessions of visitors who agreed"`
	ShowVersion       bool     `env:"SHOW_VERSION" help:"show the version in the footer"`
}

// Default is the configuration of a local house.
func Default() Config {
	return Config{
		Addr: "127.0.0.1:8080", PublicURL: "http://localhost:8080", ArtOrigin: "http://127.0.0.1:8081", SiteURL: "http://127.0.0.1:3000",
		AuthURL: "http://127.0.0.1:9101", ProfilesURL: "http://127.0.0.1:9102", CatalogURL: "http://127.0.0.1:9103",
		CheckoutURL: "http://127.0.0.1:9104", ChainwatcherURL: "http://127.0.0.1:9105", ApprovalsURL: "http://127.0.0.1:9106",
		RedisURL: "redis://127.0.0.1:6379/0", RequestsPerMinute: 600, BuildID: "dev", SessionRecording: true, ShowVersion: true,
	}
}

// Validate tells every setting that is wrong, in one error.
func (c *Config) Validate() error {
	errs := []error{kit.Required("INTERNAL_KEY", c.InternalKey, "PUBLIC_URL", c.PublicURL, "ETH_RPC_URLS", c.RPCURLs)}
	for name, value := range map[string]string{
		"PUBLIC_URL": c.PublicURL, "SITE_URL": c.SiteURL, "AUTH_URL": c.AuthURL, "PROFILES_URL": c.ProfilesURL, "CATALOG_URL": c.CatalogURL,
		"CHECKOUT_URL": c.CheckoutURL, "CHAINWATCHER_URL": c.ChainwatcherURL, "APPROVALS_URL": c.ApprovalsURL, "ART_ORIGIN": c.ArtOrigin,
	} {
		if u, err := url.Parse(value); err != nil || u.Host == "" {
			errs = append(errs, fmt.Errorf("%s: %q is not an address like http://host:port", name, value))
		}
	}
	if c.InternalKey != "" && len(c.InternalKey) < 32 {
		errs = append(errs, errors.New("INTERNAL_KEY: use at least 32 characters"))
	}
	if _, err := redis.ParseURL(c.RedisURL); err != nil {
		errs = append(errs, fmt.Errorf("REDIS_URL: %w", err))
	}
	if _, err := ethrpc.ParseNodes(c.RPCURLs); err != nil {
		errs = append(errs, fmt.Errorf("ETH_RPC_URLS: %w", err))
	}
	if _, err := limit.ParseNetworks(c.TrustedProxies); err != nil {
		errs = append(errs, fmt.Errorf("TRUSTED_PROXIES: %w", err))
	}
	return errors.Join(errs...)
}

// Service is the running gateway.
type Service struct {
	handler http.Handler
	keys    *session.Verifier
	limiter *limit.Limiter
	close   func() error
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
		conn, err := grpc.NewClient(u.Host, grpc.WithTransportCredentials(insecure.NewCredentials()), grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(8<<20)))
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
	apiMux.Handle("GET /api/config", config.New(config.Settings{
		BuildID: cfg.BuildID, ArtOrigin: cfg.ArtOrigin, SentryDSN: cfg.SentryDSN, Maintenance: cfg.Maintenance,
		SessionRecording: cfg.SessionRecording, ShowVersion: cfg.ShowVersion,
	}, d.Services.Chain, cfg.InternalKey, d.Log))
	apiMux.Handle("/graphql", pass(cfg.CatalogURL))
	apiMux.Handle("/rpc/{chainId}", ethrpc.New(nodes, d.Log))
	limiter := limit.New(d.Redis, cfg.RequestsPerMinute, networks, d.Log)
	limited := limiter.Wrap(keys.Wrap(apiMux))

	mux := http.NewServeMux()
	for _, path := range []string{"/api/", "/graphql", "/rpc/"} {
		mux.Handle(path, limited)
	}
	mux.Handle("/assets/avatars/", pass(cfg.ProfilesURL))
	mux.Handle("/assets/", pass(cfg.CatalogURL))
	mux.Handle("/internal/", http.NotFoundHandler())
	mux.Handle("/", site.New(site.Options{
		SiteURL: cfg.SiteURL, PublicURL: cfg.PublicURL, ArtOrigin: cfg.ArtOrigin, Maintenance: cfg.Maintenance,
	}, d.Log))
	return &Service{handler: site.Harden(cfg.PublicURL, mux), keys: keys, limiter: limiter}, nil
}

// Mount adds the front door.
func (s *Service) Mount(mux *http.ServeMux) { mux.Handle("/", s.handler) }

// Run keeps the key set fresh and settles what callers have used.
func (s *Service) Run(ctx context.Context) error {
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return s.keys.Run(ctx) })
	g.Go(func() error { return s.limiter.Run(ctx) })
	return g.Wait()
}

// Close ends the connections to the services.
func (s *Service) Close() error {
	if s.close == nil {
		return nil
	}
	return s.close()
}
