package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/paying"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/postgres/db"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/signing"
)

// TakeRefund implements paying.RefundStore.
func (s *Store) TakeRefund(ctx context.Context, r paying.Refund, now time.Time, sender string) error {
	err := s.queries(ctx).PutRefund(ctx, db.PutRefundParams{
		ID: r.ID, ChainID: r.ChainID, CheckoutID: r.CheckoutID, ToAddress: r.To, Amount: r.Amount, DecidedAt: r.DecidedAt, TakenAt: now, Status: r.Status,
		Reason: r.Reason,
	})
	if err != nil || r.Status == paying.RefundFailed {
		return err
	}
	return s.queue(ctx, db.QueueTransactionParams{ChainID: r.ChainID, Sender: sender, Kind: signing.PayRefund, Subject: r.ID})
}

// Refund implements paying.RefundStore.
func (s *Store) Refund(ctx context.Context, refundID string) (paying.Refund, error) {
	row, err := s.queries(ctx).ReadRefund(ctx, refundID)
	return refund(row), found(err)
}

// RefundedSince implements paying.RefundStore.
func (s *Store) RefundedSince(ctx context.Context, chainID uint32, since time.Time) (money.Wei, error) {
	if err := s.queries(ctx).LockRefunds(ctx, int64(chainID)); err != nil {
		return money.Wei{}, err
	}
	return s.queries(ctx).RefundedSince(ctx, db.RefundedSinceParams{ChainID: chainID, Since: since})
}

// FailRefund implements signing.Store.
func (s *Store) FailRefund(ctx context.Context, refundID, reason string) (paying.Refund, error) {
	row, err := s.queries(ctx).FailRefund(ctx, db.FailRefundParams{ID: refundID, Reason: reason})
	return refund(row), found(err)
}

// sendRefunds records the refunds in blocks. An unknown refund, or one that isn't queued, changes nothing.
func (s *Store) sendRefunds(ctx context.Context, blocks []chain.Block) ([]paying.Refund, error) {
	var out []paying.Refund
	for _, b := range blocks {
		for _, e := range b.Refunds {
			row, err := s.queries(ctx).SendRefund(ctx, db.SendRefundParams{ID: e.RefundID, ChainID: e.ChainID, TxHash: e.TxHash, Number: int64(b.Number)})
			if errors.Is(err, pgx.ErrNoRows) {
				continue
			}
			if err != nil {
				return nil, err
			}
			out = append(out, refund(row))
		}
	}
	return out, nil
}

func (s *Store) putIncoming(ctx context.Context, id uint32, blocks []chain.Block) error {
	var rows []db.PutIncomingParams
	for _, b := range blocks {
		for _, m := range b.Incoming {
			rows = append(rows, db.PutIncomingParams{
				ChainID: id, BlockHash: b.Hash, TxHash: m.TxHash, LogIndex: m.LogIndex, BlockNumber: b.Number, Payer: m.Payer, ToAddress: m.To, Asset: m.Asset,
				Amount: m.Amount,
			})
		}
	}
	if len(rows) == 0 {
		return nil
	}
	_, err := s.queries(ctx).PutIncoming(ctx, rows)
	return err
}

func refund(r db.Refund) paying.Refund {
	return paying.Refund{
		ID: r.ID, ChainID: r.ChainID, CheckoutID: r.CheckoutID, To: r.ToAddress, Amount: r.Amount, DecidedAt: r.DecidedAt, Status: r.Status,
		Reason: r.Reason, TxHash: r.TxHash,
	}
}

func received(r db.Incoming) chain.Incoming {
	return chain.Incoming{
		ChainID: r.ChainID, BlockHash: r.BlockHash, TxHash: r.TxHash, LogIndex: r.LogIndex, BlockNumber: r.BlockNumber, Payer: r.Payer, To: r.ToAddress,
		Asset: r.Asset, Amount: r.Amount,
	}
}

// Credited implements signing.ProofStore.
func (s *Store) Credited(ctx context.Context, chainID uint32, checkoutID string) (chain.Payment, error) {
	row, err := s.queries(ctx).CreditedPayment(ctx, db.CreditedPaymentParams{ChainID: chainID, CheckoutID: checkoutID})
	return payment(row), found(err)
}

// Unproven implements signing.ProofStore.
func (s *Store) Unproven(ctx context.Context, chainID uint32, limit int) ([]chain.Payment, error) {
	rows, err := s.queries(ctx).UnprovenPayments(ctx, db.UnprovenPaymentsParams{ChainID: chainID, Limit: int32(limit)})
	return converted(rows, err, payment)
}

// SetContractSays implements signing.ProofStore.
func (s *Store) SetContractSays(ctx context.Context, p chain.Payment, says signing.ContractSays) error {
	return s.queries(ctx).SetContractSays(ctx, db.SetContractSaysParams{
		ChainID: p.ChainID, BlockHash: p.BlockHash, LogIndex: p.LogIndex, Says: string(says),
	})
}
