package site

import (
	"bytes"
	"io"
	"log"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/vitrine/vitrine/gateway/internal/route"
	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/mtls"
	"github.com/vitrine/vitrine/kit/mtls/mtlstest"
	"github.com/vitrine/vitrine/kit/testkit"
)

// at is an address.
func at(t *testing.T, address string) *url.URL {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// pages serves the pages.
func pages(t *testing.T, o Options) http.Handler {
	t.Helper()
	h, err := New(o, testkit.Log(t))
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func page(t *testing.T, o Options, accept, path, body string) *http.Response {
	t.Helper()
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, ".js") {
			w.Header().Set("Content-Type", "text/javascript")
		} else {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
		}
		w.Header().Set("Upstream-Path", r.URL.Path)
		_, _ = io.WriteString(w, body)
	}))
	t.Cleanup(upstream.Close)
	o.Site, o.Policy.ArtOrigin = at(t, upstream.URL), "http://127.0.0.1:8081"
	r := httptest.NewRequest(http.MethodGet, path, nil)
	r.Header.Set("Accept", accept)
	w := httptest.NewRecorder()
	SecurityHeaders("https://gallery.example", pages(t, o)).ServeHTTP(w, r)
	return w.Result()
}

// TestOnlyScriptsOfTheSiteRun: scripts of the site carry a nonce that differs in every response, also of a cached page. An injected script
// has none.
func TestOnlyScriptsOfTheSiteRun(t *testing.T) {
	t.Parallel()
	const key, theme = kit.Secret("0123456789abcdef0123456789abcdef"), "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"
	secret := placeholder(key)
	cached := `<script nonce="` + secret + `">1</script><script nonce="` + secret + `" src="/_next/static/a.js"></script><script>alert(1)</script>`
	var asked string
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = r.Header.Get("Content-Security-Policy")
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Script-Hashes", theme+" 'unsafe-inline' 'sha256-short='")
		_, _ = io.WriteString(w, cached)
	}))
	t.Cleanup(site.Close)
	h := SecurityHeaders("https://gallery.example", pages(t, Options{Site: at(t, site.URL), Policy: Policy{ArtOrigin: "http://127.0.0.1:8081"}, Key: key}))
	seen := map[string]bool{}
	for range 3 {
		r := httptest.NewRequest(http.MethodGet, "/en/", nil)
		r.Header.Set("Content-Security-Policy", "script-src 'nonce-mine'")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		policy := w.Result().Header.Values("Content-Security-Policy")
		if len(policy) != 1 || asked != "script-src 'nonce-"+secret+"'" || w.Result().Header.Get("Script-Hashes") != "" {
			t.Fatalf("header to the site = %q, policies = %q, want the secret as nonce and one policy", asked, policy)
		}
		_, sources, _ := strings.Cut(policy[0], "script-src ")
		sources, _, _ = strings.Cut(sources, ";")
		fields := strings.Fields(sources)
		if len(fields) != 3 || fields[0] != "'strict-dynamic'" || fields[2] != theme {
			t.Fatalf("script-src = %s, want 'strict-dynamic', a nonce and %s", sources, theme)
		}
		nonce := strings.TrimSuffix(strings.TrimPrefix(fields[1], "'nonce-"), "'")
		if seen[nonce] || nonce == secret || len(nonce) != len(secret) {
			t.Errorf("nonce = %q, want a new one of the same length", nonce)
		}
		seen[nonce] = true
		if got, want := w.Body.String(), strings.ReplaceAll(cached, secret, nonce); got != want {
			t.Errorf("the page is %s, want %s", got, want)
		}
	}
	if got := page(t, Options{Key: key}, "*/*", "/a.js", "1").Header.Get("Content-Security-Policy"); got != "default-src 'none'; frame-ancestors 'none'" {
		t.Errorf("policy of a script = %s, want default-src 'none'; frame-ancestors 'none'", got)
	}
}

func TestAnUnchangedPageKeepsItsPolicy(t *testing.T) {
	t.Parallel()
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNotModified) }))
	t.Cleanup(upstream.Close)
	w := httptest.NewRecorder()
	SecurityHeaders("http://localhost", pages(t, Options{Site: at(t, upstream.URL)})).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/en/", nil))
	if got := w.Header().Values("Content-Security-Policy"); w.Code != http.StatusNotModified || len(got) != 0 {
		t.Errorf("%d %v, want 304 without a policy", w.Code, got)
	}
}

