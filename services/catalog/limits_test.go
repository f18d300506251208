package catalog_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"runtime"
	"strings"
	"testing"
	"time"
)

func operation(query string) string {
	b, _ := json.Marshal(map[string]any{"query": query})
	return string(b)
}

// hostile are requests that must be refused before they cost anything.
func hostile() map[string]struct {
	typ, body string
	status    int
	code      string
} {
	type c = struct {
		typ, body string
		status    int
		code      string
	}
	const js = "application/json"
	deep := strings.Repeat("artist{artworks{items{", 17)
	aliases := make([]string, 1000)
	for i := range aliases {
		aliases[i] = fmt.Sprintf("a%d:categories{slug}", i)
	}
	sixteen := make([]string, 16)
	for i := range sixteen {
		sixteen[i] = fmt.Sprintf("a%d:artwork(slug:\"1\"){id}", i)
	}
	spread := "query{artwork(slug:\"1\"){...a}} fragment a on Artwork{id artist{otherArtworks{...b ...b ...b}}} fragment b on Artwork{artist{otherArtworks{...c ...c ...c}}} fragment c on Artwork{artist{otherArtworks{id id id}}}"
	return map[string]c{
		"depth":              {js, operation("{artwork(slug:\"1\"){" + deep + "id" + strings.Repeat("}}}", 17) + "}}"), 400, "OPERATION_TOO_COMPLEX"},
		"depth 11":           {js, operation("{artwork(slug:\"1\"){artist{otherArtworks(first:1){artist{otherArtworks(first:1){artist{otherArtworks(first:1){artist{otherArtworks(first:1){artist{otherArtworks(first:1){artist{id}}}}}}}}}}}}}"), 400, "OPERATION_TOO_COMPLEX"},
		"1000 aliases":       {js, operation("{" + strings.Join(aliases, " ") + "}"), 400, "GRAPHQL_PARSE_FAILED"},
		"16 aliases":         {js, operation("{" + strings.Join(sixteen, " ") + "}"), 400, "OPERATION_TOO_COMPLEX"},
		"100000 directives":  {js, operation("{categories{slug" + strings.Repeat("@a", 100_000) + "}}"), 400, "GRAPHQL_PARSE_FAILED"},
		"11 directives":      {js, operation("{" + strings.Repeat("... @include(if:true){categories{slug}} ", 11) + "}"), 400, "OPERATION_TOO_COMPLEX"},
		"batch of 500":       {js, "[" + strings.Repeat(operation("{categories{slug}}")+",", 499) + operation("{categories{slug}}") + "]", 400, "BAD_REQUEST"},
		"fragment cycle":     {js, operation("{artwork(slug:\"1\"){...a}} fragment a on Artwork{artist{otherArtworks{...b}}} fragment b on Artwork{...a}"), 400, "GRAPHQL_VALIDATION_FAILED"},
		"fragments of many":  {js, operation(spread), 400, "OPERATION_TOO_COMPLEX"},
		"a list of lists":    {js, operation("{artists{items{artworks{items{id}}}}}"), 400, "OPERATION_TOO_COMPLEX"},
		"10 MB of variables": {js, `{"query":"{categories{slug}}","variables":{"x":"` + strings.Repeat("y", 10<<20) + `"}}`, 413, "BAD_REQUEST"},
		"text/plain":         {"text/plain", operation("{categories{slug}}"), 415, "BAD_REQUEST"},
		"form":               {"application/x-www-form-urlencoded", "query={categories{slug}}", 415, "BAD_REQUEST"},
		"no type":            {"", operation("{categories{slug}}"), 415, "BAD_REQUEST"},
		"introspection":      {js, operation("{__schema{types{name}}}"), 400, "OPERATION_TOO_COMPLEX"},
		"type":               {js, operation("{__type(name:\"Artwork\"){name}}"), 400, "OPERATION_TOO_COMPLEX"},
		"a mutation":         {js, operation("mutation{x}"), 400, "GRAPHQL_VALIDATION_FAILED"},
		"a misspelt field":   {js, operation("{categorie{slug}}"), 400, "GRAPHQL_VALIDATION_FAILED"},
		"a misspelt enum":    {js, operation("{artworks(sort:NEWES){page}}"), 400, "GRAPHQL_VALIDATION_FAILED"},
		"not GraphQL":        {js, operation("{"), 400, "GRAPHQL_PARSE_FAILED"},
		"no query":           {js, `{}`, 400, "BAD_REQUEST"},
		"not JSON":           {js, `{"query`, 400, "BAD_REQUEST"},
		"two values":         {js, operation("{categories{slug}}") + operation("{categories{slug}}"), 400, "BAD_REQUEST"},
		"missing operation":  {js, `{"query":"query A{categories{slug}}","operationName":"B"}`, 400, "GRAPHQL_VALIDATION_FAILED"},
		"missing variable":   {js, operation("query A($s:String!){artwork(slug:$s){id}}"), 400, "GRAPHQL_VALIDATION_FAILED"},
	}
}

func TestHostileOperations(t *testing.T) {
	h := setup(t)
	for name, c := range hostile() {
		began := time.Now()
		status, text, code := h.send(http.MethodPost, "/graphql", c.typ, c.body)
		took := time.Since(began)
		if status != c.status || code != c.code {
			t.Errorf("%s: %d %s, want %d %s: %.200s", name, status, code, c.status, c.code, text)
		}
		// The limit of 20 ms is for an idle machine; tests share theirs.
		if took > 500*time.Millisecond {
			t.Errorf("%s: refused after %s", name, took)
		}
	}
	// Refusing again and again must not keep anything.
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	for range 5 {
		for _, c := range hostile() {
			h.send(http.MethodPost, "/graphql", c.typ, c.body)
		}
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 20<<20 {
		t.Errorf("the heap has grown by %d MiB", grown>>20)
	}
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
	// Wrong values of arguments are the caller's: data is null, and the words are for people.
	for _, q := range []string{
		`{artworks(page:0){page}}`, `{artworks(sort:RELEVANCE){page}}`, `{artworks(filter:{search:"` + strings.Repeat("a", 201) + `"}){page}}`,
		`{artist(slug:"3"){otherArtworks(first:1000){id}}}`,
	} {
		if status, text, code := h.send(http.MethodPost, "/graphql", "application/json", operation(q)); status != 200 || code != "BAD_USER_INPUT" {
			t.Errorf("%s: %d %s", q, status, text)
		}
	}
	// A word that the search's grammar cannot read is still a search.
	for _, q := range []string{`\"`, `a & | !`, `-`, `%`, "\\u0000"} {
		h.ask(fmt.Sprintf(`{artworks(filter:{search:"%s"}){totalCount items{id}}}`, q), nil)
	}
}

// TestWhatNothingCanMatch: words that the database cannot hold and sizes beyond any edition are questions like others.
func TestWhatNothingCanMatch(t *testing.T) {
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
			t.Errorf("%s: %s", query, got)
		}
	}
	// A byte that is no UTF-8, as an address may carry it.
	if status, body, _ := h.send("GET", "/graphql?query="+url.QueryEscape("{page(slug:\"\xff\"){title}}"), "", ""); body != `{"data":{"page":null}}` {
		t.Errorf("%d %s", status, body)
	}
}
