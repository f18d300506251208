package checkout

import (
	"context"

	"github.com/vitrine/vitrine/services/checkout/internal/order"
)

// Orders returns the service's core.
func (s *Service) Orders() *order.Service { return s.orders }

// Measure sets the gauges of pending work.
func (s *Service) Measure(ctx context.Context) error {
	return s.measure(ctx)
}

// Audit sets the gauge of the invariants.
func (s *Service) Audit(ctx context.Context) error {
	return s.audit(ctx)
}

// RehearseTo is rehearse.
var RehearseTo = rehearse
