package gateway

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/testkit"
)

func TestForgedTokensAreRefused(t *testing.T) {
	t.Parallel()
	h := handler(t, nil)
	for _, path := range []string{"/api/checkouts", "/graphql", "/rpc/31337"} {
		res := get(h, http.MethodPost, path, "Authorization", "Bearer forged")
		if got := said(t, res); res.StatusCode != http.StatusUnauthorized || !strings.Contains(got, `"code":"invalid_token"`) {
			t.Errorf("%s: %d %s, want 401 invalid_token", path, res.StatusCode, got)
		}
	}
}

// TestInternalPathsOfTheSiteAreBlocked however the address is written.
func TestInternalPathsOfTheSiteAreBlocked(t *testing.T) {
	t.Parallel()
	h := handler(t, nil)
	for _, path := range []string{
		"/internal/revalidate", "/internal/", "/internal/revalidate/", "/%69nternal/revalidate",
		// The site decodes escaped dots, and an older application may, too.
		"/%2e%2e/internal/revalidate", "/en/%2e%2e/internal/revalidate", "/en/%2E./internal/revalidate", "/%2e/internal/revalidate", "/en/..%2finternal/revalidate", "/old/%2e%2e/admin",
	} {
		for _, method := range []string{http.MethodGet, http.MethodPost} {
			if res := get(h, method, path); res.StatusCode != http.StatusNotFound {
				t.Errorf("%s %s: %d %s, want 404", method, path, res.StatusCode, said(t, res))
			}
		}
	}
	if got := said(t, get(h, http.MethodGet, "/en/%2e%2e.../caf%C3%A9%2f")); !strings.HasPrefix(got, "site ") {
		t.Errorf("path with dots was routed to %s, want the site", got)
	}
	for _, path := range []string{"//internal/revalidate", "/en/../internal/revalidate", "/internal"} {
		res := get(h, http.MethodPost, path)
		if at := res.Header.Get("Location"); res.StatusCode/100 != 3 || !strings.HasPrefix(at, "/internal/") {
			t.Errorf("POST %s: status = %d, Location %q, want a redirect to /internal/", path, res.StatusCode, at)
		}
	}
}

// call is a request that a service received.
type call struct {
	method string
	said   metadata.MD
}

// service responds to every RPC with not found, and returns the calls it got.
func service(t *testing.T) (address string, asked func() []call) {
	t.Helper()
	var mu sync.Mutex
	var calls []call
	s := grpc.NewServer(grpc.UnknownServiceHandler(func(_ any, stream grpc.ServerStream) error {
		md, _ := metadata.FromIncomingContext(stream.Context())
		method, _ := grpc.MethodFromServerStream(stream)
		mu.Lock()
		defer mu.Unlock()
		calls = append(calls, call{method, md})
		return status.Error(codes.NotFound, "")
	}))
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = s.Serve(l) }()
	t.Cleanup(s.Stop)
	return "http://" + l.Addr().String(), func() []call {
		mu.Lock()
		defer mu.Unlock()
		out := calls
		calls = nil
		return out
	}
}

// TestServicesReceiveOnlyTheGatewaysHeaders: grpc-gateway would forward a caller's headers Grpc-Metadata-….
func TestServicesReceiveOnlyTheGatewaysHeaders(t *testing.T) {
	t.Parallel()
	address, asked := service(t)
	h := handler(t, func(c *Config) { c.ApprovalsURL = address })
	get(h, http.MethodGet, "/api/approvals", "Approval-Secret", "for links only", "Grpc-Metadata-Vitrine-Principal", "forged", "Vitrine-Principal", "forged",
		"Grpc-Metadata-Vitrine-Client-Ip", "203.0.113.5", "Vitrine-Client-Ip", "203.0.113.5", "Grpc-Metadata-Idempotency-Key", "forged", "User-Agent", "browser", "Vitrine-User-Agent", "forged",
		"Cookie", "a=b", "Idempotency-Key", "mine")
	calls := asked()
	if len(calls) != 1 {
		t.Fatalf("%d calls of the service, want 1", len(calls))
	}
	md := calls[0].said
	if got := md.Get("vitrine-principal"); len(got) != 1 || strings.Contains(got[0], "forged") {
		t.Errorf("vitrine-principal = %q, want the gateway's token only", got)
	}
	if got := md.Get("approval-secret"); len(got) != 0 {
		t.Errorf("approval-secret = %q, want none on a call that doesn't decide", got)
	}
	for name, want := range map[string]string{"vitrine-client-ip": "192.0.2.1", "idempotency-key": "mine", "vitrine-user-agent": "browser"} {
		if got := md.Get(name); len(got) != 1 || got[0] != want {
			t.Errorf("%s: %q, want %q once", name, got, want)
		}
	}
	for name := range md {
		if strings.HasPrefix(name, "grpcgateway-") || name == "cookie" {
			t.Errorf("the service received the header %s, want it removed", name)
		}
	}
}

// secret looks like the secret of an approval link.
var secret = strings.Repeat("A", 43)

