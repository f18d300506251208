package checkout

import (
	"context"

	"github.com/vitrine/vitrine/services/checkout/internal/order"
)

// Orders returns the service's core.
func (s *Service) Orders() *order.Service { return s.orders }

// Measure sets the gauges of pending work.
func (s *Service) Measure(ctx context.Context) error {
	_, err := s.measure(ctx)
	return err
}

// Audit sets the gauge of the invariants.
func (s *Service) Audit(ctx context.Context) error {
	_, err := s.audit(ctx)
	return err
}

// RehearseTo is rehearse.
var RehearseTo = rehearse
