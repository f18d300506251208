// Package page gives the stand-ins' pages the look of the gallery: paper and ink, no script.
package page

import (
	"embed"
	"fmt"
	"html/template"
	"net/http"
)

//go:embed layout.html
var layout embed.FS

// Parse reads a template of a stand-in, which defines "title" and "main", into the common layout.
func Parse(files embed.FS, name string) *template.Template {
	return template.Must(template.Must(template.ParseFS(layout, "layout.html")).ParseFS(files, name))
}

// Write answers a page. Nothing on it is cached, framed or scripted.
func Write(w http.ResponseWriter, status int, t *template.Template, data any) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	// Not no-referrer: browsers then hide the origin of the own forms too.
	h.Set("Referrer-Policy", "same-origin")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; img-src *; frame-src 'self'; frame-ancestors 'self'; base-uri 'none'")
	w.WriteHeader(status)
	if err := t.Execute(w, data); err != nil {
		_, _ = fmt.Fprintf(w, "<p>This page could not be drawn: %s", template.HTMLEscapeString(err.Error()))
	}
}
