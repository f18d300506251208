package receipt

import (
	"strings"
	"time"

	"github.com/vitrine/vitrine/kit/pdf"
)

// Positions on the page, in points: the first line, the footer, and the limit for content above it.
const top, foot, floor = 64.0, 762.0, 740.0

// sheet is a document page with rows and amounts.
type sheet struct{ *pdf.Sheet }

func newSheet(title, author string, created time.Time) *sheet {
	s := &sheet{pdf.New(title, author, created)}
	s.Y = top
	return s
}

// row writes a label and its value.
func (s *sheet) row(label, value string) { s.rowIn(pdf.Regular, 10, label, value) }

// code writes a row for hashes and ids.
func (s *sheet) code(label, value string) { s.rowIn(pdf.Mono, 8, label, value) }

func (s *sheet) rowIn(f pdf.Face, size float64, label, value string) {
	if value == "" {
		return
	}
	s.Put(pdf.Left, pdf.Regular, 9, pdf.Faint, label)
	s.Text(pdf.Column, f, size, 14, pdf.Right-pdf.Column, pdf.Ink, value, 4)
	s.Y += 4
}

// amount writes a label and a right-aligned sum.
func (s *sheet) amount(f pdf.Face, size float64, gray uint8, label, sum string) {
	s.Put(pdf.Column, f, size, gray, label)
	s.PutRightAligned(pdf.Right, f, size, gray, sum)
	s.Y += size + 9
}

// ensureSpace starts a new page if less than height is left on this one.
func (s *sheet) ensureSpace(height float64) {
	if s.Y+height > floor {
		s.AddPage()
		s.Y = top
	}
}

func lines(text string) []string {
	var out []string
	for _, l := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == '\n' }) {
		if l = strings.TrimSpace(pdf.Printable(l)); l != "" {
			out = append(out, l)
		}
	}
	return out
}
