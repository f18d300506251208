package mail

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestAPictureIsAboveTheHeading(t *testing.T) {
	t.Parallel()
	bare, text, err := Render(notice)
	if err != nil || strings.Contains(bare, "<img") {
		t.Errorf("email without a picture = %s, %v, want no <img>", bare, err)
	}
	shown := notice
	shown.Picture = &Picture{"https://example.org/assets/1.jpg?a=1&b=2", `"Furrow" by A`}
	html, same, err := Render(shown)
	if err != nil {
		t.Fatal(err)
	}
	img := strings.Index(html, `<img src="https://example.org/assets/1.jpg?a=1&amp;b=2" alt="&#34;Furrow&#34; by A"`)
	if heading := strings.Index(html, "<h1"); img < 0 || heading < img || same != text {
		t.Errorf("picture at offset %d, heading at %d, text the same = %t, want the picture first and true:\n%s", img, heading, same == text, html)
	}
	shown.Picture = &Picture{"/assets/1.jpg", "Furrow"}
	if _, _, err := Render(shown); err == nil {
		t.Error("Render() of a picture address without a host: error = nil, want one")
	}
}

// Some mail programs show no WebP, and a picture that is hosted elsewhere would tell its host who reads the email.
func TestPictureAt(t *testing.T) {
	t.Parallel()
	for at, want := range map[string]string{
		"/assets/0123456789abcdef0123/work-4-640.webp": "https://gallery.example/assets/0123456789abcdef0123/work-4-640.webp.jpg",
		"/assets/editions/7/3.jpg":                     "https://gallery.example/assets/editions/7/3.jpg",
		"/assets/0123456789abcdef0123/work.png":        "https://gallery.example/assets/0123456789abcdef0123/work.png",
		"/assets/0123456789abcdef0123/work.avif":       "",
		"https://elsewhere.example/work.png":           "",
		"//elsewhere.example/work.png":                 "",
		"":                                             "",
	} {
		got := ""
		if p := PictureAt("https://gallery.example", at, "Furrow"); p != nil {
			got = p.URL
		}
		if got != want {
			t.Errorf("PictureAt(%q) = %q, want %q", at, got, want)
		}
	}
}

// What the layout may use: nearly every mail program supports it, or its absence changes little. Look a property up at caniemail.com before you add
// it. Flexible boxes, grids, gaps, variables, positions, object-fit and fonts from the web are known not to work.
var supported = map[string]bool{
	"background-color": true, "border": true, "border-bottom": true, "border-top": true, "color": true, "display": true, "font-family": true, "font-size": true, "height": true,
	"line-height": true, "margin": true, "max-height": true, "max-width": true, "padding": true, "padding-bottom": true, "padding-top": true,
	"text-decoration": true, "width": true, "word-break": true,
}

// All emails use the layout and add no other HTML.
func TestTheLayoutUsesWhatMailProgramsSupport(t *testing.T) {
	t.Parallel()
	m := notice
	m.Picture, m.Stop = &Picture{"https://example.org/assets/1.jpg", "Furrow"}, StopBy("https://example.org", "secret")
	html, _, err := Render(m)
	if err != nil {
		t.Fatal(err)
	}
	for _, style := range regexp.MustCompile(` style="([^"]*)"`).FindAllStringSubmatch(html, -1) {
		for declaration := range strings.SplitSeq(strings.TrimSuffix(style[1], ";"), ";") {
			name, value, _ := strings.Cut(declaration, ":")
			if !supported[name] || strings.Contains(value, "var(") || name == "display" && value != "block" && value != "inline-block" {
				t.Errorf("the layout has %q, which some mail programs don't support", declaration)
			}
		}
	}
	// Programs that don't know dark colours show light ones.
	head, _, _ := strings.Cut(html, "</style>")
	_, dark, found := strings.Cut(head, "@media (prefers-color-scheme: dark) {")
	for _, property := range regexp.MustCompile(`([a-z-]+): [^;]+;`).FindAllStringSubmatch(dark, -1) {
		if !slices.Contains([]string{"background", "border-color", "color"}, property[1]) {
			t.Errorf("dark colours set %q, want colours only", property[0])
		}
	}
	if !found || strings.Count(html, "<style>") != 1 || strings.Contains(html, "<link") || strings.Contains(html, "<script") {
		t.Errorf("the layout has styles besides dark colours, or a script:\n%s", html)
	}
}
