package api

import (
	"context"
	"errors"

	"connectrpc.com/connect/v2"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/gen/errorsv1"
	"github.com/vitrine/vitrine/kit/rpc"
	authv1 "github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1"
	"github.com/vitrine/vitrine/services/auth/internal/messages"
	"github.com/vitrine/vitrine/services/auth/internal/session"
)

// Desk implements DeskService. The interceptor checks the areas of the caller's roles.
type Desk struct{ Service *session.Service }

// ListDeskAccounts implements DeskService.
func (s *Desk) ListDeskAccounts(ctx context.Context, req *authv1.ListDeskAccountsRequest) (*authv1.ListDeskAccountsResponse, error) {
	list, next, err := s.Service.DeskAccounts(ctx, rpc.Caller(ctx).Subject, req.GetSearch(), req.GetId(), req.GetCursor())
	if errors.Is(err, session.ErrCursor) {
		return nil, rpc.Error(connect.CodeInvalidArgument, errorsv1.Reason_REASON_INVALID, messages.BadCursor, map[string]string{"cursor": messages.BadCursor})
	}
	if err != nil {
		return nil, public(err)
	}
	res := &authv1.ListDeskAccountsResponse{NextCursor: next}
	for _, a := range list {
		res.Items = append(res.Items, s.summary(a))
	}
	return rpc.Private(ctx, res), nil
}

func (s *Desk) summary(a session.Account) *authv1.DeskAccountSummary {
	out := &authv1.DeskAccountSummary{
		Id: a.ID, Email: a.Email, EmailVerified: a.EmailVerified, Roles: s.Service.Roles(a), Blocked: a.Blocked, Disabled: a.Disabled,
		CreatedAt: timestamppb.New(a.CreatedAt),
	}
	for _, w := range a.Wallets {
		out.Wallets = append(out.Wallets, w.Address)
	}
	return out
}

// GetDeskAccount implements DeskService.
func (s *Desk) GetDeskAccount(ctx context.Context, req *authv1.GetDeskAccountRequest) (*authv1.DeskAccount, error) {
	return s.changed(ctx, req.GetId(), func(string) error { return nil })
}

// EndDeskSession implements DeskService.
func (s *Desk) EndDeskSession(ctx context.Context, req *authv1.EndDeskSessionRequest) (*authv1.DeskAccount, error) {
	return s.changed(ctx, req.GetId(), func(staff string) error {
		return s.Service.EndByStaff(ctx, staff, req.GetId(), req.GetSessionId(), req.GetReason())
	})
}

// EndDeskSessions implements DeskService.
func (s *Desk) EndDeskSessions(ctx context.Context, req *authv1.EndDeskSessionsRequest) (*authv1.DeskAccount, error) {
	return s.changed(ctx, req.GetId(), func(staff string) error {
		return s.Service.EndByStaff(ctx, staff, req.GetId(), "", req.GetReason())
	})
}

// BlockAccount implements DeskService.
func (s *Desk) BlockAccount(ctx context.Context, req *authv1.BlockAccountRequest) (*authv1.DeskAccount, error) {
	return s.changed(ctx, req.GetId(), func(staff string) error {
		return s.Service.Block(ctx, staff, req.GetId(), req.GetReason())
	})
}

// UnblockAccount implements DeskService.
func (s *Desk) UnblockAccount(ctx context.Context, req *authv1.UnblockAccountRequest) (*authv1.DeskAccount, error) {
	return s.changed(ctx, req.GetId(), func(staff string) error {
		return s.Service.Unblock(ctx, staff, req.GetId(), req.GetReason())
	})
}

// changed makes a change on behalf of the calling member of staff, and returns the account after it.
func (s *Desk) changed(ctx context.Context, accountID string, change func(staffID string) error) (*authv1.DeskAccount, error) {
	p := rpc.Caller(ctx)
	if err := change(p.Subject); err != nil {
		return nil, public(err)
	}
	a, err := s.Service.DeskAccount(ctx, p.Subject, accountID)
	if err != nil {
		return nil, public(err)
	}
	out := &authv1.DeskAccount{Account: s.summary(a.Account), HasIdentity: a.HasIdentity(), Passkeys: int32(a.Passkeys)}
	out.CredentialsChangedAt = rpc.Timestamp(a.CredentialsChangedAt)
	for _, w := range a.Wallets {
		out.Wallets = append(out.Wallets, wallet(w))
	}
	for _, one := range a.Sessions {
		out.Sessions = append(out.Sessions, device(one, p.SessionID))
	}
	for _, one := range a.Actions {
		out.Actions = append(out.Actions, &authv1.DeskAccountAction{
			Action: one.Action, Reason: one.Reason, ActorId: one.ActorID, ActorEmail: one.ActorEmail, At: timestamppb.New(one.At),
		})
	}
	return rpc.Private(ctx, out), nil
}
