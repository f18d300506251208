package custody

import (
	"context"
	"errors"
	"slices"
	"strings"
)

// WithdrawalLimits are how many tokens may leave the vault within 24 hours without a staff review. Zero means no limit.
type WithdrawalLimits struct {
	// Account is for one account on a chain, Vault for all accounts on a chain.
	Account, Vault int
}

// ReviewState is the state of a staff review.
type ReviewState string

// The states of a review.
const (
	NoReview       ReviewState = ""
	ReviewOpen     ReviewState = "open"
	ReviewApproved ReviewState = "approved"
	ReviewRejected ReviewState = "rejected"
)

// ReviewWhy is the limit that a withdrawal exceeds.
type ReviewWhy string

// The reasons for a review.
const (
	AccountLimit ReviewWhy = "account"
	VaultLimit   ReviewWhy = "vault"
)

// ReasonReviewRejected is the reason of a withdrawal that staff rejected.
const ReasonReviewRejected = "review_rejected"

var (
	// ErrOwnDecision means that a member of staff may not decide about their own withdrawal, or one to their own wallet.
	ErrOwnDecision = errors.New("the withdrawal is the decider's own")
	// ErrReviewed means that the review was decided, or the withdrawal has ended.
	ErrReviewed = errors.New("the review was already decided, or the withdrawal has ended")
)

// exceeded returns the limit that another transfer would exceed, or "". Concurrent calls for a chain wait for each other until their
// transactions end.
func (s *Withdrawals) exceeded(ctx context.Context, w Withdrawal) (ReviewWhy, error) {
	if w.Review == ReviewApproved || s.Limits == (WithdrawalLimits{}) {
		return "", nil
	}
	vault, account, err := s.Store.QueuedToday(ctx, w.ChainID, w.AccountID)
	switch {
	case err != nil:
		return "", err
	case s.Limits.Account > 0 && account >= s.Limits.Account:
		return AccountLimit, nil
	case s.Limits.Vault > 0 && vault >= s.Limits.Vault:
		return VaultLimit, nil
	}
	return "", nil
}

// Review decides about a withdrawal above a limit. If approved, it continues with the next round; if rejected, it fails and the token stays. by
// is the account of the member of staff, and note their reason. Errors: ErrOwnDecision, ErrReviewed, chain.ErrNotFound, chain.ErrUnavailable.
// Repeating the same decision changes nothing.
func (s *Withdrawals) Review(ctx context.Context, withdrawalID, by, note string, approve bool) error {
	decision := ReviewRejected
	if approve {
		decision = ReviewApproved
	}
	p, err := s.Fleet.Account(ctx, by)
	if err != nil {
		return err
	}
	return s.Store.Update(ctx, withdrawalID, func(ctx context.Context, w *Withdrawal) error {
		switch {
		case w.AccountID == by, slices.ContainsFunc(p.Wallets, func(own string) bool { return strings.EqualFold(own, w.To) }):
			return ErrOwnDecision
		case w.Review == decision && w.ReviewedBy == by:
			return nil
		case w.Review != ReviewOpen || w.Status != Approved:
			return ErrReviewed
		}
		w.Review, w.ReviewedBy, w.ReviewedAt, w.ReviewNote = decision, by, s.Clock.Now(), note
		if approve {
			return nil
		}
		w.Status, w.Reason = Failed, ReasonReviewRejected
		return s.Events.WithdrawalFailed(ctx, *w)
	})
}
