package api

import (
	"context"

	"connectrpc.com/connect"

	"github.com/vitrine/vitrine/kit/identity"
	profilesv1 "github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1"
	"github.com/vitrine/vitrine/services/profiles/internal/push"
)

func (s *Server) push(ctx context.Context, who *identity.Principal) (*connect.Response[profilesv1.Push], error) {
	res := &profilesv1.Push{PublicKey: s.Push.PublicKey()}
	list, err := s.Push.Store.List(ctx, who.Subject)
	if err != nil {
		return nil, err
	}
	for _, sub := range list {
		res.Subscriptions = append(res.Subscriptions, &profilesv1.PushSubscription{Id: sub.ID, ThisSession: sub.SessionID == who.SessionID})
	}
	return private(res), nil
}

// GetPush implements PushService.
func (s *Server) GetPush(ctx context.Context, _ *connect.Request[profilesv1.GetPushRequest]) (*connect.Response[profilesv1.Push], error) {
	who, err := identity.Require(ctx)
	if err != nil {
		return nil, err
	}
	return s.push(ctx, who)
}

// SavePushSubscription implements PushService.
func (s *Server) SavePushSubscription(ctx context.Context, req *connect.Request[profilesv1.SavePushSubscriptionRequest]) (*connect.Response[profilesv1.Push], error) {
	who, err := identity.Require(ctx)
	if err != nil {
		return nil, err
	}
	err = s.Push.Save(ctx, push.Subscription{
		AccountID: who.Subject, SessionID: who.SessionID, Endpoint: req.Msg.GetEndpoint(), P256DH: req.Msg.GetP256Dh(), Auth: req.Msg.GetAuth(),
		PublicKey: req.Msg.GetPublicKey(),
	})
	if err != nil {
		return nil, public(err)
	}
	return s.push(ctx, who)
}

// RemovePushSubscription implements PushService.
func (s *Server) RemovePushSubscription(ctx context.Context, req *connect.Request[profilesv1.RemovePushSubscriptionRequest]) (*connect.Response[profilesv1.RemovePushSubscriptionResponse], error) {
	who, err := identity.Require(ctx)
	if err != nil {
		return nil, err
	}
	if err := s.Push.Store.Remove(ctx, who.Subject, req.Msg.GetId()); err != nil {
		return nil, err
	}
	return private(&profilesv1.RemovePushSubscriptionResponse{}), nil
}
