// Package api implements the RPCs of the auth service.
package api

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/rpc"
	authv1 "github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1"
	"github.com/vitrine/vitrine/services/auth/internal/session"
)

// Server implements SessionService and AccountService.
type Server struct {
	Service *session.Service
	// HolderCookie is the name of the cookie that one-time codes are bound to.
	HolderCookie string
}

// header returns a header of the browser's request, or the metadata in which the gateway forwarded it.
func header(h http.Header, name string) string {
	if v := h.Get(name); v != "" {
		return v
	}
	return h.Get("Grpcgateway-" + name)
}

func caller(h http.Header) session.Caller {
	c := session.Caller{Proof: header(h, "Dpop"), UserAgent: h.Get("Vitrine-User-Agent"), IP: h.Get("Vitrine-Client-Ip")}
	if c.UserAgent == "" {
		c.UserAgent = h.Get("User-Agent")
	}
	return c
}

// private keeps tokens and personal data out of caches.
func private[T any](m *T) *connect.Response[T] {
	res := connect.NewResponse(m)
	res.Header().Set("Cache-Control", "no-store")
	return res
}

// ExchangeCode implements SessionService.
func (s *Server) ExchangeCode(ctx context.Context, req *connect.Request[authv1.ExchangeCodeRequest]) (*connect.Response[authv1.ExchangeCodeResponse], error) {
	holder := ""
	if cookies, err := http.ParseCookie(header(req.Header(), "Cookie")); err == nil {
		for _, c := range cookies {
			if c.Name == s.HolderCookie {
				holder = c.Value
			}
		}
	}
	c := caller(req.Header())
	c.Previous = req.Msg.GetPreviousRefreshToken()
	t, err := s.Service.Exchange(ctx, holder, req.Msg.GetCode(), c)
	if err != nil {
		return nil, public(err)
	}
	return private(&authv1.ExchangeCodeResponse{AccessToken: t.Access, RefreshToken: t.Refresh}), nil
}

// RefreshTokens implements SessionService.
func (s *Server) RefreshTokens(ctx context.Context, req *connect.Request[authv1.RefreshTokensRequest]) (*connect.Response[authv1.RefreshTokensResponse], error) {
	scheme, token, _ := strings.Cut(header(req.Header(), "Authorization"), " ")
	if token = strings.TrimSpace(token); len(token) > 200 || (!strings.EqualFold(scheme, "Bearer") && !strings.EqualFold(scheme, "DPoP")) {
		token = ""
	}
	if token == "" {
		return nil, public(session.ErrGone)
	}
	t, err := s.Service.Refresh(ctx, token, caller(req.Header()))
	if err != nil {
		return nil, public(err)
	}
	return private(&authv1.RefreshTokensResponse{AccessToken: t.Access, RefreshToken: t.Refresh}), nil
}

// Logout implements SessionService.
func (s *Server) Logout(ctx context.Context, _ *connect.Request[authv1.LogoutRequest]) (*connect.Response[authv1.LogoutResponse], error) {
	p, err := identity.Require(ctx)
	if err != nil {
		return nil, err
	}
	location, external, err := s.Service.Logout(ctx, p.Subject, p.SessionID)
	if err != nil {
		return nil, public(err)
	}
	return private(&authv1.LogoutResponse{LogoutUrl: location, External: external}), nil
}

// ListIdentityUsers implements SessionService.
func (s *Server) ListIdentityUsers(ctx context.Context, _ *connect.Request[authv1.ListIdentityUsersRequest]) (*connect.Response[authv1.ListIdentityUsersResponse], error) {
	p, err := identity.Require(ctx)
	if err != nil {
		return nil, err
	}
	a, err := s.Service.Identity(ctx, p.Subject)
	if err != nil {
		return nil, public(err)
	}
	return private(&authv1.ListIdentityUsersResponse{Users: []*authv1.IdentityUser{{Email: a.Email, EmailVerified: a.EmailVerified}}}), nil
}

// ResendVerificationMail implements SessionService.
func (s *Server) ResendVerificationMail(ctx context.Context, _ *connect.Request[authv1.ResendVerificationMailRequest]) (*connect.Response[authv1.ResendVerificationMailResponse], error) {
	p, err := identity.Require(ctx)
	if err != nil {
		return nil, err
	}
	if err := s.Service.ResendVerification(ctx, p.Subject); err != nil {
		return nil, public(err)
	}
	return private(&authv1.ResendVerificationMailResponse{}), nil
}

// GetSiweNonce implements SessionService.
func (s *Server) GetSiweNonce(ctx context.Context, _ *connect.Request[authv1.GetSiweNonceRequest]) (*connect.Response[authv1.GetSiweNonceResponse], error) {
	nonce, err := s.Service.Nonce(ctx)
	if err != nil {
		return nil, public(err)
	}
	return private(&authv1.GetSiweNonceResponse{Nonce: nonce}), nil
}

