// Package site forwards pages to the frontend and other plain HTTP requests to the services.
package site

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httputil"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/klauspost/compress/gzhttp"
	"github.com/klauspost/compress/zstd"
	"github.com/vitrine/vitrine/gateway/internal/inline"
	"github.com/vitrine/vitrine/gateway/internal/limit"
	"github.com/vitrine/vitrine/gateway/internal/problem"
	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/gen/errorsv1"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/mtls"
	"github.com/vitrine/vitrine/kit/tracing"
)

// maxPage is the maximum size of a page, because pages are buffered to replace their nonce.
const maxPage = 8 << 20

// retryMaintenance is the Retry-After value during maintenance, in seconds.
const retryMaintenance = "600"

// Options configure the connection to the site.
type Options struct {
	Site        *url.URL
	Maintenance bool
	Policy      Policy
	// Sharing is what a CDN may keep.
	Sharing Sharing
	// Key derives the placeholder for the nonce in pages that the site caches.
	Key kit.Secret
	// Certificates are used for a site at an https:// address; nil verifies its certificate with the system's roots.
	Certificates *mtls.Certificates
}

// New returns a handler that forwards pages. Each page gets a new nonce, which only scripts of the framework have. The site caches pages
// with a secret placeholder, and the gateway replaces it in each response, so that cached pages stay cached.
func New(o Options, log *slog.Logger) (http.Handler, error) {
	// Responses other than pages are compressed while they stream, with zstd if the browser accepts
	// it, otherwise with gzip. The better compression level takes a quarter of a millisecond longer than the
	// fastest one and sends a tenth less.
	compressed, err := gzhttp.NewWrapper(gzhttp.ZstdCompressionLevel(int(zstd.SpeedBetterCompression)))
	if err != nil {
		return nil, err
	}
	proxy := newProxy(o.Site, o.Certificates, log)
	files, err := newFileCache(everyBuild(proxy.Transport))
	if err != nil {
		return nil, err
	}
	proxy.Transport = readOnly{prebuilt{files}}
	placeholder, sharing := placeholder(o.Key), o.Sharing
	if o.Maintenance {
		sharing = Sharing{}
	}
	rewrite := proxy.Rewrite
	proxy.Rewrite = func(r *httputil.ProxyRequest) {
		rewrite(r)
		// Next.js takes the nonce of a page's scripts from this request header.
		r.Out.Header.Set("Content-Security-Policy", "script-src 'nonce-"+placeholder+"'")
	}
	proxy.ErrorHandler = func(w http.ResponseWriter, r *http.Request, err error) {
		if errors.Is(err, context.Canceled) {
			return
		}
		log.WarnContext(r.Context(), "the site does not respond", "error", err)
		w.Header().Set("Retry-After", "5")
		o.Policy.say(w, http.StatusServiceUnavailable, unreachable)
	}
	proxy.ModifyResponse = func(res *http.Response) error {
		if o.Maintenance && isPage(res) && !duringMaintenance(res.Request.URL.Path) {
			res.StatusCode, res.Status = http.StatusServiceUnavailable, ""
			res.Header.Set("Retry-After", retryMaintenance)
			res.Header.Set("Cache-Control", "no-store")
		}
		redirect(res)
		if err := protect(res, o.Policy, placeholder, sharing.share(res)); err != nil {
			return err
		}
		return compress(res)
	}
	return compressed(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if o.Maintenance && !duringMaintenance(r.URL.Path) {
			if r.Header.Get("Rsc") != "" {
				// This is an in-app navigation: on an error, the browser loads the page
				// fully and shows why.
				w.Header().Set("Retry-After", retryMaintenance)
				problem.Write(w, http.StatusServiceUnavailable, errorsv1.Reason_REASON_MAINTENANCE, "The gallery is down for maintenance. Orders and payments continue.", nil)
				return
			}
		}
		if o.Maintenance && strings.Contains(r.Header.Get("Accept"), "text/html") && !duringMaintenance(r.URL.Path) {
			r.URL.Path, r.URL.RawPath, r.URL.RawQuery = "/en/maintenance/", "", ""
		}
		// The page sets its own policy; with two policies both would apply.
		w.Header().Del("Content-Security-Policy")
		proxy.ServeHTTP(w, withBrotli(r))
	})), nil
}

