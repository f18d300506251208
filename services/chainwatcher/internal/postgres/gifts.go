package postgres

import (
	"context"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/postgres/db"
)

// PutGift implements custody.GiftStore.
func (s *Store) PutGift(ctx context.Context, g custody.Gift) error {
	return s.queries(ctx).PutGift(ctx, db.PutGiftParams{ID: g.ID, FromName: g.From, Email: g.Email, ToAddress: g.To, ToName: g.ToName, Message: g.Message, ImageURL: g.ImageURL})
}

// Gift implements custody.GiftStore.
func (s *Store) Gift(ctx context.Context, checkoutID string) (custody.Gift, error) {
	row, err := s.queries(ctx).ReadGift(ctx, checkoutID)
	return gift(row), found(err)
}

// LinkedGift implements custody.GiftStore.
func (s *Store) LinkedGift(ctx context.Context, hash []byte) (custody.Gift, error) {
	row, err := s.queries(ctx).LinkedGift(ctx, hash)
	return gift(row), found(err)
}

// UpdateGift implements custody.GiftStore. A withdrawal locks the token, too, before it looks for a gift.
func (s *Store) UpdateGift(ctx context.Context, checkoutID string, fn func(ctx context.Context, g *custody.Gift, t custody.Token) error) error {
	return s.InTx(ctx, func(ctx context.Context) error {
		known, err := s.Gift(ctx, checkoutID)
		if err != nil {
			return err
		}
		t, err := s.LockToken(ctx, known.TokenID)
		if err != nil {
			return err
		}
		row, err := s.queries(ctx).LockGift(ctx, checkoutID)
		if err != nil {
			return found(err)
		}
		g := gift(row)
		before := g.Status
		if err := fn(ctx, &g, t); err != nil {
			return err
		}
		if err := s.queries(ctx).SaveGift(ctx, db.SaveGiftParams{
			ID: g.ID, Status: g.Status, Email: g.Email, SecretHash: g.SecretHash, Emails: int32(g.Emails), EmailedAt: postgres.NullTime(g.EmailedAt),
			RecipientID: nullText(g.RecipientID), EndedAt: postgres.NullTime(g.EndedAt), AcceptFrom: postgres.NullTime(g.AcceptFrom),
		}); err != nil || g.Status == before {
			return err
		}
		switch g.Status {
		case custody.GiftQueued:
			return s.Create(ctx, *g.Transfer)
		case custody.GiftAccepted:
		default:
			return nil
		}
		n, err := s.queries(ctx).GiveToken(ctx, db.GiveTokenParams{TokenID: g.TokenID, CheckoutID: g.ID, AccountID: g.RecipientID})
		return changed(n, err, chain.ErrConflict)
	})
}

func nullText(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

func gift(r db.Gift) custody.Gift {
	g := custody.Gift{
		ID: r.ID, TokenID: r.TokenID, AccountID: r.AccountID, From: r.FromName, Email: r.Email, To: r.ToAddress, ToName: r.ToName, Message: r.Message, ImageURL: r.ImageURL, Status: r.Status,
		SecretHash: r.SecretHash, Emails: int(r.Emails), EmailedAt: postgres.OrZero(r.EmailedAt), EndedAt: postgres.OrZero(r.EndedAt),
		AcceptFrom: postgres.OrZero(r.AcceptFrom),
	}
	if r.RecipientID != nil {
		g.RecipientID = *r.RecipientID
	}
	return g
}
