// Package api implements the RPCs of the auth service.
package api

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"strings"

	"connectrpc.com/connect/v2"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/rpc"
	authv1 "github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1"
	"github.com/vitrine/vitrine/services/auth/internal/account"
	"github.com/vitrine/vitrine/services/auth/internal/login"
	"github.com/vitrine/vitrine/services/auth/internal/read"
	"github.com/vitrine/vitrine/services/auth/internal/session"
	"github.com/vitrine/vitrine/services/auth/internal/wallet"
)

// Server implements SessionService and AccountService. What SessionService only reads is the Reader's.
type Server struct {
	*read.Reader

	Logins   *login.Service
	Sessions *session.Service
	Wallets  *wallet.Service
	// HolderCookie is the name of the cookie that one-time codes are bound to.
	HolderCookie string
}

// header returns a header of the browser's request, or the metadata in which the gateway forwarded it.
func header(ctx context.Context, name string) string {
	return cmp.Or(rpc.RequestHeader(ctx, name), rpc.RequestHeader(ctx, "Grpcgateway-"+name))
}

func caller(ctx context.Context) session.Caller {
	return session.Caller{
		Proof: header(ctx, "Dpop"), IP: rpc.RequestHeader(ctx, "Vitrine-Client-Ip"),
		UserAgent: cmp.Or(rpc.RequestHeader(ctx, "Vitrine-User-Agent"), rpc.RequestHeader(ctx, "User-Agent")),
	}
}

// ExchangeCode implements SessionService.
func (s *Server) ExchangeCode(ctx context.Context, req *authv1.ExchangeCodeRequest) (*authv1.ExchangeCodeResponse, error) {
	holder := ""
	if cookies, err := http.ParseCookie(header(ctx, "Cookie")); err == nil {
		for _, c := range cookies {
			if c.Name == s.HolderCookie {
				holder = c.Value
			}
		}
	}
	c := caller(ctx)
	c.Previous = req.GetPreviousRefreshToken()
	t, err := s.Logins.Exchange(ctx, holder, req.GetCode(), c)
	if err != nil {
		return nil, public(err)
	}
	return rpc.Private(ctx, &authv1.ExchangeCodeResponse{AccessToken: t.Access, RefreshToken: t.Refresh}), nil
}

// RefreshTokens implements SessionService.
func (s *Server) RefreshTokens(ctx context.Context, req *authv1.RefreshTokensRequest) (*authv1.RefreshTokensResponse, error) {
	scheme, token, _ := strings.Cut(header(ctx, "Authorization"), " ")
	if token = strings.TrimSpace(token); len(token) > 200 || (!strings.EqualFold(scheme, "Bearer") && !strings.EqualFold(scheme, "DPoP")) {
		token = ""
	}
	if token == "" {
		return nil, public(account.ErrGone)
	}
	t, err := s.Sessions.Refresh(ctx, token, caller(ctx))
	if err != nil {
		return nil, public(err)
	}
	return rpc.Private(ctx, &authv1.RefreshTokensResponse{AccessToken: t.Access, RefreshToken: t.Refresh}), nil
}

// Logout implements SessionService.
func (s *Server) Logout(ctx context.Context, _ *authv1.LogoutRequest) (*authv1.LogoutResponse, error) {
	p := rpc.Caller(ctx)
	location, external, err := s.Logins.Logout(ctx, p.Subject, p.SessionID)
	if err != nil {
		return nil, public(err)
	}
	return rpc.Private(ctx, &authv1.LogoutResponse{LogoutUrl: location, External: external}), nil
}

// ListIdentityUsers implements SessionService.
func (s *Server) ListIdentityUsers(ctx context.Context, _ *authv1.ListIdentityUsersRequest) (*authv1.ListIdentityUsersResponse, error) {
	a, err := s.Sessions.Accounts.Identity(ctx, rpc.Caller(ctx).Subject)
	if err != nil {
		return nil, public(err)
	}
	return rpc.Private(ctx, &authv1.ListIdentityUsersResponse{Users: []*authv1.IdentityUser{{Email: a.Email, EmailVerified: a.EmailVerified}}}), nil
}

// ResendVerificationMail implements SessionService.
func (s *Server) ResendVerificationMail(ctx context.Context, _ *authv1.ResendVerificationMailRequest) (*authv1.ResendVerificationMailResponse, error) {
	if err := s.Sessions.Accounts.ResendVerification(ctx, rpc.Caller(ctx).Subject); err != nil {
		return nil, public(err)
	}
	return rpc.Private(ctx, &authv1.ResendVerificationMailResponse{}), nil
}

// GetSiweNonce implements SessionService.
func (s *Server) GetSiweNonce(ctx context.Context, _ *authv1.GetSiweNonceRequest) (*authv1.GetSiweNonceResponse, error) {
	nonce, err := s.Wallets.Nonce(ctx)
	if err != nil {
		return nil, public(err)
	}
	return rpc.Private(ctx, &authv1.GetSiweNonceResponse{Nonce: nonce}), nil
}

