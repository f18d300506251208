package bus

import (
	"context"
	"log/slog"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/kit/waiting"
)

// TestAMissingBrokerIsNamedAtOnce: the log has one line with the address, without a password, long before Dial returns, and readiness says so meanwhile.
func TestAMissingBrokerIsNamedAtOnce(t *testing.T) {
	t.Parallel()
	// No broker: each connection is closed.
	closing, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = closing.Close() })
	var attempts atomic.Int32
	go func() {
		for {
			conn, err := closing.Accept()
			if err != nil {
				return
			}
			_ = conn.Close()
			attempts.Add(1)
		}
	}()
	address := closing.Addr().String()
	var logged testkit.Buffer
	ctx, stop := context.WithTimeout(waiting.With(t.Context()), 10*time.Second)
	defer stop()
	failed := make(chan error, 1)
	go func() {
		_, err := Dial(ctx, "nats://auth:hush@"+address, slog.New(slog.NewTextHandler(&logged, nil)))
		failed <- err
	}()
	testkit.Eventually(t, 5*time.Second, func() bool { return len(waiting.Problems(ctx, false)) == 1 })
	if got := waiting.Problems(ctx, false)[0]; got != "waiting for the broker" {
		t.Errorf("Problems() = %q, want the broker", got)
	}
	before := attempts.Load()
	testkit.Eventually(t, 5*time.Second, func() bool { return attempts.Load() >= before+2 })
	stop()
	if err := <-failed; err == nil || strings.Contains(err.Error(), "hush") {
		t.Errorf("Dial() = %v, want an error without the password", err)
	}
	if got := logged.String(); strings.Count(got, "\n") != 1 || !strings.Contains(got, `msg="waiting for the broker" setting=NATS_URL address=nats://`+address) || strings.Contains(got, "hush") {
		t.Errorf("log = %s, want one line with the setting and the address", got)
	}
	if got := waiting.Problems(ctx, false); got != nil {
		t.Errorf("problems after Dial gave up = %q, want none", got)
	}
}
