package custody

import (
	"context"
	"errors"
	"time"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

var (
	// ErrPending means that the token already has an open withdrawal.
	ErrPending = errors.New("a withdrawal of this token is in progress")
	// ErrSent means that the transfer was already signed, so it can't be cancelled.
	ErrSent = errors.New("the withdrawal can no longer be cancelled")
)

// WithdrawalStatus is the state of a withdrawal.
type WithdrawalStatus string

// The states of a withdrawal. Former releases stored withdrawals before their approval: only those can be AwaitingApproval, Rejected or Expired.
const (
	AwaitingApproval WithdrawalStatus = "awaiting_approval"
	Approved         WithdrawalStatus = "approved"
	Signing          WithdrawalStatus = "signing"
	InBroadcast      WithdrawalStatus = "broadcast"
	Mined            WithdrawalStatus = "mined"
	Final            WithdrawalStatus = "final"
	Rejected         WithdrawalStatus = "rejected"
	Expired          WithdrawalStatus = "expired"
	Cancelled        WithdrawalStatus = "cancelled"
	Failed           WithdrawalStatus = "failed"
)

// Reasons of failed withdrawals.
const (
	TargetRefuses    = "target_refuses"
	TokenFrozen      = "token_frozen"
	NotInVault       = "not_in_vault"
	TransferReverted = "transfer_reverted"
	// GiftIsWaiting and WithdrawalPending: the token can no longer be withdrawn when the approval arrives.
	GiftIsWaiting     = "gift_waiting"
	WithdrawalPending = "withdrawal_pending"
)

// Withdrawal is an approved move of a token to a wallet.
type Withdrawal struct {
	ID        string
	TokenID   int64
	ChainID   uint32
	AccountID string
	Email     string
	To        string
	// ToName is the ENS name that resolved to the target at the request, empty without one. Only To is ever used to move a token.
	ToName      string
	Status      WithdrawalStatus
	Reason      string
	RequestedAt time.Time
	ApprovedAt  time.Time
	// NotBefore is the end of the cool-down, zero until it is computed.
	NotBefore time.Time
	TxHash    string
	// Title and Artist are for emails.
	Title  string
	Artist string
	// Review is whether it waits for a member of staff, ReviewWhy the exceeded limit.
	Review     ReviewState
	ReviewWhy  ReviewWhy
	ReviewedBy string
	ReviewedAt time.Time
	// ReviewNote is the reason of the decision.
	ReviewNote string
	// BatchID is the approved request that it belongs to. It is empty for a gift, and for a request of one token of a former release.
	// BatchPosition counts from 1.
	BatchID       string
	BatchPosition int
	// GiftID is the gift to a wallet that it delivers, empty otherwise. The buyer approved it by paying.
	GiftID string
}

// Recipient returns the target as shown to users: the address, with the name if one was typed.
func (w Withdrawal) Recipient() string {
	if w.ToName == "" {
		return w.To
	}
	return w.ToName + " (" + w.To + ")"
}

// Withdrawals moves tokens out of the vault.
type Withdrawals struct {
	Store  Store
	Events Events
	Fleet  Fleet
	Chains *chain.Chains
	// Vault is the custody address, which is the same on every chain.
	Vault  string
	Clock  clock.Clock
	Waits  Waits
	Limits WithdrawalLimits
}

// movable returns why an account's token can't leave the vault now.
func movable(t Token, accountID, vault string) error {
	switch {
	case t.AccountID != accountID:
		return chain.ErrNotFound
	case t.Frozen:
		return ErrFrozen
	case t.Gift:
		return ErrGiftWaiting
	case t.Status != Minted || !t.InCustody || !t.InVault(vault):
		return ErrNotInVault
	}
	return nil
}

// failure returns the reason of a withdrawal that movable refuses, or that is refused because the token has another live one.
func failure(refused error) string {
	switch {
	case errors.Is(refused, ErrFrozen):
		return TokenFrozen
	case errors.Is(refused, ErrGiftWaiting):
		return GiftIsWaiting
	case errors.Is(refused, ErrPending):
		return WithdrawalPending
	}
	return NotInVault
}

// Cancel cancels a withdrawal, or each withdrawal of a request, if nothing was signed for it yet, even if it is already queued: high fees, a
// key without coin or changed credentials may delay it there for days. It returns the ids of all that the id names. Errors: chain.ErrNotFound,
// ErrSent if nothing can be cancelled any more. Repeating it changes nothing.
func (s *Withdrawals) Cancel(ctx context.Context, accountID, withdrawalOrRequest string) (ids []string, err error) {
	if ids, err = s.Store.Members(ctx, withdrawalOrRequest); err != nil {
		return nil, err
	}
	if len(ids) == 0 {
		ids = []string{withdrawalOrRequest}
	}
	stopped := false
	for _, id := range ids {
		cancelled, err := s.cancel(ctx, accountID, id)
		if err != nil {
			return nil, err
		}
		stopped = stopped || cancelled
	}
	if !stopped {
		return nil, ErrSent
	}
	return ids, nil
}

// cancel cancels a withdrawal if it still can be, and reports whether it is cancelled.
func (s *Withdrawals) cancel(ctx context.Context, accountID, withdrawalID string) (cancelled bool, err error) {
	err = s.Store.Update(ctx, withdrawalID, func(ctx context.Context, w *Withdrawal) error {
		if w.AccountID != accountID {
			return chain.ErrNotFound
		}
		if w.Status.Allowed(Cancelled) {
			var err error
			if w.Status == Signing {
				err = s.Store.CancelTransfer(ctx, w.ID)
			}
			switch {
			case err == nil:
				w.Status = Cancelled
			case !errors.Is(err, ErrSent):
				return err
			}
		}
		cancelled = w.Status == Cancelled
		return nil
	})
	return cancelled, err
}
