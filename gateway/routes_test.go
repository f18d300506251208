package gateway

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/vitrine/vitrine/gateway/internal/route"
)

// address returns an address of a route.
func address(path string) string {
	for _, name := range []string{"address", "id", "secret", "number", "tokenId"} {
		path = strings.ReplaceAll(path, "{"+name+"}", "1")
	}
	path = strings.ReplaceAll(path, "{chainId}", "31337")
	if path == "/assets/" || path == "/assets/avatars/" || path == "/_next/static/" {
		path += "x.webp"
	}
	return path
}

// TestOtherMethodsAreRefused: every route responds to every other method with 405, Allow and the one error shape.
func TestOtherMethodsAreRefused(t *testing.T) {
	t.Parallel()
	h := handler(t, nil)
	for _, row := range route.Table {
		path := address(row.Path)
		if row.To == route.Nothing {
			continue
		}
		for _, method := range []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PROPFIND", "get"} {
			res := get(h, method, path)
			allow := strings.Split(res.Header.Get("Allow"), ", ")
			refused := res.StatusCode == http.StatusMethodNotAllowed
			if body := said(t, res); refused && (allow[0] == "" || method != http.MethodHead && !strings.Contains(body, `"code":"method_not_allowed"`)) {
				t.Errorf("%s %s: Allow %v, %s, want methods and method_not_allowed", method, path, allow, body)
			}
			for m := range strings.FieldsSeq(row.Methods) {
				if m == method && refused {
					t.Errorf("%s %s: status = 405, want it allowed", method, path)
				}
			}
			listed := slices.Contains(strings.Fields(row.Methods), method)
			if !refused && !listed && strings.Contains("PATCH OPTIONS TRACE CONNECT PROPFIND get", method) {
				t.Errorf("%s %s: status = %d, want 405 for a method that the table doesn't list", method, path, res.StatusCode)
			}
		}
	}
	for path, want := range map[string]string{
		"/en/": "GET, HEAD", "/graphql": "GET, HEAD, POST", "/api/webhooks/stripe": "POST", "/api/checkouts": "GET, HEAD, POST", "/api/checkouts/1": "DELETE, GET, HEAD",
		"/api/checkouts/1/card": "POST", "/api/profiles/1": "PUT", "/healthz": "GET, HEAD", "/rpc/31337": "POST",
	} {
		t.Run(path, func(t *testing.T) {
			if got := get(h, http.MethodPatch, path); got.StatusCode != http.StatusMethodNotAllowed || got.Header.Get("Allow") != want {
				t.Errorf("got %d, Allow %q, want %q", got.StatusCode, got.Header.Get("Allow"), want)
			}
		})
	}
}

// TestErrorsHaveOneShape, also those of routes that don't exist, of forwarded services and of requests that are refused early.
func TestErrorsHaveOneShape(t *testing.T) {
	t.Parallel()
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "the signature does not fit", http.StatusBadRequest)
	}))
	t.Cleanup(service.Close)
	h := handler(t, func(c *Config) { c.CheckoutURL, c.AuthURL = service.URL, service.URL })
	for call, want := range map[string]string{
		"POST /api/webhooks/stripe":                   "400 malformed",
		"POST /api/auth/backchannel-logout":           "400 malformed",
		"GET /rpc/":                                   "404 not_found",
		"POST /rpc/31337/more":                        "404 not_found",
		"GET /internal/":                              "404 not_found",
		"POST /internal/revalidate":                   "404 not_found",
		"GET /api/nothing":                            "404 not_found",
		"GET /tokens/1/2":                             "404 not_found",
		"GET /en/artworks/?search=%00":                "400 malformed",
		"GET /en/%00/":                                "400 malformed",
		"POST /api/checkouts?a=%00":                   "400 malformed",
		"GET /en/%2e%2e/internal/":                    "404 not_found",
		"POST /rpc/1":                                 "404 unsupported_chain",
		"GET /api/auth/login":                         "400 malformed",
		"DELETE /api/checkouts/1/transactions":        "405 method_not_allowed",
		"GET /api/approvals/waiting/1/approve":        "405 method_not_allowed",
		"POST /api/approvals/waiting":                 "405 method_not_allowed",
		"GET /api/checkouts/1/credit-notes/1/nothing": "404 not_found",
	} {
		t.Run(call, func(t *testing.T) {
			method, path, _ := strings.Cut(call, " ")
			res := get(h, method, path)
			var got struct {
				Error struct{ Code, Message string }
			}
			if err := json.NewDecoder(res.Body).Decode(&got); err != nil || got.Error.Message == "" {
				t.Errorf("got %v, %+v, want an error with a message", err, got)
			}
			if code := fmt.Sprint(res.StatusCode, " ", got.Error.Code); code != want || res.Header.Get("X-Content-Type-Options") != "nosniff" {
				t.Errorf("got %s, want %s", code, want)
			}
		})
	}
}

