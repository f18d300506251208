// Package clock provides the time to code with rules about time.
package clock

import (
	"sync"
	"time"
)

// Clock returns the current time.
type Clock interface{ Now() time.Time }

// System is the machine's clock, in UTC and with PostgreSQL's microseconds, so
// that a time read back from a row equals the one that was written.
var System Clock = system{}

type system struct{}

func (system) Now() time.Time { return time.Now().UTC().Truncate(time.Microsecond) }

// Shifted is a clock that is wrong by d, for tests of processes with wrong clocks.
func Shifted(c Clock, d time.Duration) Clock {
	if d == 0 {
		return c
	}
	return shifted{c, d}
}

type shifted struct {
	Clock

	by time.Duration
}

func (s shifted) Now() time.Time { return s.Clock.Now().Add(s.by) }

// Fake is a clock that stands still until it is moved. It is safe for concurrent use.
type Fake struct {
	mu  sync.Mutex
	now time.Time
}

// NewFake starts at t.
func NewFake(t time.Time) *Fake { return &Fake{now: t.UTC()} }

// Now returns the time that was last set.
func (f *Fake) Now() time.Time {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.now
}

// Set moves the clock to t.
func (f *Fake) Set(t time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.now = t.UTC()
}

// Advance moves the clock by d and returns the new time.
func (f *Fake) Advance(d time.Duration) time.Time {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.now = f.now.Add(d)
	return f.now
}
