package site

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"io"
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

// pages is what answers pages.
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
	Harden("https://gallery.example", pages(t, o)).ServeHTTP(w, r)
	return w.Result()
}

func TestPolicyCoversExactlyThePagesScripts(t *testing.T) {
	t.Parallel()
	const one, two = `self.__next_f=[]`, "let a = 1 < 2 && '</p>';\n"
	res := page(t, Options{}, "text/html", "/en/", `<html><head><script src="/a.js"></script><script>`+one+`</script></head><body><!-- <script>no</script> --><p onclick="bad()">x</p><script type="application/ld+json">`+two+`</script><script>`+one+`</script></body></html>`)
	policies := res.Header.Values("Content-Security-Policy")
	if len(policies) != 1 {
		t.Fatalf("%d policies", len(policies))
	}
	for _, script := range []string{one, two} {
		sum := sha256.Sum256([]byte(script))
		if !strings.Contains(policies[0], "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'") {
			t.Errorf("no hash of %q in %s", script, policies[0])
		}
	}
	if n := strings.Count(policies[0], "sha256-"); n != 2 {
		t.Errorf("%d hashes, want 2: %s", n, policies[0])
	}
	scripts, _, _ := strings.Cut(strings.SplitAfter(policies[0], "script-src ")[1], ";")
	if strings.Contains(scripts, "unsafe") {
		t.Errorf("scripts: %s", scripts)
	}
	if got := page(t, Options{}, "*/*", "/a.js", "1").Header.Get("Content-Security-Policy"); got != "default-src 'none'; frame-ancestors 'none'" {
		t.Errorf("a script's own policy: %s", got)
	}
}

func TestAnUnchangedPageKeepsItsPolicy(t *testing.T) {
	t.Parallel()
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNotModified) }))
	t.Cleanup(upstream.Close)
	w := httptest.NewRecorder()
	Harden("http://localhost", pages(t, Options{Site: at(t, upstream.URL)})).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/en/", nil))
	if got := w.Header().Values("Content-Security-Policy"); w.Code != http.StatusNotModified || len(got) != 0 {
		t.Errorf("%d %v", w.Code, got)
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
			t.Errorf("%s: %d %s", path, res.StatusCode, res.Header.Get("Upstream-Path"))
		}
		if want.status == 503 && res.Header.Get("Retry-After") == "" {
			t.Errorf("%s: no Retry-After", path)
		}
	}
}

// A name that a work gives up may be its name again: a browser that keeps the way from it for ever would go in circles.
func TestRedirectsAreAskedForAgain(t *testing.T) {
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
		t.Errorf("%d, %q", w.Code, got)
	}
}

func TestASiteThatIsAway(t *testing.T) {
	t.Parallel()
	w := httptest.NewRecorder()
	pages(t, Options{Site: at(t, "http://127.0.0.1:1"), Policy: Policy{ArtOrigin: "http://127.0.0.1:8081"}}).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/en/", nil))
	if w.Code != 503 || w.Header().Get("Retry-After") == "" || !strings.Contains(w.Body.String(), "<h1>") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

func TestPassSealsTheCallerAndNothingElse(t *testing.T) {
	t.Parallel()
	const key = kit.Secret("0123456789abcdef0123456789abcdef")
	var got http.Header
	service := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { got = r.Header }))
	t.Cleanup(service.Close)
	h := Harden("http://localhost", Pass(at(t, service.URL), key, testkit.Log(t)))

	forged := httptest.NewRequest(http.MethodGet, "/graphql", nil)
	forged.Header.Set(identity.Header, identity.Seal(key, &identity.Principal{Subject: "somebody", Roles: []string{"staff"}}))
	h.ServeHTTP(httptest.NewRecorder(), forged)
	if got.Get(identity.Header) != "" {
		t.Error("a caller's own principal passed")
	}
	known := httptest.NewRequest(http.MethodGet, "/graphql", nil)
	known = known.WithContext(identity.With(known.Context(), &identity.Principal{Subject: "a1"}))
	h.ServeHTTP(httptest.NewRecorder(), known)
	if p, err := identity.Unseal(key, got.Get(identity.Header)); err != nil || p.Subject != "a1" || p.IP == "" {
		t.Errorf("%+v %v", p, err)
	}
}

// TestPassLetsAServiceProtectItsAnswers: a picture that others may embed says so once, and what it does not say is said here.
func TestPassLetsAServiceProtectItsAnswers(t *testing.T) {
	t.Parallel()
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Cross-Origin-Resource-Policy", "cross-origin")
		w.Header().Set("Content-Security-Policy", "sandbox")
	}))
	t.Cleanup(service.Close)
	w := httptest.NewRecorder()
	Harden("http://localhost", Pass(at(t, service.URL), "0123456789abcdef0123456789abcdef", testkit.Log(t))).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/assets/a.webp", nil))
	for name, want := range map[string]string{
		"Cross-Origin-Resource-Policy": "cross-origin", "Content-Security-Policy": "sandbox", "X-Content-Type-Options": "nosniff",
	} {
		if got := w.Header().Values(name); len(got) != 1 || got[0] != want {
			t.Errorf("%s: %q, want %q once", name, got, want)
		}
	}
}

// TestPassUnderLoad: many callers at once, every body arrives and every answer is whole.
func TestPassUnderLoad(t *testing.T) {
	t.Parallel()
	answer := strings.Repeat("0123456789", 2_000)
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if body, err := io.ReadAll(r.Body); err != nil || string(body) != `{"query":"{a}"}` {
			t.Errorf("the service read %q, %v", body, err)
		}
		_, _ = io.WriteString(w, answer)
	}))
	t.Cleanup(service.Close)
	gateway := httptest.NewServer(route.LimitBody(1<<20, Pass(at(t, service.URL), "0123456789abcdef0123456789abcdef", testkit.Log(t))))
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
				if err != nil || string(body) != answer {
					t.Errorf("%d bytes, %v", len(body), err)
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
		t.Errorf("a body over the limit: %d", res.StatusCode)
	}
}

// TestLogsHoldNoSecretsOfLinks: a link of a mail that is opened while its service is away is logged, and can still be used.
func TestLogsHoldNoSecretsOfLinks(t *testing.T) {
	t.Parallel()
	var said bytes.Buffer
	h := Pass(at(t, "http://127.0.0.1:1"), "key", slog.New(slog.NewTextHandler(&said, nil)))
	for _, path := range []string{"/api/payout-alerts/very-secret", "/api/payout-alerts/very-secret/"} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
		if w.Code != http.StatusServiceUnavailable {
			t.Errorf("%d", w.Code)
		}
	}
	if text := said.String(); !strings.Contains(text, "/api/payout-alerts/") || strings.Contains(text, "very-secret") {
		t.Error(text)
	}
}
