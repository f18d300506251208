package approval

import (
	"context"
	"slices"
	"time"
)

// Mine returns the caller's pending requests that wait for a decision, newest first.
func (s *Service) Mine(ctx context.Context, accountID string) ([]*Request, error) {
	list, err := s.Store.Pending(ctx, accountID)
	if err != nil {
		return nil, err
	}
	now := s.Clock.Now()
	return slices.DeleteFunc(list, func(r *Request) bool { return r.At(now) != Pending }), nil
}

// Waiting returns the requests that p may decide now as an approver, the first to expire first. ErrForbidden without the role.
func (s *Service) Waiting(ctx context.Context, p Person) ([]*Request, error) {
	if !slices.Contains(p.Roles, roleApprover) {
		return nil, ErrForbidden
	}
	list, err := s.Store.ForApprovers(ctx)
	if err != nil {
		return nil, err
	}
	now := s.Clock.Now()
	return slices.DeleteFunc(list, func(r *Request) bool {
		l, _ := r.current()
		return r.At(now) != Pending || l == nil || r.mayDecide(l, p) != nil
	}), nil
}

// CurrentLink returns the link whose turn it is, or nil.
func (r *Request) CurrentLink() *Link {
	l, _ := r.current()
	return l
}

// approverLink returns the link that p sees as an approver: the one whose turn it is, otherwise the one that p decided, otherwise the last
// one that an approver decided. It is nil before the owner has approved.
func (r *Request) approverLink(p Person) *Link {
	l, _ := r.current()
	if l != nil && l.Role == Approver && !r.decidedBy(p) {
		return l
	}
	var found *Link
	for i := range r.Links {
		l := &r.Links[i]
		if l.Role == Approver && l.Status != Pending && (found == nil || found.DecidedBy != p.AccountID) {
			found = l
		}
	}
	return found
}

func (r *Request) decidedBy(p Person) bool {
	return slices.ContainsFunc(r.Links, func(l Link) bool { return l.Role == Approver && l.DecidedBy == p.AccountID })
}

func asApprover(p Person) func(*Request) *Link {
	return func(r *Request) *Link { return r.approverLink(p) }
}

// ShowWaiting returns a request for an approver, even after it was decided. It returns ErrForbidden without the role, ErrNotFound
// before it is an approver's turn.
func (s *Service) ShowWaiting(ctx context.Context, requestID string, p Person, ip string) (*Request, *Link, error) {
	if !slices.Contains(p.Roles, roleApprover) {
		return nil, nil, ErrForbidden
	}
	r, err := s.Store.Read(ctx, Key{ID: requestID})
	if err != nil {
		return nil, nil, err
	}
	return s.viewed(ctx, r, asApprover(p), p.AccountID, ip)
}

// ApproveWaiting approves as an approver, without the emailed link. Errors as Approve.
func (s *Service) ApproveWaiting(ctx context.Context, requestID string, p Person, ip string) (*Request, *Link, error) {
	p, err := s.approver(ctx, p)
	if err != nil {
		return nil, nil, err
	}
	return s.decideWaiting(ctx, requestID, p, func(ctx context.Context, r *Request, l *Link, now time.Time) error {
		return s.approve(ctx, r, l, p, ip, now)
	})
}

// RejectWaiting rejects as an approver, without the emailed link. Errors as Approve.
func (s *Service) RejectWaiting(ctx context.Context, requestID string, p Person, ip string) (*Request, *Link, error) {
	return s.decideWaiting(ctx, requestID, p, func(ctx context.Context, r *Request, l *Link, now time.Time) error {
		if err := r.open(l, Rejected, now); err != nil {
			return err
		}
		if err := r.mayDecide(l, p); err != nil {
			return err
		}
		return s.reject(ctx, r, l, p.AccountID, ip, now)
	})
}

func (s *Service) decideWaiting(ctx context.Context, requestID string, p Person, fn func(context.Context, *Request, *Link, time.Time) error) (*Request, *Link, error) {
	if !slices.Contains(p.Roles, roleApprover) {
		return nil, nil, ErrForbidden
	}
	return s.change(ctx, Key{ID: requestID}, asApprover(p), fn)
}

// TooManyError means that a new link was requested too often.
type TooManyError struct{ RetryAfter time.Duration }

func (e *TooManyError) Error() string {
	return "a new link was requested too often; retry after " + e.RetryAfter.String()
}

// Resend emails a new link to the person whose turn it is. The earlier link is no longer valid, and the expiry of the request doesn't
// change. Only the requester may do so. Errors: *TooManyError, ErrNotFound, ErrDecided, ErrExpired, ErrNoEmail.
func (s *Service) Resend(ctx context.Context, requestID string, p Person, ip string) (*Request, error) {
	var out *Request
	err := s.Store.Update(ctx, Key{ID: requestID}, func(ctx context.Context, r *Request) error {
		now := s.Clock.Now()
		l, _ := r.current()
		switch {
		case r.AccountID != p.AccountID:
			return ErrNotFound
		case r.At(now) == Expired:
			return ErrExpired
		case r.Status != Pending || l == nil:
			return ErrDecided
		case l.Role == Owner && r.BySignature():
			return ErrNoEmail
		}
		sent, err := s.Store.Resent(ctx, r.ID)
		if err != nil {
			return err
		}
		if wait := s.rules.resendWait(sent, now); wait > 0 {
			return &TooManyError{wait}
		}
		out = r
		if err := s.Store.Append(ctx, Entry{RequestID: r.ID, Event: EventResent.As(l.Role), Actor: p.AccountID, IP: ip, At: now}); err != nil {
			return err
		}
		return s.mailNext(ctx, r)
	})
	return out, err
}

// resendWait returns how long to wait for the next new link of a request whose links were sent again at these times, oldest first.
func (r Rules) resendWait(sent []time.Time, now time.Time) time.Duration {
	var today []time.Time
	for _, at := range sent {
		if now.Sub(at) < 24*time.Hour {
			today = append(today, at)
		}
	}
	if len(today) == 0 {
		return 0
	}
	wait := today[len(today)-1].Add(r.ResendEvery).Sub(now)
	if n := len(today); n >= r.ResendsPerDay {
		wait = max(wait, today[n-r.ResendsPerDay].Add(24*time.Hour).Sub(now))
	}
	return max(wait, 0)
}
