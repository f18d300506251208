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
func (o Outbox) Publish(ctx context.Context, f order.Event) error {
	switch f := f.(type) {
	case order.OrderPaid:
		if err := o.Issuer.IssueDue(ctx, f.Checkout.ID); err != nil {
			return err
		}
	case order.RefundSettled:
		return o.Issuer.IssueDue(ctx, f.Checkout.ID) // an event for documents only
	}
	return o.Outbox.Publish(ctx, f)
}
