package content

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"os"
)

// marks are how files begin, by their ending: at an offset, one of some words.
var marks = map[string]struct {
	at    int
	words []string
}{
	".webm": {0, []string{"\x1a\x45\xdf\xa3"}}, ".mp4": {4, []string{"ftyp"}}, ".ogg": {0, []string{"OggS"}}, ".glb": {0, []string{"glTF"}},
	".mp3": {0, []string{"ID3", "\xff\xfb", "\xff\xfa", "\xff\xf3", "\xff\xf2", "\xff\xe3"}},
}

// shape tells what is wrong with the outside of a file: that it is empty, begins as no file of its kind, or ends too early.
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
	head := make([]byte, 16)
	n, _ := in.ReadAt(head, 0)
	head = head[:n]
	if m, ok := marks[ext]; ok && !begins(head, m.at, m.words) {
		return fmt.Sprintf("is no %s: it is damaged, or something else under this name", ext[1:])
	}
	if !complete(in, head, size, ext) {
		return "ends before it is complete: copy it again"
	}
	return ""
}

func begins(head []byte, at int, words []string) bool {
	for _, word := range words {
		if len(head) >= at && bytes.HasPrefix(head[at:], []byte(word)) {
			return true
		}
	}
	return false
}

// complete tells whether a file is as long as it says itself. What says nothing of it, or is of another kind, is.
func complete(in io.ReaderAt, head []byte, size int64, ext string) bool {
	switch {
	case begins(head, 0, []string{"RIFF"}) && len(head) >= 8:
		return int64(binary.LittleEndian.Uint32(head[4:]))+8 <= size
	case begins(head, 0, []string{"\x89PNG"}):
		return bytes.Contains(tail(in, size), []byte("IEND"))
	case begins(head, 0, []string{"\xff\xd8\xff"}) && ext != ".mp3":
		return bytes.Contains(tail(in, size), []byte("\xff\xd9"))
	case begins(head, 4, []string{"ftyp"}):
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
			length = int64(binary.BigEndian.Uint64(head[8:]) & (1<<62 - 1)) //nolint:gosec // bounded
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
