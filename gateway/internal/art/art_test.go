package art

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/vitrine/vitrine/gateway/internal/inline"
	"github.com/vitrine/vitrine/kit/testkit"
)

const page = `<!doctype html><canvas></canvas><script type="application/json" id="work">{"seed":1}</script><script>draw()</script>`

// origin responds as the catalog would, with more headers than an art origin may pass on.
func origin(t *testing.T) (art *httptest.Server, seen *http.Header) {
	t.Helper()
	seen = new(http.Header)
	catalog := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		*seen = r.Header.Clone()
		w.Header().Set("Set-Cookie", "session=1")
		w.Header().Set("Access-Control-Allow-Origin", "*")
		w.Header().Set("Content-Security-Policy", "default-src 'none'; sandbox")
		w.Header().Set("ETag", `"1"`)
		switch {
		case r.Header.Get("If-None-Match") != "":
			w.WriteHeader(http.StatusNotModified)
		case strings.HasPrefix(r.URL.Path, "/works/"), strings.HasPrefix(r.URL.Path, "/drafts/"):
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			_, _ = io.WriteString(w, page)
		default:
			w.Header().Set("Content-Type", "image/webp")
		}
	}))
	t.Cleanup(catalog.Close)
	target, err := url.Parse(catalog.URL)
	if err != nil {
		t.Fatal(err)
	}
	art = httptest.NewServer(New(target, nil, []string{"http://localhost:8080", "https://market.example"}, testkit.Log(t)))
	t.Cleanup(art.Close)
	return art, seen
}

func ask(t *testing.T, method, url string, headers ...string) *http.Response {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = res.Body.Close() })
	return res
}

func TestAWorkRunsItsScriptsWithoutNetwork(t *testing.T) {
	t.Parallel()
	art, seen := origin(t)
	draft := ask(t, http.MethodGet, art.URL+"/drafts/0194f2a0-0000-4000-8000-000000000001/?hash=")
	res := ask(t, http.MethodGet, art.URL+"/works/64/?hash=", "Cookie", "session=1", "Authorization", "Bearer x", "Vitrine-Principal", "forged", "X-Forwarded-For", "192.0.2.1")
	body, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK || string(body) != page {
		t.Fatalf("%d %v %s, want 200 with the page", res.StatusCode, err, body)
	}
	policies := res.Header.Values("Content-Security-Policy")
	if len(policies) != 1 {
		t.Fatalf("policies: %q, want one", policies)
	}
	if got := draft.Header.Get("Content-Security-Policy"); got != policies[0] {
		t.Errorf("policy of a draft = %s, want the policy of published works", got)
	}
	scripts := inline.Scripts([]byte(page))
	for _, want := range append([]string{
		"default-src 'none'", "connect-src 'none'", "form-action 'none'", "base-uri 'none'", "sandbox allow-scripts", "frame-ancestors http://localhost:8080 https://market.example",
	}, scripts...) {
		if !strings.Contains(policies[0], want) {
			t.Errorf("no %s in %s", want, policies[0])
		}
	}
	run, _, _ := strings.Cut(strings.SplitAfter(policies[0], "script-src ")[1], ";")
	if len(scripts) != 2 || run != strings.Join(scripts, " ") || strings.Contains(policies[0], "unsafe-eval") || strings.Contains(policies[0], "allow-same-origin") {
		t.Errorf("script-src = %s, want only the hashes of the page's two scripts, %q, no unsafe-eval and no allow-same-origin: %s", run, scripts, policies[0])
	}
	for _, name := range []string{"Set-Cookie", "Access-Control-Allow-Origin"} {
		if got := res.Header.Get(name); got != "" {
			t.Errorf("%s: %s, want no such header", name, got)
		}
	}
	for _, want := range []string{"camera=()", "microphone=()", "fullscreen=()", "geolocation=()"} {
		if !strings.Contains(res.Header.Get("Permissions-Policy"), want) {
			t.Errorf("no %s", want)
		}
	}
	if res.Header.Get("X-Content-Type-Options") != "nosniff" || res.Header.Get("Referrer-Policy") != "no-referrer" {
		t.Errorf("headers = %v, want nosniff and no-referrer", res.Header)
	}
	for _, name := range []string{"Cookie", "Authorization", "Vitrine-Principal", "X-Forwarded-For", "User-Agent"} {
		if got := seen.Get(name); got != "" && !strings.HasPrefix(got, "Go-http") {
			t.Errorf("request to the catalog has %s: %s, want no such header", name, got)
		}
	}
}

func TestAnUnchangedWorkKeepsItsPolicy(t *testing.T) {
	t.Parallel()
	art, _ := origin(t)
	res := ask(t, http.MethodGet, art.URL+"/works/64/", "If-None-Match", `"1"`)
	if got := res.Header.Values("Content-Security-Policy"); res.StatusCode != http.StatusNotModified || len(got) != 0 {
		t.Errorf("%d %q, want 304 without a policy", res.StatusCode, got)
	}
}

func TestOtherPathsAreNotFound(t *testing.T) {
	t.Parallel()
	art, _ := origin(t)
	for path, want := range map[string]int{
		"/": 404, "/en/": 404, "/api/config": 404, "/graphql": 404, "/rpc/31337": 404, "/works/": 404, "/works/0/": 404, "/works/x/": 404,
		"/works/64": 404, "/works/64/../../graphql": 404, "/works/64/%2e%2e/": 404, "/assets/avatars/a.webp": 404,
		"/assets/00000000000000000000/work.html": 404, "/assets/00000000000000000000/work.js": 404, "/internal/x": 404,
		"/assets/00000000000000000000/still.webp": 200, "/works/64/": 200, "/healthz": 200,
		"/drafts/": 404, "/drafts/64/": 404, "/drafts/0194f2a0-0000-4000-8000-00000000000G/": 404, "/drafts/0194f2a0-0000-4000-8000-000000000001": 404,
		"/drafts/0194f2a0-0000-4000-8000-000000000001/": 200,
	} {
		t.Run(path, func(t *testing.T) {
			if got := ask(t, http.MethodGet, art.URL+path).StatusCode; got != want {
				t.Errorf("GET %s: %d, want %d", path, got, want)
			}
		})
	}
	if got := ask(t, http.MethodPost, art.URL+"/works/64/").StatusCode; got != http.StatusMethodNotAllowed {
		t.Errorf("POST: %d, want 405", got)
	}
}
