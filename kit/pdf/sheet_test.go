package pdf

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

func TestTextBreaksWhereItMust(t *testing.T) {
	t.Parallel()
	s := New("", "", time.Time{})
	word := strings.Repeat("Ångström", 9)
	for text, want := range map[string]int{"one two": 1, "one two three four": 2, word: 6, "so " + word: 7, "": 0} {
		t.Run(text, func(t *testing.T) {
			lines := s.wrap(Regular, 10, 75, text)
			if len(lines) != want {
				t.Errorf("got %d lines instead of %d: %q", len(lines), want, lines)
			}
			for _, l := range lines {
				if s.width(Regular, 10, l) > 75 {
					t.Errorf("width of %q = %v, want at most 75", l, s.width(Regular, 10, l))
				}
			}
			if strings.ReplaceAll(strings.Join(lines, ""), " ", "") != strings.ReplaceAll(text, " ", "") {
				t.Errorf("lines = %q, want all of %q", lines, text)
			}
		})
	}
	s.Y = 100
	if s.Text(Left, Regular, 10, 14, 75, Ink, " \x00", 2); s.Y != 100 {
		t.Errorf("Y = %v after an empty text, want it unchanged", s.Y)
	}
	if s.Text(Left, Regular, 10, 14, 75, Ink, word, 2); s.Y != 128 || s.Err() != nil {
		t.Errorf("Y after two lines of 14 points = %v, %v, want 128", s.Y, s.Err())
	}
}

func TestTheSameCallsReturnTheSameBytes(t *testing.T) {
	t.Parallel()
	draw := func() []byte {
		s := New("Paper", "Vitrine", time.Unix(1_800_000_000, 0))
		s.Y = 120
		s.Text(Left, Heading, 20, 24, Width, Ink, "Море \x00\xff", 2)
		s.Rule(20)
		s.PutRightAligned(Right, Mono, 8, Faint, "漢")
		pdf, err := s.GetBytesPdfReturnErr()
		if err != nil || s.Err() != nil {
			t.Fatalf("the document: error = %v, the sheet: error = %v, want nil", err, s.Err())
		}
		return pdf
	}
	if !bytes.Equal(draw(), draw()) {
		t.Error("the same document drawn again differs, want the same bytes")
	}
}
