package signing

import (
	"context"
	"errors"
	"fmt"

	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/paying"
)

// startNext starts queued transactions, at most most of them. It skips those that can't start until the end of the queue is reached,
// so that they don't block the ones behind them.
func (s *Signer) startNext(ctx context.Context, l Lease, latest uint64, most int, refunding bool) error {
	next, err := s.store.Next(ctx, l, s.passed, most)
	if err != nil {
		return err
	}
	var owed []error
	for _, t := range next {
		started := false
		// One refund at a time, because each uses the vault's credited balance.
		if t.Kind != PayRefund || !refunding {
			if err := s.complete(ctx, &t); err != nil {
				return err
			}
			switch started, err = s.start(ctx, l, t, latest); {
			case errors.Is(err, ErrFeeCap):
				s.paused(true)
				return errors.Join(append(owed, err)...)
			case errors.Is(err, chain.ErrReverted), errors.Is(err, ErrFunds), errors.Is(err, chain.ErrUnavailable):
				owed = append(owed, err) // later ones may still start
			case err != nil:
				return err
			}
		}
		if !started {
			s.passed = append(s.passed, t.ID)
		} else if t.Kind == PayRefund {
			refunding = true
		}
	}
	if len(next) < most {
		s.passed = nil
	}
	return errors.Join(owed...)
}

// start signs a queued transaction, stores the bytes and sends them. It reports whether the transaction is now in flight. One that
// has to wait stays in the queue, and one that can't succeed ends.
func (s *Signer) start(ctx context.Context, l Lease, t Transaction, latest uint64) (started bool, err error) {
	if t.Kind == Transfers {
		w, err := s.store.Read(ctx, t.Subject)
		if err != nil {
			return false, err
		}
		if over, err := s.cooldownEnded(ctx, w); err != nil || !over {
			return false, err
		}
	}
	if t.Kind == Mint {
		p, err := s.store.Credited(ctx, t.ChainID, t.Subject)
		if err == nil {
			err = provePaid(ctx, s.store, s.link, p)
		}
		if err != nil && !errors.Is(err, chain.ErrNotFound) {
			return false, err
		}
	}
	nonce, err := s.store.Nonce(ctx, l)
	if err != nil {
		return false, err
	}
	// The key may have been used elsewhere (the deployment), so the nonce is at least the chain's count.
	nonce = max(nonce, latest)
	a, err := s.sender.Sign(ctx, t, nonce, 0, nil)
	switch {
	case errors.Is(err, ErrAlreadyMinted):
		return false, s.alreadyMinted(ctx, l, t)
	case errors.Is(err, ErrAlreadyRefunded):
		return false, s.alreadyRefunded(ctx, l, t)
	case errors.Is(err, ErrNothingToWithdraw):
		return false, s.withdrawn(ctx, l, t, 0)
	case errors.Is(err, ErrRefused) && (t.Kind == PayRefund || t.Kind == PayOut):
		return false, s.fail(ctx, l, t, 0, paying.RecipientReverts)
	case errors.Is(err, chain.ErrReverted) && t.Kind == Transfers:
		return false, s.revertedTransfer(ctx, l, t, 0)
	case errors.Is(err, chain.ErrReverted):
		// Another revert, for example because a role is missing, doesn't cancel what is due. The transaction stays in the queue.
		return false, fmt.Errorf("%s %s, token %d: %w", t.Kind, t.Subject, t.TokenID, err)
	case err != nil:
		return false, err
	}
	a.SignedAt = s.clock.Now()
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		switch t.Kind {
		case Transfers:
			if err := s.lockTransfer(ctx, t); err != nil {
				return err
			}
		case Mint:
			if err := s.lockMint(ctx, t); err != nil {
				return err
			}
		case PayRefund, PayOut:
		}
		return s.store.Signed(ctx, l, t, nonce, a)
	})
	switch {
	case errors.Is(err, errCancelled):
		return false, nil
	case errors.Is(err, custody.ErrFrozen):
		return false, s.fail(ctx, l, t, 0, custody.TokenFrozen)
	case err != nil:
		return false, err
	}
	t.Status, t.Nonce, t.Attempts = TxSigned, nonce, []Attempt{a}
	return true, s.send(ctx, l, t)
}

// errCancelled means that the withdrawal or the mint ended while its transaction was being signed.
var errCancelled = errors.New("the transaction was cancelled")

// lockMint locks a mint's token until the transaction of ctx ends, so that its order can't release it. It returns errCancelled if the order
// has released it already.
func (s *Signer) lockMint(ctx context.Context, t Transaction) error {
	token, err := s.store.LockToken(ctx, t.TokenID)
	if errors.Is(err, chain.ErrNotFound) || err == nil && token.CheckoutID != t.Subject {
		return errCancelled
	}
	return err
}

// lockTransfer locks a transfer's withdrawal and token until the transaction of ctx ends: the withdrawal can't be cancelled and the token
// can't be assigned to another order. It returns errCancelled if the withdrawal has already ended, and ErrFrozen if the token's
// order was disputed or refunded since the transfer was queued, possibly hours ago. The token of a refunded order may already belong to
// someone else.
func (s *Signer) lockTransfer(ctx context.Context, t Transaction) error {
	w, err := s.store.LockWithdrawal(ctx, t.Subject)
	if err != nil {
		return err
	}
	if w.Status != custody.Signing {
		return errCancelled
	}
	token, err := s.store.LockToken(ctx, t.TokenID)
	if err == nil && (token.Frozen || token.AccountID != w.AccountID) {
		err = custody.ErrFrozen
	}
	return err
}

// alreadyRefunded ends a refund that was sent, once its event is final. Until then a reorganisation may revert it, and it would be
// due again.
func (s *Signer) alreadyRefunded(ctx context.Context, l Lease, t Transaction) error {
	r, err := s.store.Refund(ctx, t.Subject)
	if err != nil || r.Status != paying.RefundConfirmed {
		return err
	}
	return s.mark(ctx, l, t, TxFinal, 0, "already refunded")
}

// alreadyMinted ends a mint whose token exists, once the watcher has seen the final mint into the vault. Until then a
// reorganisation may revert it, and it would be due again.
func (s *Signer) alreadyMinted(ctx context.Context, l Lease, t Transaction) error {
	owner, err := s.link.Contracts.Owner(ctx, t.TokenID)
	if err != nil {
		return err
	}
	if owner == s.link.Chain.Vault {
		token, err := s.store.Token(ctx, t.TokenID)
		if err != nil || token.Status != custody.Minted {
			return err
		}
		return s.mark(ctx, l, t, TxFinal, 0, "already minted")
	}
	s.log.ErrorContext(ctx, "a token to mint has another owner", "token", t.TokenID, "owner", owner)
	return s.mark(ctx, l, t, TxFailed, 0, "token_has_another_owner")
}
