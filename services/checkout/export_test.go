package checkout

import (
	"context"

	"github.com/vitrine/vitrine/services/checkout/internal/order"
)

// Till is what the service's doors lead to.
func (s *Service) Till() *order.Service { return s.till }

// Measure sets the gauges of waiting work.
func (s *Service) Measure(ctx context.Context) error {
	_, err := s.measure(ctx)
	return err
}

// Audit sets the gauge of the invariants.
func (s *Service) Audit(ctx context.Context) error {
	_, err := s.audit(ctx)
	return err
}
