package postgres

import (
	"context"
	_ "embed"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

var (
	//go:embed queries/confirm_payouts.sql
	confirmPayoutsSQL string
	//go:embed queries/extend_payees.sql
	extendPayeesSQL string
	//go:embed queries/fail_payout.sql
	failPayoutSQL string
	//go:embed queries/fill_payees.sql
	fillPayeesSQL string
	//go:embed queries/indexed.sql
	indexedSQL string
	//go:embed queries/latest_payout.sql
	latestPayoutSQL string
	//go:embed queries/payees_astray.sql
	payeesAstraySQL string
	//go:embed queries/payout.sql
	payoutSQL string
	//go:embed queries/payout_by_key.sql
	payoutByKeySQL string
	//go:embed queries/payouts.sql
	payoutsSQL string
	//go:embed queries/put_payee_entries.sql
	putPayeeEntriesSQL string
	//go:embed queries/put_payout.sql
	putPayoutSQL string
	//go:embed queries/send_payout.sql
	sendPayoutSQL string
	//go:embed queries/take_back_payouts.sql
	takeBackPayoutsSQL string
)

// putPayees stores what blocks hold for payees, and which payouts of the gallery they made.
func (s *Store) putPayees(ctx context.Context, id int64, blocks []chain.Block) error {
	var entries []chain.PayeeEntry
	for _, b := range blocks {
		for _, p := range b.Payments {
			if e, ok := p.Credit(); ok {
				entries = append(entries, e)
			}
		}
		entries = append(entries, b.Withdrawn...)
	}
	return s.putEntries(ctx, id, entries)
}

func (s *Store) putEntries(ctx context.Context, id int64, entries []chain.PayeeEntry) error {
	if len(entries) == 0 {
		return nil
	}
	var hashes, txs, payees, amounts []string
	var indexes, numbers []int64
	var times []time.Time
	for _, e := range entries {
		if e.Amount.IsZero() {
			continue
		}
		hashes, txs, payees, amounts = append(hashes, e.BlockHash), append(txs, e.TxHash), append(payees, e.Payee), append(amounts, e.Amount.String())
		indexes, numbers, times = append(indexes, e.LogIndex), append(numbers, int64(e.BlockNumber)), append(times, e.BlockTime)
	}
	if _, err := s.exec(ctx, putPayeeEntriesSQL, id, hashes, indexes, numbers, times, txs, payees, amounts); err != nil {
		return err
	}
	for _, e := range entries {
		if e.Amount.Sign() < 0 {
			if _, err := s.exec(ctx, sendPayoutSQL, id, e.Payee, e.TxHash, int64(e.BlockNumber)); err != nil {
				return err
			}
		}
	}
	return nil
}

// FillPayees implements chain.BlockStore.
func (s *Store) FillPayees(ctx context.Context, c chain.Cursor, entries []chain.PayeeEntry, to uint64) error {
	id := int64(c.ChainID)
	filled, err := s.exec(ctx, fillPayeesSQL, id, int64(c.Number), c.Hash, int64(to))
	if err != nil {
		return err
	}
	if filled == 0 {
		return chain.ErrConflict
	}
	var numbers []int64
	var hashes []string
	for _, e := range entries {
		numbers, hashes = append(numbers, int64(e.BlockNumber)), append(hashes, e.BlockHash)
	}
	var astray int
	if err := s.row(ctx, payeesAstraySQL, id, numbers, hashes).Scan(&astray); err != nil {
		return err
	}
	if astray > 0 {
		return chain.ErrTemporary
	}
	return s.putEntries(ctx, id, entries)
}

// Indexed implements chain.PayoutStore.
func (s *Store) Indexed(ctx context.Context, chainID uint32, payee string) (chain.Indexed, error) {
	var out chain.Indexed
	err := s.row(ctx, indexedSQL, int64(chainID), payee).Scan(&out.Number, &out.Complete, &out.Amount, &out.Confirming)
	return out, found(err)
}

// Payouts implements chain.PayoutStore.
func (s *Store) Payouts(ctx context.Context, payees []string, limit, offset int) ([]chain.Payout, int, error) {
	total := 0
	items, err := collect(ctx, s, func(r pgx.Row) (p chain.Payout, err error) {
		return p, r.Scan(&p.ID, &p.ChainID, &p.Payee, &p.Amount, &p.Status, &p.Reason, &p.TxHash, &p.At, &total)
	}, payoutsSQL, lower(payees), limit, offset)
	return items, total, err
}

// PayoutByKey implements chain.PayoutStore.
func (s *Store) PayoutByKey(ctx context.Context, accountID, key string) (chain.Payout, error) {
	return s.payout(ctx, payoutByKeySQL, accountID, key)
}

// Payout implements chain.SignerStore.
func (s *Store) Payout(ctx context.Context, payoutID string) (chain.Payout, error) {
	return s.payout(ctx, payoutSQL, payoutID)
}

func (s *Store) payout(ctx context.Context, sql string, args ...any) (p chain.Payout, err error) {
	err = s.row(ctx, sql, args...).Scan(&p.ID, &p.ChainID, &p.Payee, &p.AccountID, &p.ArtistID, &p.Key, &p.At, &p.Status, &p.Reason, &p.TxHash)
	return p, found(err)
}

// LatestPayout implements chain.PayoutStore.
func (s *Store) LatestPayout(ctx context.Context, chainID uint32, payee string) (at time.Time, live bool, err error) {
	var last *time.Time
	err = s.row(ctx, latestPayoutSQL, int64(chainID), payee).Scan(&last, &live)
	return orZero(last), live, err
}

// CreatePayout implements chain.PayoutStore.
func (s *Store) CreatePayout(ctx context.Context, p chain.Payout, sender string) error {
	_, err := s.exec(ctx, putPayoutSQL, p.ID, int64(p.ChainID), p.Payee, p.AccountID, p.ArtistID, p.Key, p.At)
	if postgres.IsUnique(err, "payouts_live") || postgres.IsUnique(err, "payouts_key") {
		return chain.ErrPayoutPending
	}
	if err != nil {
		return err
	}
	_, err = s.exec(ctx, queueTransactionSQL, id.New(), int64(p.ChainID), sender, chain.PayOut, p.ID, int64(0), "", []byte{})
	return err
}

// FailPayout implements chain.SignerStore.
func (s *Store) FailPayout(ctx context.Context, payoutID, reason string) error {
	failed, err := s.exec(ctx, failPayoutSQL, payoutID, reason)
	if err == nil && failed == 0 {
		err = chain.ErrNotFound
	}
	return err
}
