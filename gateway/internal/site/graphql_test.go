package site

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/vitrine/vitrine/gateway/internal/route"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/identity/identitytest"
	"github.com/vitrine/vitrine/kit/testkit"
)

// dataAPI is a gateway in front of a data API that responds with f.
func dataAPI(t *testing.T, f http.HandlerFunc) (gateway http.Handler) {
	t.Helper()
	return dataAPIOf(t, identitytest.New(t), f)
}

func dataAPIOf(t *testing.T, fleet *identitytest.Fleet, f http.HandlerFunc) (gateway http.Handler) {
	t.Helper()
	service := httptest.NewServer(f)
	t.Cleanup(service.Close)
	return SecurityHeaders("http://localhost", GraphQL(at(t, service.URL), fleet.Keys(t, identity.Gateway), NewResponses(testkit.Log(t)), func(*http.Request, int) {}, testkit.Log(t)))
}

func TestGraphQLHandsOnWhatTheDataAPIKnows(t *testing.T) {
	t.Parallel()
	var got *http.Request
	var sent string
	fleet := identitytest.New(t)
	gateway := dataAPIOf(t, fleet, func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		got, sent = r.Clone(t.Context()), string(body)
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		w.Header().Set("Retry-After", "1")
		w.Header().Set("Server", "inside")
		w.WriteHeader(http.StatusServiceUnavailable)
		if r.Method != http.MethodHead {
			_, _ = io.WriteString(w, `{"errors":[]}`)
		}
	})
	ask := func(method, body string, p *identity.Principal) *http.Response {
		r := httptest.NewRequest(method, "/graphql?query=%7Ba%7D", strings.NewReader(body))
		r.RemoteAddr = "192.0.2.7:1"
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Cookie", "session=1")
		r.Header.Set("X-Forwarded-For", "203.0.113.9")
		r.Header.Set("Authorization", "Bearer x")
		r.Header.Set(identity.Header, fleet.Token(t, "catalog", &identity.Principal{Subject: "forged", Roles: []string{"staff"}}))
		if p != nil {
			r = r.WithContext(identity.With(r.Context(), p))
		}
		w := httptest.NewRecorder()
		route.LimitBody(1<<20, gateway).ServeHTTP(w, r)
		return w.Result()
	}

	res := ask(http.MethodPost, `{"query":"{a}"}`, &identity.Principal{Subject: "a1"})
	body, _ := io.ReadAll(res.Body)
	if res.StatusCode != http.StatusServiceUnavailable || string(body) != `{"errors":[]}` || res.Header.Get("Retry-After") != "1" ||
		res.Header.Get("Content-Type") != "application/json; charset=utf-8" || res.ContentLength != int64(len(body)) || res.Header.Get("Server") != "" {
		t.Errorf("%d %v %s, want 503 with the response of the service", res.StatusCode, res.Header, body)
	}
	if sent != `{"query":"{a}"}` || got.URL.RawQuery != "query=%7Ba%7D" || got.Host != "example.com" || got.Header.Get("Content-Type") != "application/json" {
		t.Errorf("request to the service = %s %s %v %s, want the query to example.com in its address and body", got.Host, got.URL, got.Header, sent)
	}
	if caller, err := fleet.Keys(t, "catalog").Verify(got.Header.Get(identity.Header)); err != nil || caller.Person == nil || caller.Person.Subject != "a1" || caller.Person.IP != "192.0.2.7" {
		t.Errorf("%+v %v, want a1 at 192.0.2.7", caller, err)
	}
	if got.Header.Get("Cookie") != "" || got.Header.Get("Authorization") != "" || got.Header.Get("X-Forwarded-For") != "192.0.2.7" {
		t.Errorf("%v, want no credentials and the visitor's address", got.Header)
	}

	ask(http.MethodGet, "", nil)
	if got.Method != http.MethodGet || sent != "" || got.Header.Get(identity.Header) != "" {
		t.Errorf("anonymous request: %s as %q with body %q, want GET without identity and body", got.Method, got.Header.Get(identity.Header), sent)
	}
	if res := ask(http.MethodHead, "", nil); res.StatusCode != http.StatusServiceUnavailable || res.Header.Get("Retry-After") != "1" {
		t.Errorf("HEAD: status = %d, want 503", res.StatusCode)
	}
	got = nil
	if res := ask(http.MethodPost, strings.Repeat(" ", 1<<20+1), nil); res.StatusCode != http.StatusRequestEntityTooLarge || got != nil {
		t.Errorf("body over the limit: status = %d, service called with %v, want 413 and no call", res.StatusCode, got)
	}
}