// openPages are the pages that approvers need during maintenance: those that emailed links open, and the login.
var openPages = []string{
	"approve-token-withdrawal", "withdraw-token-approve-page", "approve-payout-wallet-update", "payout-wallet-approve-page", "login",
}

// duringMaintenance reports whether a page stays open. The path may have a language prefix.
func duringMaintenance(path string) bool {
	return slices.Contains(openPages, strings.Trim(strings.TrimPrefix(path, "/en/"), "/"))
}

// Pass forwards requests to a service unchanged, except for headers that only the gateway may set. The service doesn't learn who the user is.
// The service's security headers replace those of SecurityHeaders. Plain text errors are converted to the API's error format.
func Pass(target *url.URL, certificates *mtls.Certificates, log *slog.Logger) http.Handler {
	proxy := newProxy(target, certificates, log)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// Read the body before forwarding it: once the response has started, the server closes the
		// request's body, and a proxy still copying it would truncate the response.
		body, err := io.ReadAll(r.Body)
		if err != nil {
			problem.Body(w, err)
			return
		}
		r.ContentLength, r.TransferEncoding = int64(len(body)), nil
		// net/http sends a request again on another connection if it could not write it to the first one.
		r.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
		r.Body, _ = r.GetBody()
		if len(body) == 0 {
			r.Body = http.NoBody
		}
		forward := *proxy
		forward.ModifyResponse = func(res *http.Response) error {
			if err := jsonError(res); err != nil {
				return err
			}
			for name := range res.Header {
				if name == "Content-Security-Policy" || slices.Contains(hardened, name) {
					w.Header().Del(name)
				}
			}
			return nil
		}
		forward.ServeHTTP(w, r)
	})
}

// jsonError converts a plain text error of a service to the API's error format.
func jsonError(res *http.Response) error {
	if res.StatusCode < http.StatusBadRequest || !strings.HasPrefix(res.Header.Get("Content-Type"), "text/plain") {
		return nil
	}
	text, err := io.ReadAll(io.LimitReader(res.Body, maxErrorText))
	if err != nil {
		return err
	}
	if err := res.Body.Close(); err != nil {
		return err
	}
	body := problem.Of(res.StatusCode, strings.TrimSpace(string(text)))
	res.Header.Set("Content-Type", "application/json")
	res.Header.Set("Content-Length", strconv.Itoa(len(body)))
	res.Body, res.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	return nil
}

// maxErrorText is the maximum size of a service's error text; the rest is cut off.
const maxErrorText = 4 << 10

// Legacy forwards requests to an older application on the same origin. It sends no principal,
// because the application authenticates its visitors itself. The application's content security policy applies; the other security
// headers are the gateway's.
func Legacy(target *url.URL, log *slog.Logger) http.Handler {
	proxy := newProxy(target, nil, log)
	proxy.ModifyResponse = func(res *http.Response) error {
		for _, name := range hardened {
			res.Header.Del(name)
		}
		return nil
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Del("Content-Security-Policy")
		proxy.ServeHTTP(w, r)
	})
}

func newProxy(target *url.URL, certificates *mtls.Certificates, log *slog.Logger) *httputil.ReverseProxy {
	return &httputil.ReverseProxy{
		Transport: repeat(tracing.Transport(newTransport(certificates))),
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(target)
			r.Out.Host = r.In.Host
			r.Out.Header.Del(identity.Header)
			r.Out.Header.Del(limit.SiteHeader)
			tracing.Forget(r.Out.Header)
			r.SetXForwarded()
			r.Out.Header.Set("X-Forwarded-For", limit.IP(r.In))
			if r.In.TLS == nil && r.In.Header.Get("X-Forwarded-Proto") == "https" {
				r.Out.Header.Set("X-Forwarded-Proto", "https")
			}
			// The gateway reads and compresses pages itself.
			if !built(r.In.URL.Path) {
				r.Out.Header.Del("Accept-Encoding")
			}
		},
		ErrorHandler: func(w http.ResponseWriter, r *http.Request, err error) {
			if errors.Is(err, context.Canceled) {
				return
			}
			unavailable(w, r, log, err)
		},
	}
}

