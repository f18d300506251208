package postgres

import (
	"context"
	"errors"
	"math/big"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

// Lease implements chain.SignerStore.
func (s *Store) Lease(ctx context.Context, chainID uint32, sender string, ttl time.Duration) (l chain.Lease, ok bool, err error) {
	l = chain.Lease{ChainID: chainID, Sender: sender}
	err = s.row(ctx, takeLeaseSQL, int64(chainID), sender, ttl.Seconds()).Scan(&l.Epoch)
	if errors.Is(err, pgx.ErrNoRows) {
		return l, false, nil
	}
	return l, err == nil, err
}

// Renew implements chain.SignerStore.
func (s *Store) Renew(ctx context.Context, l chain.Lease, ttl time.Duration) error {
	n, err := s.exec(ctx, renewLeaseSQL, int64(l.ChainID), l.Sender, l.Epoch, ttl.Seconds())
	if err == nil && n == 0 {
		return chain.ErrFenced
	}
	return err
}

// Release implements chain.SignerStore.
func (s *Store) Release(ctx context.Context, l chain.Lease) error {
	_, err := s.exec(ctx, releaseLeaseSQL, int64(l.ChainID), l.Sender, l.Epoch)
	return err
}

// fencedIdle is the idle_in_transaction_session_timeout of fenced transactions. They lock the lease's row, so the next holder has to
// wait for the transaction of one that vanished or was paused in the middle of it.
const fencedIdle = "10s"

// fenced runs fn in a transaction that only the holder of the lease may commit. The row stays locked until then, so nobody takes the
// lease between the check and the commit, even if it expires.
func (s *Store) fenced(ctx context.Context, l chain.Lease, fn func(ctx context.Context) error) error {
	return s.InTx(ctx, func(ctx context.Context) error {
		if _, err := s.exec(ctx, `SELECT set_config('idle_in_transaction_session_timeout', $1, true)`, fencedIdle); err != nil {
			return err
		}
		var one int
		err := s.row(ctx, checkLeaseSQL, int64(l.ChainID), l.Sender, l.Epoch).Scan(&one)
		if errors.Is(err, pgx.ErrNoRows) {
			return chain.ErrFenced
		}
		if err != nil {
			return err
		}
		return fn(ctx)
	})
}

// Open implements chain.SignerStore.
func (s *Store) Open(ctx context.Context, l chain.Lease) ([]chain.Transaction, error) {
	list, err := collect(ctx, s, scanTransaction, openTransactionsSQL, int64(l.ChainID), l.Sender)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	ids, at := make([]string, 0, len(list)), map[string]int{}
	for i, t := range list {
		ids, at[t.ID] = append(ids, t.ID), i
	}
	type attempt struct {
		transaction string
		chain.Attempt
	}
	attempts, err := collect(ctx, s, func(r pgx.Row) (a attempt, err error) {
		var feeCap, tipCap string
		err = r.Scan(&a.transaction, &a.Hash, &a.Raw, &a.Gas, &feeCap, &tipCap, &a.SignedAt)
		a.FeeCap, _ = new(big.Int).SetString(feeCap, 10)
		a.TipCap, _ = new(big.Int).SetString(tipCap, 10)
		return a, err
	}, attemptsSQL, ids)
	for _, a := range attempts {
		t := &list[at[a.transaction]]
		t.Attempts = append(t.Attempts, a.Attempt)
	}
	return list, err
}

// LostMints implements chain.SignerStore.
func (s *Store) LostMints(ctx context.Context, l chain.Lease) ([]chain.Transaction, error) {
	return collect(ctx, s, scanTransaction, lostMintsSQL, int64(l.ChainID), l.Sender)
}

// Next implements chain.SignerStore.
func (s *Store) Next(ctx context.Context, l chain.Lease, passed []string, limit int) ([]chain.Transaction, error) {
	return collect(ctx, s, scanTransaction, queuedTransactionsSQL, int64(l.ChainID), l.Sender, passed, limit)
}

// Nonce implements chain.SignerStore.
func (s *Store) Nonce(ctx context.Context, l chain.Lease) (uint64, error) {
	n, err := scanID(s.row(ctx, nextNonceSQL, int64(l.ChainID), l.Sender))
	return uint64(n), err
}

// Hashes implements chain.SignerStore.
func (s *Store) Hashes(ctx context.Context, transactionID string) ([]string, error) {
	return collect(ctx, s, func(r pgx.Row) (hash string, err error) { return hash, r.Scan(&hash) }, hashesSQL, transactionID)
}

// Signed implements chain.SignerStore.
func (s *Store) Signed(ctx context.Context, l chain.Lease, t chain.Transaction, nonce uint64, a chain.Attempt) error {
	return s.fenced(ctx, l, func(ctx context.Context) error {
		if _, err := s.Halted(ctx, l.ChainID); err == nil {
			return chain.ErrHalted
		} else if !errors.Is(err, chain.ErrNotFound) {
			return err
		}
		if _, err := s.exec(ctx, signTransactionSQL, t.ID, int64(nonce)); err != nil {
			return err
		}
		_, err := s.exec(ctx, putAttemptSQL, t.ID, a.Hash, int64(nonce), a.Raw, int64(a.Gas), a.FeeCap.String(), a.TipCap.String(), a.SignedAt)
		return err
	})
}

// Mark implements chain.SignerStore.
func (s *Store) Mark(ctx context.Context, l chain.Lease, t chain.Transaction, status chain.TxStatus, minedNumber uint64, reason string) error {
	return s.fenced(ctx, l, func(ctx context.Context) error {
		if t.Kind == chain.Transfers && status != chain.TxFinal { // a withdrawal becomes final by its event, which the watcher sees
			if err := s.follow(ctx, t, chain.WithdrawalStatus(status), reason); err != nil {
				return err
			}
		}
		_, err := s.exec(ctx, markTransactionSQL, t.ID, status, int64(minedNumber), reason)
		return err
	})
}

// Requeue implements chain.SignerStore.
func (s *Store) Requeue(ctx context.Context, l chain.Lease, t chain.Transaction) error {
	return s.fenced(ctx, l, func(ctx context.Context) error {
		if t.Kind == chain.Transfers {
			if err := s.follow(ctx, t, chain.Signing, ""); err != nil {
				return err
			}
		}
		_, err := s.exec(ctx, requeueTransactionSQL, t.ID)
		return err
	})
}

// follow moves the withdrawal of a transfer. It comes before the transfer itself: whoever needs both rows locks the withdrawal first.
func (s *Store) follow(ctx context.Context, t chain.Transaction, status chain.WithdrawalStatus, reason string) error {
	hash := ""
	if n := len(t.Attempts); n > 0 && status != chain.Failed {
		hash = t.Attempts[n-1].Hash
	}
	_, err := s.exec(ctx, followWithdrawalSQL, t.Subject, status, reason, hash)
	return err
}

func scanTransaction(r pgx.Row) (chain.Transaction, error) {
	var t chain.Transaction
	var sent *time.Time
	err := r.Scan(&t.ID, &t.ChainID, &t.Sender, &t.Kind, &t.Subject, &t.TokenID, &t.Contract, &t.Data, &t.Status, &t.Nonce, &t.MinedNumber, &sent)
	t.SentAt = orZero(sent)
	return t, err
}
