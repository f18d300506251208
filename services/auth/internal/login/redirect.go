package login

import (
	"net/url"
	"regexp"
	"strings"
)

// maxRedirect is the maximum length of a redirect path.
const maxRedirect = 2000

var languagePrefix = regexp.MustCompile(`^/([a-z]{2})(/|$)`)

// SafeRedirect returns raw if it is a path on our origin, otherwise "/". It rejects everything that a browser could interpret as another
// origin, even after repeated decoding.
func SafeRedirect(raw string) string {
	if raw == "" || len(raw) > maxRedirect || !localPath(raw) {
		return "/"
	}
	return raw
}

func localPath(s string) bool {
	u, err := url.Parse(s)
	if err != nil || u.Scheme != "" || u.Host != "" || u.User != nil || u.Opaque != "" {
		return false
	}
	// Only the path decides where a browser goes. Query and fragment are checked for characters that could end a header or that
	// browsers strip.
	path := s
	if i := strings.IndexAny(s, "?#"); i >= 0 {
		path = s[:i]
	}
	for range 5 {
		if !plainPath(path) {
			return false
		}
		decoded, err := url.PathUnescape(path)
		if err != nil {
			return false
		}
		if decoded == path {
			break
		}
		path = decoded
	}
	return printable(s)
}

func plainPath(p string) bool {
	if !strings.HasPrefix(p, "/") || strings.Contains(p, "//") || strings.ContainsAny(p, "\\@:;") || !printable(p) {
		return false
	}
	for seg := range strings.SplitSeq(p, "/") {
		if seg == "." || seg == ".." {
			return false
		}
	}
	return true
}

// printable rejects control characters, spaces and everything beyond ASCII: browsers strip some and map others (full-width dots and
// slashes) to syntax.
func printable(s string) bool {
	for i := range len(s) {
		if s[i] <= ' ' || s[i] >= 0x7f {
			return false
		}
	}
	return true
}

// language returns the language prefix of a path if the site has that language, otherwise fallback.
func language(path string, known []string, fallback string) string {
	if m := languagePrefix.FindStringSubmatch(path); m != nil {
		for _, k := range known {
			if k == m[1] {
				return k
			}
		}
	}
	return fallback
}
