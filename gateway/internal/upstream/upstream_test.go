package upstream

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/vitrine/vitrine/gateway/internal/body"
)

// upstream starts a server and returns a transport for it, and how many connections it accepted.
func upstream(t *testing.T, h http.HandlerFunc) (s *httptest.Server, to *Transport, opened *atomic.Int64) {
	t.Helper()
	opened = new(atomic.Int64)
	s = httptest.NewUnstartedServer(h)
	s.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			opened.Add(1)
		}
	}
	s.Start()
	t.Cleanup(s.Close)
	to = New(http.DefaultTransport.(*http.Transport), 10*time.Second, 1<<20)
	t.Cleanup(to.CloseIdleConnections)
	return s, to, opened
}

func send(ctx context.Context, to *Transport, method, url, body string) (status int, text string, err error) {
	r, err := http.NewRequestWithContext(ctx, method, url, strings.NewReader(body))
	if err != nil {
		return 0, "", err
	}
	res, err := to.RoundTrip(r)
	if err != nil {
		return 0, "", err
	}
	out, err := io.ReadAll(res.Body)
	if len(out) == 0 && res.Body != http.NoBody {
		err = errors.New("an empty body isn't http.NoBody")
	}
	return res.StatusCode, string(out), errors.Join(err, res.Body.Close())
}

// echo responds with the request's body.
func echo(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	_, _ = w.Write(body)
}

func TestResponses(t *testing.T) {
	t.Parallel()
	s, to, opened := upstream(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		switch r.URL.Path {
		case "/chunked":
			w.WriteHeader(http.StatusAccepted)
			_ = http.NewResponseController(w).Flush()
			_, _ = io.WriteString(w, "in parts")
		case "/nothing":
			w.WriteHeader(http.StatusNoContent)
		case "/early":
			w.WriteHeader(http.StatusEarlyHints)
			_, _ = io.WriteString(w, "then this")
		case "/large", "/large/chunked":
			if r.URL.Path == "/large/chunked" {
				_ = http.NewResponseController(w).Flush()
			}
			_, _ = io.WriteString(w, strings.Repeat("x", 1<<20+1))
		default:
			_, _ = io.WriteString(w, r.Method+" "+r.URL.RawQuery+" "+string(body))
		}
	})
	for _, c := range []struct {
		method, path, body string
		status             int
		want               string
	}{
		{"POST", "/?q=1", "text", 200, "POST q=1 text"},
		{"GET", "/", "", 200, "GET  "},
		{"HEAD", "/", "", 200, ""},
		{"GET", "/chunked", "", 202, "in parts"},
		{"GET", "/nothing", "", 204, ""},
		{"GET", "/early", "", 200, "then this"},
	} {
		status, got, err := send(t.Context(), to, c.method, s.URL+c.path, c.body)
		if err != nil || status != c.status || got != c.want {
			t.Errorf("%s %s: %d %q, %v, want %d %q, nil", c.method, c.path, status, got, err, c.status, c.want)
		}
	}
	if n := opened.Load(); n != 1 {
		t.Errorf("%d connections for requests one after the other, want 1", n)
	}
	for _, path := range []string{"/large", "/large/chunked"} {
		if _, _, err := send(t.Context(), to, "GET", s.URL+path, ""); !errors.Is(err, errTooLarge) {
			t.Errorf("%s: error = %v, want %v", path, err, errTooLarge)
		}
	}
}

// TestTLS: a base's own way to open encrypted connections is used.
func TestTLS(t *testing.T) {
	t.Parallel()
	s := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, r.Proto) }))
	t.Cleanup(s.Close)
	to := New(http.DefaultTransport.(*http.Transport), 10*time.Second, 1<<20)
	if _, _, err := send(t.Context(), to, "GET", s.URL, ""); err == nil || !strings.Contains(err.Error(), "certificate") {
		t.Errorf("a certificate that nobody knows: error = %v, want one about it", err)
	}
	known := s.Client().Transport.(*http.Transport).Clone()
	known.DialTLSContext = func(ctx context.Context, network, address string) (net.Conn, error) {
		config := known.TLSClientConfig.Clone()
		config.ServerName = "example.com" // which httptest's certificate names
		plain, err := known.DialContext(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return tlsClient(ctx, plain, config)
	}
	known.DialContext = http.DefaultTransport.(*http.Transport).DialContext
	to = New(known, 10*time.Second, 1<<20)
	for range 2 {
		if status, got, err := send(t.Context(), to, "GET", s.URL, ""); err != nil || status != 200 || got != "HTTP/1.1" {
			t.Errorf("got %d %q, %v, want 200 HTTP/1.1, nil", status, got, err)
		}
	}
}

// TestClosedConnections: a connection that the server closed while nobody used it isn't used again.
func TestClosedConnections(t *testing.T) {
	t.Parallel()
	s, to, opened := upstream(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "ok") })
	for range 3 {
		if _, got, err := send(t.Context(), to, "POST", s.URL, "x"); err != nil || got != "ok" {
			t.Errorf("got %q, %v, want ok, nil", got, err)
		}
		s.CloseClientConnections()
		time.Sleep(10 * time.Millisecond) // until the end arrives here; without it the test can't fail
	}
	if n := opened.Load(); n != 3 {
		t.Errorf("%d connections, want 3", n)
	}
}

