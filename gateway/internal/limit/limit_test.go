package limit_test

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/vitrine/vitrine/gateway/internal/limit"
	"github.com/vitrine/vitrine/gateway/internal/limit/limittest"
	"github.com/vitrine/vitrine/gateway/internal/limit/redis"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/testkit"
)

// server runs a real Redis for this test.
func server(t *testing.T) limit.Shared {
	t.Helper()
	return open(t, limittest.Redis(t))
}

func open(t *testing.T, address string) limit.Shared {
	t.Helper()
	counts, err := redis.Open(address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = counts.Close() })
	return counts
}

func ask(h http.Handler, path, remote string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	r.RemoteAddr = remote
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Add(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func TestReplicasShareALimit(t *testing.T) {
	t.Parallel()
	counts := server(t)
	ok := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusOK) })
	one, two := limit.New(limit.Options{Shared: counts, PerMinute: 60, Log: testkit.Log(t)}), limit.New(limit.Options{Shared: counts, PerMinute: 60, Log: testkit.Log(t)})
	for range 60 {
		if w := ask(one.Wrap(ok), "/api/config", "192.0.2.1:1"); w.Code != http.StatusOK {
			t.Fatalf("status = %d within the limit, want 200", w.Code)
		}
	}
	if err := one.Settle(t.Context()); err != nil {
		t.Fatal(err)
	}
	// The other replica learns of it with the caller's next request.
	ask(two.Wrap(ok), "/api/config", "192.0.2.1:1")
	if err := two.Settle(t.Context()); err != nil {
		t.Fatal(err)
	}
	w := ask(two.Wrap(ok), "/api/config", "192.0.2.1:1")
	if w.Code != http.StatusTooManyRequests || w.Header().Get("Retry-After") == "" || !strings.Contains(w.Body.String(), "too_many_requests") {
		t.Errorf("over the limit: status = %d, headers %v, body %s, want 429 too_many_requests with Retry-After", w.Code, w.Header(), w.Body)
	}
	if w := ask(two.Identify(ok), "/api/webhooks/stripe", "192.0.2.1:1"); w.Code != http.StatusOK {
		t.Errorf("webhook: status = %d, want 200", w.Code)
	}
	if w := ask(two.Wrap(ok), "/api/config", "192.0.2.2:1"); w.Code != http.StatusOK {
		t.Errorf("other caller: status = %d, want 200", w.Code)
	}
}

func TestRequestsCountByTheirCost(t *testing.T) {
	t.Parallel()
	l := limit.New(limit.Options{Shared: server(t), PerMinute: 60, SiteKey: "fedcba9876543210", Log: testkit.Log(t)})
	h := l.Wrap(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		l.Spend(r, 19)
		w.WriteHeader(http.StatusOK)
	}))
	for i, want := range []int{200, 200, 200, 200, 429} { // three are all of the limit, and the fourth is seen to be too many
		if got := ask(h, "/rpc/1", "192.0.2.1:1").Code; got != want {
			t.Errorf("request %d: %d, want %d", i+1, got, want)
		}
		ask(h, "/rpc/1", "192.0.2.2:1", limit.SiteHeader, "fedcba9876543210")
		if err := l.Settle(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if got := ask(h, "/rpc/1", "192.0.2.2:1").Code; got != http.StatusOK {
		t.Errorf("the site's reads were limited: status = %d, want 200", got)
	}
}

func TestWithoutRedisEachReplicaLimits(t *testing.T) {
	t.Parallel()
	counts := open(t, "redis://127.0.0.1:1")
	l := limit.New(limit.Options{Shared: counts, PerMinute: 3, Log: testkit.Log(t)})
	h := l.Wrap(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusOK) }))
	for i, want := range []int{200, 200, 200, 200, 429} { // three are all of the limit, and the fourth is seen to be too many
		w := ask(h, "/graphql", "192.0.2.1:1")
		if w.Code != want {
			t.Errorf("request %d: %d, want %d", i+1, w.Code, want)
		}
		if seconds, err := strconv.Atoi(w.Header().Get("Retry-After")); want == http.StatusTooManyRequests && (err != nil || seconds < 1 || seconds > 20) {
			t.Errorf("Retry-After: %q, want up to 20 s, the time of one request", w.Header().Get("Retry-After"))
		}
		if w := ask(h, "/graphql", "192.0.2.2:1"); i < 3 && w.Code != http.StatusOK {
			t.Errorf("other caller: status = %d, want 200", w.Code)
		}
		if err := l.Settle(t.Context()); i == 0 && err == nil {
			t.Fatal("Settle() while Redis is down = nil, want an error")
		}
	}
}

