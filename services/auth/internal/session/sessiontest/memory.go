// Package sessiontest holds an in-memory store and the test suite that every store passes.
package sessiontest

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/services/auth/internal/session"
)

// Memory stores everything in maps. It is safe for concurrent use.
type Memory struct {
	mu       sync.Mutex
	accounts map[string]session.Account
	sessions map[string]session.Session
	tokens   map[string]token
	tickets  map[[2]string]session.Ticket
	keys     []session.SigningKey
	passkeys map[string]session.Passkey
	codes    map[string][][]byte
	events   session.Events
}

type token struct {
	sessionID  string
	generation int
}

// NewMemory returns an empty store. It publishes with events, which may be nil.
func NewMemory(events session.Events) *Memory {
	return &Memory{
		events:   events,
		accounts: map[string]session.Account{}, sessions: map[string]session.Session{},
		tokens: map[string]token{}, tickets: map[[2]string]session.Ticket{},
		passkeys: map[string]session.Passkey{}, codes: map[string][][]byte{},
	}
}

// EnsureIdentity implements session.Accounts.
func (m *Memory) EnsureIdentity(ctx context.Context, who session.Identity, now time.Time) (session.Account, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	a, ok := m.byIdentity(who.Issuer, who.Subject)
	if !ok {
		a = session.Account{ID: id.New(), Issuer: who.Issuer, Subject: who.Subject, CreatedAt: now}
	}
	before := a
	a.LoggedIn(who, now)
	return m.put(ctx, before, a, now)
}

// put stores an account and publishes its changes.
func (m *Memory) put(ctx context.Context, before, a session.Account, now time.Time) (session.Account, error) {
	if err := m.publish(ctx, a.Events(before, now)...); err != nil {
		return session.Account{}, err
	}
	m.accounts[a.ID] = a
	return clone(a), nil
}

func (m *Memory) publish(ctx context.Context, events ...session.Event) error {
	if m.events == nil {
		return nil
	}
	return m.events.Publish(ctx, events...)
}

// end ends the sessions of an account that match, and publishes it.
func (m *Memory) end(ctx context.Context, reason string, now time.Time, match func(session.Session) bool) error {
	e := session.SessionsEnded{Reason: reason, At: now}
	for sessionID, s := range m.sessions {
		if match(s) && s.EndedAt.IsZero() {
			s.End(now, reason)
			m.sessions[sessionID] = s
			e.AccountID, e.SessionIDs = s.AccountID, append(e.SessionIDs, sessionID)
		}
	}
	if len(e.SessionIDs) == 0 {
		return nil
	}
	return m.publish(ctx, e)
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

// proved stores what another proof of a linked wallet adds.
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
func (m *Memory) UpdateAccount(ctx context.Context, accountID string, now time.Time, change func(*session.Account) error) (session.Account, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	old, ok := m.accounts[accountID]
	if !ok {
		return session.Account{}, session.ErrNotFound
	}
	a, before := clone(old), old
	if err := change(&a); err != nil {
		return session.Account{}, err
	}
	old.Email, old.EmailVerified = a.Email, a.EmailVerified
	old.Disabled, old.CredentialsChangedAt, old.PasswordChangedAt = a.Disabled, a.CredentialsChangedAt, a.PasswordChangedAt
	return m.put(ctx, before, old, now)
}

// LinkWallet implements session.Wallets.
func (m *Memory) LinkWallet(ctx context.Context, accountID string, w session.Wallet, notify session.Notify) (session.Wallet, error) {
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
	before := a
	a.Wallets = append(slices.Clone(a.Wallets), w)
	a.CredentialsChangedAt = w.LinkedAt
	if err := notify(ctx, clone(a)); err != nil {
		return session.Wallet{}, err
	}
	_, err := m.put(ctx, before, a, w.LinkedAt)
	return w, err
}

// UnlinkWallet implements session.Wallets.
func (m *Memory) UnlinkWallet(ctx context.Context, accountID, address string, now time.Time, notify session.Notify) error {
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
	before := a
	a.Wallets = slices.Delete(slices.Clone(a.Wallets), i, i+1)
	a.CredentialsChangedAt = now
	if err := notify(ctx, clone(a)); err != nil {
		return err
	}
	if err := m.end(ctx, session.EndedUnlinked, now, func(s session.Session) bool { return s.AccountID == accountID && s.Wallet == address }); err != nil {
		return err
	}
	_, err := m.put(ctx, before, a, now)
	return err
}

// CreateSession implements session.Sessions.
func (m *Memory) CreateSession(ctx context.Context, s session.Session, first session.Token, opened session.Opened) error {
	earlier, err := m.create(s, first)
	if err != nil || opened == nil {
		return err
	}
	// Not under the lock: opened stores a ticket.
	if err := opened(ctx, earlier); err != nil {
		m.mu.Lock()
		defer m.mu.Unlock()
		delete(m.sessions, s.ID)
		delete(m.tokens, string(first.Hash))
		return err
	}
	return nil
}

func (m *Memory) create(s session.Session, first session.Token) (session.EarlierSessions, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var e session.EarlierSessions
	if owner, ok := m.byWallet(s.Wallet); s.Wallet != "" && (!ok || owner.ID != s.AccountID) {
		return e, session.ErrGone
	}
	var last session.Session
	for _, other := range m.sessions {
		if other.AccountID != s.AccountID {
			continue
		}
		e.Any = true
		if other.Key != "" && other.Key == s.Key && cmp.Or(other.CreatedAt.Compare(last.CreatedAt), strings.Compare(other.ID, last.ID)) > 0 {
			last = other
		}
	}
	e.SameKey = last.ID != "" && !slices.Contains(session.EndedForSecurity(), last.EndReason)
	m.sessions[s.ID] = s
	m.tokens[string(first.Hash)] = token{s.ID, first.Generation}
	return e, nil
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
func (m *Memory) UseToken(ctx context.Context, hash []byte, change func(*session.Session, int) (*session.Token, error)) (session.Session, error) {
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
	live := m.sessions[s.ID].EndedAt.IsZero()
	m.sessions[s.ID] = s
	if issue != nil {
		m.tokens[string(issue.Hash)] = token{s.ID, issue.Generation}
	}
	if live && !s.EndedAt.IsZero() {
		return s, m.publish(ctx, session.SessionsEnded{AccountID: s.AccountID, SessionIDs: []string{s.ID}, Reason: s.EndReason, At: s.EndedAt})
	}
	return s, nil
}

// EndSession implements session.Sessions.
func (m *Memory) EndSession(ctx context.Context, sessionID, reason string, now time.Time) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.end(ctx, reason, now, func(s session.Session) bool { return s.ID == sessionID })
}

// EndSessions implements session.Sessions.
func (m *Memory) EndSessions(ctx context.Context, accountID, reason string, before, now time.Time) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for k, t := range m.tickets {
		if t.AccountID == accountID && t.Kind != session.TicketAlert && t.AuthenticatedAt.Before(before) {
			delete(m.tickets, k)
		}
	}
	return m.end(ctx, reason, now, func(s session.Session) bool { return s.AccountID == accountID && s.AuthenticatedAt.Before(before) })
}

