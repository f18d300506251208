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

// fonts are those of the site, cut down as there, and their licence.
//
//go:embed fonts
var fonts embed.FS

// Parse reads a template of a stand-in, which defines "title" and "main", into the common layout.
func Parse(files embed.FS, name string) *template.Template {
	return template.Must(template.Must(template.ParseFS(layout, "layout.html")).ParseFS(files, name))
}

// Fonts serves what the pages are set in, under /fonts/.
func Fonts(mux *http.ServeMux) {
	files := http.FileServerFS(fonts)
	mux.HandleFunc("GET /fonts/{name}", func(w http.ResponseWriter, r *http.Request) {
		// A day, since their names stay when they change.
		w.Header().Set("Cache-Control", "public, max-age=86400")
		files.ServeHTTP(w, r)
	})
}

// Write answers a page. Nothing on it is cached, framed or scripted.
func Write(w http.ResponseWriter, status int, t *template.Template, data any) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	// Not no-referrer: browsers then hide the origin of the own forms too.
	h.Set("Referrer-Policy", "same-origin")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; font-src 'self'; img-src *; frame-src 'self'; frame-ancestors 'self'; base-uri 'none'")
	w.WriteHeader(status)
	if err := t.Execute(w, data); err != nil {
		_, _ = fmt.Fprintf(w, "<p>This page could not be drawn: %s", template.HTMLEscapeString(err.Error()))
	}
}
