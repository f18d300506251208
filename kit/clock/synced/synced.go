// Package synced follows the time of another clock, such as the database's.
package synced

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/metrics"
)

const (
	// measureEvery is how often the other clock is read. A computer's clock drifts by microseconds in that time.
	measureEvery = 10 * time.Second
	// maxError is the maximum error of a measurement.
	maxError = time.Second
	// firstTries is how often the first measurement is tried. A process doesn't start without it.
	firstTries = 5
	// maxStep is the largest change that one measurement may make. A larger change needs a second measurement that agrees.
	maxStep = time.Second
)

// ErrInexact means that reading the clock took too long for an exact measurement. Retrying may work.
var ErrInexact = errors.New("the clock was read too slowly")

// Sample is a reading of another clock, taken between Asked and Received on this process's clock.
type Sample struct {
	Time            time.Time
	Asked, Received time.Time
	// Resolution is the smallest unit of the other clock, which rounds down to it.
	Resolution time.Duration
}

// error is the maximum error of the sample.
func (s Sample) error() time.Duration { return (s.Received.Sub(s.Asked) + s.Resolution) / 2 }

// at returns the other clock's time at Received, assuming that the response took half of the round trip.
func (s Sample) at() reading { return reading{s.Time.Add(s.error()), s.Received} }

// Source reads another clock.
type Source func(ctx context.Context) (Sample, error)

// reading pairs a time of the other clock with the monotonic clock's time at which it was read.
type reading struct{ time, taken time.Time }

func (r reading) now() time.Time { return r.time.Add(time.Since(r.taken)) }

// Clock has the time of a source, so that all processes decide by one clock. Between measurements it advances with the
// computer's monotonic clock, which isn't affected by changes of the system time. It is safe for concurrent use.
type Clock struct {
	source  Source
	local   clock.Clock
	log     *slog.Logger
	offset  prometheus.Gauge
	reading atomic.Pointer[reading]
}

// New returns a clock for a process. It has the local time until the first measurement.
func New(process string, local clock.Clock, source Source, log *slog.Logger) *Clock {
	return &Clock{source: source, local: local, log: log, offset: metrics.Register(prometheus.NewGaugeVec(prometheus.GaugeOpts{
		Name: "vitrine_clock_offset_seconds",
		Help: "How far the clock of the process is ahead of the clock that decides: the database's, or for the gateway auth's.",
	}, []string{"process"})).WithLabelValues(process)}
}

// Now returns the source's time.
func (f *Clock) Now() time.Time {
	r := f.reading.Load()
	if r == nil {
		return f.local.Now()
	}
	return r.now().UTC().Truncate(time.Microsecond)
}

// Measure reads the source. A failed or inexact measurement doesn't change the clock.
func (f *Clock) Measure(ctx context.Context) error {
	known := f.reading.Load()
	s, err := f.sample(ctx)
	for try := 1; known == nil && errors.Is(err, ErrInexact) && try < firstTries; try++ {
		s, err = f.sample(ctx)
	}
	if err != nil {
		return err
	}
	if known != nil && difference(s.at(), *known) > max(maxStep, s.error()) {
		// The first sample may be wrong, because the process was paused while it read, or the database is being replaced.
		again, err := f.sample(ctx)
		if err != nil {
			return err
		}
		if difference(s.at(), again.at()) > max(maxStep, s.error()+again.error()) {
			return fmt.Errorf("%w: two measurements differ by %s", ErrInexact, difference(s.at(), again.at()))
		}
		s = again
		f.log.WarnContext(ctx, "the reference clock was changed", "by", s.at().now().Sub(known.now()).Round(time.Millisecond))
	}
	// Ignore a sample that agrees within its error, because using it would make the time jump back and forth.
	if known == nil || difference(s.at(), *known) > s.error() {
		f.reading.Store(new(s.at()))
	}
	f.offset.Set(f.local.Now().Sub(f.Now()).Seconds())
	return nil
}

func difference(a, b reading) time.Duration { return a.now().Sub(b.now()).Abs() }

func (f *Clock) sample(ctx context.Context) (Sample, error) {
	s, err := f.source(ctx)
	if err != nil {
		return s, fmt.Errorf("clock: %w", err)
	}
	if s.error() > maxError {
		return s, fmt.Errorf("%w: it took %s", ErrInexact, s.Received.Sub(s.Asked))
	}
	return s, nil
}

// Run measures every ten seconds until ctx ends.
func (f *Clock) Run(ctx context.Context) error {
	tick := time.NewTicker(measureEvery)
	defer tick.Stop()
	for {
		within, cancel := context.WithTimeout(ctx, measureEvery)
		err := f.Measure(within)
		cancel()
		switch {
		case err == nil:
			tick.Reset(measureEvery)
		case f.reading.Load() == nil: // the local clock is used until then
			tick.Reset(time.Second)
		default:
			f.log.DebugContext(ctx, "the reference clock could not be read", "error", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}
