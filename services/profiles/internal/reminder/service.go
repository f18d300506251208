package reminder

import (
	"context"
	"errors"
	"time"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/services/profiles/internal/account"
	"github.com/vitrine/vitrine/services/profiles/internal/emailsetting"
)

const (
	// itemBatch is the number of entries per call of the catalog.
	itemBatch = 200
	// noticeBatch is the number of an entry's reminders that are read at once.
	noticeBatch = 500
	// recheck is the interval of checking an edition that became free a moment ago.
	recheck = 5 * time.Second
)

// Store stores reminders.
type Store interface { //nolint:interfacebloat // one port for one store
	// Add adds a reminder; an existing one doesn't change. Error: ErrTooMany.
	Add(ctx context.Context, r Reminder) error
	// Begin counts a check before it reads anything.
	Begin(ctx context.Context) error
	// Wanted returns the ids of entries of a kind that have reminders.
	Wanted(ctx context.Context, k Kind) ([]int64, error)
	// Move stores the new opening time of a drop.
	Move(ctx context.Context, dropID int64, opensAt time.Time) error
	// MarkFree stores which of the checked artworks have a free edition. It keeps the time of those that were free before.
	MarkFree(ctx context.Context, checked, free []int64, now time.Time) error
	// FirstFree returns the earliest time since which an edition has been free; false if none is free.
	FirstFree(ctx context.Context) (since time.Time, found bool, err error)
	// Due returns reminders of an entry for accounts after the given one, in the order of accounts. It leaves out artworks whose edition
	// hasn't been free since freeBefore.
	Due(ctx context.Context, e Entry, freeBefore time.Time, after string, limit int) ([]Reminder, error)
	// Take deletes a reminder and calls then in the same transaction. It does nothing if the reminder no longer exists.
	Take(ctx context.Context, r Reminder, then func(ctx context.Context) error) error
}

// Catalog reads entries. ErrDown.
type Catalog interface {
	// Items returns the entries of a kind that are public.
	Items(ctx context.Context, k Kind, ids []int64) ([]Item, error)
}

// Notifier queues an email, or what goes with it, in the transaction of ctx.
type Notifier interface {
	Remind(ctx context.Context, n Notice) error
}

// Notifiers notifies in several ways.
type Notifiers []Notifier

// Remind implements Notifier.
func (all Notifiers) Remind(ctx context.Context, n Notice) error {
	for _, notifier := range all {
		if err := notifier.Remind(ctx, n); err != nil {
			return err
		}
	}
	return nil
}

// Service stores reminders and sends their emails.
type Service struct {
	Store    Store
	Catalog  Catalog
	People   account.Directory
	Settings emailsetting.Store
	Notifier Notifier
	// FreeFor is how long an edition must have been free before people are notified.
	FreeFor time.Duration
	Clock   clock.Clock
}

// Add adds a reminder for an account. ErrNotFound, ErrOpen, ErrAvailable, ErrOff, ErrNoEmail, ErrUnverified, ErrTooMany, ErrDown,
// account.ErrDown.
func (s *Service) Add(ctx context.Context, accountID string, e Entry) error {
	items, err := s.Catalog.Items(ctx, e.Kind, []int64{e.ID})
	if err != nil {
		return err
	}
	if len(items) == 0 {
		return ErrNotFound
	}
	switch {
	case items[0].State == Waiting:
	case e.Kind == Drop:
		return ErrOpen
	default:
		return ErrAvailable
	}
	if emails, err := s.Settings.Sending(ctx, accountID, e.Kind.emails()); err != nil {
		return err
	} else if !emails.Wanted {
		return ErrOff
	}
	if _, err := s.contact(ctx, accountID); err != nil {
		return err
	}
	return s.Store.Add(ctx, Reminder{Entry: e, AccountID: accountID, OpensAt: items[0].OpensAt, AddedAt: s.Clock.Now()})
}

