// Package exif rotates photographs according to their EXIF orientation. Browsers rotate an original themselves, but renditions lose the
// EXIF data.
package exif

import (
	"encoding/binary"
	"image"
	"io"
)

// ahead is how many bytes of a file are searched. The orientation is in one of a JPEG's first
// segments.
const ahead = 256 << 10

// Orientation returns the EXIF orientation of a JPEG: 1 is upright and the default for any other file;
// 5 to 8 swap width and height.
func Orientation(r io.ReaderAt) int {
	b := make([]byte, ahead)
	n, _ := r.ReadAt(b, 0)
	b = b[:n]
	if n < 2 || b[0] != 0xff || b[1] != 0xd8 {
		return 1
	}
	const exif, scan, header = 0xe1, 0xda, 10 // the segment's marker, its length and "Exif\0\0"
	for b = b[2:]; len(b) >= header && b[0] == 0xff && b[1] != scan; {
		length := 2 + int(binary.BigEndian.Uint16(b[2:]))
		if length < 4 || length > len(b) {
			return 1
		}
		if b[1] == exif && length > header && string(b[4:header]) == "Exif\x00\x00" {
			return tagged(b[header:length])
		}
		b = b[length:]
	}
	return 1
}

// tagged returns the orientation in a TIFF's first directory.
func tagged(tiff []byte) int {
	if len(tiff) < 8 {
		return 1
	}
	var order binary.ByteOrder = binary.BigEndian
	if tiff[0] == 'I' {
		order = binary.LittleEndian
	}
	at := int64(order.Uint32(tiff[4:]))
	if at+2 > int64(len(tiff)) {
		return 1
	}
	const entry, orientation = 12, 0x0112
	n, entries := int(order.Uint16(tiff[at:])), tiff[at+2:]
	for ; n > 0 && len(entries) >= entry; n, entries = n-1, entries[entry:] {
		if order.Uint16(entries) == orientation {
			if o := int(order.Uint16(entries[8:])); o >= 1 && o <= 8 {
				return o
			}
			return 1
		}
	}
	return 1
}

// Rotate returns the picture rotated upright. A rotation needs four more bytes per pixel.
func Rotate(img image.Image, orientation int) image.Image {
	if orientation <= 1 {
		return img
	}
	from := img.Bounds()
	w, h := from.Dx(), from.Dy()
	out := image.NewRGBA(image.Rect(0, 0, w, h))
	if orientation >= 5 {
		out = image.NewRGBA(image.Rect(0, 0, h, w))
	}
	for y := range h {
		for x := range w {
			tx, ty := x, y
			switch orientation {
			case 2:
				tx = w - 1 - x
			case 3:
				tx, ty = w-1-x, h-1-y
			case 4:
				ty = h - 1 - y
			case 5:
				tx, ty = y, x
			case 6:
				tx, ty = h-1-y, x
			case 7:
				tx, ty = h-1-y, w-1-x
			case 8:
				tx, ty = y, w-1-x
			}
			out.Set(tx, ty, img.At(from.Min.X+x, from.Min.Y+y))
		}
	}
	return out
}
