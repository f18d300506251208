package rpc

import (
	"context"
	"errors"
	"fmt"
	"time"

	"connectrpc.com/connect/v2"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/gen/errorsv1"
	"github.com/vitrine/vitrine/kit/identity"
)

// Session is the state of a session at the time of a call.
type Session struct {
	// Active: it exists, has not ended and has not expired.
	Active bool
	// RecentLogin: the person logged in recently.
	RecentLogin bool
	// PasskeyConfirmed: the person confirmed with a passkey recently, or the account has no passkey.
	PasskeyConfirmed bool
	// Account is the account of an active session. It may be nil.
	Account *Account
}

// Account is a person's account at the time of a session check.
type Account struct {
	ID string
	// HasIdentity reports whether the person logs in at an identity provider.
	HasIdentity bool
	// Email and EmailVerified are the identity provider's.
	Email         string
	EmailVerified bool
	Roles         []string
	// Wallets are the linked wallets, checksummed.
	Wallets []string
	// CredentialsChangedAt is when a way to log in last changed; zero if none did.
	CredentialsChangedAt time.Time
}

// Sessions returns the state of a session, the zero state for an unknown one. An error means that the state can't be determined now.
type Sessions func(ctx context.Context, sessionID string) (Session, error)

// Caller returns the person who calls an RPC that needs a login (NeedsLogin). The interceptor has refused all other calls, so the handler has
// nothing to check. It panics in the handler of any other RPC: identity.From is for those.
func Caller(ctx context.Context) *identity.Principal {
	p, ok := identity.From(ctx)
	if !ok {
		panic("rpc: Caller in the handler of an RPC that needs no login")
	}
	return p
}

type accountKey struct{}

// CallerAccount returns the account of the person who calls. It was read from auth, in the same call as their session, after this call began: it
// is as current as the response of GetAccount, whose data of the identity provider may be 5 seconds old. It returns false in handlers of RPCs
// whose session isn't checked (SessionRuleOf) and outside of handlers: read the account from auth there. A context that is kept after the call
// keeps the account, too.
func CallerAccount(ctx context.Context) (*Account, bool) {
	a, ok := ctx.Value(accountKey{}).(*Account)
	return a, ok
}

// accountMessage is auth's message about an account.
type accountMessage interface { //nolint:interfacebloat // the getters of a generated message
	GetId() string
	GetHasIdentity() bool
	GetEmail() string
	GetEmailVerified() bool
	GetRoles() []string
	GetWallets() []string
	GetCredentialsChangedAt() *timestamppb.Timestamp
}

// SessionsFrom checks sessions with check, the method CheckSession of a client of auth's AccountService. kit imports no
// contracts, so it finds the request's field by its name, and panics if it doesn't exist.
func SessionsFrom[Req any, Acc accountMessage, ReqP interface {
	*Req
	proto.Message
}, Res interface {
	GetActive() bool
	GetRecentLogin() bool
	GetPasskeyConfirmed() bool
	GetAccount() Acc
}](check func(context.Context, ReqP) (Res, error)) Sessions {
	field := ReqP(new(Req)).ProtoReflect().Descriptor().Fields().ByName("session_id")
	if field == nil {
		panic(fmt.Sprintf("rpc: %T has no session_id", new(Req)))
	}
	return func(ctx context.Context, sessionID string) (Session, error) {
		req := ReqP(new(Req))
		req.ProtoReflect().Set(field, protoreflect.ValueOfString(sessionID))
		res, err := check(ctx, req)
		switch connect.CodeOf(err) {
		case connect.CodeNotFound, connect.CodeInvalidArgument:
			return Session{}, nil // the session doesn't exist
		}
		if err != nil {
			return Session{}, err
		}
		state := Session{Active: res.GetActive(), RecentLogin: res.GetRecentLogin(), PasskeyConfirmed: res.GetPasskeyConfirmed()}
		if a := res.GetAccount(); a.GetId() != "" {
			state.Account = &Account{
				ID: a.GetId(), HasIdentity: a.GetHasIdentity(), Email: a.GetEmail(), EmailVerified: a.GetEmailVerified(), Roles: a.GetRoles(),
				Wallets: a.GetWallets(), CredentialsChangedAt: Time(a.GetCredentialsChangedAt()),
			}
		}
		return state, nil
	}
}

