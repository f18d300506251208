package chain

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/vitrine/vitrine/kit/clock"
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

// Public returns the status shown to users.
func (s WithdrawalStatus) Public() string {
	switch s {
	case AwaitingApproval:
		return "isWithdrawalAwaitingApproval"
	case Approved, Signing, InBroadcast, Mined:
		return "withdrawalTransactionInProgress"
	case Final:
		return "withdrawalTransactionConfirmed"
	case Rejected, Expired, Cancelled, Failed:
		return string(s)
	}
	return string(s)
}

// Live reports whether the withdrawal may still move the token.
func (s WithdrawalStatus) Live() bool {
	return slices.Contains([]WithdrawalStatus{AwaitingApproval, Approved, Signing, InBroadcast, Mined}, s)
}

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
	// EndedAt is when it reached its status if that is a final one. Only OfRequests returns it.
	EndedAt time.Time
}

// RequestID returns the id of the approval that the withdrawal belongs to, empty for a gift.
func (w Withdrawal) RequestID() string {
	if w.GiftID != "" {
		return ""
	}
	return cmp.Or(w.BatchID, w.ID)
}

// Recipient returns the target as shown to users: the address, with the name if one was typed.
func (w Withdrawal) Recipient() string {
	if w.ToName == "" {
		return w.To
	}
	return w.ToName + " (" + w.To + ")"
}

// WithdrawalStore stores withdrawals.
type WithdrawalStore interface {
	Transactor
	TokenLocker
	WithdrawalWriter
	WithdrawalLists
	TransferQueue
}

// WithdrawalWriter creates and changes withdrawals.
type WithdrawalWriter interface {
	// Create stores a withdrawal, or returns ErrPending if the token already has a live one.
	Create(ctx context.Context, w Withdrawal) error
	Read(ctx context.Context, id string) (Withdrawal, error)
	// Update changes a withdrawal under a lock, in one transaction. fn may run more than once and must not use the network: it writes
	// events in the transaction of ctx, and its decisions only depend on rows that the transaction locks.
	Update(ctx context.Context, id string, fn func(ctx context.Context, w *Withdrawal) error) error
}

// WithdrawalLists reads and counts withdrawals.
type WithdrawalLists interface {
	// List returns an account's latest withdrawals, newest first.
	List(ctx context.Context, accountID string) ([]Withdrawal, error)
	// Due returns approved withdrawals whose cool-down is over or not computed yet.
	Due(ctx context.Context, chainID uint32, now time.Time, limit int) ([]Withdrawal, error)
	// QueuedToday returns how many transfers of the last 24 hours left the vault of a chain or are about to: all of them, and those of an
	// account. It makes concurrent transactions wait, so that they can't exceed a limit together.
	QueuedToday(ctx context.Context, chainID uint32, accountID string) (vault, account int, err error)
	// UsedBefore reports whether the account has a final withdrawal to the address.
	UsedBefore(ctx context.Context, accountID, to string) (bool, error)
	WithdrawalReviews
}

// WithdrawalReviews reads the withdrawals that staff decide about.
type WithdrawalReviews interface {
	// InReview returns withdrawals that wait for a member of staff, the longest waiting first.
	InReview(ctx context.Context) ([]Withdrawal, error)
	// Reviewed returns the latest decisions of staff, the newest first.
	Reviewed(ctx context.Context) ([]Withdrawal, error)
}

// TransferQueue gives transfers to the signer.
type TransferQueue interface {
	// QueueTransfer queues the transfer for the signer, once per withdrawal.
	QueueTransfer(ctx context.Context, w Withdrawal, sender, contract string, data []byte) error
	// CancelTransfer removes the transfer from the signer's queue permanently, or returns ErrSent if anything was ever signed for it.
	// The caller must hold the withdrawal's lock, which the signer also takes before it signs.
	CancelTransfer(ctx context.Context, withdrawalID string) error
}

// Withdrawals moves tokens out of the vault.
type Withdrawals struct {
	Store    WithdrawalStore
	Events   Events
	Accounts Accounts
	// Credentials stores auth's events about changed credentials.
	Credentials Credentials
	Batches     BatchStore
	Artworks    Artworks
	Addresses   Addresses
	Names       Names
	Chains      *Chains
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
		return ErrNotFound
	case t.Frozen:
		return ErrFrozen
	case t.Gift:
		return ErrGiftWaiting
	case t.Status != Minted || !t.InCustody || t.Location(vault) != InVault:
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

// List returns an account's withdrawals, newest first.
func (s *Withdrawals) List(ctx context.Context, accountID string) ([]Withdrawal, error) {
	return s.Store.List(ctx, accountID)
}

// OfRequests returns the withdrawals of requests, newest first, each request's in their order.
func (s *Withdrawals) OfRequests(ctx context.Context, requestIDs []string) ([]Withdrawal, error) {
	return s.Batches.OfRequests(ctx, requestIDs)
}

// Cancel cancels a withdrawal, or each withdrawal of a request, if nothing was signed for it yet, even if it is already queued: high fees, a
// key without coin or changed credentials may delay it there for days. It returns all that the id names. Errors: ErrNotFound, ErrSent if
// nothing can be cancelled any more. Repeating it changes nothing.
func (s *Withdrawals) Cancel(ctx context.Context, accountID, withdrawalOrRequest string) ([]Withdrawal, error) {
	members, err := s.Batches.Members(ctx, withdrawalOrRequest)
	if err != nil {
		return nil, err
	}
	if len(members) == 0 {
		members = []string{withdrawalOrRequest}
	}
	var out []Withdrawal
	stopped := false
	for _, withdrawalID := range members {
		w, err := s.cancel(ctx, accountID, withdrawalID)
		if err != nil {
			return nil, err
		}
		stopped = stopped || w.Status == Cancelled
		out = append(out, w)
	}
	if !stopped {
		return nil, ErrSent
	}
	return out, nil
}

// cancel cancels a withdrawal if it still can be, and returns it.
func (s *Withdrawals) cancel(ctx context.Context, accountID, withdrawalID string) (Withdrawal, error) {
	var out Withdrawal
	err := s.Store.Update(ctx, withdrawalID, func(ctx context.Context, w *Withdrawal) error {
		if w.AccountID != accountID {
			return ErrNotFound
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
		out = *w
		return nil
	})
	return out, err
}
