package api

import (
	"context"
	"encoding/hex"

	"github.com/jackc/pgx/v5/pgxpool"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/idempotency"
	"github.com/vitrine/vitrine/kit/rpc"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

// Payouts implements PayoutService.
type Payouts struct {
	Payouts *chain.Payouts
	Pool    *pgxpool.Pool
}

// ListPayouts returns an artist's balances and payouts.
func (s *Payouts) ListPayouts(ctx context.Context, req *chainv1.ListPayoutsRequest) (*chainv1.ListPayoutsResponse, error) {
	list, err := s.Payouts.List(ctx, rpc.Caller(ctx).Subject, int(req.GetPage()))
	if err != nil {
		return nil, public(err)
	}
	res := &chainv1.ListPayoutsResponse{
		TotalCount: int32(list.Total), Page: int32(list.Page), PageCount: int32(list.Pages), ActiveAddress: list.Artist.Active,
		Frozen: list.Artist.Frozen, GalleryPays: s.Payouts.Offered, Minimum: s.Payouts.Minimum.String(),
	}
	for _, b := range list.Balances {
		res.Balances = append(res.Balances, &chainv1.PayoutBalance{
			ChainId: b.ChainID, Contract: b.Contract, Payee: b.Payee, Amount: b.Amount.String(), Confirming: b.Confirming.String(),
			Verified: b.Verified, Data: "0x" + hex.EncodeToString(b.Data), Pending: b.Pending,
		})
	}
	for _, one := range list.Items {
		res.Items = append(res.Items, payout(one))
	}
	return res, nil
}

// RequestPayout requests a payout of a balance by the gallery.
func (s *Payouts) RequestPayout(ctx context.Context, req *chainv1.RequestPayoutRequest) (*chainv1.Payout, error) {
	p := rpc.Caller(ctx)
	key := rpc.IdempotencyKey(ctx)
	return idempotency.DoOutside(ctx, s.Pool, p.Subject+" POST /api/payouts", key, req, func(ctx context.Context) (*chainv1.Payout, error) {
		made, err := s.Payouts.Request(ctx, p.Subject, key, req.GetChainId(), req.GetPayee())
		if err != nil {
			return nil, public(err)
		}
		return payout(made), nil
	})
}

func payout(p chain.Payout) *chainv1.Payout {
	out := &chainv1.Payout{
		Id: p.ID, ChainId: p.ChainID, Payee: p.Payee, Status: string(p.Status), TransactionHash: p.TxHash, At: timestamppb.New(p.At), Reason: p.Reason,
	}
	if p.Amount.Sign() > 0 {
		out.Amount = p.Amount.String()
	}
	return out
}
