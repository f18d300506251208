package postgres

import (
	"context"
	"time"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/paying"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/postgres/db"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/signing"
)

// putPayees stores the entries of payees in blocks, and the payouts of the gallery that the blocks contain.
func (s *Store) putPayees(ctx context.Context, id uint32, blocks []chain.Block) error {
	var entries []chain.PayeeEntry
	for _, b := range blocks {
		entries = append(entries, b.Entries()...)
	}
	return s.putEntries(ctx, id, entries)
}

func (s *Store) putEntries(ctx context.Context, id uint32, entries []chain.PayeeEntry) error {
	if len(entries) == 0 {
		return nil
	}
	p := db.PutPayeeEntriesParams{ChainID: id}
	for _, e := range entries {
		if e.Amount.IsZero() {
			continue
		}
		p.BlockHashes, p.LogIndexes = append(p.BlockHashes, e.BlockHash), append(p.LogIndexes, e.LogIndex)
		p.BlockNumbers, p.BlockTimes = append(p.BlockNumbers, int64(e.BlockNumber)), append(p.BlockTimes, e.BlockTime)
		p.TxHashes, p.Payees, p.Amounts = append(p.TxHashes, e.TxHash), append(p.Payees, e.Payee), append(p.Amounts, e.Amount.String())
	}
	q := s.queries(ctx)
	if err := q.PutPayeeEntries(ctx, p); err != nil {
		return err
	}
	for _, e := range entries {
		if e.Amount.Sign() < 0 {
			if err := q.SendPayout(ctx, db.SendPayoutParams{ChainID: id, Payee: e.Payee, TxHash: e.TxHash, Number: int64(e.BlockNumber)}); err != nil {
				return err
			}
		}
	}
	return nil
}

// FillPayees implements watching.Store.
func (s *Store) FillPayees(ctx context.Context, c chain.Cursor, entries []chain.PayeeEntry, to uint64) error {
	q := s.queries(ctx)
	filled, err := q.FillPayees(ctx, db.FillPayeesParams{ChainID: c.ChainID, Number: c.Number, Hash: c.Hash, Through: int64(to)})
	if err := changed(filled, err, chain.ErrConflict); err != nil {
		return err
	}
	p := db.CountOrphanedPayeesParams{ChainID: c.ChainID}
	for _, e := range entries {
		p.Numbers, p.Hashes = append(p.Numbers, int64(e.BlockNumber)), append(p.Hashes, e.BlockHash)
	}
	orphaned, err := q.CountOrphanedPayees(ctx, p)
	if err != nil {
		return err
	}
	if orphaned > 0 {
		return chain.ErrTemporary
	}
	return s.putEntries(ctx, c.ChainID, entries)
}

// Indexed implements paying.PayoutStore.
func (s *Store) Indexed(ctx context.Context, chainID uint32, payee string) (paying.Indexed, error) {
	row, err := s.queries(ctx).Indexed(ctx, db.IndexedParams{ChainID: chainID, Payee: payee})
	return paying.Indexed{Number: row.Number, Complete: row.Complete, Amount: row.Amount, Confirming: row.Confirming}, found(err)
}

// PayoutByKey implements paying.PayoutStore.
func (s *Store) PayoutByKey(ctx context.Context, accountID, key string) (paying.Payout, error) {
	row, err := s.queries(ctx).PayoutByKey(ctx, db.PayoutByKeyParams{AccountID: accountID, RequestKey: key})
	return payout(row), found(err)
}

// Payout implements signing.Store.
func (s *Store) Payout(ctx context.Context, payoutID string) (paying.Payout, error) {
	row, err := s.queries(ctx).ReadPayout(ctx, payoutID)
	return payout(row), found(err)
}

func payout(r db.Payout) paying.Payout {
	return paying.Payout{
		ID: r.ID, ChainID: r.ChainID, Payee: r.Payee, AccountID: r.AccountID, ArtistID: r.ArtistID, Key: r.RequestKey, At: r.RequestedAt, Status: r.Status,
		Reason: r.Reason, TxHash: r.TxHash,
	}
}

// LatestPayout implements paying.PayoutStore.
func (s *Store) LatestPayout(ctx context.Context, chainID uint32, payee string) (at time.Time, live bool, err error) {
	row, err := s.queries(ctx).LatestPayout(ctx, db.LatestPayoutParams{ChainID: chainID, Payee: payee})
	if err != nil || !row.Found {
		return time.Time{}, false, err
	}
	return row.At, row.Live, nil
}

// CreatePayout implements paying.PayoutStore.
func (s *Store) CreatePayout(ctx context.Context, p paying.Payout, sender string) error {
	err := s.queries(ctx).PutPayout(ctx, db.PutPayoutParams{
		ID: p.ID, ChainID: p.ChainID, Payee: p.Payee, AccountID: p.AccountID, ArtistID: p.ArtistID, RequestKey: p.Key, RequestedAt: p.At,
	})
	if postgres.IsUnique(err, "payouts_live") || postgres.IsUnique(err, "payouts_key") {
		return paying.ErrPayoutPending
	}
	if err != nil {
		return err
	}
	return s.queue(ctx, db.QueueTransactionParams{ChainID: p.ChainID, Sender: sender, Kind: signing.PayOut, Subject: p.ID})
}

// FailPayout implements signing.Store.
func (s *Store) FailPayout(ctx context.Context, payoutID, reason string) error {
	failed, err := s.queries(ctx).FailPayout(ctx, db.FailPayoutParams{ID: payoutID, Reason: reason})
	return changed(failed, err, chain.ErrNotFound)
}
