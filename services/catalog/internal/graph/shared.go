package graph

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

const (
	// sharedAge is how long the gateway or a shared cache, such as a CDN, may serve a response without revalidating it.
	sharedAge = 5 * time.Second
	// sharedStale is how much longer it may serve the response while it revalidates it in the background.
	sharedStale = 30 * time.Second
)

// share lets shared caches store a response to an anonymous GET for an age, and serve it longer while they revalidate it: it sets the version, and the
// keys of the entries in it, so that a CDN can purge it. share reports whether the caller already has this version.
func share(w http.ResponseWriter, r *http.Request, oc *graphql.OperationContext, age, stale time.Duration, body []byte) (unchanged bool) {
	tag := etag(mediaType(r), body)
	header := w.Header()
	header.Set("Cache-Control", fmt.Sprintf("public, max-age=0, s-maxage=%d, stale-while-revalidate=%d", age/time.Second, stale/time.Second))
	header.Set("ETag", tag)
	// The response to a caller with a token may differ. Such a request never reaches this function, but may reach a cache.
	header.Add("Vary", "Authorization")
	keys := surrogateKeys(oc)
	header.Set("Surrogate-Key", strings.Join(keys, " ")) // Fastly, Varnish
	header.Set("Cache-Tag", strings.Join(keys, ","))     // Cloudflare, Akamai
	return matches(r.Header.Values("If-None-Match"), tag)
}

// lifetime returns how long a response of a state of the content that ends at a time, or never, may be served without revalidation, and how much
// longer during one. No response is fresh beyond that time, when scheduled content appears.
func lifetime(until, now time.Time) (age, stale time.Duration) {
	age, stale = sharedAge, sharedStale
	if !until.IsZero() {
		left := max(0, until.Sub(now))
		age = min(age, left)
		stale = min(stale, left-age)
	}
	return age.Truncate(time.Second), stale.Truncate(time.Second)
}

// etag hashes the response itself and not the state of the content, so that all replicas and builds agree on it, and a change of another
// entry doesn't change it.
func etag(mediaType string, body []byte) string {
	hash := sha256.New()
	hash.Write([]byte(mediaType))
	hash.Write(body)
	return `"` + base64.RawURLEncoding.EncodeToString(hash.Sum(nil)[:16]) + `"`
}

// matches reports whether an If-None-Match header contains a version. The comparison is weak, as RFC 9110 requires.
func matches(header []string, tag string) bool {
	for candidate := range strings.SplitSeq(strings.Join(header, ","), ",") {
		if candidate = strings.TrimSpace(candidate); candidate == "*" || strings.TrimPrefix(candidate, "W/") == tag {
			return true
		}
	}
	return false
}

// shown maps types to keys, the same words as the tags of the site's pages.
var shown = map[string]string{
	"Artwork": "artworks", "Artist": "artists", "Category": "categories", "Curator": "curators", "Drop": "drops",
	"Page": "pages", "Post": "posts", "PostCategory": "posts", "ColorCount": "artworks", "Technique": "artworks",
}

// entries are the root fields that read one entry by its slug.
var entries = map[string]string{"artwork": "artwork", "artist": "artist", "drop": "drop", "curator": "curator", "post": "post"}

// surrogateKeys returns the keys of an operation's response: "artwork:12" for an entry that it reads by its slug, "artworks" for any number
// of them.
func surrogateKeys(oc *graphql.OperationContext) []string {
	var keys []string
	var walk func(set ast.SelectionSet, root bool)
	walk = func(set ast.SelectionSet, root bool) {
		for _, selection := range set {
			switch s := selection.(type) {
			case *ast.Field:
				if s.Definition == nil {
					continue
				}
				if key := entryKey(s, oc.Variables); root && key != "" {
					keys = append(keys, key)
				} else if key := shown[s.Definition.Type.Name()]; key != "" {
					keys = append(keys, key)
				}
				if root && s.Name == "suggestions" {
					keys = append(keys, "artworks", "artists", "drops", "posts")
				}
				walk(s.SelectionSet, false)
			case *ast.InlineFragment:
				walk(s.SelectionSet, root)
			case *ast.FragmentSpread:
				if s.Definition != nil {
					walk(s.Definition.SelectionSet, root)
				}
			}
		}
	}
	walk(oc.Operation.SelectionSet, true)
	slices.Sort(keys)
	return slices.Compact(keys)
}

func entryKey(f *ast.Field, variables map[string]any) string {
	kind := entries[f.Name]
	if kind == "" {
		return ""
	}
	slug, _ := f.ArgumentMap(variables)["slug"].(string)
	id, ok := artwork.IDOf(slug)
	if !ok {
		return "" // no entry has this slug yet, but a new one could get it
	}
	return kind + ":" + strconv.FormatInt(id, 10)
}
