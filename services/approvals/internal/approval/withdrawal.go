package approval

import (
	"cmp"
	"context"
	"errors"
	"slices"
)

// reasonPending is the reason of a token that is pending in another request. The other reasons are the chainwatcher's.
const reasonPending = "withdrawal_pending"

var (
	// ErrPending means that a token is pending in another request.
	ErrPending = &RefusedError{reasonPending}
	// ErrNothing means that none of several tokens can be withdrawn now.
	ErrNothing = errors.New("none of the tokens can be withdrawn now")
	// ErrEnded means that a withdrawal was rejected or has expired, so it can't be cancelled.
	ErrEnded = errors.New("the withdrawal has ended")
	// ErrApproved means that a withdrawal is approved, so only the chainwatcher can cancel it.
	ErrApproved = errors.New("the withdrawal is approved")
)

// RefusedError means that the only token of a request can't be withdrawn now.
type RefusedError struct{ Reason string }

func (e *RefusedError) Error() string { return "the token can't be withdrawn now: " + e.Reason }

// WantedWithdrawal is what an account wants to withdraw.
type WantedWithdrawal struct {
	AccountID string
	// Email is the caller's verified address, empty without one.
	Email    string
	TokenIDs []int64
	// To is an address; Name is the ENS name that the person typed, if any.
	To, Name string
}

// CheckedWithdrawal is what an account can withdraw now.
type CheckedWithdrawal struct {
	Account  Account
	To       Wallet
	ChainID  uint32
	Contract string
	// Works are in the order of their tokens.
	Works []Work
	// LeftOut are the tokens that can't be withdrawn now.
	LeftOut []LeftOut
}

// LeftOut is a token that can't be withdrawn now.
type LeftOut struct {
	TokenID int64
	Reason  string
}

// CheckWithdrawal checks what an account wants to withdraw, with the accounts and the chainwatcher. Errors: those of Fleet.
func (s *Service) CheckWithdrawal(ctx context.Context, w WantedWithdrawal) (CheckedWithdrawal, error) {
	account, err := s.Fleet.Account(ctx, w.AccountID)
	if err != nil {
		return CheckedWithdrawal{}, err
	}
	checked, err := s.Fleet.CheckWithdrawal(ctx, w)
	checked.Account = Account{Email: cmp.Or(account.Email, w.Email), Wallets: account.Wallets}
	return checked, err
}

// Withdrawable returns a checked withdrawal without the tokens that are pending in a request. The caller opens a request of what is left in the
// same transaction. Errors: *RefusedError if the only token is left out, ErrNothing if each of several is.
func (s *Service) Withdrawable(ctx context.Context, accountID string, c CheckedWithdrawal) (CheckedWithdrawal, error) {
	tokens := make([]int64, len(c.Works))
	for i, w := range c.Works {
		tokens[i] = w.TokenID
	}
	pending, err := s.Store.PendingTokens(ctx, accountID, tokens)
	if err != nil {
		return c, err
	}
	works := c.Works
	c.Works, c.LeftOut = nil, slices.Clone(c.LeftOut)
	for _, w := range works {
		if slices.Contains(pending, w.TokenID) {
			c.LeftOut = append(c.LeftOut, LeftOut{w.TokenID, reasonPending})
		} else {
			c.Works = append(c.Works, w)
		}
	}
	switch {
	case len(c.Works) > 0:
		return c, nil
	case len(c.LeftOut) == 1:
		return c, &RefusedError{c.LeftOut[0].Reason}
	}
	return c, ErrNothing
}

// CancelWithdrawal cancels a withdrawal, or all of a request, before the approval. It returns the request, and the indexes of what the id names in
// Works. Once all works are cancelled, so is the request. Errors: ErrNotFound, ErrEnded, ErrApproved. Repeating it changes nothing.
func (s *Service) CancelWithdrawal(ctx context.Context, accountID, withdrawalOrRequest string) (out *Request, named []int, err error) {
	err = s.Store.Update(ctx, Key{WithdrawalID: withdrawalOrRequest}, func(ctx context.Context, r *Request) error {
		if r.AccountID != accountID {
			return ErrNotFound
		}
		out, named = r, nil
		var left []int32
		for i, w := range r.Works {
			if r.ID != withdrawalOrRequest && w.ID != withdrawalOrRequest {
				continue
			}
			named = append(named, i)
			if !r.Cancelled(i) {
				left = append(left, int32(i+1))
			}
		}
		now := s.Clock.Now()
		switch status := r.At(now); {
		case len(named) == 0:
			return ErrNotFound
		case status == Cancelled, len(left) == 0:
			return nil
		case status == Approved:
			return ErrApproved
		case status != Pending:
			return ErrEnded
		}
		r.CancelledWorks = append(r.CancelledWorks, left...)
		if len(r.CancelledWorks) == len(r.Works) {
			return s.cancel(ctx, r)
		}
		for range left {
			if err := s.Store.Append(ctx, Entry{RequestID: r.ID, Event: EventWorkCancelled, Actor: accountID, At: now}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	return out, named, nil
}
