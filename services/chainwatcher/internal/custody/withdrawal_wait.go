package custody

import (
	"context"
	"errors"
	"time"

	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

// Waits are the cool-downs after an approval; the longest counts.
type Waits struct {
	NewAddress  time.Duration
	Credentials time.Duration
	Card        time.Duration
}

// Advance computes cool-downs on a chain and queues the transfers that are due. It returns how many withdrawals it processed. It
// handles one chain, so a chain that is down delays only its own withdrawals.
func (s *Withdrawals) Advance(ctx context.Context, chainID uint32) (int, error) {
	due, err := s.Store.Due(ctx, chainID, s.Clock.Now(), 50)
	if err != nil {
		return 0, err
	}
	var errs []error
	for _, w := range due {
		errs = append(errs, s.advance(ctx, w))
	}
	return len(due), errors.Join(append(errs, s.ReportBatches(ctx))...)
}

func (s *Withdrawals) advance(ctx context.Context, w Withdrawal) error {
	link, err := s.Chains.Get(w.ChainID)
	if err != nil {
		return err
	}
	used, err := s.Store.UsedBefore(ctx, w.AccountID, w.To)
	if err != nil {
		return err
	}
	refused := link.Contracts.CanMove(ctx, w.TokenID, w.To)
	if refused != nil && !errors.Is(refused, chain.ErrTarget) {
		return refused
	}
	call, err := link.Contracts.Transfer(w.TokenID, w.To)
	if err != nil {
		return err
	}
	return s.Store.Update(ctx, w.ID, func(ctx context.Context, w *Withdrawal) error {
		if w.Status != Approved {
			return nil
		}
		t, err := s.Store.LockToken(ctx, w.TokenID)
		if err != nil {
			return err
		}
		changed, err := s.Store.ChangedAt(ctx, w.AccountID)
		if err != nil {
			return err
		}
		w.NotBefore = s.Waits.End(*w, t, changed, used)
		if s.Clock.Now().Before(w.NotBefore) {
			return nil
		}
		switch err := movable(t, w.AccountID, link.Chain.Vault); {
		case err != nil:
			w.Reason = failure(err)
		case refused != nil:
			w.Reason = TargetRefuses
		default:
			why, err := s.exceeded(ctx, *w)
			if err != nil {
				return err
			}
			if why != "" {
				w.Review, w.ReviewWhy = ReviewOpen, why
				return nil
			}
			w.Status = Signing
			return s.Store.QueueTransfer(ctx, *w, link.Chain.Vault, call)
		}
		w.Status = Failed
		return s.Events.WithdrawalFailed(ctx, *w)
	})
}

// CredentialsChanged records that the credentials of an account changed. Its approved withdrawals wait from then on. A change
// earlier than the last one has no effect.
func (s *Withdrawals) CredentialsChanged(ctx context.Context, accountID string, at time.Time) error {
	return s.Store.NoteChange(ctx, accountID, at)
}

// CooldownEnded reports whether the cool-down of a queued withdrawal has ended. It is the last check before a token permanently leaves the vault,
// possibly hours after it was queued. If nothing stored here speaks against it, it reads the account from auth, because auth may notice a
// changed password only when it is called.
func (s *Withdrawals) CooldownEnded(ctx context.Context, w Withdrawal) (bool, error) {
	used, err := s.Store.UsedBefore(ctx, w.AccountID, w.To)
	if err != nil {
		return false, err
	}
	t, err := s.Store.Token(ctx, w.TokenID)
	if err != nil {
		return false, err
	}
	changed, err := s.Store.ChangedAt(ctx, w.AccountID)
	if err != nil || s.Clock.Now().Before(s.Waits.End(w, t, changed, used)) {
		return false, err
	}
	p, err := s.Fleet.Account(ctx, w.AccountID)
	if err != nil {
		return false, err
	}
	if p.Blocked {
		return false, nil // it is sent once staff unblock the account
	}
	if p.CredentialsChangedAt.After(changed) {
		if err := s.Store.NoteChange(ctx, w.AccountID, p.CredentialsChangedAt); err != nil {
			return false, err
		}
	}
	return !s.Clock.Now().Before(s.Waits.End(w, t, p.CredentialsChangedAt, used)), nil
}

// End returns the end of the longest cool-down.
func (s Waits) End(w Withdrawal, t Token, credentialsChanged time.Time, used bool) time.Time {
	end := w.ApprovedAt
	later := func(from time.Time, wait time.Duration) {
		if wait > 0 && !from.IsZero() && from.Add(wait).After(end) {
			end = from.Add(wait)
		}
	}
	// Nobody can reach what an account already holds with the gift of a new edition.
	if !used && w.GiftID == "" {
		later(w.ApprovedAt, s.NewAddress)
	}
	later(credentialsChanged, s.Credentials)
	if t.PaymentMethod == "card" {
		later(t.PaidAt, s.Card)
	}
	return end
}
