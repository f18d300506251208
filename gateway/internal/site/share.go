package site

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

// Sharing says how a CDN may cache anonymous public pages. A cached page keeps the nonce that it was sent with.
type Sharing struct {
	// For is how long a page is fresh; zero keeps pages out of shared caches.
	For time.Duration
	// Stale is how much longer it may be served while the cache requests a new one.
	Stale time.Duration
}

// surrogateKey is the header with the tags of a page's content. The site sends it only with public pages.
const surrogateKey = "Surrogate-Key"

// takesShared reports whether the response to a request may be cached for everyone, because nothing in the request changes the page. Pages
// with a query aren't cached, because the number of possible queries is unlimited.
func takesShared(r *http.Request) bool {
	if r.Method != http.MethodGet && r.Method != http.MethodHead || r.URL.RawQuery != "" || r.URL.ForceQuery {
		return false
	}
	for _, name := range []string{"Authorization", "Cookie", "Range", "Rsc"} {
		if r.Header.Get(name) != "" {
			return false
		}
	}
	return true
}

// share sets the headers of a site's response for shared caches, and reports whether they may cache it. All other pages and their
// data lose the framework's permission to cache: a cache would repeat their nonce and serve them after an event made them outdated.
func (s Sharing) share(res *http.Response) bool {
	tags := strings.Fields(strings.Join(res.Header.Values(surrogateKey), " "))
	res.Header.Del(surrogateKey)
	known := res.StatusCode == http.StatusOK && isPage(res) || res.StatusCode == http.StatusNotModified
	if s.For <= 0 || !known || len(tags) == 0 || res.Header.Get("Set-Cookie") != "" || !takesShared(res.Request) {
		typ := res.Header.Get("Content-Type")
		if (isPage(res) || strings.HasPrefix(typ, "text/x-component")) && strings.Contains(res.Header.Get("Cache-Control"), "s-maxage") {
			res.Header.Set("Cache-Control", "no-cache")
		}
		return false
	}
	res.Header.Set("Cache-Control", fmt.Sprintf("public, max-age=0, s-maxage=%d, stale-while-revalidate=%d", int(s.For.Seconds()), int(s.Stale.Seconds())))
	res.Header.Set(surrogateKey, strings.Join(tags, " ")) // Fastly, Varnish
	res.Header.Set("Cache-Tag", strings.Join(tags, ","))  // Cloudflare, Akamai
	if !strings.Contains(strings.Join(res.Header.Values("Vary"), ","), "Accept-Encoding") {
		res.Header.Add("Vary", "Accept-Encoding")
	}
	// Two responses with the same tag have different nonces, so the tag is weak.
	if tag := res.Header.Get("ETag"); tag != "" && !strings.HasPrefix(tag, "W/") {
		res.Header.Set("ETag", "W/"+tag)
	}
	return true
}

// mark sets an ETag on a shared page that has none, computed from its body before the nonce. If the request sent the same ETag, the response
// becomes a 304.
func mark(res *http.Response, body []byte) {
	if res.Header.Get("ETag") != "" || res.Request.Method != http.MethodGet {
		return
	}
	sum := sha256.Sum256(body)
	tag := `W/"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`
	res.Header.Set("ETag", tag)
	if !strings.Contains(res.Request.Header.Get("If-None-Match"), tag[len("W/"):]) {
		return
	}
	res.StatusCode, res.Status = http.StatusNotModified, ""
	res.Body, res.ContentLength = io.NopCloser(strings.NewReader("")), 0
	for _, name := range []string{"Content-Length", "Content-Type", "Content-Security-Policy"} {
		res.Header.Del(name)
	}
}
