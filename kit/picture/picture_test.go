package picture_test

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"runtime"
	"testing"

	"github.com/vitrine/vitrine/kit/picture"
	"github.com/vitrine/vitrine/kit/picture/picturetest"
)

// allocated returns how many bytes fn allocates.
func allocated(fn func()) int64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	fn()
	runtime.ReadMemStats(&after)
	return int64(after.TotalAlloc - before.TotalAlloc)
}

func files(t *testing.T) map[string][]byte {
	t.Helper()
	const side = 800
	gray, deep, rgba := image.NewGray(image.Rect(0, 0, side, side)), image.NewNRGBA64(image.Rect(0, 0, side, side)), image.NewNRGBA(image.Rect(0, 0, side, side))
	rgba.Set(1, 1, color.NRGBA{1, 2, 3, 4})
	deep.Set(1, 1, color.NRGBA64{1, 2, 3, 4})
	out := map[string][]byte{"progressive": picturetest.Progressive(side)}
	for name, encode := range map[string]func(*bytes.Buffer) error{
		"jpeg":   func(b *bytes.Buffer) error { return jpeg.Encode(b, rgba, nil) },
		"gray":   func(b *bytes.Buffer) error { return jpeg.Encode(b, gray, nil) },
		"png":    func(b *bytes.Buffer) error { return png.Encode(b, rgba) },
		"png 16": func(b *bytes.Buffer) error { return png.Encode(b, deep) },
		"gif":    func(b *bytes.Buffer) error { return gif.Encode(b, rgba, nil) },
		"palette": func(b *bytes.Buffer) error {
			return png.Encode(b, image.NewPaletted(rgba.Rect, color.Palette{color.Black, color.White}))
		},
	} {
		var b bytes.Buffer
		if err := encode(&b); err != nil {
			t.Fatal(err)
		}
		out[name] = b.Bytes()
	}
	return out
}

// TestMemory compares the estimate with what the decoders of the standard library allocate.
func TestMemory(t *testing.T) {
	for name, content := range files(t) {
		r := bytes.NewReader(content)
		h, err := picture.Read(r)
		if err != nil || h.Width != 800 || h.Height != 800 || h.Progressive != (name == "progressive") || r.Len() != len(content) {
			t.Errorf("Read(%s) = %+v, %v, want 800 × 800; %d of %d bytes left, want all", name, h, err, r.Len(), len(content))
		}
		got := allocated(func() {
			if _, _, err := image.Decode(r); err != nil {
				t.Errorf("Decode(%s) error = %v, want nil", name, err)
			}
		})
		if ratio := float64(h.Memory) / float64(got); ratio < 0.6 || ratio > 2.5 {
			t.Errorf("%s: the estimate is %d bytes, want 0.6 to 2.5 times the decoder's %d", name, h.Memory, got)
		}
	}
}

// TestRefusing: reading the header of a bad file costs a tiny fraction of decoding it.
func TestRefusing(t *testing.T) {
	content := picturetest.Progressive(6320)
	if len(content) > 240_000 {
		t.Fatalf("size of the picture = %d bytes, want at most 240,000", len(content))
	}
	var h picture.Header
	refusing := allocated(func() {
		var err error
		if h, err = picture.Read(bytes.NewReader(content)); err != nil {
			t.Error(err)
		}
		if err := h.Allow(128 << 20); !errors.Is(err, picture.ErrTooLarge) {
			t.Errorf("%v, want ErrTooLarge", err)
		}
	})
	if h.Memory < 590_000_000 || refusing*1000 > h.Memory {
		t.Errorf("rejecting the image allocates %d bytes, want at most a thousandth of the %d for decoding it", refusing, h.Memory)
	}
	t.Logf("rejecting the image allocates %d bytes, decoding would allocate %d: 1 to %d", refusing, h.Memory, h.Memory/max(refusing, 1))
}

func TestBroken(t *testing.T) {
	for name, content := range files(t) {
		for _, n := range []int{0, 1, 10, 20} {
			if _, err := picture.Read(bytes.NewReader(content[:n])); err == nil {
				t.Errorf("Read() of the first %d bytes of %s: error = nil, want one", n, name)
			}
		}
	}
}

// FuzzRead checks that no file causes a panic.
func FuzzRead(f *testing.F) {
	f.Add(picturetest.Progressive(16))
	f.Fuzz(func(_ *testing.T, content []byte) { _, _ = picture.Read(bytes.NewReader(content)) })
}
