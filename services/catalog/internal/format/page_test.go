package format_test

import (
	"strings"
	"testing"

	"github.com/vitrine/vitrine/services/catalog/internal/format"
)

const script = `<script>const hash = new URLSearchParams(location.search).get('hash'); parent.postMessage({ type: 'ready' }, '*')</script>`

func TestPagesOfLiveWorks(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ page, problem string }{
		"a valid page":             {`<script type="application/json" id="work">{}</script><canvas></canvas>` + script, ""},
		"inside":                   {`<link rel="icon" href="data:,"><img src="data:image/png;base64,AAAA"><a href="#a">a</a><style>b{background:url(data:,)} c{fill:url(#a)}</style>` + script, ""},
		"XML's namespace":          {`<svg xmlns="http://www.w3.org/2000/svg"></svg>` + script, ""},
		"no script":                {`<p>hash postMessage ready</p>`, "has no script that draws"},
		"no hash":                  {`<script>parent.postMessage({ type: 'ready' }, '*')</script>`, "never reads the hash"},
		"not ready":                {`<script>const hash = 1</script>`, "never reports that it has drawn"},
		"a script on another host": {`<script src="https://cdn.example/p5.js"></script>` + script, `loads "https://cdn.example/p5.js"`},
		"a relative script":        {`<script src="p5.js"></script>` + script, `loads "p5.js"`},
		"without a scheme":         {`<img src=//example.org/a.png>` + script, `loads "//example.org/a.png"`},
		"a style sheet":            {`<link rel=stylesheet href=style.css>` + script, `loads "style.css"`},
		"a font":                   {`<style>@font-face { src: url( 'https://fonts.example/a.woff2' ) }</style>` + script, `loads "https://fonts.example/a.woff2"`},
		"an import":                {`<style>@import "https://fonts.example/a.css"</style>` + script, `loads "https://fonts.example/a.css"`},
		"a style attribute":        {`<p style="background:url(/a.png)">` + script, `loads "/a.png"`},
		"several sizes":            {`<img srcset="a.png 1x, b.png 2x">` + script, `loads "a.png 1x, b.png 2x"`},
		"a link of SVG":            {`<svg><image xlink:href="http://example.org/a.png"/></svg>` + script, `loads "http://example.org/a.png"`},
		"a script in a link":       {`<a href="javascript:alert(1)">` + script, `loads "javascript:alert(1)"`},
		"a handler":                {`<body onload="draw()">` + script, "has the attribute onload"},
		"a frame":                  {`<iframe srcdoc="a"></iframe>` + script, "has a <iframe>"},
		"a form":                   {`<form></form>` + script, "has a <form>"},
		"another base":             {`<base href="https://example.org/">` + script, "has a <base>"},
		"a refresh":                {`<meta http-equiv=refresh content="0;url=https://example.org/">` + script, "has a <meta http-equiv>"},
		"a size":                   {`<meta name="artwork-size" content="1600x1000">` + script, ""},
		"no size":                  {`<meta name="artwork-size" content="large">` + script, "has an artwork-size"},
		"a size that's too big":    {`<meta name="artwork-size" content="99999x1">` + script, "has an artwork-size above"},
		"another encoding":         {"<p>\xff</p>" + script, "isn't UTF-8"},
	} {
		t.Run(name, func(t *testing.T) {
			switch _, got := format.ReadPage([]byte("<!doctype html>" + c.page)); {
			case c.problem == "" && got != "":
				t.Errorf("got %q, want no problem", got)
			case !strings.HasPrefix(got, c.problem):
				t.Errorf("got %q, want %q", got, c.problem)
			}
		})
	}
}

func TestSizesOfLiveWorks(t *testing.T) {
	t.Parallel()
	for head, want := range map[string]format.Page{
		"": {Width: 1600, Height: 1600}, `<meta name=artwork-size content="1600 x 1000">`: {Width: 1600, Height: 1000}, `<meta name="artwork-size" content="3×2">`: {Width: 3, Height: 2},
	} {
		if got, problem := format.ReadPage([]byte("<!doctype html>" + head + script)); got != want || problem != "" {
			t.Errorf("%s: %v %s, want %v", head, got, problem, want)
		}
	}
}

func TestStartsLikeAPage(t *testing.T) {
	t.Parallel()
	for file, want := range map[string]bool{
		"<!doctype html><p>": true, "\ufeff\n<!DOCTYPE HTML>": true, "<html lang=en>": true, "<!-- a work -->\n<!doctype html>": true,
		"<htmlx>": false, "<svg>": false, "GIF89a<html>": false, "": false, "hello <html>": false,
	} {
		t.Run(file, func(t *testing.T) {
			if got := format.IsPage([]byte(file)); got != want {
				t.Errorf("got %v, want %v", got, want)
			}
		})
	}
}
