package session

import (
	"context"
	"net/netip"
	"time"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/services/auth/internal/account"
)

// seen records the browser and the network that use the session.
func (s *Session) seen(c Caller) { s.UserAgent, s.Network = clip(c.UserAgent, 200), Network(c.IP) }

// Network returns the network of an address: /24 for IPv4, /48 for IPv6. That is enough to recognize a place, and identifies no household or
// person. It returns "" for anything else.
func Network(address string) string {
	ip, err := netip.ParseAddr(address)
	if err != nil {
		return ""
	}
	ip = ip.Unmap().WithZone("")
	bits := 24
	if ip.Is6() {
		bits = 48
	}
	network, err := ip.Prefix(bits)
	if err != nil {
		return ""
	}
	return network.String()
}

func clip(s string, n int) string {
	if len(s) > n {
		s = s[:n]
	}
	return s
}

// Revoke ends a session of an account. account.ErrNotFound means that the account has no such active session.
func (s *Service) Revoke(ctx context.Context, accountID, sessionID string) error {
	now := s.Clock.Now()
	sess, err := s.Store.Session(ctx, sessionID)
	if err != nil {
		return err
	}
	if sess.AccountID != accountID || !sess.Active(now) {
		return account.ErrNotFound
	}
	if err := s.Store.EndSession(ctx, sessionID, account.EndedRevoked, now); err != nil {
		return err
	}
	_, err = s.IDToken(ctx, sessionID) // no longer needed to log out
	return err
}

// RevokeOthers ends all sessions of an account except one.
func (s *Service) RevokeOthers(ctx context.Context, accountID, kept string) error {
	return s.Store.EndOtherSessions(ctx, accountID, kept, account.EndedRevoked, s.Clock.Now())
}

// FirstLogin is how long the first session of a new account may take to open; it sends no email about a new browser.
const FirstLogin = 15 * time.Minute

// alert emails the owner about a session in a browser that the account has not used before, with a link to report it. A browser is identified
// by its key; a browser without a key always counts as new. The first login of an account sends no email.
func (s *Service) alert(a account.Account, sess Session) Opened {
	return func(ctx context.Context, e EarlierSessions) error {
		first := !e.Any && sess.CreatedAt.Sub(a.CreatedAt) <= FirstLogin
		if e.SameKey || first || !a.EmailVerified {
			return nil
		}
		secret, _ := id.Secret()
		if _, err := s.Store.PutTicket(ctx, account.Ticket{
			Kind: TicketAlert, Key: account.TicketKey(secret), Data: []byte(a.ID), Until: sess.CreatedAt.Add(alertLifetime), AccountID: a.ID,
		}, sess.CreatedAt); err != nil {
			return err
		}
		return s.Notices.NewLogin(ctx, a, sess, secret)
	}
}

// ReportLogin ends all sessions of the account whose owner reports a login, and makes its withdrawals wait as after a change of
// credentials. It returns account.ErrNotFound for a secret that is unknown, used or expired.
func (s *Service) ReportLogin(ctx context.Context, secret string) error {
	now := s.Clock.Now()
	return s.Store.ReportLogin(ctx, account.TicketKey(secret), now, func(ctx context.Context, a account.Account) error {
		return s.Notices.LoginReported(ctx, a, now)
	})
}
