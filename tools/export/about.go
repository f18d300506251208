package main

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"html/template"
	"slices"
)

//go:embed templates.html
var templatesText string

var templates = template.Must(template.New("").Parse(templatesText))

func (x *exporter) date() string { return x.now.UTC().Format("2 January 2006") }

func (x *exporter) putTemplate(name, which string, data any) error {
	var b bytes.Buffer
	if err := templates.ExecuteTemplate(&b, which, data); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return x.put(name, b.Bytes())
}

// home returns the start page.
func (x *exporter) home() string {
	home := ""
	for _, t := range x.targets {
		if t.page && (home == "" || cmp.Or(cmp.Compare(len(t.name), len(home)), cmp.Compare(t.name, home)) < 0) {
			home = t.name
		}
	}
	return home
}

// writeAbout writes the page about the copy, and the first page, which leads to the gallery's.
func (x *exporter) writeAbout(gallery string) error {
	view := struct {
		Gallery, Site, Date, Home, Ownership string
		Pages, Works, Tokens                 int
		Failed                               []string
	}{Gallery: gallery, Site: x.public, Date: x.date(), Home: x.home(), Failed: slices.Sorted(slices.Values(x.failed))}
	for key, t := range x.targets {
		switch {
		case t.page:
			view.Pages++
		case t.name != "" && x.isWork(key):
			view.Works++
		}
	}
	if x.ownership != nil {
		view.Ownership, view.Tokens = ownershipPage, len(x.ownership.Tokens)
	}
	if err := x.putTemplate(aboutFile, "about", view); err != nil {
		return err
	}
	view.Home = cmp.Or(view.Home, aboutFile)
	return x.putTemplate("index.html", "index", view)
}