// ActiveSessions implements session.AccountSessions.
func (m *Memory) ActiveSessions(_ context.Context, accountID string, now time.Time) ([]session.Session, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var out []session.Session
	for _, s := range m.sessions {
		if s.AccountID == accountID && s.Active(now) {
			out = append(out, s)
		}
	}
	slices.SortFunc(out, func(a, b session.Session) int {
		return cmp.Or(b.UsedAt.Compare(a.UsedAt), strings.Compare(b.ID, a.ID))
	})
	return out, nil
}

// EndOtherSessions implements session.AccountSessions.
func (m *Memory) EndOtherSessions(ctx context.Context, accountID, kept, reason string, now time.Time) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for k, t := range m.tickets {
		if t.AccountID == accountID && t.Key != kept && t.Kind != session.TicketAlert {
			delete(m.tickets, k)
		}
	}
	return m.end(ctx, reason, now, func(s session.Session) bool { return s.AccountID == accountID && s.ID != kept })
}

// ReportLogin implements session.AccountSessions.
func (m *Memory) ReportLogin(ctx context.Context, key string, now time.Time, notify session.Notify) error {
	accountID, err := m.TakeTicket(ctx, session.TicketAlert, key, now)
	if err != nil {
		return err
	}
	a, err := m.UpdateAccount(ctx, string(accountID), now, func(a *session.Account) error {
		a.CredentialsChangedAt = now
		return nil
	})
	if err != nil {
		return err
	}
	if err := m.EndSessions(ctx, a.ID, session.EndedReported, now.Add(time.Second), now); err != nil {
		return err
	}
	return notify(ctx, a)
}

// ProviderLogout implements session.AccountSessions.
func (m *Memory) ProviderLogout(ctx context.Context, accountID string, used session.Ticket, own string, now time.Time) error {
	if _, err := m.PutTicket(ctx, used, now); err != nil {
		return err
	}
	if _, err := m.TakeTicket(ctx, session.TicketOwnLogout, own, now); err != nil {
		if _, err := m.UpdateAccount(ctx, accountID, now, func(a *session.Account) error {
			a.CredentialsChangedAt = now
			return nil
		}); err != nil {
			return err
		}
	}
	return m.EndSessions(ctx, accountID, session.EndedProvider, now.Add(time.Second), now)
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
func (m *Memory) Sweep(ctx context.Context, now time.Time) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for accountID := range m.accounts {
		expired := func(s session.Session) bool { return s.AccountID == accountID && !now.Before(s.IdleUntil) }
		if err := m.end(ctx, session.EndedExpired, now, expired); err != nil {
			return err
		}
	}
	for k, t := range m.tickets {
		if !now.Before(t.Until) {
			delete(m.tickets, k)
		}
	}
	for k, s := range m.sessions {
		if now.After(s.Until.Add(session.Keep)) {
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
