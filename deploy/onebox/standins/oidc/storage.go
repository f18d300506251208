package oidc

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"slices"
	"sync/atomic"
	"time"

	jose "github.com/go-jose/go-jose/v4"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/zitadel/oidc/v3/pkg/oidc"
	"github.com/zitadel/oidc/v3/pkg/op"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/postgres"
)

const (
	requestFor = time.Hour
	tokenFor   = time.Hour
	refreshFor = 30 * 24 * time.Hour
)

// storage keeps users, sign-ins in progress and tokens in the database, so they survive a restart.
type storage struct {
	o     Options
	pool  *pgxpool.Pool
	users users
	key   atomic.Pointer[key]
}

// cleanup is the periodic job that deletes what has expired.
type cleanup struct{}

// Kind implements river.JobArgs.
func (cleanup) Kind() string { return "cleanup" }

func (s *storage) sweep(ctx context.Context) error {
	if _, err := s.pool.Exec(ctx, `DELETE FROM sign_ins WHERE created_at < $1`, time.Now().Add(-requestFor)); err != nil {
		return err
	}
	_, err := s.pool.Exec(ctx, `DELETE FROM tokens WHERE expires_at < now()`)
	return err
}

// ---- tokens ----

type refreshRequest struct {
	Subject, Client string
	Scopes          []string
	At              time.Time
}

func (r *refreshRequest) GetAMR() []string                 { return []string{"pwd"} }
func (r *refreshRequest) GetAudience() []string            { return []string{r.Client} }
func (r *refreshRequest) GetAuthTime() time.Time           { return r.At }
func (r *refreshRequest) GetClientID() string              { return r.Client }
func (r *refreshRequest) GetScopes() []string              { return r.Scopes }
func (r *refreshRequest) GetSubject() string               { return r.Subject }
func (r *refreshRequest) SetCurrentScopes(scopes []string) { r.Scopes = scopes }

