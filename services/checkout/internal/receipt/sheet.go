package receipt

import (
	_ "embed"
	"strings"
	"time"

	"github.com/signintech/gopdf"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/gofont/goregular"
)

// The site's own faces, and beneath them one that knows Greek and Cyrillic.
var (
	//go:embed fonts/display.ttf
	displayTTF []byte
	//go:embed fonts/regular.ttf
	regularTTF []byte
	//go:embed fonts/medium.ttf
	mediumTTF []byte
	//go:embed fonts/mono.ttf
	monoTTF []byte
)

type face string

const (
	heading face = "heading"
	regular face = "regular"
	medium  face = "medium"
	mono    face = "mono"

	spareRegular face = "spare"
	spareMedium  face = "spare-medium"
)

// spare is the face that stands in for text that a face cannot write.
var spare = map[face]face{heading: spareMedium, medium: spareMedium, regular: spareRegular, mono: spareRegular}

// The page, in points: one left margin, one column of values, one edge for amounts.
const (
	left, right = 64.0, 531.0
	column      = 176.0
	top         = 64.0
	// foot is where the seller's lines stand; nothing else may go below floor.
	foot, floor = 762.0, 740.0
	ink, faint  = uint8(0x16), uint8(0x6d)
)

// sheet is a PDF that remembers its first error and where the next line goes.
type sheet struct {
	gopdf.GoPdf

	y   float64
	err error
}

func newSheet(title, author string, created time.Time) *sheet {
	s := &sheet{y: top}
	s.Start(gopdf.Config{PageSize: *gopdf.PageSizeA4})
	s.SetInfo(gopdf.PdfInfo{Title: title, Author: author, Creator: "Vitrine", CreationDate: created.UTC()})
	// In a fixed order: the same paper is the same bytes each time.
	for _, f := range []struct {
		name face
		ttf  []byte
	}{
		{heading, displayTTF},
		{regular, regularTTF},
		{medium, mediumTTF},
		{mono, monoTTF},
		{spareRegular, goregular.TTF},
		{spareMedium, gomedium.TTF},
	} {
		s.keep(s.AddTTFFontDataWithOption(string(f.name), f.ttf, gopdf.TtfOption{OnGlyphNotFoundSubstitute: func(rune) rune { return '?' }}))
	}
	s.AddPage()
	return s
}

func (s *sheet) keep(err error) {
	if s.err == nil {
		s.err = err
	}
}

// use takes a face, or the spare one where it lacks a letter of the text and stands higher: its lines
// have to drop by drop.
func (s *sheet) use(f face, size float64, text string) (drop float64) {
	s.keep(s.SetFont(string(f), "", size))
	for _, r := range text {
		if ok, err := s.IsCurrFontContainGlyph(r); err != nil || !ok {
			s.keep(s.SetFont(string(spare[f]), "", size))
			return size * 0.12
		}
	}
	return 0
}

// put writes one line at x, and toRight one that ends at x.
func (s *sheet) put(x float64, f face, size float64, gray uint8, text string) {
	if text == "" {
		return
	}
	drop := s.use(f, size, text)
	s.SetTextColor(gray, gray, gray)
	s.SetXY(x, s.y+drop)
	s.keep(s.Cell(nil, text))
}

func (s *sheet) toRight(x float64, f face, size float64, gray uint8, text string) {
	s.put(x-s.width(f, size, text), f, size, gray, text)
}

func (s *sheet) width(f face, size float64, text string) float64 {
	s.use(f, size, text)
	w, err := s.MeasureTextWidth(text)
	s.keep(err)
	return w
}

// wrap breaks a text into lines of at most width, words where it can and letters where it must.
func (s *sheet) wrap(f face, size, width float64, text string) []string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(text) {
		for {
			next := strings.TrimSpace(line + " " + word)
			if s.width(f, size, next) <= width {
				line = next
				break
			}
			if line != "" {
				lines, line = append(lines, line), ""
				continue
			}
			n := s.fits(f, size, width, word)
			lines, word = append(lines, word[:n]), word[n:]
			if word == "" {
				break
			}
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// fits is how many bytes of a word fit, at least its first letter.
func (s *sheet) fits(f face, size, width float64, word string) int {
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

// text writes a paragraph of at most most lines; what is left out shows as an ellipsis.
func (s *sheet) text(x float64, f face, size, leading, width float64, gray uint8, text string, most int) {
	lines := s.wrap(f, size, width, printable(text))
	if len(lines) > most {
		lines = lines[:most]
		last := []rune(lines[most-1])
		for len(last) > 1 && s.width(f, size, string(last)+"…") > width {
			last = last[:len(last)-1]
		}
		lines[most-1] = strings.TrimSpace(string(last)) + "…"
	}
	for _, l := range lines {
		s.put(x, f, size, gray, l)
		s.y += leading
	}
}

// row writes a label and its value.
func (s *sheet) row(label, value string) { s.rowIn(regular, 10, label, value) }

// code is a row for hashes and ids.
func (s *sheet) code(label, value string) { s.rowIn(mono, 8, label, value) }

func (s *sheet) rowIn(f face, size float64, label, value string) {
	if value == "" {
		return
	}
	s.put(left, regular, 9, faint, label)
	s.text(column, f, size, 14, right-column, ink, value, 4)
	s.y += 4
}

// amount writes a label and a sum that ends at the right edge.
func (s *sheet) amount(f face, size float64, gray uint8, label, sum string) {
	s.put(column, f, size, gray, label)
	s.toRight(right, f, size, gray, sum)
	s.y += size + 9
}

func (s *sheet) rule() {
	s.SetStrokeColor(0xdd, 0xda, 0xd2)
	s.SetLineWidth(0.5)
	s.Line(left, s.y, right, s.y)
	s.y += 20
}

// room begins another page where less than height is left of this one.
func (s *sheet) room(height float64) {
	if s.y+height > floor {
		s.AddPage()
		s.y = top
	}
}

// printable drops what would break a line.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == 0xfffd {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, " "))
}

func lines(text string) []string {
	var out []string
	for _, l := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == '\n' }) {
		if l = strings.TrimSpace(printable(l)); l != "" {
			out = append(out, l)
		}
	}
	return out
}
