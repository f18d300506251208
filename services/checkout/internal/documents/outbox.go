package documents

import (
	"context"

	"github.com/vitrine/vitrine/services/checkout/internal/order"
)

// Outbox issues documents when it receives the events that make them due, in the same transaction and before notices are
// sent, so that an email can contain the number.
type Outbox struct {
	order.Outbox

	Issuer *Issuer
}

// Publish implements order.Outbox.
func (o Outbox) Publish(ctx context.Context, event order.Event) error {
	switch event := event.(type) {
	case order.OrderPaid:
		if err := o.Issuer.IssueDue(ctx, event.Checkout.ID); err != nil {
			return err
		}
	case order.RefundSettled:
		return o.Issuer.IssueDue(ctx, event.Checkout.ID) // an event for documents only
	}
	return o.Outbox.Publish(ctx, event)
}
