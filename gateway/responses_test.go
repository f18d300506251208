package gateway

import (
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/nats-io/nats-server/v2/server"
	"google.golang.org/protobuf/proto"

	"github.com/vitrine/vitrine/kit/bus"
	"github.com/vitrine/vitrine/kit/freshness"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/testkit"
	catalogv1 "github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1"
)

// dataAPI is a data API behind a gateway with a broker. Its responses are cacheable, and each is another one.
type dataAPI struct {
	http.Handler

	t       *testing.T
	broker  *server.Server
	bus     *bus.Bus
	version atomic.Int64
	valid   time.Duration
	calls   atomic.Int64
	// person sends the requests; nil for nobody who is known.
	person *identity.Principal
	// before runs before a response is sent.
	before func()
}

func cachedAPI(t *testing.T) *dataAPI {
	t.Helper()
	d := &dataAPI{t: t, broker: testkit.Broker(t, t.TempDir(), 0), valid: time.Minute, before: func() {}}
	d.version.Store(1)
	catalog := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n := d.calls.Add(1)
		d.before()
		h := w.Header()
		h.Set("Content-Type", "application/json; charset=utf-8")
		h.Set("Cache-Control", "no-store")
		h.Set("Vary", "Accept")
		if r.Header.Get(identity.Header) == "" {
			h.Set(freshness.Header, freshness.Freshness{Version: d.version.Load(), For: d.valid}.String())
		}
		if r.Method == http.MethodGet {
			h.Set("Cache-Control", "public, max-age=0, s-maxage=5")
			h.Set("ETag", `"v1"`)
			if r.Header.Get("If-None-Match") == `"v1"` {
				w.WriteHeader(http.StatusNotModified)
				return
			}
		}
		if r.URL.Query().Has("refuse") {
			w.WriteHeader(http.StatusBadRequest)
		}
		_, _ = fmt.Fprintf(w, `{"data":{"call":%d,"text":"%s"}}`, n, strings.Repeat("tide ", 400))
	}))
	t.Cleanup(catalog.Close)
	svc := open(t, func(c *Config) { c.CatalogURL, c.NATSURL = catalog.URL, d.broker.ClientURL() })
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- svc.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	mux := http.NewServeMux()
	svc.Mount(mux)
	d.Handler = svc.Extras().Wrap(mux)
	var err error
	if d.bus, err = bus.Dial(t.Context(), d.broker.ClientURL(), testkit.Log(t)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.bus.Close)
	testkit.Eventually(t, 20*time.Second, func() bool { return d.isKept("{ready}") })
	return d
}

// send sends a query and returns the response with its text.
func (d *dataAPI) send(method, query string, headers ...string) (*http.Response, string) {
	d.t.Helper()
	r := httptest.NewRequest(method, "/graphql", strings.NewReader(`{"query":"`+query+`"}`))
	if method != http.MethodPost {
		r = httptest.NewRequest(method, "/graphql?query="+query, nil)
	}
	r.RemoteAddr = "192.0.2.1:1234"
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	if d.person != nil {
		r = r.WithContext(identity.With(r.Context(), d.person))
	}
	w := httptest.NewRecorder()
	d.ServeHTTP(w, r)
	res := w.Result()
	return res, said(d.t, res)
}

// isKept reports whether a second request gets the response to the first one, without reaching the data API.
func (d *dataAPI) isKept(query string, headers ...string) bool {
	d.t.Helper()
	_, first := d.send(http.MethodPost, query, headers...)
	calls := d.calls.Load()
	_, second := d.send(http.MethodPost, query, headers...)
	return first == second && d.calls.Load() == calls
}

// changes publishes an event of the catalog.
func (d *dataAPI) changes(id string) {
	d.t.Helper()
	e := &catalogv1.AvailabilityChanged{ArtworkId: 1, Sold: 1}
	payload, err := proto.Marshal(e)
	if err != nil {
		d.t.Fatal(err)
	}
	if _, err := d.bus.Publish(d.t.Context(), bus.Message{ID: id, Subject: bus.SubjectOf(e), Payload: payload}); err != nil {
		d.t.Fatal(err)
	}
}

// endsEarly reports whether a change ends a kept response before its time does. On a busy machine an event may take longer, so there are several attempts.
func (d *dataAPI) endsEarly(query string, change func(attempt int)) bool {
	d.t.Helper()
	for attempt := range 5 {
		began := time.Now()
		_, before := d.send(http.MethodPost, query)
		change(attempt)
		now := before
		testkit.Eventually(d.t, time.Minute, func() bool {
			_, now = d.send(http.MethodPost, query)
			return now != before
		})
		if time.Since(began) < 4*time.Second {
			return true
		}
	}
	return false
}

