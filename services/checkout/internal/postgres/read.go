package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
)

// Get implements order.Store.
func (s *Store) Get(ctx context.Context, id string) (order.Checkout, error) {
	if !valid(id) {
		return order.Checkout{}, order.ErrNotFound
	}
	return s.read(ctx, s.conn(ctx), id)
}

// List implements order.Store.
func (s *Store) List(ctx context.Context, accountID string, limit int) ([]order.Checkout, error) {
	q := s.conn(ctx)
	rows, err := q.Query(ctx, listCheckoutsSQL, accountID, limit, s.at())
	if err != nil {
		return nil, err
	}
	list, err := pgx.CollectRows(rows, scanCheckout)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	byID := map[string]*order.Checkout{}
	ids := make([]string, len(list))
	for i := range list {
		ids[i] = list[i].ID
		byID[ids[i]] = &list[i]
	}
	var b pgx.Batch
	b.Queue(quotesSQL, ids)
	b.Queue(paymentsSQL, ids)
	res := q.SendBatch(ctx, &b)
	err = errors.Join(
		each(res, scanQuote, func(id string, v order.Quote) { byID[id].Quotes = append(byID[id].Quotes, v) }),
		each(res, scanPayment, func(id string, v order.Payment) { byID[id].Payments = append(byID[id].Payments, v) }))
	return list, errors.Join(err, res.Close())
}

// read loads a whole checkout in one round trip.
func (s *Store) read(ctx context.Context, q postgres.Querier, id string) (c order.Checkout, err error) {
	ids := []string{id}
	var b pgx.Batch
	b.Queue(getCheckoutSQL, id, s.at())
	for _, sql := range []string{sessionsSQL, quotesSQL, paymentsSQL, refundsSQL, reviewsSQL} {
		b.Queue(sql, ids)
	}
	res := q.SendBatch(ctx, &b)
	defer func() {
		if e := res.Close(); err == nil {
			err = e
		}
	}()
	rows, err := res.Query()
	if err != nil {
		return c, err
	}
	c, err = pgx.CollectExactlyOneRow(rows, scanCheckout)
	if errors.Is(err, pgx.ErrNoRows) {
		return c, order.ErrNotFound
	}
	if err != nil {
		return c, err
	}
	return c, errors.Join(
		each(res, scanSession, func(_ string, v order.Session) { c.Sessions = append(c.Sessions, v) }),
		each(res, scanQuote, func(_ string, v order.Quote) { c.Quotes = append(c.Quotes, v) }),
		each(res, scanPayment, func(_ string, v order.Payment) { c.Payments = append(c.Payments, v) }),
		each(res, scanRefund, func(_ string, v order.Refund) { c.Refunds = append(c.Refunds, v) }),
		each(res, scanReview, func(_ string, v order.Review) { c.Reviews = append(c.Reviews, v) }))
}

// each reads one result of a batch row by row.
func each[T any](res pgx.BatchResults, scan func(pgx.CollectableRow) (string, T, error), add func(string, T)) error {
	rows, err := res.Query()
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		id, v, err := scan(rows)
		if err != nil {
			return err
		}
		add(id, v)
	}
	return rows.Err()
}

// at reads a time that may be null, in UTC.
type at struct{ to *time.Time }

// ScanTimestamptz is not used: pgx hands a *time.Time to Scan.
func (a at) Scan(src any) error {
	*a.to = time.Time{}
	if t, ok := src.(time.Time); ok {
		*a.to = t.UTC()
	}
	return nil
}

// text reads a text or uuid that may be null.
type text struct{ to *string }

func (t text) Scan(src any) error {
	*t.to, _ = src.(string)
	return nil
}

func scanCheckout(row pgx.CollectableRow) (c order.Checkout, err error) {
	a, b := &c.Artwork, &c.Buyer
	var chainID, mintChainID int64
	err = row.Scan(&c.ID, &c.Version, &c.Status, &c.Reason, &b.AccountID, &b.Email, &b.EmailVerified, &b.Name, &a.ID, &a.Slug, &a.Title,
		&a.ArtistID, &a.ArtistName, &a.Year, &a.Medium, &a.ImageURL, &chainID, &c.Edition, &c.EditionSize,
		&c.Price.Amount, &c.Price.Currency, &c.ShareBps, &c.Method, &c.TermsVersion, at{&c.CreatedAt}, at{&c.UpdatedAt},
		at{&c.ExpiresAt}, at{&c.PaidAt}, at{&c.CompletedAt}, &c.TransactionHash, &c.MintTransactionHash, &mintChainID,
		&c.DisputeVersion, &c.ReceiptYear, &c.ReceiptNumber, &c.Unit.Status, text{&c.Unit.Checkout},
		&c.BillingCountry, &c.ImmediateDelivery, &c.CardDecline, at{&c.Now})
	a.ChainID, c.MintChainID = uint32(chainID), uint32(mintChainID)
	return c, err
}

func scanSession(row pgx.CollectableRow) (id string, v order.Session, err error) {
	return id, v, row.Scan(&id, &v.ID, &v.Status, &v.ProviderID, &v.URL, at{&v.EndsAt}, at{&v.CreatedAt})
}

func scanQuote(row pgx.CollectableRow) (id string, v order.Quote, err error) {
	var chainID int64
	var wei string
	err = row.Scan(&id, &v.IntentHash, &chainID, &v.To, &v.Data, &wei, &v.Rate, &v.RateSource, at{&v.RateAt}, at{&v.ExpiresAt},
		at{&v.CreatedAt}, &v.Payout, &v.ShareBps, at{&v.EndedAt}, &v.PayoutHold, at{&v.RevokedAt})
	if err != nil {
		return id, v, err
	}
	v.ChainID = uint32(chainID)
	v.Value, err = money.ParseWei(wei)
	return id, v, err
}

func scanPayment(row pgx.CollectableRow) (id string, v order.Payment, err error) {
	var chainID int64
	var wei, artist string
	err = row.Scan(&id, &v.ID, &v.Key, &v.Method, &v.Status, &v.Amount.Amount, &v.Amount.Currency, &v.Credited, at{&v.At},
		&v.ProviderID, &chainID, &v.BlockHash, &v.BlockNumber, at{&v.BlockTime}, &v.LogIndex, &v.Transaction, &v.Payer, &wei,
		&artist, &v.Artist, &v.RefundAddress, &v.IntentHash, &v.Unexpected, &v.Asset)
	if err != nil {
		return id, v, err
	}
	v.ChainID = uint32(chainID)
	if v.Wei, err = money.ParseWei(wei); err != nil {
		return id, v, err
	}
	v.ArtistWei, err = money.ParseWei(artist)
	return id, v, err
}

func scanRefund(row pgx.CollectableRow) (id string, v order.Refund, err error) {
	var chainID int64
	var wei string
	err = row.Scan(text{&id}, &v.ID, text{&v.PaymentID}, &v.Status, &v.Amount.Amount, &v.Amount.Currency, &v.Reason, &v.ProviderID,
		at{&v.CreatedAt}, &v.Method, &chainID, &v.To, &wei, &v.Transaction, &v.Returned)
	if err != nil {
		return id, v, err
	}
	v.ChainID = uint32(chainID)
	if wei != "0" {
		v.Wei, err = money.ParseWei(wei)
	}
	return id, v, err
}
