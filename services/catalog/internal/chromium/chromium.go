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
	"regexp"
	"strings"
	"syscall"
	"time"

	"github.com/vitrine/vitrine/kit/httpclient"
	"github.com/vitrine/vitrine/kit/subprocess"
	"github.com/vitrine/vitrine/kit/tracing"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

const (
	// defaultLimit is the default of Browser.Limit.
	defaultLimit = time.Minute
	checkTimeout = 10 * time.Second
	// blank is a page that every browser can draw.
	blank = "about:blank"
	// notLoaded is in Chromium's output if it received no page.
	notLoaded = "Page load failed"
)

// Browser opens pages of one origin.
type Browser struct {
	// Command starts Chromium, and may end in flags.
	Command []string
	// Origin is where live works run.
	Origin string
	// Shop is an origin that may frame live works. Only films need it.
	Shop string
	// Limit is the time limit for drawing a page; 0 means a minute.
	Limit time.Duration
	// Strict makes a page undrawable if it throws an error, or requests something that the origin's policy blocks.
	Strict bool
	// Elsewhere makes the browser run in another time zone and language.
	Elsewhere bool
}

// Draw returns a picture of a page in a window of the given size after it has loaded. It starts a browser with an empty profile
// for each picture, which takes some seconds and about 300 MB. Errors that match artwork.ErrUndrawable are caused by the page. Others are
// temporary: the origin doesn't serve the page, or the browser doesn't work.
//
// The page is untrusted code. The policy of its origin prevents connections. The browser resolves no other host either, so
// the page can't navigate elsewhere. The browser gets none of this process's settings, which contain keys.
func (b Browser) Draw(ctx context.Context, path string, size image.Point) (image.Image, error) {
	page := strings.TrimSuffix(b.Origin, "/") + path
	if err := check(ctx, page); err != nil {
		return nil, err
	}
	img, drawErr := b.draw(ctx, page, size)
	// The browser draws an error page like any other and doesn't report the status. An outage may have started after the first check.
	if err := check(ctx, page); err != nil {
		return nil, errors.Join(err, drawErr)
	}
	if drawErr == nil || ctx.Err() != nil || errors.Is(drawErr, errNotLoaded) {
		return img, drawErr
	}
	if _, ok := errors.AsType[*PageError](drawErr); ok {
		return nil, fmt.Errorf("%w: %w", artwork.ErrUndrawable, drawErr)
	}
	// A browser that can't even draw an empty page doesn't work.
	if _, err := b.draw(ctx, blank, size); err != nil {
		return nil, errors.Join(drawErr, fmt.Errorf("an empty page: %w", err))
	}
	return nil, fmt.Errorf("%w: %w", artwork.ErrUndrawable, drawErr)
}

// client uses no proxy, like the browser.
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

// PageError is a problem of a page that the browser reports: an error that the page throws, or a request that is blocked.
type PageError struct{ text string }

func (c *PageError) Error() string { return "chromium reports: " + c.text }

// Reason is the browser's message.
func (c *PageError) Reason() string { return c.text }

// console matches messages of a page's console in the browser's output.
var console = regexp.MustCompile(`:CONSOLE[:(][0-9]+[\])]+ "(.*)", source: `)

// reportedError returns the first error at the end of a browser's output, or "". A page can write such messages itself: then it isn't rendered.
func reportedError(output string) string {
	for _, m := range console.FindAllStringSubmatch(output, -1) {
		if text := m[1]; strings.HasPrefix(text, "Uncaught ") || strings.Contains(text, "Content Security Policy") {
			return text
		}
	}
	return ""
}

// proofSettings are the flags and settings that differ between the browsers of a proof.
func (b Browser) proofSettings() (flags, env []string) {
	if b.Strict {
		flags = append(flags, "--enable-logging=stderr")
	}
	if b.Elsewhere {
		flags, env = append(flags, "--lang=ar"), []string{"TZ=Pacific/Auckland", "LANGUAGE=ar"}
	}
	return flags, env
}

// confined are the flags of every browser: it can reach only the origin, has no extensions, and draws the same on every machine.
func confined(origin *url.URL, size image.Point) []string {
	return []string{
		"--headless", "--disable-gpu", "--disable-background-networking", "--disable-extensions", "--mute-audio", "--no-first-run", "--hide-scrollbars",
		"--no-proxy-server", "--force-color-profile=srgb", "--force-device-scale-factor=1",
		// A moving work then shows its first moment, which is what the edition's still is.
		"--force-prefers-reduced-motion",
		"--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE " + origin.Hostname(),
		fmt.Sprintf("--window-size=%d,%d", size.X, size.Y),
	}
}

// environment is the only part of this process's environment that the browser gets, because the rest contains keys.
func environment(profile string) []string {
	return []string{"PATH=" + os.Getenv("PATH"), "HOME=" + profile, "TMPDIR=" + os.TempDir()}
}

// draw starts the browser once.
func (b Browser) draw(ctx context.Context, page string, size image.Point) (img image.Image, err error) {
	origin, err := url.Parse(b.Origin)
	if err != nil || len(b.Command) == 0 {
		return nil, errors.Join(errors.New("chromium: no command or no origin is set"), err)
	}
	profile, err := os.MkdirTemp("", "vitrine-browser-*")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(profile)) }()
	file := filepath.Join(profile, "page.png")
	flags, env := b.proofSettings()
	cmd := exec.Command(b.Command[0], append(append(append(b.Command[1:len(b.Command):len(b.Command)], flags...), confined(origin, size)...),
		"--user-data-dir="+profile, "--screenshot="+file, page)...)
	cmd.Env = append(environment(profile), env...)
	p, err := subprocess.Start(cmd, syscall.SIGKILL, nil)
	if err != nil {
		return nil, err
	}
	limit := cmp.Or(b.Limit, defaultLimit)
	kill := func() {
		// Its helper processes are in its process group.
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
	if err != nil && strings.Contains(p.LastOutput(), notLoaded) {
		return nil, fmt.Errorf("%w: %w", errNotLoaded, p.Err())
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", p.Err(), err)
	}
	defer func() { _ = in.Close() }()
	if message := reportedError(p.LastOutput()); b.Strict && message != "" {
		return nil, &PageError{message}
	}
	if img, err = png.Decode(in); err != nil {
		return nil, err
	}
	if got := img.Bounds().Size(); got != size {
		return nil, fmt.Errorf("chromium: the picture is %v, want %v", got, size)
	}
	return img, nil
}
