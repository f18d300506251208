package kit

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/vitrine/vitrine/kit/background"
	"github.com/vitrine/vitrine/kit/report"
	"github.com/vitrine/vitrine/kit/report/reporttest"
)

// TestAProcessReportsHowItEnds: reports are sent before the process is gone.
func TestAProcessReportsHowItEnds(t *testing.T) {
	never := func(context.Context, settings, *slog.Logger) (*fake, error) {
		return nil, errors.New("database of ada@example.org is gone")
	}
	inBackground := func(run func(context.Context) error) func(context.Context, settings, *slog.Logger) (*fake, error) {
		return func(context.Context, settings, *slog.Logger) (*fake, error) { return &fake{run: run}, nil }
	}
	commands := []Command[settings]{
		{Name: "fail", Run: func(context.Context, settings, *slog.Logger, []string) error { return errors.New("no rows") }},
		{Name: "panic", Run: func(context.Context, settings, *slog.Logger, []string) error { panic("no map") }},
	}
	for name, c := range map[string]struct {
		open  func(context.Context, settings, *slog.Logger) (*fake, error)
		args  []string
		code  int
		title string
	}{
		"does not start":        {never, nil, 1, "cannot start: database of [email] is gone"},
		"background work fails": {inBackground(func(context.Context) error { return errors.New("queue is gone") }), nil, 1, "stopped: x: queue is gone"},
		"background work panics": {inBackground(func(ctx context.Context) error {
			return background.RunAll(ctx, func(ctx context.Context) error { <-ctx.Done(); return nil }, func(context.Context) error { panic("no map") })
		}), nil, 1, "stopped: x: panic in background work: no map"},
		"a command fails":  {never, []string{"fail"}, 1, "command failed: no rows"},
		"a command panics": {never, []string{"panic"}, 2, "panic: no map"},
	} {
		t.Run(name, func(t *testing.T) {
			r := reporttest.Receive(t)
			for key, value := range map[string]string{
				"SERVICE_KEY": hush, "PUBLIC_KEYS_FILE": "public-keys.json", "LIMIT": "1", "ADDR": "127.0.0.1:0", "SENTRY_DSN": r.DSN, "SENTRY_ENVIRONMENT": "staging", "BUILD_ID": "build-7",
			} {
				t.Setenv(key, value)
			}
			if code := run(t.Context(), "x", settings{}, c.open, commands, c.args); code != c.code {
				t.Errorf("code %d, want %d", code, c.code)
			}
			events := r.Events()
			if len(events) != 1 || events[0].Title() != c.title {
				t.Fatalf("reported %v, want %q", events, c.title)
			}
			if e := events[0]; e.Release != "build-7" || e.Environment != "staging" || e.Tags["service"] != "x" {
				t.Errorf("release = %q, environment = %q, tags = %v, want build-7, staging and service x", e.Release, e.Environment, e.Tags)
			}
		})
	}
	t.Setenv("SENTRY_DSN", "nonsense")
	if code := run(t.Context(), "x", settings{}, never, commands, []string{"settings", "check"}); code != 1 {
		t.Errorf("invalid address: code %d, want 1", code)
	}
}

// TestAPanicOfAPlainHandlerIsReportedOnce: an aborted connection doesn't count as a panic.
func TestAPanicOfAPlainHandlerIsReportedOnce(t *testing.T) {
	r := reporttest.Receive(t)
	h, flush, err := report.Wrap(slog.DiscardHandler, report.Options{DSN: r.DSN, Service: "x"})
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /webhooks/{provider}", func(http.ResponseWriter, *http.Request) { panic("no map") })
	mux.HandleFunc("/cut", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	server := newServer(mux, slog.New(h))
	s := httptest.NewUnstartedServer(server.Handler)
	s.Config = server
	s.Start()
	defer s.Close()
	for _, path := range []string{"/webhooks/stripe?email=ada@example.org", "/cut"} {
		req, err := http.NewRequest(http.MethodPost, s.URL+path, strings.NewReader("name=Lovelace"))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Cookie", "session=secret")
		if res, err := http.DefaultClient.Do(req); err == nil {
			_ = res.Body.Close()
			t.Errorf("%s: %s, want the connection aborted", path, res.Status)
		}
	}
	flush()
	events := r.Events()
	if len(events) != 1 || events[0].Title() != "panic: no map" || events[0].Tags["route"] != "POST /webhooks/{provider}" {
		t.Fatalf("reports = %v, want one panic with the route", events)
	}
	for _, planted := range []string{"ada@", "Lovelace", "session", "127.0.0.1", "stripe"} {
		if strings.Contains(events[0].Raw, planted) {
			t.Errorf("report = %s, want no %q in it", events[0].Raw, planted)
		}
	}
}
