package checkout

import (
	"context"

	"github.com/vitrine/vitrine/services/checkout/internal/order"
)

// Till is what the service's doors lead to.
func (s *Service) Till() *order.Service { return s.till }

// Measure sets the gauges.
func (s *Service) Measure(ctx context.Context) error {
	_, err := s.measure(ctx)
	return err
}
