package approval

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"strings"
	"time"

	"github.com/vitrine/vitrine/kit/id"
)

// Draft is a new request.
type Draft struct {
	// ID is chosen by Open if it is empty.
	ID string
	Kind
	SubjectID, AccountID string
	// Email is empty for an account without an address; then one of Wallets signs.
	Email   string
	Wallets []string
	ChainID uint32
	// To is the wallet that receives the tokens, or the artist's share.
	To      Wallet
	Summary string
	Lines   []Line
	Subject
}

// Open opens a request and emails the owner's link. Repeating it for the same subject changes nothing and returns nil. Error: ErrPending.
func (s *Service) Open(ctx context.Context, d Draft) (*Request, error) {
	lasts, approvers := s.rules.WithdrawalFor, s.rules.WithdrawalApprovers
	if d.Kind == PayoutWalletUpdate {
		lasts, approvers = s.rules.PayoutFor, s.rules.PayoutApprovers
	}
	now := s.Clock.Now()
	r := &Request{
		ID: cmp.Or(d.ID, id.New()), Kind: d.Kind, SubjectID: d.SubjectID, AccountID: d.AccountID, Email: d.Email, ChainID: d.ChainID, To: d.To,
		Summary: d.Summary, Lines: d.Lines, Subject: d.Subject, Status: Pending, CreatedAt: now, ExpiresAt: now.Add(lasts),
	}
	for _, w := range d.Wallets {
		r.Wallets = append(r.Wallets, strings.ToLower(w))
	}
	r.Digest = digest(r)
	secret, hash := id.Secret()
	r.Links = []Link{{Hash: hash, Role: Owner, Email: r.Email, Status: Pending}}
	for range approvers {
		// The secret is created when it is the approver's turn. Until then no secret matches this hash.
		r.Links = append(r.Links, Link{Hash: placeholder(), Role: Approver, Status: Pending})
	}
	created, err := s.Store.Create(ctx, r)
	if err != nil || !created {
		return nil, err
	}
	if err := s.Store.Append(ctx, Entry{RequestID: r.ID, Event: EventRequested, Actor: r.AccountID, At: now}); err != nil {
		return nil, err
	}
	if r.BySignature() {
		return r, nil
	}
	return r, s.Notices.SendLink(ctx, r, 0, r.Email, s.link(r.Kind, secret))
}

// placeholder is a hash without a known preimage.
func placeholder() []byte {
	secret, _ := id.Secret()
	sum := sha256.Sum256([]byte("placeholder" + secret))
	return sum[:]
}

// mailNext emails the link whose turn it is, with a new secret: to the owner, or to every approver. The first approver's decision
// counts. An earlier secret is no longer valid.
func (s *Service) mailNext(ctx context.Context, r *Request) error {
	l, position := r.current()
	if l == nil {
		return nil
	}
	recipients := s.rules.ApproverEmails
	if l.Role == Owner {
		recipients = []string{l.Email}
	}
	secret, hash := id.Secret()
	l.Hash, l.ViewedAt = hash, time.Time{}
	for _, to := range recipients {
		if err := s.Notices.SendLink(ctx, r, position, to, s.link(r.Kind, secret)); err != nil {
			return err
		}
	}
	return nil
}

// Cancel ends a pending payout change because the artist or the gallery cancelled it. For an approved one it records that outcome.
func (s *Service) Cancel(ctx context.Context, k Kind, subjectID string) error {
	return s.Store.Update(ctx, Key{Kind: k, SubjectID: subjectID}, func(ctx context.Context, r *Request) error {
		switch {
		case r.Status == Approved:
			return s.recordOutcome(ctx, r, Stopped)
		case !r.Status.Allowed(Cancelled):
			return nil
		}
		return s.cancel(ctx, r)
	})
}

func (s *Service) cancel(ctx context.Context, r *Request) error {
	r.decide(Cancelled, s.Clock.Now())
	return s.Store.Append(ctx, Entry{RequestID: r.ID, Event: EventCancelled, Actor: r.AccountID, At: r.DecidedAt})
}

// RecordOutcome records what happened to the payout wallet of an approved request. Only the first outcome counts. Events about unknown
// subjects change nothing.
func (s *Service) RecordOutcome(ctx context.Context, k Kind, subjectID string, o Outcome) error {
	err := s.Store.Update(ctx, Key{Kind: k, SubjectID: subjectID}, func(ctx context.Context, r *Request) error {
		return s.recordOutcome(ctx, r, o)
	})
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	return err
}

func (s *Service) recordOutcome(ctx context.Context, r *Request, o Outcome) error {
	if r.Status != Approved || r.Outcome != "" {
		return nil
	}
	r.Outcome, r.OutcomeAt = o, s.Clock.Now()
	return s.Store.Append(ctx, Entry{RequestID: r.ID, Event: Event(o), At: r.OutcomeAt})
}

// Sweep ends requests that nobody decided in time, and returns how many. An error for one doesn't stop the others.
func (s *Service) Sweep(ctx context.Context) (int, error) {
	ids, err := s.Store.Overdue(ctx, s.Clock.Now(), 100)
	ended := 0
	for _, requestID := range ids {
		failed := s.Store.Update(ctx, Key{ID: requestID}, func(ctx context.Context, r *Request) error {
			now := s.Clock.Now()
			if !r.Status.Allowed(Expired) || r.At(now) != Expired {
				return nil
			}
			r.decide(Expired, now)
			if err := s.Store.Append(ctx, Entry{RequestID: r.ID, Event: EventExpired, At: now}); err != nil {
				return err
			}
			return s.ended(ctx, r)
		})
		if failed == nil {
			ended++
		}
		err = errors.Join(err, failed)
	}
	return ended, err
}
