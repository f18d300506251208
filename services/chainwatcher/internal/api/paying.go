package api

import (
	"context"
	"encoding/hex"
	"errors"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/idempotency"
	"github.com/vitrine/vitrine/kit/rpc"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/events"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/paying"
)

// ListPayouts returns an artist's balances, which are compared with the contracts, and payouts.
func (s *Server) ListPayouts(ctx context.Context, req *chainv1.ListPayoutsRequest) (*chainv1.ListPayoutsResponse, error) {
	artist, balances, err := s.Payouts.Balances(ctx, rpc.Caller(ctx).Subject)
	if err != nil {
		return nil, public(err)
	}
	res, err := s.Reader.Payouts(ctx, artist.Wallets, req.GetPage())
	if err != nil {
		return nil, err
	}
	res.ActiveAddress, res.Frozen, res.GalleryPays, res.Minimum = artist.Active, artist.Frozen, s.Payouts.Offered, s.Payouts.Minimum.String()
	for _, b := range balances {
		res.Balances = append(res.Balances, &chainv1.PayoutBalance{
			ChainId: b.ChainID, Contract: b.Contract, Payee: b.Payee, Amount: b.Amount.String(), Confirming: b.Confirming.String(),
			Verified: b.Verified, Data: "0x" + hex.EncodeToString(b.Data), Pending: b.Pending,
		})
	}
	return res, nil
}

// RequestPayout requests a payout of a balance by the gallery.
func (s *Server) RequestPayout(ctx context.Context, req *chainv1.RequestPayoutRequest) (*chainv1.Payout, error) {
	caller, key := rpc.Caller(ctx).Subject, rpc.IdempotencyKey(ctx)
	return idempotency.DoOutside(ctx, s.Pool, caller+" POST /api/payouts", key, req, func(ctx context.Context) (*chainv1.Payout, error) {
		p, err := s.Payouts.Request(ctx, caller, key, req.GetChainId(), req.GetPayee())
		if err != nil {
			return nil, public(err)
		}
		return &chainv1.Payout{
			Id: p.ID, ChainId: p.ChainID, Payee: p.Payee, Status: string(p.Status), TransactionHash: p.TxHash, At: timestamppb.New(p.At), Reason: p.Reason,
		}, nil
	})
}

// ListRefunds returns the status of refunds, and accepts those that are still unknown.
func (s *Server) ListRefunds(ctx context.Context, req *chainv1.ListRefundsRequest) (*chainv1.ListRefundsResponse, error) {
	res := &chainv1.ListRefundsResponse{}
	for _, due := range req.GetDue() {
		r, err := events.Due(due)
		if err == nil {
			r, err = s.Refunds.Take(ctx, r)
		}
		if errors.Is(err, paying.ErrRefund) {
			s.Log.ErrorContext(ctx, "a refund cannot be read", "refund", due.GetRefundId(), "error", err)
			continue
		}
		if err != nil {
			return nil, public(err)
		}
		res.Items = append(res.Items, &chainv1.KnownRefund{
			RefundId: r.ID, Status: string(r.Status), TransactionHash: r.TxHash, Reason: r.Reason,
		})
	}
	return res, nil
}
