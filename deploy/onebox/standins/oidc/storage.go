package oidc

import (
	"context"
	"crypto"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"sync"
	"time"

	jose "github.com/go-jose/go-jose/v4"
	"github.com/zitadel/oidc/v3/pkg/oidc"
	"github.com/zitadel/oidc/v3/pkg/op"
)

const (
	requestFor = time.Hour
	tokenFor   = time.Hour
)

// storage keeps sign-ins that are under way and the tokens of this run in memory: a restart asks to begin a sign-in again.
// People and the signing key are in the database.
type storage struct {
	o     Options
	users users
	key   *key

	mu       sync.Mutex
	requests map[string]*authRequest
	codes    map[string]string
	tokens   map[string]token
	refresh  map[string]*refreshRequest
}

type token struct {
	subject string
	scopes  []string
	expires time.Time
}

func newStorage(o Options, u users, k *key) *storage {
	return &storage{o: o, users: u, key: k, requests: map[string]*authRequest{}, codes: map[string]string{}, tokens: map[string]token{}, refresh: map[string]*refreshRequest{}}
}

// sweep forgets what has ended.
func (s *storage) sweep(ctx context.Context) {
	ticker := time.NewTicker(time.Minute)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		s.mu.Lock()
		for k, r := range s.requests {
			if time.Since(r.created) > requestFor {
				delete(s.requests, k)
			}
		}
		for k, t := range s.tokens {
			if time.Now().After(t.expires) {
				delete(s.tokens, k)
			}
		}
		for k, requestID := range s.codes {
			if _, ok := s.requests[requestID]; !ok {
				delete(s.codes, k)
			}
		}
		s.mu.Unlock()
	}
}

// ---- sign-ins ----

type authRequest struct {
	id, subject string
	done        bool
	created, at time.Time
	req         oidc.AuthRequest
}

func (a *authRequest) GetID() string          { return a.id }
func (a *authRequest) GetACR() string         { return "" }
func (a *authRequest) GetAMR() []string       { return []string{"pwd"} }
func (a *authRequest) GetAudience() []string  { return []string{a.req.ClientID} }
func (a *authRequest) GetAuthTime() time.Time { return a.at }
func (a *authRequest) GetClientID() string    { return a.req.ClientID }
func (a *authRequest) GetNonce() string       { return a.req.Nonce }
func (a *authRequest) GetRedirectURI() string { return a.req.RedirectURI }
func (a *authRequest) GetState() string       { return a.req.State }
func (a *authRequest) GetSubject() string     { return a.subject }
func (a *authRequest) Done() bool             { return a.done }
func (a *authRequest) GetScopes() []string    { return a.req.Scopes }
func (a *authRequest) GetResponseType() oidc.ResponseType {
	return a.req.ResponseType
}
func (a *authRequest) GetResponseMode() oidc.ResponseMode { return a.req.ResponseMode }
func (a *authRequest) GetCodeChallenge() *oidc.CodeChallenge {
	if a.req.CodeChallenge == "" {
		return nil
	}
	return &oidc.CodeChallenge{Challenge: a.req.CodeChallenge, Method: a.req.CodeChallengeMethod}
}

func (a *authRequest) wantsRegister() bool {
	for _, p := range a.req.Prompt {
		if p == "create" {
			return true
		}
	}
	return false
}

func (s *storage) CreateAuthRequest(_ context.Context, req *oidc.AuthRequest, _ string) (op.AuthRequest, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	a := &authRequest{id: rand.Text(), created: time.Now(), req: *req}
	s.requests[a.id] = a
	return a, nil
}

var errGone = errors.New("this sign-in has ended; begin again in the gallery")

func (s *storage) find(requestID string) (*authRequest, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if a, ok := s.requests[requestID]; ok && time.Since(a.created) < requestFor {
		return a, nil
	}
	return nil, errGone
}

func (s *storage) AuthRequestByID(_ context.Context, requestID string) (op.AuthRequest, error) {
	a, err := s.find(requestID)
	if err != nil {
		return nil, err
	}
	return a, nil
}

