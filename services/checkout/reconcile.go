package checkout

import (
	"context"
	"time"

	"github.com/vitrine/vitrine/services/checkout/internal/order"
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
	var jobs []func(context.Context) error
	for work, every := range map[order.Work]time.Duration{
		order.WorkHolds: cfg.ReconcileEvery, order.WorkSessions: cfg.ReconcileEvery, order.WorkRefunds: cfg.ReconcileEvery,
		order.WorkUnmatched: cfg.ReconcileEvery, order.WorkSettled: cfg.CompareEvery, order.WorkMints: cfg.CompareEvery,
		order.WorkEther: cfg.CompareEvery, order.WorkForgotten: cfg.CompareEvery, order.WorkRequests: cfg.CompareEvery,
		order.WorkAuctions: cfg.ReconcileEvery,
	} {
		jobs = append(jobs, s.rounds(string(work), every, func(ctx context.Context) (int, error) { return s.orders.Reconcile(ctx, work) }))
	}
	return append(jobs,
		s.rounds("chain", cfg.CompareEvery, func(ctx context.Context) (int, error) { return 0, s.orders.ReconcileChain(ctx) }),
		s.rounds("card events", cfg.CompareEvery, s.webhook.CatchUp),
		s.rounds("sale mails", cfg.ReconcileEvery, s.notices.Notify),
		s.rounds("networks of holds", audited, func(ctx context.Context) (int, error) { return 0, s.orders.ForgetNetworks(ctx) }),
		s.rounds("gauges", measured, s.measure), s.rounds("invariants", audited, s.audit))
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

func (s *Service) measure(ctx context.Context) (int, error) {
	waits, err := s.orders.Store.Unresolved(ctx)
	if err != nil {
		return 0, err
	}
	for _, w := range waits {
		s.metrics.oldest.WithLabelValues(w.Kind).Set(w.Oldest.Seconds())
		s.metrics.unresolved.WithLabelValues(w.Kind).Set(float64(w.Count))
	}
	return 0, nil
}

func (s *Service) audit(ctx context.Context) (int, error) {
	i, err := s.orders.Invariants(ctx)
	if err != nil {
		return 0, err
	}
	s.metrics.violations.Set(float64(i.Violations()))
	return 0, nil
}
