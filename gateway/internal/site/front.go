package site

import (
	"net/http"
	"slices"
	"strings"

	"github.com/vitrine/vitrine/gateway/internal/problem"
	"github.com/vitrine/vitrine/kit/gen/errorsv1"
)

// Reject responds to requests that no later handler may see: proxy requests, addresses with NUL, and encoded dot segments, as in
// /en/%2e%2e/internal/. The gateway treats these as plain names, but a service behind it may resolve them to an address that wasn't checked.
func Reject(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Method == http.MethodConnect:
			w.Header().Set("Allow", "GET, HEAD")
			problem.Write(w, http.StatusMethodNotAllowed, errorsv1.Reason_REASON_METHOD_NOT_ALLOWED, "This server is not a proxy.", nil)
			return
		case strings.Contains(r.URL.Path, "\x00") || strings.Contains(r.URL.RawQuery, "%00"):
			problem.Write(w, http.StatusBadRequest, errorsv1.Reason_REASON_MALFORMED, "The address contains a NUL character.", nil)
			return
		case r.URL.RawPath != "" && slices.ContainsFunc(strings.Split(r.URL.Path, "/"), isDots):
			problem.Write(w, http.StatusNotFound, errorsv1.Reason_REASON_NOT_FOUND, "There is nothing at this address.", nil)
			return
		}
		// A request with both Content-Length and Transfer-Encoding arrives as chunked, and its connection must be closed (RFC 9112, section 6.1).
		if len(r.TransferEncoding) > 0 {
			w.Header().Set("Connection", "close")
		}
		next.ServeHTTP(w, r)
	})
}

func isDots(segment string) bool { return segment == "." || segment == ".." }
