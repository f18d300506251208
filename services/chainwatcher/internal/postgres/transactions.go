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
	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/postgres/db"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/signing"
)

// Lease implements signing.Store.
func (s *Store) Lease(ctx context.Context, chainID uint32, sender string, ttl time.Duration) (l signing.Lease, ok bool, err error) {
	l = signing.Lease{ChainID: chainID, Sender: sender}
	l.Epoch, err = s.queries(ctx).TakeLease(ctx, db.TakeLeaseParams{ChainID: chainID, Address: sender, Seconds: ttl.Seconds()})
	if errors.Is(err, pgx.ErrNoRows) {
		return l, false, nil
	}
	return l, err == nil, err
}

// Renew implements signing.Store.
func (s *Store) Renew(ctx context.Context, l signing.Lease, ttl time.Duration) error {
	n, err := s.queries(ctx).RenewLease(ctx, db.RenewLeaseParams{ChainID: l.ChainID, Address: l.Sender, Epoch: l.Epoch, Seconds: ttl.Seconds()})
	return changed(n, err, signing.ErrFenced)
}

// Release implements signing.Store.
func (s *Store) Release(ctx context.Context, l signing.Lease) error {
	return s.queries(ctx).ReleaseLease(ctx, db.ReleaseLeaseParams{ChainID: l.ChainID, Address: l.Sender, Epoch: l.Epoch})
}

// fencedIdle is the idle_in_transaction_session_timeout of fenced transactions. They lock the lease's row, so the next holder must
// wait for a transaction whose process crashed or was paused.
const fencedIdle = "10s"

// fenced runs fn in a transaction that only the holder of the lease may commit. The row stays locked until then, so nobody takes the
// lease between the check and the commit, even if it expires.
func (s *Store) fenced(ctx context.Context, l signing.Lease, fn func(ctx context.Context) error) error {
	return s.InTx(ctx, func(ctx context.Context) error {
		if err := s.queries(ctx).SetIdleTimeout(ctx, s.idle); err != nil {
			return err
		}
		_, err := s.queries(ctx).CheckLease(ctx, db.CheckLeaseParams{ChainID: l.ChainID, Address: l.Sender, Epoch: l.Epoch})
		if errors.Is(err, pgx.ErrNoRows) {
			return signing.ErrFenced
		}
		if err != nil {
			return err
		}
		return fn(ctx)
	})
}

// Open implements signing.Store.
func (s *Store) Open(ctx context.Context, l signing.Lease) ([]signing.Transaction, error) {
	rows, err := s.queries(ctx).OpenTransactions(ctx, db.OpenTransactionsParams{ChainID: l.ChainID, Sender: l.Sender})
	list, err := converted(rows, err, transaction)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	ids, at := make([]string, 0, len(list)), map[string]int{}
	for i, t := range list {
		ids, at[t.ID] = append(ids, t.ID), i
	}
	attempts, err := s.queries(ctx).Attempts(ctx, ids)
	for _, a := range attempts {
		t := &list[at[a.TransactionID]]
		t.Attempts = append(t.Attempts, signing.Attempt{
			Hash: a.Hash, Raw: a.Raw, Gas: a.Gas, FeeCap: a.FeeCap.Big(), TipCap: a.TipCap.Big(), SignedAt: a.SignedAt,
		})
	}
	return list, err
}

// LostMints implements signing.Store.
func (s *Store) LostMints(ctx context.Context, l signing.Lease) ([]signing.Transaction, error) {
	rows, err := s.queries(ctx).LostMints(ctx, db.LostMintsParams{ChainID: l.ChainID, Sender: l.Sender})
	return converted(rows, err, transaction)
}

// Next implements signing.Store.
func (s *Store) Next(ctx context.Context, l signing.Lease, passed []string, limit int) ([]signing.Transaction, error) {
	rows, err := s.queries(ctx).QueuedTransactions(ctx, db.QueuedTransactionsParams{ChainID: l.ChainID, Sender: l.Sender, Passed: passed, Limit: int32(limit)})
	return converted(rows, err, transaction)
}

