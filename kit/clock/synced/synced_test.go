package synced

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"github.com/vitrine/vitrine/kit/clock"
)

// other is a clock that is ahead of this process, and responds slowly.
type other struct {
	ahead  []time.Duration // one for each reading, the last one for all that follow
	takes  time.Duration
	faster time.Duration // with each reading
	reads  int
	err    error
}

func (o *other) read(context.Context) (s Sample, err error) {
	o.reads++
	s.Asked = time.Now()
	time.Sleep(o.takes / 2)
	ahead := o.ahead[0]
	if len(o.ahead) > 1 {
		o.ahead = o.ahead[1:]
	}
	s.Time = time.Now().Add(ahead)
	time.Sleep(o.takes / 2)
	s.Received = time.Now()
	o.takes -= o.faster
	return s, o.err
}

// ahead is how far the clock is ahead of this process.
func (f *Clock) ahead() time.Duration { return f.Now().Sub(clock.System.Now()) }

func TestFollowed(t *testing.T) {
	t.Parallel()
	const wrong = 10 * time.Minute
	errUnavailable := errors.New("away")
	for name, c := range map[string]struct {
		source other
		want   []time.Duration // after each measurement
		err    error           // of the last one
	}{
		"the same time":                    {source: other{ahead: []time.Duration{0}}, want: []time.Duration{0, 0}},
		"this process is slow":             {source: other{ahead: []time.Duration{wrong}, takes: 100 * time.Millisecond}, want: []time.Duration{wrong}},
		"this process is fast":             {source: other{ahead: []time.Duration{-wrong}, takes: 100 * time.Millisecond}, want: []time.Duration{-wrong}},
		"a drift is followed":              {source: other{ahead: []time.Duration{0, 20 * time.Millisecond}}, want: []time.Duration{0, 20 * time.Millisecond}},
		"noise is not":                     {source: other{ahead: []time.Duration{0, 20 * time.Millisecond}, takes: 100 * time.Millisecond}, want: []time.Duration{0, 0}},
		"one outlier is refused":           {source: other{ahead: []time.Duration{0, wrong, 0}}, want: []time.Duration{0, 0, 0}, err: nil},
		"a clock that was set is followed": {source: other{ahead: []time.Duration{0, wrong}}, want: []time.Duration{0, wrong}},
		"too slow to measure":              {source: other{ahead: []time.Duration{wrong}, takes: 3 * time.Second}, want: []time.Duration{0}, err: ErrInexact},
		"slow at first":                    {source: other{ahead: []time.Duration{wrong}, takes: 3 * time.Second, faster: time.Second}, want: []time.Duration{wrong}},
		"away":                             {source: other{ahead: []time.Duration{wrong}, err: errUnavailable}, want: []time.Duration{0}, err: errUnavailable},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := New("test", clock.System, c.source.read, slog.New(slog.DiscardHandler))
				var last error
				for i, want := range c.want {
					err := f.Measure(t.Context())
					if got := f.ahead(); (got - want).Abs() > time.Millisecond {
						t.Errorf("after measurement %d the clock is ahead by %s, want %s (%v)", i+1, got, want, err)
					}
					last = err
				}
				if !errors.Is(last, c.err) {
					t.Errorf("error %v, want %v", last, c.err)
				}
			})
		})
	}
}

// TestFollowedIsMonotonic: between measurements the clock doesn't jump, and changes of the local clock have no effect.
func TestFollowedIsMonotonic(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		o := other{ahead: []time.Duration{0}}
		f := New("test", clock.Shifted(clock.System, -time.Hour), o.read, slog.New(slog.DiscardHandler))
		if got := f.ahead(); got != -time.Hour {
			t.Errorf("before a measurement the clock is ahead by %s, want the local clock's %s", got, -time.Hour)
		}
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error)
		go func() { done <- f.Run(ctx) }()
		synctest.Wait()
		if got := f.ahead(); got != 0 {
			t.Errorf("the clock is ahead by %s, want 0", got)
		}
		before := f.Now()
		time.Sleep(time.Minute)
		if got := f.Now().Sub(before); got != time.Minute {
			t.Errorf("in a minute the clock advanced by %s, want %s", got, time.Minute)
		}
		synctest.Wait()
		if o.reads < 6 {
			t.Errorf("the source was read %d times in a minute, want every ten seconds", o.reads)
		}
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
}
