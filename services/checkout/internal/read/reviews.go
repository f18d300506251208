package read

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/eip55"
	"github.com/vitrine/vitrine/kit/postgres"
	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres/batch"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres/db"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

// Reviews shows staff payments that no rule could resolve. The core decides what they can do about them.
type Reviews struct{ Pool *pgxpool.Pool }

// List returns reviews: open ones first, oldest first, then closed ones, newest first. status is open, closed or empty.
func (s Reviews) List(ctx context.Context, status string, limit int) ([]*checkoutv1.Review, error) {
	rows, err := queries(ctx, s.Pool).ListReviews(ctx, db.ListReviewsParams{Status: status, Limit: int32(limit)})
	if err != nil {
		return nil, err
	}
	return s.messages(ctx, rows)
}

// OfOrder returns the reviews of an order, oldest first.
func (s Reviews) OfOrder(ctx context.Context, id string) ([]*checkoutv1.Review, error) {
	rows, err := queries(ctx, s.Pool).Reviews(ctx, []string{id})
	if err != nil {
		return nil, err
	}
	return s.messages(ctx, rows)
}

// Get returns a review.
func (s Reviews) Get(ctx context.Context, id string) (*checkoutv1.Review, error) {
	row, err := queries(ctx, s.Pool).ReadReview(ctx, id)
	if err != nil {
		return nil, err
	}
	list, err := s.messages(ctx, []db.Review{row})
	if err != nil {
		return nil, err
	}
	return list[0], nil
}

// reviewed is what belongs to reviews: orders and payments by id, quotes by intent, and where refunds went by review.
type reviewed struct {
	orders   map[string]db.ReviewedOrdersRow
	payments map[string]db.Payment
	quotes   map[string]db.Quote
	sentTo   map[string]string
}

func (s Reviews) messages(ctx context.Context, rows []db.Review) ([]*checkoutv1.Review, error) {
	var reviews, orders []string
	for _, r := range rows {
		reviews = append(reviews, r.ID)
		if r.CheckoutID != nil {
			orders = append(orders, *r.CheckoutID)
		}
	}
	about := reviewed{map[string]db.ReviewedOrdersRow{}, map[string]db.Payment{}, map[string]db.Quote{}, map[string]string{}}
	err := batch.Query(ctx, postgres.Conn(ctx, s.Pool),
		batch.Each(ctx, (*db.Queries).ReviewedOrders, orders, func(r db.ReviewedOrdersRow) { about.orders[r.ID] = r }),
		batch.Each(ctx, (*db.Queries).Payments, orders, func(r db.Payment) { about.payments[r.ID] = r }),
		batch.Each(ctx, (*db.Queries).Quotes, orders, func(r db.Quote) { about.quotes[r.IntentHash] = r }),
		batch.Each(ctx, (*db.Queries).ReviewedRefunds, reviews, func(r db.ReviewedRefundsRow) { about.sentTo[r.ReviewID] = r.PayTo }))
	return batch.Converted(rows, about.message), err
}

func (a reviewed) message(r db.Review) *checkoutv1.Review {
	p, ofOrder := a.payments[text(r.PaymentID)]
	if !ofOrder {
		p = db.Payment{
			Method: r.Method, Amount: r.Amount, Currency: r.Currency, ProviderID: r.ProviderID, ChainID: r.ChainID, Transaction: r.Transaction,
			Payer: r.Payer, Wei: r.Wei, Asset: r.Asset, RefundAddress: r.RefundAddress,
		}
	}
	if to, sent := a.sentTo[r.ID]; sent {
		p.RefundAddress = to // the one that staff entered, if any
	}
	m := &checkoutv1.Review{
		Id: r.ID, Reason: r.Reason, Detail: r.Detail, PaymentMethod: string(p.Method), ChainId: p.ChainID, TransactionHash: p.Transaction,
		Payer: p.Payer, Status: "open", Decision: string(r.Decision), DecidedBy: r.DecidedBy, Note: r.Note, CreatedAt: timestamppb.New(r.CreatedAt),
		ClosedAt: at(r.ClosedAt), Asset: p.Asset, ProviderPayment: p.ProviderID,
	}
	if r.ClosedAt != nil {
		m.Status = "closed"
	}
	if p.Method != purchase.NoMethod {
		m.Amount, m.Wei = paid(p.Method, p.Amount, p.Currency, p.Wei)
	}
	if p.Method == purchase.Ether {
		m.RefundAddress, _ = eip55.Checksum(p.RefundAddress)
	}
	o, ok := a.orders[text(r.CheckoutID)]
	if !ok {
		return m
	}
	m.CheckoutId, m.CheckoutStatus, m.ArtworkTitle, m.ArtistId, m.ArtistName = o.ID, string(o.Status), o.ArtworkTitle, o.ArtistID, o.ArtistName
	// The expected amount is the quote's, or else the price.
	if q := a.quotes[p.IntentHash]; p.Method == purchase.Ether && q.CheckoutID == o.ID {
		m.AskedWei = q.Value.String()
	} else {
		m.Asked = amount(o.PriceAmount, o.PriceCurrency)
	}
	return m
}