func (s *storage) AuthRequestByCode(ctx context.Context, code string) (op.AuthRequest, error) {
	s.mu.Lock()
	requestID, ok := s.codes[code]
	s.mu.Unlock()
	if !ok {
		return nil, errGone
	}
	return s.AuthRequestByID(ctx, requestID)
}

func (s *storage) SaveAuthCode(_ context.Context, requestID, code string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.codes[code] = requestID
	return nil
}

func (s *storage) DeleteAuthRequest(_ context.Context, requestID string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.requests, requestID)
	return nil
}

// finish binds a person to a sign-in.
func (s *storage) finish(requestID, subject string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	a, ok := s.requests[requestID]
	if !ok {
		return errGone
	}
	a.subject, a.done, a.at = subject, true, time.Now()
	return nil
}

// ---- tokens ----

type refreshRequest struct {
	subject, client string
	scopes          []string
	at              time.Time
}

func (r *refreshRequest) GetAMR() []string                 { return []string{"pwd"} }
func (r *refreshRequest) GetAudience() []string            { return []string{r.client} }
func (r *refreshRequest) GetAuthTime() time.Time           { return r.at }
func (r *refreshRequest) GetClientID() string              { return r.client }
func (r *refreshRequest) GetScopes() []string              { return r.scopes }
func (r *refreshRequest) GetSubject() string               { return r.subject }
func (r *refreshRequest) SetCurrentScopes(scopes []string) { r.scopes = scopes }

func (s *storage) CreateAccessToken(_ context.Context, r op.TokenRequest) (string, time.Time, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	tokenID, expires := rand.Text(), time.Now().Add(tokenFor)
	s.tokens[tokenID] = token{r.GetSubject(), r.GetScopes(), expires}
	return tokenID, expires, nil
}

