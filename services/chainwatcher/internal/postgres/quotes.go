package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/postgres/db"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/quotes"
)

// RunningQuote implements quotes.Store.
func (s *Store) RunningQuote(ctx context.Context, checkoutID, contract string, now time.Time) (quotes.Quote, error) {
	row, err := s.queries(ctx).RunningQuote(ctx, db.RunningQuoteParams{CheckoutID: checkoutID, Contract: contract, Now: now})
	return quote(row), found(err)
}

// SaveQuote implements quotes.Store.
func (s *Store) SaveQuote(ctx context.Context, q quotes.Quote, price money.Money, now time.Time) (quotes.Quote, error) {
	var out quotes.Quote
	err := s.InTx(ctx, func(ctx context.Context) (err error) {
		if err := s.queries(ctx).LockCheckout(ctx, q.CheckoutID); err != nil {
			return err
		}
		if out, err = s.RunningQuote(ctx, q.CheckoutID, q.Contract, now); !errors.Is(err, chain.ErrNotFound) {
			return err
		}
		out = q
		return s.queries(ctx).PutQuote(ctx, db.PutQuoteParams{
			IntentHash: q.IntentHash, CheckoutID: q.CheckoutID, ChainID: q.ChainID, Contract: q.Contract, Data: q.Data, Value: q.Value,
			Amount: price.Amount, Currency: price.Currency, Rate: q.Rate, RateSource: q.RateSource, RateAt: q.RateAt, Deadline: q.Deadline, CreatedAt: now,
		})
	})
	return out, err
}

// Quote implements quotes.Store.
func (s *Store) Quote(ctx context.Context, intentHash string) (q quotes.Quote, paid bool, err error) {
	row, err := s.queries(ctx).ReadQuote(ctx, intentHash)
	return quote(row.Quote), row.Paid, found(err)
}

// HeadTime implements quotes.Store.
func (s *Store) HeadTime(ctx context.Context, chainID uint32) (time.Time, error) {
	c, err := s.Cursor(ctx, chainID)
	if errors.Is(err, chain.ErrNotFound) {
		return time.Time{}, nil
	}
	return c.Time, err
}

func quote(r db.Quote) quotes.Quote {
	return quotes.Quote{
		IntentHash: r.IntentHash, CheckoutID: r.CheckoutID, ChainID: r.ChainID, Contract: r.Contract, Data: r.Data, Value: r.Value, Rate: r.Rate,
		RateSource: r.RateSource, RateAt: r.RateAt, Deadline: r.Deadline,
	}
}
