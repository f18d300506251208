package api

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/idempotency"
	"github.com/vitrine/vitrine/kit/rpc"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

// Gifts implements GiftService.
type Gifts struct {
	Gifts *chain.Gifts
	Pool  *pgxpool.Pool
}

// GetGift returns the gift of one of the caller's orders.
func (s *Gifts) GetGift(ctx context.Context, req *chainv1.GetGiftRequest) (*chainv1.Gift, error) {
	g, err := s.Gifts.Of(ctx, rpc.Caller(ctx).Subject, req.GetId())
	if err != nil {
		return nil, public(err)
	}
	return gift(g), nil
}

// SendGift emails a new link.
func (s *Gifts) SendGift(ctx context.Context, req *chainv1.SendGiftRequest) (*chainv1.Gift, error) {
	p := rpc.Caller(ctx)
	return idempotency.Do(ctx, s.Pool, p.Subject+" POST /api/gifts/{id}/emails", rpc.IdempotencyKey(ctx), req, func(ctx context.Context) (*chainv1.Gift, error) {
		g, err := s.Gifts.Send(ctx, p.Subject, req.GetId(), req.GetEmail())
		if err != nil {
			return nil, public(err)
		}
		return gift(g), nil
	})
}

// CancelGift cancels a gift.
func (s *Gifts) CancelGift(ctx context.Context, req *chainv1.CancelGiftRequest) (*chainv1.Gift, error) {
	g, err := s.Gifts.Cancel(ctx, rpc.Caller(ctx).Subject, req.GetId())
	if err != nil {
		return nil, public(err)
	}
	return gift(g), nil
}

// GetLinkedGift returns the gift of an emailed link.
func (s *Gifts) GetLinkedGift(ctx context.Context, req *chainv1.GetLinkedGiftRequest) (*chainv1.LinkedGift, error) {
	return linkedGift(s.Gifts.Linked(ctx, rpc.LinkSecret(ctx)))
}

// AcceptGift transfers the token of a gift to the caller's account.
func (s *Gifts) AcceptGift(ctx context.Context, req *chainv1.AcceptGiftRequest) (*chainv1.LinkedGift, error) {
	return linkedGift(s.Gifts.Accept(ctx, rpc.Caller(ctx).Subject, rpc.LinkSecret(ctx)))
}

func gift(g chain.Gift) *chainv1.Gift {
	out := &chainv1.Gift{Id: g.ID, Email: g.Email, Message: g.Message, Status: string(g.Status), EmailsLeft: int32(chain.MaxGiftEmails - g.Emails), To: g.To, Name: g.ToName}
	if g.Transfer != nil {
		out.Transfer = withdrawal(*g.Transfer)
	}
	out.EmailedAt = rpc.Timestamp(g.EmailedAt)
	out.EndedAt = rpc.Timestamp(g.EndedAt)
	out.AcceptFrom = rpc.Timestamp(g.AcceptFrom)
	return out
}

func linkedGift(g chain.Gift, t chain.Token, err error) (*chainv1.LinkedGift, error) {
	if err != nil {
		return nil, public(err)
	}
	return &chainv1.LinkedGift{
		Status: string(g.Status), From: g.From, Message: g.Message, TokenId: t.TokenID, EditionNumber: t.EditionNumber, EditionSize: t.EditionSize,
		ArtworkTitle: t.Title, ArtworkSlug: t.Slug, ArtistName: t.Artist, ImageUrl: g.ImageURL, AcceptFrom: rpc.Timestamp(g.AcceptFrom),
	}, nil
}
