// Package art serves live works on a separate origin. A live work is a page by any artist that runs in visitors' browsers.
//
// The origin has no cookies, no API and no principal. It forwards only pages of works, published or drafts, and public images of the
// catalog. Its policy lets a page draw and receive messages, but not connect to anything.
package art

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"path"
	"regexp"
	"strings"
	"time"

	"github.com/vitrine/vitrine/gateway/internal/inline"
	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/background"
	"github.com/vitrine/vitrine/kit/mtls"
	"github.com/vitrine/vitrine/kit/tracing"
)

// maxPage is the maximum size of a work, which is one self-contained page.
const maxPage = 4 << 20

// work matches the path of a published work, or of an artist's draft, whose path can't be guessed.
var work = regexp.MustCompile(`^/(works/[1-9][0-9]{0,17}|drafts/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})/$`)

// media lists the files that works may show: images, videos and sounds. Scripts and pages from the media library never run here.
var media = map[string]bool{".webp": true, ".png": true, ".jpg": true, ".jpeg": true, ".gif": true, ".mp4": true, ".webm": true, ".mp3": true, ".ogg": true}

// permissions is a Permissions-Policy that denies all features that browsers know.
var permissions = func() string {
	var out []string
	for _, name := range []string{
		"accelerometer", "ambient-light-sensor", "attribution-reporting", "autoplay", "bluetooth", "browsing-topics", "camera", "clipboard-read",
		"clipboard-write", "compute-pressure", "cross-origin-isolated", "display-capture", "encrypted-media", "fullscreen", "gamepad", "geolocation",
		"gyroscope", "hid", "identity-credentials-get", "idle-detection", "keyboard-map", "local-fonts", "magnetometer", "microphone", "midi",
		"otp-credentials", "payment", "picture-in-picture", "publickey-credentials-create", "publickey-credentials-get", "screen-wake-lock",
		"serial", "storage-access", "sync-xhr", "usb", "web-share", "window-management", "xr-spatial-tracking",
	} {
		out = append(out, name+"=()")
	}
	return strings.Join(out, ", ")
}()

// New returns a handler that serves the art origin from the catalog. Only pages of the origins in frames may frame a work; "*" allows all.
func New(catalog *url.URL, certificates *mtls.Certificates, frames []string, log *slog.Logger) http.Handler {
	transport := certificates.Transport()
	transport.ResponseHeaderTimeout = 10 * time.Second
	transport.DisableCompression = true
	proxy := &httputil.ReverseProxy{
		Transport: tracing.Transport(transport),
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(catalog)
			// Forward only the headers that caches and players need.
			kept := http.Header{}
			for _, name := range []string{"Accept", "If-None-Match", "If-Modified-Since", "Range", "If-Range"} {
				if v := r.In.Header.Get(name); v != "" {
					kept.Set(name, v)
				}
			}
			r.Out.Header = kept
		},
		ModifyResponse: func(res *http.Response) error { return protect(res, frames) },
		ErrorHandler: func(w http.ResponseWriter, r *http.Request, err error) {
			if errors.Is(err, context.Canceled) {
				return
			}
			log.WarnContext(r.Context(), "the catalog does not respond to a request for a live work", "path", r.URL.Path, "error", err)
			w.Header().Set("Retry-After", "1")
			http.Error(w, "not available right now", http.StatusServiceUnavailable)
		},
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/healthz" || r.URL.Path == "/readyz":
			_, _ = io.WriteString(w, "ok\n")
			return
		case !work.MatchString(r.URL.Path) && !isMedia(r.URL.Path):
			refuse(w, http.StatusNotFound, "not found")
			return
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			w.Header().Set("Allow", "GET, HEAD")
			refuse(w, http.StatusMethodNotAllowed, "this address supports GET and HEAD only")
			return
		}
		r.Body = http.NoBody
		proxy.ServeHTTP(w, r)
	})
}

func isMedia(p string) bool {
	return strings.HasPrefix(p, "/assets/") && !strings.HasPrefix(p, "/assets/avatars/") && media[path.Ext(p)] && path.Clean(p) == p
}

func refuse(w http.ResponseWriter, status int, message string) {
	harden(w.Header(), "default-src 'none'; frame-ancestors 'none'")
	http.Error(w, message, status)
}

func harden(h http.Header, policy string) {
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Permissions-Policy", permissions)
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	h.Set("Origin-Agent-Cluster", "?1")
}

// protect sets the policy of a response and removes headers that don't belong on this origin.
func protect(res *http.Response, frames []string) error {
	for _, name := range []string{"Set-Cookie", "Access-Control-Allow-Origin", "Access-Control-Allow-Credentials", "Server", "Link", "Refresh"} {
		res.Header.Del(name)
	}
	if res.StatusCode == http.StatusNotModified {
		// The browser keeps the policy stored with the page; sending one here would replace it.
		res.Header.Del("Content-Security-Policy")
		return nil
	}
	if !strings.HasPrefix(res.Header.Get("Content-Type"), "text/html") {
		harden(res.Header, "default-src 'none'; sandbox; frame-ancestors 'none'")
		return nil
	}
	body, err := inline.ReadPage(res, maxPage)
	if err != nil {
		return err
	}
	harden(res.Header, policy(inline.Scripts(body), frames))
	return nil
}

// policy lets a work run the scripts of its page and show public images. The sandbox also applies to a work that is opened without a
// frame.
func policy(scripts, frames []string) string {
	run := "'none'"
	if len(scripts) > 0 {
		run = strings.Join(scripts, " ")
	}
	return strings.Join([]string{
		"default-src 'none'", "script-src " + run, "style-src 'unsafe-inline'", "img-src 'self' data: blob:", "media-src 'self' data: blob:",
		"font-src data:", "connect-src 'none'", "form-action 'none'", "base-uri 'none'", "sandbox allow-scripts", "frame-ancestors " + strings.Join(frames, " "),
	}, "; ")
}

// Serve listens on addr until ctx ends.
func Serve(ctx context.Context, addr string, h http.Handler, log *slog.Logger) error {
	ln, err := new(net.ListenConfig).Listen(ctx, "tcp", addr)
	if err != nil {
		return err
	}
	server := &http.Server{
		Handler: kit.LogPanics(h, log), ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 16 << 10,
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
	ended := background.Go(ctx, func(context.Context) error { return server.Serve(ln) })
	log.InfoContext(ctx, "serving live works", "addr", ln.Addr().String())
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	if err := server.Shutdown(drain); err != nil {
		return server.Close()
	}
	return nil
}
