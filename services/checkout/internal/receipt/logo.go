package receipt

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"sync"
)

// ownLogo draws the mark that stands in where no logo is set: a pane in a frame, as in a display case.
var ownLogo = sync.OnceValues(func() ([]byte, error) {
	const size, frame, gap = 240, 12, 36
	ink := color.NRGBA{0x16, 0x16, 0x14, 0xff}
	img := image.NewNRGBA(image.Rect(0, 0, size, size))
	for y := range size {
		for x := range size {
			edge := min(x, y, size-1-x, size-1-y)
			pane := x >= gap && y >= gap && x < size-gap && y < size-gap
			switch {
			case edge < frame, pane && x+y > size+gap:
				img.SetNRGBA(x, y, ink)
			default:
				img.SetNRGBA(x, y, color.NRGBA{0xff, 0xff, 0xff, 0xff})
			}
		}
	}
	var b bytes.Buffer
	err := png.Encode(&b, img)
	return b.Bytes(), err
})
