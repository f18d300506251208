// Package background runs goroutines whose panics end what they work for, in order, instead of the process.
package background

import (
	"context"
	"fmt"
	"runtime/debug"

	"golang.org/x/sync/errgroup"
)

// PanicError is a recovered panic. Its text ends with the stack.
type PanicError struct {
	value any
	stack []byte
}

// Error implements error.
func (e *PanicError) Error() string {
	return fmt.Sprintf("panic in background work: %v\n%s", e.value, e.stack)
}

// RunAll runs all parts concurrently until each has returned. The first error ends the
// ctx of the others and is returned. A panic in a part becomes a PanicError, so that
// the process shuts down in order, and the panic is logged and reported.
func RunAll(ctx context.Context, parts ...func(context.Context) error) error {
	g, ctx := errgroup.WithContext(ctx)
	for _, part := range parts {
		g.Go(func() error { return Guard(ctx, part) })
	}
	return g.Wait()
}

// Go runs a part in a goroutine. The channel receives its error, with a panic as a PanicError, and is closed. Without a receiver an error is lost: receive it,
// or handle it in the part.
func Go(ctx context.Context, part func(context.Context) error) <-chan error {
	ended := make(chan error, 1)
	go func() {
		defer close(ended)
		ended <- Guard(ctx, part)
	}()
	return ended
}

// Guard runs a part. A panic in it becomes a PanicError: elsewhere than in the goroutine that panics it can't be recovered, and ends the process.
func Guard(ctx context.Context, part func(context.Context) error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &PanicError{p, debug.Stack()}
		}
	}()
	return part(ctx)
}
