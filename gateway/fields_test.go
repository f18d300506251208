package gateway

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
)

// otherBodies are writes whose body isn't an object of this interface.
var otherBodies = map[string]string{
	"post /api/profileUploads":          "a form with a picture",
	"post /api/auth/backchannel-logout": "a form of the identity provider",
	"post /api/stop-emails/{secret}":    "a form of the mail program",
	"post /api/webhooks/stripe":         "an event of the card provider, which adds fields",
	"post /api/studio/uploads":          "no body: its headers say what is uploaded",
	"patch /api/studio/uploads/{id}":    "a part of a file",
	"delete /api/studio/uploads/{id}":   "no body",
	"post /graphql":                     "an operation: the catalog's TestHostileOperations",
	"post /rpc/{chainId}":               "a call of a node: internal/ethrpc's FuzzParse",
}

// schema is the part of an OpenAPI schema that says which objects are in a body.
type schema struct {
	Ref        string `json:"$ref"`
	Properties map[string]schema
	Items      *schema
	AnyOf      []schema
}

// withField returns bodies of a schema that have one field more, each in another of its objects.
func withField(name string, s schema, definitions map[string]schema, inside ...string) []any {
	if ref := strings.TrimPrefix(s.Ref, "#/components/schemas/"); ref != "" {
		if slices.Contains(inside, ref) {
			return nil
		}
		return withField(name, definitions[ref], definitions, append(inside, ref)...)
	}
	var out []any
	if s.Items != nil {
		for _, item := range withField(name, *s.Items, definitions, inside...) {
			out = append(out, []any{item})
		}
	}
	for _, branch := range s.AnyOf {
		out = append(out, withField(name, branch, definitions, inside...)...)
	}
	if s.Properties != nil {
		out = append(out, map[string]any{name: 1})
	}
	for field, property := range s.Properties {
		for _, value := range withField(name, property, definitions, inside...) {
			out = append(out, map[string]any{field: value})
		}
	}
	return out
}

// TestUnknownFieldsAreRefused sends every write of the OpenAPI document with a field that it doesn't have. A misspelt amount or limit would
// otherwise count as absent.
func TestUnknownFieldsAreRefused(t *testing.T) {
	t.Parallel()
	address, asked := service(t)
	h := handler(t, func(c *Config) {
		c.AuthURL, c.ProfilesURL, c.CheckoutURL, c.ChainwatcherURL, c.ApprovalsURL, c.RecordingsDir = address, address, address, address, address, t.TempDir()
	})
	var document struct {
		Paths map[string]map[string]struct {
			RequestBody struct {
				Content map[string]struct{ Schema schema }
			}
		}
		Components struct{ Schemas map[string]schema }
	}
	if err := json.NewDecoder(get(h, http.MethodGet, "/api/openapi.json").Body).Decode(&document); err != nil {
		t.Fatal(err)
	}
	sent := 0
	refused := func(method, path, body, field string) {
		sent++
		r := httptest.NewRequest(strings.ToUpper(method), strings.NewReplacer("{", "", "}", "").Replace(path), strings.NewReader(body))
		r.RemoteAddr = fmt.Sprintf("10.0.%d.%d:1", sent/200, sent%200+1) // each has its own limits
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		var got struct {
			Error struct {
				Code    string
				Details map[string]string
			}
		}
		if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil || w.Code != http.StatusUnprocessableEntity || got.Error.Code != "invalid" || got.Error.Details[field] == "" {
			t.Errorf("%s %s with %s: %d %s, want 422 invalid with %s", method, path, body, w.Code, w.Body, field)
		}
		if calls := asked(); len(calls) > 0 {
			t.Errorf("%s %s with %s reached %s, want no service", method, path, body, calls[0].method)
		}
	}
	for path, methods := range document.Paths {
		for method, operation := range methods {
			if method == "get" || method == "head" || otherBodies[method+" "+path] != "" {
				continue
			}
			refused(method, path, `{"amountt":1}`, "amountt")
			for _, body := range withField("capp", operation.RequestBody.Content["application/json"].Schema, document.Components.Schemas) {
				text, err := json.Marshal(body)
				if err != nil {
					t.Fatal(err)
				}
				refused(method, path, string(text), "capp")
			}
		}
	}
	if sent < 100 {
		t.Errorf("sent %d bodies, want at least 100", sent)
	}
	refused("post", "/api/checkouts", `{"artworkId":"1","artworkId":"2"}`, "artworkId")
	refused("post", "/api/checkouts", `{"artworkId":"1","artwork_id":"2"}`, "artwork_id")
	for _, body := range []string{"", " ", "{}"} {
		r := httptest.NewRequest(http.MethodDelete, "/api/gifts/1", strings.NewReader(body))
		h.ServeHTTP(httptest.NewRecorder(), r)
		if calls := asked(); len(calls) != 1 {
			t.Errorf("DELETE with %q reached %d services, want 1", body, len(calls))
		}
	}
}
