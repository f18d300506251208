// Package sessiontest holds an in-memory store for tests of the session rules and
// the suite that it and every other store pass.
package sessiontest

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/services/auth/internal/session"
)

// Memory keeps everything in maps. It is safe for concurrent use.
type Memory struct {
	mu       sync.Mutex
	accounts map[string]session.Account
	sessions map[string]session.Session
	tokens   map[string]token
	tickets  map[[2]string]session.Ticket
	keys     []session.SigningKey
}

type token struct {
	sessionID  string
	generation int
}

// NewMemory is empty.
func NewMemory() *Memory {
	return &Memory{
		accounts: map[string]session.Account{}, sessions: map[string]session.Session{},
		tokens: map[string]token{}, tickets: map[[2]string]session.Ticket{},
	}
}

// EnsureIdentity implements session.Accounts.
func (m *Memory) EnsureIdentity(_ context.Context, who session.Identity, now time.Time) (session.Account, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	a, ok := m.byIdentity(who.Issuer, who.Subject)
	if !ok {
		a = session.Account{ID: id.New(), Issuer: who.Issuer, Subject: who.Subject, CreatedAt: now}
	} else if a.Email != "" && a.Email != who.Email {
		a.CredentialsChangedAt = now
	}
	a.Email, a.EmailVerified = who.Email, who.EmailVerified
	m.accounts[a.ID] = a
	return clone(a), nil
}

func (m *Memory) byIdentity(issuer, subject string) (session.Account, bool) {
	for _, a := range m.accounts {
		if a.Issuer == issuer && a.Subject == subject {
			return a, true
		}
	}
	return session.Account{}, false
}

// AccountOfIdentity implements session.Accounts.
func (m *Memory) AccountOfIdentity(_ context.Context, issuer, subject string) (session.Account, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	a, ok := m.byIdentity(issuer, subject)
	if !ok {
		return session.Account{}, session.ErrNotFound
	}
	return clone(a), nil
}

func (m *Memory) byWallet(address string) (session.Account, bool) {
	for _, a := range m.accounts {
		if slices.ContainsFunc(a.Wallets, func(w session.Wallet) bool { return w.Address == address }) {
			return a, true
		}
	}
	return session.Account{}, false
}

// EnsureWallet implements session.Accounts.
func (m *Memory) EnsureWallet(_ context.Context, w session.Wallet) (session.Account, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	a, ok := m.byWallet(w.Address)
	if ok {
		if _, err := m.proved(a, w); err != nil {
			return session.Account{}, err
		}
	} else {
		a = session.Account{ID: id.New(), CreatedAt: w.LinkedAt, Wallets: []session.Wallet{w}}
		m.accounts[a.ID] = a
	}
	return clone(m.accounts[a.ID]), nil
}

// proved keeps what another proof of a wallet of the account tells.
func (m *Memory) proved(a session.Account, again session.Wallet) (session.Wallet, error) {
	a = clone(a)
	i := slices.IndexFunc(a.Wallets, func(w session.Wallet) bool { return w.Address == again.Address })
	w, err := a.Wallets[i].Proved(again)
	if err == nil {
		a.Wallets[i] = w
		m.accounts[a.ID] = a
	}
	return w, err
}

// Account implements session.Accounts.
func (m *Memory) Account(_ context.Context, accountID string) (session.Account, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	a, ok := m.accounts[accountID]
	if !ok {
		return session.Account{}, session.ErrNotFound
	}
	return clone(a), nil
}

// UpdateAccount implements session.Accounts.
func (m *Memory) UpdateAccount(_ context.Context, accountID string, change func(*session.Account) error) (session.Account, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	old, ok := m.accounts[accountID]
	if !ok {
		return session.Account{}, session.ErrNotFound
	}
	a := clone(old)
	if err := change(&a); err != nil {
		return session.Account{}, err
	}
	old.Email, old.EmailVerified = a.Email, a.EmailVerified
	old.Disabled, old.CredentialsChangedAt, old.PasswordChangedAt = a.Disabled, a.CredentialsChangedAt, a.PasswordChangedAt
	m.accounts[accountID] = old
	return clone(old), nil
}

// LinkWallet implements session.Wallets.
func (m *Memory) LinkWallet(ctx context.Context, accountID string, w session.Wallet, tell session.Tell) (session.Wallet, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	a, ok := m.accounts[accountID]
	if !ok {
		return session.Wallet{}, session.ErrNotFound
	}
	if owner, ok := m.byWallet(w.Address); ok {
		if owner.ID != accountID {
			return session.Wallet{}, session.ErrWalletTaken
		}
		return m.proved(owner, w)
	}
	a.Wallets = append(slices.Clone(a.Wallets), w)
	a.CredentialsChangedAt = w.LinkedAt
	if err := tell(ctx, clone(a)); err != nil {
		return session.Wallet{}, err
	}
	m.accounts[accountID] = a
	return w, nil
}

