// Package logo reads the picture at the top of documents.
package logo

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	_ "image/jpeg" // logos may be JPEG
	_ "image/png"  // or PNG
	"io"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/vitrine/vitrine/kit/httpclient"
)

const (
	// maxSize is the maximum size of a logo file, in bytes.
	maxSize = 5 << 20
	// maxPixels is the maximum number of pixels of a logo.
	maxPixels = 50_000_000
	// fetchTimeout is the timeout of one download of a logo, retryAfter the pause after a failed one.
	fetchTimeout = 5 * time.Second
	retryAfter   = time.Minute
)

// Logo is the picture at the top of documents. If a Logo is nil or can't be downloaded, documents show the seller's name.
type Logo struct {
	url string
	log *slog.Logger

	mu   sync.Mutex
	data []byte
	next time.Time
}

// Open reads a logo from a file or an http(s) URL: PNG, JPEG or SVG. An empty location means no logo. An invalid file is an error. A failed
// download is logged and retried with a later document, so that a service starts without it.
func Open(ctx context.Context, location string, log *slog.Logger) (*Logo, error) {
	if location == "" {
		return nil, nil
	}
	if strings.HasPrefix(location, "https://") || strings.HasPrefix(location, "http://") {
		l := &Logo{url: location, log: log}
		l.Bytes(ctx)
		return l, nil
	}
	data, err := os.ReadFile(location)
	if err != nil {
		return nil, fmt.Errorf("logo: %w", err)
	}
	if err := check(data); err != nil {
		return nil, fmt.Errorf("logo: %s: %w", location, err)
	}
	return &Logo{data: data}, nil
}

// Bytes returns the file, or nil while it is not available.
func (l *Logo) Bytes(ctx context.Context) []byte {
	if l == nil {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.data != nil || time.Now().Before(l.next) {
		return l.data
	}
	data, err := download(ctx, l.url)
	if err != nil {
		l.next = time.Now().Add(retryAfter)
		l.log.WarnContext(ctx, "logo not available, documents show the seller's name", "url", l.url, "error", err)
		return nil
	}
	l.data = data
	return data
}

func download(ctx context.Context, url string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, fetchTimeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, http.NoBody)
	if err != nil {
		return nil, err
	}
	client := &http.Client{CheckRedirect: httpclient.RefuseRedirects}
	res, err := client.Do(req)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("status %d", res.StatusCode)
	}
	data, err := io.ReadAll(io.LimitReader(res.Body, maxSize+1))
	if err != nil {
		return nil, err
	}
	return data, check(data)
}

// check decodes a picture, so that a damaged logo is found when a service starts, and not by the first invoice.
func check(data []byte) error {
	if len(data) > maxSize {
		return fmt.Errorf("larger than %d bytes", maxSize)
	}
	if bytes.Contains(data[:min(len(data), 1024)], []byte("<svg")) {
		return checkSVG(data)
	}
	cfg, _, err := image.DecodeConfig(bytes.NewReader(data))
	switch {
	case err != nil:
		return fmt.Errorf("not a PNG, JPEG or SVG picture: %w", err)
	case cfg.Height == 0 || cfg.Width == 0:
		return errors.New("an empty picture")
	case cfg.Height > maxPixels/cfg.Width:
		return fmt.Errorf("a picture of more than %d pixels", maxPixels)
	}
	if _, _, err := image.Decode(bytes.NewReader(data)); err != nil {
		return fmt.Errorf("a damaged picture: %w", err)
	}
	return nil
}

// checkSVG refuses an SVG without a size, and one with text, because it would be drawn with other fonts than its author's.
func checkSVG(data []byte) error {
	sized := false
	for d := xml.NewDecoder(bytes.NewReader(data)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return fmt.Errorf("an SVG that cannot be read: %w", err)
		}
		element, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		switch element.Name.Local {
		case "svg":
			for _, a := range element.Attr {
				sized = sized || a.Name.Local == "viewBox" && len(strings.Fields(strings.ReplaceAll(a.Value, ",", " "))) == 4
			}
		case "text":
			return errors.New("an SVG with text (convert text to paths)")
		}
	}
	if !sized {
		return errors.New("an SVG without a view box")
	}
	return nil
}
