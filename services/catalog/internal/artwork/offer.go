package artwork

import (
	"cmp"
	"math"
	"strconv"
)

// WithheldNumbers returns the edition numbers excluded from the sale: those that content lists or, if it has only a count, the
// last ones, so that #1 is sold first.
func WithheldNumbers(e Editions, named []int) []int {
	if len(named) > 0 || e.Withheld == 0 {
		return named
	}
	out := make([]int, 0, e.Withheld)
	for n := e.Size - e.Withheld + 1; n <= e.Size; n++ {
		out = append(out, n)
	}
	return out
}

// PictureOfWidth returns the address of the first picture at about a width: the smallest rendition that is at least as wide,
// otherwise the largest one, otherwise the original. An imported picture is stored elsewhere and has an absolute address.
func PictureOfWidth(media []Media, width int) string {
	for _, m := range media {
		if len(m.Renditions) > 0 {
			for _, r := range m.Renditions {
				if r.Width >= width {
					return r.URL
				}
			}
			return m.Renditions[len(m.Renditions)-1].URL
		}
		if m.Kind == Image && m.URL != "" {
			return m.URL
		}
		if address := cmp.Or(m.Poster, m.SourceURL); address != "" {
			return address
		}
	}
	return ""
}

// EditionPicture returns the address of the pictures of a live work's editions, with {edition} in place of the number, or "" for other works.
// Without a picture of the edition it shows a plate with the number, never another picture.
func EditionPicture(id int64, media []Media) string {
	if LivePath(id, media) == "" {
		return ""
	}
	return "/assets/editions/" + strconv.FormatInt(id, 10) + "/{edition}-or-plate.jpg"
}

// Display is what marketplaces show of a work's tokens.
type Display struct {
	// Description is Markdown.
	Description string
	// Picture is the address of the largest public picture, Moving the address of a film, a recording or an animated picture, "" for others.
	Picture, Moving string
	Attributes      []Attribute
}

// DisplayOf returns what marketplaces show of the first file of a work.
func DisplayOf(description string, media []Media) Display {
	d := Display{Description: description, Picture: PictureOfWidth(media, math.MaxInt)}
	if len(media) > 0 {
		switch m := media[0]; {
		case m.Kind == Video:
			d.Moving = m.URL
		case m.Kind == Image && m.Animation != nil:
			d.Moving = m.Animation.URL
		}
	}
	return d
}

// LivePath returns the path of a live work on the art origin, to which a token's hash is appended, or "".
func LivePath(id int64, media []Media) string {
	for _, m := range media {
		if m.Kind == Generator && m.Page != "" {
			return "/works/" + strconv.FormatInt(id, 10) + "/?hash="
		}
	}
	return ""
}
