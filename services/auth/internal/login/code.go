package login

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/services/auth/internal/account"
	"github.com/vitrine/vitrine/services/auth/internal/session"
)

// grant is the data behind a one-time code.
type grant struct {
	AccountID     string
	Holder        string
	Authenticated time.Time
	IDToken       string
	Session       string // at the provider
}

// Exchange turns the page's code into tokens. It returns account.ErrNotFound for a code that is unknown, used,
// expired, from another browser, or of an account whose sessions were ended since, and session.ErrProof. A second
// use of a code ends the session that the first one opened.
func (s *Service) Exchange(ctx context.Context, holder, code string, c session.Caller) (tokens session.Tokens, err error) {
	defer func() { s.Sessions.LogFailure(ctx, "code", "", err) }()
	key, err := s.Sessions.Prove(ctx, c.Proof, "POST", "/api/auth/session")
	if err != nil {
		return session.Tokens{}, err
	}
	data, err := s.Store.TakeTicket(ctx, ticketCode, account.TicketKey(code), s.Clock.Now())
	if errors.Is(err, account.ErrNotFound) {
		return session.Tokens{}, s.codeReused(ctx, code)
	}
	if err != nil {
		return session.Tokens{}, err
	}
	var g grant
	if err := json.Unmarshal(data, &g); err != nil {
		return session.Tokens{}, err
	}
	if holder == "" || !same(g.Holder, account.TicketKey(holder)) {
		return session.Tokens{}, account.ErrNotFound
	}
	a, err := s.Accounts.Store.Account(ctx, g.AccountID)
	if err != nil {
		return session.Tokens{}, err
	}
	sess := session.Session{ID: id.New(), Key: key, AuthenticatedAt: g.Authenticated, ProviderSession: g.Session}
	if tokens, err = s.Sessions.Open(ctx, a, sess, c, g.IDToken); err != nil {
		return session.Tokens{}, err
	}
	return tokens, s.codeUsed(ctx, code, a, sess)
}

// codeUsed records which session a code opened. If the code was used again in the meantime, it ends the session and returns account.ErrNotFound.
func (s *Service) codeUsed(ctx context.Context, code string, a account.Account, sess session.Session) error {
	now := s.Clock.Now()
	if _, err := s.Store.PutTicket(ctx, account.Ticket{
		Kind: ticketUsed, Key: account.TicketKey(code), Data: []byte(sess.ID), Until: now.Add(codeMemory),
		AccountID: a.ID, AuthenticatedAt: account.Past(sess.AuthenticatedAt, now), ProviderSession: sess.ProviderSession,
	}, now); err != nil {
		return err
	}
	switch _, err := s.Store.TakeTicket(ctx, ticketReused, account.TicketKey(code), now); {
	case errors.Is(err, account.ErrNotFound):
		return nil
	case err != nil:
		return err
	}
	return s.endReused(ctx, sess.ID, now)
}

// codeReused ends the session of a code that was already used, and returns account.ErrNotFound. Both uses write before they read, so that with
// concurrent uses one of them finds the other.
func (s *Service) codeReused(ctx context.Context, code string) error {
	now := s.Clock.Now()
	_, err := s.Store.PutTicket(ctx, account.Ticket{Kind: ticketReused, Key: account.TicketKey(code), Until: now.Add(CodeLifetime)}, now)
	if err != nil && !errors.Is(err, account.ErrExists) {
		return err
	}
	sessionID, err := s.Store.TakeTicket(ctx, ticketUsed, account.TicketKey(code), now)
	if err != nil {
		return err
	}
	return s.endReused(ctx, string(sessionID), now)
}

func (s *Service) endReused(ctx context.Context, sessionID string, now time.Time) error {
	s.Log.WarnContext(ctx, "a login's code was used twice", "session", sessionID)
	if err := s.Sessions.Store.EndSession(ctx, sessionID, account.EndedReuse, now); err != nil {
		return err
	}
	return account.ErrNotFound
}
