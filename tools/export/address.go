package export

import (
	"fmt"
	"net/url"
	"path"
	"strings"
)

// key returns a page's address, without its fragment, as a key of targets. It reports false if the address is not a page of the site.
func (x *exporter) key(address string) (string, bool) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "" && u.Scheme != "http" && u.Scheme != "https" {
		return "", false
	}
	if o := origin(address); o != "" && o != x.public && o != origin(x.Site.String()) {
		return "", false
	}
	p := path.Clean("/" + u.Path)
	if strings.HasSuffix(u.Path, "/") && p != "/" {
		p += "/"
	}
	for _, prefix := range []string{"/assets/", "/_next/", "/api/", "/graphql", "/rpc/"} {
		if strings.HasPrefix(p, prefix) {
			return "", false
		}
	}
	key := (&url.URL{Path: p}).EscapedPath()
	query := u.Query()
	if query.Get("page") == "1" {
		query.Del("page")
	}
	if len(query) > 0 {
		key += "?" + query.Encode()
	}
	return key, true
}

// fileKey returns a file's address as a key of targets: its path on the site's origin, the whole address elsewhere.
func (x *exporter) fileKey(at *url.URL) (string, bool) {
	switch {
	case at.Scheme == "" && at.Host == "":
	case at.Scheme != "http" && at.Scheme != "https":
		return "", false
	case origin(at.String()) == x.public || origin(at.String()) == origin(x.Site.String()):
	default:
		key := &url.URL{Scheme: at.Scheme, Host: at.Host, Path: at.Path, RawPath: at.RawPath, RawQuery: at.RawQuery}
		if origin(at.String()) == origin(x.Art.String()) {
			key.RawQuery = "" // a live work is one file; the query chooses the edition that it draws
		}
		return key.String(), true
	}
	return (&url.URL{Path: at.Path, RawPath: at.RawPath, RawQuery: at.RawQuery}).String(), true
}

// name reserves a path in the export. If the path is taken, it returns a different one.
func (x *exporter) name(wanted string) string {
	x.mu.Lock()
	defer x.mu.Unlock()
	name := wanted
	for n := 2; x.names[strings.ToLower(name)]; n++ {
		ext := path.Ext(wanted)
		name = fmt.Sprintf("%s-%d%s", strings.TrimSuffix(wanted, ext), n, ext)
	}
	x.names[strings.ToLower(name)] = true
	return name
}

func origin(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return ""
	}
	return u.Scheme + "://" + u.Host
}

// must is for addresses that have been parsed before.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
