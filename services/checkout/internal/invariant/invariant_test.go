package invariant

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/vitrine/vitrine/services/checkout/internal/order"
)

// counting is a store whose counts take a while.
type counting struct {
	Store

	takes  time.Duration
	counts Counts
	within []time.Duration
}

func (c *counting) Count(_ context.Context, within time.Duration) (Counts, error) {
	c.within = append(c.within, within)
	time.Sleep(c.takes)
	return c.counts, nil
}

// TestAllOrdersAreCountedHourlyIfThatTakesLong: in between, only those that changed since then are, unless there was a violation.
func TestAllOrdersAreCountedHourlyIfThatTakesLong(t *testing.T) {
	t.Parallel()
	const all = 0
	for _, c := range []struct {
		name  string
		store counting
		want  []time.Duration
	}{
		{"a small shop", counting{takes: time.Second}, []time.Duration{all, all, all, all}},
		{"a large shop", counting{takes: 2 * time.Second}, []time.Duration{all, 31*time.Minute + 2*time.Second, 52*time.Minute + 4*time.Second, all}},
		{"a violation", counting{takes: 2 * time.Second, counts: Counts{Oversold: 1}}, []time.Duration{all, all, all, all}},
	} {
		synctest.Test(t, func(t *testing.T) {
			s := &Service{Store: &c.store, Heads: func(context.Context) ([]order.Head, error) { return nil, nil }}
			for range 4 {
				if _, err := s.Count(t.Context()); err != nil {
					t.Fatal(err)
				}
				time.Sleep(21 * time.Minute)
			}
			if !slices.Equal(c.store.within, c.want) {
				t.Errorf("%s: counted the orders that changed within %v, want %v", c.name, c.store.within, c.want)
			}
		})
	}
}
