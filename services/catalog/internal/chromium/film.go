package chromium

import (
	"bytes"
	"cmp"
	"context"
	_ "embed" // the page around a filmed work
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/png"
	"iter"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/chromedp"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

const (
	// filmLimit is the default time limit of a film.
	filmLimit = 2 * time.Minute
	// settles is the maximum number of pictures taken until two in a row are equal, because another process draws the work's frame.
	settles = 5
)

// stage is the page around a filmed work. Like visitors' pages, it frames the work and sends it messages.
//
//go:embed stage.html
var stage []byte

// Film opens a live work as visitors see it, framed under the policy of its origin, and calls shoot once. at returns a picture of the work
// in a window of the given size, at a number of seconds after its start, drawn from a token's hash. The errors are those of Draw, or shoot's
// own. A work that doesn't respond to the messages of live works is undrawable.
//
// It starts one browser, which uses about 300 MB, and ends it before it returns.
func (b Browser) Film(ctx context.Context, path, hash string, size image.Point, shoot func(at func(seconds float64) (image.Image, error)) error) error {
	page := strings.TrimSuffix(b.Origin, "/") + path
	if err := check(ctx, page); err != nil {
		return err
	}
	limited, cancel := context.WithTimeout(ctx, cmp.Or(b.Limit, filmLimit))
	defer cancel()
	filmErr := b.film(limited, page, hash, size, shoot)
	if err := check(ctx, page); err != nil {
		return errors.Join(err, filmErr)
	}
	if filmErr == nil || ctx.Err() != nil {
		return filmErr
	}
	if _, err := b.draw(ctx, blank, size); err != nil {
		return errors.Join(filmErr, fmt.Errorf("an empty page: %w", err))
	}
	return fmt.Errorf("%w: %w", artwork.ErrUndrawable, filmErr)
}

// film starts the browser and calls shoot.
func (b Browser) film(ctx context.Context, page, hash string, size image.Point, shoot func(at func(seconds float64) (image.Image, error)) error) (err error) {
	origin, err := url.Parse(b.Origin)
	if err != nil || len(b.Command) == 0 || b.Shop == "" {
		return errors.Join(errors.New("chromium: no command, no origin or no shop is set"), err)
	}
	profile, err := os.MkdirTemp("", "vitrine-browser-*")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(profile)) }()
	tab, end := b.open(ctx, origin, profile, size)
	defer end()

	address := strings.TrimSuffix(b.Shop, "/") + "/stage"
	requests := chromedp.Events(tab, fetch.RequestPaused)
	if err := chromedp.Do(tab, chromedp.EmulateViewport(int64(size.X), int64(size.Y)), chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		// The browser requests nothing from the shop. It doesn't even resolve its name.
		_, err := cdp.Call(ctx, t, fetch.Enable, fetch.EnableParams{Patterns: []*fetch.RequestPattern{{URLPattern: address}}})
		return err
	})); err != nil {
		return err
	}
	go serveStage(tab, requests)
	if err := chromedp.Do(tab, chromedp.Navigate(address), call("show", page)); err != nil {
		return err
	}
	return shoot(func(seconds float64) (image.Image, error) {
		if err := chromedp.Do(tab, call("draw", hash, seconds)); err != nil {
			return nil, err
		}
		return settled(tab, size)
	})
}

// open starts the browser. The returned function ends it with its helper processes.
func (b Browser) open(ctx context.Context, origin *url.URL, profile string, size image.Point) (tab context.Context, end func()) {
	allocator, stop := chromedp.NewExecAllocator(ctx, chromedp.ExecPath(b.Command[0]), chromedp.UserDataDir(profile), chromedp.NoInheritEnv,
		// Operators decide whether the browser runs without its sandbox.
		chromedp.Flag("no-sandbox", false),
		chromedp.ModifyCmdFunc(func(cmd *exec.Cmd) {
			cmd.Args = append(append(append(cmd.Args[:1:1], b.Command[1:]...), confined(origin, size)...), cmd.Args[1:]...)
			// The stage has no network address, so the browser treats it as a public page, which may not frame private addresses. The
			// browser can reach only the origin anyway.
			//
			// A picture of the window waits for its next frame. Without a new surface the first picture took 15 s or never came.
			cmd.Args = append(cmd.Args[:len(cmd.Args)-1:len(cmd.Args)-1], "--disable-features=LocalNetworkAccessChecks",
				"--enable-features=CDPScreenshotNewSurface", blank)
			cmd.Env = environment(profile)
			cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
			cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
		}))
	tab, closeTab := chromedp.NewContext(allocator)
	return tab, func() {
		stop() // kill it: the browser has nothing to save
		closeTab()
	}
}

// serveStage responds to the request for the stage. If it fails, the navigation runs into its deadline.
func serveStage(tab context.Context, requests iter.Seq2[fetch.EventRequestPaused, error]) {
	for request, err := range requests {
		if err != nil {
			return
		}
		_ = chromedp.Do(tab, chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
			_, err := cdp.Call(ctx, t, fetch.FulfillRequest, fetch.FulfillRequestParams{
				RequestID: request.RequestID, ResponseCode: http.StatusOK, Body: stage,
				ResponseHeaders: []*fetch.HeaderEntry{{Name: "Content-Type", Value: "text/html; charset=utf-8"}},
			})
			return err
		}))
	}
}

// call calls a function of the stage and waits for the promise that it returns.
func call(name string, args ...any) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		list, err := json.Marshal(args)
		if err == nil {
			_, err = chromedp.Evaluate[chromedp.Void](fmt.Sprintf("%s(...%s)", name, list), chromedp.EvalAwaitPromise)(ctx, t)
		}
		return err
	})
}

// settled returns a picture of the window once two in a row are equal. If they never are, it returns the last one.
func settled(tab context.Context, size image.Point) (image.Image, error) {
	var before []byte
	for range settles {
		shot, err := chromedp.Run(tab, chromedp.CaptureScreenshot())
		if err != nil {
			return nil, err
		}
		if bytes.Equal(shot, before) {
			break
		}
		before = shot
	}
	img, err := png.Decode(bytes.NewReader(before))
	if err != nil {
		return nil, err
	}
	if got := img.Bounds().Size(); got != size {
		return nil, fmt.Errorf("chromium: the picture is %v, want %v", got, size)
	}
	return img, nil
}
