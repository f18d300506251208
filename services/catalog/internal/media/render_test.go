package media

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"slices"
	"testing"

	"github.com/gen2brain/avif"
	libwebp "github.com/gen2brain/webp"
	"golang.org/x/image/draw"

	"github.com/vitrine/vitrine/kit/webp"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

// fields are the colours of a test picture: white, warm paper, a strong red and black.
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
		// Its header has transparency, its pixels don't.
		"odd.webp": func(w io.Writer) error { return extended(w, work, 1<<4, func(still []byte) []byte { return still }) },
		"moves.webp": func(w io.Writer) error {
			return extended(w, work, 1<<1, func(still []byte) []byte {
				// One frame over the whole picture: its place, its size less one, 100 ms.
				frame := []byte{0, 0, 0, 0, 0, 0, (wide - 1) & 255, (wide - 1) >> 8, 0, (wide - 1) & 255, (wide - 1) >> 8, 0, 100, 0, 0, 0}
				return append(chunk("ANIM", make([]byte, 6)), chunk("ANMF", append(frame, still...))...)
			})
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
				t.Fatalf("renditions = %+v, want 2, the first 320 pixels wide", made.Renditions)
			}
			img, err := webp.Decode(asked(l, made.Renditions[0].URL, "image/webp").Body)
			if err != nil {
				t.Fatal(err)
			}
			for i, want := range fields {
				got, _ := color.NRGBAModel.Convert(img.At(320*(200+50*i+25)/wide, 160)).(color.NRGBA)
				if !near(got, want) {
					t.Errorf("rendition of %v = %v", want, got)
				}
			}
			var tint color.NRGBA
			if _, err := fmt.Sscanf(made.Color, "#%02x%02x%02x", &tint.R, &tint.G, &tint.B); err != nil || !near(tint, fields[0]) {
				t.Errorf("color = %s, %v, want near %v", made.Color, err, fields[0])
			}
			if want := []artwork.Color{artwork.White, artwork.Red}; !slices.Equal(made.Colors, want) {
				t.Errorf("the colours are %v, want %v", made.Colors, want)
			}
		})
	}
}

// turned is the EXIF data of a camera that was held upright.
const turned = "\xff\xe1\x00\x22Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06\x00\x00\x00\x00\x00\x00"

func TestPhotographsAreRotated(t *testing.T) {
	t.Parallel()
	work := image.NewNRGBA(image.Rect(0, 0, 400, 200))
	draw.Draw(work, image.Rect(0, 0, 200, 200), image.NewUniform(fields[2]), image.Point{}, draw.Src)
	draw.Draw(work, image.Rect(200, 0, 400, 200), image.NewUniform(fields[1]), image.Point{}, draw.Src)
	var photo bytes.Buffer
	if err := jpeg.Encode(&photo, work, &jpeg.Options{Quality: 95}); err != nil {
		t.Fatal(err)
	}
	l, made := kept(t, "photo.jpg", slices.Concat(photo.Bytes()[:2], []byte(turned), photo.Bytes()[2:]))
	if made.Width != 200 || made.Height != 400 || len(made.Renditions) != 1 {
		t.Fatalf("rendered = %+v, want 200 × 400 in one rendition", made)
	}
	img, err := webp.Decode(asked(l, made.Renditions[0].URL, "image/webp").Body)
	if err != nil {
		t.Fatal(err)
	}
	for y, want := range map[int]color.NRGBA{50: fields[2], 350: fields[1]} {
		if got, _ := color.NRGBAModel.Convert(img.At(100, y)).(color.NRGBA); !near(got, want) {
			t.Errorf("at %d: %v, want %v", y, got, want)
		}
	}
}

// extended writes a lossy WebP in the extended format (RFC 9649, section 2.7). around returns the chunks around its one chunk.
func extended(w io.Writer, img image.Image, flags byte, around func(still []byte) []byte) error {
	var lossy bytes.Buffer
	if err := libwebp.Encode(&lossy, img, libwebp.Options{Quality: 95, Method: 4}); err != nil {
		return err
	}
	still := lossy.Bytes()[bytes.Index(lossy.Bytes(), []byte("VP8 ")):]
	x, y := img.Bounds().Dx()-1, img.Bounds().Dy()-1
	head := chunk("VP8X", []byte{flags, 0, 0, 0, byte(x), byte(x >> 8), 0, byte(y), byte(y >> 8), 0})
	_, err := w.Write(chunk("RIFF", slices.Concat([]byte("WEBP"), head, around(still))))
	return err
}

// chunk returns a RIFF chunk: name, length and data, padded to an even length.
func chunk(name string, content []byte) []byte {
	out := binary.LittleEndian.AppendUint32([]byte(name), uint32(len(content)))
	out = append(out, content...)
	return append(out, make([]byte, len(content)%2)...)
}

// near allows a difference of 8 of 255 in each channel, for two lossy encoders.
func near(a, b color.NRGBA) bool {
	for _, d := range []int{int(a.R) - int(b.R), int(a.G) - int(b.G), int(a.B) - int(b.B)} {
		if d > 8 || d < -8 {
			return false
		}
	}
	return true
}
