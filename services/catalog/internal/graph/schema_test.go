package graph

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/vitrine/vitrine/kit/clock"
)

// introspection is what the tools of graphql-js send (getIntrospectionQuery).
const introspection = `query IntrospectionQuery { __schema { queryType { name kind } mutationType { name kind } subscriptionType { name kind }
	types { ...FullType } directives { name description locations args { ...InputValue } } } }
	fragment FullType on __Type { kind name description
		fields(includeDeprecated: true) { name description args { ...InputValue } type { ...TypeRef } isDeprecated deprecationReason }
		inputFields { ...InputValue } interfaces { ...TypeRef }
		enumValues(includeDeprecated: true) { name description isDeprecated deprecationReason } possibleTypes { ...TypeRef } }
	fragment InputValue on __InputValue { name description type { ...TypeRef } defaultValue }
	fragment TypeRef on __Type { kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name
		ofType { kind name ofType { kind name ofType { kind name } } } } } } } } } }`

func TestToolsReadTheSchema(t *testing.T) {
	t.Parallel()
	status, got := sent(unread(), "application/json", operation(strings.Join(strings.Fields(introspection), " ")))
	if status != http.StatusOK || !strings.Contains(got, `"name":"relatedArtworks"`) || strings.Contains(got, `"errors"`) {
		t.Errorf("introspection: %d %.300s, want the schema", status, got)
	}
	limits := DefaultLimits()
	limits.Introspection = false
	off := NewHandler(Options{Limits: limits, Clock: clock.System, Log: slog.New(slog.DiscardHandler)})
	if status, got := sent(off, "application/json", operation("{__schema{types{name}}}")); status != http.StatusBadRequest || !strings.Contains(got, "GRAPHQL_VALIDATION_FAILED") {
		t.Errorf("introspection while it is off: %d %.300s, want 400", status, got)
	}
	if status, got := sent(off, "application/json", operation(`{__type(name:"Artwork"){name}}`)); status != http.StatusOK || strings.Contains(got, "Artwork") {
		t.Errorf("a type while introspection is off: %d %.300s, want null", status, got)
	}
}

func TestTheSchemaIsServed(t *testing.T) {
	t.Parallel()
	w := httptest.NewRecorder()
	Schema().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/graphql/schema.graphqls", nil))
	schema, err := gqlparser.LoadSchema(&ast.Source{Name: "served", Input: w.Body.String()})
	if err != nil {
		t.Fatalf("the schema is invalid: %v", err)
	}
	if f := schema.Types["Media"].Fields.ForName("animation"); f == nil || !strings.Contains(f.Description, "picture that moves") {
		t.Errorf("Media.animation = %+v, want it with its comment", f)
	}
	if schema.Mutation == nil || schema.Query.Fields.ForName("artworks") == nil {
		t.Errorf("the schema lacks its roots")
	}
}
