package bus

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/kit/waiting"
)

// TestAMissingBrokerIsNamedAtOnce: the log has one line with the address, without a password, long before Dial returns, and readiness says so meanwhile.
func TestAMissingBrokerIsNamedAtOnce(t *testing.T) {
	t.Parallel()
	address := testkit.FreeAddress(t)
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
	time.Sleep(time.Second) // for more attempts
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
