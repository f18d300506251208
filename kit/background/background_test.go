package background_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/vitrine/vitrine/kit/background"
)

// TestAPanicEndsOnlyItsWork: the caller that waits for a goroutine that panicked receives an error with its stack, and the other goroutines end.
func TestAPanicEndsOnlyItsWork(t *testing.T) {
	t.Parallel()
	panics := func(context.Context) error { panic("no map") }
	for name, run := range map[string]func() error{
		"Go":    func() error { return <-background.Go(t.Context(), panics) },
		"Guard": func() error { return background.Guard(t.Context(), panics) },
		"RunAll": func() error {
			return background.RunAll(t.Context(), panics, func(ctx context.Context) error { <-ctx.Done(); return nil })
		},
	} {
		err := run()
		if _, ok := errors.AsType[*background.PanicError](err); !ok || !strings.Contains(err.Error(), "no map\n") || !strings.Contains(err.Error(), "background_test.go") {
			t.Errorf("%s = %v, want a PanicError with its stack", name, err)
		}
	}
}

// TestGoEnds: the channel receives what the part returned, and is closed, so that any number of receivers wait for the end.
func TestGoEnds(t *testing.T) {
	t.Parallel()
	want := errors.New("ended")
	ended := background.Go(t.Context(), func(context.Context) error { return want })
	if err := <-ended; !errors.Is(err, want) {
		t.Errorf("error = %v, want %v", err, want)
	}
	if err, more := <-ended; err != nil || more {
		t.Errorf("second receive = %v, %t, want a closed channel", err, more)
	}
}
