package site

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"golang.org/x/time/rate"

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

// GraphQL forwards requests to the data API. It is cheaper than Pass: bodies are small and buffered on both sides, and it forwards only
// the headers that the API uses, with a token for the user.
func GraphQL(target *url.URL, keys *identity.Keys, spend func(r *http.Request, more int), log *slog.Logger) http.Handler {
	seldom := rate.Sometimes{Interval: time.Second}
	return asPerson(target, keys, requestHeaders, responseHeaders, func(r *http.Request, status int) {
		if status == http.StatusBadRequest {
			spend(r, refusedCost-1)
			account := ""
			if p, ok := identity.From(r.Context()); ok {
				account = p.Subject
			}
			seldom.Do(func() { log.InfoContext(r.Context(), "a query was refused", "account", account) })
		}
	}, log)
}

// The headers of resumable uploads in parts (the tus protocol).
var (
	uploadRequestHeaders  = []string{"Content-Type", "Tus-Resumable", "Upload-Length", "Upload-Metadata", "Upload-Offset"}
	uploadResponseHeaders = []string{"Allow", "Cache-Control", "Content-Type", "Location", "Retry-After", "Tus-Max-Size", "Tus-Resumable", "Upload-Length", "Upload-Offset"}
)

// Uploads forwards artists' uploads to the catalog, with a token for the user. Each request is a small part of a file.
func Uploads(target *url.URL, keys *identity.Keys, log *slog.Logger) http.Handler {
	return asPerson(target, keys, uploadRequestHeaders, uploadResponseHeaders, func(*http.Request, int) {}, log)
}

// asPerson forwards requests to the catalog with the given headers only. It calls done with the status of each response.
func asPerson(target *url.URL, keys *identity.Keys, requestHeaders, responseHeaders []string, done func(r *http.Request, status int), log *slog.Logger) http.Handler {
	transport := repeat(tracing.Transport(upstream.New(keys.Certificates().Transport(), responseTimeout, maxResponse)))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			problem.Body(w, err)
			return
		}
		out := (&http.Request{
			Method: r.Method, URL: &url.URL{Scheme: target.Scheme, Host: target.Host, Path: r.URL.Path, RawQuery: r.URL.RawQuery}, Host: r.Host,
			Header: make(http.Header, 8), ContentLength: int64(len(body)), Body: http.NoBody,
		}).WithContext(r.Context())
		if len(body) > 0 {
			out.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
			out.Body, _ = out.GetBody()
		}
		for _, name := range requestHeaders {
			if v := r.Header[name]; v != nil {
				out.Header[name] = v
			}
		}
		ip := limit.IP(r)
		out.Header["X-Forwarded-For"] = []string{ip}
		out.Header["User-Agent"] = nil // otherwise the transport adds one
		out.Header.Set(tracing.RequestIDHeader, tracing.RequestID(r.Context()))
		if p, ok := identity.From(r.Context()); ok {
			known := *p
			known.IP = ip
			token, err := keys.Sign("catalog", &known)
			if err != nil {
				unavailable(w, r, log, err)
				return
			}
			out.Header.Set(identity.Header, token)
		}
		status, header, response, err := exchange(transport, out)
		if err != nil {
			if !errors.Is(err, context.Canceled) {
				unavailable(w, r, log, err)
			}
			return
		}
		done(r, status)
		h := w.Header()
		for _, name := range responseHeaders {
			if v := header[name]; v != nil {
				h[name] = v
			}
		}
		if r.Method != http.MethodHead && status != http.StatusNotModified && status != http.StatusNoContent {
			h["Content-Length"] = []string{strconv.Itoa(len(response))}
		}
		w.WriteHeader(status)
		_, _ = w.Write(response)
	})
}

// exchange reads a whole response, so that a truncated one becomes an error instead of being sent
// partially.
func exchange(transport http.RoundTripper, r *http.Request) (status int, header http.Header, body []byte, err error) {
	res, err := transport.RoundTrip(r)
	if err != nil {
		return 0, nil, nil, err
	}
	defer func() { err = errors.Join(err, res.Body.Close()) }()
	if res.ContentLength < 0 || res.Body == http.NoBody {
		body, err = io.ReadAll(res.Body)
	} else {
		body = make([]byte, res.ContentLength)
		_, err = io.ReadFull(res.Body, body)
	}
	return res.StatusCode, res.Header, body, err
}
