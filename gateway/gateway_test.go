package gateway

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/vitrine/vitrine/gateway/internal/limit/redis"
	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/identity/identitytest"
	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/kit/testkit"
)

// handler opens a gateway whose upstreams respond with their name, the path and the site's key, which they must not get.
func handler(t *testing.T, change func(*Config)) http.Handler {
	t.Helper()
	mux, svc := http.NewServeMux(), open(t, change)
	svc.Mount(mux)
	return svc.Extras().Wrap(mux)
}

// open opens the gateway itself.
func open(t testing.TB, change func(*Config)) *Service {
	t.Helper()
	upstream := func(name string) string {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if name == "site" {
				w.Header().Set("Content-Type", "text/html; charset=utf-8")
			}
			_, _ = io.WriteString(w, name+" "+r.URL.Path+r.Header.Get("Vitrine-Site"))
		}))
		t.Cleanup(s.Close)
		return s.URL
	}
	cfg := Default()
	fleet := identitytest.New(t)
	cfg.ServiceKey, cfg.PublicKeysFile = kit.Secret(fleet.Private(t, identity.Gateway)), fleet.File
	cfg.SiteKey, cfg.ArtAddr, cfg.RPCURLs = "fedcba9876543210", "", map[string]string{"31337": "http://127.0.0.1:1"}
	cfg.SiteURL, cfg.AuthURL, cfg.ProfilesURL, cfg.CatalogURL = upstream("site"), upstream("auth"), upstream("profiles"), upstream("catalog")
	cfg.CheckoutURL, cfg.ChainwatcherURL, cfg.ApprovalsURL, cfg.LegacyURL = upstream("checkout"), upstream("chainwatcher"), upstream("approvals"), upstream("legacy")
	cfg.LegacyPaths = []string{"/old/", "/impressum.php"}
	if change != nil {
		change(&cfg)
	}
	if err := cfg.Validate(); err != nil {
		t.Fatal(err)
	}
	svc, err := Open(t.Context(), cfg, testkit.Log(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = svc.Close() })
	return svc
}

func get(h http.Handler, method, path string, headers ...string) *http.Response {
	return ask(h, "192.0.2.1", method, path, headers...)
}