// TestGraphQLReportsATruncatedResponse: a response that arrived in part is an error.
func TestGraphQLReportsATruncatedResponse(t *testing.T) {
	t.Parallel()
	for name, f := range map[string]http.HandlerFunc{
		"in its body": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "100")
			_, _ = io.WriteString(w, `{"data":`)
			_ = http.NewResponseController(w).Flush()
			panic(http.ErrAbortHandler)
		},
		"without a length": func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, `{"data":`)
			_ = http.NewResponseController(w).Flush()
			panic(http.ErrAbortHandler)
		},
		"before it began": func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
	} {
		w := httptest.NewRecorder()
		dataAPI(t, f).ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/graphql", strings.NewReader("{}")))
		if w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") == "" || strings.Contains(w.Body.String(), "data") {
			t.Errorf("%s: %d %s, want 503 with Retry-After and without data", name, w.Code, w.Body)
		}
	}
}

// TestGraphQLUnderLoad: many callers at once, every body arrives and every response is whole and its own.
func TestGraphQLUnderLoad(t *testing.T) {
	t.Parallel()
	padding := strings.Repeat("0123456789", 2_000)
	gateway := httptest.NewServer(dataAPI(t, func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		_, _ = w.Write(append(body, padding...))
	}))
	t.Cleanup(gateway.Close)
	ask := func(body string) error {
		res, err := http.Post(gateway.URL+"/graphql", "application/json", strings.NewReader(body))
		if err != nil {
			return err
		}
		got, err := io.ReadAll(res.Body)
		if err == nil && string(got) != body+padding {
			err = errors.New("not its own response")
		}
		return errors.Join(err, res.Body.Close())
	}
	var all sync.WaitGroup
	for i := range 16 {
		all.Go(func() {
			for range 100 {
				if err := ask(strings.Repeat("x", i)); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
}

// TestRefusedQueriesCountMore: a caller who sends invalid or too complex queries reaches the limit of requests ten times sooner.
func TestRefusedQueriesCountMore(t *testing.T) {
	t.Parallel()
	status, more := http.StatusOK, 0
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) }))
	t.Cleanup(service.Close)
	var lines bytes.Buffer
	h := GraphQL(at(t, service.URL), identitytest.New(t).Keys(t, identity.Gateway), NewResponses(testkit.Log(t)), func(_ *http.Request, n int) { more += n }, slog.New(slog.NewJSONHandler(&lines, nil)))
	for _, c := range []struct{ status, want int }{{http.StatusOK, 0}, {http.StatusBadRequest, 9}, {http.StatusBadRequest, 9}, {http.StatusServiceUnavailable, 0}} {
		status, more = c.status, 0
		h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodPost, "/graphql", strings.NewReader(`{"query":"{a}"}`)))
		if more != c.want {
			t.Errorf("status %d counts %d more requests, want %d", c.status, more, c.want)
		}
	}
	if strings.Count(lines.String(), "a query was refused") != 1 {
		t.Errorf("log = %s, want one refused query in a second", lines.String())
	}
}

// TestGraphQLPassesWhatCachesRead: a cache in front of the gateway sees versions, lifetimes and keys, and the data API sees which version the
// cache has.
func TestGraphQLPassesWhatCachesRead(t *testing.T) {
	t.Parallel()
	set := map[string]string{
		"Cache-Control": "public, max-age=0, s-maxage=5, stale-while-revalidate=30", "Etag": `"v1"`, "Vary": "Accept",
		"Surrogate-Key": "artwork:1 artists", "Cache-Tag": "artwork:1,artists",
	}
	gateway := dataAPI(t, func(w http.ResponseWriter, r *http.Request) {
		for name, value := range set {
			w.Header().Set(name, value)
		}
		if r.Header.Get("If-None-Match") == set["Etag"] {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		_, _ = io.WriteString(w, "{}")
	})
	for version, status := range map[string]int{"": http.StatusOK, `"v0"`: http.StatusOK, `"v1"`: http.StatusNotModified} {
		r := httptest.NewRequest(http.MethodGet, "/graphql?query=%7Ba%7D", nil)
		if version != "" {
			r.Header.Set("If-None-Match", version)
		}
		w := httptest.NewRecorder()
		gateway.ServeHTTP(w, r)
		if w.Code != status {
			t.Errorf("with version %q: %d, want %d", version, w.Code, status)
		}
		for name, want := range set {
			if got := w.Header().Get(name); got != want {
				t.Errorf("with version %q: %s is %q, want %q", version, name, got, want)
			}
		}
		if length := w.Header().Get("Content-Length"); status == http.StatusNotModified && (length != "" || w.Body.Len() > 0) {
			t.Errorf("304: length %q, %d bytes, want no body", length, w.Body.Len())
		}
	}
}
