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
	canvas := image.NewRGBA(image.Rectangle{Max: sizeOf(live, plateSide)})
	if err := paintPlate(canvas, canvas.Bounds(), number); err != nil {
		return nil, err
	}
	return encodeJPEG(canvas)
}

func encodeJPEG(canvas *image.RGBA) ([]byte, error) {
	var out bytes.Buffer
	err := jpeg.Encode(&out, canvas, &jpeg.Options{Quality: plateQuality})
	return out.Bytes(), err
}

// sizeOf returns the size of a live work's picture with the given long edge: a square if its size is unknown.
func sizeOf(live artwork.Media, edge int) image.Point {
	if live.Width <= 0 || live.Height <= 0 {
		return image.Pt(edge, edge)
	}
	return image.Pt(Edition{live: live}.within(edge))
}

// paintPlate paints the plate of an edition into a part of a canvas.
func paintPlate(canvas draw.Image, at image.Rectangle, number int) error {
	draw.Draw(canvas, at, image.NewUniform(platePaper), image.Point{}, draw.Src)
	parsed, err := opentype.Parse(plateFile)
	if err != nil {
		return err
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: float64(min(at.Dx(), at.Dy())) / 5, DPI: 72})
	if err != nil {
		return err
	}
	defer func() { _ = face.Close() }()
	text := "#" + strconv.Itoa(number)
	box, _ := font.BoundString(face, text)
	pen := font.Drawer{Dst: canvas, Src: image.NewUniform(plateInk), Face: face, Dot: fixed.Point26_6{
		X: (fixed.I(at.Min.X+at.Max.X) - box.Min.X - box.Max.X) / 2,
		Y: (fixed.I(at.Min.Y+at.Max.Y) - box.Min.Y - box.Max.Y) / 2,
	}}
	pen.DrawString(text)
	return nil
}
