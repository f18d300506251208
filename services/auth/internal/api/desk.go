package api

import (
	"context"

	"github.com/vitrine/vitrine/kit/rpc"
	authv1 "github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1"
	"github.com/vitrine/vitrine/services/auth/internal/read"
	"github.com/vitrine/vitrine/services/auth/internal/staff"
)

// Desk implements DeskService, whose lists are the Reader's. The interceptor checks the areas of the caller's roles.
type Desk struct {
	*read.Reader

	Staff *staff.Service
}

// GetDeskAccount implements DeskService.
func (s *Desk) GetDeskAccount(ctx context.Context, req *authv1.GetDeskAccountRequest) (*authv1.DeskAccount, error) {
	return s.changed(ctx, req.GetId(), func(string) error { return nil })
}

// EndDeskSession implements DeskService.
func (s *Desk) EndDeskSession(ctx context.Context, req *authv1.EndDeskSessionRequest) (*authv1.DeskAccount, error) {
	return s.changed(ctx, req.GetId(), func(staffID string) error {
		return s.Staff.End(ctx, staffID, req.GetId(), req.GetSessionId(), req.GetReason())
	})
}

// EndDeskSessions implements DeskService.
func (s *Desk) EndDeskSessions(ctx context.Context, req *authv1.EndDeskSessionsRequest) (*authv1.DeskAccount, error) {
	return s.changed(ctx, req.GetId(), func(staffID string) error {
		return s.Staff.End(ctx, staffID, req.GetId(), "", req.GetReason())
	})
}

// BlockAccount implements DeskService.
func (s *Desk) BlockAccount(ctx context.Context, req *authv1.BlockAccountRequest) (*authv1.DeskAccount, error) {
	return s.changed(ctx, req.GetId(), func(staffID string) error {
		return s.Staff.Block(ctx, staffID, req.GetId(), req.GetReason())
	})
}

// UnblockAccount implements DeskService.
func (s *Desk) UnblockAccount(ctx context.Context, req *authv1.UnblockAccountRequest) (*authv1.DeskAccount, error) {
	return s.changed(ctx, req.GetId(), func(staffID string) error {
		return s.Staff.Unblock(ctx, staffID, req.GetId(), req.GetReason())
	})
}

// changed makes a change on behalf of the calling member of staff, and returns the account after it.
func (s *Desk) changed(ctx context.Context, accountID string, change func(staffID string) error) (*authv1.DeskAccount, error) {
	if err := change(rpc.Caller(ctx).Subject); err != nil {
		return nil, public(err)
	}
	// This stores what the identity provider says now.
	if _, err := s.Staff.Sessions.Accounts.Account(ctx, accountID); err != nil {
		return nil, public(err)
	}
	return s.DeskAccount(ctx, accountID)
}
