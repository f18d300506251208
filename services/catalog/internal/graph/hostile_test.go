package graph

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/99designs/gqlgen/graphql/handler/lru"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"
	"github.com/vektah/gqlparser/v2/validator"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/testkit"
)

func operation(query string) string {
	b, _ := json.Marshal(map[string]any{"query": query})
	return string(b)
}

// hostile are requests that must be refused before they use resources.
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
		"1000 aliases":       {js, operation("{" + strings.Join(aliases, " ") + "}"), 400, "OPERATION_TOO_COMPLEX"},
		"16 aliases":         {js, operation("{" + strings.Join(sixteen, " ") + "}"), 400, "OPERATION_TOO_COMPLEX"},
		"100000 directives":  {js, operation("{categories{slug" + strings.Repeat("@a", 100_000) + "}}"), 400, "OPERATION_TOO_COMPLEX"},
		"11 directives":      {js, operation("{" + strings.Repeat("... @include(if:true){categories{slug}} ", 11) + "}"), 400, "OPERATION_TOO_COMPLEX"},
		"batch of 500":       {js, "[" + strings.Repeat(operation("{categories{slug}}")+",", 499) + operation("{categories{slug}}") + "]", 400, "BAD_REQUEST"},
		"fragment cycle":     {js, operation("{artwork(slug:\"1\"){...a}} fragment a on Artwork{artist{otherArtworks{...b}}} fragment b on Artwork{...a}"), 400, "GRAPHQL_VALIDATION_FAILED"},
		"fragments of many":  {js, operation(spread), 400, "OPERATION_TOO_COMPLEX"},
		"a list of lists":    {js, operation("{artists{items{artworks{items{id}}}}}"), 400, "OPERATION_TOO_COMPLEX"},
		"10 MB of variables": {js, `{"query":"{categories{slug}}","variables":{"x":"` + strings.Repeat("y", 10<<20) + `"}}`, 413, "BAD_REQUEST"},
		"text/plain":         {"text/plain", operation("{categories{slug}}"), 415, "BAD_REQUEST"},
		"form":               {"application/x-www-form-urlencoded", "query={categories{slug}}", 415, "BAD_REQUEST"},
		"no type":            {"", operation("{categories{slug}}"), 415, "BAD_REQUEST"},
		"deep introspection": {js, operation("{__schema{types{fields{type{fields{name}}}}}}"), 400, "OPERATION_TOO_COMPLEX"},
		"lists by fragments": {js, operation("{__type(name:\"Artwork\"){...a}} fragment a on __Type{interfaces{...b}} fragment b on __Type{possibleTypes{name}}"), 400, "OPERATION_TOO_COMPLEX"},
		"schemas":            {js, operation("{a:__schema{description} b:__type(name:\"Artwork\"){name} c:__schema{description}}"), 400, "OPERATION_TOO_COMPLEX"},
		"type":               {js, operation("{__type(name:\"Artwork\"){name}}"), 200, ""},
		"900 __typename":     {js, operation("{" + strings.Repeat("__typename ", 900) + "}"), 400, "OPERATION_TOO_COMPLEX"},
		"pairs of pairs":     {js, operation(pairs(9)), 400, "OPERATION_TOO_COMPLEX"},
		"fragments in a row": {js, operation(spreads(40)), 400, "OPERATION_TOO_COMPLEX"},
		"a mutation":         {js, operation("mutation{x}"), 400, "GRAPHQL_VALIDATION_FAILED"},
		"a misspelt field":   {js, operation("{categorie{slug}}"), 400, "GRAPHQL_VALIDATION_FAILED"},
		"a misspelt enum":    {js, operation("{artworks(sort:NEWES){page}}"), 400, "GRAPHQL_VALIDATION_FAILED"},
		"not GraphQL":        {js, operation("{"), 400, "GRAPHQL_PARSE_FAILED"},
		"no query":           {js, `{}`, 400, "BAD_REQUEST"},
		"not JSON":           {js, `{"query`, 400, "BAD_REQUEST"},
		"two values":         {js, operation("{categories{slug}}") + operation("{categories{slug}}"), 400, "BAD_REQUEST"},
		"unknown member":     {js, `{"query":"{categories{slug}}","variabels":{}}`, 400, "BAD_REQUEST"},
		"unknown variable":   {js, `{"query":"mutation A($id:ID!,$account:String){linkArtist(id:$id,accountId:$account){id}}","variables":{"id":"1","acount":"x"}}`, 400, "BAD_REQUEST"},
		"missing operation":  {js, `{"query":"query A{categories{slug}}","operationName":"B"}`, 400, "GRAPHQL_VALIDATION_FAILED"},
		"missing variable":   {js, operation("query A($s:String!){artwork(slug:$s){id}}"), 400, "GRAPHQL_VALIDATION_FAILED"},
	}
}

