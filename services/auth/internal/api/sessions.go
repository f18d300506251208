package api

import (
	"context"

	"github.com/vitrine/vitrine/kit/rpc"
	authv1 "github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1"
)

// EndSession implements SessionService.
func (s *Server) EndSession(ctx context.Context, req *authv1.EndSessionRequest) (*authv1.EndSessionResponse, error) {
	if err := s.Sessions.Revoke(ctx, rpc.Caller(ctx).Subject, req.GetId()); err != nil {
		return nil, public(err)
	}
	return rpc.Private(ctx, &authv1.EndSessionResponse{}), nil
}

// EndOtherSessions implements SessionService.
func (s *Server) EndOtherSessions(ctx context.Context, _ *authv1.EndOtherSessionsRequest) (*authv1.EndOtherSessionsResponse, error) {
	p := rpc.Caller(ctx)
	if err := s.Sessions.RevokeOthers(ctx, p.Subject, p.SessionID); err != nil {
		return nil, public(err)
	}
	return rpc.Private(ctx, &authv1.EndOtherSessionsResponse{}), nil
}

// ReportLogin implements SessionService.
func (s *Server) ReportLogin(ctx context.Context, req *authv1.ReportLoginRequest) (*authv1.ReportLoginResponse, error) {
	if err := s.Sessions.ReportLogin(ctx, rpc.LinkSecret(ctx)); err != nil {
		return nil, public(err)
	}
	return rpc.Private(ctx, &authv1.ReportLoginResponse{}), nil
}
