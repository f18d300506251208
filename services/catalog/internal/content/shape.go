package content

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/gabriel-vasile/mimetype"
)

// held is what a file holds by its beginning, where another word than the type that is served says it. Pictures are not here:
// their own decoders tell.
var held = map[string]string{
	".mp4": "video/mp4", ".webm": "video/webm", ".mp3": "audio/mpeg", ".ogg": "application/ogg",
	".glb": "model/gltf-binary", ".js": "text/plain", ".html": "text/plain",
}

// shape returns what is wrong with the format of a file: it is empty, doesn't begin as its kind does, or ends too early.
// It decodes nothing, so that a folder is looked through within moments. The file is left at its start.
func shape(in *os.File, ext string) string {
	info, err := in.Stat()
	if err != nil {
		return "cannot be read"
	}
	size := info.Size()
	if size == 0 {
		return "is empty"
	}
	is, err := mimetype.DetectReader(io.NewSectionReader(in, 0, size))
	if err != nil {
		return "cannot be read"
	}
	if want := held[ext]; want != "" && !of(is, want) {
		return stranger(is, ext[1:])
	}
	if !complete(in, is, size) {
		return "ends before it is complete: copy it again"
	}
	return ""
}

// of reports whether a type is another one, or a kind of it: HTML is text. The containers of films hold pictures, too, which don't count.
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

// stranger says what a file holds that is not what its name says.
func stranger(is *mimetype.MIME, ext string) string {
	typ, _, _ := strings.Cut(is.String(), ";")
	switch served, ok := kinds[is.Extension()]; {
	case is.Parent() == nil, is.Is("text/plain"):
		return fmt.Sprintf("is no %s: it is damaged, or something else under this name", ext)
	case ok && served.typ == typ && !of(is, "text/plain"):
		return fmt.Sprintf("is no %s, it holds %s: let its name end in %s", ext, typ, is.Extension())
	}
	return fmt.Sprintf("is no %s, it holds %s: save it again as %s", ext, typ, ext)
}

// complete reports whether a file is as long as its header says. A file without a length is complete.
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
		return boxes(in, size)
	}
	return true
}

func tail(in io.ReaderAt, size int64) []byte {
	b := make([]byte, min(size, 64<<10))
	n, _ := in.ReadAt(b, size-int64(len(b)))
	return b[:n]
}

// boxes walks over the outer boxes of an ISO media file.
func boxes(in io.ReaderAt, size int64) bool {
	var head [16]byte
	for at := int64(0); at < size; {
		n, _ := in.ReadAt(head[:], at)
		if n < 8 {
			return false
		}
		length := int64(binary.BigEndian.Uint32(head[:]))
		if length == 1 && n == len(head) {
			length = int64(binary.BigEndian.Uint64(head[8:]) & (1<<62 - 1))
		}
		if length == 0 { // to the end
			return true
		}
		if length < 8 || length > size-at {
			return false
		}
		at += length
	}
	return true
}
