package bulk

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"regexp"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// separators are the characters that programs write between cells. The first one is used if the header line has none.
const separators = ",;\t|"

// headSize is how much of a file is searched for the end of the header line.
const headSize = 1 << 16

const byteOrderMark = "\xef\xbb\xbf"

var (
	errWorkbook = errors.New("this is a workbook or another binary file: export it as CSV")
	errNoGzip   = errors.New("not gzip")

	// namedSeparator is the line that Excel reads and some programs write before the header.
	namedSeparator = regexp.MustCompile(`^"?sep=([,;\t|])"?[,;\t|]*$`)
)

// layout is how a program wrote a file.
type layout struct {
	charset encoding.Encoding // nil is UTF-8
	guessed bool              // charset is Windows-1252, because the bytes are no UTF-8
	comma   rune
	cr      bool // lines end with CR alone
	named   bool // the first line precedes the header: it names the separator or the table
}

// inspect finds out how a file is written. It reads the file once, without keeping it.
func inspect(open func(path string) (io.ReadCloser, error), path string) (l layout, err error) {
	in, err := open(path)
	if err != nil {
		return l, err
	}
	defer func() { _ = in.Close() }()
	text, err := plain(in)
	if err != nil {
		return l, err
	}
	buffered := bufio.NewReaderSize(text, headSize)
	head, _ := buffered.Peek(headSize)
	head = bytes.Clone(head)
	switch {
	case bytes.HasPrefix(head, []byte("PK\x03\x04")), bytes.HasPrefix(head, []byte("\xd0\xcf\x11\xe0")):
		return l, errWorkbook
	case bytes.HasPrefix(head, []byte(byteOrderMark)):
	case bytes.HasPrefix(head, []byte("\xff\xfe")), bytes.HasPrefix(head, []byte("\xfe\xff")):
		l.charset = unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM)
	case len(head) > 1 && head[0] != 0 && head[1] == 0:
		l.charset = unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)
	case len(head) > 1 && head[0] == 0 && head[1] != 0:
		l.charset = unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)
	default:
		broken, err := brokenUTF8(buffered)
		if err != nil {
			return l, err
		}
		if l.guessed = broken; broken {
			l.charset = charmap.Windows1252
		}
	}
	if l.charset != nil {
		head, _ = l.charset.NewDecoder().Bytes(head) // its last character may be cut off
	}
	l.firstLine(strings.TrimLeft(strings.TrimPrefix(string(head), byteOrderMark), "\r\n"))
	return l, nil
}

// names returns the names of the encoding and of the separator, for people.
func (l layout) names() (encoding, separator string) {
	encoding = "UTF-8"
	if l.guessed {
		encoding = "Windows-1252"
	} else if l.charset != nil {
		encoding = "UTF-16"
	}
	return encoding, map[rune]string{',': "commas", ';': "semicolons", '\t': "tabs", '|': "vertical bars"}[l.comma]
}

// brokenUTF8 reports whether a text isn't UTF-8. A text with more characters of several bytes than broken ones is UTF-8 with damaged cells, which are
// reported one by one.
func brokenUTF8(in io.RuneReader) (bool, error) {
	broken, sound := 0, 0
	for {
		c, size, err := in.ReadRune()
		switch {
		case errors.Is(err, io.EOF):
			return broken > sound, nil
		case err != nil:
			return false, err
		case size > 1:
			sound++
		case c == '\ufffd':
			broken++
		}
	}
}

// firstLine finds the separator and the ends of lines.
func (l *layout) firstLine(head string) {
	end, counts := line(head)
	l.cr = end < len(head) && head[end] == '\r' && !strings.HasPrefix(head[end:], "\r\n")
	if m := namedSeparator.FindStringSubmatch(head[:end]); m != nil {
		l.comma, l.named = rune(m[1][0]), true
		return
	}
	if counts == [len(separators)]int{} { // Numbers can write the name of a table before it
		if next := strings.TrimLeft(head[end:], "\r\n"); next != "" {
			if _, counts = line(next); counts != [len(separators)]int{} {
				l.named = true
			}
		}
	}
	most := 0
	for i, n := range counts {
		if n > counts[most] {
			most = i
		}
	}
	l.comma = rune(separators[most])
}

// line returns where the first line of a text ends, and how often each of the separators is in it, except in quotes.
func line(text string) (end int, counts [len(separators)]int) {
	quoted := false
	for i, c := range text {
		if c == '"' {
			quoted = !quoted
		} else if quoted {
			continue
		}
		if c == '\n' || c == '\r' {
			return i, counts
		}
		if at := strings.IndexRune(separators, c); at >= 0 {
			counts[at]++
		}
	}
	return len(text), counts
}

// text returns a file's text in UTF-8 without a byte order mark, whose lines end with LF or CRLF.
func (l layout) text(in io.Reader) (io.Reader, error) {
	in, err := plain(in)
	if err != nil {
		return nil, err
	}
	if l.charset != nil {
		in = transform.NewReader(in, l.charset.NewDecoder())
	}
	if l.cr {
		in = lineFeeds{in}
	}
	text := bufio.NewReader(in)
	for {
		if mark, _ := text.Peek(len(byteOrderMark)); string(mark) != byteOrderMark {
			return text, nil
		}
		_, _ = text.Discard(len(byteOrderMark))
	}
}

// lineFeeds reads a text whose lines end with CR as one whose lines end with LF.
type lineFeeds struct{ in io.Reader }

func (r lineFeeds) Read(p []byte) (int, error) {
	n, err := r.in.Read(p)
	for i, c := range p[:n] {
		if c == '\r' {
			p[i] = '\n'
		}
	}
	return n, err
}

// plain decompresses a file that starts like gzip.
func plain(in io.Reader) (io.Reader, error) {
	buffered := bufio.NewReaderSize(in, headSize)
	if magic, _ := buffered.Peek(2); string(magic) != "\x1f\x8b" {
		return buffered, nil
	}
	text, err := gzip.NewReader(buffered)
	if err != nil {
		return nil, errors.Join(errNoGzip, err)
	}
	return text, nil
}
