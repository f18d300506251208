// Package report sends errors to Sentry or a service that is compatible with it.
//
// A service logs an error once, at its edge: a masked error, a panic, an event that
// became a dead letter, background work that failed. The log is therefore the only
// source of reports: Wrap turns each record of level ERROR into one.
//
// Reports may go to another company, so they contain no personal data: no request,
// header, address or body is attached, only the attributes named in tags are kept,
// and every text is scrubbed (see Scrub).
package report

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/getsentry/sentry-go"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/vitrine/vitrine/kit/httpclient"
)

const (
	// flushTimeout is how long the end of a process waits for its last reports.
	flushTimeout = 5 * time.Second
	// sendTimeout is the timeout of one report.
	sendTimeout = 30 * time.Second
	// quiet is the time in which the same error is reported only once.
	quiet = time.Minute
	// known is the maximum number of errors that are remembered as reported.
	known = 1000
	// longest is the maximum length of a text, in bytes; the rest is cut off.
	longest = 4 << 10
)

// tags are the log attributes that become tags of a report. They contain names from
// the code or the settings, never values from a request.
var tags = map[string]bool{
	"service": true, "procedure": true, "route": true, "code": true, "command": true, "subject": true, "kind": true, "consumer": true,
	"logCode": true, "chain": true, "work": true, "try": true,
}

// Options are the destination of reports and the names in them.
type Options struct {
	// DSN is the address of the project; empty turns reports off.
	DSN string
	// Release is the build's id.
	Release string
	// Environment is the installation's name; empty is production.
	Environment string
	// Service is the name of the process.
	Service string
}

// Check returns an error if dsn is not the address of a Sentry project. Empty is valid.
func Check(dsn string) error {
	if dsn == "" {
		return nil
	}
	if _, err := sentry.NewDsn(dsn); err != nil {
		return errors.New("not a DSN like https://key@host/1") // the library's error repeats the key
	}
	return nil
}

// Wrap returns a handler that passes each record to next and reports records of level
// ERROR and above. Flush waits for reports that are being sent, for 5 s at most; call
// it before the process ends. Without a DSN, Wrap returns next itself.
func Wrap(next slog.Handler, o Options) (h slog.Handler, flush func(), err error) {
	if o.DSN == "" {
		return next, func() {}, nil
	}
	if err := Check(o.DSN); err != nil {
		return nil, nil, err
	}
	o.Environment = cmp.Or(o.Environment, "production")
	if o.Release == "" {
		o.Release = "unknown" // otherwise the library runs git to find a name
	}
	client, err := sentry.NewClient(sentry.ClientOptions{
		Dsn: o.DSN, Release: o.Release, Environment: o.Environment,
		// Don't send the host's name: on a developer's machine it names a person.
		ServerName: o.Service,
		Tags:       map[string]string{"service": o.Service},
		BeforeSend: clean,
		HTTPClient: &http.Client{CheckRedirect: httpclient.RefuseRedirects, Timeout: sendTimeout},
		Integrations: func(all []sentry.Integration) []sentry.Integration {
			kept := all[:0]
			for _, i := range all {
				if i.Name() != "Modules" { // the release says what was built
					kept = append(kept, i)
				}
			}
			return kept
		},
	})
	if err != nil {
		return nil, nil, errors.New("error reporting cannot start")
	}
	return &handler{next: next, reporter: &reporter{client: client, seen: map[string]time.Time{}}}, func() { client.Flush(flushTimeout) }, nil
}

// handler implements slog.Handler.
type handler struct {
	next     slog.Handler
	reporter *reporter
	attrs    []slog.Attr
	grouped  bool
}

// Enabled implements slog.Handler.
func (h *handler) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelError || h.next.Enabled(ctx, level)
}

// Handle implements slog.Handler.
func (h *handler) Handle(ctx context.Context, r slog.Record) error {
	if r.Level >= slog.LevelError {
		h.reporter.report(r, h.attrs)
	}
	if !h.next.Enabled(ctx, r.Level) {
		return nil
	}
	return h.next.Handle(ctx, r)
}

// WithAttrs implements slog.Handler.
func (h *handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	c := *h
	c.next = h.next.WithAttrs(attrs)
	if !h.grouped { // attributes in a group don't become tags
		c.attrs = append(append([]slog.Attr{}, h.attrs...), attrs...)
	}
	return &c
}

