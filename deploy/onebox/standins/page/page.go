// Package page gives the stand-ins' pages the gallery's design, without scripts.
package page

import (
	"embed"
	"fmt"
	"html/template"
	"net/http"
)

//go:embed layout.html
var layout embed.FS

// fonts are the site's subset fonts and their licence.
//
//go:embed fonts
var fonts embed.FS

// Parse parses a stand-in's template, which defines "title" and "main", into the common layout.
func Parse(files embed.FS, name string) *template.Template {
	return template.Must(template.Must(template.ParseFS(layout, "layout.html")).ParseFS(files, name))
}

// Fonts serves the pages' fonts under /fonts/.
func Fonts(mux *http.ServeMux) {
	files := http.FileServerFS(fonts)
	mux.HandleFunc("GET /fonts/{name}", func(w http.ResponseWriter, r *http.Request) {
		// One day, because their names don't change with their content.
		w.Header().Set("Cache-Control", "public, max-age=86400")
		files.ServeHTTP(w, r)
	})
}

// Write responds with a page that is never cached, framed or scripted.
func Write(w http.ResponseWriter, status int, t *template.Template, data any) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	// Not no-referrer, because browsers would then hide the origin of our own forms too.
	h.Set("Referrer-Policy", "same-origin")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; font-src 'self'; img-src *; frame-src 'self'; frame-ancestors 'self'; base-uri 'none'")
	w.WriteHeader(status)
	if err := t.Execute(w, data); err != nil {
		_, _ = fmt.Fprintf(w, "<p>This page could not be drawn: %s", template.HTMLEscapeString(err.Error()))
	}
}