// pairs selects the same two fields in each other, n deep.
func pairs(n int) string {
	set := "id"
	for range n {
		set = "artist{otherArtworks{" + set + "}} artist{otherArtworks{" + set + "}}"
	}
	return "{artwork(slug:\"1\"){" + set + "}}"
}

// spreads selects n fragments that each select the same fields.
func spreads(n int) string {
	var text, names strings.Builder
	for i := range n {
		fmt.Fprintf(&names, "...f%d ", i)
		fmt.Fprintf(&text, " fragment f%d on Query{%s}", i, strings.Repeat("__typename ", 15))
	}
	return "{" + names.String() + "}" + text.String()
}

// unread is a handler without a store: whatever reads one panics.
func unread() *Handler {
	return NewHandler(Options{Limits: DefaultLimits(), Clock: clock.System, Log: slog.New(slog.DiscardHandler)})
}

func sent(h http.Handler, typ, body string) (status int, response string) {
	r := httptest.NewRequest(http.MethodPost, "/graphql", strings.NewReader(body))
	if typ != "" {
		r.Header.Set("Content-Type", typ)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Code, w.Body.String()
}

func TestHostileOperations(t *testing.T) {
	t.Parallel()
	h := unread()
	for name, c := range hostile() {
		if status, got := sent(h, c.typ, c.body); status != c.status || c.code != "" && !strings.Contains(got, `"code":"`+c.code+`"`) {
			t.Errorf("%s: %d, want %d %s: %.200s", name, status, c.status, c.code, got)
		}
	}
}

// BenchmarkHostileOperations measures the cost of refusing: each must take far less than 20 ms.
func BenchmarkHostileOperations(b *testing.B) {
	h := unread()
	for name, c := range hostile() {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if status, got := sent(h, c.typ, c.body); status != c.status {
					b.Fatal(status, got)
				}
			}
		})
	}
}

// TestRejectionsNeedLittleMemory: refusing an operation allocates less than 20 MB in total, including garbage. So a process can't grow by
// more than that for each operation that it refuses.
func TestRejectionsNeedLittleMemory(t *testing.T) {
	const most = 20 << 20
	h := unread()
	for name, c := range hostile() {
		sent(h, c.typ, c.body) // what is built once, as the schema, doesn't count
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		sent(h, c.typ, c.body)
		runtime.ReadMemStats(&after)
		took := after.TotalAlloc - before.TotalAlloc
		t.Logf("%s: %d KB", name, took>>10)
		if took > most {
			t.Errorf("%s: rejecting allocates %d bytes, want at most %d", name, took, most)
		}
	}
}

// TestRejectionsAreQuick: refusing takes a small part of the time of validating one of these operations: the median an eighth, and the 99th
// percentile, which includes pauses of a busy machine, half. Both are measured in turns. On a machine where the validation takes 134 ms, an
// eighth of it is 17 ms.
func TestRejectionsAreQuick(t *testing.T) {
	testkit.Long(t)
	const turns, each = 25, 8
	h, schema := unread(), schema()
	var validations []time.Duration
	refusals := map[string][]time.Duration{}
	for range turns {
		began := time.Now()
		doc, err := parser.ParseQuery(&ast.Source{Input: "{" + strings.Repeat("__typename ", 900) + "}"})
		if err != nil {
			t.Fatal(err)
		}
		validator.ValidateWithRules(schema, doc, nil)
		validations = append(validations, time.Since(began))
		for name, c := range hostile() {
			for range each {
				began := time.Now()
				sent(h, c.typ, c.body)
				refusals[name] = append(refusals[name], time.Since(began))
			}
		}
	}
	slices.Sort(validations)
	one := validations[turns/2]
	t.Logf("validating: p50 %v", one)
	for name, took := range refusals {
		slices.Sort(took)
		p50, p99 := took[len(took)/2], took[len(took)*99/100-1]
		if name == "900 __typename" {
			t.Logf("%s: p50 %v, p99 %v", name, p50, p99)
		}
		if p50 > one/8 || p99 > one/2 {
			t.Errorf("%s: rejecting takes p50 %v, p99 %v; want less than %v and %v", name, p50, p99, one/8, one/2)
		}
	}
}

// TestLongOperationsAreNotCached: the cache of operations is bounded, regardless of the length of visitors' operations.
func TestLongOperationsAreNotCached(t *testing.T) {
	t.Parallel()
	d := documents{lru.New[*ast.QueryDocument](cached)}
	for text, want := range map[string]bool{strings.Repeat("x", maxCached): true, strings.Repeat("x", maxCached+1): false} {
		d.Add(t.Context(), text, &ast.QueryDocument{})
		if _, kept := d.Get(t.Context(), text); kept != want {
			t.Errorf("query of %d characters cached = %t, want %t", len(text), kept, want)
		}
	}
}