func TestMaintenance(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]struct {
		status   int
		upstream string
	}{
		"/en/artworks/":                 {503, "/en/maintenance/"},
		"/en/approve-token-withdrawal/": {200, "/en/approve-token-withdrawal/"},
	} {
		res := page(t, Options{Maintenance: true}, "text/html", path, "<html></html>")
		if res.StatusCode != want.status || res.Header.Get("Upstream-Path") != want.upstream {
			t.Errorf("%s: %d %s, want %d %s", path, res.StatusCode, res.Header.Get("Upstream-Path"), want.status, want.upstream)
		}
		if want.status == 503 && res.Header.Get("Retry-After") == "" {
			t.Errorf("%s: no Retry-After, want one", path)
		}
	}
}

// A work may get a former name again: a browser that cached the redirect would loop.
func TestRedirectsAreNotCached(t *testing.T) {
	t.Parallel()
	app := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Cache-Control", "s-maxage=60, stale-while-revalidate=31535940")
		w.Header().Set("Location", "/en/artworks/new-1/")
		w.WriteHeader(http.StatusPermanentRedirect)
	}))
	t.Cleanup(app.Close)
	w := httptest.NewRecorder()
	pages(t, Options{Site: at(t, app.URL)}).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/en/artworks/old-1/", nil))
	if got := w.Header().Get("Cache-Control"); w.Code != http.StatusPermanentRedirect || got != "no-cache" {
		t.Errorf("%d, %q, want 308 no-cache", w.Code, got)
	}
}

func TestRedirectsKeepTheQuery(t *testing.T) {
	t.Parallel()
	var to string
	app := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Location", to)
		w.WriteHeader(http.StatusPermanentRedirect)
	}))
	t.Cleanup(app.Close)
	h := pages(t, Options{Site: at(t, app.URL)})
	for _, c := range []struct{ name, path, to, want string }{
		{"the edition of a work", "/en/artworks/7/?edition=4", "/en/artworks/new-7/", "/en/artworks/new-7/?edition=4"},
		{"several parameters", "/en/artworks/7/?edition=4&ref=mail", "/en/artworks/new-7/", "/en/artworks/new-7/?edition=4&ref=mail"},
		{"before the fragment", "/en/artworks/7/?edition=4", "/en/artworks/new-7/#provenance", "/en/artworks/new-7/?edition=4#provenance"},
		{"nothing to keep", "/en/artworks/7/", "/en/artworks/new-7/", "/en/artworks/new-7/"},
		{"without the framework's parameter", "/en/artworks/7/?_rsc=1a2b", "/en/artworks/new-7/", "/en/artworks/new-7/"},
		{"a target with its own query", "/en/artworks?edition=4", "/en/artworks/?edition=5", "/en/artworks/?edition=5"},
		{"escaped", "/en/artworks/7/?edition=%0d%0aSet-Cookie:x", "/en/artworks/new-7/", "/en/artworks/new-7/?edition=%0D%0ASet-Cookie%3Ax"},
	} {
		t.Run(c.name, func(t *testing.T) {
			to = c.to
			w := httptest.NewRecorder()
			h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, c.path, nil))
			if got := w.Header().Get("Location"); got != c.want {
				t.Errorf("Location %q, want %q", got, c.want)
			}
		})
	}
}

func TestAnUnavailableSite(t *testing.T) {
	t.Parallel()
	w := httptest.NewRecorder()
	pages(t, Options{Site: at(t, "http://127.0.0.1:1"), Policy: Policy{ArtOrigin: "http://127.0.0.1:8081"}}).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/en/", nil))
	if w.Code != 503 || w.Header().Get("Retry-After") == "" || !strings.Contains(w.Body.String(), "<h1>") {
		t.Errorf("%d %s, want 503 with Retry-After and a heading", w.Code, w.Body)
	}
}

// TestPassHidesTheCaller: neither what they claim nor what the gateway knows.
func TestPassHidesTheCaller(t *testing.T) {
	t.Parallel()
	var got http.Header
	service := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { got = r.Header }))
	t.Cleanup(service.Close)
	h := SecurityHeaders("http://localhost", Pass(at(t, service.URL), nil, testkit.Log(t)))

	r := httptest.NewRequest(http.MethodGet, "/graphql", nil)
	r.Header.Set(identity.Header, "forged")
	r = r.WithContext(identity.With(r.Context(), &identity.Principal{Subject: "a1"}))
	h.ServeHTTP(httptest.NewRecorder(), r)
	if _, has := got[identity.Header]; has {
		t.Errorf("%s = %s, want none", identity.Header, got.Get(identity.Header))
	}
}