// TestAnonymousResponsesAreKept: a response from memory is the data API's, with the same limits and headers.
func TestAnonymousResponsesAreKept(t *testing.T) {
	t.Parallel()
	d := cachedAPI(t)
	first, body := d.send(http.MethodPost, "{a}")
	again, same := d.send(http.MethodPost, "{a}")
	if same != body {
		t.Errorf("second response = %s, want %s", same, body)
	}
	for _, name := range []string{"Content-Type", "Cache-Control", "Content-Security-Policy", "X-Content-Type-Options", "Ratelimit-Policy"} {
		if got, want := again.Header.Get(name), first.Header.Get(name); got != want || want == "" {
			t.Errorf("%s of a kept response = %q, want %q", name, got, want)
		}
	}
	if first.Header.Get(freshness.Header)+again.Header.Get(freshness.Header) != "" {
		t.Errorf("the gateway passed on %s, want it removed", freshness.Header)
	}
	if again.Header.Get("Ratelimit") == "" {
		t.Error("a kept response has no Ratelimit, want it counted")
	}
	for name, other := range map[string][]string{"query": {"{b}"}, "media type": {"{a}", "Accept", "application/graphql-response+json"}} {
		calls := d.calls.Load()
		if d.send(http.MethodPost, other[0], other[1:]...); d.calls.Load() != calls+1 {
			t.Errorf("another %s: the data API got %d requests, want 1", name, d.calls.Load()-calls)
		}
	}
	// Every browser has a cookie with its language, which the data API doesn't receive.
	if calls := d.calls.Load(); !d.isKept("{c}", "Accept", "application/json", "Cookie", "language=en") || d.calls.Load() != calls+1 {
		t.Errorf("the data API got %d requests for two of the same, want 1", d.calls.Load()-calls)
	}
}

// TestNotKept: nothing is kept for people, for the site, or if the data API doesn't allow it.
func TestNotKept(t *testing.T) {
	t.Parallel()
	d := cachedAPI(t)
	for name, headers := range map[string][]string{
		"the site":                 {"Vitrine-Site", "fedcba9876543210"},
		"a request with a key":     {"Idempotency-Key", "1"},
		"a query that is too long": {"Accept", strings.Repeat("x", 16<<10)},
	} {
		t.Run(name, func(t *testing.T) {
			if d.isKept("{ready}", headers...) {
				t.Error("the second request got the first response, want its own")
			}
		})
	}
	if !d.isKept("{ready}") {
		t.Error("requests of others ended a kept response, want it kept")
	}
	d.person = &identity.Principal{Subject: "a1"}
	if d.isKept("{ready}") {
		t.Error("a person got a kept response, want their own")
	}
	d.person = nil
	d.valid = 0
	if d.isKept("{a}") {
		t.Error("a response that isn't valid for long was kept, want it forwarded")
	}
	d.valid = time.Minute
	for range 2 {
		calls := d.calls.Load()
		if res, _ := d.send(http.MethodGet, "{a}&refuse"); res.StatusCode != http.StatusBadRequest || d.calls.Load() != calls+1 {
			t.Errorf("a refused query: status = %d, %d requests to the data API, want 400 and 1", res.StatusCode, d.calls.Load()-calls)
		}
	}
}

// TestKeptResponsesEnd with a change, also a change while the data API still prepares a response, and with their time.
func TestKeptResponsesEnd(t *testing.T) {
	t.Parallel()
	d := cachedAPI(t)
	if !d.endsEarly("{ready}", func(attempt int) { d.changes(fmt.Sprint("an event ", attempt)) }) {
		t.Error("a response was kept after an event, want it forwarded")
	}
	if !d.isKept("{ready}") {
		t.Error("nothing is kept after a change, want the new response")
	}
	another := func(attempt int) {
		d.version.Add(1)
		d.send(http.MethodPost, fmt.Sprint("{other}", attempt))
	}
	if !d.endsEarly("{ready}", another) {
		t.Error("a response of an earlier version was kept, want it forwarded")
	}

	// An event arrives while the data API prepares a response.
	first := true
	d.before = func() {
		if first {
			first = false
			d.endsEarly("{ready}", func(attempt int) { d.changes(fmt.Sprint("another event ", attempt)) })
		}
	}
	_, before := d.send(http.MethodPost, "{slow}")
	if _, now := d.send(http.MethodPost, "{slow}"); now == before {
		t.Error("a response from before an event is kept, want it forwarded")
	}

	d.valid = time.Second
	_, before = d.send(http.MethodPost, "{soon}")
	testkit.Eventually(t, time.Minute, func() bool {
		_, now := d.send(http.MethodPost, "{soon}")
		return now != before
	})
}

