// Package picture estimates the memory for decoding a picture before it is decoded, because the size of a file says little. A progressive
// JPEG of 234 KB can take 600 MB.
package picture

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"io"
)

// Header is the information at the beginning of a picture file. Supported formats are those that the program has registered with package
// image.
type Header struct {
	Format        string // as in image.DecodeConfig
	Width, Height int
	// Memory is about how many bytes the decoder allocates.
	Memory int64
	// Progressive is true for JPEGs whose coefficients all stay in memory until the end.
	Progressive bool
}

// ErrTooLarge means that decoding would take more memory than is allowed. Retrying doesn't help.
var ErrTooLarge = errors.New("picture takes too much memory to decode")

// Bytes per pixel that decoders allocate for formats whose headers are not read in detail.
const (
	gifBytes  = 2
	webpBytes = 8  // planes and their conversion
	avifBytes = 12 // planes of 16 bits, their conversion and a copy
)

// Read reads the header of a picture and rewinds r.
func Read(r io.ReadSeeker) (Header, error) {
	cfg, format, err := image.DecodeConfig(r)
	if err != nil {
		return Header{}, fmt.Errorf("picture: %w", err)
	}
	if cfg.Width < 1 || cfg.Height < 1 {
		return Header{}, errors.New("picture: it has no pixels")
	}
	h := Header{Format: format, Width: cfg.Width, Height: cfg.Height}
	pixels := int64(cfg.Width) * int64(cfg.Height)
	if _, err := r.Seek(0, io.SeekStart); err != nil {
		return h, fmt.Errorf("picture: %w", err)
	}
	switch format {
	case "jpeg":
		h.Memory, h.Progressive, err = jpegMemory(bufio.NewReader(r), pixels)
	case "png":
		h.Memory, err = pngMemory(r, pixels)
	case "gif":
		h.Memory = pixels * gifBytes
	case "webp":
		h.Memory = pixels * webpBytes
	default:
		h.Memory = pixels * avifBytes
	}
	if err != nil {
		return h, fmt.Errorf("picture: %w", err)
	}
	_, err = r.Seek(0, io.SeekStart)
	return h, err
}

// Allow returns ErrTooLarge if decoding takes more than memory bytes.
func (h Header) Allow(memory int64) error {
	if h.Memory <= memory {
		return nil
	}
	kind := h.Format
	if h.Progressive {
		kind = "progressive " + kind
	}
	return fmt.Errorf("%w: a %s of %d × %d pixels takes %d MB, at most %d MB are allowed", ErrTooLarge, kind, h.Width, h.Height, h.Memory>>20, memory>>20)
}

// jpegMemory reads segments up to the start of the frame, which has the format of the samples.
func jpegMemory(r *bufio.Reader, pixels int64) (memory int64, progressive bool, err error) {
	if _, err := r.Discard(2); err != nil {
		return 0, false, err
	}
	for {
		marker, err := nextMarker(r)
		if err != nil {
			return 0, false, err
		}
		var length [2]byte
		if _, err := io.ReadFull(r, length[:]); err != nil {
			return 0, false, err
		}
		n := int(binary.BigEndian.Uint16(length[:])) - 2
		if n < 0 {
			return 0, false, errors.New("invalid segment")
		}
		// Frames start with the markers 0xC0 to 0xCF, except for DHT, JPG and DAC.
		if marker < 0xC0 || marker > 0xCF || marker == 0xC4 || marker == 0xC8 || marker == 0xCC {
			if _, err := r.Discard(n); err != nil {
				return 0, false, err
			}
			continue
		}
		frame := make([]byte, n)
		if _, err := io.ReadFull(r, frame); err != nil {
			return 0, false, err
		}
		memory, err := frameMemory(frame, marker == 0xC2, pixels)
		return memory, marker == 0xC2, err
	}
}

func nextMarker(r *bufio.Reader) (byte, error) {
	for {
		b, err := r.ReadByte()
		if err != nil {
			return 0, err
		}
		if b != 0xFF {
			continue
		}
		for b == 0xFF {
			if b, err = r.ReadByte(); err != nil {
				return 0, err
			}
		}
		if b != 0 && b != 0x01 && (b < 0xD0 || b > 0xD9) { // markers without a length
			return b, nil
		}
	}
}

// frameMemory counts the samples of all components: one byte each, plus four for coefficients if the picture is progressive.
func frameMemory(frame []byte, progressive bool, pixels int64) (int64, error) {
	const fixed = 6 // precision, height, width, number of components
	if len(frame) < fixed || len(frame) < fixed+3*int(frame[5]) || frame[5] == 0 {
		return 0, errors.New("invalid frame")
	}
	var sum, mostH, mostV int64
	for i := range int(frame[5]) {
		h, v := int64(frame[fixed+3*i+1]>>4), int64(frame[fixed+3*i+1]&15)
		sum, mostH, mostV = sum+h*v, max(mostH, h), max(mostV, v)
	}
	if mostH*mostV == 0 {
		return 0, errors.New("invalid frame")
	}
	samples := pixels * sum / (mostH * mostV)
	memory := samples
	if progressive {
		memory += 4 * samples
	}
	if frame[5] == 4 { // CMYK is copied at the end
		memory += 4 * pixels
	}
	return memory, nil
}

// pngMemory reads the first chunk, which has depth and interlacing. It counts every picture as one with colours and transparency.
func pngMemory(r io.Reader, pixels int64) (int64, error) {
	var start [29]byte // signature, length and type of IHDR, its 13 bytes
	if _, err := io.ReadFull(r, start[:]); err != nil {
		return 0, err
	}
	depth, color, interlaced := start[24], start[25], start[28] != 0
	each := int64(4)
	switch {
	case depth == 16:
		each = 8
	case color == 3: // a palette
		each = 1
	}
	if interlaced { // its passes are decoded as separate pictures
		each *= 2
	}
	return pixels * each, nil
}
