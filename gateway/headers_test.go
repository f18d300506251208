package gateway

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/vitrine/vitrine/gateway/internal/limit/limittest"
	"github.com/vitrine/vitrine/gateway/internal/limit/redis"
	"github.com/vitrine/vitrine/kit/testkit"
)

// Content security policies of responses. The policy of a page is split: its nonces are between the two parts.
const (
	pageScripts  = "default-src 'none'; script-src 'strict-dynamic' NONCE"
	noScripts    = "default-src 'none'; script-src 'none'"
	pageRest     = "; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; media-src 'self' blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; frame-src http://127.0.0.1:8081; form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types default vitrine"
	noPage       = "default-src 'none'; frame-ancestors 'none'"
	workerPolicy = "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self'; frame-ancestors 'none'"

	openly   = "strict-origin-when-cross-origin"
	silently = "no-referrer"
)

// ownScript is the script of the test site's pages.
const ownScript = "self.__next_f=[]"

func aSite(t *testing.T) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/sw.js" {
			w.Header().Set("Content-Type", "text/javascript")
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		if r.URL.Path == "/en/404/" {
			w.WriteHeader(http.StatusNotFound)
		}
		_, _ = io.WriteString(w, "<!doctype html><script>"+ownScript+"</script>")
	}))
	t.Cleanup(s.Close)
	return s.URL
}

// shared are the addresses of these tests that pages of other origins may read.
var shared = map[string]bool{"/graphql": true, "/api/openapi.json": true}

var nonce = regexp.MustCompile(`'nonce-[\w-]{22}'`)

// hardened checks that a response has exactly the expected security headers, each once. Addresses that other origins may read are shared.
func hardened(t *testing.T, what string, res *http.Response, secure bool, referrer, policy string) {
	t.Helper()
	origins := ""
	if _, path, _ := strings.Cut(what, " /"); shared["/"+path] {
		origins = "*"
	}
	want := map[string]string{
		"Content-Security-Policy": policy, "Referrer-Policy": referrer, "X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY",
		"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
		"Permissions-Policy":        "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
		"Strict-Transport-Security": "", "Access-Control-Allow-Origin": origins, "Server": "", "X-Powered-By": "", "Set-Cookie": "",
	}
	if secure {
		want["Strict-Transport-Security"] = "max-age=63072000; includeSubDomains; preload"
	}
	for name, value := range want {
		got := res.Header.Values(name)
		if name == "Content-Security-Policy" && len(got) == 1 {
			got = []string{nonce.ReplaceAllString(got[0], "NONCE")}
		}
		if value == "" && len(got) == 0 || len(got) == 1 && got[0] == value {
			continue
		}
		t.Errorf("%s: %s is %q, want %q", what, name, got, value)
	}
}

func TestEveryResponseIsHardened(t *testing.T) {
	t.Parallel()
	page := pageScripts + pageRest
	for _, origin := range []string{"http://gallery.example", "https://gallery.example"} {
		h := handler(t, func(c *Config) { c.PublicURL, c.SiteURL = origin, aSite(t) })
		away := handler(t, func(c *Config) {
			c.PublicURL, c.SiteURL, c.CatalogURL = origin, "http://127.0.0.1:1", "http://127.0.0.1:1"
		})
		for what, c := range map[string]struct {
			handler          http.Handler
			path             string
			status           int
			referrer, policy string
		}{
			"a page":               {h, "/en/", 200, openly, page},
			"no page":              {h, "/en/404/", 404, openly, page},
			"an approval's page":   {h, "/en/approve-token-withdrawal/", 200, silently, page},
			"the second person's":  {h, "/en/payout-wallet-approve-page/", 200, silently, page},
			"the login":            {h, "/en/login/", 200, silently, page},
			"the worker":           {h, "/sw.js", 200, openly, workerPolicy},
			"the API":              {h, "/api/openapi.json", 200, silently, noPage},
			"an unknown API path":  {h, "/api/nothing", 404, silently, noPage},
			"the data API":         {h, "/graphql", 200, openly, noPage},
			"no call":              {h, "/rpc/5", 405, openly, noPage},
			"an asset":             {h, "/assets/0/x.webp", 200, openly, noPage},
			"an internal path":     {h, "/internal/revalidate", 404, openly, noPage},
			"the site unavailable": {away, "/en/", 503, openly, noScripts + pageRest},
			"the API unavailable":  {away, "/graphql", 503, openly, noPage},
		} {
			t.Run(origin+" "+what, func(t *testing.T) {
				res := get(c.handler, http.MethodGet, c.path, "Accept", "text/html")
				if res.StatusCode != c.status {
					t.Errorf("got %d, want %d", res.StatusCode, c.status)
				}
				hardened(t, origin+", "+what+" "+c.path, res, origin == "https://gallery.example", c.referrer, c.policy)
			})
		}
	}
}

