package certificate

import (
	"bytes"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"regexp"

	"google.golang.org/protobuf/proto"

	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
)

// ErrNoClaim means that a file contains no claim.
var ErrNoClaim = errors.New("the file contains no claim")

// attachment is the file name shown by PDF readers.
const attachment = "certificate.json"

// most limits how much of one stream of an untrusted PDF is decompressed.
const most = 1 << 20

var streams = regexp.MustCompile(`stream\r?\n`)

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
