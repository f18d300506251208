package site

import (
	"bytes"
	"context"
	"crypto/sha256"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/maypok86/otter/v2"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/vitrine/vitrine/gateway/internal/body"
	"github.com/vitrine/vitrine/gateway/internal/limit"
	"github.com/vitrine/vitrine/kit/bus"
	"github.com/vitrine/vitrine/kit/freshness"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/metrics"
)

const (
	// keptFor limits how old a response gets if the catalog's event about a change is late.
	keptFor = 5 * time.Second
	// keptBytes is the memory for responses, keptEntry about what one needs besides its body.
	keptBytes = 8 << 20
	keptEntry = 1 << 10
	// maxKey is the maximum length of a request whose response is kept, in bytes.
	maxKey = 16 << 10
	// eventsSince is how far back events are read after the connection to the broker was lost: further than any response that is still kept.
	eventsSince = 2 * keptFor
)

// Responses keeps responses to anonymous queries of the data API. They end when the catalog reports a change, and after keptFor. Without a connection
// to the broker, none is kept or used.
type Responses struct {
	kept    *otter.Cache[responseKey, *keptResponse]
	changes *bus.Watch
	used    *prometheus.CounterVec

	mu sync.Mutex
	// generation counts changes of the content, version is the catalog's.
	generation atomic.Uint64
	version    int64
}

// responseKey identifies a request, and the changes that were known when it was received.
type responseKey struct {
	generation           uint64
	method               string
	accept, sent, search string // headers and the query of the address
	body                 [sha256.Size]byte
}

// NewResponses returns an empty cache. Call Run to use it.
func NewResponses(log *slog.Logger) *Responses {
	c := &Responses{
		kept: otter.Must(&otter.Options[responseKey, *keptResponse]{
			MaximumWeight: keptBytes,
			// The compressed forms together are rarely larger than the body.
			Weigher:          func(k responseKey, r *keptResponse) uint32 { return uint32(k.size() + 2*len(r.body) + keptEntry) },
			ExpiryCalculator: otter.ExpiryWriting[responseKey, *keptResponse](keptFor),
		}),
		used: metrics.Register(prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "gateway_responses_total", Help: "Anonymous requests to the data API by whether the gateway had kept the response.",
		}, []string{"result"})),
	}
	c.changes = bus.NewPackageWatch("vitrine.catalog.v1", eventsSince, c.changed, log)
	return c
}

// Run follows the catalog's events until ctx ends.
func (c *Responses) Run(ctx context.Context, natsURL string) error {
	return c.changes.Run(ctx, natsURL)
}

// changed ends all responses, also those that are on their way.
func (c *Responses) changed() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.generation.Add(1)
}

func (k *responseKey) size() int { return len(k.accept) + len(k.sent) + len(k.search) }

// key returns the key of a request. It reports false if its response may not be kept, or a kept one not be used.
func (c *Responses) key(r *http.Request, text []byte) (k responseKey, ok bool) {
	post := r.Method == http.MethodPost
	if !post && r.Method != http.MethodGet || !c.changes.Current() {
		return k, false
	}
	h := r.Header
	// The site renders pages after an event, which may arrive here later. Cookies aren't forwarded, so no response depends on them.
	for _, name := range []string{"Authorization", "Idempotency-Key", limit.SiteHeader} {
		if h[name] != nil {
			return k, false
		}
	}
	if _, person := identity.From(r.Context()); person {
		return k, false
	}
	k = responseKey{
		generation: c.generation.Load(), method: r.Method,
		accept: strings.Join(h["Accept"], ","), sent: strings.Join(h["Content-Type"], ","), search: r.URL.RawQuery,
	}
	if k.size()+len(text) > maxKey {
		return k, false
	}
	k.body = sha256.Sum256(text)
	return k, true
}

// Wrap responds to requests whose response is kept, and passes others on.
func (c *Responses) Wrap(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if sent, ok := body.InMemory(r); ok {
			if k, ok := c.key(r, sent); ok {
				if res := c.get(k, time.Now()); res != nil {
					res.ServeHTTP(w, r)
					return
				}
			}
		}
		next.ServeHTTP(w, r)
	})
}

// get returns a response that is still valid, or nil.
func (c *Responses) get(k responseKey, now time.Time) *keptResponse {
	res, ok := c.kept.GetIfPresent(k)
	if ok = ok && now.Before(res.until); ok {
		c.used.WithLabelValues("hit").Inc()
		return res
	}
	c.used.WithLabelValues("miss").Inc()
	return nil
}

