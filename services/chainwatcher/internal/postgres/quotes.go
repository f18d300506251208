package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

// RunningQuote implements chain.QuoteStore.
func (s *Store) RunningQuote(ctx context.Context, checkoutID, contract string, now time.Time) (chain.Quote, error) {
	q, err := scanQuote(s.row(ctx, runningQuoteSQL, checkoutID, now, contract))
	return q, found(err)
}

// SaveQuote implements chain.QuoteStore.
func (s *Store) SaveQuote(ctx context.Context, q chain.Quote, price money.Money, now time.Time) (chain.Quote, error) {
	var out chain.Quote
	err := s.InTx(ctx, func(ctx context.Context) (err error) {
		if _, err := s.exec(ctx, lockCheckoutSQL, q.CheckoutID); err != nil {
			return err
		}
		if out, err = s.RunningQuote(ctx, q.CheckoutID, q.Contract, now); !errors.Is(err, chain.ErrNotFound) {
			return err
		}
		out = q
		_, err = s.exec(ctx, putQuoteSQL, q.IntentHash, q.CheckoutID, int64(q.ChainID), q.Contract, q.Data, q.Value, price.Amount, price.Currency,
			q.Rate, q.RateSource, q.RateAt, q.Deadline, now)
		return err
	})
	return out, err
}

// Quote implements chain.QuoteStore.
func (s *Store) Quote(ctx context.Context, intentHash string) (q chain.Quote, paid bool, err error) {
	err = s.row(ctx, quoteSQL, intentHash).Scan(&q.IntentHash, &q.CheckoutID, &q.ChainID, &q.Contract, &q.Data, &q.Value, &q.Rate,
		&q.RateSource, &q.RateAt, &q.Deadline, &paid)
	return q, paid, found(err)
}

// HeadTime implements chain.QuoteStore.
func (s *Store) HeadTime(ctx context.Context, chainID uint32) (time.Time, error) {
	c, err := s.Cursor(ctx, chainID)
	if errors.Is(err, chain.ErrNotFound) {
		return time.Time{}, nil
	}
	return c.Time, err
}

func scanQuote(r pgx.Row) (chain.Quote, error) {
	var q chain.Quote
	err := r.Scan(&q.IntentHash, &q.CheckoutID, &q.ChainID, &q.Contract, &q.Data, &q.Value, &q.Rate, &q.RateSource, &q.RateAt, &q.Deadline)
	return q, err
}
