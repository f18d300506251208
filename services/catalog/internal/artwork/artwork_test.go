package artwork

import (
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/money"
)

func TestAvailability(t *testing.T) {
	now := time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	price := &money.Money{Amount: 100, Currency: "USD"}
	before, after := now.Add(-time.Hour), now.Add(time.Hour)
	for name, c := range map[string]struct {
		work Artwork
		want Availability
		free int
	}{
		"free":                      {Artwork{Price: price, Editions: Editions{Size: 3}}, Available, 3},
		"no price":                  {Artwork{Editions: Editions{Size: 3}}, NotForSale, 3},
		"drop not begun":            {Artwork{Price: price, Editions: Editions{Size: 3}, Sale: Window{Starts: after}}, Upcoming, 3},
		"drop begins now":           {Artwork{Price: price, Editions: Editions{Size: 3}, Sale: Window{Starts: now}}, Available, 3},
		"drop over":                 {Artwork{Price: price, Editions: Editions{Size: 3, Sold: 1}, Sale: Window{Starts: before, Ends: now}}, NotForSale, 2},
		"drop over, all sold":       {Artwork{Price: price, Editions: Editions{Size: 3, Sold: 3}, Sale: Window{Starts: before, Ends: now}}, SoldOut, 0},
		"the last ones are held":    {Artwork{Price: price, Editions: Editions{Size: 3, Sold: 1, Held: 2}}, Reserved, 0},
		"sold and withheld":         {Artwork{Price: price, Editions: Editions{Size: 3, Sold: 1, Withheld: 2}}, SoldOut, 0},
		"all withheld":              {Artwork{Price: price, Editions: Editions{Size: 1, Withheld: 1}}, SoldOut, 0},
		"withheld after being sold": {Artwork{Price: price, Editions: Editions{Size: 3, Sold: 2, Withheld: 2}}, SoldOut, 0},
	} {
		t.Run(name, func(t *testing.T) {
			if got := c.work.Availability(now); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
			if got := c.work.Editions.Free(); got != c.free {
				t.Errorf("got %d available, want %d", got, c.free)
			}
		})
	}
}

func TestSlug(t *testing.T) {
	for name, want := range map[string]string{
		"Blu del prete":                "blu-del-prete-7",
		"Mørketid, Gyre (Überzug) № 2": "morketid-gyre-uberzug-2-7",
		"It's ‘Łódź’":                  "its-lodz-7",
		"  --  ":                       "7",
		"\u7121\u984c":                 "wu-ti-7",
		"Nguyễn Phan Thử":              "nguyen-phan-thu-7",
		"🧪🎨":                           "7",
		"Cafe\u0301":                   "cafe-7",
		"A 1/2 & <script>":             "a-1-2-script-7",
		"one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen": "one-two-three-four-five-six-seven-eight-nine-ten-eleven-twelve-thirteen-7",
	} {
		t.Run(name, func(t *testing.T) {
			if got := Slug(name, 7); got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
	for slug, want := range map[string]int64{"blu-del-prete-10": 10, "10": 10, "other-words-10": 10, "x-t10857": -1, "": -1, "a-": -1, "a-99999999999999999999": -1} {
		t.Run(slug, func(t *testing.T) {
			got, ok := IDOf(slug)
			if !ok {
				got = -1
			}
			if got != want {
				t.Errorf("got %d, want %d", got, want)
			}
		})
	}
}

// TestDisplay: marketplaces show the largest rendition, and what moves.
func TestDisplay(t *testing.T) {
	renditions := []Rendition{{URL: "/a-320.webp", Width: 320}, {URL: "/a-1920.webp", Width: 1920}}
	for name, c := range map[string]struct {
		media           []Media
		picture, moving string
	}{
		"a picture":         {[]Media{{Kind: Image, URL: "/a.png", Renditions: renditions}}, "/a-1920.webp", ""},
		"an animation":      {[]Media{{Kind: Image, Renditions: renditions, Animation: &Rendition{URL: "/a-moving.webp"}}}, "/a-1920.webp", "/a-moving.webp"},
		"a film":            {[]Media{{Kind: Video, URL: "/a.mp4", Poster: "/a-1920.webp", Renditions: renditions}}, "/a-1920.webp", "/a.mp4"},
		"a live work":       {[]Media{{Kind: Generator, URL: "/a.png", Page: "a/work.html", Renditions: renditions}}, "/a-1920.webp", ""},
		"a picture far off": {[]Media{{Kind: Image, SourceURL: "https://museum.example/1.jpg"}}, "https://museum.example/1.jpg", ""},
		"nothing":           {nil, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			if d := DisplayOf("words", c.media); d.Picture != c.picture || d.Moving != c.moving || d.Description != "words" {
				t.Errorf("got %+v, want %q and %q", d, c.picture, c.moving)
			}
		})
	}
}
