package media

import (
	"bytes"
	_ "embed"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"strconv"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

// plateFile has the digits and the number sign of Bricolage Grotesque (plate-OFL.txt).
//
//go:embed plate.ttf
var plateFile []byte

const (
	// plateSide is the long edge of a plate in pixels.
	plateSide = 800
	// plateQuality keeps the edges of the digits clean.
	plateQuality = 92
)

// The colors of the site's paper and ink.
var (
	platePaper = color.RGBA{0xec, 0xeb, 0xe6, 0xff}
	plateInk   = color.RGBA{0x17, 0x17, 0x17, 0xff}
)

// plate returns a JPEG with nothing but the number of an edition, in the proportions of the live work. It stands for an edition that isn't
// drawn, because the work's own picture shows another one.
func plate(live artwork.Media, number int) ([]byte, error) {
	width, height := plateSide, plateSide
	if live.Width > 0 && live.Height > 0 {
		width, height = Edition{live: live}.within(plateSide)
	}
	canvas := image.NewRGBA(image.Rect(0, 0, width, height))
	draw.Draw(canvas, canvas.Bounds(), image.NewUniform(platePaper), image.Point{}, draw.Src)
	parsed, err := opentype.Parse(plateFile)
	if err != nil {
		return nil, err
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: float64(min(width, height)) / 5, DPI: 72})
	if err != nil {
		return nil, err
	}
	defer func() { _ = face.Close() }()
	text := "#" + strconv.Itoa(number)
	box, _ := font.BoundString(face, text)
	pen := font.Drawer{Dst: canvas, Src: image.NewUniform(plateInk), Face: face, Dot: fixed.Point26_6{
		X: (fixed.I(width) - box.Min.X - box.Max.X) / 2,
		Y: (fixed.I(height) - box.Min.Y - box.Max.Y) / 2,
	}}
	pen.DrawString(text)
	var out bytes.Buffer
	err = jpeg.Encode(&out, canvas, &jpeg.Options{Quality: plateQuality})
	return out.Bytes(), err
}
