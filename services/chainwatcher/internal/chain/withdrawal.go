package chain

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/id"
)

// WithdrawalStatus is the state of a withdrawal.
type WithdrawalStatus string

// The states of a withdrawal.
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

// Withdrawal is a requested move of a token to a wallet.
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
	RequestKey  string
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
	// BatchID is the batch that the withdrawal was requested with, empty without one. BatchPosition counts from 1.
	BatchID       string
	BatchPosition int
	// GiftID is the gift to a wallet that it delivers, empty otherwise. The buyer approved it by paying.
	GiftID string
	// ImageURL is a picture of the artwork for the approval. It is not stored.
	ImageURL string
}

// Recipient returns the target as shown to users: the address, with the name if one was typed.
func (w Withdrawal) Recipient() string {
	if w.ToName == "" {
		return w.To
	}
	return w.ToName + " (" + w.To + ")"
}

// WithdrawalRequest is a request to move a token.
type WithdrawalRequest struct {
	AccountID string
	// Email is the caller's verified address, empty without one.
	Email string
	// Key identifies the request: repeating it returns the first withdrawal.
	Key     string
	TokenID int64
	// To is an address; Name is the ENS name that the user typed, if any.
	To   string
	Name string
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
	// ByKey returns the withdrawal that a request already created, or ErrNotFound.
	ByKey(ctx context.Context, accountID, key string) (Withdrawal, error)
	Read(ctx context.Context, id string) (Withdrawal, error)
	// Update changes a withdrawal under a lock, in one transaction. fn may run more than once and must not use the network: it writes
	// events in the transaction of ctx, and its decisions only depend on rows that the transaction locks.
	Update(ctx context.Context, id string, fn func(ctx context.Context, w *Withdrawal) error) error
}

// WithdrawalLists reads and counts withdrawals.
type WithdrawalLists interface {
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

// Artworks reads the catalog.
type Artworks interface {
	// Offer returns an artwork as it is published. ErrNotFound, ErrUnavailable.
	Offer(ctx context.Context, artworkID int64) (Offer, error)
}

// pictureTimeout limits how long a withdrawal waits for a picture of its artwork.
const pictureTimeout = 2 * time.Second

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
	Clock       clock.Clock
	Waits       Waits
	Limits      WithdrawalLimits
}

// Request requests to move a token. Errors: ErrNotFound, ErrNotInVault, ErrFrozen, ErrGiftWaiting, ErrPending, ErrAddress, ErrTarget,
// ErrNameUnconfirmed, ErrNameChanged and those of Names.
func (s *Withdrawals) Request(ctx context.Context, r WithdrawalRequest) (Withdrawal, error) {
	if w, err := s.Store.ByKey(ctx, r.AccountID, r.Key); !errors.Is(err, ErrNotFound) {
		return w, err
	}
	target, name, err := recipient(ctx, s.Names, s.Addresses, r.To, r.Name)
	if err != nil {
		return Withdrawal{}, err
	}
	t, err := s.Store.Token(ctx, r.TokenID)
	if err != nil {
		return Withdrawal{}, err
	}
	if t.AccountID != r.AccountID {
		return Withdrawal{}, ErrNotFound
	}
	link, err := s.Chains.Get(t.ChainID)
	if err != nil {
		return Withdrawal{}, err
	}
	if err := movable(t, r.AccountID, link.Chain.Vault); err != nil {
		return Withdrawal{}, err
	}
	if forbidden(link.Chain, target) {
		return Withdrawal{}, ErrTarget
	}
	if err := link.Contracts.CanMove(ctx, r.TokenID, target); err != nil {
		return Withdrawal{}, err
	}
	p, err := s.Accounts.Account(ctx, r.AccountID)
	if err != nil {
		return Withdrawal{}, err
	}
	w := Withdrawal{
		ID: id.New(), TokenID: r.TokenID, ChainID: t.ChainID, AccountID: r.AccountID, Email: cmp.Or(p.Email, r.Email), To: target, ToName: name,
		Status: AwaitingApproval, RequestKey: r.Key, RequestedAt: s.Clock.Now(), Title: t.Title, Artist: t.Artist,
		ImageURL: s.picture(ctx, t.ArtworkID),
	}
	return w, s.Store.InTx(ctx, func(ctx context.Context) error {
		t, err := s.Store.LockToken(ctx, r.TokenID)
		if err != nil {
			return err
		}
		if err := movable(t, r.AccountID, link.Chain.Vault); err != nil {
			return err
		}
		if err := s.Store.Create(ctx, w); err != nil {
			return err
		}
		if !p.CredentialsChangedAt.IsZero() {
			// This includes changes from before this service recorded them.
			if err := s.Credentials.NoteChange(ctx, w.AccountID, p.CredentialsChangedAt); err != nil {
				return err
			}
		}
		return s.Events.WithdrawalRequested(ctx, w, t, p)
	})
}

