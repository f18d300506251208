package waiting

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"
)

// TestAWaitIsOneLine: two parts of a process that wait for the same thing make one line when it begins and one when it ends.
func TestAWaitIsOneLine(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	log := slog.New(slog.NewTextHandler(&out, nil))
	ctx := With(t.Context())
	one := For(ctx, log, "the broker", "NATS_URL", "nats://auth:hush@a.example:4222,nats://auth:hush@b.example:4222")
	two := For(ctx, log, "the broker", "NATS_URL", "nats://auth:hush@a.example:4222,nats://auth:hush@b.example:4222")
	for range 3 {
		one.Report(errors.New("connection refused"))
		two.Report(errors.New("connection refused"))
	}
	if got := out.String(); strings.Count(got, "\n") != 1 || !strings.Contains(got, `address="nats://a.example:4222, nats://b.example:4222"`) ||
		!strings.Contains(got, "setting=NATS_URL") || !strings.Contains(got, `msg="waiting for the broker"`) || strings.Contains(got, "hush") {
		t.Errorf("log = %s, want one line with the setting and the addresses without password", got)
	}
	if got, want := Problems(ctx, true), []string{"waiting for the broker: connection refused"}; !slices.Equal(got, want) {
		t.Errorf("Problems() = %q, want %q", got, want)
	}
	if got, want := Problems(ctx, false), []string{"waiting for the broker"}; !slices.Equal(got, want) {
		t.Errorf("Problems() without causes = %q, want %q", got, want)
	}
	one.Report(errors.New("no such stream"))
	if got := strings.Count(out.String(), "\n"); got != 2 {
		t.Errorf("%d lines after another cause, want 2", got)
	}
	one.Report(nil)
	if got := Problems(ctx, false); len(got) != 1 {
		t.Errorf("Problems() = %q while one part waits, want one", got)
	}
	two.Report(nil)
	two.Report(nil)
	if got := Problems(ctx, true); got != nil || strings.Count(out.String(), "\n") != 3 || !strings.Contains(out.String(), "no longer waiting for the broker") {
		t.Errorf("problems after the wait = %q, want none; log = %s, want one more line", got, &out)
	}
}

// TestWithoutAList: what isn't part of a process with readiness still logs.
func TestWithoutAList(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	For(context.Background(), slog.New(slog.NewTextHandler(&out, nil)), "Redis", "REDIS_URL", "redis://:hush@redis:6379/0").Report(errors.New("refused"))
	if got := out.String(); strings.Count(got, "\n") != 1 || !strings.Contains(got, "address=redis://redis:6379") {
		t.Errorf("log = %s, want one line", got)
	}
}

func TestHosts(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"https://user:hush@node.example/v3/hush?key=hush": "https://node.example",
		"s3://bucket/prefix?endpoint=https://store":       "s3://bucket",
		"user:hush@broker:4222":                           "broker:4222",
		"a:1, b:2":                                        "a:1, b:2",
		"/media":                                          "/media",
		"nats://[::1":                                     "?",
		"":                                                "?",
	} {
		if got := Hosts(address); got != want {
			t.Errorf("Hosts(%q) = %q, want %q", address, got, want)
		}
	}
}
