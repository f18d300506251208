package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

// TakeRefund implements chain.RefundStore.
func (s *Store) TakeRefund(ctx context.Context, r chain.Refund, now time.Time, sender string) error {
	_, err := s.exec(ctx, putRefundSQL, r.ID, int64(r.ChainID), r.CheckoutID, r.To, r.Amount, r.DecidedAt, now, r.Status, r.Reason)
	if err != nil || r.Status == chain.RefundFailed {
		return err
	}
	_, err = s.exec(ctx, queueTransactionSQL, id.New(), int64(r.ChainID), sender, chain.PayBack, r.ID, int64(0), "", []byte{})
	return err
}

// Refund implements chain.RefundStore.
func (s *Store) Refund(ctx context.Context, refundID string) (chain.Refund, error) {
	r, err := scanRefund(s.row(ctx, refundSQL, refundID))
	return r, found(err)
}

// RefundedSince implements chain.RefundStore.
func (s *Store) RefundedSince(ctx context.Context, chainID uint32, since time.Time) (sum money.Wei, err error) {
	if _, err := s.exec(ctx, lockRefundsSQL, int64(chainID)); err != nil {
		return sum, err
	}
	return sum, s.row(ctx, refundedSinceSQL, int64(chainID), since).Scan(&sum)
}

// FailRefund implements chain.SignerStore.
func (s *Store) FailRefund(ctx context.Context, refundID, reason string) (chain.Refund, error) {
	r, err := scanRefund(s.row(ctx, failRefundSQL, refundID, reason))
	return r, found(err)
}

// sendRefunds notes the refunds that blocks hold. One that is not ours, or not waiting, changes nothing.
func (s *Store) sendRefunds(ctx context.Context, blocks []chain.Block) ([]chain.Refund, error) {
	var out []chain.Refund
	for _, b := range blocks {
		for _, e := range b.Refunds {
			r, err := scanRefund(s.row(ctx, sendRefundSQL, e.RefundID, int64(e.ChainID), e.TxHash, int64(b.Number)))
			if errors.Is(err, pgx.ErrNoRows) {
				continue
			}
			if err != nil {
				return nil, err
			}
			out = append(out, r)
		}
	}
	return out, nil
}

func (s *Store) putIncoming(ctx context.Context, id int64, blocks []chain.Block) error {
	var rows [][]any
	for _, b := range blocks {
		for _, m := range b.Incoming {
			rows = append(rows, []any{id, b.Hash, m.TxHash, m.LogIndex, int64(b.Number), m.Payer, m.To, m.Asset, m.Amount})
		}
	}
	if len(rows) == 0 {
		return nil
	}
	columns := []string{"chain_id", "block_hash", "tx_hash", "log_index", "block_number", "payer", "to_address", "asset", "amount"}
	_, err := postgres.Conn(ctx, s.pool).CopyFrom(ctx, pgx.Identifier{"incoming"}, columns, pgx.CopyFromRows(rows))
	return err
}

// Money implements chain.MoneyStore. A page ends between two blocks, and holds one block at least.
func (s *Store) Money(ctx context.Context, chainID uint32, from uint64, limit int) (chain.MoneyPage, error) {
	id, first := int64(chainID), int64(from)
	var out chain.MoneyPage
	const last = int64(1) << 62
	end := last
	err := s.row(ctx, pageEndSQL, id, first, limit).Scan(&end)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return out, err
	}
	if end == first {
		end++
	}
	if end != last {
		out.Next = uint64(end)
	}
	known, err := collect(ctx, s, scanSettled, pagePaymentsSQL, id, first, end)
	if err != nil {
		return out, err
	}
	out.Payments = known
	out.Incoming, err = collect(ctx, s, scanIncoming, pageIncomingSQL, id, first, end)
	return out, err
}

// Mints implements chain.MoneyStore.
func (s *Store) Mints(ctx context.Context, tokenIDs []int64) ([]chain.Token, error) {
	return collect(ctx, s, func(r pgx.Row) (t chain.Token, err error) {
		return t, r.Scan(&t.TokenID, &t.ChainID, &t.CheckoutID, &t.Status, &t.MintTx)
	}, mintsSQL, tokenIDs)
}

func scanRefund(r pgx.Row) (chain.Refund, error) {
	var x chain.Refund
	err := r.Scan(&x.ID, &x.ChainID, &x.CheckoutID, &x.To, &x.Amount, &x.DecidedAt, &x.Status, &x.Reason, &x.TxHash)
	return x, err
}

func scanIncoming(r pgx.Row) (chain.Incoming, error) {
	var m chain.Incoming
	err := r.Scan(&m.ChainID, &m.BlockHash, &m.TxHash, &m.LogIndex, &m.BlockNumber, &m.Payer, &m.To, &m.Asset, &m.Amount)
	return m, err
}

func scanSettled(r pgx.Row) (chain.Settled, error) {
	var x chain.Settled
	p := &x.Payment
	err := r.Scan(&p.ChainID, &p.BlockHash, &p.LogIndex, &p.BlockNumber, &p.BlockTime, &p.CheckoutID, &p.TxHash, &p.Payer, &p.Amount, &p.ArtistShare,
		&p.Artist, &p.RefundAddress, &p.IntentHash, &p.Known, &p.Sightings, &x.Final)
	return x, err
}