// Nonce implements signing.Store.
func (s *Store) Nonce(ctx context.Context, l signing.Lease) (uint64, error) {
	n, err := s.queries(ctx).NextNonce(ctx, db.NextNonceParams{ChainID: l.ChainID, Sender: l.Sender})
	return uint64(n), err
}

// Hashes implements signing.Store.
func (s *Store) Hashes(ctx context.Context, transactionID string) ([]string, error) {
	return s.queries(ctx).Hashes(ctx, transactionID)
}

// Signed implements signing.Store.
func (s *Store) Signed(ctx context.Context, l signing.Lease, t signing.Transaction, nonce uint64, a signing.Attempt) error {
	ctx, done := step(ctx, t, signing.TxSigned)
	defer done()
	return s.fenced(ctx, l, func(ctx context.Context) error {
		if _, err := s.Halted(ctx, l.ChainID); err == nil {
			return chain.ErrHalted
		} else if !errors.Is(err, chain.ErrNotFound) {
			return err
		}
		if err := s.queries(ctx).SignTransaction(ctx, db.SignTransactionParams{ID: t.ID, Nonce: int64(nonce)}); err != nil {
			return err
		}
		return s.queries(ctx).PutAttempt(ctx, db.PutAttemptParams{
			TransactionID: t.ID, Hash: a.Hash, Nonce: nonce, Raw: a.Raw, Gas: a.Gas, FeeCap: money.WeiOf(a.FeeCap), TipCap: money.WeiOf(a.TipCap), SignedAt: a.SignedAt,
		})
	})
}

// Mark implements signing.Store.
func (s *Store) Mark(ctx context.Context, l signing.Lease, t signing.Transaction, status signing.TxStatus, minedNumber uint64, reason string) error {
	ctx, done := step(ctx, t, status)
	defer done()
	return s.fenced(ctx, l, func(ctx context.Context) error {
		if t.Kind == signing.Transfers && status != signing.TxFinal { // the watcher finalizes a withdrawal when it sees the event
			if err := s.follow(ctx, t, custody.WithdrawalStatus(status), reason); err != nil {
				return err
			}
		}
		return s.queries(ctx).MarkTransaction(ctx, db.MarkTransactionParams{ID: t.ID, Status: string(status), MinedNumber: minedNumber, Reason: reason})
	})
}

// Requeue implements signing.Store.
func (s *Store) Requeue(ctx context.Context, l signing.Lease, t signing.Transaction) error {
	return s.fenced(ctx, l, func(ctx context.Context) error {
		if t.Kind == signing.Transfers {
			if err := s.follow(ctx, t, custody.Signing, ""); err != nil {
				return err
			}
		}
		return s.queries(ctx).RequeueTransaction(ctx, t.ID)
	})
}

// follow moves the withdrawal of a transfer. It runs before the transfer changes: code that needs both rows locks the withdrawal
// first.
func (s *Store) follow(ctx context.Context, t signing.Transaction, status custody.WithdrawalStatus, reason string) error {
	hash := ""
	if n := len(t.Attempts); n > 0 && status != custody.Failed {
		hash = t.Attempts[n-1].Hash
	}
	return s.queries(ctx).FollowWithdrawal(ctx, db.FollowWithdrawalParams{ID: t.Subject, Status: status, Reason: reason, TxHash: hash})
}

// queue adds a transaction. One with the same kind and subject changes nothing.
func (s *Store) queue(ctx context.Context, p db.QueueTransactionParams) error {
	p.ID = id.New()
	if p.Data == nil {
		p.Data = []byte{}
	}
	var err error
	if p.Cause, err = causeOf(ctx); err != nil {
		return err
	}
	return s.queries(ctx).QueueTransaction(ctx, p)
}

func transaction(r db.Transaction) signing.Transaction {
	t := signing.Transaction{
		ID: r.ID, ChainID: r.ChainID, Sender: r.Sender, Kind: r.Kind, Subject: r.Subject, TokenID: r.TokenID, Call: chain.Call{Contract: r.Contract, Data: r.Data},
		Status: r.Status, MinedNumber: r.MinedNumber, SentAt: postgres.OrZero(r.SentAt), Cause: r.Cause,
	}
	if r.Nonce != nil {
		t.Nonce = *r.Nonce
	}
	return t
}
