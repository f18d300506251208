package read

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/postgres"
	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres/batch"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres/db"
)

// Requests shows refunds that wait for a second member of staff or for a token.
type Requests struct{ Pool *pgxpool.Pool }

// List returns requests: first pending ones and those that staff have to try again, oldest first, then those that wait for a token, then ended
// ones, newest first. Those that haven't ended have what the first person saw: the order and its earlier refunds.
func (s Requests) List(ctx context.Context, limit int) (out []*checkoutv1.RequestedRefund, err error) {
	byID := map[string]*checkoutv1.RequestedRefund{}
	err = batch.Query(ctx, postgres.Conn(ctx, s.Pool),
		batch.Each(ctx, (*db.Queries).ShownRefundRequests, int32(limit), func(r db.ShownRefundRequestsRow) {
			m := request(r.RefundRequest)
			if r.PriceCurrency != "" {
				m.ArtworkTitle, m.ArtistName, m.EditionNumber, m.EditionSize = r.ArtworkTitle, r.ArtistName, r.Edition, r.EditionSize
				m.Price = amount(r.PriceAmount, r.PriceCurrency)
			}
			out, byID[m.GetId()] = append(out, m), m
		}),
		func(q *db.Queries) error {
			rows, err := q.RefundsBeforeRequests(ctx)
			for _, r := range rows {
				if m := byID[r.RequestID]; m != nil {
					m.EarlierRefunds = append(m.EarlierRefunds, refund(r.Refund))
				}
			}
			return err
		})
	return out, err
}

// Get returns a request without its order.
func (s Requests) Get(ctx context.Context, id string) (*checkoutv1.RequestedRefund, error) {
	row, err := queries(ctx, s.Pool).ReadRefundRequest(ctx, id)
	if err != nil {
		return nil, err
	}
	return request(row), nil
}

func request(r db.RefundRequest) *checkoutv1.RequestedRefund {
	m := &checkoutv1.RequestedRefund{
		Id: r.ID, Status: string(r.Status), CheckoutId: text(r.CheckoutID), ReviewId: text(r.ReviewID), PaymentMethod: string(r.Method),
		ChainId: r.ChainID, RefundAddress: r.PayTo, RequestedBy: r.RequestedBy, Note: r.Note, DecidedBy: r.DecidedBy,
		CreatedAt: timestamppb.New(r.CreatedAt), ExpiresAt: timestamppb.New(r.ExpiresAt), DecidedAt: at(r.DecidedAt),
		TokenPlace: string(r.Place), AgainstReturn: r.ReturnTo != "", TokenReturnedAt: at(r.ReturnedAt), Problem: string(r.Problem),
	}
	m.Amount, m.Wei = paid(r.Method, r.Amount, r.Currency, r.Wei)
	return m
}
