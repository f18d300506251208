package api

import (
	"context"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/rpc"
	authv1 "github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1"
	"github.com/vitrine/vitrine/services/auth/internal/messages"
	"github.com/vitrine/vitrine/services/auth/internal/session"
)

// ListSessions implements SessionService.
func (s *Server) ListSessions(ctx context.Context, _ *authv1.ListSessionsRequest) (*authv1.ListSessionsResponse, error) {
	p := rpc.Caller(ctx)
	sessions, err := s.Service.ListSessions(ctx, p.Subject)
	if err != nil {
		return nil, public(err)
	}
	res := &authv1.ListSessionsResponse{}
	for _, one := range sessions {
		res.Items = append(res.Items, device(one, p.SessionID))
	}
	return rpc.Private(ctx, res), nil
}

// device converts a session for its owner. current is the caller's session.
func device(one session.Session, current string) *authv1.Session {
	browser, system := messages.Device(one.UserAgent)
	return &authv1.Session{
		Id: one.ID, Current: one.ID == current, Browser: browser, System: system, Network: one.Network,
		CreatedAt: timestamppb.New(one.CreatedAt), UsedAt: timestamppb.New(one.UsedAt),
	}
}

// EndSession implements SessionService.
func (s *Server) EndSession(ctx context.Context, req *authv1.EndSessionRequest) (*authv1.EndSessionResponse, error) {
	if err := s.Service.Revoke(ctx, rpc.Caller(ctx).Subject, req.GetId()); err != nil {
		return nil, public(err)
	}
	return rpc.Private(ctx, &authv1.EndSessionResponse{}), nil
}

// EndOtherSessions implements SessionService.
func (s *Server) EndOtherSessions(ctx context.Context, _ *authv1.EndOtherSessionsRequest) (*authv1.EndOtherSessionsResponse, error) {
	p := rpc.Caller(ctx)
	if err := s.Service.RevokeOthers(ctx, p.Subject, p.SessionID); err != nil {
		return nil, public(err)
	}
	return rpc.Private(ctx, &authv1.EndOtherSessionsResponse{}), nil
}

// ReportLogin implements SessionService.
func (s *Server) ReportLogin(ctx context.Context, req *authv1.ReportLoginRequest) (*authv1.ReportLoginResponse, error) {
	if err := s.Service.ReportLogin(ctx, rpc.LinkSecret(ctx)); err != nil {
		return nil, public(err)
	}
	return rpc.Private(ctx, &authv1.ReportLoginResponse{}), nil
}