// TestLargeBodies checks that large bodies are refused before they are read.
func TestLargeBodies(t *testing.T) {
	t.Parallel()
	h := handler(t, nil)
	for _, path := range []string{"/api/checkouts", "/api/checkouts/1/card", "/api/webhooks/stripe", "/api/auth/backchannel-logout", "/graphql", "/rpc/31337", "/api/profileUploads"} {
		for _, length := range []int64{6 << 20, -1} {
			r := httptest.NewRequest(http.MethodPost, path, io.LimitReader(zeros{}, 6<<20))
			r.ContentLength = length
			r.Header.Set("Content-Type", "application/json")
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			if path == "/api/profileUploads" && length < 0 {
				continue // an anonymous caller is refused without reading the body
			}
			if w.Code != http.StatusRequestEntityTooLarge || !strings.Contains(w.Body.String(), `"code":"body_too_large"`) {
				t.Errorf("%s with a body of %d bytes: status = %d, body %s, want 413 body_too_large", path, length, w.Code, w.Body)
			}
		}
	}
}

// TestRequestsThatAreNotHTTP, as they arrive on a connection.
func TestRequestsThatAreNotHTTP(t *testing.T) {
	t.Parallel()
	addr := hosted(t, nil)
	for name, c := range map[string]struct {
		request string
		status  int
		close   bool
	}{
		"CONNECT":             {"CONNECT example.org:443 HTTP/1.1\r\nHost: example.org:443\r\n\r\n", 405, false},
		"TRACE":               {"TRACE /en/ HTTP/1.1\r\nHost: x\r\n\r\n", 405, false},
		"a WebSocket":         {"GET /en/ HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n", 400, false},
		"an offer of HTTP/2":  {"GET /en/ HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA\r\n\r\n", 200, false},
		"two lengths":         {"POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", 200, true},
		"a probe":             {"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n", 200, false},
		"a probe with a NUL":  {"GET /healthz?a=%00 HTTP/1.1\r\nHost: x\r\n\r\n", 400, false},
		"a POST to the probe": {"POST /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n", 405, false},
	} {
		t.Run(name, func(t *testing.T) {
			conn := dial(t, addr)
			if _, err := io.WriteString(conn, c.request); err != nil {
				t.Fatal(err)
			}
			method, _, _ := strings.Cut(c.request, " ")
			res, err := http.ReadResponse(bufio.NewReader(conn), &http.Request{Method: method})
			if err != nil {
				t.Fatalf("no response: error = %v, want nil", err)
			}
			if res.StatusCode != c.status || res.Close != c.close || res.Header.Get("X-Content-Type-Options") != "nosniff" || res.Header.Get("Referrer-Policy") == "" {
				t.Errorf("status = %d, close %v, headers %v, want %d, %t and the security headers", res.StatusCode, res.Close, res.Header, c.status, c.close)
			}
			if c.status == http.StatusMethodNotAllowed && res.Header.Get("Allow") == "" {
				t.Error("no Allow, want one")
			}
		})
	}
}

// TestLimitsAreReturned in the headers of limited routes.
func TestLimitsAreReturned(t *testing.T) {
	t.Parallel()
	h := handler(t, nil)
	for path, want := range map[string][2]string{
		"/api/openapi.json": {`"requests";q=600;w=60`, `"requests";r=599;t=1`}, "/en/": {`"pages";q=3000;w=60`, `"pages";r=2999;t=1`}, "/_next/static/x.js": {"", ""},
	} {
		res := get(h, http.MethodGet, path)
		if got := [2]string{res.Header.Get("Ratelimit-Policy"), res.Header.Get("Ratelimit")}; got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
	if got := get(h, http.MethodGet, "/api/openapi.json").Header.Get("Ratelimit"); got != `"requests";r=598;t=1` {
		t.Errorf(`Ratelimit of a second request = %s, want "requests";r=598;t=1`, got)
	}
}

// TestReadinessReportsAStoppedChain, or that its state is unknown.
func TestReadinessReportsAStoppedChain(t *testing.T) {
	t.Parallel()
	chainwatcher := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "ok\ndegraded: chain 31337: no new block for 3m0s\n")
	}))
	t.Cleanup(chainwatcher.Close)
	for url, want := range map[string]string{chainwatcher.URL: "[chain 31337: no new block for 3m0s]", "http://127.0.0.1:1": "[chainwatcher: not available]"} {
		svc := open(t, func(c *Config) { c.ChainwatcherURL = url })
		for range 2 {
			if got := fmt.Sprint(svc.Extras().Problems(t.Context())); got != want {
				t.Errorf("%s, want %s", got, want)
			}
		}
	}
}
