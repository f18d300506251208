package format_test

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/vitrine/vitrine/services/catalog/internal/format"
)

// box returns a box of an ISO media file.
func box(kind string, content ...string) string {
	body := strings.Join(content, "")
	return string(binary.BigEndian.AppendUint32(nil, uint32(8+len(body)))) + kind + body
}

// mp4 returns the structure of a film without frames, with tracks.
func mp4(tracks ...string) string {
	return box("ftyp", "isom\x00\x00\x02\x00") + box("moov", box("mvhd", strings.Repeat("\x00", 100)), strings.Join(tracks, "")) + box("mdat", "....")
}

// track returns a track with a handler and a sample entry.
func track(handler, entry string) string {
	table := box("stsd", "\x00\x00\x00\x00\x00\x00\x00\x01", entry)
	return box("trak", box("mdia", box("hdlr", "\x00\x00\x00\x00\x00\x00\x00\x00"+handler), box("minf", box("stbl", table))))
}

func film(codec string, more ...string) string {
	return track("vide", box(codec, strings.Repeat("\x00", 78), strings.Join(more, "")))
}
func sound(codec string) string { return track("soun", box(codec, strings.Repeat("\x00", 28))) }

// png returns the chunks of a PNG without pictures.
func png(chunks ...string) string {
	out := "\x89PNG\r\n\x1a\n"
	for _, kind := range append(append([]string{"IHDR"}, chunks...), "IDAT", "IEND") {
		out += "\x00\x00\x00\x0d" + kind + strings.Repeat("\x01", 13) + "crc."
	}
	return out
}

func file(t *testing.T, content string) *os.File {
	t.Helper()
	name := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	in, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = in.Close() })
	return in
}

const again = ", which many browsers can't play: save it again"

func TestFilmsThatFewBrowsersPlay(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ film, problem string }{
		"H.264 and AAC":          {mp4(film("avc1", box("avcC", "\x01\x64\x00\x28")), sound("mp4a")), ""},
		"AV1 and Opus":           {mp4(film("av01"), sound("Opus")), ""},
		"VP9, chapters and time": {mp4(film("vp09"), track("text", box("tx3g")), track("tmcd", box("tmcd"))), ""},
		"sound alone":            {mp4(sound("mp4a")), ""},
		"H.265":                  {mp4(film("hvc1")), "is a film in H.265 (HEVC)" + again},
		"H.265 in its stream":    {mp4(sound("mp4a"), film("hev1")), "is a film in H.265 (HEVC)" + again},
		"ProRes":                 {mp4(film("apch")), "is a film in ProRes" + again},
		"Dolby Vision":           {mp4(film("dvh1")), "is a film in Dolby Vision" + again},
		"an unknown codec":       {mp4(film("x\x01yz")), `is a film in "x\x01yz"` + again},
		"H.264 with 10 bits":     {mp4(film("avc1", box("avcC", "\x01\x6e\x00\x28"))), "is a film in H.264 with 10 bits or 4:2:2 colours" + again},
		"Dolby Digital":          {mp4(film("avc1"), sound("ac-3")), "has sound in Dolby Digital" + again},
		"nothing":                {mp4(), "has neither a film nor sound in it"},
		"only subtitles":         {mp4(track("text", box("tx3g"))), "has neither a film nor sound in it"},
		"Theora":                 {"OggS\x00\x02" + strings.Repeat("\x00", 22) + "\x80theora.....................", "is a film in Ogg" + again},
		"Vorbis":                 {"OggS\x00\x02" + strings.Repeat("\x00", 22) + "\x01vorbis.....................", ""},
		"Matroska as WebM":       {"\x1a\x45\xdf\xa3\x87\x42\x82\x84webm", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ext, problem := format.Film(file(t, c.film))
			if ext == "" || c.problem == "" && problem != "" || !strings.HasPrefix(problem, c.problem) {
				t.Errorf("got %q, %q, want a film with the problem %q", ext, problem, c.problem)
			}
		})
	}
}

func TestAnimationsThatWouldStop(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ ext, picture, problem string }{
		"a PNG":                     {".png", png(), ""},
		"an animated PNG":           {".png", png("acTL"), "is an animated PNG, of which we could only show the first picture"},
		"one with a profile before": {".png", png("iCCP", "acTL"), "is an animated PNG"},
		"an AVIF":                   {".avif", box("ftyp", "avif\x00\x00\x00\x00avisavifmif1"), ""},
		"an animated AVIF":          {".avif", box("ftyp", "avis\x00\x00\x00\x00avifavis"), "is an animated AVIF"},
		"a TIFF":                    {".tif", "II*\x00\x08\x00\x00\x00", ""},
		"a TIFF of the other order": {".tiff", "MM\x00*\x00\x00\x00\x08", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			in := file(t, c.picture)
			got := format.Problem(in, c.ext)
			if c.problem == "" && got != "" || !strings.HasPrefix(got, c.problem) {
				t.Errorf("Problem = %q, want %q", got, c.problem)
			}
			if refused := format.Refused(in); refused != got {
				t.Errorf("Refused = %q, want the same as in a folder: %q", refused, got)
			}
		})
	}
}

func TestRefusedFilesSayWhatToDo(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ file, problem string }{
		"HEIC":      {box("ftyp", "heic\x00\x00\x00\x00mif1heic"), "is a HEIC picture, as phones take them, which we can't read: save it as JPEG"},
		"HEIF":      {box("ftyp", "mif1\x00\x00\x00\x00mif1heic"), "is a HEIC picture"},
		"AVIF":      {box("ftyp", "mif1\x00\x00\x00\x00mif1avif"), ""},
		"SVG":       {`<svg xmlns="http://www.w3.org/2000/svg"/>`, "is SVG, which may contain programs: save it as PNG or WebP"},
		"GLB":       {"glTF\x02\x00\x00\x00....", "is a 3D model, which we don't draw: send a live work"},
		"QuickTime": {box("ftyp", "qt  \x00\x00\x02\x00qt  "), "is a film in video/quicktime, which many browsers can't play: save it again as MP4"},
		"Matroska":  {"\x1a\x45\xdf\xa3\x8b\x42\x82\x88matroska", "is a film in video/matroska"},
		"WAV":       {"RIFF\x24\x00\x00\x00WAVEfmt ", "is sound in audio/wav, which many browsers can't play: save it again as MP3 or Ogg"},
		"a JPEG":    {"\xff\xd8\xff\xe0\x00\x10JFIF\x00", ""},
		"a text":    {"hello", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := format.Refused(file(t, c.file)); c.problem == "" && got != "" || !strings.HasPrefix(got, c.problem) {
				t.Errorf("got %q, want %q", got, c.problem)
			}
		})
	}
}
