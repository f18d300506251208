// Package format defines the file types that the gallery serves, and detects a file's type from its content.
package format

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/gabriel-vasile/mimetype"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

// Kind is the kind of a served file and its media type.
type Kind struct {
	Kind artwork.MediaKind
	Type string
}

// Kinds are the files that may be served, by file extension. SVG is not allowed, because it can contain scripts.
var Kinds = map[string]Kind{
	".webp": {artwork.Image, "image/webp"}, ".png": {artwork.Image, "image/png"}, ".jpg": {artwork.Image, "image/jpeg"},
	".jpeg": {artwork.Image, "image/jpeg"}, ".gif": {artwork.Image, "image/gif"}, ".avif": {artwork.Image, "image/avif"},
	".tif": {artwork.Image, "image/tiff"}, ".tiff": {artwork.Image, "image/tiff"},
	".mp4": {artwork.Video, "video/mp4"}, ".webm": {artwork.Video, "video/webm"}, ".mp3": {artwork.Video, "audio/mpeg"}, ".ogg": {artwork.Video, "audio/ogg"},
	".js": {artwork.Generator, "text/javascript"}, ".html": {artwork.Generator, "text/html"}, ".glb": {artwork.Generator, "model/gltf-binary"},
}

// films are the extensions of films and recordings.
var films = []string{".mp4", ".webm", ".mp3", ".ogg"}

// Film returns the extension for a film or a recording, detected from its content; "" for any other file. problem says why it can't be played.
func Film(in *os.File) (ext, problem string) {
	for _, ext := range films {
		if _, wrong := check(in, ext); !wrong {
			return ext, Problem(in, ext)
		}
	}
	return "", ""
}

// detected maps extensions to the type that is detected.
var detected = map[string]string{
	".webp": "image/webp", ".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".gif": "image/gif", ".avif": "image/avif",
	".tif": "image/tiff", ".tiff": "image/tiff", ".mp4": "video/mp4", ".webm": "video/webm", ".mp3": "audio/mpeg", ".ogg": "application/ogg",
	".glb": "model/gltf-binary", ".js": "text/plain", ".html": "text/plain",
}

// Problem describes an error in the format of a file: it is empty, doesn't start like its type, ends too early, moves in a way that we can't show,
// or is a film that few browsers play.
// It decodes nothing, so that a folder is checked quickly. It rewinds the file.
func Problem(in *os.File, ext string) string {
	is, wrong := check(in, ext)
	info, err := in.Stat()
	switch {
	case err != nil || is == nil:
		return "cannot be read"
	case info.Size() == 0:
		return "is empty"
	case wrong:
		return mismatch(is, ext[1:])
	case !complete(in, is, info.Size()):
		return "ends before it is complete: copy it again"
	case Kinds[ext].Kind == artwork.Image:
		return halting(in, is)
	case Kinds[ext].Kind == artwork.Video:
		return unplayable(in, is, info.Size())
	}
	return ""
}

// check returns the type of a file's content, nil if it can't be read, and whether it differs from the file's name.
func check(in *os.File, ext string) (is *mimetype.MIME, wrong bool) {
	info, err := in.Stat()
	if err != nil {
		return nil, true
	}
	is, err = mimetype.DetectReader(io.NewSectionReader(in, 0, info.Size()))
	if err != nil {
		return nil, true
	}
	want := detected[ext]
	return is, want != "" && !of(is, want)
}

// of reports whether a type is another one or a subtype of it: HTML is text. Pictures in film containers don't match.
func of(is *mimetype.MIME, want string) bool {
	if strings.HasPrefix(is.String(), "image/") != strings.HasPrefix(want, "image/") {
		return false
	}
	for ; is != nil; is = is.Parent() {
		if is.Is(want) {
			return true
		}
	}
	return false
}

// mismatch describes how a file's content differs from its name.
func mismatch(is *mimetype.MIME, ext string) string {
	typ, _, _ := strings.Cut(is.String(), ";")
	switch served, ok := Kinds[is.Extension()]; {
	case is.Parent() == nil, is.Is("text/plain"):
		return fmt.Sprintf("is not a valid %s file: it is damaged or has the wrong name", ext)
	case ok && served.Type == typ && !of(is, "text/plain"):
		return fmt.Sprintf("is not %s but %s: rename it to end in %s", ext, typ, is.Extension())
	}
	return fmt.Sprintf("is not %s but %s: save it again as %s", ext, typ, ext)
}

// complete reports whether a file is as long as its header says. A file without a length counts as complete.
func complete(in io.ReaderAt, is *mimetype.MIME, size int64) bool {
	switch {
	case is.Is("image/webp"):
		var length [4]byte
		_, err := in.ReadAt(length[:], 4)
		return err == nil && int64(binary.LittleEndian.Uint32(length[:]))+8 <= size
	case is.Is("image/png"):
		return bytes.Contains(tail(in, size), []byte("IEND"))
	case is.Is("image/jpeg"):
		return bytes.Contains(tail(in, size), []byte("\xff\xd9"))
	case is.Is("image/avif"), of(is, "video/mp4"):
		_, whole := children(in, 0, size)
		return whole
	}
	return true
}

func tail(in io.ReaderAt, size int64) []byte {
	b := make([]byte, min(size, 64<<10))
	n, _ := in.ReadAt(b, size-int64(len(b)))
	return b[:n]
}
