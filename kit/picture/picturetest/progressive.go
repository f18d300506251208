// Package picturetest makes pictures that are small as files and large in memory.
package picturetest

import "encoding/binary"

// Progressive returns a gray progressive JPEG of side × side pixels in three components. Each 8 × 8 block takes 3 bits of the file, and
// 960 bytes of memory.
func Progressive(side int) []byte {
	out := []byte{0xFF, 0xD8}
	segment := func(marker byte, data ...byte) {
		out = append(out, 0xFF, marker)
		out = binary.BigEndian.AppendUint16(out, uint16(len(data)+2))
		out = append(out, data...)
	}
	quantization := make([]byte, 65)
	for i := 1; i < len(quantization); i++ {
		quantization[i] = 1
	}
	segment(0xDB, quantization...)
	s := binary.BigEndian.AppendUint16(nil, uint16(side))
	segment(0xC2, 8, s[0], s[1], s[0], s[1], 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0) // progressive, 4:4:4
	segment(0xC4, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)             // one code of one bit: no difference
	segment(0xDA, 3, 1, 0x00, 2, 0x00, 3, 0x00, 0, 0, 0)                            // a scan of the DC coefficients
	blocks := ((side + 7) / 8) * ((side + 7) / 8) * 3
	out = append(out, make([]byte, (blocks+7)/8)...)
	return append(out, 0xFF, 0xD9)
}
