package report_test

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/vitrine/vitrine/kit/report"
	"github.com/vitrine/vitrine/kit/report/reporttest"
)

func TestScrub(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                                     "",
		"index out of range [5] with length 3": "index out of range [5] with length 3",
		"mail to ada.byron+art@example.org failed":                                   "mail to [email] failed",
		"Ada <ada@example.org>, from 192.0.2.7:4711":                                 "Ada <[email]>, from [ip]:4711",
		"read tcp 10.0.0.1:9104->10.0.0.2:5432: reset":                               "read tcp [ip]:9104->[ip]:5432: reset",
		"dial 2001:db8::7, [2001:db8::8]:443 and 192.0.2.1.":                         "dial [ip], [ip]:443 and [ip].",
		"at 12:30:45, version 1.2":                                                   "at 12:30:45, version 1.2",
		`Get "https://user:pass@api.example/v1/people/7?email=ada@example.org#x"`:    `Get "…"`,
		"Get https://user:pass@api.example/v1/people/7?email=ada@example.org#x: EOF": "Get https://api.example EOF",
		"/api/profiles?ownerId=42&x=y failed":                                        "/api/profiles?[query] failed",
		"Authorization: Bearer abc.def-123":                                          "Authorization: [secret] [token]",
		"token eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ1MSJ9.c2ln expired":                   "token [token] expired",
		"Cookie: session=abc; password=hush":                                         "Cookie: [secret]; password=[secret]",
		`{"refreshToken":"abc","name":"Ada Byron"}`:                                  `{"…":"…","…":"…"}`,
		"wallet 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 is frozen":                "wallet [hex] is frozen",
		"order 0199d1a2-7f3c-7d11-8f10-3f6f2a1b0c9d is gone":                         "order [id] is gone",
		"secret kZ3v8Q2mX9cL4nB7pR1tY6wU5sD0fG_h-J is used":                          "secret [id] is used",
		`strconv.Atoi: parsing "Ada Byron": invalid syntax`:                          `strconv.Atoi: parsing "…": invalid syntax`,
		`violates unique constraint "orders_payment_key"`:                            `violates unique constraint "orders_payment_key"`,
		"failed to connect to `user=ada database=auth`":                              "failed to connect to `…`",
		"the owner's name isn't here":                                                "the owner's name isn't here",
	} {
		t.Run(text, func(t *testing.T) {
			if got := report.Scrub(text); got != want {
				t.Errorf("Scrub(%q)\n got %q\nwant %q", text, got, want)
			}
		})
	}
	if got := report.Scrub(strings.Repeat("é", 5000)); len(got) > 4100 {
		t.Errorf("a long text keeps %d bytes, want at most 4100", len(got))
	}
}

// start returns a logger that reports errors, and a function that flushes it.
func start(t *testing.T, r *reporttest.Receiver) (log *slog.Logger, flush func(), written *bytes.Buffer) {
	t.Helper()
	written = new(bytes.Buffer)
	h, flush, err := report.Wrap(slog.NewJSONHandler(written, nil), report.Options{
		DSN: r.DSN, Release: "build-7", Environment: "staging", Service: "checkout",
	})
	if err != nil {
		t.Fatal(err)
	}
	return slog.New(h), flush, written
}

func TestErrorsAreReported(t *testing.T) {
	t.Parallel()
	r := reporttest.Receive(t)
	log, flush, written := start(t, r)
	log = log.With("procedure", "/vitrine.checkout.v1.CheckoutService/CreateCheckout", "ip", "192.0.2.7")
	cause := &pgconn.PgError{Code: "23505", Message: "duplicate key", Detail: "Key (email)=(ada@example.org) exists", ConstraintName: "orders_payment_key"}
	for range 3 { // the same error is reported once a minute
		log.Error("internal error", "error", fmt.Errorf("save order of ada@example.org: %w", cause))
	}
	log.Error("internal error", "error", errors.New("another one"), "email", "ada@example.org")
	log.WithGroup("request").Error("internal error", "error", "a third one", "code", "internal")
	log.Warn("event failed, retrying", "error", "not reported")
	flush()
	if got := strings.Count(written.String(), "\n"); got != 6 {
		t.Errorf("%d lines in the log, want all 6", got)
	}
	events := r.Events()
	if len(events) != 3 {
		t.Fatalf("%d reports, want 3: %v", len(events), events)
	}
	byTitle := map[string]reporttest.Event{}
	for _, e := range events {
		byTitle[e.Title()] = e
		if e.Release != "build-7" || e.Environment != "staging" || e.ServerName != "checkout" || e.Level != "error" || e.Tags["service"] != "checkout" {
			t.Errorf("report = %s, want an error of checkout build-7 in staging", e.Raw)
		}
		for _, planted := range []string{"ada@example.org", "192.0.2.7"} {
			if strings.Contains(e.Raw, planted) {
				t.Errorf("report = %s, want no %s in it", e.Raw, planted)
			}
		}
	}
	first, ok := byTitle["internal error: save order of [email]: : duplicate key (SQLSTATE 23505)"]
	if !ok {
		t.Fatalf("reports = %v, want the internal error without addresses", byTitle)
	}
	want := map[string]string{"sqlstate": "23505", "constraint": "orders_payment_key", "type": "*pgconn.PgError", "procedure": "/vitrine.checkout.v1.CheckoutService/CreateCheckout"}
	for name, value := range want {
		if first.Tags[name] != value {
			t.Errorf("tag %s = %q, want %q", name, first.Tags[name], value)
		}
	}
	frames := first.Exception[0].Stacktrace.Frames
	if len(frames) == 0 || frames[len(frames)-1].Function != "TestErrorsAreReported" {
		t.Errorf("the stack ends with %v, want the call of the logger", frames)
	}
}

func TestPanicHasItsStack(t *testing.T) {
	t.Parallel()
	r := reporttest.Receive(t)
	log, flush, _ := start(t, r)
	func() {
		defer func() { log.Error("panic", "panic", recover()) }()
		broken(nil)
	}()
	flush()
	events := r.Events()
	if len(events) != 1 || !strings.Contains(events[0].Title(), "panic: runtime error: invalid memory address") || events[0].Level != "fatal" {
		t.Fatalf("reports = %v, want one fatal panic", events)
	}
	if !strings.Contains(events[0].Raw, `"function":"broken"`) {
		t.Errorf("stack = %s, want the panicking function in it", events[0].Raw)
	}
}

func broken(p *int) { *p = 1 }

func TestOffWithoutAddress(t *testing.T) {
	t.Parallel()
	next := slog.DiscardHandler
	h, flush, err := report.Wrap(next, report.Options{Service: "checkout"})
	if err != nil || h != next {
		t.Errorf("got %T, %v; want the handler itself", h, err)
	}
	flush()
	for _, dsn := range []string{"nonsense", "https://host/1", "https://key@host"} {
		if _, _, err := report.Wrap(next, report.Options{DSN: dsn}); err == nil || strings.Contains(err.Error(), "key@host\"") {
			t.Errorf("%s: %v, want an error that does not repeat it", dsn, err)
		}
	}
}
