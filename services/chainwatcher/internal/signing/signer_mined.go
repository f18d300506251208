package signing

import (
	"context"
	"errors"

	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/paying"
)

func (s *Signer) mined(ctx context.Context, l Lease, t Transaction, r Receipt) error {
	final, err := s.store.Finalized(ctx, l.ChainID)
	if err != nil {
		return err
	}
	if r.BlockNumber > final {
		if t.Status == TxMined && t.MinedNumber == r.BlockNumber {
			return nil
		}
		return s.mark(ctx, l, t, TxMined, r.BlockNumber, "")
	}
	if r.OK {
		return s.mark(ctx, l, t, TxFinal, r.BlockNumber, "")
	}
	if t.Kind == Mint {
		return s.revertedMint(ctx, l, t)
	}
	if t.Kind == PayRefund {
		return s.requeue(ctx, l, t) // the contract shows whether it was sent
	}
	if t.Kind == PayOut {
		return s.withdrawn(ctx, l, t, r.BlockNumber)
	}
	return s.revertedTransfer(ctx, l, t, r.BlockNumber)
}

// withdrawn ends a payout that finds nothing to withdraw. An earlier attempt with an abandoned nonce may have paid it: its event
// ends the payout, and until it is final this one waits. Otherwise someone else has withdrawn the payee's balance.
func (s *Signer) withdrawn(ctx context.Context, l Lease, t Transaction, number uint64) error {
	p, err := s.store.Payout(ctx, t.Subject)
	if err != nil {
		return err
	}
	switch p.Status {
	case paying.PayoutConfirmed:
		return s.mark(ctx, l, t, TxFinal, number, "an earlier attempt paid it")
	case paying.PayoutSent:
		return nil
	case paying.PayoutQueued, paying.PayoutFailed:
	}
	hashes, err := s.store.Hashes(ctx, t.ID)
	if err != nil {
		return err
	}
	for _, hash := range hashes {
		r, err := s.sender.Receipt(ctx, hash)
		if err != nil && !errors.Is(err, chain.ErrNotYet) {
			return err
		}
		if r.OK {
			return nil // its event hasn't arrived yet
		}
	}
	return s.fail(ctx, l, t, number, paying.NothingToWithdraw)
}

// revertedTransfer fails a transfer that cannot be made, unless an earlier attempt made it: a nonce that was
// abandoned because of one node's report may have been used after all. That attempt's
// event ends the withdrawal, and until it is final this one waits.
func (s *Signer) revertedTransfer(ctx context.Context, l Lease, t Transaction, number uint64) error {
	w, err := s.store.Read(ctx, t.Subject)
	if err != nil {
		return err
	}
	if w.Status == custody.Final {
		return s.mark(ctx, l, t, TxFinal, number, "an earlier attempt moved it")
	}
	if moved, err := s.moved(ctx, t, w); err != nil || moved {
		return err
	}
	return s.fail(ctx, l, t, number, custody.TransferReverted)
}

// moved reports whether an earlier attempt made the transfer: the wallet has the token, or had it and
// passed it on.
func (s *Signer) moved(ctx context.Context, t Transaction, w custody.Withdrawal) (bool, error) {
	owner, err := s.link.Contracts.Owner(ctx, t.TokenID)
	if err != nil && !errors.Is(err, chain.ErrNotYet) || owner == w.To {
		return owner == w.To, err
	}
	hashes, err := s.store.Hashes(ctx, t.ID)
	if err != nil {
		return false, err
	}
	for _, hash := range hashes {
		r, err := s.sender.Receipt(ctx, hash)
		if err != nil && !errors.Is(err, chain.ErrNotYet) || r.OK {
			return r.OK, err
		}
	}
	return false, nil
}

// revertedMint completes the mint if the vault has the token, and retries it if nobody has.
func (s *Signer) revertedMint(ctx context.Context, l Lease, t Transaction) error {
	_, err := s.link.Contracts.Owner(ctx, t.TokenID)
	if errors.Is(err, chain.ErrNotYet) {
		return s.requeue(ctx, l, t)
	}
	if err != nil {
		return err
	}
	return s.alreadyMinted(ctx, l, t)
}
