package graph

import (
	"bytes"
	"net/http"

	"github.com/vektah/gqlparser/v2/formatter"

	"github.com/vitrine/vitrine/services/catalog/internal/graph/gen"
)

// Schema serves GET /graphql/schema.graphqls: the schema with its comments, for tools that generate clients.
func Schema() http.Handler {
	var text bytes.Buffer
	formatter.NewFormatter(&text, formatter.WithIndent("  ")).FormatSchema(gen.NewExecutableSchema(gen.Config{}).Schema())
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		h := w.Header()
		h.Set("Content-Type", "application/graphql; charset=utf-8")
		h.Set("Content-Disposition", `inline; filename="schema.graphqls"`)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Cache-Control", "public, max-age=3600")
		_, _ = w.Write(text.Bytes())
	})
}
