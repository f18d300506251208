// Package chromium draws pages of live works with a headless Chromium.
package chromium

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/vitrine/vitrine/kit/httpclient"
	"github.com/vitrine/vitrine/kit/subprocess"
	"github.com/vitrine/vitrine/kit/tracing"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

const (
	// defaultLimit is the limit of a browser that has none.
	defaultLimit = time.Minute
	checkTimeout = 10 * time.Second
	// blank is a page that every browser can draw.
	blank = "about:blank"
	// notLoaded is in Chromium's output if it received no page.
	notLoaded = "Page load failed"
)

// Browser opens pages of one origin.
type Browser struct {
	// Command starts Chromium, and may have flags after it.
	Command []string
	// Origin is where live works run.
	Origin string
	// Limit is how long the browser may take to draw a page; 0 means a minute.
	Limit time.Duration
}

// Draw returns the picture of a page in a window of a size, as it is when the page has loaded. It starts a browser, with an empty profile,
// for each picture, which takes some seconds and some 300 MB. Errors that match artwork.ErrUndrawable are the page's fault. Others are
// temporary: the origin doesn't serve the page, or the browser doesn't work.
//
// The page is anyone's code. The policy of its origin keeps it from connecting to anything. The browser resolves no other host either, so
// the page can't open one in its place. It gets none of this process's settings, which hold keys.
func (b Browser) Draw(ctx context.Context, path string, size image.Point) (image.Image, error) {
	page := strings.TrimSuffix(b.Origin, "/") + path
	if err := check(ctx, page); err != nil {
		return nil, err
	}
	img, drawErr := b.draw(ctx, page, size)
	// The browser draws an error's page like any other and doesn't report the status. An outage may have begun after the first check.
	if err := check(ctx, page); err != nil {
		return nil, errors.Join(err, drawErr)
	}
	if drawErr == nil || ctx.Err() != nil || errors.Is(drawErr, errNotLoaded) {
		return img, drawErr
	}
	// A browser that can't even draw an empty page doesn't work.
	if _, err := b.draw(ctx, blank, size); err != nil {
		return nil, errors.Join(drawErr, fmt.Errorf("an empty page: %w", err))
	}
	return nil, fmt.Errorf("%w: %w", artwork.ErrUndrawable, drawErr)
}

// client uses no proxy, as the browser doesn't.
var client = &http.Client{Transport: tracing.Outside(&http.Transport{DisableKeepAlives: true}), CheckRedirect: httpclient.RefuseRedirects, Timeout: checkTimeout}

// check returns an error unless the origin serves the page with status 200.
func check(ctx context.Context, page string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, page, http.NoBody)
	if err != nil {
		return err
	}
	res, err := client.Do(req)
	if err != nil {
		return err
	}
	_ = res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("chromium: GET %s: %s", page, res.Status)
	}
	return nil
}

var errNotLoaded = errors.New("chromium: the browser didn't receive the page")

// draw starts the browser once.
func (b Browser) draw(ctx context.Context, page string, size image.Point) (img image.Image, err error) {
	origin, err := url.Parse(b.Origin)
	if err != nil || len(b.Command) == 0 {
		return nil, errors.Join(errors.New("chromium: it has no command or no origin"), err)
	}
	profile, err := os.MkdirTemp("", "vitrine-browser-*")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(profile)) }()
	file := filepath.Join(profile, "page.png")
	cmd := exec.Command(b.Command[0], append(b.Command[1:len(b.Command):len(b.Command)],
		"--headless", "--disable-gpu", "--disable-background-networking", "--disable-extensions", "--mute-audio", "--no-first-run", "--hide-scrollbars",
		"--no-proxy-server", "--force-color-profile=srgb", "--force-device-scale-factor=1",
		// A moving work then shows its first moment, which is what the edition's still is.
		"--force-prefers-reduced-motion",
		"--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE "+origin.Hostname(),
		"--user-data-dir="+profile, fmt.Sprintf("--window-size=%d,%d", size.X, size.Y), "--screenshot="+file, page)...)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + profile, "TMPDIR=" + os.TempDir()}
	p, err := subprocess.Start(cmd, syscall.SIGKILL, nil)
	if err != nil {
		return nil, err
	}
	limit := cmp.Or(b.Limit, defaultLimit)
	kill := func() {
		// Its helpers are in its process group.
		_ = syscall.Kill(-p.PID(), syscall.SIGKILL)
		p.Kill()
	}
	select {
	case <-p.Done():
	case <-ctx.Done():
		kill()
		return nil, ctx.Err()
	case <-time.After(limit):
		kill()
		return nil, fmt.Errorf("chromium: the page wasn't drawn within %v", limit)
	}
	if p.Failed() != nil {
		return nil, p.Err()
	}
	in, err := os.Open(file)
	if err != nil && strings.Contains(p.LastWords(), notLoaded) {
		return nil, fmt.Errorf("%w: %w", errNotLoaded, p.Err())
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", p.Err(), err)
	}
	defer func() { _ = in.Close() }()
	if img, err = png.Decode(in); err != nil {
		return nil, err
	}
	if got := img.Bounds().Size(); got != size {
		return nil, fmt.Errorf("chromium: the picture is %v, want %v", got, size)
	}
	return img, nil
}
