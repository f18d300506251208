package render

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"connectrpc.com/connect/v2"

	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/rpc"
	renderv1 "github.com/vitrine/vitrine/proto/gen/vitrine/render/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/render/v1/renderv1connect"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

const (
	// browserEvery is how long it is remembered whether render has a browser, and browserAgain how long after a question that got no response.
	browserEvery = time.Minute
	browserAgain = 5 * time.Second
	// browserTimeout limits that question, which requests of visitors wait for.
	browserTimeout = 2 * time.Second
)

// Pages opens pages of live works.
type Pages struct {
	client renderv1connect.PageServiceClient

	mu   sync.Mutex
	has  bool
	next time.Time // when to ask again
}

// NewPages returns a client of render at an address.
func NewPages(keys *identity.Keys, url string) *Pages {
	return &Pages{client: renderv1connect.NewPageServiceClient(rpc.NewClient(keys, name, url)), has: true}
}

// Available reports whether render has a browser. One caller at a time asks, the others don't wait for it. While render doesn't respond, the last
// response counts, and true at first: an outage doesn't mean that nothing will be drawn.
func (p *Pages) Available(ctx context.Context) bool {
	p.mu.Lock()
	now := time.Now()
	has, known := p.has, now.Before(p.next)
	if !known {
		p.next = now.Add(browserAgain)
	}
	p.mu.Unlock()
	if known {
		return has
	}
	ctx, cancel := context.WithTimeout(ctx, browserTimeout)
	defer cancel()
	res, err := p.client.GetBrowser(ctx, &renderv1.GetBrowserRequest{})
	if err != nil {
		return has
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.has, p.next = res.GetAvailable(), now.Add(browserEvery)
	return p.has
}

// Draw implements media.Pages.
func (p *Pages) Draw(ctx context.Context, d artwork.Drawing) ([]byte, error) {
	format := renderv1.Format_FORMAT_JPEG
	if d.Exact {
		format = renderv1.Format_FORMAT_PNG
	}
	res, err := p.client.Draw(ctx, &renderv1.DrawRequest{
		Path: d.Path, Width: uint32(d.Width), Height: uint32(d.Height), Format: format, Strict: d.Exact, Elsewhere: d.Elsewhere, Urgent: d.Urgent,
	})
	if err != nil {
		return nil, pageFailure(err)
	}
	return res.GetPicture(), nil
}

// Film implements media.Pages.
func (p *Pages) Film(ctx context.Context, path, hash string, width, height int) (artwork.Film, error) {
	res, err := p.client.Film(ctx, &renderv1.FilmRequest{Path: path, Hash: hash, Width: uint32(width), Height: uint32(height)})
	if err != nil {
		return artwork.Film{}, pageFailure(err)
	}
	return artwork.Film{File: res.GetFilm(), Width: int(res.GetWidth()), Height: int(res.GetHeight()), Milliseconds: int(res.GetMilliseconds())}, nil
}

// pageError is a problem of a page that the browser reports.
type pageError struct{ text string }

func (e *pageError) Error() string { return "the browser reports: " + e.text }

// Reason returns the browser's message.
func (e *pageError) Reason() string { return e.text }

// pageFailure returns errors that match artwork.ErrUndrawable if the page is the cause, and temporary ones otherwise.
func pageFailure(err error) error {
	switch {
	case connect.CodeOf(err) != connect.CodeInvalidArgument:
		return fmt.Errorf("render: %w", err)
	case reasonOf(err) == renderv1.Reason_REASON_PAGE_ERROR:
		return fmt.Errorf("%w: %w", artwork.ErrUndrawable, &pageError{message(err)})
	}
	return fmt.Errorf("%w: %w", artwork.ErrUndrawable, errors.New(message(err)))
}
