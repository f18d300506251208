package site

import (
	_ "embed"
	"encoding/json"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
)

// parametersFile lists by page which parameters of its address the site reads while it renders. The frontend's parameters.test.ts compares it
// with the pages. Scripts in the browser read the address itself.
//
//go:embed parameters.json
var parametersFile []byte

var parameters = func() (pages map[string][]string) {
	if err := json.Unmarshal(parametersFile, &pages); err != nil {
		panic(err)
	}
	return pages
}()

// readOnly removes the parameters that a page doesn't read. The site caches a page by its path, together with the address of its first visitor,
// whose query would then be in everybody's page.
type readOnly struct{ next http.RoundTripper }

// RoundTrip implements http.RoundTripper. The response's request has the whole query.
func (t readOnly) RoundTrip(r *http.Request) (*http.Response, error) {
	page, ok := pageOf(r.URL.Path)
	if !ok || r.URL.RawQuery == "" && !r.URL.ForceQuery {
		return t.next.RoundTrip(r)
	}
	out, at := *r, *r.URL
	out.URL = &at
	if preview := previewOf(r); preview != "" {
		at.Path, at.RawPath = preview, ""
	}
	at.RawQuery, at.ForceQuery = queryFor(page, r), false
	res, err := t.next.RoundTrip(&out)
	if err == nil {
		res.Request = r
	}
	return res, err
}

// pageOf returns the path of a page or file after its language. Other paths are files without a language, or are redirected with their whole query.
func pageOf(p string) (string, bool) {
	if p == "/profile" || strings.HasPrefix(p, "/profile/") { // also exists without a language
		p = "/en" + p
	}
	page, ok := strings.CutPrefix(p, "/en/")
	if !ok || !strings.HasSuffix(p, "/") && !strings.Contains(path.Base(p), ".") {
		return "", false
	}
	if strings.HasPrefix(page, "profile/") { // one page with sections
		page = "profile/"
	}
	return "/" + page, true
}

// frameworkKey is a parameter that Next.js adds to requests for the data of a page. It depends on the headers of the request.
var frameworkKey = regexp.MustCompile(`^_rsc(=[A-Za-z0-9_-]{0,32})?$`)

// queryFor returns the parameters that a page reads, as they were sent.
func queryFor(page string, r *http.Request) string {
	var read []string
	for pattern, names := range parameters {
		if ok, _ := path.Match(pattern, page); ok {
			read = names
		}
	}
	kept := slices.DeleteFunc(strings.Split(r.URL.RawQuery, "&"), func(pair string) bool {
		name, _, _ := strings.Cut(pair, "=")
		name, err := url.QueryUnescape(name)
		framework := r.Header.Get("Rsc") != "" && frameworkKey.MatchString(pair)
		return !framework && (err != nil || !slices.Contains(read, name))
	})
	return strings.Join(kept, "&")
}

var (
	editionPage = regexp.MustCompile(`^/[a-z]{2}/artworks/[^/]+/$`)
	editionName = regexp.MustCompile(`^[1-9][0-9]{0,5}$`)
	previewers  = regexp.MustCompile(`(?i)facebookexternalhit|Twitterbot|LinkedInBot|Slackbot|Discordbot|WhatsApp|TelegramBot|SkypeUriPreview|Mastodon|Bluesky|Iframely|redditbot`)
)

// previewOf returns, for readers of link previews, the path of the preview of the edition in an artwork's address. For everyone else the page shows the
// edition by a script, and previewOf returns "".
func previewOf(r *http.Request) string {
	edition := r.URL.Query().Get("edition")
	if !editionPage.MatchString(r.URL.Path) || !editionName.MatchString(edition) || !previewers.MatchString(r.UserAgent()) {
		return ""
	}
	return r.URL.Path + "editions/" + edition + "/"
}
