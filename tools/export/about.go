package export

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"slices"
	"time"
)

const (
	notSold   = "Not for sale in this copy"
	aboutLink = "About this copy"
)

func copyFrom(at time.Time) string {
	return "This is a copy of the gallery from " + at.UTC().Format("2 January 2006") + ". It works without a server, and sells nothing."
}

var templates = template.Must(template.New("").Parse(`{{define "top"}}<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="script-src 'none'; object-src 'none'"><title>{{.}}</title>
<style>:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:1.5rem}
h1{line-height:1.2}.wide{overflow-x:auto}table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.4rem .8rem .4rem 0;border-bottom:1px solid #8886;vertical-align:top}
code{overflow-wrap:anywhere}</style></head><body><main>{{end}}
{{define "bottom"}}</main></body></html>
{{end}}
{{define "index"}}<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="refresh" content="0; url={{.Home}}"><title>{{.Gallery}}</title></head>
<body><p><a href="{{.Home}}">{{.Gallery}}</a></p></body></html>
{{end}}
{{define "about"}}{{template "top" "About this copy"}}<h1>About this copy</h1>
<p>This is a copy of the public pages of {{.Gallery}} ({{.Site}}), made on {{.Date}}. It opens from disk in any browser and needs no server.{{if .Home}} <a href="{{.Home}}">Open the gallery</a>{{end}}</p>
<h2>What is in it</h2>
<ul><li>{{.Pages}} pages with all images, films and sounds they show.</li>
{{if .Works}}<li>{{.Works}} live works, which run in your browser and reach nothing outside it.</li>{{end}}
{{if .Ownership}}<li><a href="{{.Ownership}}">Who holds which token</a>, with the claims that the gallery signed: {{.Tokens}} tokens.</li>{{end}}
<li><a href="manifest.json">manifest.json</a> lists every page and file. SHA256SUMS holds their hashes: <code>sha256sum -c SHA256SUMS</code> checks them.</li></ul>
<h2>What is left out</h2>
<ul><li>Everything that needs a server: buying, accounts, search, filters, sorting and the checks of certificates.</li>
<li>Originals that only owners may download, and pages that are private.</li>
<li>What changes: prices, availability and counts are those of the day on which the copy was made.</li></ul>
{{if .Failed}}<h2>What could not be read</h2><p>Another run of the export tries these again.</p><ul>{{range .Failed}}<li><code>{{.}}</code></li>{{end}}</ul>{{end}}{{template "bottom"}}{{end}}
{{define "ownership"}}{{template "top" "Who holds which token"}}<h1>Who holds which token</h1>
<p>The tokens of {{.Gallery}} as of {{.Date}}. “Vault” means that the gallery holds the token for a collector. The list doesn’t name collectors.</p>
<p>Each claim says which work a token is of, and is signed by <code>{{.Issuer}}</code>. Check one without the gallery: <code>vitrine-verify --issuer {{.Issuer}} claims/TOKEN.json</code>. The chain says who holds the token today.</p>
<ul>{{range .Chains}}<li>{{.Name}} (chain {{.ChainID}}): contract <code>{{.Contract}}</code>, vault <code>{{.Vault}}</code></li>{{end}}</ul>
<p>For programs: <a href="ownership.csv">ownership.csv</a>, <a href="ownership.json">ownership.json</a></p>
<div class="wide" tabindex="0" role="region" aria-label="Tokens"><table><thead><tr><th scope="col">Work</th><th scope="col">Edition</th><th scope="col">Token</th><th scope="col">Holder</th><th scope="col">Claim</th></tr></thead><tbody>
{{range .Tokens}}<tr><td>{{if .Page}}<a href="{{.Page}}">{{.Title}}</a>{{else}}{{.Title}}{{end}}<br>{{.Artist}}</td><td>{{.EditionNumber}} of {{.EditionSize}}{{if .Live}}<br><a href="{{.Live}}">Run it</a>{{end}}</td><td><code>{{.TokenID}}</code></td><td>{{if eq .Location "vault"}}Vault{{else}}<code>{{.Holder}}</code>{{end}}</td><td>{{if .ClaimFile}}<a href="{{.ClaimFile}}">Claim</a>{{end}}</td></tr>
{{end}}</tbody></table></div>{{template "bottom"}}{{end}}`))

func (x *exporter) putTemplate(name, which string, data any) error {
	var b bytes.Buffer
	if err := templates.ExecuteTemplate(&b, which, data); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return x.put(name, b.Bytes())
}

// home returns the start page.
func (x *exporter) home() string {
	var names []string
	for _, t := range x.targets {
		if t.kind == page {
			names = append(names, t.name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return slices.MinFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) })
}

func (x *exporter) writeAbout(gallery string) error {
	view := struct {
		Gallery, Site, Date, Home, Ownership string
		Pages, Works, Tokens                 int
		Failed                               []string
	}{Gallery: gallery, Site: x.public, Date: x.Now.UTC().Format("2 January 2006"), Home: x.home(), Failed: x.failed}
	for key, t := range x.targets {
		switch {
		case t.kind == page:
			view.Pages++
		case t.kind == file && x.isWork(key):
			view.Works++
		}
	}
	if x.Ownership != nil {
		view.Ownership, view.Tokens = ownershipPage, len(x.Ownership.Tokens)
	}
	if err := x.putTemplate(aboutFile, "about", view); err != nil {
		return err
	}
	view.Home = cmp.Or(view.Home, aboutFile)
	return x.putTemplate("index.html", "index", view)
}

type tokenView struct {
	Token
	Page, Live, ClaimFile string
}

func (x *exporter) ownershipView(gallery string) any {
	view := struct {
		Gallery, Date, Issuer string
		Chains                any
		Tokens                []tokenView
	}{Gallery: cmp.Or(x.Ownership.Gallery, gallery), Date: x.Now.UTC().Format("2 January 2006"), Issuer: x.Ownership.Issuer, Chains: x.Ownership.Chains}
	for _, t := range x.Ownership.Tokens {
		v := tokenView{Token: t}
		if at := x.artworkPage(t.Slug); at != "" {
			v.Page = relative(ownershipPage, at)
		}
		if live, ok := x.live[t.Slug]; ok && t.Hash != "" {
			if w := x.targets[must(x.Art.Parse(live.path)).String()]; w != nil && w.kind == file && w.name != "" {
				v.Live = relative(ownershipPage, w.name) + "?hash=" + t.Hash
			}
		}
		if len(t.Claim) > 0 {
			v.ClaimFile = relative(ownershipPage, claimName(t))
		}
		view.Tokens = append(view.Tokens, v)
	}
	return view
}

// artworkPage returns the page of an artwork in any of the languages.
func (x *exporter) artworkPage(slug string) string {
	for key, t := range x.targets {
		if m := artwork.FindStringSubmatch(key); t.kind == page && m != nil && m[1] == slug {
			return t.name
		}
	}
	return ""
}

func encode(data []byte) string { return base64.StdEncoding.EncodeToString(data) }

func isNotExist(err error) bool { return errors.Is(err, fs.ErrNotExist) }
