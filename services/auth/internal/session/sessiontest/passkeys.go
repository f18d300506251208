package sessiontest

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/vitrine/vitrine/services/auth/internal/session"
)

// Passkeys implements session.Passkeys.
func (m *Memory) Passkeys(_ context.Context, accountID string) ([]session.Passkey, int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.passkeysOf(accountID), len(m.codes[accountID]), nil
}

func (m *Memory) passkeysOf(accountID string) (out []session.Passkey) {
	for _, p := range m.passkeys {
		if p.AccountID == accountID {
			out = append(out, p)
		}
	}
	slices.SortFunc(out, func(a, b session.Passkey) int { return strings.Compare(a.ID, b.ID) })
	return out
}

// AddPasskey implements session.Passkeys.
func (m *Memory) AddPasskey(ctx context.Context, sessionID string, p session.Passkey, codes [][]byte, notify session.Notify) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	known := m.passkeysOf(p.AccountID)
	if len(known) >= session.MaxPasskeys {
		return false, session.ErrTooMany
	}
	for _, other := range m.passkeys {
		if bytes.Equal(other.CredentialID, p.CredentialID) {
			return false, session.ErrPasskey
		}
	}
	if err := m.changed(ctx, p.AccountID, p.AddedAt, notify); err != nil {
		return false, err
	}
	m.passkeys[p.ID] = p
	if len(known) > 0 {
		return false, nil
	}
	m.codes[p.AccountID] = slices.Clone(codes)
	m.confirm(sessionID, p.AccountID, p.AddedAt)
	return true, nil
}

// RemovePasskey implements session.Passkeys.
func (m *Memory) RemovePasskey(ctx context.Context, accountID, passkeyID string, now time.Time, notify session.Notify) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if p, ok := m.passkeys[passkeyID]; !ok || p.AccountID != accountID {
		return session.ErrNotFound
	}
	if err := m.changed(ctx, accountID, now, notify); err != nil {
		return err
	}
	delete(m.passkeys, passkeyID)
	if len(m.passkeysOf(accountID)) == 0 {
		delete(m.codes, accountID)
	}
	return nil
}

// changed notifies and sets CredentialsChangedAt.
func (m *Memory) changed(ctx context.Context, accountID string, now time.Time, notify session.Notify) error {
	a, ok := m.accounts[accountID]
	if !ok {
		return session.ErrNotFound
	}
	before := a
	a.CredentialsChangedAt = now
	if err := notify(ctx, clone(a)); err != nil {
		return err
	}
	_, err := m.put(ctx, before, a, now)
	return err
}

// ReplaceCodes implements session.Passkeys.
func (m *Memory) ReplaceCodes(_ context.Context, accountID string, codes [][]byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.passkeysOf(accountID)) == 0 {
		return session.ErrNoPasskey
	}
	m.codes[accountID] = slices.Clone(codes)
	return nil
}

// ConfirmSession implements session.Passkeys.
func (m *Memory) ConfirmSession(ctx context.Context, sess session.Session, by session.Confirmation, now time.Time, notify session.Notify) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if s, ok := m.sessions[sess.ID]; !ok || s.AccountID != sess.AccountID || !s.EndedAt.IsZero() {
		return session.ErrNotFound
	}
	codes := slices.Clone(m.codes[sess.AccountID])
	i := slices.IndexFunc(codes, func(code []byte) bool { return bytes.Equal(code, by.Code) })
	if by.Passkey != nil {
		if p, ok := m.passkeys[by.Passkey.ID]; !ok || p.AccountID != sess.AccountID {
			return session.ErrNotFound
		}
	} else if i < 0 {
		return session.ErrNotFound
	}
	if notify != nil {
		if err := notify(ctx, clone(m.accounts[sess.AccountID])); err != nil {
			return err
		}
	}
	if by.Passkey != nil {
		p := *by.Passkey
		p.UsedAt = now
		m.passkeys[p.ID] = p
	} else {
		m.codes[sess.AccountID] = slices.Delete(codes, i, i+1)
	}
	m.confirm(sess.ID, sess.AccountID, now)
	return nil
}

func (m *Memory) confirm(sessionID, accountID string, now time.Time) {
	if s, ok := m.sessions[sessionID]; ok && s.AccountID == accountID && s.EndedAt.IsZero() {
		s.ConfirmedAt = now
		m.sessions[sessionID] = s
	}
}
