package approval

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/vitrine/vitrine/kit/id"
)

// Show returns the request of a secret, and its link. It decides nothing; the log records the first time that the link is opened.
func (s *Service) Show(ctx context.Context, secret string) (*Request, *Link, error) {
	hash := id.Hash(secret)
	r, err := s.Store.Read(ctx, Key{SecretHash: hash})
	if err != nil {
		return nil, nil, err
	}
	return s.viewed(ctx, r, byHash(hash), LinkHolder, "")
}

// viewed logs that a pending link was opened for the first time.
func (s *Service) viewed(ctx context.Context, r *Request, find func(*Request) *Link, actor, ip string) (*Request, *Link, error) {
	l := find(r)
	if l == nil {
		return nil, nil, ErrNotFound
	}
	now := s.Clock.Now()
	if r.At(now) == Pending && l.Status == Pending && l.ViewedAt.IsZero() {
		var err error
		r, l, err = s.change(ctx, Key{ID: r.ID}, find, func(ctx context.Context, r *Request, l *Link, now time.Time) error {
			if !l.ViewedAt.IsZero() {
				return nil
			}
			l.ViewedAt = now
			return s.Store.Append(ctx, Entry{RequestID: r.ID, Event: EventViewed.As(l.Role), Actor: actor, IP: ip, At: now})
		})
		if err != nil {
			return nil, nil, err
		}
	}
	r.Status = r.At(now)
	return r, l, nil
}

// Approve approves with a link, as a person with a session. ErrForbidden, ErrSamePerson, ErrOwnDecision, ErrDecided, ErrExpired,
// ErrNotFound, ErrUnavailable.
func (s *Service) Approve(ctx context.Context, secret string, p Person, ip string) (*Request, *Link, error) {
	p, err := s.approver(ctx, p)
	if err != nil {
		return nil, nil, err
	}
	hash := id.Hash(secret)
	return s.change(ctx, Key{SecretHash: hash}, byHash(hash), func(ctx context.Context, r *Request, l *Link, now time.Time) error {
		return s.approve(ctx, r, l, p, ip, now)
	})
}

// ApproveBySignature approves as the owner, with a wallet's signature. Besides Approve's errors: ErrSignature, ErrChainDown.
func (s *Service) ApproveBySignature(ctx context.Context, subjectID, signature string, p Person, ip string) (*Request, *Link, error) {
	for _, k := range []Kind{TokenWithdrawal, PayoutWalletUpdate} {
		found, err := s.Store.Read(ctx, Key{Kind: k, SubjectID: subjectID})
		switch {
		case errors.Is(err, ErrNotFound):
			continue
		case err != nil:
			return nil, nil, err
		case found.AccountID != p.AccountID || !found.BySignature():
			continue
		}
		if err := found.open(found.link(nil), Approved, s.Clock.Now()); err != nil {
			return nil, nil, err
		}
		// The signed data never changes, and no lock is held during the call that may need a chain.
		if _, err := s.Fleet.Signer(ctx, found, signature); err != nil {
			return nil, nil, err
		}
		return s.change(ctx, Key{ID: found.ID}, byHash(nil), func(ctx context.Context, r *Request, l *Link, now time.Time) error {
			return s.approve(ctx, r, l, p, ip, now)
		})
	}
	return nil, nil, ErrNotFound
}

func (s *Service) approve(ctx context.Context, r *Request, l *Link, p Person, ip string, now time.Time) error {
	whole, err := r.approve(l, p, now)
	if err != nil {
		return err
	}
	if err := s.Store.Append(ctx, Entry{RequestID: r.ID, Event: EventApproved.As(l.Role), Actor: p.AccountID, IP: ip, At: now}); err != nil {
		return err
	}
	if whole {
		return s.ended(ctx, r)
	}
	if l.Role == Owner && r.Kind == PayoutWalletUpdate {
		if err := s.Notices.OwnerApproved(ctx, r, now); err != nil {
			return err
		}
	}
	return s.mailNext(ctx, r)
}

// Reject rejects with a link. Anyone who has the link may do so; by is the account, or empty without a session.
func (s *Service) Reject(ctx context.Context, secret, by, ip string) (*Request, *Link, error) {
	hash := id.Hash(secret)
	by = cmp.Or(by, LinkHolder)
	return s.change(ctx, Key{SecretHash: hash}, byHash(hash), func(ctx context.Context, r *Request, l *Link, now time.Time) error {
		return s.reject(ctx, r, l, by, ip, now)
	})
}

func (s *Service) reject(ctx context.Context, r *Request, l *Link, by, ip string, now time.Time) error {
	if err := r.reject(l, by, now); err != nil {
		return err
	}
	if err := s.Store.Append(ctx, Entry{RequestID: r.ID, Event: EventRejected.As(l.Role), Actor: by, IP: ip, At: now}); err != nil {
		return err
	}
	return s.ended(ctx, r)
}

// ended publishes a decision and emails the owner. Nobody else knows about a withdrawal that isn't approved.
func (s *Service) ended(ctx context.Context, r *Request) error {
	var err error
	switch {
	case r.Kind == PayoutWalletUpdate:
		err = s.Notices.Decided(ctx, r)
	case r.Status == Approved:
		err = s.Notices.WithdrawalApproved(ctx, r)
	}
	if err != nil {
		return err
	}
	return s.Notices.SendOutcome(ctx, r)
}

// TypedData returns the data that the owner's wallet signs.
func (s *Service) TypedData(r *Request) (string, error) { return s.Fleet.TypedData(r) }