// TestTheGatewayCountsItsCallers: each caller uses one entry point only, so that counts don't mix.
func TestTheGatewayCountsItsCallers(t *testing.T) {
	t.Parallel()
	h := served(t, func(c *Config) { c.RequestsPerMinute = 1 })
	for path, caller := range map[string]string{
		"/api/openapi.json": "192.0.2.1", "/graphql": "192.0.2.2", "/rpc/31337": "192.0.2.3", "/tokens/1": "192.0.2.4", "/api/auth/login": "192.0.2.5",
	} {
		t.Run(path, func(t *testing.T) {
			if got := ask(h, caller, http.MethodGet, path).StatusCode; got == http.StatusTooManyRequests {
				t.Error("status of the first request = 429, want it not limited")
			}
			res := refused(t, h, caller, path)
			if body := said(t, res); res.Header.Get("Retry-After") == "" || res.Header.Get("Content-Type") != "application/json" {
				t.Errorf("got %v %s, want JSON with Retry-After", res.Header, body)
			}
			hardened(t, "limited "+path, res, false, res.Header.Get("Referrer-Policy"), noPage)
			// Health checks and payments aren't limited.
			for call, want := range map[string]int{"GET /en/": 200, "GET /_next/static/a.js": 200, "GET /assets/0/x.webp": 200, "POST /api/webhooks/stripe": 200} {
				method, path, _ := strings.Cut(call, " ")
				if got := ask(h, caller, method, path).StatusCode; got != want {
					t.Errorf("%s over the limit: status = %d, want %d", call, got, want)
				}
			}
		})
	}
}

// TestPagesAreCountedApart: a page's reads carry the site's key and aren't limited, so pages have a separate limit.
func TestPagesAreCountedApart(t *testing.T) {
	t.Parallel()
	h := served(t, func(c *Config) { c.PagesPerMinute = 1 })
	for path, caller := range map[string]string{
		"/en/artworks/?search=tide": "192.0.2.1", "/en/artworks/long-furrow-24/share.jpg": "192.0.2.2", "/sitemap.xml": "192.0.2.3", "/": "192.0.2.4",
	} {
		t.Run(path, func(t *testing.T) {
			if got := ask(h, caller, http.MethodGet, path).StatusCode; got != http.StatusOK {
				t.Errorf("status of the first response = %d, want 200", got)
			}
			res := refused(t, h, caller, path)
			if body := said(t, res); res.Header.Get("Retry-After") == "" || !strings.HasPrefix(res.Header.Get("Content-Type"), "text/html") || !strings.Contains(body, "<h1>One moment</h1>") {
				t.Errorf("got %v %s, want a page with Retry-After", res.Header, body)
			}
			hardened(t, path, res, false, openly, noScripts+pageRest)
			for _, path := range []string{"/_next/static/a.js", "/assets/0/x.webp", "/assets/avatars/x.webp", "/api/openapi.json", "/graphql", "/old/"} {
				if got := ask(h, caller, http.MethodGet, path).StatusCode; got != http.StatusOK {
					t.Errorf("%s after many page requests: status = %d, want 200", path, got)
				}
			}
		})
	}
}

// TestLimitsAreSeparate checks that two limits in one Redis don't mix.
func TestLimitsAreSeparate(t *testing.T) {
	t.Parallel()
	h := served(t, func(c *Config) { c.RequestsPerMinute, c.PagesPerMinute = 1, 5 })
	refused(t, h, "192.0.2.1", "/graphql")
	for _, other := range []string{"192.0.2.2", "192.0.2.3"} {
		if got := ask(h, "192.0.2.1", http.MethodGet, "/en/").StatusCode; got != http.StatusOK {
			t.Errorf("page request over the API's limit: status = %d, want 200", got)
		}
		// Once another caller is over the limit of pages, earlier counts are complete.
		refused(t, h, other, "/en/")
	}
}

