package site

import (
	"net/http"
	"slices"
	"strings"
)

// Straight answers 404 where dots that lead upwards are written in code, as in /en/%2e%2e/internal/. They are a name to us and a way
// to whoever resolves them after us, which would lead elsewhere than was decided here.
func Straight(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.RawPath != "" && slices.ContainsFunc(strings.Split(r.URL.Path, "/"), isDots) {
			http.NotFound(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func isDots(segment string) bool { return segment == "." || segment == ".." }
