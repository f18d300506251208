package pdf

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	_ "image/jpeg" // logos may be JPEG
	"image/png"
	"io"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/signintech/gopdf"
	"github.com/srwiley/oksvg"
	"github.com/srwiley/rasterx"

	"github.com/vitrine/vitrine/kit/httpclient"
)

const (
	// maxLogo is the maximum size of a logo file, in bytes.
	maxLogo = 5 << 20
	// svgHeight is the height in pixels of a rendered SVG logo: sharp in print at the sizes of our documents.
	svgHeight = 480
	// fetchTimeout is the timeout of one download of a logo, retryAfter the pause after a failed one.
	fetchTimeout = 5 * time.Second
	retryAfter   = time.Minute
)

// Logo is the picture at the top of documents. If a Logo is nil or can't be downloaded, documents show the seller's name.
type Logo struct {
	url string
	log *slog.Logger

	mu      sync.Mutex
	picture *picture
	next    time.Time
}

type picture struct {
	data  []byte
	ratio float64 // width ÷ height
}

// OpenLogo reads a logo from a file or an http(s) URL: PNG, JPEG or SVG. An empty location means no logo. An invalid file
// is an error. A failed download is logged and retried with a later document, so that a service starts without it.
func OpenLogo(ctx context.Context, location string, log *slog.Logger) (*Logo, error) {
	if location == "" {
		return nil, nil
	}
	if strings.HasPrefix(location, "https://") || strings.HasPrefix(location, "http://") {
		l := &Logo{url: location, log: log}
		l.get(ctx)
		return l, nil
	}
	data, err := os.ReadFile(location)
	if err != nil {
		return nil, fmt.Errorf("logo: %w", err)
	}
	p, err := decode(data)
	if err != nil {
		return nil, fmt.Errorf("logo: %s: %w", location, err)
	}
	return &Logo{picture: p}, nil
}

// get returns the picture, or nil while it is not available.
func (l *Logo) get(ctx context.Context) *picture {
	if l == nil {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.picture != nil || time.Now().Before(l.next) {
		return l.picture
	}
	p, err := download(ctx, l.url)
	if err != nil {
		l.next = time.Now().Add(retryAfter)
		l.log.WarnContext(ctx, "logo not available, documents show the seller's name", "url", l.url, "error", err)
		return nil
	}
	l.picture = p
	return p
}

func download(ctx context.Context, url string) (*picture, error) {
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
	data, err := io.ReadAll(io.LimitReader(res.Body, maxLogo+1))
	if err != nil {
		return nil, err
	}
	return decode(data)
}

func decode(data []byte) (*picture, error) {
	if len(data) > maxLogo {
		return nil, fmt.Errorf("larger than %d bytes", maxLogo)
	}
	if bytes.Contains(data[:min(len(data), 1024)], []byte("<svg")) {
		return drawSVG(data)
	}
	cfg, _, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("not a PNG, JPEG or SVG picture: %w", err)
	}
	if cfg.Height == 0 || cfg.Width == 0 {
		return nil, errors.New("an empty picture")
	}
	return &picture{data, float64(cfg.Width) / float64(cfg.Height)}, nil
}

// drawSVG renders an SVG as a PNG. It rejects SVGs with text, because there are no fonts to draw it with.
func drawSVG(data []byte) (*picture, error) {
	icon, err := oksvg.ReadIconStream(bytes.NewReader(data), oksvg.StrictErrorMode)
	if err != nil {
		return nil, fmt.Errorf("an SVG that cannot be drawn (convert text to paths): %w", err)
	}
	if icon.ViewBox.W <= 0 || icon.ViewBox.H <= 0 {
		return nil, errors.New("an SVG without a view box")
	}
	ratio := icon.ViewBox.W / icon.ViewBox.H
	width := max(1, min(int(svgHeight*ratio), 20*svgHeight))
	icon.SetTarget(0, 0, float64(width), svgHeight)
	canvas := image.NewRGBA(image.Rect(0, 0, width, svgHeight))
	icon.Draw(rasterx.NewDasher(width, svgHeight, rasterx.NewScannerGV(width, svgHeight, canvas, canvas.Bounds())), 1)
	var b bytes.Buffer
	if err := png.Encode(&b, canvas); err != nil {
		return nil, err
	}
	return &picture{b.Bytes(), ratio}, nil
}

// Mark draws the logo at the left margin, at most width wide and height high, or the seller's name instead, and moves Y below it.
func (s *Sheet) Mark(ctx context.Context, logo *Logo, name string, width, height float64) {
	p := logo.get(ctx)
	if p == nil {
		s.Text(Left, Heading, 24, 28, width, Ink, name, 2)
		return
	}
	holder, err := gopdf.ImageHolderByBytes(p.data)
	s.Keep(err)
	if err != nil {
		return
	}
	wide := min(height*p.ratio, width)
	s.Keep(s.ImageByHolder(holder, Left, s.Y, &gopdf.Rect{W: wide, H: wide / p.ratio}))
	s.Y += wide / p.ratio
}
