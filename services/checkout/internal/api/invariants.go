package api

import (
	"context"
	"errors"
	"time"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/rpc"
	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
	"github.com/vitrine/vitrine/services/checkout/internal/messages"
)

const (
	// counted is how long an answer about the invariants is good for at least: the call is public, and counting reads whole
	// tables. One that took long is good for rests times as long, so that a big shop's database has peace.
	counted = time.Second
	rests   = 10
	// countWithin bounds a count, which goes on where those who asked for it have left.
	countWithin = 5 * time.Minute
	// patience is how long a caller waits for a count where there is one from before; firstPatience where there is none. A call has
	// 10 seconds altogether.
	patience      = 3 * time.Second
	firstPatience = 8 * time.Second
	// maxArtworks bounds the list of artworks in it.
	maxArtworks = 1000
)

// counts keep the last count of the invariants. All who ask share one: at most one is under way in a process.
type counts struct {
	last *checkoutv1.GetInvariantsResponse
	// err is why the newest count failed.
	err error
	// ended is when the newest count did, and good for how long its outcome is answered.
	ended time.Time
	good  time.Duration
	// running is closed when the count that is under way ends; nil without one.
	running chan struct{}
}

// GetInvariants implements the service. Callers within a second share one count, or longer where counting takes long. Where it
// takes longer than a caller waits, they are told the count before it, with its time. Errors: unavailable (counting) before the
// first count of a process has ended.
func (s *Server) GetInvariants(ctx context.Context, _ *connect.Request[checkoutv1.GetInvariantsRequest]) (*connect.Response[checkoutv1.GetInvariantsResponse], error) {
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
		return nil, rpc.Unavailable("counting", messages.Counting, errors.New("no count yet"))
	}
	return connect.NewResponse(s.counts.last), nil
}

// waiting is what a caller waits for: the end of a count, or long enough.
type waiting struct {
	done   <-chan struct{}
	enough <-chan time.Time
}

// recount begins a count unless one is under way, or the last one is still good.
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
		go s.recounted(context.WithoutCancel(ctx), done)
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
	m, err := s.count(ctx, began)
	s.mu.Lock()
	defer s.mu.Unlock()
	c := &s.counts
	if c.err = err; err == nil {
		c.last = m
	}
	// From its end on: who waited for a count that took long would else begin another one.
	c.ended = s.Clock.Now()
	c.good = max(counted, rests*c.ended.Sub(began))
	c.running = nil
	close(done)
}

func (s *Server) count(ctx context.Context, now time.Time) (*checkoutv1.GetInvariantsResponse, error) {
	i, err := s.Till.Invariants(ctx)
	if err != nil {
		return nil, err
	}
	m := &checkoutv1.GetInvariantsResponse{
		Violations: i.Violations(), OversoldArtworks: i.Oversold, UnmatchedPayments: i.UnmatchedPayments,
		UnpaidCompletions: i.UnpaidCompletions, Editions: i.Editions, Sold: i.Sold, Held: i.Held,
		UnbalancedLedgers: i.UnbalancedLedgers, UnmatchedTokens: i.UnmatchedTokens, IllegalTransitions: i.IllegalTransitions,
		OpenReviews: i.OpenReviews, VanishedTokens: i.Vanished, HaltedChains: i.Halted, At: timestamppb.New(now),
	}
	waits, err := s.Till.Store.Unresolved(ctx)
	if err != nil {
		return nil, err
	}
	for _, w := range waits {
		m.OldestUnresolved = append(m.OldestUnresolved, &checkoutv1.OldestUnresolved{
			Kind: w.Kind, Seconds: int64(w.Oldest / time.Second), Count: w.Count,
		})
	}
	editions, err := s.Till.Store.Editions(ctx, maxArtworks)
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
