package kit_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/testkit"
)

func TestPeriodicContinuesAfterAFailure(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	times := 0
	err := kit.Every(ctx, time.Millisecond, testkit.Log(t), "work waits", func(context.Context) error {
		if times++; times == 3 {
			cancel()
		}
		return errors.New("not now")
	})
	if err != nil || times != 3 {
		t.Errorf("ran %d times, error = %v, want 3 and nil", times, err)
	}
}