// VerifySiwe implements SessionService.
func (s *Server) VerifySiwe(ctx context.Context, req *authv1.VerifySiweRequest) (*authv1.VerifySiweResponse, error) {
	c := caller(ctx)
	c.Previous = req.GetPreviousRefreshToken()
	t, err := s.Wallets.LogIn(ctx, req.GetMessage(), req.GetSignature(), c)
	if err != nil {
		return nil, public(err)
	}
	return rpc.Private(ctx, &authv1.VerifySiweResponse{AccessToken: t.Access, RefreshToken: t.Refresh}), nil
}

// ListWallets implements SessionService.
func (s *Server) ListWallets(ctx context.Context, _ *authv1.ListWalletsRequest) (*authv1.ListWalletsResponse, error) {
	p := rpc.Caller(ctx)
	a, err := s.Sessions.Accounts.Store.Account(ctx, p.Subject)
	if err != nil {
		return nil, public(err)
	}
	state, err := s.Sessions.State(ctx, p.SessionID)
	if err != nil {
		return nil, public(err)
	}
	res := &authv1.ListWalletsResponse{Fresh: state.RecentLogin}
	for _, w := range a.Wallets {
		res.Items = append(res.Items, walletMessage(w))
	}
	return rpc.Private(ctx, res), nil
}

func walletMessage(w account.Wallet) *authv1.Wallet {
	return &authv1.Wallet{Address: w.Address, LinkedAt: timestamppb.New(w.LinkedAt)}
}

// LinkWallet implements SessionService.
func (s *Server) LinkWallet(ctx context.Context, req *authv1.LinkWalletRequest) (*authv1.LinkWalletResponse, error) {
	w, err := s.Wallets.Link(ctx, rpc.Caller(ctx).SessionID, req.GetMessage(), req.GetSignature(), caller(ctx))
	if err != nil {
		return nil, public(err)
	}
	return rpc.Private(ctx, &authv1.LinkWalletResponse{Wallet: walletMessage(w)}), nil
}

// UnlinkWallet implements SessionService.
func (s *Server) UnlinkWallet(ctx context.Context, req *authv1.UnlinkWalletRequest) (*authv1.UnlinkWalletResponse, error) {
	if err := s.Wallets.Unlink(ctx, rpc.Caller(ctx).SessionID, req.GetAddress(), caller(ctx)); err != nil {
		return nil, public(err)
	}
	return rpc.Private(ctx, &authv1.UnlinkWalletResponse{}), nil
}

// GetAccount implements AccountService.
func (s *Server) GetAccount(ctx context.Context, req *authv1.GetAccountRequest) (*authv1.GetAccountResponse, error) {
	a, err := s.Sessions.Accounts.Account(ctx, req.GetAccountId())
	if err != nil {
		return nil, public(err)
	}
	return &authv1.GetAccountResponse{Account: s.account(a)}, nil
}

func (s *Server) account(a account.Account) *authv1.Account {
	out := &authv1.Account{Id: a.ID, HasIdentity: a.HasIdentity(), Email: a.Email, EmailVerified: a.EmailVerified, Blocked: a.Blocked, Roles: s.Sessions.Accounts.Roles(a)}
	for _, w := range a.Wallets {
		out.Wallets = append(out.Wallets, w.Address)
	}
	out.CredentialsChangedAt = rpc.Timestamp(a.CredentialsChangedAt)
	return out
}

// VerifySignature implements AccountService.
func (s *Server) VerifySignature(ctx context.Context, req *authv1.VerifySignatureRequest) (*authv1.VerifySignatureResponse, error) {
	address, err := s.Wallets.SignedBy(ctx, req.GetAccountId(), req.GetHash(), req.GetSignature())
	if errors.Is(err, wallet.ErrSignature) {
		return nil, rpc.Error(connect.CodeInvalidArgument, authv1.Reason_REASON_SIGNATURE_INVALID, wallet.ErrSignature.Error(), nil)
	}
	if err != nil {
		return nil, public(err)
	}
	return &authv1.VerifySignatureResponse{Address: address}, nil
}

// CheckSession implements AccountService.
func (s *Server) CheckSession(ctx context.Context, req *authv1.CheckSessionRequest) (*authv1.CheckSessionResponse, error) {
	state, err := s.Sessions.State(ctx, req.GetSessionId())
	if err != nil {
		return nil, public(err)
	}
	res := &authv1.CheckSessionResponse{Active: state.Active, RecentLogin: state.RecentLogin, PasskeyConfirmed: state.PasskeyConfirmed}
	res.AuthenticatedAt = rpc.Timestamp(state.Session.AuthenticatedAt)
	if state.Active {
		res.Account = s.account(state.Account)
	}
	return res, nil
}