// TestRequestsAreSentOnce: a connection that ends after a request was sent says nothing about whether it was received.
// TestRequests: a server receives the same as from [http.Transport], however the body of the request is held.
func TestRequests(t *testing.T) {
	t.Parallel()
	var got string
	s, to, opened := upstream(t, func(_ http.ResponseWriter, r *http.Request) {
		all, err := io.ReadAll(r.Body)
		got = fmt.Sprintf("%s %s %s %v %d %v %s %v", r.Method, r.RequestURI, r.Host, r.Header, r.ContentLength, r.TransferEncoding, all, err)
	})
	plain := &http.Transport{DisableCompression: true}
	defer plain.CloseIdleConnections()
	bodies := map[string]func() io.ReadCloser{
		"memory": func() io.ReadCloser { return body.New([]byte("body")) },
		"none":   func() io.ReadCloser { return http.NoBody },
		"nil":    func() io.ReadCloser { return nil },
		"reader": func() io.ReadCloser { return io.NopCloser(io.LimitReader(strings.NewReader("body"), 4)) },
	}
	for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPatch, http.MethodDelete} {
		for name, sent := range bodies {
			for _, path := range []string{"", "/a%2Fb c?x=1&y=%0A", "/graphql?query={a}"} {
				for _, header := range []http.Header{
					{},
					{"User-Agent": nil},
					{"User-Agent": {"x"}, "Accept": {"a", "b"}, "Cookie": {"c"}},
					{"Host": {"other"}, "Content-Length": {"9"}},
				} {
					request := func() *http.Request {
						u, err := url.Parse(s.URL)
						if err != nil {
							t.Fatal(err)
						}
						u.Path, u.RawQuery, _ = strings.Cut(path, "?")
						r := (&http.Request{Method: method, URL: u, Host: "gallery.example", Header: header.Clone(), Body: sent()}).WithContext(t.Context())
						if name == "memory" || name == "reader" {
							r.ContentLength = 4
						}
						return r
					}
					if _, err := plain.RoundTrip(request()); err != nil {
						t.Fatal(err)
					}
					want := got
					if _, err := to.RoundTrip(request()); err != nil || got != want {
						t.Errorf("%s %q with %s: %v, the server received\n%s, want\n%s", method, path, name, err, got, want)
					}
				}
			}
		}
	}
	// A line break in a value doesn't begin another header.
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	r.Header["X-Line"] = []string{"a\r\nX-Other: b"}
	if _, err := to.RoundTrip(r); err != nil || !strings.Contains(got, "X-Line:[a  X-Other: b]") {
		t.Errorf("the server received %s, %v, want one header", got, err)
	}
	if n := opened.Load(); n > 2 {
		t.Errorf("%d connections were opened, want one each", n)
	}
}

func TestRequestsAreSentOnce(t *testing.T) {
	t.Parallel()
	var received atomic.Int64
	s, to, _ := upstream(t, func(w http.ResponseWriter, r *http.Request) {
		if received.Add(1) == 2 {
			c, _, err := http.NewResponseController(w).Hijack()
			if err == nil {
				_ = c.Close()
			}
			return
		}
		echo(w, r)
	})
	for _, method := range []string{"POST", "GET"} {
		received.Store(0)
		if _, _, err := send(t.Context(), to, method, s.URL, "x"); err != nil {
			t.Fatal(err)
		}
		if _, got, err := send(t.Context(), to, method, s.URL, "y"); !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("%s: %q, %v, want the end of the connection", method, got, err)
		}
		if n := received.Load(); n != 2 {
			t.Errorf("%s: %d requests were received, want 2", method, n)
		}
	}
}

// TestCallersMayLeave: the server notices, and an exchange that takes too long ends.
func TestCallersMayLeave(t *testing.T) {
	t.Parallel()
	arrived, left := make(chan struct{}, 2), make(chan struct{}, 2)
	s, to, _ := upstream(t, func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.ReadAll(r.Body)
		arrived <- struct{}{}
		<-r.Context().Done()
		left <- struct{}{}
	})
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-arrived
		cancel()
	}()
	if _, _, err := send(ctx, to, "POST", s.URL, "x"); !errors.Is(err, context.Canceled) {
		t.Errorf("error = %v, want %v", err, context.Canceled)
	}
	<-left
	to.timeout = 50 * time.Millisecond
	var timeout net.Error
	if _, _, err := send(t.Context(), to, "POST", s.URL, "x"); !errors.As(err, &timeout) || !timeout.Timeout() {
		t.Errorf("error = %v, want a timeout", err)
	}
	<-left
}

func TestManyCallers(t *testing.T) {
	t.Parallel()
	s, to, opened := upstream(t, echo)
	var wg sync.WaitGroup
	for i := range 32 {
		wg.Go(func() {
			want := strings.Repeat("x", 100*i)
			for range 20 {
				if _, got, err := send(t.Context(), to, "POST", s.URL, want); err != nil || got != want {
					t.Errorf("got %d bytes, %v, want %d, nil", len(got), err, len(want))
				}
			}
		})
	}
	wg.Wait()
	if n := opened.Load(); n > 32 {
		t.Errorf("%d connections for 32 callers, want at most as many", n)
	}
}

func tlsClient(ctx context.Context, plain net.Conn, config *tls.Config) (net.Conn, error) {
	c := tls.Client(plain, config)
	return c, c.HandshakeContext(ctx)
}
