package exif

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"slices"
	"testing"
)

// photo returns a JPEG of 20 × 10 whose left half is red, with an EXIF orientation.
func photo(t *testing.T, order binary.AppendByteOrder, orientation uint16) []byte {
	t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, 20, 10))
	for y := range 10 {
		for x := range 20 {
			img.Set(x, y, map[bool]color.Color{true: color.RGBA{200, 0, 0, 255}, false: color.White}[x < 10])
		}
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, &jpeg.Options{Quality: 95}); err != nil {
		t.Fatal(err)
	}
	mark := map[bool]string{true: "II", false: "MM"}[order.String() == "LittleEndian"]
	tiff := order.AppendUint32(order.AppendUint16([]byte(mark), 42), 8)
	tiff = order.AppendUint16(tiff, 2) // entries: another one, then the orientation
	for _, e := range [][2]uint16{{0x010f, 0}, {0x0112, orientation}} {
		tiff = order.AppendUint32(order.AppendUint16(order.AppendUint16(tiff, e[0]), 3), 1)
		tiff = order.AppendUint16(order.AppendUint16(tiff, e[1]), 0)
	}
	exif := append([]byte("Exif\x00\x00"), tiff...)
	segment := append([]byte{0xff, 0xe1, 0, byte(len(exif) + 2)}, exif...)
	return slices.Concat(b.Bytes()[:2], segment, b.Bytes()[2:])
}

func TestPhotographsAreUpright(t *testing.T) {
	t.Parallel()
	// Where the red half is once the picture is upright.
	for orientation, red := range map[uint16]string{1: "left", 2: "right", 3: "right", 4: "left", 5: "top", 6: "top", 7: "bottom", 8: "bottom", 0: "left", 9: "left"} {
		for _, order := range []binary.AppendByteOrder{binary.BigEndian, binary.LittleEndian} {
			t.Run(fmt.Sprint(orientation, " ", order), func(t *testing.T) {
				file := photo(t, order, orientation)
				img, err := jpeg.Decode(bytes.NewReader(file))
				if err != nil {
					t.Fatal(err)
				}
				got := Rotate(img, Orientation(bytes.NewReader(file)))
				size := got.Bounds().Size()
				isRed := func(x, y int) bool { _, g, _, _ := got.At(x, y).RGBA(); return g < 1<<15 }
				var is []string
				for side, at := range map[string][2]int{"left": {1, size.Y / 2}, "right": {size.X - 2, size.Y / 2}, "top": {size.X / 2, 1}, "bottom": {size.X / 2, size.Y - 2}} {
					if isRed(at[0], at[1]) && (side == "left" || side == "right") == (size.X > size.Y) {
						is = append(is, side)
					}
				}
				if fmt.Sprint(is) != "["+red+"]" {
					t.Errorf("red is %v of %v, want %s", is, size, red)
				}
			})
		}
	}
}

func FuzzOrientation(f *testing.F) {
	for _, text := range []string{"", "\xff\xd8", "\xff\xd8\xff\xe1\x00\x10Exif\x00\x00II*\x00\xff\xff\xff\xff", "\xff\xd8\xff\xe1\x00\x00", "\x89PNG"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if o := Orientation(bytes.NewReader(b)); o < 1 || o > 8 {
			t.Errorf("orientation %d, want 1 to 8", o)
		}
	})
}
