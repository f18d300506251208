package chain

import (
	"context"
	"errors"
	"fmt"
)

// startNext starts queued ones, so many at most. What cannot start is passed over until the queue's end was reached, so that however many
// they are, those behind them have their turn.
func (s *Signer) startNext(ctx context.Context, l Lease, latest uint64, most int, paying bool) error {
	next, err := s.store.Next(ctx, l, s.passed, most)
	if err != nil {
		return err
	}
	var owed []error
	for _, t := range next {
		started := false
		// One refund at a time: each counts on what is credited to the vault.
		if t.Kind != PayBack || !paying {
			if err := s.complete(ctx, &t); err != nil {
				return err
			}
			switch started, err = s.start(ctx, l, t, latest); {
			case errors.Is(err, ErrFeeCap):
				s.paused(true)
				return errors.Join(append(owed, err)...)
			case errors.Is(err, ErrReverted), errors.Is(err, ErrFunds), errors.Is(err, ErrUnavailable):
				owed = append(owed, err) // those behind it may go on
			case err != nil:
				return err
			}
		}
		if !started {
			s.passed = append(s.passed, t.ID)
		} else if t.Kind == PayBack {
			paying = true
		}
	}
	if len(next) < most {
		s.passed = nil
	}
	return errors.Join(owed...)
}

// start signs a queued transaction, keeps the bytes, and sends them. It answers whether there is anything to follow now: what waits for
// something stays in the queue, and what cannot be made ends.
func (s *Signer) start(ctx context.Context, l Lease, t Transaction, latest uint64) (started bool, err error) {
	if t.Kind == Transfers {
		w, err := s.store.Read(ctx, t.Subject)
		if err != nil {
			return false, err
		}
		if over, err := s.cooled(ctx, w); err != nil || !over {
			return false, err
		}
	}
	nonce, err := s.store.Nonce(ctx, l)
	if err != nil {
		return false, err
	}
	// The key may have been used outside (the deployment): the chain's count is the least.
	nonce = max(nonce, latest)
	a, err := s.sender.Sign(ctx, t, nonce, 0, nil)
	switch {
	case errors.Is(err, ErrAlreadyMinted):
		return false, s.alreadyMinted(ctx, l, t)
	case errors.Is(err, ErrAlreadyRefunded):
		return false, s.alreadyRefunded(ctx, l, t)
	case errors.Is(err, ErrNothingToWithdraw):
		return false, s.withdrawn(ctx, l, t, 0)
	case errors.Is(err, ErrRefused):
		return false, s.fail(ctx, l, t, 0, RecipientReverts)
	case errors.Is(err, ErrReverted) && t.Kind == Transfers:
		return false, s.revertedTransfer(ctx, l, t, 0)
	case errors.Is(err, ErrReverted):
		// What reverts otherwise is owed all the same: a role is missing, for example. It stays in the queue.
		return false, fmt.Errorf("%s %s, token %d: %w", t.Kind, t.Subject, t.TokenID, err)
	case err != nil:
		return false, err
	}
	a.SignedAt = s.clock.Now()
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		if t.Kind == Transfers {
			if err := s.held(ctx, t); err != nil {
				return err
			}
		}
		return s.store.Signed(ctx, l, t, nonce, a)
	})
	switch {
	case errors.Is(err, errTakenBack):
		return false, nil
	case errors.Is(err, ErrFrozen):
		return false, s.fail(ctx, l, t, 0, TokenFrozen)
	case err != nil:
		return false, err
	}
	t.Status, t.Nonce, t.Attempts = TxSigned, nonce, []Attempt{a}
	return true, s.send(ctx, l, t)
}

// errTakenBack is a transfer whose withdrawal has ended while it was being signed.
var errTakenBack = errors.New("the withdrawal was taken back")

// held keeps a transfer's withdrawal from being cancelled, and its token from being owed to another, until the transaction of ctx ends. It
// is errTakenBack where the withdrawal has ended already, and ErrFrozen where the order of the token was disputed or refunded since the
// transfer was queued, which may be hours ago. A refunded one may belong to somebody else by now.
func (s *Signer) held(ctx context.Context, t Transaction) error {
	w, err := s.store.LockWithdrawal(ctx, t.Subject)
	if err != nil {
		return err
	}
	if w.Status != Signing {
		return errTakenBack
	}
	token, err := s.store.LockToken(ctx, t.TokenID)
	if err == nil && (token.Frozen || token.AccountID != w.AccountID) {
		err = ErrFrozen
	}
	return err
}

// alreadyRefunded ends a refund that was sent, once its event is final: until then a reorganisation may take it back, and it would be owed.
func (s *Signer) alreadyRefunded(ctx context.Context, l Lease, t Transaction) error {
	r, err := s.store.Refund(ctx, t.Subject)
	if err != nil || r.Status != RefundConfirmed {
		return err
	}
	return s.mark(ctx, l, t, TxFinal, 0, "already refunded")
}

// alreadyMinted ends a mint whose token is there, if it is where it belongs and the watcher has seen that become final: until then a
// reorganisation may take it back, and it would be owed.
func (s *Signer) alreadyMinted(ctx context.Context, l Lease, t Transaction) error {
	owner, err := s.link.Contracts.Owner(ctx, t.TokenID)
	if err != nil {
		return err
	}
	if owner == s.link.Chain.Vault {
		token, err := s.store.Token(ctx, t.TokenID)
		if err != nil || token.Status != Minted {
			return err
		}
		return s.mark(ctx, l, t, TxFinal, 0, "already minted")
	}
	s.log.ErrorContext(ctx, "a token to mint has another owner", "token", t.TokenID, "owner", owner)
	return s.mark(ctx, l, t, TxFailed, 0, "token_has_another_owner")
}
