package webp

import (
	"bytes"
	_ "embed"
	"image"
	"image/color"
	"testing"
)

// Four fields of 16 pixels in a row: white, a warm paper, a strong red and black. Made by libwebp's encoder; the last one is lossy
// and half transparent.
var (
	//go:embed testdata/lossy.webp
	lossy []byte
	//go:embed testdata/lossless.webp
	lossless []byte
	//go:embed testdata/alpha.webp
	alpha []byte
)

func TestColoursAreThePictures(t *testing.T) {
	t.Parallel()
	fields := []color.NRGBA{{255, 255, 255, 255}, {236, 229, 213, 255}, {200, 10, 30, 255}, {0, 0, 0, 255}}
	for name, c := range map[string]struct {
		content []byte
		opaque  uint8
		near    int
	}{
		"lossy":    {lossy, 255, 3},
		"lossless": {lossless, 255, 0},
		"alpha":    {alpha, 128, 3},
	} {
		img, err := Decode(bytes.NewReader(c.content))
		if err != nil {
			t.Fatalf("%s: error = %v, want nil", name, err)
		}
		for i, want := range fields {
			want.A = c.opaque
			got, _ := color.NRGBAModel.Convert(img.At(16*i+8, 8)).(color.NRGBA)
			for _, d := range []int{int(got.R) - int(want.R), int(got.G) - int(want.G), int(got.B) - int(want.B), int(got.A) - int(want.A)} {
				if d > c.near || d < -c.near {
					t.Errorf("%s: field %d is %v, want %v", name, i, got, want)
					break
				}
			}
		}
	}
	if _, err := Decode(bytes.NewReader(lossy[:len(lossy)/2])); err == nil {
		t.Error("a truncated image was accepted, want an error")
	}
	if _, format, err := image.DecodeConfig(bytes.NewReader(lossy)); err != nil || format != "webp" {
		t.Errorf("DecodeConfig() = %q, %v, want webp", format, err)
	}
}