// TestPassKeepsTheServicesPolicies: a picture that other sites may embed has that header once, and the gateway adds the missing
// headers.
func TestPassKeepsTheServicesPolicies(t *testing.T) {
	t.Parallel()
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Cross-Origin-Resource-Policy", "cross-origin")
		w.Header().Set("Content-Security-Policy", "sandbox")
	}))
	t.Cleanup(service.Close)
	w := httptest.NewRecorder()
	SecurityHeaders("http://localhost", Pass(at(t, service.URL), nil, testkit.Log(t))).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/assets/a.webp", nil))
	for name, want := range map[string]string{
		"Cross-Origin-Resource-Policy": "cross-origin", "Content-Security-Policy": "sandbox", "X-Content-Type-Options": "nosniff",
	} {
		if got := w.Header().Values(name); len(got) != 1 || got[0] != want {
			t.Errorf("%s: %q, want %q once", name, got, want)
		}
	}
}

// TestPassUnderLoad: many callers at once, every body arrives and every response is whole.
func TestPassUnderLoad(t *testing.T) {
	t.Parallel()
	response := strings.Repeat("0123456789", 2_000)
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if body, err := io.ReadAll(r.Body); err != nil || string(body) != `{"query":"{a}"}` {
			t.Errorf("the service read %q, %v, want {\"query\":\"{a}\"}", body, err)
		}
		_, _ = io.WriteString(w, response)
	}))
	t.Cleanup(service.Close)
	gateway := httptest.NewServer(route.LimitBody(1<<20, Pass(at(t, service.URL), nil, testkit.Log(t))))
	t.Cleanup(gateway.Close)
	var all sync.WaitGroup
	for range 16 {
		all.Go(func() {
			for range 200 {
				res, err := http.Post(gateway.URL+"/graphql", "application/json", strings.NewReader(`{"query":"{a}"}`))
				if err != nil {
					t.Error(err)
					return
				}
				body, err := io.ReadAll(res.Body)
				_ = res.Body.Close()
				if err != nil || string(body) != response {
					t.Errorf("read %d bytes, %v, want the whole response", len(body), err)
					return
				}
			}
		})
	}
	all.Wait()
	res, err := http.Post(gateway.URL+"/graphql", "application/json", strings.NewReader(strings.Repeat(" ", 1<<20+1)))
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	if res.StatusCode != http.StatusRequestEntityTooLarge {
		t.Errorf("body over the limit: status = %d, want 413", res.StatusCode)
	}
}

// TestLogsContainNoSecretsOfLinks: a link that is opened while its service is unavailable is logged, and still works later.
func TestLogsContainNoSecretsOfLinks(t *testing.T) {
	t.Parallel()
	var said bytes.Buffer
	h := Pass(at(t, "http://127.0.0.1:1"), nil, slog.New(slog.NewTextHandler(&said, nil)))
	for _, path := range []string{"/api/payout-alerts/very-secret", "/api/payout-alerts/very-secret/"} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
		if w.Code != http.StatusServiceUnavailable {
			t.Errorf("%d, want 503", w.Code)
		}
	}
	if text := said.String(); !strings.Contains(text, "/api/payout-alerts/") || strings.Contains(text, "very-secret") {
		t.Errorf("want the path logged without its secret, got %s", text)
	}
}

// TestASiteWithCertificates: the gateway shows its certificate to a site at an https:// address, and accepts no other site in its place.
func TestASiteWithCertificates(t *testing.T) {
	t.Parallel()
	ours := mtlstest.New(t)
	site := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, r.TLS.PeerCertificates[0].Subject.CommonName)
	}))
	site.TLS = ours.Open(t, "frontend").Server()
	site.Config.ErrorLog = log.New(io.Discard, "", 0)
	site.StartTLS()
	t.Cleanup(site.Close)
	for name, c := range map[string]struct {
		certificates *mtls.Certificates
		status       int
	}{
		"certificates":      {ours.Open(t, "gateway"), http.StatusOK},
		"another authority": {mtlstest.New(t).Open(t, "gateway"), http.StatusServiceUnavailable},
		"no certificates":   {nil, http.StatusServiceUnavailable},
	} {
		w := httptest.NewRecorder()
		pages(t, Options{Site: at(t, site.URL), Certificates: c.certificates}).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/en/data", nil))
		if w.Code != c.status || c.status == http.StatusOK && w.Body.String() != "gateway" {
			t.Errorf("%s: %d %s, want %d", name, w.Code, w.Body, c.status)
		}
	}
}
