package postgres

import (
	"context"
	_ "embed"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/sale"
)

var (
	//go:embed queries/claim_sale_notices.sql
	claimSaleNoticesSQL string
	//go:embed queries/count_sales.sql
	countSalesSQL string
	//go:embed queries/end_sale_notice.sql
	endSaleNoticeSQL string
	//go:embed queries/put_sale_notice.sql
	putSaleNoticeSQL string
	//go:embed queries/sale_sums.sql
	saleSumsSQL string
	//go:embed queries/sales.sql
	salesSQL string
)

// Sales implements sale.Store.
type Sales struct{ pool *pgxpool.Pool }

// NewSales uses a migrated database.
func NewSales(pool *pgxpool.Pool) Sales { return Sales{pool} }

// SaleNotices is an order.Outbox that has an artist notified of each sale, in the transaction of the sale.
type SaleNotices struct {
	order.Outbox

	Pool *pgxpool.Pool
}

// Publish implements order.Outbox.
func (o SaleNotices) Publish(ctx context.Context, f order.Event) error {
	if paid, ok := f.(order.OrderPaid); ok && paid.Checkout.Artwork.ArtistID > 0 {
		if _, err := postgres.Conn(ctx, o.Pool).Exec(ctx, putSaleNoticeSQL, paid.Checkout.ID); err != nil {
			return err
		}
	}
	return o.Outbox.Publish(ctx, f)
}

// Sales implements sale.Store.
func (s Sales) Sales(ctx context.Context, artistID int64, limit, offset int) ([]sale.Sale, int, error) {
	var total int
	if err := s.pool.QueryRow(ctx, countSalesSQL, artistID).Scan(&total); err != nil || total <= offset {
		return nil, total, err
	}
	items, err := s.read(ctx, artistID, nil, limit, offset)
	return items, total, err
}

func (s Sales) read(ctx context.Context, artistID int64, ids []string, limit, offset int) ([]sale.Sale, error) {
	rows, err := postgres.Conn(ctx, s.pool).Query(ctx, salesSQL, artistID, ids, limit, offset)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, scanSale)
}

func scanSale(row pgx.CollectableRow) (v sale.Sale, err error) {
	var status order.Status
	var method order.Method
	var final bool
	var chainID int64
	var hold string
	var artist, booked, net money.Wei
	err = row.Scan(&v.ID, &v.ArtistID, at{&v.SoldAt}, &v.ArtworkID, &v.Slug, &v.Title, &v.Edition, &v.EditionSize, &v.Price.Amount,
		&v.Price.Currency, &v.ShareBps, &status, &final, &method, &v.Paid, &chainID, &v.Payout, &artist, &v.Transaction, &hold, &booked, &net)
	if err != nil {
		return v, err
	}
	v.Card, v.ChainID, v.Disputed = method == order.Card, uint32(chainID), status == order.Disputed
	switch {
	case v.Card:
		v.HeldReason = sale.HeldCard
	case v.Payout == "" && hold == sale.HeldFrozen:
		v.HeldReason = sale.HeldFrozen
	case v.Payout == "":
		v.HeldReason = sale.HeldNoWallet
	}
	v.Share = net
	switch {
	case !final && v.Payout != "":
		v.State, v.Share = sale.Confirming, artist
	case !final:
		v.State = sale.Confirming
		v.Share, _, err = v.Paid.Share(v.ShareBps)
	case status == order.Refunded:
		v.State, v.HeldReason = sale.Refunded, ""
	case v.Payout != "":
		v.State = sale.Credited
	default:
		v.State = sale.Held
	}
	v.PartlyRefunded = v.State != sale.Refunded && final && net.Cmp(booked) < 0
	return v, err
}

// Sums implements sale.Store.
func (s Sales) Sums(ctx context.Context, artistID int64) ([]sale.Sum, error) {
	rows, err := s.pool.Query(ctx, saleSumsSQL, artistID)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (v sale.Sum, err error) {
		var asset string
		if err := row.Scan(&asset, &v.Earned, &v.Credited, &v.Held); err != nil {
			return v, err
		}
		if !strings.HasPrefix(asset, "eip155:") {
			v.Currency = asset
			return v, nil
		}
		if _, err := fmt.Sscanf(asset, "eip155:%d", &v.ChainID); err != nil {
			return v, fmt.Errorf("ledger asset %q: %w", asset, err)
		}
		return v, nil
	})
}

// ClaimNotices implements sale.Store.
func (s Sales) ClaimNotices(ctx context.Context, limit int) ([]sale.Sale, error) {
	rows, err := s.pool.Query(ctx, claimSaleNoticesSQL, limit)
	if err != nil {
		return nil, err
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	return s.read(ctx, 0, ids, len(ids), 0)
}

// EndNotice implements sale.Store.
func (s Sales) EndNotice(ctx context.Context, saleID, outcome string, then func(ctx context.Context) error) error {
	return postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		tag, err := postgres.Conn(ctx, s.pool).Exec(ctx, endSaleNoticeSQL, saleID, outcome)
		if err != nil || tag.RowsAffected() == 0 {
			return err
		}
		return then(ctx)
	})
}