// ask sends a request from an address.
func ask(h http.Handler, from, method, path string, headers ...string) *http.Response {
	r := httptest.NewRequest(method, path, strings.NewReader("{}"))
	r.RemoteAddr = from + ":1234"
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func said(t *testing.T, res *http.Response) string {
	t.Helper()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

var wildcard = regexp.MustCompile(`\{\w+\}`)

func TestPathsReachTheirUpstream(t *testing.T) {
	t.Parallel()
	h := handler(t, nil)
	for path, want := range map[string]string{
		"/en/": "site /en/", "/tokens/64000003": "chainwatcher /tokens/64000003", "/old/blog/": "legacy /old/blog/", "/impressum.php": "legacy /impressum.php",
		"/graphql": "catalog /graphql", "/assets/0/x.webp": "catalog /assets/0/x.webp", "/assets/avatars/x.webp": "profiles /assets/avatars/x.webp",
		"/works/64/": "site /works/64/",
	} {
		t.Run(path, func(t *testing.T) {
			res := get(h, http.MethodGet, path, "Vitrine-Site", "fedcba9876543210", "Vitrine-Principal", "forged")
			if got := said(t, res); got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
	if got := get(h, http.MethodGet, "/old/").Header.Get("Content-Security-Policy"); got != "" {
		t.Errorf("policy for the older application = %s, want none", got)
	}
}

// TestEveryPublicRPCIsReached sends a request for each HTTP rule of the contracts. It reaches the RPC of the rule, also where a path such as
// /api/gifts/link fits the pattern of another RPC. A service that isn't registered in internal/rest fails here.
func TestEveryPublicRPCIsReached(t *testing.T) {
	t.Parallel()
	address, asked := service(t)
	h := handler(t, func(c *Config) {
		c.AuthURL, c.ProfilesURL, c.CatalogURL, c.CheckoutURL, c.ChainwatcherURL, c.ApprovalsURL = address, address, address, address, address, address
	})
	reached := 0
	for _, m := range rpc.Methods() {
		for _, b := range rpc.BindingsOf(m) {
			reached++
			// Each request has its own limits.
			ask(h, fmt.Sprintf("192.0.2.%d", reached), b.Method, wildcard.ReplaceAllString(b.Path, "1"))
			want := "/" + string(m.Parent().FullName()) + "/" + string(m.Name())
			var got []string
			for _, call := range asked() {
				got = append(got, call.method)
			}
			if !slices.Equal(got, []string{want}) {
				t.Errorf("%s %s reached %q, want %s", b.Method, b.Path, got, want)
			}
		}
	}
	if reached < 120 {
		t.Errorf("sent %d requests, want at least 120", reached)
	}
	if got := get(h, http.MethodGet, "/api/checkouts/1/nothing.pdf").StatusCode; got != http.StatusNotFound || len(asked()) > 0 {
		t.Errorf("unknown document: status = %d, want 404 without a call", got)
	}
}

func TestMaintenanceStopsPagesOnly(t *testing.T) {
	t.Parallel()
	h := handler(t, func(c *Config) { c.Maintenance = true })
	for _, path := range []string{"/en/artworks/", "/en/", "/en/register/", "/en/login/more/", "/en/approve-something/", "/en/profile/approvals/"} {
		for _, headers := range [][]string{{"Accept", "text/html"}, {"Accept", "*/*"}, {"Rsc", "1", "Accept", "*/*"}} {
			res := get(h, http.MethodGet, path, headers...)
			if res.StatusCode != http.StatusServiceUnavailable || res.Header.Get("Retry-After") == "" {
				t.Errorf("%s with %v: status = %d, want 503 with Retry-After", path, headers, res.StatusCode)
			}
		}
	}
	for call, want := range map[string]string{
		"POST /api/webhooks/stripe": "checkout /webhooks/stripe", "POST /graphql": "catalog /graphql", "GET /tokens/1": "chainwatcher /tokens/1",
		"GET /en/approve-token-withdrawal/": "site /en/approve-token-withdrawal/", "GET /en/payout-wallet-approve-page": "site /en/payout-wallet-approve-page",
		"GET /approve-payout-wallet-update/": "site /approve-payout-wallet-update/", "GET /en/withdraw-token-approve-page/": "site /en/withdraw-token-approve-page/",
		// The login of the approver.
		"GET /en/login/": "site /en/login/", "GET /api/auth/login": "auth /api/auth/login", "GET /api/auth/callback": "auth /api/auth/callback",
		"GET /api/auth/.well-known/jwks.json": "auth /api/auth/.well-known/jwks.json", "POST /api/auth/backchannel-logout": "auth /api/auth/backchannel-logout",
	} {
		t.Run(call, func(t *testing.T) {
			method, path, _ := strings.Cut(call, " ")
			res := get(h, method, path, "Accept", "text/html")
			if got := said(t, res); res.StatusCode != http.StatusOK || got != want {
				t.Errorf("got %d %s, want 200 %s", res.StatusCode, got, want)
			}
		})
	}
}

func TestPagesMayUseWhatTheOperatorNames(t *testing.T) {
	t.Parallel()
	h := handler(t, func(c *Config) {
		c.ImageOrigins, c.SentryDSN, c.AnalyticsURL = []string{"https://media.tate.org.uk"}, "https://key@errors.example/1", "https://views.example/api"
	})
	policy := get(h, http.MethodGet, "/en/", "Accept", "text/html").Header.Get("Content-Security-Policy")
	for _, want := range []string{"img-src 'self' data: blob: https://media.tate.org.uk;", "connect-src 'self' https://errors.example https://views.example;", "frame-src http://127.0.0.1:8081;"} {
		if !strings.Contains(policy, want) {
			t.Errorf("no %q in %s", want, policy)
		}
	}
	// The servers' project may have an address that browsers don't reach.
	h = handler(t, func(c *Config) {
		c.SentryDSN, c.BrowserDSN = "https://key@sentry.internal/1", "https://key@errors.example/2"
	})
	policy = get(h, http.MethodGet, "/en/", "Accept", "text/html").Header.Get("Content-Security-Policy")
	if !strings.Contains(policy, "connect-src 'self' https://errors.example;") {
		t.Errorf("connect-src allows the host of %s, want the browser project's only", policy)
	}
}

func TestRecordingsNeedAFolder(t *testing.T) {
	t.Parallel()
	const piece = `{"session":"0b8e8c1e-5a1f-4c5e-9f3d-2f6f0a7b1c2d","events":[{"type":4,"timestamp":1}]}`
	for dir, want := range map[string]int{"": http.StatusNotFound, t.TempDir(): http.StatusNoContent} {
		w := httptest.NewRecorder()
		handler(t, func(c *Config) { c.RecordingsDir = dir }).ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/api/recordings", strings.NewReader(piece)))
		if w.Code != want {
			t.Errorf("dir %q: %d, want %d", dir, w.Code, want)
		}
	}
}

func TestSettingsThatAreWrong(t *testing.T) {
	t.Parallel()
	fleet := identitytest.New(t)
	for want, change := range map[string]func(*Config){
		"ART_ORIGIN":                     func(c *Config) { c.ArtOrigin = "http://localhost:8081" },
		"LEGACY_PATHS":                   func(c *Config) { c.LegacyURL, c.LegacyPaths = "http://127.0.0.1:1", []string{"/api/old/"} },
		"ART_FRAMES":                     func(c *Config) { c.ArtFrames = []string{"market.example"} },
		"IMAGE_ORIGINS":                  func(c *Config) { c.ImageOrigins = []string{"https://media.example/path"} },
		"ORDER_POLL":                     func(c *Config) { c.OrderPoll = 11 * time.Second },
		"COLLECTION_POLL":                func(c *Config) { c.CollectionPoll = 61 * time.Second },
		"SITE_KEY":                       func(c *Config) { c.SiteKey = "short" },
		"SHOP_CURRENCY \"ABC\"":          func(c *Config) { c.Currency = "ABC" },
		"REDIS_URL: this program has no": func(c *Config) { c.RedisURL = "redis://127.0.0.1:6379/0" },
		"REDIS_URL: redis: invalid URL":  func(c *Config) { c.Redis, c.RedisURL = redis.Open, "http://127.0.0.1:6379" },
		"LEGACY_URL":                     func(c *Config) { c.LegacyPaths = []string{"/old/"} },
		"SENTRY_DSN: not a DSN":          func(c *Config) { c.SentryDSN = "https://errors.example/1" },
		"SENTRY_BROWSER_DSN: not a DSN":  func(c *Config) { c.BrowserDSN = "https://errors.example/1" },
	} {
		t.Run(want, func(t *testing.T) {
			cfg := Default()
			cfg.ServiceKey, cfg.PublicKeysFile = kit.Secret(fleet.Private(t, identity.Gateway)), fleet.File
			cfg.SiteKey, cfg.RPCURLs = "fedcba9876543210", map[string]string{"31337": "http://127.0.0.1:1"}
			if err := kit.Check(&cfg); err != nil {
				t.Fatal(err)
			}
			change(&cfg)
			if err := kit.Check(&cfg); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("got %v, want an error with %q", err, want)
			}
		})
	}
}

// TestAWrongAddressIsAnError also where nobody validated the settings.
func TestAWrongAddressIsAnError(t *testing.T) {
	t.Parallel()
	fleet := identitytest.New(t)
	for _, change := range []func(*Config){
		func(c *Config) { c.SiteURL = "http://[::1" },
		func(c *Config) { c.CatalogURL = "http://[::1" },
		func(c *Config) { c.LegacyURL = "http://[::1" },
	} {
		cfg := Default()
		cfg.ServiceKey, cfg.PublicKeysFile = kit.Secret(fleet.Private(t, identity.Gateway)), fleet.File
		change(&cfg)
		if svc, err := Open(t.Context(), cfg, testkit.Log(t)); err == nil {
			t.Errorf("Open() = %v, want an error", svc)
		}
	}
}

// The address of the shop may be written with a slash at its end; tokens name their issuer without.
func TestAnIssuerHasNoSlash(t *testing.T) {
	t.Parallel()
	fleet := identitytest.New(t)
	cfg := Default()
	cfg.ServiceKey, cfg.PublicKeysFile = kit.Secret(fleet.Private(t, identity.Gateway)), fleet.File
	cfg.SiteKey, cfg.RPCURLs, cfg.PublicURL = "fedcba9876543210", map[string]string{"31337": "http://127.0.0.1:1"}, "https://gallery.example/"
	if err := kit.Check(&cfg); err != nil || cfg.PublicURL != "https://gallery.example" {
		t.Errorf("%s, %v, want the address without its slash", cfg.PublicURL, err)
	}
}

func TestConfigWithoutAChainwatcherIsRetried(t *testing.T) {
	t.Parallel()
	res := get(handler(t, func(c *Config) { c.ChainwatcherURL = "http://127.0.0.1:1" }), http.MethodGet, "/api/config")
	var body struct{ Error struct{ Code string } }
	if err := json.NewDecoder(res.Body).Decode(&body); err != nil || res.StatusCode != http.StatusServiceUnavailable || body.Error.Code != "unavailable" || res.Header.Get("Retry-After") == "" {
		t.Errorf("%d %v %v, want 503 unavailable with Retry-After", res.StatusCode, err, body)
	}
}

func TestFlagsByDefault(t *testing.T) {
	t.Parallel()
	cfg := Default()
	if cfg.Maintenance || !cfg.SessionRecording || !cfg.ShowVersion {
		t.Errorf("maintenance %t, session recording %t, show version %t, want false, true, true", cfg.Maintenance, cfg.SessionRecording, cfg.ShowVersion)
	}
}
