package stripe

import (
	"context"

	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

// Refunds and Disputed are calls that Payment makes only if a charge has refunds or a dispute.
func (c *Cards) Refunds(ctx context.Context, intent string) ([]order.CardRefund, error) {
	return c.refunds(ctx, intent)
}

// Disputed exports dispute.
func (c *Cards) Disputed(ctx context.Context, intent string) (purchase.CardDispute, error) {
	var t order.CardState
	err := c.dispute(ctx, intent, &t)
	return t.Dispute, err
}
