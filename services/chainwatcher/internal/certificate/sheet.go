package certificate

import (
	_ "embed"
	"math"
	"strings"
	"time"

	"github.com/signintech/gopdf"
	"golang.org/x/image/font/gofont/goitalic"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/gofont/goregular"
)

// The site's own faces; beneath them stands one that knows Greek and Cyrillic.
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

type face string

const (
	heading face = "heading"
	regular face = "regular"
	medium  face = "medium"
	italic  face = "italic"
	mono    face = "mono"

	spareRegular face = "spare"
	spareMedium  face = "spare-medium"
	spareItalic  face = "spare-italic"
)

// spare is the face that stands in for text that a face cannot write.
var spare = map[face]face{heading: spareMedium, medium: spareMedium, italic: spareItalic, regular: spareRegular, mono: spareRegular}

// The page, in points.
const (
	left   = 64.0
	right  = 531.0
	column = 176.0
	width  = right - left
	bottom = 841.89
)

// sheet is a page that remembers its first error and where the next line goes.
type sheet struct {
	gopdf.GoPdf

	y   float64
	err error
}

func newSheet(title, author string, created time.Time) *sheet {
	p := &sheet{}
	p.Start(gopdf.Config{PageSize: *gopdf.PageSizeA4})
	p.SetInfo(gopdf.PdfInfo{Title: title, Author: author, Creator: "Vitrine", CreationDate: created})
	// In a fixed order: the same claim is the same bytes each time.
	for _, f := range []struct {
		name face
		ttf  []byte
	}{
		{heading, displayTTF},
		{regular, regularTTF},
		{medium, mediumTTF},
		{italic, italicTTF},
		{mono, monoTTF},
		{spareRegular, goregular.TTF},
		{spareMedium, gomedium.TTF},
		{spareItalic, goitalic.TTF},
	} {
		p.keep(p.AddTTFFontDataWithOption(string(f.name), f.ttf, gopdf.TtfOption{OnGlyphNotFoundSubstitute: func(rune) rune { return '?' }}))
	}
	p.AddPage()
	return p
}

func (p *sheet) keep(err error) {
	if p.err == nil {
		p.err = err
	}
}

// use takes a face, or the spare one where it lacks a letter of the text and stands higher: its lines
// have to drop by drop.
func (p *sheet) use(f face, size float64, text string) (drop float64) {
	p.keep(p.SetFont(string(f), "", size))
	for _, r := range text {
		if ok, err := p.IsCurrFontContainGlyph(r); err != nil || !ok {
			p.keep(p.SetFont(string(spare[f]), "", size))
			return size * 0.12
		}
	}
	return 0
}

// put writes one line.
func (p *sheet) put(x float64, f face, size, gray float64, text string) {
	drop := p.use(f, size, text)
	g := uint8(gray * 255)
	p.SetTextColor(g, g, g)
	p.SetXY(x, p.y+drop)
	p.keep(p.Cell(nil, text))
}

func (p *sheet) width(f face, size float64, text string) float64 {
	p.use(f, size, text)
	w, err := p.MeasureTextWidth(text)
	p.keep(err)
	return w
}

// wrap breaks a text into lines of at most width, words where it can and letters where it must.
func (p *sheet) wrap(f face, size, width float64, text string) []string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(text) {
		for word != "" {
			next := strings.TrimSpace(line + " " + word)
			switch {
			case p.width(f, size, next) <= width:
				line, word = next, ""
			case line != "":
				lines, line = append(lines, line), ""
			default:
				n := p.fits(f, size, width, word)
				lines, word = append(lines, word[:n]), word[n:]
			}
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// fits is how many bytes of a word fit, at least its first letter.
func (p *sheet) fits(f face, size, width float64, word string) int {
	n := 0
	for i, r := range word {
		end := i + len(string(r))
		if n > 0 && p.width(f, size, word[:end]) > width {
			break
		}
		n = end
	}
	return n
}

// text writes a paragraph of at most most lines; what is left out shows as an ellipsis.
func (p *sheet) text(x float64, f face, size, leading, width, gray float64, text string, most int) {
	lines := p.wrap(f, size, width, printable(text))
	if len(lines) > most {
		lines = lines[:most]
		last := []rune(lines[most-1])
		for len(last) > 1 && p.width(f, size, string(last)+"…") > width {
			last = last[:len(last)-1]
		}
		lines[most-1] = strings.TrimSpace(string(last)) + "…"
	}
	for _, l := range lines {
		p.put(x, f, size, gray, l)
		p.y += leading
	}
}

func (p *sheet) row(f face, label, value string) {
	size, leading := 9.5, 13.0
	if f == mono {
		size, leading = 8, 12
	}
	p.put(left, regular, 9, 0.43, label)
	p.text(column, f, size, leading, right-column, 0.1, value, 2)
	p.y += 5
}

func (p *sheet) rule() {
	p.SetStrokeColor(0xdd, 0xda, 0xd2)
	p.SetLineWidth(0.5)
	p.Line(left, p.y, right, p.y)
	p.y += 18
}

// logo is the site's mark (frontend/src/app/icon.svg), a hill and the sun in a frame, and the name.
func (p *sheet) logo(x, y float64, name string) {
	const unit = 26.0 / 132
	p.SetStrokeColor(0x16, 0x16, 0x14)
	p.SetFillColor(0x16, 0x16, 0x14)
	p.SetLineWidth(13 * unit)
	p.RectFromUpperLeft(x+6.5*unit, y+6.5*unit, 119*unit, 119*unit)
	sector := func(cx, cy, radius, turns float64, from ...gopdf.Point) {
		for i := range 49 {
			sin, cos := math.Sincos(float64(i) / 48 * turns * 2 * math.Pi)
			from = append(from, gopdf.Point{X: x + (cx+radius*cos)*unit, Y: y + (cy-radius*sin)*unit})
		}
		p.Polygon(from, "F")
	}
	sector(13, 119, 62, 0.25, gopdf.Point{X: x + 13*unit, Y: y + 119*unit})
	sector(90, 42, 13, 1)
	p.y = y + 8
	p.text(x+34, heading, 15, 18, 360, 0.08, name, 1)
}

// printable drops what would break a line.
func printable(s string) string {
	if s = plain(s); s == "" {
		return "—"
	}
	return s
}
