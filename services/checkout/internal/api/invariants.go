package api

import (
	"context"
	"time"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/types/known/timestamppb"

	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
)

const (
	// counted is how long an answer about the invariants is good for at least: the call is public, and counting reads whole
	// tables. One that took long is good for rests times as long, so that a big shop's database has peace.
	counted = time.Second
	rests   = 10
	// maxArtworks bounds the list of artworks in it.
	maxArtworks = 1000
)

// GetInvariants implements the service. Callers within a second share one count, or longer where counting takes long.
func (s *Server) GetInvariants(ctx context.Context, _ *connect.Request[checkoutv1.GetInvariantsRequest]) (*connect.Response[checkoutv1.GetInvariantsResponse], error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.Clock.Now()
	if s.last != nil && now.Sub(s.counted).Abs() < s.good {
		return connect.NewResponse(s.last), nil
	}
	i, err := s.Till.Invariants(ctx)
	if err != nil {
		return nil, public(err)
	}
	m := &checkoutv1.GetInvariantsResponse{
		Violations: i.Violations(), OversoldArtworks: i.Oversold, UnmatchedPayments: i.UnmatchedPayments,
		UnpaidCompletions: i.UnpaidCompletions, Editions: i.Editions, Sold: i.Sold, Held: i.Held,
		UnbalancedLedgers: i.UnbalancedLedgers, UnmatchedTokens: i.UnmatchedTokens, IllegalTransitions: i.IllegalTransitions,
		OpenReviews: i.OpenReviews, At: timestamppb.New(now),
	}
	waits, err := s.Till.Store.Unresolved(ctx)
	if err != nil {
		return nil, public(err)
	}
	for _, w := range waits {
		m.OldestUnresolved = append(m.OldestUnresolved, &checkoutv1.OldestUnresolved{
			Kind: w.Kind, Seconds: int64(w.Oldest / time.Second), Count: w.Count,
		})
	}
	editions, err := s.Till.Store.Editions(ctx, maxArtworks)
	if err != nil {
		return nil, public(err)
	}
	for _, e := range editions {
		m.Artworks = append(m.Artworks, &checkoutv1.ArtworkEditions{
			ArtworkId: e.ArtworkID, EditionSize: e.Size, Sold: e.Sold, Held: e.Held,
		})
	}
	// From its end on: who waited for a count that took long would else begin another one.
	s.last, s.counted = m, s.Clock.Now()
	s.good = max(counted, rests*s.counted.Sub(now))
	return connect.NewResponse(m), nil
}