// Require returns the caller if their session is active. Its errors are public: unauthenticated without a caller or with
// the reason session_gone, unavailable if sessions cannot be checked. With a nil Sessions it is always unavailable.
func (s Sessions) Require(ctx context.Context) (*identity.Principal, error) {
	p, _, err := s.require(ctx)
	return p, err
}

// RequireStepUp returns the caller if their session is active and they have proved recently that they are its owner. Its
// errors are those of Require, and permission_denied with the reason recent_login_required or passkey_required.
func (s Sessions) RequireStepUp(ctx context.Context) (*identity.Principal, error) {
	p, _, err := s.requireStepUp(ctx)
	return p, err
}

func (s Sessions) requireStepUp(ctx context.Context) (*identity.Principal, Session, error) {
	p, state, err := s.require(ctx)
	switch {
	case err != nil:
		return nil, state, err
	case !state.RecentLogin:
		return nil, state, Error(connect.CodePermissionDenied, errorsv1.Reason_REASON_RECENT_LOGIN_REQUIRED, "Please confirm it's you: log in again, then repeat this.", nil)
	case !state.PasskeyConfirmed:
		return nil, state, Error(connect.CodePermissionDenied, errorsv1.Reason_REASON_PASSKEY_REQUIRED, "Please confirm it's you with your passkey, then repeat this.", nil)
	}
	return p, state, nil
}

func (s Sessions) require(ctx context.Context) (*identity.Principal, Session, error) {
	p, err := identity.Require(ctx)
	if err != nil {
		return nil, Session{}, err
	}
	const unchecked = "We can't check your session right now. Try again in a moment."
	if s == nil {
		return nil, Session{}, Error(connect.CodeUnavailable, errorsv1.Reason_REASON_UNAVAILABLE, unchecked, nil)
	}
	var state Session
	if p.SessionID != "" {
		if state, err = s(ctx, p.SessionID); err != nil {
			return nil, Session{}, Unavailable(errorsv1.Reason_REASON_UNAVAILABLE, unchecked, fmt.Errorf("sessions: %w", err))
		}
	}
	if !state.Active {
		return nil, Session{}, Error(connect.CodeUnauthenticated, errorsv1.Reason_REASON_SESSION_GONE, "Your session has ended. Log in again.", nil)
	}
	return p, state, nil
}

// intercept refuses callers without the login, the role, the session or the step-up that the options of the RPC require. Handlers check none of
// them. It puts the account of a checked session into the context (CallerAccount).
func (s Sessions) intercept(next connect.ServerFunc) connect.ServerFunc {
	return func(ctx context.Context, spec connect.Spec, stream connect.ServerStream) error {
		account, err := s.check(ctx, spec)
		if err != nil {
			return err
		}
		if account != nil {
			ctx = context.WithValue(ctx, accountKey{}, account)
		}
		return next(ctx, spec, stream)
	}
}

// check applies the options of the RPC that spec describes, and returns the account of a session that it checked.
func (s Sessions) check(ctx context.Context, spec connect.Spec) (*Account, error) {
	m, ok := spec.Schema.(protoreflect.MethodDescriptor)
	if !ok {
		return nil, nil // a handler that was not generated from a contract
	}
	if areas := AreasOf(m); len(areas) > 0 {
		if err := inAreas(ctx, areas); err != nil {
			return nil, err
		}
	}
	_, person := identity.From(ctx)
	var state Session
	var err error
	switch rule := SessionRuleOf(m); {
	case NeedsStepUp(m):
		_, state, err = s.requireStepUp(ctx)
	case rule == SessionActive, rule == SessionActiveIfPresent && person:
		_, state, err = s.require(ctx)
	case NeedsLogin(m):
		_, err = identity.Require(ctx)
	}
	return state.Account, err
}

// inAreas rejects callers without a role in one of the areas, before anything else is checked or read.
func inAreas(ctx context.Context, areas []identity.Area) error {
	_, err := identity.RequireArea(ctx, areas...)
	if refused, ok := errors.AsType[identity.AreaError](err); ok {
		return Error(connect.CodePermissionDenied, errorsv1.Reason_REASON_FORBIDDEN, refused.Error(), nil)
	}
	return err
}
