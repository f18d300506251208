package site

import (
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"
)

// brotli asks the site for a script or a style sheet as its build compressed it, a fifth smaller than what is compressed here
// in passing, and for the file itself where there is none.
type brotli struct{ next http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (b brotli) RoundTrip(r *http.Request) (*http.Response, error) {
	if !built(r.URL.Path) {
		return b.next.RoundTrip(r)
	}
	plain := r.Clone(r.Context())
	plain.Header.Del("Accept-Encoding")
	if !takesBrotli(r.Header) || r.Header.Get("Range") != "" {
		return b.next.RoundTrip(plain)
	}
	small := plain.Clone(r.Context())
	small.URL.Path, small.URL.RawPath = r.URL.Path+".br", ""
	res, err := b.next.RoundTrip(small)
	if err != nil || (res.StatusCode != http.StatusOK && res.StatusCode != http.StatusNotModified) {
		if err == nil {
			_ = res.Body.Close()
		}
		return b.next.RoundTrip(plain)
	}
	res.Request = r
	res.Header.Set("Content-Encoding", "br")
	res.Header.Set("Content-Type", mime.TypeByExtension(path.Ext(r.URL.Path)))
	return res, nil
}

// built tells what the site's build makes: immutable, and compressed beside itself.
func built(p string) bool {
	return strings.HasPrefix(p, "/_next/static/") && (strings.HasSuffix(p, ".js") || strings.HasSuffix(p, ".css"))
}

// takesBrotli reads Accept-Encoding (RFC 9110, section 12.5.3).
func takesBrotli(h http.Header) bool {
	for part := range strings.SplitSeq(h.Get("Accept-Encoding"), ",") {
		coding, weight, _ := strings.Cut(strings.TrimSpace(part), ";")
		if !strings.EqualFold(strings.TrimSpace(coding), "br") {
			continue
		}
		q, err := strconv.ParseFloat(strings.TrimPrefix(strings.TrimSpace(weight), "q="), 64)
		return err != nil || q > 0
	}
	return false
}
