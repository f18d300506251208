package catalog_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

func operation(query string) string {
	b, _ := json.Marshal(map[string]any{"query": query})
	return string(b)
}

func TestWrongRequests(t *testing.T) {
	t.Parallel()
	h := setup(t)
	for _, c := range []struct {
		method, path string
		status       int
	}{
		{http.MethodGet, "/graphql?query=" + url.QueryEscape("{categories{slug}}"), 200},
		{http.MethodGet, "/graphql?query=" + url.QueryEscape("query A($s:String!){artwork(slug:$s){id}}") + "&variables=" + url.QueryEscape(`{"s":"1"}`), 200},
		{http.MethodGet, "/graphql", 400},
		{http.MethodGet, "/graphql?query=" + url.QueryEscape("{x}"), 400},
		{http.MethodGet, "/graphql?query={a}&variables=[", 400},
		{http.MethodPut, "/graphql", 405},
		{http.MethodDelete, "/graphql", 405},
		{http.MethodPost, "/assets/x/y", 405},
	} {
		if status, text, _ := h.send(c.method, c.path, "", ""); status != c.status {
			t.Errorf("%s %s: %d, want %d: %s", c.method, c.path, status, c.status, text)
		}
	}
	// Invalid arguments are the caller's error: data is null, and the message is for people.
	for _, q := range []string{
		`{suggestions(text:"a",first:0){slug}}`, `{suggestions(text:"a",first:21){slug}}`, `{suggestions(text:"` + strings.Repeat("a", 201) + `"){slug}}`,
		`{artworks(page:0){page}}`, `{artworks(sort:RELEVANCE){page}}`, `{artworks(filter:{search:"` + strings.Repeat("a", 201) + `"}){page}}`,
		`{artist(slug:"3"){otherArtworks(first:1000){id}}}`,
	} {
		if status, text, code := h.send(http.MethodPost, "/graphql", "application/json", operation(q)); status != 200 || code != "BAD_USER_INPUT" {
			t.Errorf("%s: status = %d, body %s, want 200 and BAD_USER_INPUT", q, status, text)
		}
	}
	// A word that the search's grammar cannot read is still a search.
	for _, q := range []string{`\"`, `a & | !`, `-`, `%`, "\\u0000"} {
		h.ask(fmt.Sprintf(`{artworks(filter:{search:"%s"}){totalCount items{id}}}`, q), nil)
	}
}

// TestQueriesWithoutMatches: words that the database can't store and sizes beyond any edition are valid queries.
func TestQueriesWithoutMatches(t *testing.T) {
	t.Parallel()
	h := setup(t)
	for query, want := range map[string]string{
		`{artworks(filter:{category:["\u0000","image"]}){totalCount}}`:   `{"artworks":{"totalCount":3}}`,
		`{artworks(filter:{category:["ima\u0000ge"]}){totalCount}}`:      `{"artworks":{"totalCount":0}}`,
		`{posts(filter:{postCategory:"\u0000"}){totalCount items{id}}}`:  `{"posts":{"totalCount":0,"items":[]}}`,
		`{page(slug:"terms\u0000"){title}}`:                              `{"page":null}`,
		`{artworks(filter:{editionSize:{min:3000000000}}){totalCount}}`:  `{"artworks":{"totalCount":0}}`,
		`{artworks(filter:{editionSize:{min:-3000000000}}){totalCount}}`: `{"artworks":{"totalCount":3}}`,
		`{artworks(filter:{editionSize:{max:3000000000}}){totalCount}}`:  `{"artworks":{"totalCount":3}}`,
		`{artworks(filter:{editionSize:{max:-1}}){totalCount}}`:          `{"artworks":{"totalCount":0}}`,
	} {
		if _, got := h.ask(query, nil); got != `{"data":`+want+`}` {
			t.Errorf("%s = %s, want %s", query, got, want)
		}
	}
	// A byte that isn't UTF-8, which an address may contain.
	if status, body, _ := h.send("GET", "/graphql?query="+url.QueryEscape("{page(slug:\"\xff\"){title}}"), "", ""); body != `{"data":{"page":null}}` {
		t.Errorf("status = %d, body %s, want no page", status, body)
	}
}
