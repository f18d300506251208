package notice

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
)

// The notices of steps that move no money; the core tells the others.
const (
	Held   order.NoticeKind = "held"
	Seen   order.NoticeKind = "seen"
	Failed order.NoticeKind = "failed"
	Ended  order.NoticeKind = "ended"
	Review order.NoticeKind = "review"
)

// notifier takes a notice, in the transaction that ctx carries.
type notifier interface {
	Notify(ctx context.Context, n order.Notice) error
}

// Store tells the buyer where a change left the order, in the transaction of the change. A state that a change only passes
// through is not told: who paid by card in one go hears once.
type Store struct {
	order.Store

	Pool *pgxpool.Pool
	Out  notifier
}

// Reserve implements order.Store.
func (s Store) Reserve(ctx context.Context, draft order.Checkout, maxHolds int) (c order.Checkout, created bool, err error) {
	err = postgres.InTx(ctx, s.Pool, func(ctx context.Context) error {
		if c, created, err = s.Store.Reserve(ctx, draft, maxHolds); err != nil || !created {
			return err
		}
		return s.Out.Notify(ctx, order.Notice{Key: string(Held) + ":" + c.ID, Kind: Held, Checkout: c})
	})
	if err != nil {
		return order.Checkout{}, false, err
	}
	return c, created, nil
}

// Update implements order.Store.
func (s Store) Update(ctx context.Context, id string, fn func(*order.Checkout) error) (c order.Checkout, err error) {
	err = postgres.InTx(ctx, s.Pool, func(ctx context.Context) error {
		var before order.Status
		c, err = s.Store.Update(ctx, id, func(c *order.Checkout) error {
			before = c.Status
			return fn(c)
		})
		if err != nil {
			return err
		}
		kind := of(before, c)
		if kind == "" {
			return nil
		}
		// The version makes each step a notice of its own, and a repeated one the same.
		return s.Out.Notify(ctx, order.Notice{Key: fmt.Sprintf("%s:%s:%d", kind, c.ID, c.Version), Kind: kind, Checkout: c})
	})
	if err != nil {
		return order.Checkout{}, err
	}
	return c, nil
}

// of is what a step from a state is told as, or empty.
func of(before order.Status, c order.Checkout) order.NoticeKind {
	if before == c.Status {
		return ""
	}
	switch c.Status {
	case order.PaymentSeen:
		return Seen
	case order.PaymentFailed:
		return Failed
	case order.Expired:
		return Ended
	case order.InReview:
		return Review
	case order.Confirming:
		if before != order.PaymentSeen {
			return Seen
		}
	}
	return ""
}
