package main

import (
	"fmt"
	"os"
	"slices"
	"sync"
	"testing"
)

// lasting is a test's TB whose cleanups run when all tests of the package have ended.
type lasting struct{ testing.TB }

var atEnd struct {
	sync.Mutex
	cleanups []func()
}

func (lasting) Cleanup(fn func()) {
	atEnd.Lock()
	defer atEnd.Unlock()
	atEnd.cleanups = append(atEnd.cleanups, fn)
}

// Logf is called by cleanups, when the test itself has ended.
func (lasting) Logf(format string, args ...any) { fmt.Fprintf(os.Stderr, format+"\n", args...) }

// endShared ends what tests shared.
func endShared() {
	for _, fn := range slices.Backward(atEnd.cleanups) {
		fn()
	}
}

// shared returns something that several tests use and that the first of them makes, such as a running instance. It lasts until all tests have
// ended. If making it fails, every test that needs it fails, and no other.
func shared[T any](create func(testing.TB) T) func(testing.TB) T {
	var mu sync.Mutex
	var created, failed bool
	var it T
	return func(t testing.TB) T {
		t.Helper()
		mu.Lock()
		defer mu.Unlock()
		if failed {
			t.Fatal("what tests share could not be started: the first test that needed it says why")
		}
		if !created {
			failed = true // unless create returns
			it = create(lasting{t})
			created, failed = true, false
		}
		return it
	}
}

// traced is an instance in a separate process, whose traces are received.
type traced struct {
	*running
	traces *receiver
}

// everything is the instance of tests that need nothing special. It starts from empty, as a new installation does.
var everything = shared(func(t testing.TB) traced {
	traces, endpoint := receive(t)
	return traced{open(t, "SNAPSHOT=false", "OTEL_EXPORTER_OTLP_ENDPOINT="+endpoint, "OTEL_BSP_SCHEDULE_DELAY=200", "LOG_LEVEL=debug", "OBSERVE=1"), traces}
})

// inside is an instance in the process of the tests, for those that look into its services.
type inside struct {
	*running
	h    *instance
	wire *wire
}

var insideOf = shared(openRecorded)
