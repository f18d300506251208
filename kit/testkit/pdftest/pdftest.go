// Package pdftest reads the PDFs of render in tests.
package pdftest

import (
	"bytes"
	"compress/zlib"
	"encoding/hex"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"
)

var (
	objects   = regexp.MustCompile(`(?s)(?:^|\n)(\d+) 0 obj\n(.*?)\nendobj`)
	page      = regexp.MustCompile(`/Type /Page\n`)
	resources = regexp.MustCompile(`/Resources (\d+) 0 R`)
	fontDict  = regexp.MustCompile(`/Font (\d+) 0 R`)
	unicodes  = regexp.MustCompile(`/ToUnicode (\d+) 0 R`)
	softMask  = regexp.MustCompile(`/SMask (\d+) 0 R`)
	contents  = regexp.MustCompile(`/Contents (\d+) 0 R`)
	fonts     = regexp.MustCompile(`/(f\d+) (\d+) 0 R`)
	meanings  = regexp.MustCompile(`<([0-9a-fA-F]{4})> <([0-9a-fA-F]+)>`)
	width     = regexp.MustCompile(`/Width (\d+)`)
	height    = regexp.MustCompile(`/Height (\d+)`)
	// tokens are a new line, a font, the text of a cluster of glyphs as hex or literally, glyphs, which may contain pairs of parentheses, and the
	// end of a cluster.
	tokens = regexp.MustCompile(`(?s)( cm\n)|/(f\d+) [\d.]+ Tf|/ActualText <FEFF([0-9A-Fa-f]*)>|/ActualText \(((?:\\.|[^\\)])*)\)|` +
		`\(((?:\\.|[^\\()]|\((?:\\.|[^\\()]|\((?:\\.|[^\\()])*\))*\))*)\)|(\bEMC\b)`)
)

// file is a PDF by the numbers of its objects.
type file map[string][]byte

func parse(data []byte) file {
	out := file{}
	for _, m := range objects.FindAllSubmatch(data, -1) {
		out[string(m[1])] = m[2]
	}
	return out
}

// stream returns the content of a stream.
func (f file) stream(t testing.TB, id string) string {
	t.Helper()
	head, data, ok := bytes.Cut(f[id], []byte("\nstream\n"))
	if !ok {
		t.Fatalf("object %s = %.80q, want a stream", id, f[id])
	}
	data = bytes.TrimSuffix(data, []byte("\nendstream"))
	if !bytes.Contains(head, []byte("/FlateDecode")) {
		return string(data)
	}
	r, err := zlib.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(plain)
}

// refer returns the dictionary that a key refers to, or dict itself if it contains it.
func (f file) refer(dict []byte, key *regexp.Regexp) []byte {
	if m := key.FindSubmatch(dict); m != nil {
		return f[string(m[1])]
	}
	return dict
}

// Text returns all text of a PDF in the order in which it is drawn, as it would be copied. Letters that go from right to left are the other way round.
func Text(t testing.TB, data []byte) string {
	t.Helper()
	f := parse(data)
	var out strings.Builder
	for n := 1; n <= len(f); n++ {
		if dict := f[strconv.Itoa(n)]; page.Match(dict) {
			f.page(t, dict, &out)
		}
	}
	return out.String()
}

func (f file) page(t testing.TB, dict []byte, out *strings.Builder) {
	t.Helper()
	glyphs := map[string]map[string]string{}
	for _, m := range fonts.FindAllSubmatch(f.refer(f.refer(dict, resources), fontDict), -1) {
		refers := unicodes.FindSubmatch(f[string(m[2])])
		if refers == nil {
			continue
		}
		glyphs[string(m[1])] = map[string]string{}
		for _, pair := range meanings.FindAllStringSubmatch(f.stream(t, string(refers[1])), -1) {
			glyphs[string(m[1])][strings.ToLower(pair[1])] = decode(pair[2])
		}
	}
	content := contents.FindSubmatch(dict)
	if content == nil {
		return
	}
	font, cluster := "", false
	for _, m := range tokens.FindAllStringSubmatch(f.stream(t, string(content[1])), -1) {
		switch {
		case m[1] != "":
			out.WriteByte('\n')
		case m[2] != "":
			font = m[2]
		case m[3] != "":
			out.WriteString(decode(m[3]))
			cluster = true
		case m[4] != "":
			out.WriteString(unescape(m[4]))
			cluster = true
		case m[6] != "":
			cluster = false
		case !cluster:
			for codes := hex.EncodeToString([]byte(unescape(m[5]))); len(codes) >= 4; codes = codes[4:] {
				out.WriteString(glyphs[font][codes[:4]])
			}
		}
	}
	out.WriteByte('\n')
}

// decode returns the text of UTF-16 in hex.
func decode(digits string) string {
	data, _ := hex.DecodeString(digits)
	var units []uint16
	for i := 0; i+1 < len(data); i += 2 {
		units = append(units, uint16(data[i])<<8|uint16(data[i+1]))
	}
	return string(utf16.Decode(units))
}

var escapes = map[byte]byte{'n': '\n', 'r': '\r', 't': '\t', 'b': '\b', 'f': '\f'}

// unescape returns the bytes of a literal string.
func unescape(s string) string {
	var out []byte
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			out = append(out, s[i])
			continue
		}
		i++
		if n := strings.IndexFunc(s[i:min(i+3, len(s))]+"x", func(r rune) bool { return r < '0' || r > '7' }); n > 0 {
			code, _ := strconv.ParseUint(s[i:i+n], 8, 16)
			out = append(out, byte(code))
			i += n - 1
			continue
		}
		c, ok := escapes[s[i]]
		if !ok {
			c = s[i]
		}
		out = append(out, c)
	}
	return string(out)
}

// Has reports whether a PDF contains a text, ignoring white space.
func Has(t testing.TB, data []byte, text string) bool {
	t.Helper()
	squeeze := func(s string) string { return strings.Join(strings.Fields(s), "") }
	return strings.Contains(squeeze(Text(t, data)), squeeze(text))
}

// Images returns the sizes of the images of a PDF. Those that only say how transparent others are don't count.
func Images(t testing.TB, data []byte) (sizes [][2]int64) {
	t.Helper()
	masks := map[string]bool{}
	f := parse(data)
	for _, object := range f {
		if m := softMask.FindSubmatch(object); m != nil {
			masks[string(m[1])] = true
		}
	}
	for id, object := range f {
		dict, _, _ := bytes.Cut(object, []byte("\nstream\n"))
		wide, high := width.FindSubmatch(dict), height.FindSubmatch(dict)
		if !bytes.Contains(dict, []byte("/Subtype /Image")) || masks[id] || wide == nil || high == nil {
			continue
		}
		x, _ := strconv.ParseInt(string(wide[1]), 10, 64)
		y, _ := strconv.ParseInt(string(high[1]), 10, 64)
		sizes = append(sizes, [2]int64{x, y})
	}
	return sizes
}