// responseTimeout limits the time until a service responds.
const responseTimeout = 30 * time.Second

func newTransport(certificates *mtls.Certificates) *http.Transport {
	transport := certificates.Transport()
	transport.MaxIdleConnsPerHost = 128
	transport.ResponseHeaderTimeout = responseTimeout
	transport.DisableCompression = true
	return transport
}

func unavailable(w http.ResponseWriter, r *http.Request, log *slog.Logger, err error) {
	log.WarnContext(r.Context(), "a service does not respond", "path", problem.Loggable(r.URL.Path), "error", err)
	w.Header().Set("Retry-After", "1")
	problem.Write(w, http.StatusServiceUnavailable, errorsv1.Reason_REASON_UNAVAILABLE, "This part of the shop is not available right now. Nothing was lost. Try again in a moment.", nil)
}

func isPage(res *http.Response) bool {
	return strings.HasPrefix(res.Header.Get("Content-Type"), "text/html")
}

// placeholder returns the text that replaces the nonce in cached pages. It is the same in all replicas and secret, so that injected markup
// can't contain it.
func placeholder(key kit.Secret) string {
	mac := hmac.New(sha256.New, []byte(key))
	mac.Write([]byte("nonce of pages"))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:nonceSize])
}

// nonceSize is the size of nonces in bytes.
const nonceSize = 16

func newNonce() string {
	raw := make([]byte, nonceSize)
	_, _ = rand.Read(raw) // never fails
	return base64.RawURLEncoding.EncodeToString(raw)
}

// hashesHeader is the response header with the hashes of the site's constant inline scripts, which its build computes.
const hashesHeader = "Script-Hashes"

// protect sets the content security policy of a page, and the ETag of a shared one.
func protect(res *http.Response, own Policy, placeholder string, shared bool) error {
	hashes := res.Header.Get(hashesHeader)
	res.Header.Del(hashesHeader)
	if res.StatusCode == http.StatusNotModified {
		// The browser keeps the policy stored with the page; sending one here would replace it.
		res.Header.Del("Content-Security-Policy")
		return nil
	}
	if !isPage(res) {
		res.Header.Set("Content-Security-Policy", resourcePolicy(res.Request.URL.Path))
		return nil
	}
	body, err := inline.ReadPage(res, maxPage)
	if err != nil {
		return err
	}
	if shared {
		if mark(res, body); res.StatusCode == http.StatusNotModified {
			return nil
		}
	}
	nonce := newNonce()
	body = bytes.ReplaceAll(body, []byte(placeholder), []byte(nonce))
	res.Body, res.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	res.Header.Set("Content-Security-Policy", own.page(scripts(nonce, hashes)))
	return nil
}

// resourcePolicy returns the policy of responses that are not pages. A service worker uses the policy of its
// own file, and ours fetches pages and shows notifications with pictures.
func resourcePolicy(path string) string {
	if path == "/sw.js" {
		return "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self'; frame-ancestors 'none'"
	}
	return "default-src 'none'; frame-ancestors 'none'"
}

// TooManyPages responds to a caller over the page limit. Retry-After is already set.
func TooManyPages(p Policy) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { p.say(w, http.StatusTooManyRequests, crowded) })
}

// Busy responds while the gateway is overloaded. Retry-After is already set.
func Busy(p Policy) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { p.say(w, http.StatusServiceUnavailable, busy) })
}

// Policy lists other origins that pages may use.
type Policy struct {
	// ArtOrigin is the origin of framed live works.
	ArtOrigin string
	// Images are the origins of images, Connect the origins that receive error reports.
	Images, Connect []string
}

// scripts returns the allowed sources of a page's scripts. Scripts with the nonce may load others; no address is a source, so that uploaded
// files never run.
func scripts(nonce, hashes string) string {
	sources := []string{"'strict-dynamic'", "'nonce-" + nonce + "'"}
	for hash := range strings.FieldsSeq(hashes) {
		if scriptHash.MatchString(hash) {
			sources = append(sources, hash)
		}
	}
	return strings.Join(sources, " ")
}

