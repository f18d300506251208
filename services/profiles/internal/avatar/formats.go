package avatar

import "encoding/binary"

// animated reports whether a picture has more than one frame, without decoding any.
func animated(content []byte, format string) bool {
	switch format {
	case "gif":
		return gifFrames(content) != 1
	case "png":
		return pngAnimated(content)
	}
	return false // JPEG has only one, and the WebP decoder rejects animations
}

// gifFrames counts the image descriptors of a GIF, up to two. It returns 0 for an invalid file.
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
	// blocks skips data blocks; each starts with its length, and an empty one ends them.
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
		default: // the trailer, or bytes that decoders ignore
			return frames
		}
	}
	return frames
}

// pngAnimated looks for the chunk acTL of an animated PNG, which precedes the image data.
func pngAnimated(b []byte) bool {
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
