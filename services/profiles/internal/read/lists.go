package read

import (
	"context"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/rpc"
	profilesv1 "github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1"
	"github.com/vitrine/vitrine/services/profiles/internal/postgres/db"
)

// ListFavorites implements FavoritesService.
func (r *Reader) ListFavorites(ctx context.Context, _ *profilesv1.ListFavoritesRequest) (*profilesv1.ListFavoritesResponse, error) {
	rows, err := r.queries(ctx).ReadFavorites(ctx, rpc.Caller(ctx).Subject)
	if err != nil {
		return nil, err
	}
	return rpc.Private(ctx, &profilesv1.ListFavoritesResponse{Items: list(rows, func(f db.ReadFavoritesRow) *profilesv1.Favorite {
		return &profilesv1.Favorite{Kind: f.Kind, EntryId: f.EntryID, AddedAt: timestamppb.New(f.AddedAt)}
	})}), nil
}

// ListReminders implements RemindersService.
func (r *Reader) ListReminders(ctx context.Context, _ *profilesv1.ListRemindersRequest) (*profilesv1.ListRemindersResponse, error) {
	rows, err := r.queries(ctx).ReadReminders(ctx, rpc.Caller(ctx).Subject)
	if err != nil {
		return nil, err
	}
	return rpc.Private(ctx, &profilesv1.ListRemindersResponse{Items: list(rows, func(m db.ReadRemindersRow) *profilesv1.Reminder {
		return &profilesv1.Reminder{
			Kind: m.Kind, EntryId: m.EntryID, OpensAt: rpc.Timestamp(postgres.OrZero(m.OpensAt)), AddedAt: timestamppb.New(m.AddedAt),
		}
	})}), nil
}

// GetPush implements PushService.
func (r *Reader) GetPush(ctx context.Context, _ *profilesv1.GetPushRequest) (*profilesv1.Push, error) {
	caller := rpc.Caller(ctx)
	rows, err := r.queries(ctx).ReadPushSubscriptions(ctx, db.ReadPushSubscriptionsParams{AccountID: caller.Subject, SessionID: caller.SessionID})
	if err != nil {
		return nil, err
	}
	return rpc.Private(ctx, &profilesv1.Push{PublicKey: r.PushKey, Subscriptions: list(rows, func(s db.ReadPushSubscriptionsRow) *profilesv1.PushSubscription {
		return &profilesv1.PushSubscription{Id: s.ID, ThisSession: s.ThisSession}
	})}), nil
}
