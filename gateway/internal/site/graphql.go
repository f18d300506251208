package site

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"golang.org/x/time/rate"

	"github.com/vitrine/vitrine/gateway/internal/body"
	"github.com/vitrine/vitrine/gateway/internal/limit"
	"github.com/vitrine/vitrine/gateway/internal/problem"
	"github.com/vitrine/vitrine/gateway/internal/upstream"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/tracing"
)

// The request headers that the data API reads, and the response headers that it sets.
var (
	requestHeaders  = []string{"Accept", "Content-Type", "Idempotency-Key", "If-None-Match"}
	responseHeaders = []string{"Allow", "Cache-Control", "Cache-Tag", "Content-Type", "Etag", "Retry-After", "Surrogate-Key", "Vary"}
)

// maxResponse limits a response of the data API, in bytes. A list of the largest page has less than a hundredth of it.
const maxResponse = 64 << 20

// refusedCost is how many requests a refused query counts as, because an invalid or complex query is expensive to refuse.
const refusedCost = 10

// GraphQL forwards requests to the data API and puts responses into kept. It is cheaper than Pass: bodies are small and buffered on both sides, and it
// forwards only the headers that the API uses, with a token for the user.
func GraphQL(target *url.URL, keys *identity.Keys, kept *Responses, spend func(r *http.Request, more int), log *slog.Logger) http.Handler {
	to := newAsPerson(target, keys, requestHeaders, responseHeaders, log)
	seldom := rate.Sometimes{Interval: time.Second}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		sent, err := body.Of(r)
		if err != nil {
			problem.Body(w, err)
			return
		}
		received := time.Now()
		key, anonymous := kept.key(r, sent)
		res, ok := to.forward(w, r, sent)
		switch {
		case !ok:
		case res.status == http.StatusBadRequest:
			spend(r, refusedCost-1)
			account := ""
			if p, ok := identity.From(r.Context()); ok {
				account = p.Subject
			}
			seldom.Do(func() { log.InfoContext(r.Context(), "a query was refused", "account", account) })
		case anonymous:
			kept.put(key, received, res.status, res.header, res.body)
		}
	})
}

// The headers of resumable uploads in parts (the tus protocol).
var (
	uploadRequestHeaders  = []string{"Content-Type", "Tus-Resumable", "Upload-Length", "Upload-Metadata", "Upload-Offset"}
	uploadResponseHeaders = []string{"Allow", "Cache-Control", "Content-Type", "Location", "Retry-After", "Tus-Max-Size", "Tus-Resumable", "Upload-Length", "Upload-Offset"}
)

// Uploads forwards artists' uploads to the catalog, with a token for the user. Each request is a small part of a file.
func Uploads(target *url.URL, keys *identity.Keys, log *slog.Logger) http.Handler {
	to := newAsPerson(target, keys, uploadRequestHeaders, uploadResponseHeaders, log)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		sent, err := body.Of(r)
		if err != nil {
			problem.Body(w, err)
			return
		}
		to.forward(w, r, sent)
	})
}

// asPerson forwards requests to the catalog with the given headers only.
type asPerson struct {
	target                          *url.URL
	keys                            *identity.Keys
	requestHeaders, responseHeaders []string
	transport                       http.RoundTripper
	log                             *slog.Logger
}

func newAsPerson(target *url.URL, keys *identity.Keys, requestHeaders, responseHeaders []string, log *slog.Logger) *asPerson {
	transport := repeat(tracing.Transport(upstream.New(keys.Certificates().Transport(), responseTimeout, maxResponse)))
	return &asPerson{target, keys, requestHeaders, responseHeaders, transport, log}
}

// received is a whole response of the catalog.
type received struct {
	status int
	header http.Header
	body   []byte
}

// forward sends a request with its body, and the response to the caller. It reports false if there was none.
func (a *asPerson) forward(w http.ResponseWriter, r *http.Request, sent []byte) (received, bool) {
	out := (&http.Request{
		Method: r.Method, URL: &url.URL{Scheme: a.target.Scheme, Host: a.target.Host, Path: r.URL.Path, RawQuery: r.URL.RawQuery}, Host: r.Host,
		Header: make(http.Header, 8), ContentLength: int64(len(sent)), Body: http.NoBody,
	}).WithContext(r.Context())
	if len(sent) > 0 {
		out.Body = body.New(sent)
	}
	for _, name := range a.requestHeaders {
		if v := r.Header[name]; v != nil {
			out.Header[name] = v
		}
	}
	ip := limit.IP(r)
	out.Header["X-Forwarded-For"] = []string{ip}
	out.Header["User-Agent"] = nil // otherwise the transport adds one
	out.Header[tracing.RequestIDHeader] = []string{tracing.RequestID(r.Context())}
	if p, ok := identity.From(r.Context()); ok {
		known := *p
		known.IP = ip
		token, err := a.keys.Sign("catalog", &known)
		if err != nil {
			unavailable(w, r, a.log, err)
			return received{}, false
		}
		out.Header.Set(identity.Header, token)
	}
	res, err := exchange(a.transport, out)
	if err != nil {
		if !errors.Is(err, context.Canceled) {
			unavailable(w, r, a.log, err)
		}
		return received{}, false
	}
	h := w.Header()
	for _, name := range a.responseHeaders {
		if v := res.header[name]; v != nil {
			h[name] = v
		}
	}
	if r.Method != http.MethodHead && res.status != http.StatusNotModified && res.status != http.StatusNoContent {
		h["Content-Length"] = []string{strconv.Itoa(len(res.body))}
	}
	w.WriteHeader(res.status)
	_, _ = w.Write(res.body)
	return res, true
}

// exchange reads a whole response, so that a truncated one becomes an error instead of being sent
// partially.
func exchange(transport http.RoundTripper, r *http.Request) (out received, err error) {
	res, err := transport.RoundTrip(r)
	if err != nil {
		return out, err
	}
	defer func() { err = errors.Join(err, res.Body.Close()) }()
	out.status, out.header = res.StatusCode, res.Header
	out.body, err = body.OfResponse(res, maxResponse)
	return out, err
}