// VerifySiwe implements SessionService.
func (s *Server) VerifySiwe(ctx context.Context, req *connect.Request[authv1.VerifySiweRequest]) (*connect.Response[authv1.VerifySiweResponse], error) {
	c := caller(req.Header())
	c.Previous = req.Msg.GetPreviousRefreshToken()
	t, err := s.Service.VerifyWallet(ctx, req.Msg.GetMessage(), req.Msg.GetSignature(), c)
	if err != nil {
		return nil, public(err)
	}
	return private(&authv1.VerifySiweResponse{AccessToken: t.Access, RefreshToken: t.Refresh}), nil
}

// ListWallets implements SessionService.
func (s *Server) ListWallets(ctx context.Context, _ *connect.Request[authv1.ListWalletsRequest]) (*connect.Response[authv1.ListWalletsResponse], error) {
	p, err := identity.Require(ctx)
	if err != nil {
		return nil, err
	}
	a, err := s.Service.Accounts.Account(ctx, p.Subject)
	if err != nil {
		return nil, public(err)
	}
	state, err := s.Service.State(ctx, p.SessionID)
	if err != nil {
		return nil, public(err)
	}
	res := &authv1.ListWalletsResponse{Fresh: state.RecentLogin}
	for _, w := range a.Wallets {
		res.Items = append(res.Items, wallet(w))
	}
	return private(res), nil
}

func wallet(w session.Wallet) *authv1.Wallet {
	return &authv1.Wallet{Address: w.Address, LinkedAt: timestamppb.New(w.LinkedAt)}
}

// LinkWallet implements SessionService.
func (s *Server) LinkWallet(ctx context.Context, req *connect.Request[authv1.LinkWalletRequest]) (*connect.Response[authv1.LinkWalletResponse], error) {
	p, err := identity.Require(ctx)
	if err != nil {
		return nil, err
	}
	w, err := s.Service.LinkWallet(ctx, p.SessionID, req.Msg.GetMessage(), req.Msg.GetSignature(), caller(req.Header()))
	if err != nil {
		return nil, public(err)
	}
	return private(&authv1.LinkWalletResponse{Wallet: wallet(w)}), nil
}

// UnlinkWallet implements SessionService.
func (s *Server) UnlinkWallet(ctx context.Context, req *connect.Request[authv1.UnlinkWalletRequest]) (*connect.Response[authv1.UnlinkWalletResponse], error) {
	p, err := identity.Require(ctx)
	if err != nil {
		return nil, err
	}
	if err := s.Service.UnlinkWallet(ctx, p.SessionID, req.Msg.GetAddress(), caller(req.Header())); err != nil {
		return nil, public(err)
	}
	return private(&authv1.UnlinkWalletResponse{}), nil
}

// GetAccount implements AccountService.
func (s *Server) GetAccount(ctx context.Context, req *connect.Request[authv1.GetAccountRequest]) (*connect.Response[authv1.GetAccountResponse], error) {
	a, err := s.Service.Account(ctx, req.Msg.GetAccountId())
	if err != nil {
		return nil, public(err)
	}
	out := &authv1.Account{Id: a.ID, HasIdentity: a.HasIdentity(), Email: a.Email, EmailVerified: a.EmailVerified, Blocked: a.Blocked, Roles: s.Service.Roles(a)}
	for _, w := range a.Wallets {
		out.Wallets = append(out.Wallets, w.Address)
	}
	out.CredentialsChangedAt = rpc.Timestamp(a.CredentialsChangedAt)
	return connect.NewResponse(&authv1.GetAccountResponse{Account: out}), nil
}

// VerifySignature implements AccountService.
func (s *Server) VerifySignature(ctx context.Context, req *connect.Request[authv1.VerifySignatureRequest]) (*connect.Response[authv1.VerifySignatureResponse], error) {
	address, err := s.Service.SignedBy(ctx, req.Msg.GetAccountId(), req.Msg.GetHash(), req.Msg.GetSignature())
	if errors.Is(err, session.ErrSignature) {
		return nil, rpc.Error(connect.CodeInvalidArgument, authv1.Reason_REASON_SIGNATURE_INVALID, session.ErrSignature.Error(), nil)
	}
	if err != nil {
		return nil, public(err)
	}
	return connect.NewResponse(&authv1.VerifySignatureResponse{Address: address}), nil
}

// CheckSession implements AccountService.
func (s *Server) CheckSession(ctx context.Context, req *connect.Request[authv1.CheckSessionRequest]) (*connect.Response[authv1.CheckSessionResponse], error) {
	state, err := s.Service.State(ctx, req.Msg.GetSessionId())
	if err != nil {
		return nil, public(err)
	}
	res := &authv1.CheckSessionResponse{Active: state.Active, RecentLogin: state.RecentLogin, PasskeyConfirmed: state.PasskeyConfirmed}
	res.AuthenticatedAt = rpc.Timestamp(state.Session.AuthenticatedAt)
	return connect.NewResponse(res), nil
}
