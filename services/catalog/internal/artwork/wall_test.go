package artwork

import (
	"reflect"
	"testing"
)

// TestALiveWorkIsShownAsItsWall: its emails and listings have the pictures of the wall, other works their own.
func TestALiveWorkIsShownAsItsWall(t *testing.T) {
	t.Parallel()
	still := []Rendition{{URL: "/assets/0123456789abcdef0123/still-4-640.webp", Width: 640, Height: 480, Type: "image/webp"}}
	for name, c := range map[string]struct {
		media []Media
		want  string
	}{
		"live":    {[]Media{{Kind: Generator, Page: "0123456789abcdef0123/dots.html", Width: 160, Height: 100, Renditions: still}}, "/assets/editions/64/wall-640.jpg"},
		"no page": {[]Media{{Kind: Generator, Renditions: still}}, still[0].URL},
		"image":   {[]Media{{Kind: Image, Renditions: still}}, still[0].URL},
		"none":    {nil, ""},
	} {
		before := len(c.media)
		if got := PictureOfWidth(Shown(64, c.media), 640); got != c.want {
			t.Errorf("%s: picture = %q, want %q", name, got, c.want)
		}
		if before > 0 && c.media[0].Renditions[0].URL != still[0].URL {
			t.Errorf("%s: Shown changed its argument", name)
		}
	}
	sizes := func(width, height int) (out [][2]int) {
		for _, r := range Wall(64, width, height) {
			out = append(out, [2]int{r.Width, r.Height})
		}
		return out
	}
	for name, c := range map[string]struct{ got, want [][2]int }{
		"landscape":    {sizes(160, 100), [][2]int{{320, 200}, {640, 400}, {960, 600}, {1280, 800}, {1920, 1200}}},
		"portrait":     {sizes(300, 400), [][2]int{{320, 427}, {640, 853}, {960, 1280}, {1280, 1707}}},
		"a strip":      {sizes(100, 1000), [][2]int{{320, 3200}}},
		"unknown size": {sizes(0, 0), [][2]int{{320, 320}, {640, 640}, {960, 960}, {1280, 1280}, {1920, 1920}}},
	} {
		if !reflect.DeepEqual(c.got, c.want) {
			t.Errorf("%s: sizes = %v, want %v", name, c.got, c.want)
		}
	}
}
