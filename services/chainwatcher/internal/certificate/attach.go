package certificate

import (
	"bytes"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"

	"google.golang.org/protobuf/proto"

	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
)

// ErrNoClaim means that a file contains no claim.
var ErrNoClaim = errors.New("the file contains no claim")

// attachment is the file name shown by PDF readers.
const attachment = "certificate.json"

// most limits how much of one stream of an untrusted PDF is decompressed.
const most = 1 << 20

var (
	sizeOf   = regexp.MustCompile(`/Size (\d+)`)
	startsAt = regexp.MustCompile(`startxref\s+(\d+)\s+%%EOF\s*$`)
	catalog  = regexp.MustCompile(`(?s)\n1 0 obj\n<<(.*?)>>\s*endobj`)
	streams  = regexp.MustCompile(`stream\r?\n`)
)

// attach adds a file to a gopdf PDF as an incremental update, so that the bytes of the pages stay the same.
func attach(pdf, file []byte) ([]byte, error) {
	size, start, root := sizeOf.FindSubmatch(pdf), startsAt.FindSubmatch(pdf), catalog.FindSubmatch(pdf)
	if size == nil || start == nil || root == nil {
		return nil, errors.New("certificate: unexpected structure of the PDF")
	}
	n, err := strconv.Atoi(string(size[1]))
	if err != nil {
		return nil, err
	}
	out := bytes.NewBuffer(bytes.Clone(pdf))
	at := map[int]int{}
	object := func(id int, format string, values ...any) {
		at[id] = out.Len()
		fmt.Fprintf(out, "%d 0 obj\n", id)
		fmt.Fprintf(out, format, values...)
		out.WriteString("\nendobj\n")
	}
	object(n, "<< /Type /EmbeddedFile /Subtype /application#2Fjson /Params << /Size %d >> /Length %d >>\nstream\n%s\nendstream", len(file), len(file), file)
	object(n+1, "<< /Type /Filespec /F (%s) /UF (%s) /Desc (The signed claim of this certificate) /AFRelationship /Data /EF << /F %d 0 R >> >>",
		attachment, attachment, n)
	object(1, "<<%s/Names << /EmbeddedFiles << /Names [(%s) %d 0 R] >> >>\n/AF [%d 0 R]\n>>", root[1], attachment, n+1, n+1)
	xref := out.Len()
	fmt.Fprintf(out, "xref\n0 1\n0000000000 65535 f \n1 1\n%010d 00000 n \n%d 2\n%010d 00000 n \n%010d 00000 n \n", at[1], n, at[n], at[n+1])
	fmt.Fprintf(out, "trailer\n<< /Size %d /Root 1 0 R /Prev %s >>\nstartxref\n%d\n%%%%EOF\n", n+2, start[1], xref)
	return out.Bytes(), nil
}

// Read finds the claim of a certificate: a claim's JSON, or a PDF with the claim, even if another program has saved it again.
// Several different claims in one file are ErrMalformed, because a reader might show any of them.
func Read(file []byte) (*chainv1.CertificateClaim, error) {
	if !bytes.HasPrefix(file, []byte("%PDF-")) {
		return Parse(bytes.TrimSpace(file))
	}
	var found *chainv1.CertificateClaim
	for _, at := range streams.FindAllIndex(file, -1) {
		stream, _, ended := bytes.Cut(file[at[1]:], []byte("endstream"))
		claim := candidate(stream)
		if !ended || claim == nil {
			continue
		}
		if found != nil && !proto.Equal(found, claim) {
			return nil, fmt.Errorf("%w: the file holds different claims", ErrMalformed)
		}
		found = claim
	}
	if found == nil {
		return nil, ErrNoClaim
	}
	return found, nil
}

// candidate returns the claim in a stream, compressed or not, or nil.
func candidate(stream []byte) *chainv1.CertificateClaim {
	forms := [][]byte{stream}
	if r, err := zlib.NewReader(bytes.NewReader(stream)); err == nil {
		plain, _ := io.ReadAll(io.LimitReader(r, most)) // truncated or corrupt data won't parse
		forms = append(forms, plain)
	}
	for _, form := range forms {
		form = bytes.TrimSpace(form)
		if !bytes.HasPrefix(form, []byte("{")) {
			continue
		}
		if claim, err := Parse(form); err == nil && claim.GetSignature() != "" {
			return claim
		}
	}
	return nil
}
