package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// lost are the orders that a restore loses because they are newer than the restored time, and what other systems still have of them.
type lost struct {
	orders int64
	// payments are the payments as reviews identify them: by the key of a card payment, by the transaction of one on the chain.
	payments []string
	// provider has the tables of the card provider, which is an external system and isn't restored.
	provider map[string][]byte
}

// providerTables are the card provider's, parents first.
var providerTables = []string{"objects", "events", "replies", "disputes_due"}

// afterMoment selects the orders that a restore loses, except for $1.
const afterMoment = `FROM checkouts c WHERE NOT c.id = ANY ($1::uuid[])`

// sell records the time to restore to, and waits until later orders have final payments by card and on the chain, and some of their tokens
// were minted.
func (b *backups) sell(ctx context.Context) error {
	err := pgx.BeginFunc(ctx, b.pools["checkout"], func(tx pgx.Tx) error {
		// Orders that are being created wait, so each is committed before the moment or after it.
		if _, err := tx.Exec(ctx, `LOCK TABLE checkouts IN EXCLUSIVE MODE`); err != nil {
			return err
		}
		return tx.QueryRow(ctx, `SELECT clock_timestamp()::text, coalesce(array_agg(id::text), '{}'),
			coalesce(array_agg(id::text) FILTER (WHERE paid_at IS NOT NULL), '{}') FROM checkouts`).Scan(&b.until, &b.known, &b.paid)
	})
	if err != nil {
		return err
	}
	return until(ctx, 3*time.Minute, "paid orders to lose", func() bool {
		for _, sql := range []string{
			`SELECT count(*) ` + afterMoment + ` AND EXISTS (SELECT FROM payments p WHERE p.checkout_id = c.id AND p.status = 'final' AND p.method = 'card')`,
			`SELECT count(*) ` + afterMoment + ` AND EXISTS (SELECT FROM payments p WHERE p.checkout_id = c.id AND p.status = 'final' AND p.method = 'ether')`,
			`SELECT count(*) ` + afterMoment + ` AND c.status = 'completed'`,
		} {
			if n, err := b.count(ctx, "checkout", sql, b.known); err != nil || n == 0 {
				return false
			}
		}
		return true
	})
}

// noteLost reads what the restore will lose. The services are stopped.
func (b *backups) noteLost(ctx context.Context) (l lost, err error) {
	if l.orders, err = b.count(ctx, "checkout", `SELECT count(*) `+afterMoment, b.known); err != nil {
		return l, err
	}
	l.payments, err = b.strings(ctx, "checkout", `SELECT CASE p.method WHEN 'card' THEN p.key ELSE p.transaction END FROM payments p
		WHERE p.status = 'final' AND p.checkout_id IN (SELECT c.id `+afterMoment+`)`, b.known)
	if err != nil {
		return l, err
	}
	// Include earlier orders that were paid later: the restore loses their payment, and their holds may end.
	minted, err := b.strings(ctx, "checkout", `SELECT (artwork_id * 1000000 + edition)::text FROM checkouts WHERE paid_at IS NOT NULL AND NOT id = ANY ($1::uuid[])`, b.paid)
	if err != nil {
		return l, err
	}
	for _, token := range minted {
		b.orphans[token] = true
	}
	l.provider = map[string][]byte{}
	for _, table := range providerTables {
		if l.provider[table], err = copyOut(ctx, b.pools["cards"], table); err != nil {
			return l, err
		}
	}
	return l, nil
}

// keepProvider restores the card provider's newer records, which the restore of our database server has also reverted.
func (l lost) keepProvider(ctx context.Context, b backups) error {
	if l.provider == nil {
		return nil
	}
	return pgx.BeginFunc(ctx, b.pools["cards"], func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `TRUNCATE objects, events, replies, disputes_due`); err != nil {
			return err
		}
		for _, table := range providerTables {
			if _, err := tx.Conn().PgConn().CopyFrom(ctx, bytes.NewReader(l.provider[table]), `COPY `+table+` FROM STDIN`); err != nil {
				return err
			}
		}
		for _, table := range []string{"objects", "events"} {
			if _, err := tx.Exec(ctx, `SELECT setval(pg_get_serial_sequence('`+table+`', 'seq'), (SELECT coalesce(max(seq), 0) + 1 FROM `+table+`))`); err != nil {
				return err
			}
		}
		return nil
	})
}

// found waits until each payment of a lost order has opened a review.
func (l lost) found(ctx context.Context, r *rig, figures map[string]any) error {
	if l.provider == nil {
		return nil
	}
	began := time.Now()
	var n int64
	err := until(ctx, 3*time.Minute, "reviews of the payments of lost orders", func() bool {
		var err error
		n, err = r.count(ctx, "checkout", `SELECT count(*) FROM reviews WHERE checkout_id IS NULL AND (key = ANY ($1) OR method = 'ether' AND transaction = ANY ($1))`, l.payments)
		return err == nil && n == int64(len(l.payments))
	})
	figures["paymentsOfLostOrders"], figures["foundSeconds"] = len(l.payments), round(time.Since(began))
	if err != nil {
		return fmt.Errorf("%w: %d of %d", err, n, len(l.payments))
	}
	return nil
}

func copyOut(ctx context.Context, pool *pgxpool.Pool, table string) ([]byte, error) {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return nil, err
	}
	defer conn.Release()
	var out bytes.Buffer
	_, err = conn.Conn().PgConn().CopyTo(ctx, &out, `COPY `+table+` TO STDOUT`)
	return out.Bytes(), errors.Join(err, ctx.Err())
}
