package receipt

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"sync"
)

// ownLogo draws the site's mark (frontend/src/app/icon.svg), which stands in where no logo is set: a hill and the sun in a frame.
var ownLogo = sync.OnceValues(func() ([]byte, error) {
	const scale, size = 4, 4 * 132
	within := func(x, y, radius int) bool { return x*x+y*y <= radius*radius }
	img := image.NewNRGBA(image.Rect(0, 0, size, size))
	draw.Draw(img, img.Bounds(), image.White, image.Point{}, draw.Src)
	for y := range size {
		for x := range size {
			frame := min(x, y, size-1-x, size-1-y) < 13*scale
			hill := x > 13*scale && y < 119*scale && within(x-13*scale, y-119*scale, 62*scale)
			sun := within(x-90*scale, y-42*scale, 13*scale)
			if frame || hill || sun {
				img.SetNRGBA(x, y, color.NRGBA{0x16, 0x16, 0x14, 0xff})
			}
		}
	}
	var b bytes.Buffer
	err := png.Encode(&b, img)
	return b.Bytes(), err
})
