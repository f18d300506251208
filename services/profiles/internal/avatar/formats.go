package avatar

import "encoding/binary"

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