func (s *storage) issue(ctx context.Context, kind, secret string, r op.TokenRequest, lifetime time.Duration) (time.Time, error) {
	client, at := s.o.ClientID, time.Now()
	if with, ok := r.(interface{ GetClientID() string }); ok {
		client = with.GetClientID()
	}
	if with, ok := r.(interface{ GetAuthTime() time.Time }); ok {
		at = with.GetAuthTime()
	}
	expires := time.Now().Add(lifetime)
	_, err := postgres.Conn(ctx, s.pool).Exec(ctx, `INSERT INTO tokens (id, kind, subject, client, scopes, authenticated_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		id.Hash(secret), kind, r.GetSubject(), client, r.GetScopes(), at, expires)
	return expires, err
}

func (s *storage) CreateAccessToken(ctx context.Context, r op.TokenRequest) (string, time.Time, error) {
	token := rand.Text()
	expires, err := s.issue(ctx, "access", token, r, tokenFor)
	return token, expires, err
}

// CreateAccessAndRefreshTokens consumes the current refresh token: it works once.
func (s *storage) CreateAccessAndRefreshTokens(ctx context.Context, r op.TokenRequest, current string) (access, refresh string, expires time.Time, err error) {
	err = postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		if current != "" {
			tag, err := postgres.Conn(ctx, s.pool).Exec(ctx, `DELETE FROM tokens WHERE id = $1 AND kind = 'refresh' AND expires_at > now()`, id.Hash(current))
			if err != nil {
				return err
			}
			if tag.RowsAffected() == 0 {
				return op.ErrInvalidRefreshToken
			}
		}
		if access, expires, err = s.CreateAccessToken(ctx, r); err != nil {
			return err
		}
		refresh, _ = id.Secret()
		_, err := s.issue(ctx, "refresh", refresh, r, refreshFor)
		return err
	})
	return access, refresh, expires, err
}

func (s *storage) token(ctx context.Context, kind, secret string) (*refreshRequest, error) {
	rows, err := s.pool.Query(ctx, `SELECT subject, client, scopes, authenticated_at FROM tokens WHERE id = $1 AND kind = $2 AND expires_at > now()`, id.Hash(secret), kind)
	if err != nil {
		return nil, err
	}
	r, err := pgx.CollectOneRow(rows, pgx.RowToAddrOfStructByPos[refreshRequest])
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, op.ErrInvalidRefreshToken
	}
	return r, err
}

func (s *storage) TokenRequestByRefreshToken(ctx context.Context, refresh string) (op.RefreshTokenRequest, error) {
	r, err := s.token(ctx, "refresh", refresh)
	if err != nil {
		return nil, err
	}
	return r, nil
}

func (s *storage) TerminateSession(ctx context.Context, userID, clientID string) error {
	_, err := s.pool.Exec(ctx, `DELETE FROM tokens WHERE subject = $1 AND client = $2`, userID, clientID)
	return err
}

func (s *storage) RevokeToken(ctx context.Context, tokenOrID, _, clientID string) *oidc.Error {
	if _, err := s.pool.Exec(ctx, `DELETE FROM tokens WHERE id = $1 AND client = $2`, id.Hash(tokenOrID), clientID); err != nil {
		return oidc.ErrServerError().WithParent(err)
	}
	return nil
}

func (s *storage) GetRefreshTokenInfo(ctx context.Context, _, refresh string) (userID, tokenID string, err error) {
	r, err := s.token(ctx, "refresh", refresh)
	if err != nil {
		return "", "", err
	}
	return r.Subject, refresh, nil
}

// ---- people and clients ----

func (s *storage) fill(ctx context.Context, info *oidc.UserInfo, userID string, scopes []string) error {
	u, err := s.users.byID(ctx, userID)
	if err != nil {
		return err
	}
	info.Subject = u.ID
	if slices.Contains(scopes, oidc.ScopeEmail) {
		info.Email, info.EmailVerified = u.Email, oidc.Bool(u.EmailVerified)
	}
	return nil
}

func (s *storage) SetUserinfoFromScopes(context.Context, *oidc.UserInfo, string, string, []string) error {
	return nil
}

// SetUserinfoFromRequest adds the email address to the ID token.
func (s *storage) SetUserinfoFromRequest(ctx context.Context, info *oidc.UserInfo, r op.IDTokenRequest, scopes []string) error {
	return s.fill(ctx, info, r.GetSubject(), scopes)
}

func (s *storage) SetUserinfoFromToken(ctx context.Context, info *oidc.UserInfo, tokenID, subject, _ string) error {
	t, err := s.token(ctx, "access", tokenID)
	if err != nil || t.Subject != subject {
		return errors.New("token is unknown or has expired")
	}
	return s.fill(ctx, info, subject, t.Scopes)
}

func (s *storage) SetIntrospectionFromToken(context.Context, *oidc.IntrospectionResponse, string, string, string) error {
	return errors.New("introspection is not offered")
}

func (s *storage) GetPrivateClaimsFromScopes(context.Context, string, string, []string) (map[string]any, error) {
	return map[string]any{}, nil
}

func (s *storage) GetKeyByIDAndClientID(context.Context, string, string) (*jose.JSONWebKey, error) {
	return nil, errors.New("clients have no keys")
}

func (s *storage) ValidateJWTProfileScopes(context.Context, string, []string) ([]string, error) {
	return nil, errors.New("the JWT profile is not offered")
}

func (s *storage) Health(ctx context.Context) error { return s.pool.Ping(ctx) }

func (s *storage) GetClientByClientID(_ context.Context, clientID string) (op.Client, error) {
	if clientID != s.o.ClientID {
		return nil, oidc.ErrInvalidClient().WithDescription("unknown client")
	}
	return client{s.o}, nil
}

func (s *storage) AuthorizeClientIDSecret(_ context.Context, clientID, secret string) error {
	if clientID != s.o.ClientID || subtle.ConstantTimeCompare([]byte(secret), []byte(s.o.ClientSecret)) != 1 {
		return errors.New("unknown client or wrong secret")
	}
	return nil
}
