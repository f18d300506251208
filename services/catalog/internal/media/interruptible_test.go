//go:build wasm2go

package media

import (
	"bytes"
	"runtime"
	"testing"

	"github.com/gen2brain/avif"
)

// TestTheCollectorDoesNotWaitForAVIF counts how often the collector, which stops the world, can end while a picture is encoded: if the
// encoder isn't Go code, only a few times.
func TestTheCollectorDoesNotWaitForAVIF(t *testing.T) {
	large := scale(waves(maxAVIFWidth, maxAVIFWidth), maxAVIFWidth, maxAVIFWidth)
	// The first picture initialises the encoder.
	if err := avif.Encode(new(bytes.Buffer), waves(64, 64), avifOptions); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- avif.Encode(new(bytes.Buffer), large, avifOptions) }()
	for collections := 0; ; collections++ {
		select {
		case err := <-done:
			if err != nil || collections < 20 {
				t.Errorf("%d garbage collections while an image was encoded, %v, want at least 20", collections, err)
			}
			return
		default:
			runtime.GC()
		}
	}
}
