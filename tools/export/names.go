package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"mime"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
)

var (
	// needsServer matches addresses that need the server, such as forms and browser programs, and files that a link may lead to.
	needsServer = regexp.MustCompile(`^/(assets/|_next/|api/|graphql|rpc/)|/(checkout|certificate|exhibition|surprise|verify|invariants|login|register|reviews|profile)(/|$)`)
	// listed matches queries that select a page of a list or a work on TV. Other queries filter and sort, which needs a server.
	listed  = regexp.MustCompile(`^(page=[1-9][0-9]{0,6}|work=[a-z0-9-]{1,200})$`)
	unsafe  = regexp.MustCompile(`[^\p{L}\p{N}._~+@=,-]`)
	artwork = regexp.MustCompile(`^/[a-z]{2}/artworks/([^/]+)/$`)
)

// wanted reports whether an address that a page links to belongs in the copy.
func (x *exporter) wanted(key string) bool {
	p, query, asked := strings.Cut(key, "?")
	if needsServer.MatchString(p) || asked && !listed.MatchString(query) {
		return false
	}
	return len(x.only) == 0 || slices.ContainsFunc(x.only, func(prefix string) bool { return strings.HasPrefix(p, prefix) })
}

// key returns an address as a key of targets, without its fragment: path and query on the site, the whole address elsewhere. It reports false for
// addresses that can't be requested, such as mailto: and data:.
func (x *exporter) key(at *url.URL) (string, bool) {
	switch {
	case at.Scheme != "" && at.Scheme != "http" && at.Scheme != "https", at.Scheme == "" && at.Host != "":
		return "", false
	case !x.owns(at):
		key := url.URL{Scheme: at.Scheme, Host: at.Host, Path: at.Path, RawPath: at.RawPath, RawQuery: at.RawQuery}
		if origin(at) == origin(x.art) {
			key.RawQuery = "" // a live work is one file; the query chooses the edition that it draws
		}
		return key.String(), true
	}
	p := path.Clean("/" + at.Path)
	if strings.HasSuffix(at.Path, "/") && p != "/" {
		p += "/"
	}
	query := at.Query()
	if query.Get("page") == "1" {
		query.Del("page")
	}
	return (&url.URL{Path: p, RawPath: at.RawPath, RawQuery: query.Encode()}).String(), true
}

// owns reports whether an address is on the site.
func (x *exporter) owns(at *url.URL) bool {
	o := origin(at)
	return o == "" || o == x.public || o == origin(x.site)
}

func origin(at *url.URL) string {
	if at.Host == "" {
		return ""
	}
	return at.Scheme + "://" + at.Host
}

// name reserves a path in the copy. If the path is taken, it returns a different one.
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

// pageName returns the path of a page in the copy. It equals the page's address, so that the copy can be served under the same addresses.
func pageName(key string) string {
	p, query, _ := strings.Cut(key, "?")
	name := clean(p)
	if query != "" {
		// No slug equals "page" or "work", because every slug ends in a number.
		k, v, _ := strings.Cut(query, "=")
		name = path.Join(name, k, clean(v))
	}
	if path.Ext(name) == ".html" {
		return name
	}
	return path.Join(name, "index.html")
}

// fileName returns the path of a file in the copy.
func fileName(key, mediaType string) string {
	u := must(url.Parse(key))
	name := clean(u.EscapedPath())
	if u.Host != "" {
		name = path.Join("external", clean(u.Host), name)
	}
	ext := path.Ext(name)
	stem := strings.TrimSuffix(name, ext)
	if ext == "" {
		if known, err := mime.ExtensionsByType(mediaType); err == nil && len(known) > 0 {
			ext = known[0]
		}
	}
	if u.RawQuery != "" {
		sum := sha256.Sum256([]byte(u.RawQuery))
		stem += "-" + hex.EncodeToString(sum[:4])
	}
	return stem + ext
}

// clean returns a path that is valid on every file system.
func clean(escaped string) string {
	var parts []string
	for part := range strings.SplitSeq(escaped, "/") {
		text, err := url.PathUnescape(part)
		if err != nil {
			text = part
		}
		text = strings.Trim(unsafe.ReplaceAllString(text, "_"), ".")
		if text != "" {
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, "/")
}

// relative returns the reference from one file of the copy to another.
func relative(from, to string) string {
	at, goal := strings.Split(from, "/"), strings.Split(to, "/")
	same := 0
	for same < len(at)-1 && same < len(goal)-1 && at[same] == goal[same] {
		same++
	}
	parts := slices.Repeat([]string{".."}, len(at)-1-same)
	for _, part := range goal[same:] {
		parts = append(parts, url.PathEscape(part))
	}
	return strings.Join(parts, "/")
}

// must is for addresses that have been parsed before.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
