package papers

import (
	"context"

	"github.com/vitrine/vitrine/services/checkout/internal/order"
)

// Outbox issues papers when it sees the events that make them due, in the same transaction and before anybody is told: a mail
// can name the number.
type Outbox struct {
	order.Outbox

	Desk *Desk
}

// Publish implements order.Outbox.
func (o Outbox) Publish(ctx context.Context, f order.Event) error {
	switch f := f.(type) {
	case order.OrderPaid:
		if err := o.Desk.Settle(ctx, f.Checkout.ID); err != nil {
			return err
		}
	case order.RefundSettled:
		return o.Desk.Settle(ctx, f.Checkout.ID) // meant for papers alone
	}
	return o.Outbox.Publish(ctx, f)
}
