package export

import (
	"crypto/sha256"
	"encoding/hex"
	"mime"
	"net/url"
	"path"
	"regexp"
	"strings"
)

var (
	// needsServer matches pages that are forms or browser programs, so that they aren't requested in vain.
	needsServer = regexp.MustCompile(`/(checkout|certificate|exhibition|surprise|verify|invariants|login|register|reviews|profile)(/|$)`)
	// listed matches queries that select a page of a list or a work on TV. Other queries filter and sort, which needs a server.
	listed  = regexp.MustCompile(`^(page=[1-9][0-9]{0,6}|work=[a-z0-9-]{1,200})$`)
	unsafe  = regexp.MustCompile(`[^\p{L}\p{N}._~+@=,-]`)
	artwork = regexp.MustCompile(`^/[a-z]{2}/artworks/([^/]+)/$`)
)

// pageName returns the path of a page in the export. It equals the page's address, so that the export can be served under the same addresses.
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

// fileName returns the path of a file in the export.
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

// relative returns the reference from one file of the export to another.
func relative(from, to string) string {
	up := strings.Count(path.Dir(from)+"/", "/")
	if path.Dir(from) == "." {
		up = 0
	}
	at, goal := strings.Split(from, "/"), strings.Split(to, "/")
	same := 0
	for same < len(at)-1 && same < len(goal)-1 && at[same] == goal[same] {
		same++
	}
	var parts []string
	for range up - same {
		parts = append(parts, "..")
	}
	for _, part := range goal[same:] {
		parts = append(parts, url.PathEscape(part))
	}
	return strings.Join(parts, "/")
}