// UnlinkWallet implements session.Wallets.
func (m *Memory) UnlinkWallet(ctx context.Context, accountID, address string, now time.Time, tell session.Tell) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	a := m.accounts[accountID]
	i := slices.IndexFunc(a.Wallets, func(w session.Wallet) bool { return w.Address == address })
	if i < 0 {
		return session.ErrNotFound
	}
	if !a.HasIdentity() && len(a.Wallets) == 1 {
		return session.ErrLastWay
	}
	a.Wallets = slices.Delete(slices.Clone(a.Wallets), i, i+1)
	a.CredentialsChangedAt = now
	if err := tell(ctx, clone(a)); err != nil {
		return err
	}
	m.accounts[accountID] = a
	for sessionID, s := range m.sessions {
		if s.AccountID == accountID && s.Wallet == address {
			s.End(now, session.EndedUnlinked)
			m.sessions[sessionID] = s
		}
	}
	return nil
}

// CreateSession implements session.Sessions.
func (m *Memory) CreateSession(_ context.Context, s session.Session, first session.Token) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if owner, ok := m.byWallet(s.Wallet); s.Wallet != "" && (!ok || owner.ID != s.AccountID) {
		return session.ErrGone
	}
	m.sessions[s.ID] = s
	m.tokens[string(first.Hash)] = token{s.ID, first.Generation}
	return nil
}

// Session implements session.Sessions.
func (m *Memory) Session(_ context.Context, sessionID string) (session.Session, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	s, ok := m.sessions[sessionID]
	if !ok {
		return session.Session{}, session.ErrNotFound
	}
	return s, nil
}

// UseToken implements session.Sessions.
func (m *Memory) UseToken(_ context.Context, hash []byte, change func(*session.Session, int) (*session.Token, error)) (session.Session, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	t, ok := m.tokens[string(hash)]
	if !ok {
		return session.Session{}, session.ErrNotFound
	}
	s := m.sessions[t.sessionID]
	issue, err := change(&s, t.generation)
	if err != nil {
		return session.Session{}, err
	}
	m.sessions[s.ID] = s
	if issue != nil {
		m.tokens[string(issue.Hash)] = token{s.ID, issue.Generation}
	}
	return s, nil
}

// EndSession implements session.Sessions.
func (m *Memory) EndSession(_ context.Context, sessionID, reason string, now time.Time) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if s, ok := m.sessions[sessionID]; ok {
		s.End(now, reason)
		m.sessions[sessionID] = s
	}
	return nil
}

// EndSessions implements session.Sessions.
func (m *Memory) EndSessions(_ context.Context, accountID, reason string, before, now time.Time) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for sessionID, s := range m.sessions {
		if s.AccountID == accountID && s.AuthenticatedAt.Before(before) {
			s.End(now, reason)
			m.sessions[sessionID] = s
		}
	}
	for k, t := range m.tickets {
		if t.AccountID == accountID && t.AuthenticatedAt.Before(before) {
			delete(m.tickets, k)
		}
	}
	return nil
}

// PutTicket implements session.Tickets.
func (m *Memory) PutTicket(_ context.Context, t session.Ticket, now time.Time) (time.Time, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	k := [2]string{t.Kind, t.Key}
	if there, ok := m.tickets[k]; ok && now.Before(there.Until) {
		return there.Until, session.ErrExists
	}
	m.tickets[k] = t
	return t.Until, nil
}

// TakeTicket implements session.Tickets.
func (m *Memory) TakeTicket(_ context.Context, kind, key string, now time.Time) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	t, ok := m.tickets[[2]string{kind, key}]
	if !ok || !now.Before(t.Until) {
		return nil, session.ErrNotFound
	}
	delete(m.tickets, [2]string{kind, key})
	return t.Data, nil
}

// Sweep implements session.Tickets.
func (m *Memory) Sweep(_ context.Context, now time.Time) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for k, t := range m.tickets {
		if !now.Before(t.Until) {
			delete(m.tickets, k)
		}
	}
	for k, s := range m.sessions {
		if session.Forgotten(s, now) {
			delete(m.sessions, k)
			for h, t := range m.tokens {
				if t.sessionID == k {
					delete(m.tokens, h)
				}
			}
		}
	}
	return nil
}

// SigningKeys implements session.Keys.
func (m *Memory) SigningKeys(context.Context) ([]session.SigningKey, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.keys), nil
}

// ReplaceKeys implements session.Keys.
func (m *Memory) ReplaceKeys(_ context.Context, change func([]session.SigningKey) ([]session.SigningKey, error)) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	keys, err := change(slices.Clone(m.keys))
	if err == nil {
		m.keys = keys
	}
	return err
}

func clone(a session.Account) session.Account {
	a.Wallets = slices.Clone(a.Wallets)
	return a
}