// put keeps a response to a request that was received at a time, if the catalog allows it and nothing has changed since.
func (c *Responses) put(k responseKey, received time.Time, status int, header http.Header, body []byte) {
	fresh, ok := freshness.Parse(header.Get(freshness.Header))
	if !ok || status != http.StatusOK || len(body) > keptBytes/16 {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if k.generation != c.generation.Load() {
		return
	}
	if c.version != fresh.Version { // a change without an event, or one whose event comes later
		c.version = fresh.Version
		k.generation = c.generation.Add(1)
	}
	c.kept.Set(k, &keptResponse{header: header, body: body, from: received, until: received.Add(min(fresh.For, keptFor))})
}

// keptResponse is a response in memory. Its forms are made when the first caller needs them, because many responses are never sent again.
type keptResponse struct {
	header            http.Header
	body              []byte
	from, until       time.Time
	plain, zstd, gzip form
}

// form is a body in one encoding, with its headers. Nothing changes them.
type form struct {
	once   sync.Once
	header http.Header
	body   []byte
}

// in returns the form in an encoding, which compress makes; "" stands for none.
func (k *keptResponse) in(f *form, coding string, compress func([]byte) []byte) *form {
	f.once.Do(func() {
		f.header, f.body = http.Header{}, k.body
		for _, name := range responseHeaders {
			if v := k.header[name]; v != nil {
				f.header[name] = slices.Clip(v)
			}
		}
		if len(k.body) >= least {
			f.header["Vary"] = append(f.header["Vary"], "Accept-Encoding")
		}
		if compress != nil {
			if small := compress(k.body); len(small) < len(k.body) {
				f.body, f.header["Content-Encoding"] = small, []string{coding}
				if tag := f.header["Etag"]; tag != nil {
					f.header["Etag"] = []string{"W/" + tag[0]} // other bytes, the same content
				}
			}
		}
		f.header["Content-Length"] = []string{strconv.Itoa(len(f.body))}
	})
	return f
}

// ServeHTTP implements http.Handler.
func (k *keptResponse) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var f *form
	switch {
	case len(k.body) >= least && accepts(r.Header, "zstd"):
		f = k.in(&k.zstd, "zstd", withZstd)
	case len(k.body) >= least && accepts(r.Header, "gzip"):
		f = k.in(&k.gzip, "gzip", withGzip)
	default:
		f = k.in(&k.plain, "", nil)
	}
	h := w.Header()
	maps.Copy(h, f.header)
	if tag := k.header["Etag"]; tag != nil {
		h["Age"] = []string{strconv.Itoa(int((time.Since(k.from) + time.Second - 1) / time.Second))}
		if matches(r.Header["If-None-Match"], tag[0]) {
			h.Del("Content-Encoding")
			h.Del("Content-Length")
			h.Del("Content-Type")
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	_, _ = w.Write(f.body)
}

// matches reports whether an If-None-Match header contains a version. The comparison is weak, as RFC 9110 requires.
func matches(header []string, tag string) bool {
	for candidate := range strings.SplitSeq(strings.Join(header, ","), ",") {
		if candidate = strings.TrimSpace(candidate); candidate == "*" || strings.TrimPrefix(candidate, "W/") == tag {
			return true
		}
	}
	return false
}

// zstds compresses at the level that other responses have. Its window is larger than any response that is kept.
var zstds = sync.OnceValue(func() *zstd.Encoder {
	w, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBetterCompression), zstd.WithWindowSize(keptBytes/16), zstd.WithEncoderConcurrency(1))
	if err != nil {
		panic(err) // the options are constant
	}
	return w
})

func withZstd(body []byte) []byte { return zstds().EncodeAll(body, make([]byte, 0, len(body)/4)) }

// gzips are used again because each has half a megabyte of search state.
var gzips = sync.Pool{New: func() any { return gzip.NewWriter(io.Discard) }}

func withGzip(body []byte) []byte {
	w := gzips.Get().(*gzip.Writer)
	defer gzips.Put(w)
	small := bytes.NewBuffer(make([]byte, 0, len(body)/4))
	w.Reset(small)
	_, _ = w.Write(body) // a buffer returns no error
	_ = w.Close()
	return small.Bytes()
}