// TestNothingIsKeptWithoutTheBroker: a change could not be noticed. Once the broker is back, responses from before are not used.
func TestNothingIsKeptWithoutTheBroker(t *testing.T) {
	t.Parallel()
	d := cachedAPI(t)
	address := d.broker.Addr().(*net.TCPAddr)
	dir := d.broker.StoreDir()
	testkit.StopBroker(d.broker)
	testkit.Eventually(t, 20*time.Second, func() bool { return !d.isKept("{ready}") })
	testkit.Broker(t, filepath.Dir(dir), address.Port)
	testkit.Eventually(t, 30*time.Second, func() bool { return d.isKept("{ready}") })
}

// TestKeptVersions: shared caches see the same versions from memory as from the data API.
func TestKeptVersions(t *testing.T) {
	t.Parallel()
	d := cachedAPI(t)
	first, body := d.send(http.MethodGet, "{a}")
	calls := d.calls.Load()
	kept, same := d.send(http.MethodGet, "{a}")
	for _, name := range []string{"ETag", "Cache-Control"} {
		if got, want := kept.Header.Get(name), first.Header.Get(name); got != want || want == "" {
			t.Errorf("%s of a kept response = %q, want %q", name, got, want)
		}
	}
	if same != body || kept.Header.Get("Age") == "" || strings.Join(kept.Header.Values("Vary"), ", ") != "Accept, Accept-Encoding" {
		t.Errorf("kept response = %v %.40s, want %.40s with its age and Vary", kept.Header, same, body)
	}
	const ok, unchanged = http.StatusOK, http.StatusNotModified
	for version, status := range map[string]int{`"v1"`: unchanged, `W/"v1"`: unchanged, `"v0", "v1"`: unchanged, `"v0"`: ok} {
		res, text := d.send(http.MethodGet, "{a}", "If-None-Match", version)
		if res.StatusCode != status || (text == "") != (status == unchanged) || res.Header.Get("ETag") != `"v1"` || res.Header.Get("Cache-Control") == "" {
			t.Errorf("If-None-Match %s: status = %d, %v, %d bytes, want %d with the version", version, res.StatusCode, res.Header, len(text), status)
		}
	}
	if n := d.calls.Load() - calls; n != 0 {
		t.Errorf("the data API got %d requests, want none", n)
	}
	if res, _ := d.send(http.MethodHead, "{a}"); res.StatusCode != http.StatusOK || d.calls.Load() == calls {
		t.Errorf("HEAD: status = %d, want it forwarded", res.StatusCode)
	}
}

// TestKeptResponsesAreCompressed for callers that accept it.
func TestKeptResponsesAreCompressed(t *testing.T) {
	t.Parallel()
	d := cachedAPI(t)
	_, want := d.send(http.MethodGet, "{a}")
	for accepted, encoding := range map[string]string{
		"": "", "br": "", "identity": "", "gzip": "gzip", "gzip, deflate, br, zstd": "zstd", "gzip;q=0": "", "zstd;q=0, gzip;q=1.0": "gzip",
	} {
		res, text := d.send(http.MethodGet, "{a}", "Accept-Encoding", accepted)
		if got := res.Header.Get("Content-Encoding"); got != encoding || res.Header.Get("Content-Length") != fmt.Sprint(len(text)) {
			t.Errorf("accepting %q: Content-Encoding = %q, Content-Length %s of %d, want %q", accepted, got, res.Header.Get("Content-Length"), len(text), encoding)
			continue
		}
		var plain io.Reader = strings.NewReader(text)
		var err error
		switch encoding {
		case "gzip":
			plain, err = gzip.NewReader(plain)
		case "zstd":
			plain, err = zstd.NewReader(plain)
		}
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(plain); err != nil || string(got) != want {
			t.Errorf("accepting %q: %.40s, %v, want %.40s", accepted, got, err, want)
		}
		if tag := res.Header.Get("ETag"); (tag == `"v1"`) != (encoding == "") || strings.TrimPrefix(tag, "W/") != `"v1"` {
			t.Errorf("accepting %q: ETag = %s, want a weak one for compressed bytes", accepted, tag)
		}
	}
}
