package session

import (
	"context"
	"crypto/rand"
	"errors"
	"math/big"

	"github.com/vitrine/vitrine/kit/eip55"
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
	_, err := s.Tickets.PutTicket(ctx, Ticket{Kind: ticketNonce, Key: hashed(string(nonce)), Until: now.Add(NonceLifetime)}, now)
	return string(nonce), err
}

// signed checks a signed message and returns the wallet as it is linked now. Any message addressed to us
// consumes the nonce, before the signature is checked.
func (s *Service) signed(ctx context.Context, text, signature string) (Wallet, error) {
	m, err := ParseSiwe(text)
	if err != nil {
		return Wallet{}, err
	}
	address, ok := eip55.Checksum(m.Address)
	if !ok || address != m.Address {
		return Wallet{}, &MessageError{"the address has an invalid checksum"}
	}
	now := s.Clock.Now()
	if err := m.check(s.rules.PublicURL.Host, s.rules.Chains, now); err != nil {
		return Wallet{}, err
	}
	if _, err := s.Tickets.TakeTicket(ctx, ticketNonce, hashed(m.Nonce), now); err != nil {
		if errors.Is(err, ErrNotFound) {
			return Wallet{}, &MessageError{"the nonce is unknown, used or too old"}
		}
		return Wallet{}, err
	}
	contract, err := s.Ethereum.VerifySignature(ctx, m.ChainID, address, text, signature)
	if err != nil {
		return Wallet{}, err
	}
	w := Wallet{Address: address, LinkedAt: now}
	if contract {
		w.Chain = m.ChainID
	}
	return w, nil
}

// SignedBy returns the wallet of an account that signed a hash of 32 bytes. A contract wallet is called on the chain where it was linked.
// Errors: ErrNotFound, ErrSignature, ErrChainDown.
func (s *Service) SignedBy(ctx context.Context, accountID string, hash []byte, signature string) (string, error) {
	a, err := s.Accounts.Account(ctx, accountID)
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

// VerifyWallet logs in with a wallet. Errors: *MessageError, ErrSignature, ErrChainDown, ErrProof.
func (s *Service) VerifyWallet(ctx context.Context, text, signature string, c Caller) (tokens Tokens, err error) {
	defer func() { s.logFailure(ctx, "wallet", err) }()
	key, err := s.prove(ctx, c.Proof, "POST", "/api/auth/siwe/verify")
	if err != nil {
		return Tokens{}, err
	}
	w, err := s.signed(ctx, text, signature)
	if err != nil {
		return Tokens{}, err
	}
	a, err := s.Accounts.EnsureWallet(ctx, w)
	if err != nil {
		return Tokens{}, err
	}
	if a, err = s.refreshed(ctx, a); err != nil {
		return Tokens{}, err
	}
	return s.open(ctx, a, Session{Key: key, Wallet: w.Address, AuthenticatedAt: w.LinkedAt}, c, "")
}

const walletsPath = "/api/auth/wallets"

// mayChange returns the session of a caller who may change how to log in to the account. A stolen access token is not enough, even after
// a recent login: the caller must prove possession of the browser's key. Errors: ErrGone, ErrNoKey, ErrStale.
func (s *Service) mayChange(ctx context.Context, sessionID, method, path string, c Caller) (Session, error) {
	state, err := s.State(ctx, sessionID)
	sess := state.Session
	switch {
	case err != nil:
		return Session{}, err
	case !state.Active:
		return Session{}, ErrGone
	case sess.Key == "":
		return Session{}, ErrNoKey
	}
	key, err := s.prove(ctx, c.Proof, method, path)
	if errors.Is(err, ErrProof) || (err == nil && key != sess.Key) {
		return Session{}, ErrStale // not ErrProof, which browsers treat as the end of the session
	}
	return sess, err
}

// LinkWallet links a wallet to the account of a session and notifies its owner. Errors: ErrGone,
// ErrNoKey, ErrStale, *MessageError, ErrSignature, ErrWalletTaken.
func (s *Service) LinkWallet(ctx context.Context, sessionID, text, signature string, c Caller) (Wallet, error) {
	sess, err := s.mayChange(ctx, sessionID, "POST", walletsPath, c)
	if err != nil {
		return Wallet{}, err
	}
	w, err := s.signed(ctx, text, signature)
	if err != nil {
		return Wallet{}, err
	}
	return s.Wallets.LinkWallet(ctx, sess.AccountID, w, func(ctx context.Context, a Account) error {
		return s.Notices.WalletLinked(ctx, a, w.Address, w.LinkedAt)
	})
}

// UnlinkWallet removes a wallet from the account of a session, ends the sessions it opened, and
// notifies the owner. Errors: ErrGone, ErrNoKey, ErrStale, ErrNotFound, ErrLastWay.
func (s *Service) UnlinkWallet(ctx context.Context, sessionID, address string, c Caller) error {
	checksummed, ok := eip55.Checksum(address)
	if !ok {
		return ErrNotFound
	}
	sess, err := s.mayChange(ctx, sessionID, "DELETE", walletsPath+"/"+address, c)
	if err != nil {
		return err
	}
	now := s.Clock.Now()
	return s.Wallets.UnlinkWallet(ctx, sess.AccountID, checksummed, now, func(ctx context.Context, a Account) error {
		return s.Notices.WalletUnlinked(ctx, a, checksummed, now)
	})
}

// Identity returns the live account of an identity, or ErrNoIdentity.
func (s *Service) Identity(ctx context.Context, accountID string) (Account, error) {
	a, err := s.Account(ctx, accountID)
	if err == nil && !a.HasIdentity() {
		err = ErrNoIdentity
	}
	return a, err
}

// ResendVerification requests another verification email from the provider. Errors: ErrNoIdentity,
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
		// No email was sent, so the person doesn't have to wait before the next try.
		_, undo := s.Tickets.TakeTicket(context.WithoutCancel(ctx), ticketMail, a.ID, now)
		return errors.Join(err, undo)
	}
	return nil
}
