package session

import (
	"context"
	"crypto/rand"
	"errors"
	"math/big"

	"github.com/vitrine/vitrine/kit/eip55"
)

// Nonce answers a nonce for one signed message.
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
	_, err := s.Tickets.PutTicket(ctx, Ticket{Kind: ticketNonce, Key: hashed(string(nonce)), Until: now.Add(NonceLifetime)}, now)
	return string(nonce), err
}

// signed checks a signed message and answers the wallet. The nonce is spent by any
// message that is otherwise meant for us, before the signature is looked at.
func (s *Service) signed(ctx context.Context, text, signature string) (string, error) {
	m, err := ParseSiwe(text)
	if err != nil {
		return "", err
	}
	address, ok := eip55.Checksum(m.Address)
	if !ok || address != m.Address {
		return "", &MessageError{"the address has a wrong checksum"}
	}
	now := s.Clock.Now()
	if err := m.check(s.rules.PublicURL.Host, s.rules.Chains, now); err != nil {
		return "", err
	}
	if _, err := s.Tickets.TakeTicket(ctx, ticketNonce, hashed(m.Nonce), now); err != nil {
		if errors.Is(err, ErrNotFound) {
			return "", &MessageError{"the nonce is unknown, used or too old"}
		}
		return "", err
	}
	return address, s.Ethereum.VerifySignature(ctx, m.ChainID, address, text, signature)
}

// VerifyWallet signs in with a wallet. *MessageError, ErrSignature, ErrChainDown,
// ErrProof.
func (s *Service) VerifyWallet(ctx context.Context, text, signature string, c Caller) (Tokens, error) {
	key, err := s.prove(ctx, c.Proof, "POST", "/api/auth/siwe/verify")
	if err != nil {
		return Tokens{}, err
	}
	address, err := s.signed(ctx, text, signature)
	if err != nil {
		return Tokens{}, err
	}
	now := s.Clock.Now()
	a, err := s.Accounts.EnsureWallet(ctx, address, now)
	if err != nil {
		return Tokens{}, err
	}
	if a, err = s.refreshed(ctx, a); err != nil {
		return Tokens{}, err
	}
	return s.open(ctx, a, key, now, c)
}

// LinkWallet links a wallet to an account. *MessageError, ErrSignature,
// ErrWalletTaken.
func (s *Service) LinkWallet(ctx context.Context, accountID, text, signature string) (Wallet, error) {
	address, err := s.signed(ctx, text, signature)
	if err != nil {
		return Wallet{}, err
	}
	return s.Wallets.LinkWallet(ctx, accountID, address, s.Clock.Now())
}

// UnlinkWallet removes a wallet. ErrNotFound, ErrLastWay.
func (s *Service) UnlinkWallet(ctx context.Context, accountID, address string) error {
	checksummed, ok := eip55.Checksum(address)
	if !ok {
		return ErrNotFound
	}
	return s.Wallets.UnlinkWallet(ctx, accountID, checksummed, s.Clock.Now())
}

// Identity answers the live account of an identity. ErrNoIdentity.
func (s *Service) Identity(ctx context.Context, accountID string) (Account, error) {
	a, err := s.Account(ctx, accountID)
	if err == nil && !a.HasIdentity() {
		err = ErrNoIdentity
	}
	return a, err
}

// ResendVerification asks the provider for another verification mail. ErrNoIdentity,
// ErrVerified, *TooSoonError, ErrProviderDown.
func (s *Service) ResendVerification(ctx context.Context, accountID string) error {
	a, err := s.Identity(ctx, accountID)
	switch {
	case err != nil:
		return err
	case a.EmailVerified:
		return ErrVerified
	case s.Directory == nil:
		return ErrProviderDown
	}
	now := s.Clock.Now()
	until, err := s.Tickets.PutTicket(ctx, Ticket{Kind: ticketMail, Key: a.ID, Until: now.Add(MailPause)}, now)
	if errors.Is(err, ErrExists) {
		return &TooSoonError{Wait: until.Sub(now)}
	}
	if err != nil {
		return err
	}
	if err := s.Directory.SendVerification(ctx, a.Subject); err != nil {
		// No mail went out, so the person need not wait for the next try.
		_, undo := s.Tickets.TakeTicket(context.WithoutCancel(ctx), ticketMail, a.ID, now)
		return errors.Join(err, undo)
	}
	return nil
}
