package read

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/rpc"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/postgres/db"
)

// GetGift implements GiftService.
func (r *Reader) GetGift(ctx context.Context, req *chainv1.GetGiftRequest) (*chainv1.Gift, error) {
	return r.Gift(ctx, rpc.Caller(ctx).Subject, req.GetId())
}

// Gift returns the gift of one of the account's orders, with the transfer to its wallet if there is one.
func (r *Reader) Gift(ctx context.Context, accountID, checkoutID string) (*chainv1.Gift, error) {
	row, err := r.queries(ctx).ReadGiftOf(ctx, db.ReadGiftOfParams{ID: checkoutID, AccountID: accountID})
	if err != nil {
		return nil, found(err)
	}
	g := row.Gift
	out := &chainv1.Gift{
		Id: g.ID, Email: g.Email, Message: g.Message, Status: string(g.Status), EmailsLeft: custody.MaxGiftEmails - g.Emails, To: g.ToAddress, Name: g.ToName,
		EmailedAt: rpc.Timestamp(postgres.OrZero(g.EmailedAt)), EndedAt: rpc.Timestamp(postgres.OrZero(g.EndedAt)),
		AcceptFrom: rpc.Timestamp(postgres.OrZero(g.AcceptFrom)),
	}
	if row.Refused {
		out.RefusedEmail = g.Email
	}
	switch w, err := r.queries(ctx).ReadGiftWithdrawal(ctx, checkoutID); {
	case err == nil:
		out.Transfer = withdrawal(w)
	case !errors.Is(err, pgx.ErrNoRows):
		return nil, err
	}
	return out, nil
}

// GetLinkedGift implements GiftService.
func (r *Reader) GetLinkedGift(ctx context.Context, _ *chainv1.GetLinkedGiftRequest) (*chainv1.LinkedGift, error) {
	row, err := r.queries(ctx).ReadLinkedGift(ctx, id.Hash(rpc.LinkSecret(ctx)))
	if err != nil {
		return nil, found(err)
	}
	g := row.Gift
	return &chainv1.LinkedGift{
		Status: string(g.Status), From: g.FromName, Message: g.Message, TokenId: g.TokenID, EditionNumber: row.EditionNumber, EditionSize: row.EditionSize,
		ArtworkTitle: row.Title, ArtworkSlug: row.Slug, ArtistName: row.Artist, ImageUrl: g.ImageURL, AcceptFrom: rpc.Timestamp(postgres.OrZero(g.AcceptFrom)),
	}, nil
}
