package format

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/gabriel-vasile/mimetype"
)

// maxBoxes is how many parts of an ISO media file are read at one level. A fragmented film has two for each second or so.
const maxBoxes = 100_000

// box is a part of an ISO media file: MP4 or AVIF.
type box struct {
	kind     string
	from, to int64 // its content
}

// children returns the boxes between two offsets, and whether they fill the space.
func children(in io.ReaderAt, from, to int64) (list []box, whole bool) {
	var head [16]byte
	for at := from; at < to; {
		n, _ := in.ReadAt(head[:], at)
		if n < 8 || len(list) == maxBoxes {
			return list, false
		}
		length, start := int64(binary.BigEndian.Uint32(head[:])), at+8
		switch {
		case length == 1 && n == len(head):
			length, start = int64(binary.BigEndian.Uint64(head[8:])&(1<<62-1)), at+16
		case length == 0: // to the end
			length = to - at
		}
		if length < start-at || length > to-at {
			return list, false
		}
		list = append(list, box{string(head[4:8]), start, at + length})
		at += length
	}
	return list, true
}

// find returns the boxes at a path of types.
func find(in io.ReaderAt, inside box, path ...string) []box {
	found := []box{inside}
	for _, kind := range path {
		var next []box
		for _, b := range found {
			list, _ := children(in, b.from, b.to)
			for _, child := range list {
				if child.kind == kind {
					next = append(next, child)
				}
			}
		}
		found = next
	}
	return found
}

// bytesAt returns n bytes, fewer at the end of the file.
func bytesAt(in io.ReaderAt, at int64, n int) []byte {
	b := make([]byte, n)
	n, _ = in.ReadAt(b, at)
	return b[:n]
}

// The codecs in MP4 that current browsers play, by their types of sample entries.
var (
	playedFilms  = []string{"avc1", "avc3", "av01", "vp08", "vp09"}
	playedSounds = []string{"mp4a", ".mp3", "Opus", "fLaC"}
)

// codecNames are the names of other codecs.
var codecNames = map[string]string{
	"hvc1": "H.265 (HEVC)", "hev1": "H.265 (HEVC)", "dvh1": "Dolby Vision", "dvhe": "Dolby Vision", "vvc1": "H.266 (VVC)", "vvi1": "H.266 (VVC)",
	"apco": "ProRes", "apcs": "ProRes", "apcn": "ProRes", "apch": "ProRes", "ap4h": "ProRes", "ap4x": "ProRes", "mp4v": "MPEG-4 Part 2", "s263": "H.263",
	"ac-3": "Dolby Digital", "ec-3": "Dolby Digital", "alac": "Apple Lossless", "ipcm": "PCM", "lpcm": "PCM", "sowt": "PCM", "twos": "PCM", "samr": "AMR",
	"encv": "DRM", "enca": "DRM",
}

const (
	saveFilm  = "save it again as MP4 with H.264, or as WebM"
	saveSound = "save it again with AAC sound"
)

// codecs describes why browsers don't play an MP4 file: a codec that few of them have, or no film and no sound.
func codecs(in io.ReaderAt, size int64) string {
	tracks := 0
	for _, media := range find(in, box{to: size}, "moov", "trak", "mdia") {
		handler := ""
		for _, b := range find(in, media, "hdlr") {
			handler = string(bytesAt(in, b.from+8, 4))
		}
		if handler != "vide" && handler != "soun" {
			continue // times, chapters, subtitles
		}
		for _, b := range find(in, media, "minf", "stbl", "stsd") {
			entries, _ := children(in, b.from+8, b.to)
			for _, e := range entries {
				tracks++
				if problem := codec(in, handler == "soun", e); problem != "" {
					return problem
				}
			}
		}
	}
	if tracks == 0 {
		return "has neither a film nor sound in it: " + saveFilm
	}
	return ""
}

// visualEntry is the length of the fields of a film's sample entry, before its boxes.
const visualEntry = 78

// deep are H.264's profiles with more than eight bits, or with more colours than 4:2:0.
var deep = []byte{44, 110, 118, 122, 128, 244}

// codec describes why browsers don't play a track.
func codec(in io.ReaderAt, sound bool, e box) string {
	known, again, what := playedFilms, saveFilm, "is a film in"
	if sound {
		known, again, what = playedSounds, saveSound, "has sound in"
	}
	if !slices.Contains(known, e.kind) {
		name, ok := codecNames[e.kind]
		if !ok {
			name = fmt.Sprintf("%q", e.kind)
		}
		return fmt.Sprintf("%s %s, which many browsers can't play: %s", what, name, again)
	}
	if sound || e.to-e.from < visualEntry {
		return ""
	}
	for _, b := range find(in, box{from: e.from + visualEntry, to: e.to}, "avcC") {
		if config := bytesAt(in, b.from, 2); len(config) == 2 && slices.Contains(deep, config[1]) {
			return "is a film in H.264 with 10 bits or 4:2:2 colours, which many browsers can't play: save it again with 8 bits and 4:2:0"
		}
	}
	return ""
}

// unplayable describes why browsers don't play a complete film or recording.
func unplayable(in io.ReaderAt, is *mimetype.MIME, size int64) string {
	switch {
	case is.Is("video/ogg"):
		return "is a film in Ogg, which many browsers can't play: " + saveFilm
	case of(is, "video/mp4"):
		return codecs(in, size)
	}
	return ""
}

const saveMoving = ", of which we could only show the first picture: save it as GIF or WebP, which keep moving"

// halting describes an animation that would become a still, because no library that we have reads it.
func halting(in io.ReaderAt, is *mimetype.MIME) string {
	switch {
	case of(is, "image/png") && isMovingPNG(in):
		return "is an animated PNG" + saveMoving
	case is.Is("image/avif") && string(bytesAt(in, 8, 4)) == "avis":
		return "is an animated AVIF" + saveMoving
	}
	return ""
}

// maxChunks is how many chunks of a PNG are read in search of its animation, which comes before the picture.
const maxChunks = 1000

func isMovingPNG(in io.ReaderAt) bool {
	at := int64(8)
	for range maxChunks {
		head := bytesAt(in, at, 8)
		if len(head) < 8 || string(head[4:]) == "IDAT" {
			return false
		}
		if string(head[4:]) == "acTL" {
			return true
		}
		at += 12 + int64(binary.BigEndian.Uint32(head))
	}
	return false
}

// brands is how many bytes may list the formats that a file is compatible with: some AVIF begins like HEIF.
const brands = 56

// Refused describes why an uploaded file that isn't a film, a recording or a page of ours can't be used, and what to do. It is "" for pictures
// that may be read, and for files whose type isn't known.
func Refused(in *os.File) string {
	is, _ := check(in, "")
	if is == nil {
		return ""
	}
	typ, _, _ := strings.Cut(is.String(), ";")
	switch {
	case strings.HasPrefix(typ, "image/hei") && !bytes.Contains(bytesAt(in, 8, brands), []byte("avif")):
		return "is a HEIC picture, as phones take them, which we can't read: save it as JPEG"
	case is.Is("image/svg+xml"):
		return "is SVG, which may contain programs: save it as PNG or WebP"
	case is.Is("model/gltf-binary"), is.Is("model/gltf+json"):
		return "is a 3D model, which we don't draw: send a live work, one HTML file that contains the model and draws it"
	case strings.HasPrefix(typ, "video/"):
		return "is a film in " + typ + ", which many browsers can't play: " + saveFilm
	case strings.HasPrefix(typ, "audio/"):
		return "is sound in " + typ + ", which many browsers can't play: save it again as MP3 or Ogg"
	}
	return halting(in, is)
}
