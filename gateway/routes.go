package gateway

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/vitrine/vitrine/gateway/internal/art"
	"github.com/vitrine/vitrine/gateway/internal/config"
	"github.com/vitrine/vitrine/gateway/internal/ethrpc"
	"github.com/vitrine/vitrine/gateway/internal/rest"
	"github.com/vitrine/vitrine/gateway/internal/site"
)

// bodyWithin is how long a request may take to send its body: a picture of 5 MB comes in time over a slow line. No call with a body
// takes as long to answer.
const bodyWithin = time.Minute

// route sets who answers what, at the front door and on the origin of live works.
func (s *Service) route(d Deps) error {
	cfg := d.Config
	to, err := cfg.neighbours()
	if err != nil {
		return err
	}
	nodes, err := ethrpc.ParseNodes(cfg.RPCURLs)
	if err != nil {
		return err
	}
	api, err := rest.New(d.Services, cfg.InternalKey, d.Log)
	if err != nil {
		return err
	}
	pages, err := site.New(site.Options{Site: to.site, Maintenance: cfg.Maintenance, Policy: cfg.policy()}, d.Log)
	if err != nil {
		return err
	}
	pass := func(target *url.URL) http.Handler { return site.Pass(target, cfg.InternalKey, d.Log) }

	apiMux := http.NewServeMux()
	apiMux.Handle("/api/", api)
	apiMux.Handle("GET /api/auth/login", pass(to.auth))
	apiMux.Handle("GET /api/auth/callback", pass(to.auth))
	apiMux.Handle("GET /api/auth/.well-known/jwks.json", pass(to.auth))
	apiMux.Handle("POST /api/auth/backchannel-logout", pass(to.auth))
	apiMux.HandleFunc("GET /api/payout-alerts/{secret}", formerAlert(cfg.PublicURL))
	apiMux.Handle("GET /api/payout-alerts/link", api)
	apiMux.Handle("POST /api/webhooks/stripe", http.StripPrefix("/api", pass(to.checkout)))
	apiMux.Handle("/api/recordings", s.recordings)
	apiMux.Handle("GET /api/config", config.New(config.Settings{
		BuildID: cfg.BuildID, Version: cfg.Version, ArtOrigin: cfg.ArtOrigin, SentryDSN: cfg.BrowserDSN, Environment: cfg.SentryEnvironment, AnalyticsURL: cfg.AnalyticsURL,
		Maintenance: cfg.Maintenance, SessionRecording: cfg.recordingsDir() != "", ShowVersion: cfg.ShowVersion, Currency: cfg.Currency, Hold: cfg.Hold, OrderPoll: cfg.OrderPoll,
		Nodes: slices.Collect(maps.Keys(nodes)),
	}, d.Services.Chain, cfg.InternalKey, d.Log))
	apiMux.Handle("/graphql", site.GraphQL(to.catalog, cfg.InternalKey, d.Log))
	apiMux.Handle("/rpc/{chainId}", ethrpc.New(ethrpc.Options{
		Nodes: nodes, CallGas: cfg.CallGas, CallTimeout: cfg.CallTimeout, Spend: s.limiter.Spend, Log: d.Log,
	}))
	limited := s.limiter.Wrap(s.keys.Wrap(apiMux))

	mux := http.NewServeMux()
	for _, path := range []string{"/api/", "/graphql", "/rpc/"} {
		mux.Handle(path, limited)
	}
	mux.Handle("/assets/avatars/", pass(to.profiles))
	mux.Handle("/assets/", pass(to.catalog))
	// What a token's address of metadata leads to, for wallets and marketplaces.
	mux.Handle("/tokens/", s.limiter.Wrap(pass(to.chainwatcher)))
	for _, path := range cfg.LegacyPaths {
		mux.Handle(path, site.Legacy(to.legacy, d.Log))
	}
	mux.Handle("/internal/", http.NotFoundHandler())
	// Files of the site's build are kept here and cost nothing; a page costs the site a drawing and the catalog its reads, which
	// carry SITE_KEY and are counted nowhere else.
	mux.Handle("/_next/static/", pages)
	mux.Handle("/", s.pages.Wrap(pages))
	s.handler = site.Harden(cfg.PublicURL, site.RejectDotSegments(site.BodyTimeout(bodyWithin, mux)))
	s.art = s.limiter.Wrap(art.New(to.catalog, append([]string{cfg.PublicURL}, cfg.ArtFrames...), d.Log))
	return nil
}

// formerAlert sends a visitor from the address that earlier mails linked to ("This wasn't me") to the page that took its place. The
// secret moves into the fragment, which no proxy logs.
func formerAlert(publicURL string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("Referrer-Policy", "no-referrer")
		http.Redirect(w, r, publicURL+"/en/payout-alert/#"+url.PathEscape(r.PathValue("secret")), http.StatusSeeOther)
	}
}

// neighbours are where requests are passed on to; legacy is nowhere where nothing goes there.
type neighbours struct{ site, auth, profiles, catalog, checkout, chainwatcher, legacy *url.URL }

func (c *Config) neighbours() (n neighbours, err error) {
	var errs []error
	parsed := func(address string) *url.URL {
		u, err := url.Parse(address)
		if err != nil {
			errs = append(errs, fmt.Errorf("an address that requests are passed on to: %w", err))
		}
		return u
	}
	n = neighbours{
		site: parsed(c.SiteURL), auth: parsed(c.AuthURL), profiles: parsed(c.ProfilesURL), catalog: parsed(c.CatalogURL),
		checkout: parsed(c.CheckoutURL), chainwatcher: parsed(c.ChainwatcherURL), legacy: parsed(c.LegacyURL),
	}
	return n, errors.Join(errs...)
}
