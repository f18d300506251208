// Package chromium draws pages of live works with a headless Chromium.
package chromium

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/vitrine/vitrine/kit/subprocess"
)

// Browser opens pages of one origin.
type Browser struct {
	// Command starts Chromium, and may have flags after it.
	Command []string
	// Origin is where live works run.
	Origin string
}

// Draw returns the picture of a page in a window of a size, as it is when the page has loaded. It starts a browser, with an empty profile,
// for each picture, which takes some seconds and some 300 MB. Errors may be temporary or the page's fault.
//
// The page is anyone's code. The policy of its origin keeps it from connecting to anything. The browser resolves no other host either, so
// the page can't open one in its place.
func (b Browser) Draw(ctx context.Context, path string, size image.Point) (img image.Image, err error) {
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
		"--force-color-profile=srgb", "--force-device-scale-factor=1",
		// A moving work then shows its first moment, which is what the edition's still is.
		"--force-prefers-reduced-motion",
		"--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE "+origin.Hostname(),
		"--user-data-dir="+profile, fmt.Sprintf("--window-size=%d,%d", size.X, size.Y), "--screenshot="+file, strings.TrimSuffix(b.Origin, "/")+path)...)
	cmd.Env = append(os.Environ(), "HOME="+profile)
	p, err := subprocess.Start(cmd, syscall.SIGKILL, nil)
	if err != nil {
		return nil, err
	}
	select {
	case <-p.Done():
	case <-ctx.Done():
		// Its helpers are in its process group.
		_ = syscall.Kill(-p.PID(), syscall.SIGKILL)
		p.Kill()
		return nil, ctx.Err()
	}
	if p.Failed() != nil {
		return nil, p.Err()
	}
	in, err := os.Open(file)
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
