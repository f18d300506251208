package profile

import (
	"context"
	"errors"
	"log/slog"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/services/profiles/internal/account"
	"github.com/vitrine/vitrine/services/profiles/internal/emailchange"
)

// Store stores profiles.
type Store interface {
	// Create stores a profile unless the owner has one.
	Create(ctx context.Context, p Profile) error
	// ByOwner returns the profile of an account. ErrNotFound.
	ByOwner(ctx context.Context, ownerID string) (Profile, error)
	// Update changes a profile of the owner under a lock, in the transaction of the ctx that change gets. ErrNotFound, also for another
	// person's profile.
	Update(ctx context.Context, ownerID, profileID string, change func(context.Context, *Profile) error) error
}

// Pictures stores avatars.
type Pictures interface {
	// Save re-encodes a picture and stores it under a new name. ErrPicture, ErrPicturesDown.
	Save(ctx context.Context, content []byte) (Avatar, error)
	// Remove deletes a picture. It does nothing for an unknown one.
	Remove(ctx context.Context, a Avatar) error
}

// Service changes profiles.
type Service struct {
	Store        Store
	Accounts     account.Accounts
	Pictures     Pictures
	EmailChanges *emailchange.Service
	Clock        clock.Clock
	Log          *slog.Logger
}

// EmailChanged stores an account's address at the identity provider. It ignores older versions, accounts without a profile and empty
// addresses.
func (s *Service) EmailChanged(ctx context.Context, ownerID, email string, version int64) error {
	if email == "" {
		return nil // the account has no identity, so its owner edits the address
	}
	p, err := s.Store.ByOwner(ctx, ownerID)
	if err == nil {
		err = s.Store.Update(ctx, ownerID, p.ID, func(_ context.Context, p *Profile) error {
			if version > p.EmailVersion {
				p.Email, p.EmailVersion = email, version
			}
			return nil
		})
	}
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	return err
}

// Create creates the caller's profile unless there is one. Errors: *InvalidError, account.ErrDown.
func (s *Service) Create(ctx context.Context, caller string, in Input) error {
	if _, err := s.Store.ByOwner(ctx, caller); !errors.Is(err, ErrNotFound) {
		return err
	}
	a, err := s.Accounts.Account(ctx, caller)
	if err != nil {
		return err
	}
	if in, err = in.of(a); err != nil {
		return err
	}
	return s.Store.Create(ctx, Profile{
		ID: id.New(), OwnerID: caller, Name: in.Name, FirstName: in.FirstName, LastName: in.LastName,
		Email: in.Email, CreatedAt: s.Clock.Now(),
	})
}

// errEmailSet means that another call set the first email in the meantime.
var errEmailSet = errors.New("an email was set in the meantime")

// Update stores the caller's edits. If the caller replaces their own email, the new one is not stored: it needs stepUp, whose error it returns,
// and starts a change. Errors: *InvalidError, ErrNotFound, account.ErrDown,
// emailchange.ErrTooMany.
func (s *Service) Update(ctx context.Context, caller, profileID string, in Input, stepUp func(context.Context) error) error {
	a, err := s.Accounts.Account(ctx, caller)
	if err != nil {
		return err
	}
	if in, err = in.of(a); err != nil {
		return err
	}
	before, err := s.Store.ByOwner(ctx, caller)
	if err != nil {
		return err
	}
	// A different email waits until both addresses have confirmed it.
	replaces := func(p Profile) bool { return !a.HasIdentity && p.Email != "" && p.Email != in.Email }
	stepped := replaces(before)
	if stepped {
		if in.Email == "" {
			return &InvalidError{map[string]string{"email": "can't be removed; enter another address"}}
		}
		if err := stepUp(ctx); err != nil {
			return err
		}
	}
	err = s.Store.Update(ctx, caller, profileID, func(ctx context.Context, p *Profile) error {
		p.Name, p.FirstName, p.LastName = in.Name, in.FirstName, in.LastName
		switch {
		case !replaces(*p):
			p.Email = in.Email
			return nil
		case !stepped:
			return errEmailSet
		}
		return s.EmailChanges.Request(ctx, caller, p.Email, in.Email)
	})
	if errors.Is(err, errEmailSet) {
		return s.Update(ctx, caller, profileID, in, stepUp)
	}
	return err
}

// of checks the input. The address of an account with an identity is the provider's.
func (in Input) of(a account.Account) (Input, error) {
	in, err := in.clean(!a.HasIdentity)
	if a.HasIdentity {
		in.Email = a.Email
	}
	return in, err
}

// SetAvatar stores a picture as the profile's avatar and removes the old one. ErrNotFound, ErrPicture, ErrPicturesDown.
func (s *Service) SetAvatar(ctx context.Context, caller, profileID string, content []byte) error {
	p, err := s.Store.ByOwner(ctx, caller)
	if err != nil {
		return err
	}
	if p.ID != profileID {
		return ErrNotFound
	}
	a, err := s.Pictures.Save(ctx, content)
	if err != nil {
		return err
	}
	var old Avatar
	err = s.Store.Update(ctx, caller, profileID, func(_ context.Context, p *Profile) error {
		old, p.Avatar = p.Avatar, a
		return nil
	})
	if err != nil {
		old = a // the new picture is unused
	}
	if gone := s.Pictures.Remove(context.WithoutCancel(ctx), old); gone != nil {
		s.Log.WarnContext(ctx, "an unused avatar was not deleted", "error", gone)
	}
	return err
}
