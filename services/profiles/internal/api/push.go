package api

import (
	"context"

	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/rpc"
	profilesv1 "github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1"
	"github.com/vitrine/vitrine/services/profiles/internal/push"
)

func (s *Server) push(ctx context.Context, caller *identity.Principal) (*profilesv1.Push, error) {
	res := &profilesv1.Push{PublicKey: s.Push.PublicKey()}
	list, err := s.Push.Store.List(ctx, caller.Subject)
	if err != nil {
		return nil, err
	}
	for _, sub := range list {
		res.Subscriptions = append(res.Subscriptions, &profilesv1.PushSubscription{Id: sub.ID, ThisSession: sub.SessionID == caller.SessionID})
	}
	return rpc.Private(ctx, res), nil
}

// GetPush implements PushService.
func (s *Server) GetPush(ctx context.Context, _ *profilesv1.GetPushRequest) (*profilesv1.Push, error) {
	return s.push(ctx, rpc.Caller(ctx))
}

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
	return s.push(ctx, caller)
}

// RemovePushSubscription implements PushService.
func (s *Server) RemovePushSubscription(ctx context.Context, req *profilesv1.RemovePushSubscriptionRequest) (*profilesv1.RemovePushSubscriptionResponse, error) {
	if err := s.Push.Store.Remove(ctx, rpc.Caller(ctx).Subject, req.GetId()); err != nil {
		return nil, err
	}
	return rpc.Private(ctx, &profilesv1.RemovePushSubscriptionResponse{}), nil
}
