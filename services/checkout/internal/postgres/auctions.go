package postgres

import (
	"context"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/checkout/internal/auction"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres/db"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

// UpdateAuction implements auction.Store.
func (s *Store) UpdateAuction(ctx context.Context, id string, fn func(*auction.Auction) error) (a auction.Auction, err error) {
	err = postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		q := s.queries(ctx)
		// Lock in a separate statement, so that the counts after it include the transactions that it waited for.
		if err := q.LockAuction(ctx, id); err != nil {
			return err
		}
		row, err := q.GetAuction(ctx, db.GetAuctionParams{ID: id, Now: s.at()})
		if err != nil {
			return found(err)
		}
		a = auctionOf(row)
		before := a
		if err := fn(&a); err != nil || a == before {
			return err
		}
		if err := q.SetActor(ctx, string(purchase.ActorReconciler)); err != nil {
			return err
		}
		price := &a.LastPrice
		if a.LastPrice == 0 {
			price = nil
		}
		return q.SaveAuction(ctx, db.SaveAuctionParams{
			ID: id, Status: a.Status, EndedAt: postgres.NullTime(a.EndedAt), Price: price, SettledAt: postgres.NullTime(a.SettledAt),
		})
	})
	return a, err
}

func auctionOf(row db.GetAuctionRow) auction.Auction {
	a := row.Auction
	return auction.Auction{
		ID: a.ID, PhaseID: a.PhaseID, ArtworkID: a.ArtworkID, Status: a.Status, LastPrice: orNothing(a.Price), EndedAt: utc(a.EndedAt),
		SettledAt: utc(a.SettledAt), Now: row.Now.UTC(), EndsAt: utc(row.PhaseEndsAt), SoldOut: row.SoldOut, Undecided: int(row.Undecided),
		LowestPaid: row.LowestPaid, Unsettled: int(row.Unsettled),
	}
}

// UnsettledOrders implements auction.Store.
func (s *Store) UnsettledOrders(ctx context.Context, id string, limit int) ([]string, error) {
	return s.queries(ctx).UnsettledOrders(ctx, db.UnsettledOrdersParams{AuctionID: &id, Limit: int32(limit)})
}
