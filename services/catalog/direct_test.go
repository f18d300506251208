package catalog_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/testkit"
)

// TestPlansReturnTheSameAsGqlgen runs each query twice: a directive without effect makes gqlgen resolve it field by field.
func TestPlansReturnTheSameAsGqlgen(t *testing.T) {
	t.Parallel()
	h := setup(t)
	const (
		media = `media{kind url renditions{url width height type} alt width height color blur sourceUrl poster generatorPath deterministic editionsProven parameters{name value varies} duration __typename}`
		card  = `id slug title year category editionSize editionsAvailable availability purchasePrice{amount currency} chainId medium publishedAt artist{id slug name sortName} ` + media
	)
	// The worker makes renditions in the background: they would make two responses differ.
	testkit.Eventually(t, 20*time.Second, func() bool {
		_, made := h.ask(`{artworks{items{media{renditions{url}}}}}`, nil)
		return !strings.Contains(made, `"renditions":[]`)
	})
	for _, c := range []struct {
		query string
		vars  map[string]any
	}{
		{`{ artworks @D { __typename items{` + card + ` description attributes{name value frequency}} totalCount totalCapped page pageCount } }`, nil},
		{
			`query($f:ArtworkFilter,$s:ArtworkSort,$p:Int){ artworks(filter:$f,sort:$s,page:$p) @D { items{...C} totalCount } } fragment C on Artwork{` + card + `}`,
			map[string]any{"f": map[string]any{"category": "image", "purchasePrice": map[string]any{"min": 1}, "availability": []string{"UPCOMING", "AVAILABLE"}}, "s": "PRICE_DESC", "p": 1},
		},
		{`query($q:String,$p:Int){ a:artworks(filter:{search:$q},sort:RELEVANCE,page:$p) @D { t:totalCount n:pageCount items{ works:id ... on Artwork{title year} title } } b:artworks{ totalCount } }`, map[string]any{"q": "rivers", "p": 1}},
		{`{ artworks(filter:{search:"rivers"},sort:RELEVANCE,page:2) @D { items{id} totalCount pageCount } }`, nil},
		{`{ artworks(filter:{search:"nowhere"},sort:RELEVANCE) @D { items{id} totalCount } }`, nil},
		// No artwork has these words, some have words that begin with them.
		{`{ artworks(filter:{search:"wor"},sort:RELEVANCE) @D { items{id} totalCount } }`, nil},
		{`{ artworks(filter:{search:"wor"}) @D { items{id} } b:artworks(filter:{search:"wor"}) @D { totalCount } }`, nil},
		{`{ artworks(filter:{search:"wor"},page:2) @D { items{id} totalCount pageCount } }`, nil},
		{`{ artworks(sort:TITLE) @D { page } }`, nil},
		{`{ artworks(filter:{ids:["4","x"]}) @D { totalCount } }`, nil},
		{`{ artworks(filter:{search:"wor"}) @D { totalCapped } }`, nil},
		{
			`query($slug:String!,$id:ID){ artwork(slug:$slug) @D {` + card + ` description attributes{name value frequency} artist{ id bio born died place website artworkCount portrait{url} otherArtworks(except:$id,first:2){` + card + `} } } }`,
			map[string]any{"slug": "work-1-1", "id": "1"},
		},
		// Two uses of a name select different works.
		{`{ artwork(slug:"work-1-1") @D { x:artist{ otherArtworks(first:1){ id } } y:artist{ otherArtworks(first:2){ id title } } } }`, nil},
		{`{ artwork(slug:"work-1-1") @D { x:artist{ otherArtworks(except:"2"){ id } } y:artist{ otherArtworks(except:"1"){ id } } } }`, nil},
		// An id may be written as a number.
		{`{ artwork(slug:"work-1-1") @D { artist{ otherArtworks(except:4){ id } } } }`, nil},
		{`query($id:ID,$n:Int){ artwork(slug:"work-1-1") @D { artist{ otherArtworks(except:$id,first:$n){ id } } } }`, map[string]any{"id": 4, "n": 1}},
		{`{ artwork(slug:"nothing") @D { id } }`, nil},
		{`{ artwork(slug:"work-9") @D { id artist{ otherArtworks{ id } } } }`, nil},
	} {
		_, planned := h.ask(strings.ReplaceAll(c.query, "@D", ""), c.vars)
		_, resolved := h.ask(strings.ReplaceAll(c.query, "@D", "@include(if:true)"), c.vars)
		if planned != resolved {
			t.Errorf("%s\nplanned  %s\nwant     %s, as resolved", c.query, planned, resolved)
		}
	}
	for _, query := range []string{
		`{ artworks(page:0) @D { items{id} } }`,
		`{ artworks(sort:RELEVANCE) @D { items{id} totalCount } }`,
		`query($s:ArtworkSort){ artworks(sort:$s) @D { page } }`,
		`{ x:artworks(page:-1) @D { page } y:artwork(slug:"work-1-1"){ id } }`,
	} {
		body := func(d string) string {
			return `{"query":` + strconv.Quote(strings.ReplaceAll(query, "@D", d)) + `,"variables":{"s":null}}`
		}
		status, planned, code := h.send("POST", "/graphql", "application/json", body(""))
		_, resolved, _ := h.send("POST", "/graphql", "application/json", body("@include(if:true)"))
		if planned != resolved {
			t.Errorf("%s: %d %s\nplanned  %s\nwant     %s, as resolved", query, status, code, planned, resolved)
		}
	}
}