// WithGroup implements slog.Handler.
func (h *handler) WithGroup(name string) slog.Handler {
	c := *h
	c.next, c.grouped = h.next.WithGroup(name), h.grouped || name != ""
	return &c
}

type reporter struct {
	client *sentry.Client
	mu     sync.Mutex
	seen   map[string]time.Time
}

// report turns a record into an event: its message is the type, its attribute "error"
// or "panic" the value.
func (r *reporter) report(rec slog.Record, with []slog.Attr) {
	event := sentry.NewEvent()
	event.Level, event.Timestamp = sentry.LevelError, rec.Time
	var text, where string
	add := func(a slog.Attr) bool {
		v := a.Value.Resolve()
		switch {
		case a.Key == "error":
			text = v.String()
			if err, ok := v.Any().(error); ok {
				describe(event, err)
			}
		case a.Key == "panic":
			text, event.Level = v.String(), sentry.LevelFatal
		case tags[a.Key]:
			event.Tags[a.Key] = v.String()
			if a.Key != "logCode" && a.Key != "try" { // these differ each time
				where += " " + v.String()
			}
		}
		return true
	}
	for _, a := range with {
		add(a)
	}
	rec.Attrs(add)

	// The text of a recovered panic ends with the stack.
	if message, stack, ok := strings.Cut(text, "\ngoroutine "); ok {
		text = message
		event.Contexts["panic"] = sentry.Context{"stack": "goroutine " + stack}
	}
	message, text := Scrub(rec.Message), Scrub(text)
	event.Exception = []sentry.Exception{{Type: message, Value: text, Stacktrace: stack()}}
	// All masked errors are logged at the same place, so the cause distinguishes them.
	event.Fingerprint = []string{message, Scrub(where), digits.ReplaceAllString(text, "0")}
	if r.recently(strings.Join(event.Fingerprint, "\n")) {
		return
	}
	r.client.CaptureEvent(event, nil, nil)
}

var digits = regexp.MustCompile(`\d+`)

// recently reports whether the error was reported within the last minute. If not, it
// remembers the error as reported.
func (r *reporter) recently(fingerprint string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := time.Now()
	if at, ok := r.seen[fingerprint]; ok && now.Sub(at) < quiet {
		return true
	}
	if len(r.seen) >= known {
		clear(r.seen)
	}
	r.seen[fingerprint] = now
	return false
}

// describe adds the types of err to the tags.
func describe(event *sentry.Event, err error) {
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		event.Tags["sqlstate"] = pg.Code
		if pg.ConstraintName != "" {
			event.Tags["constraint"] = pg.ConstraintName
		}
	}
	root := innermost(err)
	event.Tags["type"] = fmt.Sprintf("%T", root)
}

// innermost returns the root cause. Of several wrapped errors it follows the first.
func innermost(err error) error {
	for {
		var next error
		switch e := err.(type) { //nolint:errorlint // it unwraps by hand
		case interface{ Unwrap() error }:
			next = e.Unwrap()
		case interface{ Unwrap() []error }:
			if all := e.Unwrap(); len(all) > 0 {
				next = all[0]
			}
		}
		if next == nil {
			return err
		}
		err = next
	}
}

// stack returns the stack of the log call, or of the recovered panic.
func stack() *sentry.Stacktrace {
	s := sentry.NewStacktrace()
	if s == nil {
		return nil
	}
	// The last frame is the newest: cut off the logger's own frames.
	for i, frame := range slices.Backward(s.Frames) {
		if frame.Module != "log/slog" && frame.Module != "github.com/vitrine/vitrine/kit/report" {
			s.Frames = s.Frames[:i+1]
			break
		}
	}
	return s
}

// clean runs last before an event is sent. It removes data that integrations of the
// library may have added, and scrubs all texts again.
func clean(event *sentry.Event, _ *sentry.EventHint) *sentry.Event {
	event.User, event.Request, event.Breadcrumbs, event.Attachments = sentry.User{}, nil, nil, nil
	event.Message = Scrub(event.Message)
	for k, v := range event.Tags {
		if k != "logCode" {
			event.Tags[k] = Scrub(v)
		}
	}
	for i := range event.Exception {
		e := &event.Exception[i]
		e.Type, e.Value = Scrub(e.Type), Scrub(e.Value)
	}
	if panicked, ok := event.Contexts["panic"]; ok {
		for k, v := range panicked {
			panicked[k] = Scrub(fmt.Sprint(v))
		}
	}
	return event
}
