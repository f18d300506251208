// Package testkit provides real dependencies for tests: PostgreSQL, NATS, an Ethereum node. If one is not
// installed, the test fails and says what to install.
package testkit

import (
	"log/slog"
	"testing"
	"time"
)

// Log writes to the test's output.
func Log(t testing.TB) *slog.Logger {
	t.Helper()
	return slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelDebug}))
}

// Eventually polls until fn returns true, and fails the test after the timeout.
func Eventually(t testing.TB, timeout time.Duration, fn func() bool) {
	t.Helper()
	deadline := time.NewTimer(timeout)
	defer deadline.Stop()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for {
		if fn() {
			return
		}
		select {
		case <-tick.C:
		case <-deadline.C:
			t.Fatalf("condition not met within %s", timeout)
		}
	}
}

// Long skips a test in short mode: `make test` runs the tests with -short, `make test-all` runs all of them. A promise that
// docs/testing lists needs at least one test that isn't long.
func Long(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("long: runs in `make test-all`")
	}
}
