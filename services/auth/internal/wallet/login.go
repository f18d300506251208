// Package wallet implements wallets as a way to log in (Sign-In with Ethereum, EIP-4361): signed messages, and which account a wallet belongs to.
package wallet

import (
	"context"
	"crypto/rand"
	"errors"
	"math/big"
	"time"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/eip55"
	"github.com/vitrine/vitrine/services/auth/internal/account"
	"github.com/vitrine/vitrine/services/auth/internal/session"
)

// Service logs people in with their wallets, and links wallets to accounts.
type Service struct {
	Sessions *session.Service
	Store    Store
	Ethereum Ethereum
	Notices  Notices
	// Host is the host of the public origin, for which messages must be signed.
	Host string
	// Chains lists the chains from which a wallet may log in.
	Chains []uint64
	Clock  clock.Clock
}

const (
	// nonceLifetime is how long a person has to sign a message.
	nonceLifetime = 5 * time.Minute

	ticketNonce = "siwe"
)

// Nonce returns a nonce for one signed message.
func (s *Service) Nonce(ctx context.Context) (string, error) {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
	nonce := make([]byte, 24) // 142 bits
	for i := range nonce {
		n, err := rand.Int(rand.Reader, big.NewInt(int64(len(letters))))
		if err != nil {
			return "", err
		}
		nonce[i] = letters[n.Int64()]
	}
	now := s.Clock.Now()
	_, err := s.Store.PutTicket(ctx, account.Ticket{Kind: ticketNonce, Key: account.TicketKey(string(nonce)), Until: now.Add(nonceLifetime)}, now)
	return string(nonce), err
}

// signed checks a signed message and returns the wallet as it is linked now. Any message addressed to us
// consumes the nonce, before the signature is checked.
func (s *Service) signed(ctx context.Context, text, signature string) (account.Wallet, error) {
	m, err := ParseSiwe(text)
	if err != nil {
		return account.Wallet{}, err
	}
	address, ok := eip55.Checksum(m.Address)
	if !ok || address != m.Address {
		return account.Wallet{}, &MessageError{"the address has an invalid checksum"}
	}
	now := s.Clock.Now()
	if err := m.check(s.Host, s.Chains, now); err != nil {
		return account.Wallet{}, err
	}
	if _, err := s.Store.TakeTicket(ctx, ticketNonce, account.TicketKey(m.Nonce), now); err != nil {
		if errors.Is(err, account.ErrNotFound) {
			return account.Wallet{}, &MessageError{"the nonce is unknown, used or too old"}
		}
		return account.Wallet{}, err
	}
	contract, err := s.Ethereum.VerifySignature(ctx, m.ChainID, address, text, signature)
	if err != nil {
		return account.Wallet{}, err
	}
	w := account.Wallet{Address: address, LinkedAt: now}
	if contract {
		w.Chain = m.ChainID
	}
	return w, nil
}

// SignedBy returns the wallet of an account that signed a hash of 32 bytes. A contract wallet is called on the chain where it was linked.
// Errors: account.ErrNotFound, ErrSignature, ErrChainDown.
func (s *Service) SignedBy(ctx context.Context, accountID string, hash []byte, signature string) (string, error) {
	a, err := s.Sessions.Accounts.Store.Account(ctx, accountID)
	if err != nil {
		return "", err
	}
	refused := ErrSignature
	for _, w := range a.Wallets {
		_, err := s.Ethereum.VerifyHash(ctx, w.Chain, w.Address, hash, signature)
		switch {
		case err == nil:
			return w.Address, nil
		case !errors.Is(err, ErrSignature):
			refused = err // unless another wallet signed
		}
	}
	return "", refused
}

// LogIn logs in with a wallet. Errors: *MessageError, ErrSignature, ErrChainDown, session.ErrProof.
func (s *Service) LogIn(ctx context.Context, text, signature string, c session.Caller) (tokens session.Tokens, err error) {
	defer func() { s.Sessions.LogFailure(ctx, "wallet", failure(err), err) }()
	key, err := s.Sessions.Prove(ctx, c.Proof, "POST", "/api/auth/siwe/verify")
	if err != nil {
		return session.Tokens{}, err
	}
	w, err := s.signed(ctx, text, signature)
	if err != nil {
		return session.Tokens{}, err
	}
	a, err := s.Store.EnsureWallet(ctx, w)
	if err != nil {
		return session.Tokens{}, err
	}
	if a, err = s.Sessions.Accounts.Live(ctx, a); err != nil {
		return session.Tokens{}, err
	}
	return s.Sessions.Open(ctx, a, session.Session{Key: key, Wallet: w.Address, AuthenticatedAt: w.LinkedAt}, c, "")
}

// failure returns the reason of a failed login for the log, "" for errors of other packages.
func failure(err error) string {
	var message *MessageError
	switch {
	case errors.Is(err, ErrSignature), errors.As(err, &message):
		return "signature_invalid"
	case errors.Is(err, ErrChainDown):
		return "unavailable"
	}
	return ""
}
