package site

import (
	"net/http"
	"net/url"
)

// redirect corrects the headers of a redirect by the site.
func redirect(res *http.Response) {
	// Next.js sends the target twice the first time it renders a page.
	if at := res.Header.Values("Location"); len(at) > 1 {
		res.Header.Set("Location", at[0])
	}
	if res.StatusCode != http.StatusPermanentRedirect {
		return
	}
	// Works and posts can get a former name again, and a browser that cached the redirect would then loop.
	res.Header.Set("Cache-Control", "no-cache")
	keepQuery(res)
}

// keepQuery adds the query of the request to a target without one. The site caches the redirect from a work's former name or ID for all
// queries, so the target doesn't name the edition that the visitor requested.
func keepQuery(res *http.Response) {
	to, err := url.Parse(res.Header.Get("Location"))
	if err != nil || to.Path == "" || to.RawQuery != "" {
		return
	}
	query := res.Request.URL.Query()
	query.Del("_rsc") // Next.js adds it to its own requests.
	if to.RawQuery = query.Encode(); to.RawQuery != "" {
		res.Header.Set("Location", to.String())
	}
}