// contact returns an account's email address. An unknown account has none. Errors: ErrNoEmail, ErrUnverified, account.ErrDown.
func (s *Service) contact(ctx context.Context, accountID string) (string, error) {
	a, err := s.People.Account(ctx, accountID)
	if err != nil && !errors.Is(err, account.ErrNotFound) {
		return "", err
	}
	to := a.Email
	if a.HasIdentity && to != "" && !a.EmailVerified {
		return "", ErrUnverified
	}
	if !a.HasIdentity {
		if to, err = s.People.ProfileEmail(ctx, accountID); err != nil {
			return "", err
		}
	}
	if to == "" {
		return "", ErrNoEmail
	}
	return to, nil
}

// Send queues the emails that are due. It may run at any time, and in several replicas at once, because a reminder and its email
// are one transaction. After an error, the affected reminders remain for the next call.
func (s *Service) Send(ctx context.Context) error {
	if err := s.Store.Begin(ctx); err != nil {
		return err
	}
	return errors.Join(s.sendKind(ctx, Drop), s.sendKind(ctx, Artwork))
}

// Wait returns when to call Send again because an edition is free, but not for FreeFor yet; 0 if none is. It returns at least one
// second, and at most a few, because the edition may be bought in the meantime.
func (s *Service) Wait(ctx context.Context) (time.Duration, error) {
	since, found, err := s.Store.FirstFree(ctx)
	if err != nil || !found {
		return 0, err
	}
	return min(max(since.Add(s.FreeFor).Sub(s.Clock.Now()), time.Second), recheck), nil
}

func (s *Service) sendKind(ctx context.Context, k Kind) error {
	wanted, err := s.Store.Wanted(ctx, k)
	if err != nil {
		return err
	}
	var errs []error
	for len(wanted) > 0 && ctx.Err() == nil {
		n := min(itemBatch, len(wanted))
		errs = append(errs, s.sendBatch(ctx, k, wanted[:n]))
		wanted = wanted[n:]
	}
	return errors.Join(append(errs, ctx.Err())...)
}

func (s *Service) sendBatch(ctx context.Context, k Kind, ids []int64) error {
	items, err := s.Catalog.Items(ctx, k, ids)
	if err != nil {
		return err
	}
	now := s.Clock.Now()
	if k == Artwork {
		free := []int64{}
		for _, item := range items {
			if item.State == Ready {
				free = append(free, item.ID)
			}
		}
		if err := s.Store.MarkFree(ctx, ids, free, now); err != nil {
			return err
		}
	}
	var errs []error
	for _, item := range items {
		switch {
		case item.State != Waiting:
			errs = append(errs, s.notify(ctx, item, now.Add(-s.FreeFor)))
		case k == Drop:
			errs = append(errs, s.Store.Move(ctx, item.ID, item.OpensAt))
		}
	}
	return errors.Join(errs...)
}

// notify ends all reminders of an item. One person's error doesn't stop the others.
func (s *Service) notify(ctx context.Context, item Item, freeBefore time.Time) error {
	var errs []error
	for after := ""; ; {
		due, err := s.Store.Due(ctx, item.Entry, freeBefore, after, noticeBatch)
		if err != nil {
			return errors.Join(append(errs, err)...)
		}
		for _, r := range due {
			if err := s.end(ctx, r, item); err != nil {
				errs = append(errs, err)
			}
			if ctx.Err() != nil {
				return errors.Join(errs...)
			}
		}
		if len(due) < noticeBatch {
			return errors.Join(errs...)
		}
		after = due[len(due)-1].AccountID
	}
}

// end deletes a reminder and queues its email. It sends no email if the drop has ended in the meantime, or the account no longer
// has an address or switched these emails off.
func (s *Service) end(ctx context.Context, r Reminder, item Item) error {
	nothing := func(context.Context) error { return nil }
	if item.State == Over {
		return s.Store.Take(ctx, r, nothing)
	}
	to, err := s.contact(ctx, r.AccountID)
	switch {
	case errors.Is(err, ErrNoEmail), errors.Is(err, ErrUnverified):
		return s.Store.Take(ctx, r, nothing)
	case err != nil:
		return err
	}
	return s.Store.Take(ctx, r, func(ctx context.Context) error {
		emails, err := s.Settings.Sending(ctx, r.AccountID, r.Kind.emails())
		if err != nil || !emails.Wanted {
			return err
		}
		return s.Notifier.Remind(ctx, Notice{Reminder: r, Item: item, To: to, StopSecret: emails.StopSecret})
	})
}