var scriptHash = regexp.MustCompile(`^'sha256-[A-Za-z0-9+/]{43}='$`)

func (p Policy) page(scripts string) string {
	with := func(directive string, origins []string) string {
		return strings.Join(append([]string{directive}, origins...), " ")
	}
	return strings.Join([]string{
		"default-src 'none'", "script-src " + scripts, "style-src 'self' 'unsafe-inline'", with("img-src 'self' data: blob:", p.Images),
		"media-src 'self' blob:", "font-src 'self'", with("connect-src 'self'", p.Connect), "manifest-src 'self'", "worker-src 'self'",
		"frame-src " + p.ArtOrigin, "form-action 'self'", "base-uri 'none'", "object-src 'none'", "frame-ancestors 'none'",
		// The frontend defines the policies in features/site/trusted-types.ts and ui/trusted-html.ts.
		"require-trusted-types-for 'script'", "trusted-types default vitrine",
	}, "; ")
}

// say responds with one of the gateway's own pages.
func (p Policy) say(w http.ResponseWriter, status int, page string) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", p.page("'none'"))
	w.WriteHeader(status)
	_, _ = io.WriteString(w, page)
}

// hardened lists headers of SecurityHeaders that a legacy application can't change.
var hardened = []string{
	"X-Content-Type-Options", "Referrer-Policy", "Cross-Origin-Opener-Policy", "Cross-Origin-Resource-Policy", "Permissions-Policy", "X-Frame-Options",
	"Strict-Transport-Security",
}

// SecurityHeaders sets the headers of every response.
func SecurityHeaders(publicURL string, next http.Handler) http.Handler {
	// All responses share the values, which nothing changes in place.
	fixed := map[string][]string{
		"X-Content-Type-Options":       {"nosniff"},
		"Cross-Origin-Opener-Policy":   {"same-origin"},
		"Cross-Origin-Resource-Policy": {"same-origin"},
		"Permissions-Policy":           {"camera=(), geolocation=(), microphone=(), payment=(), usb=()"},
		"X-Frame-Options":              {"DENY"},
		"Content-Security-Policy":      {"default-src 'none'; frame-ancestors 'none'"},
	}
	if strings.HasPrefix(publicURL, "https://") {
		fixed["Strict-Transport-Security"] = []string{"max-age=63072000; includeSubDomains; preload"}
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		maps.Copy(h, fixed)
		h["Referrer-Policy"] = referrer(r.URL.Path)
		r.Header.Del(identity.Header)
		next.ServeHTTP(w, r)
	})
}

// The values of Referrer-Policy.
var (
	noReferrer = []string{"no-referrer"}
	originOnly = []string{"strict-origin-when-cross-origin"}
)

// referrer keeps the addresses of login and approval pages private.
func referrer(path string) []string {
	if strings.Contains(path, "/login") || strings.Contains(path, "approve") || strings.Contains(path, "payout-alert") || strings.Contains(path, "email-change") || strings.Contains(path, "stop-emails") || strings.Contains(path, "/gift/") || strings.HasPrefix(path, "/api/") {
		return noReferrer
	}
	return originOnly
}

// The gateway's own pages, for when the site is down and for callers over the limit.
const (
	unreachable = moment + "The gallery isn't available right now. Orders and payments continue. Try again in a few seconds." + end
	busy        = moment + "The gallery is very busy. Orders and payments continue. Try again in a few seconds." + end
	crowded     = moment + "Your network has requested too many pages. Orders and payments continue. Try again in a moment." + end

	moment = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>One moment · Vitrine</title>
<style>body{margin:0;min-height:100vh;display:grid;place-content:center;font:1.125rem/1.5 system-ui,sans-serif;background:#fff;color:#111;padding:2rem}@media(prefers-color-scheme:dark){body{background:#111;color:#eee}}</style>
<main><h1>One moment</h1><p>`
	end = `</p></main></html>`
)
