package artwork

import (
	"fmt"
	"slices"
)

// WallTiles is how many editions the wall of a live work shows, from the first on. Each has to be drawn, which takes some seconds.
const WallTiles = 4

// wallWidths are the widths of the pictures of a wall, and wallHeight is the maximum height of all but the smallest.
var wallWidths = []int{320, 640, 960, 1280, 1920}

const wallHeight = 1920

// Wall returns the pictures that a live work of a size is shown as until an edition is chosen, ascending by width: its first editions side by
// side, in the proportions of the work. Its own picture shows an edition that nobody can buy.
func Wall(id int64, width, height int) []Rendition {
	if width <= 0 || height <= 0 {
		width, height = 1, 1
	}
	var out []Rendition
	for _, w := range wallWidths {
		h := max(1, (w*height+width/2)/width)
		if len(out) > 0 && h > wallHeight {
			break
		}
		out = append(out, Rendition{URL: fmt.Sprintf("/assets/editions/%d/wall-%d.jpg", id, w), Width: w, Height: h, Type: "image/jpeg"})
	}
	return out
}

// Shown returns the media of a public work as they are shown until an edition is chosen: a live work as its wall.
func Shown(id int64, media []Media) []Media {
	i := slices.IndexFunc(media, func(m Media) bool { return m.Kind == Generator && m.Page != "" })
	if i < 0 {
		return media
	}
	out := slices.Clone(media)
	out[i].Renditions = Wall(id, out[i].Width, out[i].Height)
	return out
}
