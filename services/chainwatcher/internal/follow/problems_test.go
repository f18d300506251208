package follow

import (
	"slices"
	"testing"
	"time"
)

func TestAStoppedChainIsReported(t *testing.T) {
	t.Parallel()
	p, start := NewProgress(), time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	p.watch(1, start)
	p.watch(100, start)
	if got := p.Problems(start.Add(standstill)); got != nil {
		t.Errorf("too early: %q, want nil", got)
	}
	p.block(1, 7, start.Add(time.Minute))
	p.block(100, 9, start.Add(time.Minute))
	p.block(1, 8, start.Add(3*time.Minute))
	p.block(100, 9, start.Add(3*time.Minute))
	p.watch(100, start.Add(3*time.Minute))
	if got, want := p.Problems(start.Add(4*time.Minute)), []string{"chain 100: no new block for 3m0s"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	p.block(100, 10, start.Add(4*time.Minute))
	lacks := []string{"chain 1: node 2 of 3 in rpcUrls doesn't have eth_getLogs"}
	for i, c := range []struct {
		lacks   []string
		changed bool
	}{{lacks, true}, {lacks, false}, {nil, true}} {
		if changed := p.SetNodes(1, c.lacks); changed != c.changed {
			t.Errorf("%d: SetNodes() = %t, want %t", i, changed, c.changed)
		}
		if got := p.Problems(start.Add(4 * time.Minute)); !slices.Equal(got, c.lacks) {
			t.Errorf("%d: %q, want %q", i, got, c.lacks)
		}
	}
	if got := p.Problems(start.Add(4 * time.Minute)); got != nil {
		t.Errorf("after the next block: %q, want nil", got)
	}
}
