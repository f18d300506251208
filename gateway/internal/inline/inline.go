// Package inline reads pages and hashes their inline scripts for a content security policy.
package inline

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"io"
	"net/http"
	"slices"

	"golang.org/x/net/html"
)

// ErrTooLarge means that a page is larger than its reader allows.
var ErrTooLarge = errors.New("page too large")

// ReadPage reads the whole body of a response and replaces it with a reader of the same bytes. It returns ErrTooLarge above most bytes.
func ReadPage(res *http.Response, most int64) ([]byte, error) {
	body, err := io.ReadAll(io.LimitReader(res.Body, most+1))
	if err != nil {
		return nil, err
	}
	if int64(len(body)) > most {
		return nil, ErrTooLarge
	}
	if err := res.Body.Close(); err != nil {
		return nil, err
	}
	res.Body = io.NopCloser(bytes.NewReader(body))
	res.ContentLength = int64(len(body))
	res.Header.Del("Content-Length")
	return body, nil
}

// Scripts returns the CSP hashes (CSP3, section 2.3.1) of a page's inline scripts, each once.
func Scripts(page []byte) []string {
	var out []string
	z := html.NewTokenizer(bytes.NewReader(page))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return out
		case html.StartTagToken:
			name, more := z.TagName()
			if string(name) != "script" {
				continue
			}
			external := false
			for more {
				var attr []byte
				attr, _, more = z.TagAttr()
				external = external || string(attr) == "src"
			}
			if external || z.Next() != html.TextToken {
				continue
			}
			sum := sha256.Sum256(z.Raw())
			hash := "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
			if !slices.Contains(out, hash) {
				out = append(out, hash)
			}
		}
	}
}
