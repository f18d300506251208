package mail

import (
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
	shown.Picture = &Picture{"https://example.org/assets/1.webp?a=1&b=2", `"Furrow" by A`}
	html, same, err := Render(shown)
	if err != nil {
		t.Fatal(err)
	}
	img := strings.Index(html, `<img src="https://example.org/assets/1.webp?a=1&amp;b=2" alt="&#34;Furrow&#34; by A"`)
	if heading := strings.Index(html, "<h1"); img < 0 || heading < img || same != text {
		t.Errorf("picture at offset %d, heading at %d, text the same = %t, want the picture first and true:\n%s", img, heading, same == text, html)
	}
	shown.Picture = &Picture{"/assets/1.webp", "Furrow"}
	if _, _, err := Render(shown); err == nil {
		t.Error("Render() of a picture address without a host: error = nil, want one")
	}
}
