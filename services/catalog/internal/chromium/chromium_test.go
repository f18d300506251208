package chromium_test

import (
	"errors"
	"image"
	"image/png"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/chromium"
)

var size = image.Pt(160, 100)

// browser is a program that runs shell commands: $shot is the file to write, $picture a picture of the right size, $page the address, $dir
// a folder for notes.
func browser(t *testing.T, does string) (command []string, dir string) {
	t.Helper()
	dir = t.TempDir()
	out, err := os.Create(filepath.Join(dir, "picture"))
	if err != nil {
		t.Fatal(err)
	}
	script := "#!/bin/sh\ndir=" + dir + "\npicture=$dir/picture\n" +
		`for arg; do case "$arg" in --screenshot=*) shot="${arg#--screenshot=}";; esac; page="$arg"; done` + "\n" + does + "\n"
	command = []string{filepath.Join(dir, "browser")}
	if err := errors.Join(png.Encode(out, image.NewGray(image.Rectangle{Max: size})), out.Close(), os.WriteFile(command[0], []byte(script), 0o700)); err != nil {
		t.Fatal(err)
	}
	return command, dir
}

// origin serves the statuses in turn, and then the last one.
func origin(t *testing.T, statuses ...int) string {
	t.Helper()
	var n atomic.Int32
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Location", "/")
		w.WriteHeader(statuses[min(int(n.Add(1)), len(statuses))-1])
	}))
	t.Cleanup(s.Close)
	return s.URL
}

func TestOnlyAvailablePagesAreRendered(t *testing.T) {
	t.Parallel()
	for _, status := range []int{http.StatusFound, http.StatusNotFound, http.StatusTooManyRequests, http.StatusServiceUnavailable} {
		command, dir := browser(t, `echo x >$dir/started; cp $picture "$shot"`)
		b := chromium.Browser{Command: command, Origin: origin(t, status)}
		if _, err := b.Draw(t.Context(), "/works/1/", size); err == nil || errors.Is(err, artwork.ErrUndrawable) {
			t.Errorf("%d: %v, want a temporary error", status, err)
		}
		if _, err := os.Stat(filepath.Join(dir, "started")); err == nil {
			t.Errorf("%d: the browser was started", status)
		}
	}
	command, _ := browser(t, `cp $picture "$shot"`)
	b := chromium.Browser{Command: command, Origin: origin(t, http.StatusOK, http.StatusServiceUnavailable)}
	if _, err := b.Draw(t.Context(), "/works/1/", size); err == nil || errors.Is(err, artwork.ErrUndrawable) {
		t.Errorf("outage while rendering: error = %v, want a temporary error", err)
	}
	b.Origin = origin(t, http.StatusOK)
	if img, err := b.Draw(t.Context(), "/works/1/", size); err != nil || img.Bounds().Size() != size {
		t.Errorf("Draw() of a page that is available: error = %v, want an image of %v", err, size)
	}
}

func TestOnlyFailuresOfThePageAreFinal(t *testing.T) {
	t.Parallel()
	const drawsBlank = `[ "$page" = about:blank ] && exec cp $picture "$shot"; `
	for name, c := range map[string]struct {
		does    string
		isFinal bool
	}{
		"a browser that never starts":         {"exit 1", false},
		"a browser that draws nothing at all": {"exit 0", false},
		"a page that isn't loaded":            {drawsBlank + "echo 'ERROR: Page load failed: net::ERR_CERT_AUTHORITY_INVALID' >&2", false},
		"a page that draws nothing":           {drawsBlank + "exit 0", true},
		"a page that crashes the browser":     {drawsBlank + "kill -9 $$", true},
		"a page that takes too long":          {drawsBlank + "exec sleep 600", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			command, _ := browser(t, c.does)
			b := chromium.Browser{Command: command, Origin: origin(t, http.StatusOK), Limit: 5 * time.Second}
			if _, err := b.Draw(t.Context(), "/works/1/", size); err == nil || errors.Is(err, artwork.ErrUndrawable) != c.isFinal {
				t.Errorf("error = %v, want a final error: %v", err, c.isFinal)
			}
		})
	}
	if _, err := (chromium.Browser{Command: []string{"/no/browser"}, Origin: origin(t, http.StatusOK)}).Draw(t.Context(), "/works/1/", size); err == nil || errors.Is(err, artwork.ErrUndrawable) {
		t.Errorf("no browser: %v, want a temporary error", err)
	}
}

// TestThePageGetsNoSettings: code that escapes from the page can read the environment.
func TestThePageGetsNoSettings(t *testing.T) {
	t.Setenv("DATABASE_URL", "postgres://catalog:secret@localhost/catalog")
	t.Setenv("SERVICE_KEY", "secret")
	command, dir := browser(t, `env >$dir/env; cp $picture "$shot"`)
	b := chromium.Browser{Command: command, Origin: origin(t, http.StatusOK)}
	if _, err := b.Draw(t.Context(), "/works/1/", size); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "env"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		// Shells add PWD, OLDPWD, SHLVL and _.
		if name, _, _ := strings.Cut(line, "="); !slices.Contains([]string{"PATH", "HOME", "TMPDIR", "PWD", "OLDPWD", "SHLVL", "_"}, name) {
			t.Errorf("the browser's environment contains %s, want only the path and the folders", name)
		}
	}
}

// TestStrictBrowsersRejectPagesWithErrors: a proof fails with the browser's error.
func TestStrictBrowsersRejectPagesWithErrors(t *testing.T) {
	t.Parallel()
	const console = `echo '[1:2:1126/224713.488551:INFO:CONSOLE:1] "%s", source: http://127.0.0.1/works/1/ (1)' >&2; cp $picture "$shot"`
	for message, isRefused := range map[string]bool{
		"Uncaught Error: boom": true, `Connecting to 'http://x.invalid/' violates the following Content Security Policy directive: "connect-src 'none'".`: true, "hello": false,
	} {
		command, _ := browser(t, strings.ReplaceAll(console, "%s", strings.ReplaceAll(message, "'", `'"'"'`)))
		for _, strict := range []bool{true, false} {
			b := chromium.Browser{Command: command, Origin: origin(t, http.StatusOK), Strict: strict}
			_, err := b.Draw(t.Context(), "/works/1/", size)
			reported, ok := errors.AsType[*chromium.PageError](err)
			if ok != (strict && isRefused) || errors.Is(err, artwork.ErrUndrawable) != ok || !ok && err != nil {
				t.Errorf("%s, strict %v: error = %v, want a page error = %t", message, strict, err, strict && isRefused)
			}
			if ok && reported.Reason() != message {
				t.Errorf("the reason is %q, want %q", reported.Reason(), message)
			}
		}
	}
}

// TestTheSecondBrowserHasAnotherTimeZone: a page that depends on the time zone or the language fails its proof.
func TestTheSecondBrowserHasAnotherTimeZone(t *testing.T) {
	t.Parallel()
	command, dir := browser(t, `echo "$TZ $LANGUAGE $*" >>$dir/seen; cp $picture "$shot"`)
	for _, elsewhere := range []bool{false, true} {
		b := chromium.Browser{Command: command, Origin: origin(t, http.StatusOK), Elsewhere: elsewhere}
		if _, err := b.Draw(t.Context(), "/works/1/", size); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(filepath.Join(dir, "seen"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(text), "\n")
	if strings.Contains(lines[0], "Auckland") || !strings.HasPrefix(lines[1], "Pacific/Auckland ar ") || !strings.Contains(lines[1], "--lang=ar") {
		t.Errorf("browsers = %q, want only the second in Pacific/Auckland and Arabic", lines)
	}
}
