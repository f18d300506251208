package studio

import (
	"fmt"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

// Limit is what a kind of uploaded files may be. The studio's form has it from here, so that artists read before an upload what would be refused
// after it.
type Limit struct {
	// Types are the media types, Formats their names for people.
	Types   []string
	Formats string
	// Bytes is the maximum size, Size the same for people.
	Bytes int64
	Size  string
	// Pixels is the maximum for a picture, and for all frames of an animation together; 0 for other files.
	Pixels int
	// what is what such a file is called at the beginning of a sentence.
	what string
}

// The limits of uploads.
var (
	PictureLimit = Limit{
		Types: []string{"image/webp", "image/png", "image/jpeg", "image/gif", "image/avif", "image/tiff"}, Formats: "WebP, PNG, JPEG, GIF, AVIF or TIFF",
		Bytes: MaxPicture, Size: fmt.Sprintf("%d MB", MaxPicture>>20), Pixels: artwork.MaxPixels, what: "a picture",
	}
	FilmLimit = Limit{
		Types: []string{"video/mp4", "video/webm", "audio/mpeg", "audio/ogg"}, Formats: "MP4 with H.264 or AV1, WebM, MP3 or Ogg",
		Bytes: MaxUpload, Size: fmt.Sprintf("%d MB", MaxUpload>>20), what: "a film or a recording",
	}
	PageLimit = Limit{
		Types: []string{"text/html"}, Formats: "one HTML file", Bytes: MaxPage, Size: fmt.Sprintf("%d MB", MaxPage/1_000_000), what: "the page of a live work",
	}
)

// TooLarge is the reason why a larger file is refused.
func (l Limit) TooLarge() string {
	return fmt.Sprintf("%s has at most %s: save it smaller", l.what, l.Size)
}

// WrongType is the reason why a file of another type is refused.
func (l Limit) WrongType() string { return fmt.Sprintf("%s is %s: save it as that", l.what, l.Formats) }