// picture returns the path of an artwork's picture. If the catalog is unavailable, the withdrawal continues without one.
func (s *Withdrawals) picture(ctx context.Context, artworkID int64) string {
	ctx, cancel := context.WithTimeout(ctx, pictureTimeout)
	defer cancel()
	offer, err := s.Artworks.Offer(ctx, artworkID)
	if err != nil || !strings.HasPrefix(offer.ImageURL, "/") {
		return ""
	}
	return offer.ImageURL
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

// List returns an account's withdrawals, newest first.
func (s *Withdrawals) List(ctx context.Context, accountID string) ([]Withdrawal, error) {
	return s.Store.List(ctx, accountID)
}

// Cancel cancels a withdrawal if nothing was signed for it yet, even if it is already queued: high fees, a key without coin
// or changed credentials may delay it there for days. Errors: ErrNotFound, ErrSent. Repeating it changes nothing.
func (s *Withdrawals) Cancel(ctx context.Context, accountID, withdrawalID string) (Withdrawal, error) {
	var out Withdrawal
	err := s.Store.Update(ctx, withdrawalID, func(ctx context.Context, w *Withdrawal) error {
		if w.AccountID != accountID {
			return ErrNotFound
		}
		switch {
		case w.Status == Cancelled:
			out = *w
			return nil
		case !w.Status.Allowed(Cancelled):
			return ErrSent
		case w.Status == Signing:
			if err := s.Store.CancelTransfer(ctx, w.ID); err != nil {
				return err
			}
		}
		w.Status = Cancelled
		out = *w
		if w.GiftID != "" {
			return nil // gifts have no approval
		}
		return s.Events.WithdrawalCancelled(ctx, *w)
	})
	return out, err
}

// Decided applies the outcome of the approval of a withdrawal, or of each withdrawal of a batch: approved, rejected or expired. It doesn't
// change a withdrawal that has ended. Repeating it changes nothing, so the next run completes an interrupted one. Error: ErrNotFound.
func (s *Withdrawals) Decided(ctx context.Context, subjectID, outcome string, at time.Time) error {
	members, err := s.Batches.Members(ctx, subjectID)
	if err != nil {
		return err
	}
	if len(members) == 0 {
		return s.decided(ctx, subjectID, outcome, at)
	}
	for _, withdrawalID := range members {
		if err := s.decided(ctx, withdrawalID, outcome, at); err != nil {
			return err
		}
	}
	return nil
}

func (s *Withdrawals) decided(ctx context.Context, withdrawalID, outcome string, at time.Time) error {
	return s.Store.Update(ctx, withdrawalID, func(_ context.Context, w *Withdrawal) error {
		next := WithdrawalStatus(outcome)
		switch {
		case !slices.Contains([]WithdrawalStatus{Approved, Rejected, Expired}, next):
			return errors.New("unknown outcome " + outcome)
		case !w.Status.Allowed(next):
			return nil
		case next == Approved:
			w.ApprovedAt = at
		}
		w.Status = next
		return nil
	})
}
