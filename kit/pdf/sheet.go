// Package pdf writes PDFs in the site's typefaces: certificates and receipts. The
// same calls produce the same bytes.
//
// It is a separate module, because most services write no PDFs and need no PDF library.
package pdf

import (
	_ "embed"
	"strings"
	"time"

	"github.com/signintech/gopdf"
	"golang.org/x/image/font/gofont/goitalic"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/gofont/goregular"
)

// The site's own typefaces, and a fallback with Greek and Cyrillic.
var (
	//go:embed fonts/display.ttf
	displayTTF []byte
	//go:embed fonts/regular.ttf
	regularTTF []byte
	//go:embed fonts/medium.ttf
	mediumTTF []byte
	//go:embed fonts/italic.ttf
	italicTTF []byte
	//go:embed fonts/mono.ttf
	monoTTF []byte
)

// Face is one of the site's typefaces.
type Face string

// The typefaces: headings, text, labels, titles of works, and hashes and ids.
const (
	Heading Face = "heading"
	Regular Face = "regular"
	Medium  Face = "medium"
	Italic  Face = "italic"
	Mono    Face = "mono"

	spareRegular Face = "spare"
	spareMedium  Face = "spare-medium"
	spareItalic  Face = "spare-italic"
)

// spare is the fallback for text with letters that a typeface lacks.
var spare = map[Face]Face{Heading: spareMedium, Medium: spareMedium, Italic: spareItalic, Regular: spareRegular, Mono: spareRegular}

// The page is A4, measured in points from its upper left corner: one margin on each side,
// and one column where values begin.
const (
	Left   = 64.0
	Right  = 531.0
	Column = 176.0
	Width  = Right - Left
	Bottom = 841.89
)

// Grays for values and for their labels.
const (
	Ink   uint8 = 0x16
	Faint uint8 = 0x6d
)

// Sheet is a PDF that keeps its first error, and the position of the next line.
type Sheet struct {
	gopdf.GoPdf

	// Y is the upper edge of the next line, in points.
	Y float64

	err error
}

// New starts a PDF of one page. Created is the time in its properties.
func New(title, author string, created time.Time) *Sheet {
	s := &Sheet{}
	s.Start(gopdf.Config{PageSize: *gopdf.PageSizeA4})
	s.SetInfo(gopdf.PdfInfo{Title: title, Author: author, Creator: "Vitrine", CreationDate: created.UTC()})
	// Write entries in a fixed order, so that the same document has the same bytes each time.
	for _, f := range []struct {
		name Face
		ttf  []byte
	}{
		{Heading, displayTTF},
		{Regular, regularTTF},
		{Medium, mediumTTF},
		{Italic, italicTTF},
		{Mono, monoTTF},
		{spareRegular, goregular.TTF},
		{spareMedium, gomedium.TTF},
		{spareItalic, goitalic.TTF},
	} {
		s.Keep(s.AddTTFFontDataWithOption(string(f.name), f.ttf, gopdf.TtfOption{OnGlyphNotFoundSubstitute: func(rune) rune { return '?' }}))
	}
	s.AddPage()
	return s
}

// Keep stores the first error, which Err returns.
func (s *Sheet) Keep(err error) {
	if s.err == nil {
		s.err = err
	}
}

// Err returns the first error of all earlier calls.
func (s *Sheet) Err() error { return s.err }

// use selects a typeface, or the fallback if the typeface lacks a letter of the text. It returns how far the fallback's lines
// must drop, because its letters are taller.
func (s *Sheet) use(f Face, size float64, text string) (drop float64) {
	s.Keep(s.SetFont(string(f), "", size))
	for _, r := range text {
		if ok, err := s.IsCurrFontContainGlyph(r); err != nil || !ok {
			s.Keep(s.SetFont(string(spare[f]), "", size))
			return size * 0.12
		}
	}
	return 0
}

// Put writes one line at x.
func (s *Sheet) Put(x float64, f Face, size float64, gray uint8, text string) {
	if text == "" {
		return
	}
	drop := s.use(f, size, text)
	s.SetTextColor(gray, gray, gray)
	s.SetXY(x, s.Y+drop)
	s.Keep(s.Cell(nil, text))
}

// PutRightAligned writes one line that ends at x.
func (s *Sheet) PutRightAligned(x float64, f Face, size float64, gray uint8, text string) {
	s.Put(x-s.width(f, size, text), f, size, gray, text)
}

func (s *Sheet) width(f Face, size float64, text string) float64 {
	s.use(f, size, text)
	w, err := s.MeasureTextWidth(text)
	s.Keep(err)
	return w
}

// Text writes a paragraph of at most most lines, leading apart and at most width
// wide, and moves Y below it. Text that doesn't fit ends in an ellipsis. An empty
// text writes nothing.
func (s *Sheet) Text(x float64, f Face, size, leading, width float64, gray uint8, text string, most int) {
	lines := s.wrap(f, size, width, Printable(text))
	if len(lines) > most {
		lines = lines[:most]
		last := []rune(lines[most-1])
		for len(last) > 1 && s.width(f, size, string(last)+"…") > width {
			last = last[:len(last)-1]
		}
		lines[most-1] = strings.TrimSpace(string(last)) + "…"
	}
	for _, l := range lines {
		s.Put(x, f, size, gray, l)
		s.Y += leading
	}
}

// wrap breaks a text into lines of at most width, between words or, in long words, between letters.
func (s *Sheet) wrap(f Face, size, width float64, text string) []string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(text) {
		for word != "" {
			next := strings.TrimSpace(line + " " + word)
			switch {
			case s.width(f, size, next) <= width:
				line, word = next, ""
			case line != "":
				lines, line = append(lines, line), ""
			default:
				n := s.fits(f, size, width, word)
				lines, word = append(lines, word[:n]), word[n:]
			}
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// fits returns how many bytes of a word fit into the width, at least its first letter.
func (s *Sheet) fits(f Face, size, width float64, word string) int {
	n := 0
	for i, r := range word {
		end := i + len(string(r))
		if n > 0 && s.width(f, size, word[:end]) > width {
			break
		}
		n = end
	}
	return n
}

// Rule draws a hairline from margin to margin and moves Y down by after.
func (s *Sheet) Rule(after float64) {
	s.SetStrokeColor(0xdd, 0xda, 0xd2)
	s.SetLineWidth(0.5)
	s.Line(Left, s.Y, Right, s.Y)
	s.Y += after
}

// Printable returns a text without characters that would break a line.
func Printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == 0xfffd {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, " "))
}
