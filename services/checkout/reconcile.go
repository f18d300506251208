package checkout

import (
	"context"
	"time"
)

const (
	// measured is the interval of updating the gauges of pending work.
	measured = 15 * time.Second
	// audited is the interval of counting the invariants, which reads all orders.
	audited = 5 * time.Minute
)

// reconcilers returns the rounds that run until ctx ends.
func (s *Service) reconcilers() []func(context.Context) error {
	cfg := s.Config
	only := func(do func(context.Context) error) func(context.Context) (int, error) {
		return func(ctx context.Context) (int, error) { return 0, do(ctx) }
	}
	return []func(context.Context) error{
		s.rounds("holds", cfg.ReconcileEvery, s.orders.ExpireHolds),
		s.rounds("sessions", cfg.ReconcileEvery, s.orders.CheckSessions),
		s.rounds("refunds", cfg.ReconcileEvery, s.refunds.Push),
		s.rounds("unmatched", cfg.ReconcileEvery, s.refunds.PushUnmatched),
		s.rounds("settled", cfg.CompareEvery, s.orders.CheckSettled),
		s.rounds("mints", cfg.CompareEvery, s.orders.CheckMints),
		s.rounds("ether", cfg.CompareEvery, s.refunds.CheckEther),
		s.rounds("forgotten", cfg.CompareEvery, s.refunds.Reopen),
		s.rounds("refund_requests", cfg.CompareEvery, s.refunds.CheckRequests),
		s.rounds("auctions", cfg.ReconcileEvery, s.auctions.Settle),
		s.rounds("phases", cfg.CompareEvery, s.store.PublishPhases),
		s.rounds("chain", cfg.CompareEvery, only(s.orders.ReconcileChain)),
		s.rounds("card events", cfg.CompareEvery, s.webhook.CatchUp),
		s.rounds("sale mails", cfg.ReconcileEvery, s.notices.Notify),
		s.rounds("networks of holds", audited, only(s.holds.ForgetNetworks)),
		s.rounds("gauges", measured, only(s.measure)), s.rounds("invariants", audited, only(s.audit)),
	}
}

// rounds repeats one kind of work until ctx ends. After a round that found work without failures, the next round starts
// immediately: there may be more.
func (s *Service) rounds(work string, every time.Duration, do func(context.Context) (int, error)) func(context.Context) error {
	return func(ctx context.Context) error {
		for ctx.Err() == nil {
			if s.round(ctx, work, do) {
				continue
			}
			select {
			case <-ctx.Done():
			case <-time.After(every):
			}
		}
		return nil
	}
}

// round runs one round and reports whether there may be more work.
func (s *Service) round(ctx context.Context, work string, do func(context.Context) (int, error)) bool {
	n, err := do(ctx)
	switch {
	case ctx.Err() != nil:
		return false
	case err != nil:
		s.metrics.rounds.WithLabelValues(work, "failed").Inc()
		s.Log.WarnContext(ctx, "reconciling waits", "work", work, "error", err)
		return false
	}
	s.metrics.rounds.WithLabelValues(work, "ok").Inc()
	return n > 0
}

func (s *Service) measure(ctx context.Context) error {
	waits, err := s.counts.Store.Unresolved(ctx)
	if err != nil {
		return err
	}
	for _, w := range waits {
		s.metrics.oldest.WithLabelValues(w.Kind).Set(w.Oldest.Seconds())
		s.metrics.unresolved.WithLabelValues(w.Kind).Set(float64(w.Count))
	}
	return nil
}

func (s *Service) audit(ctx context.Context) error {
	i, err := s.counts.Count(ctx)
	if err != nil {
		return err
	}
	s.metrics.violations.Set(float64(i.Violations()))
	return nil
}
