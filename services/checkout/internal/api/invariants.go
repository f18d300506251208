package api

import (
	"context"
	"errors"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/background"
	"github.com/vitrine/vitrine/kit/rpc"
	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
	"github.com/vitrine/vitrine/services/checkout/internal/messages"
)

const (
	// counted is the minimum time that a count of the invariants is cached, because the call is public and a count reads whole
	// tables. A slow count is cached for pauseFactor times its duration, to limit the load on a large database.
	counted     = time.Second
	pauseFactor = 10
	// countWithin is the timeout of a count, which continues after its callers have left.
	countWithin = 5 * time.Minute
	// patience is how long a caller waits for a new count if there is an earlier one; firstPatience is how long it waits for the first
	// count. A call may take 10 seconds in total.
	patience      = 3 * time.Second
	firstPatience = 8 * time.Second
	// maxArtworks limits the list of artworks.
	maxArtworks = 1000
)

// counts caches the last count of the invariants. All callers share it: at most one count runs in a process.
type counts struct {
	last *checkoutv1.GetInvariantsResponse
	// err is why the newest count failed.
	err error
	// ended is when the newest count ended, and good for how long its result is cached.
	ended time.Time
	good  time.Duration
	// running is closed when the running count ends; nil if none is running.
	running chan struct{}
}

// GetInvariants implements the service. Concurrent callers share one count, which is cached for a second, or longer if counting takes long. If
// the count takes longer than a caller waits, the caller gets the previous count with its time. Errors: unavailable (counting)
// until the first count of a process has ended.
func (s *Server) GetInvariants(ctx context.Context, _ *checkoutv1.GetInvariantsRequest) (*checkoutv1.GetInvariantsResponse, error) {
	wait := s.recount(ctx)
	select {
	case <-ctx.Done():
		return nil, public(ctx.Err())
	case <-wait.done:
	case <-wait.enough:
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.counts.err != nil && s.counts.running == nil:
		return nil, public(s.counts.err)
	case s.counts.last == nil:
		return nil, rpc.Unavailable(checkoutv1.Reason_REASON_COUNTING, messages.Counting, errors.New("no count yet"))
	}
	return s.counts.last, nil
}

// waiting ends at the end of a count or when the caller has waited long enough.
type waiting struct {
	done   <-chan struct{}
	enough <-chan time.Time
}

// recount starts a count unless one is running or the last one is still cached.
func (s *Server) recount(ctx context.Context) waiting {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := &s.counts
	if c.running == nil {
		done := make(chan struct{})
		if !c.ended.IsZero() && s.Clock.Now().Sub(c.ended).Abs() < c.good {
			close(done)
			return waiting{done: done}
		}
		c.running = done
		background.Go(context.WithoutCancel(ctx), func(ctx context.Context) error { s.recounted(ctx, done); return nil })
	}
	if c.last == nil {
		return waiting{c.running, time.After(firstPatience)}
	}
	return waiting{c.running, time.After(patience)}
}

func (s *Server) recounted(ctx context.Context, done chan<- struct{}) {
	ctx, cancel := context.WithTimeout(ctx, countWithin)
	defer cancel()
	began := s.Clock.Now()
	var m *checkoutv1.GetInvariantsResponse
	err := background.Guard(ctx, func(ctx context.Context) (err error) {
		m, err = s.count(ctx, began)
		return err
	})
	s.mu.Lock()
	defer s.mu.Unlock()
	c := &s.counts
	if c.err = err; err == nil {
		c.last = m
	}
	// Measured from the end of the count. Otherwise, callers who waited for a long count would start another one.
	c.ended = s.Clock.Now()
	c.good = max(counted, pauseFactor*c.ended.Sub(began))
	c.running = nil
	close(done)
}

func (s *Server) count(ctx context.Context, now time.Time) (*checkoutv1.GetInvariantsResponse, error) {
	i, err := s.Counts.Count(ctx)
	if err != nil {
		return nil, err
	}
	m := &checkoutv1.GetInvariantsResponse{
		Violations: i.Violations(), OversoldArtworks: i.Oversold, UnmatchedPayments: i.UnmatchedPayments,
		UnpaidCompletions: i.UnpaidCompletions, Editions: i.Editions, Sold: i.Sold, Held: i.Held,
		UnbalancedLedgers: i.UnbalancedLedgers, UnmatchedTokens: i.UnmatchedTokens, IllegalTransitions: i.IllegalTransitions,
		OpenReviews: i.OpenReviews, VanishedTokens: i.Vanished, HaltedChains: i.Halted, WrongDifferences: i.WrongDifferences, ContractUnpaid: i.ContractUnpaid, At: timestamppb.New(now),
	}
	waits, err := s.Counts.Store.Unresolved(ctx)
	if err != nil {
		return nil, err
	}
	for _, w := range waits {
		m.OldestUnresolved = append(m.OldestUnresolved, &checkoutv1.OldestUnresolved{
			Kind: w.Kind, Seconds: int64(w.Oldest / time.Second), Count: w.Count,
		})
	}
	editions, err := s.Counts.Store.Editions(ctx, maxArtworks)
	if err != nil {
		return nil, err
	}
	for _, e := range editions {
		m.Artworks = append(m.Artworks, &checkoutv1.ArtworkEditions{
			ArtworkId: e.ArtworkID, EditionSize: e.Size, Sold: e.Sold, Held: e.Held,
		})
	}
	return m, nil
}
