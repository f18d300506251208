// Package pdftest reads PDFs in tests.
package pdftest

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/ledongthuc/pdf"
)

// Text returns all text of a PDF, without spaces that come only from its layout.
func Text(t testing.TB, data []byte) string {
	t.Helper()
	r, err := pdf.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := r.GetPlainText()
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(plain)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Has reports whether a PDF contains a text, ignoring line breaks.
func Has(t testing.TB, data []byte, text string) bool {
	t.Helper()
	squeeze := func(s string) string { return strings.Join(strings.Fields(s), "") }
	return strings.Contains(squeeze(Text(t, data)), squeeze(text))
}

// Images returns the sizes of the images on the first page, as drawn from its resources.
func Images(t testing.TB, data []byte) (sizes [][2]int64) {
	t.Helper()
	r, err := pdf.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	objects := r.Page(1).Resources().Key("XObject")
	for _, name := range objects.Keys() {
		if o := objects.Key(name); o.Key("Subtype").Name() == "Image" {
			sizes = append(sizes, [2]int64{o.Key("Width").Int64(), o.Key("Height").Int64()})
		}
	}
	return sizes
}
