package oidc

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/zitadel/oidc/v3/pkg/oidc"
	"github.com/zitadel/oidc/v3/pkg/op"

	"github.com/vitrine/vitrine/kit/id"
)

// signIn is a sign-in in progress: what the gallery requested and, later, the user.
type signIn struct {
	ID      string             `json:"-"`
	Subject string             `json:"-"`
	At      time.Time          `json:"-"`
	Scopes  []string           `json:"scopes"`
	Type    oidc.ResponseType  `json:"type"`
	Mode    oidc.ResponseMode  `json:"mode"`
	Client  string             `json:"client"`
	Return  string             `json:"return"`
	State   string             `json:"state"`
	Nonce   string             `json:"nonce"`
	Code    oidc.CodeChallenge `json:"code"`
	Prompt  []string           `json:"prompt"`
}

func (a *signIn) GetID() string                      { return a.ID }
func (a *signIn) GetACR() string                     { return "" }
func (a *signIn) GetAMR() []string                   { return []string{"pwd"} }
func (a *signIn) GetAudience() []string              { return []string{a.Client} }
func (a *signIn) GetAuthTime() time.Time             { return a.At }
func (a *signIn) GetClientID() string                { return a.Client }
func (a *signIn) GetNonce() string                   { return a.Nonce }
func (a *signIn) GetRedirectURI() string             { return a.Return }
func (a *signIn) GetState() string                   { return a.State }
func (a *signIn) GetSubject() string                 { return a.Subject }
func (a *signIn) Done() bool                         { return a.Subject != "" }
func (a *signIn) GetScopes() []string                { return a.Scopes }
func (a *signIn) GetResponseType() oidc.ResponseType { return a.Type }
func (a *signIn) GetResponseMode() oidc.ResponseMode { return a.Mode }
func (a *signIn) GetCodeChallenge() *oidc.CodeChallenge {
	if a.Code.Challenge == "" {
		return nil
	}
	return &a.Code
}

func (a *signIn) wantsRegister() bool { return slices.Contains(a.Prompt, promptCreate) }

// promptCreate asks for registration (OpenID Connect Initiating User Registration 1.0); Auth0 uses screen_hint=signup.
const promptCreate = "create"

func (s *storage) CreateAuthRequest(ctx context.Context, req *oidc.AuthRequest, _ string) (op.AuthRequest, error) {
	if slices.Contains(req.Prompt, oidc.PromptNone) {
		return nil, oidc.ErrLoginRequired()
	}
	a := &signIn{
		ID: rand.Text(), Scopes: req.Scopes, Type: req.ResponseType, Mode: req.ResponseMode, Client: req.ClientID, Return: req.RedirectURI, State: req.State,
		Nonce: req.Nonce, Code: oidc.CodeChallenge{Challenge: req.CodeChallenge, Method: req.CodeChallengeMethod}, Prompt: req.Prompt,
	}
	data, err := json.Marshal(a)
	if err != nil {
		return nil, err
	}
	_, err = s.pool.Exec(ctx, `INSERT INTO sign_ins (id, request) VALUES ($1, $2)`, a.ID, data)
	return a, err
}

var errGone = errors.New("this sign-in has ended; begin again in the gallery")

func (s *storage) find(ctx context.Context, requestID string) (*signIn, error) {
	return s.signIn(ctx, `id = $1`, requestID)
}

func (s *storage) signIn(ctx context.Context, where string, arg any) (*signIn, error) {
	var a signIn
	var data []byte
	var subject *string
	var at *time.Time
	err := s.pool.QueryRow(ctx, `SELECT id, request, subject, finished_at FROM sign_ins WHERE created_at > $2 AND `+where, arg, time.Now().Add(-requestFor)).Scan(&a.ID, &data, &subject, &at)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, errGone
	}
	if err != nil {
		return nil, err
	}
	if subject != nil && at != nil {
		a.Subject, a.At = *subject, *at
	}
	return &a, json.Unmarshal(data, &a)
}

func (s *storage) AuthRequestByID(ctx context.Context, requestID string) (op.AuthRequest, error) {
	a, err := s.find(ctx, requestID)
	if err != nil {
		return nil, err
	}
	return a, nil
}

func (s *storage) AuthRequestByCode(ctx context.Context, code string) (op.AuthRequest, error) {
	a, err := s.signIn(ctx, `code_hash = $1`, id.Hash(code))
	if err != nil {
		return nil, err
	}
	return a, nil
}

func (s *storage) SaveAuthCode(ctx context.Context, requestID, code string) error {
	return s.change(ctx, `UPDATE sign_ins SET code_hash = $2 WHERE id = $1`, requestID, id.Hash(code))
}

// DeleteAuthRequest fails if the sign-in is already gone, so only one of two requests with the same code gets tokens.
func (s *storage) DeleteAuthRequest(ctx context.Context, requestID string) error {
	return s.change(ctx, `DELETE FROM sign_ins WHERE id = $1`, requestID)
}

// finish binds a user to a sign-in.
func (s *storage) finish(ctx context.Context, requestID, subject string) error {
	return s.change(ctx, `UPDATE sign_ins SET subject = $2, finished_at = now() WHERE id = $1 AND code_hash IS NULL`, requestID, subject)
}

func (s *storage) change(ctx context.Context, sql string, args ...any) error {
	tag, err := s.pool.Exec(ctx, sql, args...)
	if err == nil && tag.RowsAffected() == 0 {
		err = errGone
	}
	return err
}