// TestASecretInAnAddressIsRefused: proxies log addresses. The error says where the secret belongs, and no service is called.
func TestASecretInAnAddressIsRefused(t *testing.T) {
	t.Parallel()
	address, asked := service(t)
	h := handler(t, func(c *Config) { c.ApprovalsURL = address })
	for _, call := range []string{"GET " + secret, "POST " + secret + "/approve", "POST " + secret + "/reject", "GET " + secret + "/"} {
		method, path, _ := strings.Cut(call, " ")
		res := get(h, method, "/api/approvals/"+path)
		if got := said(t, res); res.StatusCode != http.StatusGone || !strings.Contains(got, `"code":"secret_in_path"`) || !strings.Contains(got, "Approval-Secret") {
			t.Errorf("%s: %d %s, want 410 secret_in_path", call, res.StatusCode, got)
		}
	}
	get(h, http.MethodGet, "/api/approvals/link?secret="+secret)
	for _, c := range asked() {
		if len(c.said.Get("approval-secret")) != 0 {
			t.Errorf("the secret in the path was sent to %s, want it removed", c.method)
		}
	}
}

// TestLookingAtAnApprovalDecidesNothing: mail scanners use every safe method.
func TestLookingAtAnApprovalDecidesNothing(t *testing.T) {
	t.Parallel()
	address, asked := service(t)
	var mu sync.Mutex
	var seen []string
	site := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		seen = append(seen, r.Method+" "+r.URL.Path)
	}))
	t.Cleanup(site.Close)
	h := handler(t, func(c *Config) { c.SiteURL, c.ApprovalsURL = site.URL, address })
	const link = "/api/approvals/link"
	for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodOptions, http.MethodTrace} {
		for _, path := range []string{link, link + "/approve", link + "/reject", "/api/approvals/by-signature", "/api/approvals"} {
			get(h, method, path, "Approval-Secret", secret, "X-Http-Method-Override", "POST", "Content-Type", "application/x-www-form-urlencoded")
			for _, c := range asked() {
				if !strings.HasSuffix(c.method, "/GetApproval") && !strings.HasSuffix(c.method, "/ListApprovals") {
					t.Errorf("%s %s called %s, want only reads", method, path, c.method)
				}
			}
		}
	}
	// The opposite case, so that this test can fail.
	get(h, http.MethodPost, link+"/approve", "Approval-Secret", secret)
	if calls := asked(); len(calls) != 1 || !strings.HasSuffix(calls[0].method, "/Approve") || !slices.Equal(calls[0].said.Get("approval-secret"), []string{secret}) {
		t.Errorf("deciding called %v, want Approve with the secret", calls)
	}

	pages := []string{"/en/approve-token-withdrawal/", "/en/withdraw-token-approve-page/", "/en/approve-payout-wallet-update/", "/en/payout-wallet-approve-page/"}
	var want []string
	for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodOptions} {
		for _, path := range pages {
			get(h, method, path)
			if method != http.MethodOptions {
				want = append(want, method+" "+path)
			}
		}
	}
	if !slices.Equal(seen, want) {
		t.Errorf("requests to the site = %v, want %v", seen, want)
	}
	if calls := asked(); len(calls) != 0 {
		t.Errorf("opening the pages called %v, want no call", calls)
	}
}