// TestClassesHaveLimits: a caller who orders or logs in too often is refused only that.
func TestClassesHaveLimits(t *testing.T) {
	t.Parallel()
	h := served(t, func(c *Config) { c.OrdersPerMinute, c.LoginsPerMinute = 1, 1 })
	for _, c := range []struct{ name, method, path, caller string }{
		{"orders", http.MethodPost, "/api/checkouts", "192.0.2.1"},
		{"orders", http.MethodPost, "/api/checkouts/0190a1b2-0000-7000-8000-000000000000/card", "192.0.2.2"},
		{"logins", http.MethodGet, "/api/auth/siwe/nonce", "192.0.2.3"},
		{"logins", http.MethodGet, "/api/auth/tokens", "192.0.2.4"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var res *http.Response
			testkit.Eventually(t, 20*time.Second, func() bool {
				res = ask(h, c.caller, c.method, c.path)
				return res.StatusCode == http.StatusTooManyRequests
			})
			policies := res.Header.Values("Ratelimit-Policy")
			if len(policies) != 2 || policies[1] != fmt.Sprintf("%q;q=1;w=60", c.name) || res.Header.Get("Retry-After") == "" {
				t.Errorf("%s: policies %q, Retry-After %q, want two, the last %q;q=1;w=60, and a time", c.path, policies, res.Header.Get("Retry-After"), c.name)
			}
			for _, path := range []string{"/graphql", "/api/openapi.json", "/en/"} {
				if got := ask(h, c.caller, http.MethodGet, path).StatusCode; got != http.StatusOK {
					t.Errorf("%s over the limit of %s: status = %d, want 200", path, c.name, got)
				}
			}
		})
	}
}

// served runs a gateway with a real Redis.
func served(t *testing.T, change func(*Config)) http.Handler {
	t.Helper()
	svc := open(t, func(c *Config) {
		c.Redis, c.RedisURL = redis.Open, limittest.Redis(t)
		change(c)
	})
	ended := make(chan error)
	go func() { ended <- svc.Run(t.Context()) }()
	t.Cleanup(func() {
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	mux := http.NewServeMux()
	svc.Mount(mux)
	return svc.Extras().Wrap(mux)
}

// refused sends requests until one is refused.
func refused(t *testing.T, h http.Handler, caller, path string) (res *http.Response) {
	t.Helper()
	testkit.Eventually(t, 20*time.Second, func() bool {
		res = ask(h, caller, http.MethodGet, path)
		return res.StatusCode == http.StatusTooManyRequests
	})
	return res
}

// TestOtherOriginsReadWhatNeedsNoLogin: a page of another origin may read what is public, and send no token, no key and no change.
func TestOtherOriginsReadWhatNeedsNoLogin(t *testing.T) {
	t.Parallel()
	h := handler(t, nil)
	const page = "https://museum.example"
	for call, want := range map[string]string{
		"POST /graphql": "POST", "GET /graphql": "GET", "GET /graphql/schema.graphqls": "GET", "GET /api/openapi.json": "GET", "GET /api/config": "GET",
		"GET /api/invariants": "GET", "GET /api/checkouts": "", "POST /api/checkouts": "", "PUT /api/profiles/1": "", "GET /api/auth/login": "", "POST /rpc/31337": "",
		"DELETE /graphql": "", "POST /api/studio/uploads": "",
	} {
		t.Run(call, func(t *testing.T) {
			method, path, _ := strings.Cut(call, " ")
			res := get(h, http.MethodOptions, path, "Origin", page, "Access-Control-Request-Method", method, "Access-Control-Request-Headers", "authorization,content-type")
			allowed := res.Header.Get("Access-Control-Allow-Headers") == "Content-Type" && strings.Contains(res.Header.Get("Access-Control-Allow-Methods"), method)
			if ok := want != ""; allowed != ok || (res.StatusCode == http.StatusNoContent) != ok || (res.Header.Get("Access-Control-Allow-Origin") == "*") != ok {
				t.Errorf("preflight: %d %v, want allowed: %v, with Content-Type alone", res.StatusCode, res.Header, ok)
			}
			if res.Header.Get("Access-Control-Allow-Credentials") != "" {
				t.Error("credentials are allowed, want none")
			}
			res = get(h, method, path, "Origin", page, "Content-Type", "application/json")
			if got := res.Header.Get("Access-Control-Allow-Origin"); (got == "*") != (want != "") && method != http.MethodDelete {
				t.Errorf("%d, Access-Control-Allow-Origin %q, want it only for public reads", res.StatusCode, got)
			}
		})
	}
}
