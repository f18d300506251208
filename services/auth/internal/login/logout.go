package login

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/vitrine/vitrine/services/auth/internal/account"
)

// Logout ends a session and returns the browser's next address. external is whether that is another
// site. It works while the provider is down.
func (s *Service) Logout(ctx context.Context, accountID, sessionID string) (location string, external bool, err error) {
	home := s.Rules.PublicURL.JoinPath("/").String()
	if err := s.Sessions.Store.EndSession(ctx, sessionID, account.EndedLogout, s.Clock.Now()); err != nil {
		return "", false, err
	}
	a, err := s.Accounts.Store.Account(ctx, accountID)
	if err != nil || !a.HasIdentity() {
		if errors.Is(err, account.ErrNotFound) {
			err = nil
		}
		return home, false, err
	}
	idToken, err := s.Sessions.IDToken(ctx, sessionID)
	if err != nil {
		return "", false, err
	}
	location, ending, err := s.Provider.LogoutURL(ctx, idToken)
	if err != nil {
		s.Log.WarnContext(ctx, "logging out without the provider", "error", err)
		location = ""
	}
	if location == "" {
		return home, false, nil
	}
	if ending != "" {
		now := s.Clock.Now()
		_, err = s.Store.PutTicket(ctx, account.Ticket{Kind: TicketOwnLogout, Key: ending, Until: now.Add(ownLogoutLifetime)}, now)
		if errors.Is(err, account.ErrExists) { // another session here came from the same one there
			err = nil
		}
	}
	return location, true, err
}

// ProviderLogout ends sessions at the provider's request (OpenID Connect back-channel logout): those that came from the session that the token
// names, or all of the person if it names none. A logout that didn't start here counts as a change of credentials: providers log a person out everywhere
// when the password is reset, and don't report why. It returns ErrLogin for an invalid token, or one that was already used.
func (s *Service) ProviderLogout(ctx context.Context, token string) error {
	l, err := s.Provider.LogoutToken(ctx, token)
	if err != nil {
		return err
	}
	accountID, err := s.loggedOut(ctx, l)
	if errors.Is(err, account.ErrNotFound) {
		return nil // not an account of ours
	}
	if err != nil {
		return err
	}
	now := s.Clock.Now()
	used := account.Ticket{Kind: ticketLogout, Key: account.TicketKey(l.Issuer + "\x00" + l.ID), Until: now.Add(time.Hour)}
	if err = s.Store.ProviderLogout(ctx, accountID, used, l.Session, now); errors.Is(err, account.ErrExists) {
		return fmt.Errorf("%w: the logout token was already used", ErrLogin)
	}
	return err
}

// loggedOut returns the id of the account that a logout token is about.
func (s *Service) loggedOut(ctx context.Context, l LogoutToken) (string, error) {
	if l.Subject == "" {
		return s.Store.AccountOfProviderSession(ctx, l.Session)
	}
	a, err := s.Store.AccountOfIdentity(ctx, l.Issuer, l.Subject)
	return a.ID, err
}
