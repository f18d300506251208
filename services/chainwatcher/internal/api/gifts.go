package api

import (
	"context"

	"github.com/vitrine/vitrine/kit/idempotency"
	"github.com/vitrine/vitrine/kit/rpc"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
)

// SendGift emails a new link.
func (s *Server) SendGift(ctx context.Context, req *chainv1.SendGiftRequest) (*chainv1.Gift, error) {
	p := rpc.Caller(ctx)
	return idempotency.DoPrepared(ctx, s.Pool, p.Subject+" POST /api/gifts/{id}/emails", rpc.IdempotencyKey(ctx), req,
		func(ctx context.Context) (custody.Person, error) {
			giver, err := s.Gifts.Giver(ctx, p.Subject)
			return giver, public(err)
		},
		func(ctx context.Context, giver custody.Person) (*chainv1.Gift, error) {
			if err := s.Gifts.Send(ctx, giver, req.GetId(), req.GetEmail()); err != nil {
				return nil, public(err)
			}
			return s.Gift(ctx, p.Subject, req.GetId())
		})
}

// CancelGift cancels a gift.
func (s *Server) CancelGift(ctx context.Context, req *chainv1.CancelGiftRequest) (*chainv1.Gift, error) {
	caller := rpc.Caller(ctx).Subject
	if err := s.Gifts.Cancel(ctx, caller, req.GetId()); err != nil {
		return nil, public(err)
	}
	return s.Gift(ctx, caller, req.GetId())
}

// AcceptGift transfers the token of a gift to the caller's account.
func (s *Server) AcceptGift(ctx context.Context, _ *chainv1.AcceptGiftRequest) (*chainv1.LinkedGift, error) {
	if err := s.Gifts.Accept(ctx, rpc.Caller(ctx).Subject, rpc.LinkSecret(ctx)); err != nil {
		return nil, public(err)
	}
	return s.GetLinkedGift(ctx, nil)
}
