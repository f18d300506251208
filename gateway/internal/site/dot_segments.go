package site

import (
	"net/http"
	"slices"
	"strings"
)

// RejectDotSegments responds with 404 to encoded dot segments, as in /en/%2e%2e/internal/. They are plain names
// here, but whoever resolves them later would end up elsewhere than was decided here.
func RejectDotSegments(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.RawPath != "" && slices.ContainsFunc(strings.Split(r.URL.Path, "/"), isDots) {
			http.NotFound(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func isDots(segment string) bool { return segment == "." || segment == ".." }
