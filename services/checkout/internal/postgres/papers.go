package postgres

import (
	"context"
	_ "embed"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/papers"
)

var (
	//go:embed queries/papers_lock.sql
	papersLockSQL string
	//go:embed queries/papers_next.sql
	papersNextSQL string
	//go:embed queries/papers_of.sql
	papersOfSQL string
	//go:embed queries/papers_put.sql
	papersPutSQL string
	//go:embed queries/papers_rate.sql
	papersRateSQL string
)

// Papers implements papers.Store.
type Papers struct{ pool *pgxpool.Pool }

// NewPapers uses a migrated database.
func NewPapers(pool *pgxpool.Pool) Papers { return Papers{pool} }

func (s Papers) conn(ctx context.Context) postgres.Querier { return postgres.Conn(ctx, s.pool) }

// InTx implements papers.Store.
func (s Papers) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	return postgres.InTx(ctx, s.pool, fn)
}

// Lock implements papers.Store.
func (s Papers) Lock(ctx context.Context, checkoutID string) error {
	if !valid(checkoutID) {
		return order.ErrNotFound
	}
	_, err := s.conn(ctx).Exec(ctx, papersLockSQL, checkoutID)
	return err
}

// Rate implements papers.Store.
func (s Papers) Rate(ctx context.Context, country string, at time.Time) (bps int, err error) {
	return bps, s.conn(ctx).QueryRow(ctx, papersRateSQL, country, at).Scan(&bps)
}

// Next implements papers.Store.
func (s Papers) Next(ctx context.Context, series string, year int) (n int64, err error) {
	return n, s.conn(ctx).QueryRow(ctx, papersNextSQL, series, year).Scan(&n)
}

// Put implements papers.Store.
func (s Papers) Put(ctx context.Context, p papers.Paper) error {
	_, err := s.conn(ctx).Exec(ctx, papersPutSQL, p.ID, p.Kind, p.Series, p.Year, p.Seq, p.Number, p.CheckoutID, null(p.RefundID),
		null(p.InvoiceID), p.IssuedAt, p.SuppliedAt, p.Seller.Name, p.Seller.Address, p.Seller.Country, p.Seller.VATID, p.Seller.Bank,
		p.Seller.Note, p.BuyerName, p.BuyerEmail, p.BillingCountry, p.Country, p.RateBps, p.Gross.Currency, p.Gross.Amount,
		p.Net.Amount, p.VAT.Amount, p.Title, p.Artist, p.Medium, p.WorkYear, p.Edition, p.EditionSize, p.TokenID, p.Method,
		int64(p.ChainID), p.Wei.String(), p.Rate, p.RateSource, postgres.NullTime(p.RateAt), p.Transaction, p.Reason)
	return err
}

// Of implements papers.Store.
func (s Papers) Of(ctx context.Context, checkoutIDs []string) ([]papers.Paper, error) {
	if len(checkoutIDs) == 0 {
		return nil, nil
	}
	rows, err := s.conn(ctx).Query(ctx, papersOfSQL, checkoutIDs)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, scanPaper)
}

func scanPaper(row pgx.CollectableRow) (p papers.Paper, err error) {
	var chainID int64
	var wei, currency string
	err = row.Scan(&p.ID, &p.Kind, &p.Series, &p.Year, &p.Seq, &p.Number, &p.CheckoutID, text{&p.RefundID}, text{&p.InvoiceID},
		at{&p.IssuedAt}, at{&p.SuppliedAt}, &p.Seller.Name, &p.Seller.Address, &p.Seller.Country, &p.Seller.VATID, &p.Seller.Bank,
		&p.Seller.Note, &p.BuyerName, &p.BuyerEmail, &p.BillingCountry, &p.Country, &p.RateBps, &currency, &p.Gross.Amount,
		&p.Net.Amount, &p.VAT.Amount, &p.Title, &p.Artist, &p.Medium, &p.WorkYear, &p.Edition, &p.EditionSize, &p.TokenID, &p.Method,
		&chainID, &wei, &p.Rate, &p.RateSource, at{&p.RateAt}, &p.Transaction, &p.Reason, &p.InvoiceNumber)
	if err != nil {
		return p, err
	}
	p.Gross.Currency, p.Net.Currency, p.VAT.Currency, p.ChainID = currency, currency, currency, uint32(chainID)
	p.Wei, err = money.ParseWei(wei)
	return p, err
}
