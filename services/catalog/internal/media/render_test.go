package media

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"testing"

	"github.com/gen2brain/avif"
	libwebp "github.com/gen2brain/webp"

	"github.com/vitrine/vitrine/kit/webp"
)

// fields are what a work may be made of: white, warm paper, a strong red and black.
var fields = []color.NRGBA{{236, 229, 213, 255}, {255, 255, 255, 255}, {200, 10, 30, 255}, {0, 0, 0, 255}}

// TestRenditionsHaveTheWorksColours makes renditions of one picture in every format, and reads them again.
func TestRenditionsHaveTheWorksColours(t *testing.T) {
	t.Parallel()
	const wide = 400
	work := image.NewNRGBA(image.Rect(0, 0, wide, wide))
	for y := range wide {
		for x := range wide {
			// The first field is the largest one.
			work.SetNRGBA(x, y, fields[max(0, x/50-4)])
		}
	}
	for name, encode := range map[string]func(io.Writer) error{
		"work.png":   func(w io.Writer) error { return png.Encode(w, work) },
		"work.jpg":   func(w io.Writer) error { return jpeg.Encode(w, work, &jpeg.Options{Quality: 95}) },
		"lossy.webp": func(w io.Writer) error { return libwebp.Encode(w, work, libwebp.Options{Quality: 95, Method: 4}) },
		"exact.webp": func(w io.Writer) error { return libwebp.Encode(w, work, libwebp.Options{Lossless: true, Method: 4}) },
		"work.avif": func(w io.Writer) error {
			return avif.Encode(w, work, avif.Options{Quality: 95, QualityAlpha: 95, Speed: 8})
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var original bytes.Buffer
			if err := encode(&original); err != nil {
				t.Fatal(err)
			}
			l, made := kept(t, name, original.Bytes())
			if len(made.Renditions) != 2 || made.Renditions[0].Width != 320 {
				t.Fatalf("%+v", made.Renditions)
			}
			img, err := webp.Decode(asked(l, made.Renditions[0].URL, "image/webp").Body)
			if err != nil {
				t.Fatal(err)
			}
			for i, want := range fields {
				got, _ := color.NRGBAModel.Convert(img.At(320*(200+50*i+25)/wide, 160)).(color.NRGBA)
				if !near(got, want) {
					t.Errorf("%v became %v", want, got)
				}
			}
			var tint color.NRGBA
			if _, err := fmt.Sscanf(made.Color, "#%02x%02x%02x", &tint.R, &tint.G, &tint.B); err != nil || !near(tint, fields[0]) {
				t.Errorf("the colour is %s, %v", made.Color, err)
			}
		})
	}
}

// near is within 8 of 255 in each channel, which two lossy encoders may take.
func near(a, b color.NRGBA) bool {
	for _, d := range []int{int(a.R) - int(b.R), int(a.G) - int(b.G), int(a.B) - int(b.B)} {
		if d > 8 || d < -8 {
			return false
		}
	}
	return true
}