// TestAnEmptiedRedisStartsOver: losing the counts costs nothing but the counts.
func TestAnEmptiedRedisStartsOver(t *testing.T) {
	t.Parallel()
	address := limittest.Redis(t)
	l := limit.New(limit.Options{Shared: open(t, address), PerMinute: 60, Log: testkit.Log(t)})
	h := l.Wrap(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusOK) }))
	for i := range 10 {
		for range 50 {
			if got := ask(h, "/graphql", "192.0.2.1:1").Code; got != http.StatusOK {
				t.Fatalf("status = %d after Redis was emptied %d times, want 200", got, i)
			}
		}
		if err := l.Settle(t.Context()); err != nil {
			t.Fatal(err)
		}
		limittest.Empty(t, address)
	}
}

func TestCallersAddress(t *testing.T) {
	t.Parallel()
	proxies, err := limit.ParseNetworks([]string{"10.0.0.0/8"})
	if err != nil {
		t.Fatal(err)
	}
	l := limit.New(limit.Options{PerMinute: 1, Trusted: proxies, Log: testkit.Log(t)})
	for name, c := range map[string]struct{ remote, forwarded, want string }{
		"direct":                          {"192.0.2.1:99", "", "192.0.2.1"},
		"direct with a forged header":     {"192.0.2.1:99", "203.0.113.5", "192.0.2.1"},
		"through our proxy":               {"10.0.0.1:99", "203.0.113.5", "203.0.113.5"},
		"through two of our proxies":      {"10.0.0.1:99", "203.0.113.5, 10.0.0.2", "203.0.113.5"},
		"with the port of a call":         {"10.0.0.1:99", "203.0.113.5:40312, 10.0.0.2:443", "203.0.113.5"},
		"IPv6 with its port":              {"10.0.0.1:99", "[2001:db8::1]:40312", "2001:db8::1"},
		"forged header through our proxy": {"10.0.0.1:99", "198.51.100.7, 203.0.113.5", "203.0.113.5"},
	} {
		t.Run(name, func(t *testing.T) {
			r := httptest.NewRequest(http.MethodGet, "/", nil)
			r.RemoteAddr = c.remote
			if c.forwarded != "" {
				r.Header.Set("X-Forwarded-For", c.forwarded)
			}
			if got := l.Client(r); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
	if limit.Network("2001:db8:1:2:3:4:5:6") != limit.Network("2001:db8:1:2:ffff::1") || limit.Network("2001:db8:1:2::1") == limit.Network("2001:db8:1:3::1") {
		t.Errorf("networks = %v, %v, %v, want one for each /64", limit.Network("2001:db8:1:2:3:4:5:6"), limit.Network("2001:db8:1:2:ffff::1"), limit.Network("2001:db8:1:3::1"))
	}
}

func TestTheSiteHasNoLimit(t *testing.T) {
	t.Parallel()
	l := limit.New(limit.Options{Shared: server(t), PerMinute: 1, SiteKey: "fedcba9876543210", Log: testkit.Log(t)})
	h := l.Wrap(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusOK) }))
	for range 5 {
		ask(h, "/graphql", "192.0.2.1:1", limit.SiteHeader, "wrong")
		if err := l.Settle(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	for key, want := range map[string]int{"": http.StatusTooManyRequests, "wrong": http.StatusTooManyRequests, "fedcba9876543210": http.StatusOK} {
		if got := ask(h, "/graphql", "192.0.2.1:1", limit.SiteHeader, key).Code; got != want {
			t.Errorf("with key %q: %d, want %d", key, got, want)
		}
	}
}

// TestAnAccountHasOneLimit from all its addresses, with Redis and without; others and anonymous requests have none.
func TestAnAccountHasOneLimit(t *testing.T) {
	t.Parallel()
	for name, counts := range map[string]limit.Shared{"Redis": server(t), "Redis is down": open(t, "redis://127.0.0.1:1"), "none": nil} {
		addresses := limit.New(limit.Options{Shared: counts, Name: "requests", Prefix: "limit:", PerMinute: 100, Log: testkit.Log(t)})
		accounts := limit.New(limit.Options{Shared: counts, Name: "account", Prefix: "account:", PerMinute: 3, Key: limit.Account, Log: testkit.Log(t)})
		ok := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusOK) })
		as := func(account, remote string) *httptest.ResponseRecorder {
			known := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if account != "" {
					r = r.WithContext(identity.With(r.Context(), &identity.Principal{Subject: account}))
				}
				accounts.Count(ok).ServeHTTP(w, r)
			})
			return ask(addresses.Wrap(known), "/api/collection", remote)
		}
		for i, want := range []int{200, 200, 200, 200, 429} { // three are all of the limit, and the fourth is seen to be too many
			remote := "192.0.2." + strconv.Itoa(i+1) + ":1"
			w := as("ada", remote)
			if w.Code != want {
				t.Errorf("%s: request %d from another address: %d, want %d", name, i+1, w.Code, want)
			}
			if policies := w.Header().Values("Ratelimit-Policy"); len(policies) != 2 || policies[0] != `"requests";q=100;w=60` || policies[1] != `"account";q=3;w=60` {
				t.Errorf("%s: policies = %q, want 100 requests and 3 of the account a minute", name, policies)
			}
			if left := w.Header().Values("Ratelimit"); len(left) != 2 || !strings.HasPrefix(left[1], `"account";r=`) {
				t.Errorf("%s: limits = %q, want the account's second", name, left)
			}
			if w := as("", remote); w.Code != http.StatusOK || len(w.Header().Values("Ratelimit")) != 1 {
				t.Errorf("%s: anonymous request: status = %d, headers %v, want 200 with one limit", name, w.Code, w.Header())
			}
			_ = accounts.Settle(t.Context())
		}
		if w := as("grace", "192.0.2.1:1"); w.Code != http.StatusOK {
			t.Errorf("%s: another account at the same address: status = %d, want 200", name, w.Code)
		}
	}
}

// TestCallersOverALimitAreLogged once, accounts by their id and addresses not at all.
func TestCallersOverALimitAreLogged(t *testing.T) {
	t.Parallel()
	for key, want := range map[string]string{"account:a1": `"account":"a1"`, "192.0.2.7": `"account":""`} {
		var lines bytes.Buffer
		l := limit.New(limit.Options{Shared: server(t), Name: "orders", PerMinute: 1, Log: slog.New(slog.NewJSONHandler(&lines, nil)), Key: func(*http.Request) string { return key }})
		for range 5 {
			for range 3 {
				l.Wrap(http.NotFoundHandler()).ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/", nil))
			}
			if err := l.Settle(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if text := lines.String(); strings.Count(text, "a caller is over a limit") != 1 || !strings.Contains(text, `"limit":"orders"`) || !strings.Contains(text, want) || strings.Contains(text, "192.0.2.7") {
			t.Errorf("%s: %s; want one line with the limit and %q, without the address", key, text, want)
		}
	}
}
