package artwork

import "strconv"

// WithheldNumbers are the edition numbers kept out of the sale: those that content names, else, for a mere count, the
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

// PictureNear is the address of the first picture at about a width: the smallest rendition that is at least so wide,
// else the largest there is, else the original.
func PictureNear(media []Media, width int) string {
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
		if m.Poster != "" {
			return m.Poster
		}
	}
	return ""
}

// LivePath is where a work runs on the art origin, ending where a token's hash goes, or "".
func LivePath(id int64, media []Media) string {
	for _, m := range media {
		if m.Kind == Generator && m.Page != "" {
			return "/works/" + strconv.FormatInt(id, 10) + "/?hash="
		}
	}
	return ""
}
