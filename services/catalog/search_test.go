package catalog_test

import "testing"

// TestALoosenedSearchIsMarked: regardless of the selection, and whether a plan or gqlgen writes the response.
func TestALoosenedSearchIsMarked(t *testing.T) {
	t.Parallel()
	h := setup(t)
	for query, want := range map[string]string{
		`{artworks(filter:{search:"wor brié"}){loosened totalCount items{id}}}`:                    `{"loosened":true,"totalCount":3,"items":[{"id":"4"},{"id":"2"},{"id":"1"}]}`,
		`{artworks(filter:{search:"wor brié"},sort:TITLE){loosened items{id drop{id}} pageCount}}`: `{"loosened":true,"items":[{"id":"1","drop":null},{"id":"2","drop":{"id":"1"}},{"id":"4","drop":null}],"pageCount":1}`,
		`{artworks(filter:{search:"wor brié"}){loosened}}`:                                         `{"loosened":true}`,
		`{artworks(filter:{search:"wor brié"}){loosened @include(if:true) totalCount}}`:            `{"loosened":true,"totalCount":3}`,
		`{artworks(filter:{search:"wor brié"},page:2){loosened page items{id}}}`:                   `{"loosened":true,"page":2,"items":[]}`,
		`{artworks(filter:{search:"nobody"}){loosened totalCount}}`:                                `{"loosened":true,"totalCount":0}`,
		`{artworks(filter:{search:"rivers"}){loosened totalCount}}`:                                `{"loosened":false,"totalCount":3}`,
		`{artworks(filter:{search:"rivers"},page:2){loosened items{id}}}`:                          `{"loosened":false,"items":[]}`,
		`{artworks(filter:{search:"\"wor brie\""}){loosened totalCount}}`:                          `{"loosened":false,"totalCount":0}`,
		`{artworks{loosened page}}`:                                                                `{"loosened":false,"page":1}`,
	} {
		if got := h.as(nil, query); got != `{"data":{"artworks":`+want+`}}` {
			t.Errorf("%s\n%s, want %s", query, got, want)
		}
	}
}

func TestSuggestions(t *testing.T) {
	t.Parallel()
	h := setup(t)
	for query, want := range map[string]string{
		`{suggestions(text:"Adá Briem"){kind title slug}}`: `[{"kind":"ARTIST","title":"Ada Brien","slug":"ada-brien-3"},{"kind":"ARTWORK","title":"Work 1","slug":"work-1-1"},{"kind":"ARTWORK","title":"Work 2","slug":"work-2-2"},{"kind":"ARTWORK","title":"Work 4","slug":"work-4-4"}]`,
		`{suggestions(text:"owrk",first:1){kind slug}}`:    `[{"kind":"ARTWORK","slug":"work-1-1"}]`, //nolint:misspell // typos on purpose
		`{suggestions(text:"soo"){kind slug image}}`:       `[{"kind":"DROP","slug":"soon-1","image":null}]`,
		`{suggestions(text:"news"){kind slug}}`:            `[{"kind":"POST","slug":"news-1"}]`,
		`{suggestions(text:"ink"){kind title slug image}}`: `[{"kind":"TECHNIQUE","title":"Ink","slug":"ink","image":null}]`,
		`{suggestions(text:"image"){kind title slug}}`:     `[{"kind":"TECHNIQUE","title":"Image","slug":"image"}]`,
		`{suggestions(text:"later"){kind slug}}`:           `[]`, // it is not public yet
		`{suggestions(text:"zzqx"){kind slug}}`:            `[]`,
		`{suggestions(text:""){kind slug}}`:                `[]`,
		`{suggestions(text:"work 4",first:1){title slug}}`: `[{"title":"Work 4","slug":"work-4-4"}]`,
	} {
		if got := h.as(nil, query); got != `{"data":{"suggestions":`+want+`}}` {
			t.Errorf("%s\n%s, want %s", query, got, want)
		}
	}
	// The listing's search finds a technique's works by its slug.
	for _, technique := range []string{"ink", "image"} {
		if got, want := h.as(nil, `{artworks(filter:{search:"`+technique+`"}){totalCount}}`), `{"data":{"artworks":{"totalCount":3}}}`; got != want {
			t.Errorf("search for %s: %s, want %s", technique, got, want)
		}
	}
}
