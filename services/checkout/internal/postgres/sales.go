package postgres

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres/batch"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres/db"
	"github.com/vitrine/vitrine/services/checkout/internal/sale"
)

// Sales implements sale.Store.
type Sales struct{ Pool *pgxpool.Pool }

// ClaimNotices implements sale.Store.
func (s Sales) ClaimNotices(ctx context.Context, limit int) ([]sale.Notice, error) {
	rows, err := db.New(s.Pool).ClaimSaleNotices(ctx, int32(limit))
	return batch.Converted(rows, func(r db.ClaimSaleNoticesRow) sale.Notice {
		return sale.Notice{SaleID: r.CheckoutID, ArtistID: r.ArtistID}
	}), err
}

// EndNotice implements sale.Store.
func (s Sales) EndNotice(ctx context.Context, saleID, outcome string, then func(ctx context.Context) error) error {
	return postgres.InTx(ctx, s.Pool, func(ctx context.Context) error {
		ended, err := db.New(postgres.Conn(ctx, s.Pool)).EndSaleNotice(ctx, db.EndSaleNoticeParams{CheckoutID: saleID, Outcome: outcome})
		if err != nil || ended == 0 {
			return err
		}
		return then(ctx)
	})
}
