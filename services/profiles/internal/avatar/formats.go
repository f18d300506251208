package avatar

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/draw"
)

// moving tells whether a picture has more than one frame, without decoding any.
func moving(content []byte, format string) bool {
	switch format {
	case "gif":
		return gifFrames(content) != 1
	case "png":
		return pngMoves(content)
	}
	return false // JPEG has one, and the WebP decoder refuses animations
}

// gifFrames walks the blocks of a GIF and counts image descriptors, up to two. It
// answers 0 for a file that it cannot walk.
func gifFrames(b []byte) int {
	const header, descriptor = 13, 10
	table := func(flags byte) int {
		if flags&0x80 == 0 {
			return 0
		}
		return 3 << (flags&7 + 1)
	}
	if len(b) < header {
		return 0
	}
	i, frames := header+table(b[10]), 0
	// blocks skips data blocks, which begin with their length and end with an empty one.
	blocks := func() bool {
		for i < len(b) && b[i] != 0 {
			i += 1 + int(b[i])
		}
		i++
		return i <= len(b)
	}
	for i < len(b) {
		switch b[i] {
		case 0x21: // extension
			if i += 2; !blocks() {
				return frames
			}
		case 0x2c: // image
			if frames++; frames > 1 || i+descriptor > len(b) {
				return frames
			}
			i += descriptor + table(b[i+9]) + 1
			if !blocks() {
				return frames
			}
		default: // the trailer, or garbage that decoders ignore
			return frames
		}
	}
	return frames
}

// pngMoves looks for the chunk that makes a PNG an animation. It stands before the data.
func pngMoves(b []byte) bool {
	for i := 8; i+8 <= len(b); {
		kind := string(b[i+4 : i+8])
		if kind == "acTL" {
			return true
		}
		if kind == "IDAT" {
			return false
		}
		i += 12 + int(binary.BigEndian.Uint32(b[i:]))
	}
	return false
}

// orientation reads the EXIF orientation of a JPEG, 1 where it has none. Metadata is not
// kept, so the picture itself has to be turned.
func orientation(b []byte) int {
	for i := 2; i+4 <= len(b) && b[i] == 0xff && b[i+1] != 0xda; {
		length := int(binary.BigEndian.Uint16(b[i+2:]))
		end := i + 2 + length
		if length < 2 || end > len(b) {
			return 1
		}
		if exif, ok := bytes.CutPrefix(b[i+4:end], []byte("Exif\x00\x00")); ok && b[i+1] == 0xe1 {
			return exifOrientation(exif)
		}
		i = end
	}
	return 1
}

func exifOrientation(tiff []byte) int {
	if len(tiff) < 8 {
		return 1
	}
	var order binary.ByteOrder = binary.BigEndian
	if tiff[0] == 'I' {
		order = binary.LittleEndian
	}
	at := int(order.Uint32(tiff[4:]))
	if at < 8 || at+2 > len(tiff) {
		return 1
	}
	const entry, tagOrientation = 12, 0x0112
	for n, i := int(order.Uint16(tiff[at:])), at+2; n > 0 && i+entry <= len(tiff); n, i = n-1, i+entry {
		if order.Uint16(tiff[i:]) == tagOrientation {
			if v := int(order.Uint16(tiff[i+8:])); v >= 1 && v <= 8 {
				return v
			}
			return 1
		}
	}
	return 1
}

// upright turns and mirrors a picture as its EXIF orientation asks.
func upright(picture image.Image, orientation int) image.Image {
	if orientation == 1 {
		return picture
	}
	// Turning copies the picture, so it is made small first.
	src := shrink(picture)
	w, h := src.Bounds().Dx(), src.Bounds().Dy()
	out := image.NewNRGBA(image.Rect(0, 0, w, h))
	if orientation >= 5 {
		out = image.NewNRGBA(image.Rect(0, 0, h, w))
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
			out.SetNRGBA(tx, ty, src.NRGBAAt(x, y))
		}
	}
	return draw.Image(out)
}
