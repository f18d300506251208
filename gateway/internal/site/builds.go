package site

import (
	"net/http"
	"strings"

	"golang.org/x/time/rate"
)

// tries is the number of connections on which a file of a build is requested before it counts as missing. While one of two replicas runs the
// other build, one file in 2⁶ is not found; a browser then reloads the page.
const tries = 6

// Limits of repeated requests per second, so that requests for files that never existed don't multiply the site's load.
const (
	repeats = 50
	burst   = 100
)

// builds finds files while the site's replicas run two builds. A page of one build refers to files that replicas with the other build
// don't have, and a load balancer chooses a replica for each new connection.
type builds struct {
	next, fresh http.RoundTripper
	again       *rate.Limiter
}

// everyBuild requests missing files again on new connections.
func everyBuild(next http.RoundTripper) builds {
	fresh := newTransport(nil)
	fresh.DisableKeepAlives = true
	return builds{next: next, fresh: fresh, again: rate.NewLimiter(repeats, burst)}
}

// RoundTrip implements http.RoundTripper.
func (b builds) RoundTrip(r *http.Request) (*http.Response, error) {
	res, err := b.next.RoundTrip(r)
	// A missing compressed form isn't retried: the file itself is requested next.
	if !strings.HasPrefix(r.URL.Path, "/_next/static/") || strings.HasSuffix(r.URL.Path, ".br") || (r.Method != http.MethodGet && r.Method != http.MethodHead) {
		return res, err
	}
	for try := 1; try < tries && err == nil && res.StatusCode == http.StatusNotFound && b.again.Allow(); try++ {
		_ = res.Body.Close()
		res, err = b.fresh.RoundTrip(r)
	}
	return res, err
}
