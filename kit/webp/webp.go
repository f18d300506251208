// Package webp decodes still WebP pictures in their own colours.
package webp

import (
	"image"
	"io"
	"math"

	"golang.org/x/image/webp"
)

// Decode reads a still picture, lossy or lossless. An animated picture is an error. Importing the package also registers the format with
// image.Decode, whose colours are pale.
func Decode(r io.Reader) (image.Image, error) {
	img, err := webp.Decode(r)
	if err != nil {
		return nil, err
	}
	return FullRange(img), nil
}

// FullRange corrects the colours of a decoded picture in place. Lossy WebP stores luma in 16…235 and chroma in 16…240, as in BT.601
// (RFC 9649, section 2.5), and decoders return those values in types that mean JPEG's 0…255, so that black and white would turn grey.
// Pictures in other types are returned unchanged.
func FullRange(img image.Image) image.Image {
	switch p := img.(type) {
	case *image.YCbCr:
		toFullRange(p)
	case *image.NYCbCrA:
		toFullRange(&p.YCbCr)
	}
	return img
}

// The full range of each value of a plane.
var luma, chroma = fullRangeTable(16, 219, 0), fullRangeTable(128, 224, 128)

// fullRangeTable maps a range of levels to 255 steps.
func fullRangeTable(from, steps, to int) (table [256]uint8) {
	for v := range table {
		wide := math.Round(float64(v-from) * 255 / float64(steps))
		table[v] = uint8(min(max(int(wide)+to, 0), 255))
	}
	return table
}

func toFullRange(p *image.YCbCr) {
	replace(p.Y, &luma)
	replace(p.Cb, &chroma)
	replace(p.Cr, &chroma)
}

func replace(plane []uint8, table *[256]uint8) {
	for i, v := range plane {
		plane[i] = table[v]
	}
}
