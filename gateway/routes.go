package gateway

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/vitrine/vitrine/gateway/internal/art"
	"github.com/vitrine/vitrine/gateway/internal/config"
	"github.com/vitrine/vitrine/gateway/internal/ethrpc"
	"github.com/vitrine/vitrine/gateway/internal/problem"
	"github.com/vitrine/vitrine/gateway/internal/rest"
	"github.com/vitrine/vitrine/gateway/internal/route"
	"github.com/vitrine/vitrine/gateway/internal/site"
	"github.com/vitrine/vitrine/kit/admission"
	"github.com/vitrine/vitrine/kit/gen/errorsv1"
)

// bodyTimeout limits the time for a request's body. It is long enough for an image of 5 MB over a slow connection.
const bodyTimeout = time.Minute

// route builds the handlers of the gateway and of the origin of live works.
func (s *Service) route(d Deps) error {
	cfg := d.Config
	to, err := cfg.upstreams()
	if err != nil {
		return err
	}
	nodes, err := ethrpc.ParseNodes(cfg.RPCURLs)
	if err != nil {
		return err
	}
	api, err := rest.New(d.Services, d.Log)
	if err != nil {
		return err
	}
	pages, err := site.New(site.Options{Site: to.site, Maintenance: cfg.Maintenance, Policy: cfg.policy(), Sharing: site.Sharing{For: cfg.PageShared, Stale: cfg.PageStale}, Key: cfg.SiteKey, Certificates: d.Keys.Certificates()}, d.Log)
	if err != nil {
		return err
	}
	pass := func(target *url.URL) http.Handler { return site.Pass(target, d.Keys.Certificates(), d.Log) }

	s.nodes = ethrpc.New(ethrpc.Options{Nodes: nodes, CallGas: cfg.CallGas, CallTimeout: cfg.CallTimeout, Spend: s.limiter.Spend, Log: d.Log})
	parts := route.Parts{
		Handlers: map[route.Target]http.Handler{
			route.RPC: api.Calls, route.Upload: api.Upload, route.StopEmails: api.StopEmails, route.OpenAPI: api.Description,
			route.Auth: pass(to.auth), route.Profiles: pass(to.profiles), route.Catalog: pass(to.catalog), route.Chainwatcher: pass(to.chainwatcher),
			route.Checkout: http.StripPrefix("/api", pass(to.checkout)), route.Site: pages,
			route.GraphQL:     site.GraphQL(to.catalog, d.Keys, s.responses, s.limiter.Spend, d.Log),
			route.Studio:      site.Uploads(to.catalog, d.Keys, d.Log),
			route.FormerAlert: formerAlert(cfg.PublicURL), route.Recordings: s.recordings,
			route.JSONRPC: s.nodes,
			route.Config: config.New(config.Settings{
				BuildID: cfg.BuildID, Version: cfg.Version, ArtOrigin: cfg.ArtOrigin, SentryDSN: cfg.BrowserDSN, Environment: cfg.SentryEnvironment, AnalyticsURL: cfg.AnalyticsURL,
				Maintenance: cfg.Maintenance, SessionRecording: cfg.records(), ShowVersion: cfg.ShowVersion, Currency: cfg.Currency, Hold: cfg.Hold, OrderPoll: cfg.OrderPoll, CollectionPoll: cfg.CollectionPoll,
				Nodes: slices.Collect(maps.Keys(nodes)),
			}, d.Services.Chain, d.Log),
		},
		Limits:   map[route.Limit]route.Wrapper{route.Unlimited: s.limiter.Identify, route.Requests: s.limiter.Wrap, route.Pages: s.pages.Wrap},
		Caller:   s.keys.Wrap,
		Accounts: s.accounts.Count,
		Kept:     s.responses.Wrap,
		Classes:  map[route.Class]route.Wrapper{route.Orders: s.orders.Count, route.Logins: s.logins.Count},
		Admit:    s.admit(cfg),
	}
	s.mount = func(mux *http.ServeMux) {
		route.Mount(mux, parts)
		for _, path := range cfg.LegacyPaths {
			mux.Handle(path, site.Legacy(to.legacy, d.Log))
		}
	}
	s.art = s.limiter.Wrap(art.New(to.catalog, d.Keys.Certificates(), append([]string{cfg.PublicURL}, cfg.ArtFrames...), d.Log))
	return nil
}

// admit rejects requests while the gateway is overloaded. It skips the site's own reads, because they belong to a page that was admitted.
func (s *Service) admit(cfg Config) func(admission.Priority) route.Wrapper {
	if cfg.AdmitAll {
		return nil
	}
	gate, page := admission.NewGate("gateway"), site.Busy(cfg.policy())
	refuse := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.Contains(r.Header.Get("Accept"), "text/html") {
			page.ServeHTTP(w, r)
			return
		}
		problem.Write(w, http.StatusServiceUnavailable, errorsv1.Reason_REASON_UNAVAILABLE, "The gallery is very busy. Nothing was changed. Try again in a moment.", nil)
	})
	return func(p admission.Priority) route.Wrapper {
		return func(next http.Handler) http.Handler {
			guarded := gate.Wrap(p, refuse, next)
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if s.limiter.FromSite(r) {
					next.ServeHTTP(w, r)
					return
				}
				guarded.ServeHTTP(w, r)
			})
		}
	}
}

// formerAlert redirects the address in earlier mails ("This wasn't me") to the page that replaced it. It moves the secret into the fragment,
// which proxies don't log.
func formerAlert(publicURL string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("Referrer-Policy", "no-referrer")
		http.Redirect(w, r, publicURL+"/en/payout-alert/#"+url.PathEscape(r.PathValue("secret")), http.StatusSeeOther)
	}
}

// upstreams are the addresses that requests are forwarded to; legacy is an empty URL without an older application.
type upstreams struct{ site, auth, profiles, catalog, checkout, chainwatcher, legacy *url.URL }

func (c *Config) upstreams() (n upstreams, err error) {
	var errs []error
	parsed := func(address string) *url.URL {
		u, err := url.Parse(address)
		if err != nil {
			errs = append(errs, fmt.Errorf("an address that requests are forwarded to: %w", err))
		}
		return u
	}
	n = upstreams{
		site: parsed(c.SiteURL), auth: parsed(c.AuthURL), profiles: parsed(c.ProfilesURL), catalog: parsed(c.CatalogURL),
		checkout: parsed(c.CheckoutURL), chainwatcher: parsed(c.ChainwatcherURL), legacy: parsed(c.LegacyURL),
	}
	return n, errors.Join(errs...)
}
