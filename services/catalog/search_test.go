package catalog_test

import "testing"

// TestALoosenedSearchSaysSo: whatever is asked of the page with it, and whoever writes the answer.
func TestALoosenedSearchSaysSo(t *testing.T) {
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
