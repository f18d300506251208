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
			Weigher:          func(k responseKey, r *keptResponse) uint32 { return uint32(k.size() + 2*len(r.plain.body) + keptEntry) },
			ExpiryCalculator: otter.ExpiryWriting[responseKey, *keptResponse](keptFor),
		}),
		used: metrics.Register(prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "gateway_graphql_kept_total", Help: "Anonymous requests to the data API, and whether the gateway had kept the response.",
		}, []string{"outcome"})),
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
func (c *Responses) key(r *http.Request, body []byte) (k responseKey, ok bool) {
	post := r.Method == http.MethodPost
	if !post && r.Method != http.MethodGet || !c.changes.Current() {
		return k, false
	}
	h := r.Header
	// The site renders pages after an event, which may arrive here later.
	for _, name := range []string{"Authorization", "Cookie", "Idempotency-Key", limit.SiteHeader} {
		if h[name] != nil {
			return k, false
		}
	}
	if _, person := identity.From(r.Context()); person {
		return k, false
	}
	k = responseKey{generation: c.generation.Load(), method: r.Method, accept: strings.Join(h["Accept"], ","), sent: strings.Join(h["Content-Type"], ","), search: r.URL.RawQuery}
	if k.size()+len(body) > maxKey {
		return k, false
	}
	k.body = sha256.Sum256(body)
	return k, true
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
	res := keep(header, body, received, received.Add(min(fresh.For, keptFor)))
	c.mu.Lock()
	defer c.mu.Unlock()
	if k.generation != c.generation.Load() {
		return
	}
	if c.version != fresh.Version { // a change without an event, or one whose event comes later
		c.version = fresh.Version
		k.generation = c.generation.Add(1)
	}
	k.accept, k.sent, k.search = strings.Clone(k.accept), strings.Clone(k.sent), strings.Clone(k.search)
	c.kept.Set(k, res)
}

// keptResponse is a response in memory. Nothing changes it.
type keptResponse struct {
	tag         string // the version that a shared cache sends; "" for a POST
	from, until time.Time
	plain       form
	zstd, gzip  func() form
}

// form is a body in one encoding, with its headers.
type form struct {
	header http.Header
	body   []byte
}

// keep returns a response whose body is compressed when the first caller needs it, and once for each encoding.
func keep(header http.Header, body []byte, from, until time.Time) *keptResponse {
	plain := http.Header{}
	for _, name := range responseHeaders {
		if v := header[name]; v != nil {
			plain[name] = slices.Clip(v)
		}
	}
	encoded := func(coding string, compress func([]byte) []byte) func() form {
		return sync.OnceValue(func() form {
			small := compress(body)
			if len(small) >= len(body) {
				return newForm(plain, body)
			}
			h := maps.Clone(plain)
			h["Content-Encoding"] = []string{coding}
			if tag := h.Get("Etag"); tag != "" {
				h["Etag"] = []string{"W/" + tag} // other bytes, the same content
			}
			return newForm(h, small)
		})
	}
	res := &keptResponse{tag: plain.Get("Etag"), from: from, until: until}
	if len(body) >= least {
		plain["Vary"] = append(slices.Clone(plain["Vary"]), "Accept-Encoding")
		res.zstd, res.gzip = encoded("zstd", withZstd), encoded("gzip", withGzip)
	}
	res.plain = newForm(plain, body)
	return res
}

func newForm(header http.Header, body []byte) form {
	header = maps.Clone(header)
	header["Content-Length"] = []string{strconv.Itoa(len(body))}
	return form{header, body}
}

// ServeHTTP implements http.Handler.
func (k *keptResponse) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f := k.plain
	switch {
	case k.zstd == nil:
	case accepts(r.Header, "zstd"):
		f = k.zstd()
	case accepts(r.Header, "gzip"):
		f = k.gzip()
	}
	h := w.Header()
	maps.Copy(h, f.header)
	if k.tag != "" {
		h["Age"] = []string{strconv.Itoa(int((time.Since(k.from) + time.Second - 1) / time.Second))}
		if matches(r.Header["If-None-Match"], k.tag) {
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
