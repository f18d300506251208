package api

import (
	"context"

	"github.com/vitrine/vitrine/kit/rpc"
	profilesv1 "github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1"
	"github.com/vitrine/vitrine/services/profiles/internal/postgres/db"
	"github.com/vitrine/vitrine/services/profiles/internal/push"
)

// SavePushSubscription implements PushService.
func (s *Server) SavePushSubscription(ctx context.Context, req *profilesv1.SavePushSubscriptionRequest) (*profilesv1.Push, error) {
	caller := rpc.Caller(ctx)
	err := s.Push.Save(ctx, push.Subscription{
		AccountID: caller.Subject, SessionID: caller.SessionID, Endpoint: req.GetEndpoint(), P256DH: req.GetP256Dh(), Auth: req.GetAuth(),
		PublicKey: req.GetPublicKey(),
	})
	if err != nil {
		return nil, public(err)
	}
	return s.GetPush(ctx, nil)
}

// RemovePushSubscription implements PushService. It does nothing if the browser isn't saved.
func (s *Server) RemovePushSubscription(ctx context.Context, req *profilesv1.RemovePushSubscriptionRequest) (*profilesv1.RemovePushSubscriptionResponse, error) {
	err := s.queries(ctx).RemovePushSubscription(ctx, db.RemovePushSubscriptionParams{ID: req.GetId(), AccountID: rpc.Caller(ctx).Subject})
	return rpc.Private(ctx, &profilesv1.RemovePushSubscriptionResponse{}), err
}
