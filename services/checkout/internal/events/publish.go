// Package events converts the core's events to messages, and other services' messages to calls of the core.
package events

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/metrics"
	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/kit/outbox"
	"github.com/vitrine/vitrine/kit/postgres"
	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
)

// Publisher writes events to the outbox, in the transaction that ctx carries.
type Publisher struct{ Pool *pgxpool.Pool }

// Publish implements the events part of order.Outbox.
func (p Publisher) Publish(ctx context.Context, event order.Event) error {
	id, m, err := encode(event)
	if err != nil {
		return err
	}
	if err := outbox.Add(ctx, postgres.Conn(ctx, p.Pool), id, m); err != nil {
		return err
	}
	if done, ok := event.(order.OrderCompleted); ok {
		// A repeated transaction is counted twice. That is rare and doesn't matter in a histogram.
		delivery().Observe(done.At.Sub(done.PaidAt).Seconds())
	}
	return nil
}

// delivery measures the time from a final payment to a final mint.
func delivery() prometheus.Histogram {
	return metrics.Register(prometheus.NewHistogram(prometheus.HistogramOpts{
		Name: "checkout_delivery_seconds", Help: "Time from a final payment to the final mint of its token.",
		Buckets: []float64{5, 15, 30, 60, 120, 300, 600, 1200, 3600, 6 * 3600, 24 * 3600},
	}))
}

// encode returns an event's message and its id. The same event always gets the same id.
func encode(event order.Event) (string, proto.Message, error) {
	switch event := event.(type) {
	case order.EditionsChanged:
		return fmt.Sprintf("checkout:editions_changed:%d:%d", event.ArtworkID, event.Version), &checkoutv1.EditionsChanged{
			ArtworkId: event.ArtworkID, Version: event.Version, Held: event.Held, Sold: event.Sold,
		}, nil
	case order.PhasesChanged:
		m := &checkoutv1.PhasesChanged{DropId: event.Schedule.DropID, Version: event.Schedule.Version}
		for _, p := range event.Schedule.Phases {
			times := &checkoutv1.PhaseTimes{StartsAt: timestamppb.New(p.StartsAt)}
			if !p.EndsAt.IsZero() {
				times.EndsAt = timestamppb.New(p.EndsAt)
			}
			m.Phases = append(m.Phases, times)
		}
		return fmt.Sprintf("checkout:phases_changed:%d:%d", m.GetDropId(), m.GetVersion()), m, nil
	case order.OrderPaid:
		return "checkout:order_paid:" + event.Checkout.ID, paid(event.Checkout), nil
	case order.OrderPaidAgain:
		return fmt.Sprintf("checkout:order_paid:%s:%d", event.Checkout.ID, event.At.UnixMicro()), paid(event.Checkout), nil
	case order.EtherRefundDue:
		return "checkout:ether_refund_due:" + event.RefundID, &checkoutv1.EtherRefundDue{
			RefundId: event.RefundID, CheckoutId: event.CheckoutID, ChainId: event.ChainID, To: event.To, Amount: event.Wei.String(),
			DecidedAt: timestamppb.New(event.At),
		}, nil
	case order.OrderCompleted:
		return "checkout:order_completed:" + event.CheckoutID, &checkoutv1.OrderCompleted{
			CheckoutId: event.CheckoutID, TokenId: event.TokenID, CompletedAt: timestamppb.New(event.At),
		}, nil
	case order.OrderDisputed:
		return fmt.Sprintf("checkout:order_disputed:%s:%d", event.CheckoutID, event.Version), &checkoutv1.OrderDisputed{
			CheckoutId: event.CheckoutID, TokenId: event.TokenID, Resolved: event.Resolved, Version: event.Version,
		}, nil
	case order.OrderRefunded:
		return "checkout:order_refunded:" + event.CheckoutID, &checkoutv1.OrderRefunded{
			CheckoutId: event.CheckoutID, TokenId: event.TokenID, Amount: price(event.Amount),
		}, nil
	}
	return "", nil, fmt.Errorf("no message for the event %T", event)
}

func paid(c order.Checkout) *checkoutv1.OrderPaid {
	m := &checkoutv1.OrderPaid{
		CheckoutId: c.ID, AccountId: c.Buyer.AccountID, ArtworkId: c.Artwork.ID, EditionNumber: c.Edition,
		EditionSize: c.EditionSize, TokenId: c.TokenID(), ChainId: c.Artwork.ChainID, Price: price(c.Price),
		PaymentMethod: string(c.Method), PaidAt: timestamppb.New(c.PaidAt), ArtworkTitle: c.Artwork.Title,
		ArtistName: c.Artwork.ArtistName, ArtworkSlug: c.Artwork.Slug, Email: c.Buyer.Email, ArtworkYear: c.Artwork.Year,
		ArtworkMedium: c.Artwork.Medium,
	}
	if g := c.Gift; g.IsGift() {
		m.Gift = &checkoutv1.OrderedGift{Email: g.Email, Message: g.Message, From: c.Buyer.Name, ImageUrl: c.Artwork.ImageURL, To: g.To, ToName: g.ToName}
	}
	return m
}

func price(m money.Money) *checkoutv1.Money {
	return &checkoutv1.Money{Amount: m.Amount, Currency: m.Currency}
}
