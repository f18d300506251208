package follow

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chaintest"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/watching"
)

// synced is a store of a chain that is followed up to its newest block. Only the first block is final.
type synced struct {
	Store

	chain *chaintest.Chain

	mu       sync.Mutex
	failures int // how many halts fail
	attempts int
	halt     chain.Halt
	away     bool // the database is unavailable
}

func (s *synced) Cursor(context.Context, uint32) (chain.Cursor, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.away {
		return chain.Cursor{}, errors.New("the database is unavailable")
	}
	tip := s.chain.Tip().Header
	return chain.Cursor{Header: tip, Tagged: true, PayeesThrough: &tip.Number}, nil
}

func (s *synced) Halt(_ context.Context, chainID uint32, reason chain.HaltReason, detail string) (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.attempts++
	if s.attempts <= s.failures {
		return false, errors.New("the database is unavailable")
	}
	if s.halt.Reason != "" {
		return false, nil
	}
	s.halt = chain.Halt{ChainID: chainID, Reason: reason, Detail: detail}
	return true, nil
}

func (s *synced) Halted(context.Context, uint32) (chain.Halt, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.halt.Reason == "" {
		return s.halt, chain.ErrNotFound
	}
	return s.halt, nil
}

func (s *synced) tried() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.attempts
}

func (s *synced) setAway(away bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.away = away
}

func (s *synced) release() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.halt = chain.Halt{}
}

func (*synced) LatestMints(context.Context, uint32, int) ([]int64, error) { return nil, nil }

func (*synced) SetVanished(context.Context, uint32, int) error { return nil }

// watched runs the follower's watch in a bubble of fake time until the test ends.
func watched(t *testing.T, s *synced, node watching.Node) {
	t.Helper()
	c := Chain{ID: 11, Poll: time.Second, Stall: 10 * time.Minute} // no other test uses this chain
	f := &Follower{Store: s, Metrics: NewMetrics(), Clock: clock.System, Log: testkit.Log(t)}
	link := chain.Link{Chain: chain.Chain{ID: c.ID}}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		done <- f.watch(ctx, c, link, watching.NewWatcher(link.Chain, node, s, nil, 10), func(context.Context) bool { return false })
	}()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
}

func reasonAfter(t *testing.T, s *synced, d time.Duration) chain.HaltReason {
	t.Helper()
	time.Sleep(d)
	synctest.Wait()
	h, _ := s.Halted(t.Context(), 11)
	return h.Reason
}

// TestAStallHaltsUntilItIsOver: a halt that can't be stored is tried again, and a chain that is released while its finality still
// stalls is halted again.
func TestAStallHaltsUntilItIsOver(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		node := chaintest.New()
		s := &synced{chain: node, failures: 1}
		watched(t, s, node)
		time.Sleep(time.Minute)
		node.Mine(1)
		if got := reasonAfter(t, s, 8*time.Minute); got != "" {
			t.Fatalf("halted with %s within the limit, want none", got)
		}
		if got := reasonAfter(t, s, 2*time.Minute); got != chain.FinalityStalled {
			t.Fatalf("halted with %q after %d attempts, the first of which failed; want %s", got, s.tried(), chain.FinalityStalled)
		}
		s.release()
		if got := reasonAfter(t, s, 2*haltAgain); got != chain.FinalityStalled {
			t.Errorf("halted with %q after an early release, want %s", got, chain.FinalityStalled)
		}
		before := s.tried()
		if reasonAfter(t, s, time.Minute); s.tried()-before > 13 {
			t.Errorf("%d attempts in a minute, want at most 13, one every %s", s.tried()-before, haltAgain)
		}
	})
}

// forked is a node in front of two nodes that have different final blocks.
type forked struct{ *chaintest.Chain }

func (forked) Heads(context.Context) (latest, final chain.Header, err error) {
	return latest, final, chain.ErrContradiction
}

// TestContradictingNodesHalt: nodes that contradict each other halt the chain after a minute. A shorter contradiction, such as while a
// node catches up, doesn't.
func TestContradictingNodesHalt(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		node := chaintest.New()
		s := &synced{chain: node}
		for range 50 {
			node.Fail = append(node.Fail, chain.ErrContradiction)
		}
		watched(t, s, node)
		if got := reasonAfter(t, s, 10*time.Minute); got != "" {
			t.Fatalf("halted with %s after a contradiction of 50 seconds, want none", got)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		node := forked{chaintest.New()}
		s := &synced{chain: node.Chain}
		watched(t, s, node)
		if got := reasonAfter(t, s, contradicted-time.Second); got != "" {
			t.Fatalf("halted with %s before the end of a minute, want none", got)
		}
		if got := reasonAfter(t, s, 5*time.Second); got != chain.Contradiction {
			t.Errorf("halted with %q, want %s", got, chain.Contradiction)
		}
	})
}

// TestNoProgressHalts: if no block of a chain is processed for five minutes, the chain is halted, whatever the cause. While the database is away,
// or on a chain whose finality isn't watched, nothing is known.
func TestNoProgressHalts(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		chain Chain
		every func(s *synced, minute int)
		want  chain.HaltReason
	}{
		"no block is processed":           {Chain{ID: 12, Stall: time.Minute}, func(*synced, int) {}, chain.NoProgress},
		"blocks are processed":            {Chain{ID: 12, Stall: time.Minute}, func(s *synced, _ int) { s.chain.Mine(1) }, ""},
		"the database is away for long":   {Chain{ID: 12, Stall: time.Minute}, func(s *synced, minute int) { s.setAway(minute > 2 && minute < 10) }, ""},
		"blocks only come when necessary": {Chain{ID: 12}, func(*synced, int) {}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := &synced{chain: chaintest.New()}
				f := &Follower{Store: s, Metrics: NewMetrics(), Clock: clock.System, Log: testkit.Log(t)}
				var head lastHead
				head.seen()
				ctx, cancel := context.WithCancel(t.Context())
				done := make(chan struct{})
				go func() {
					defer close(done)
					f.listen(ctx, c.chain, &head)
				}()
				for minute := range 4 {
					c.every(s, minute)
					if got := reasonAfter(t, s, time.Minute); got != "" {
						t.Fatalf("halted with %s after %d minutes, want none", got, minute+1)
					}
				}
				for minute := range 10 {
					c.every(s, 4+minute)
					time.Sleep(time.Minute)
				}
				if got := reasonAfter(t, s, 0); got != c.want {
					t.Errorf("halted with %q after 14 minutes, want %q", got, c.want)
				}
				cancel()
				<-done
			})
		})
	}
}
