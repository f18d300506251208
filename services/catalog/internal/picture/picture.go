// Package picture describes pictures and what is made of them. Another process, render, reads and converts them: this service decodes none.
package picture

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

// ErrRefused matches errors whose cause is the picture itself. They are final. All other errors of a Maker are temporary.
var ErrRefused = errors.New("not a usable picture")

// Cause says what is wrong with a picture.
type Cause int

// The causes that callers tell apart.
const (
	Unusable    Cause = iota // damaged, or too much work
	Unknown                  // not a picture, or of a format that can't be read
	TooLarge                 // too many pixels, bytes or frames, or too much memory
	Transparent              // the result can't be transparent
)

// RefusedError is the reason why a picture is refused. It matches ErrRefused.
type RefusedError struct {
	Cause Cause
	// Message is a sentence for people.
	Message string
}

// Error implements error.
func (e *RefusedError) Error() string { return fmt.Sprintf("%v: %s", ErrRefused, e.Message) }

// Is makes every RefusedError match ErrRefused.
func (e *RefusedError) Is(target error) bool { return target == ErrRefused }

// Format is a file format: webp, avif, jpeg, png, gif or tiff, or rgba, which is pixels of four bytes.
type Format string

// The formats of results.
const (
	WebP Format = "webp"
	AVIF Format = "avif"
	JPEG Format = "jpeg"
	RGBA Format = "rgba"
)

// Header is what the beginning of a picture says.
type Header struct {
	Format Format `json:"format"`
	// Width and Height are those of the upright picture.
	Width  int `json:"width"`
	Height int `json:"height"`
	// Frames is 1 for a still.
	Frames int `json:"frames"`
	// Alpha reports whether pixels may be transparent.
	Alpha bool `json:"alpha"`
}

// Check returns a RefusedError for a picture with too many pixels.
func (h Header) Check() error {
	const millions = artwork.MaxPixels / 1_000_000
	switch {
	case h.Width*h.Height > artwork.MaxPixels:
		return &RefusedError{TooLarge, fmt.Sprintf("This picture has %d × %d pixels. Save it with at most %d million.", h.Width, h.Height, millions)}
	case h.Width*h.Height*max(h.Frames, 1) > artwork.MaxPixels:
		return &RefusedError{TooLarge, fmt.Sprintf("This animation has %d frames of %d × %d pixels, more than %d million together. Save it smaller or shorter.",
			h.Frames, h.Width, h.Height, millions)}
	}
	return nil
}

// Quality is what a result is for.
type Quality int

// The qualities of results.
const (
	Screen Quality = iota
	Print
	Placeholder
)

// Output is a file to make. The picture keeps its proportions and is never enlarged.
type Output struct {
	Name   string
	Format Format
	// Width is the maximum width in pixels; 0 doesn't limit it.
	Width   int
	Quality Quality
	// Moving keeps an animation moving, in WebP.
	Moving bool `json:",omitempty"`
	// Background is the colour behind transparent pixels, as #rrggbb. Empty means transparent, and white in JPEG.
	Background string
}

// File is a result.
type File struct {
	// Name is the output's name; of a tile, the region and the size of its address.
	Name   string `json:"name"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
	// Frames is 1 for a still.
	Frames int `json:"frames"`
	// Content is valid until the function that gets the file returns.
	Content io.Reader `json:"-"`
}

// Source is an original.
type Source struct {
	// Hash identifies the bytes.
	Hash string
	Open func(context.Context) (io.ReadCloser, error)
}

// Conversion is a job.
type Conversion struct {
	// Urgent means that a person waits.
	Urgent  bool `json:"-"`
	Outputs []Output
}

// Tiling is the job that makes the files of a IIIF service of level 0.
type Tiling struct {
	Urgent bool `json:"-"`
	// Side is the width and height of a tile, WholeUpTo the maximum long edge of reduced copies of the whole picture.
	Side, WholeUpTo int
}

// Maker reads and converts pictures. Errors that match ErrRefused are final, others are temporary.
type Maker interface {
	// Inspect reads the header. It decodes no pixels.
	Inspect(ctx context.Context, s Source, urgent bool) (Header, error)
	// Convert calls keep with each file, in the order of the outputs.
	Convert(ctx context.Context, s Source, c Conversion, keep func(File) error) (Header, error)
	// Tile calls keep with each file.
	Tile(ctx context.Context, s Source, t Tiling, keep func(File) error) (Header, error)
}