func (s *storage) CreateAccessAndRefreshTokens(ctx context.Context, r op.TokenRequest, current string) (string, string, time.Time, error) {
	tokenID, expires, err := s.CreateAccessToken(ctx, r)
	if err != nil {
		return "", "", time.Time{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if current != "" {
		if _, ok := s.refresh[current]; !ok {
			return "", "", time.Time{}, op.ErrInvalidRefreshToken
		}
		delete(s.refresh, current)
	}
	client := ClientID
	if with, ok := r.(interface{ GetClientID() string }); ok {
		client = with.GetClientID()
	}
	next := rand.Text() + rand.Text()
	s.refresh[next] = &refreshRequest{subject: r.GetSubject(), client: client, scopes: r.GetScopes(), at: time.Now()}
	return tokenID, next, expires, nil
}

func (s *storage) TokenRequestByRefreshToken(_ context.Context, refresh string) (op.RefreshTokenRequest, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r, ok := s.refresh[refresh]
	if !ok {
		return nil, op.ErrInvalidRefreshToken
	}
	return r, nil
}

func (s *storage) TerminateSession(_ context.Context, userID, clientID string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for k, r := range s.refresh {
		if r.subject == userID && r.client == clientID {
			delete(s.refresh, k)
		}
	}
	return nil
}

func (s *storage) RevokeToken(_ context.Context, tokenOrID, _, _ string) *oidc.Error {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.tokens, tokenOrID)
	delete(s.refresh, tokenOrID)
	return nil
}

func (s *storage) GetRefreshTokenInfo(_ context.Context, _, refresh string) (string, string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r, ok := s.refresh[refresh]
	if !ok {
		return "", "", op.ErrInvalidRefreshToken
	}
	return r.subject, refresh, nil
}

// ---- keys ----

type key struct {
	id     string
	signer crypto.Signer
}

func (k *key) ID() string                                  { return k.id }
func (k *key) SignatureAlgorithm() jose.SignatureAlgorithm { return jose.RS256 }
func (k *key) Key() any                                    { return k.signer }

type publicKey struct{ *key }

func (k publicKey) Algorithm() jose.SignatureAlgorithm { return jose.RS256 }
func (k publicKey) Use() string                        { return "sig" }
func (k publicKey) Key() any                           { return k.signer.Public() }

func (s *storage) SigningKey(context.Context) (op.SigningKey, error) { return s.key, nil }
func (s *storage) KeySet(context.Context) ([]op.Key, error)          { return []op.Key{publicKey{s.key}}, nil }

func (s *storage) SignatureAlgorithms(context.Context) ([]jose.SignatureAlgorithm, error) {
	return []jose.SignatureAlgorithm{jose.RS256}, nil
}

// ---- people and clients ----

func (s *storage) fill(ctx context.Context, info *oidc.UserInfo, userID string, scopes []string) error {
	u, err := s.users.byID(ctx, userID)
	if err != nil {
		return err
	}
	info.Subject = u.ID
	for _, scope := range scopes {
		if scope == oidc.ScopeEmail {
			info.Email, info.EmailVerified = u.Email, oidc.Bool(u.EmailVerified)
		}
	}
	return nil
}

func (s *storage) SetUserinfoFromScopes(context.Context, *oidc.UserInfo, string, string, []string) error {
	return nil
}

// SetUserinfoFromRequest puts the address into the ID token.
func (s *storage) SetUserinfoFromRequest(ctx context.Context, info *oidc.UserInfo, r op.IDTokenRequest, scopes []string) error {
	return s.fill(ctx, info, r.GetSubject(), scopes)
}

func (s *storage) SetUserinfoFromToken(ctx context.Context, info *oidc.UserInfo, tokenID, subject, _ string) error {
	s.mu.Lock()
	t, ok := s.tokens[tokenID]
	s.mu.Unlock()
	if !ok || t.subject != subject || time.Now().After(t.expires) {
		return errors.New("token is unknown or has expired")
	}
	return s.fill(ctx, info, subject, t.scopes)
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

func (s *storage) Health(ctx context.Context) error { return s.users.pool.Ping(ctx) }

func (s *storage) GetClientByClientID(_ context.Context, clientID string) (op.Client, error) {
	if clientID != ClientID {
		return nil, errors.New("unknown client")
	}
	return client{s.o}, nil
}

func (s *storage) AuthorizeClientIDSecret(_ context.Context, clientID, secret string) error {
	if clientID != ClientID || subtle.ConstantTimeCompare([]byte(secret), []byte(s.o.ClientSecret)) != 1 {
		return errors.New("unknown client or wrong secret")
	}
	return nil
}

// client is the gallery.
type client struct{ o Options }

func (c client) GetID() string          { return ClientID }
func (c client) RedirectURIs() []string { return []string{c.o.PublicURL + "/api/auth/callback"} }

func (c client) PostLogoutRedirectURIs() []string {
	return []string{c.o.PublicURL, c.o.PublicURL + "/", c.o.PublicURL + "/en/"}
}

func (c client) ApplicationType() op.ApplicationType {
	return op.ApplicationTypeWeb
}
func (c client) AuthMethod() oidc.AuthMethod { return oidc.AuthMethodBasic }
func (c client) ResponseTypes() []oidc.ResponseType {
	return []oidc.ResponseType{oidc.ResponseTypeCode}
}

func (c client) GrantTypes() []oidc.GrantType {
	return []oidc.GrantType{oidc.GrantTypeCode, oidc.GrantTypeRefreshToken}
}
func (c client) LoginURL(requestID string) string     { return "/login?request=" + requestID }
func (c client) AccessTokenType() op.AccessTokenType  { return op.AccessTokenTypeBearer }
func (c client) IDTokenLifetime() time.Duration       { return time.Hour }
func (c client) DevMode() bool                        { return true }
func (c client) IsScopeAllowed(string) bool           { return false }
func (c client) IDTokenUserinfoClaimsAssertion() bool { return true }
func (c client) ClockSkew() time.Duration             { return 0 }
func (c client) RestrictAdditionalIdTokenScopes() func([]string) []string {
	return func(scopes []string) []string { return scopes }
}

func (c client) RestrictAdditionalAccessTokenScopes() func([]string) []string {
	return func(scopes []string) []string { return scopes }
}