// hosted runs a gateway as its program does and returns its address.
func hosted(t *testing.T, change func(*Config)) string {
	t.Helper()
	svc := open(t, change)
	ctx, end := context.WithCancel(t.Context())
	ready, ended := make(chan string, 1), make(chan error, 1)
	go func() {
		defer close(ended)
		ended <- kit.Host(ctx, "gateway", kit.Listen{Addr: "127.0.0.1:0", Ready: func(addr string) { ready <- addr }}, svc, testkit.Log(t))
	}()
	t.Cleanup(func() {
		end()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	select {
	case addr := <-ready:
		return addr
	case err := <-ended:
		t.Fatal(err)
		return ""
	}
}

func dial(t *testing.T, addr string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	if err := c.SetDeadline(time.Now().Add(30 * time.Second)); err != nil {
		t.Fatal(err)
	}
	return c
}

// TestAMegabyteOfHeadersIsRefused, in one line and in many, before anything of ours sees it.
func TestAMegabyteOfHeadersIsRefused(t *testing.T) {
	t.Parallel()
	addr := hosted(t, nil)
	for what, headers := range map[string]string{
		"one header":   "X-A: " + strings.Repeat("a", 1<<20) + "\r\n",
		"many headers": strings.Repeat("X-A: "+strings.Repeat("a", 1000)+"\r\n", 1000),
	} {
		c := dial(t, addr)
		go func() { _, _ = fmt.Fprint(c, "GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n"+headers+"\r\n") }()
		res, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil {
			t.Fatalf("%s: no response: error = %v, want nil", what, err)
		}
		if res.StatusCode != http.StatusRequestHeaderFieldsTooLarge {
			t.Errorf("%s: %d, want 431", what, res.StatusCode)
		}
	}
}

// TestNothingIsDecompressed: a small gzip body is not expanded.
func TestNothingIsDecompressed(t *testing.T) {
	t.Parallel()
	var bomb bytes.Buffer
	zip := gzip.NewWriter(&bomb)
	if _, err := io.Copy(zip, io.LimitReader(zeros{}, 100<<20)); err != nil {
		t.Fatal(err)
	}
	if err := zip.Close(); err != nil {
		t.Fatal(err)
	}
	var passed atomic.Int64
	upstream := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		n, err := io.Copy(io.Discard, r.Body)
		if err != nil {
			t.Error(err)
		}
		passed.Store(n)
	}))
	t.Cleanup(upstream.Close)
	h := handler(t, func(c *Config) { c.CatalogURL, c.CheckoutURL = upstream.URL, upstream.URL })
	for path, want := range map[string]struct {
		status int
		passed int
	}{
		"/api/checkouts": {400, 0}, "/api/profileUploads": {401, 0}, "/rpc/31337": {200, 0}, "/graphql": {200, bomb.Len()}, "/api/webhooks/stripe": {200, bomb.Len()},
	} {
		t.Run(path, func(t *testing.T) {
			passed.Store(0)
			r := httptest.NewRequest(http.MethodPost, path, bytes.NewReader(bomb.Bytes()))
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("Content-Encoding", "gzip")
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			if w.Code != want.status || int(passed.Load()) != want.passed {
				t.Errorf("got %d %s, %d bytes passed on, want %d and %d", w.Code, w.Body, passed.Load(), want.status, want.passed)
			}
			if path == "/rpc/31337" && !strings.Contains(w.Body.String(), `"code":-32700`) {
				t.Errorf("got %s, want a JSON-RPC parse error", w.Body)
			}
		})
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// TestAFormerAlertLinkRedirectsToThePage: emails of earlier versions link to an address that responded itself. The secret moves to the
// fragment, and only the page's own call sends it, in a header.
func TestAFormerAlertLinkRedirectsToThePage(t *testing.T) {
	t.Parallel()
	address, asked := service(t)
	h := handler(t, func(c *Config) { c.ProfilesURL = address })
	res := get(h, http.MethodGet, "/api/payout-alerts/"+secret)
	if got := res.Header.Get("Location"); res.StatusCode != http.StatusSeeOther || !strings.HasSuffix(got, "/en/payout-alert/#"+secret) {
		t.Errorf("former link: status = %d, Location %q, want 303 to …/en/payout-alert/#%s", res.StatusCode, got, secret)
	}
	if res := get(h, http.MethodPost, "/api/payout-alerts/"+secret); res.StatusCode < 400 {
		t.Errorf("POST to a former link: status = %d, want 4xx", res.StatusCode)
	}
	for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodOptions} {
		for _, path := range []string{"/api/payout-alerts/link", "/api/payout-alerts/link/stop"} {
			get(h, method, path, "Approval-Secret", secret, "X-Http-Method-Override", "POST")
		}
	}
	for _, c := range asked() {
		if !strings.HasSuffix(c.method, "/GetPayoutAlert") || !slices.Equal(c.said.Get("approval-secret"), []string{secret}) {
			t.Errorf("opening the link called %s with %v, want GetPayoutAlert with the secret", c.method, c.said)
		}
	}
	get(h, http.MethodPost, "/api/payout-alerts/link/stop", "Approval-Secret", secret)
	if calls := asked(); len(calls) != 1 || !strings.HasSuffix(calls[0].method, "/StopPayoutChange") || !slices.Equal(calls[0].said.Get("approval-secret"), []string{secret}) {
		t.Errorf("stopping called %v, want StopPayoutChange with the secret", calls)
	}
}

// TestStoppingEmailsByOneClick: the POST request of a mail program becomes the call that stops emails. Opening the address leads to the
// page and calls nothing.
func TestStoppingEmailsByOneClick(t *testing.T) {
	t.Parallel()
	address, asked := service(t)
	h := handler(t, func(c *Config) { c.ProfilesURL = address })
	for _, method := range []string{http.MethodGet, http.MethodHead} {
		res := get(h, method, "/api/stop-emails/"+secret)
		if got := res.Header.Get("Location"); res.StatusCode != http.StatusSeeOther || got != "/en/stop-emails/#"+secret || res.Header.Get("Referrer-Policy") != "no-referrer" {
			t.Errorf("%s: status = %d, Location %q, Referrer-Policy %q, want 303 to /en/stop-emails/#%s, no-referrer", method, res.StatusCode, got, res.Header.Get("Referrer-Policy"), secret)
		}
	}
	if calls := asked(); len(calls) != 0 {
		t.Errorf("opening the link called %v, want no call", calls)
	}
	r := httptest.NewRequest(http.MethodPost, "/api/stop-emails/"+secret, strings.NewReader("List-Unsubscribe=One-Click"))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	calls := asked()
	if len(calls) != 1 || !strings.HasSuffix(calls[0].method, "/StopEmails") || !slices.Equal(calls[0].said.Get("approval-secret"), []string{secret}) {
		t.Errorf("status %d, one-click POST called %v, want StopEmails with the secret", w.Code, calls)
	}
}
