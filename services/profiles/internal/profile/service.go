package profile

import (
	"context"
	"errors"
	"log/slog"
	"strings"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/id"
)

// Store stores profiles.
type Store interface {
	// Create stores a profile, or returns the owner's existing one.
	Create(ctx context.Context, p Profile) (Profile, error)
	// ByOwner returns the profile of an account. ErrNotFound.
	ByOwner(ctx context.Context, ownerID string) (Profile, error)
	// Find returns the profiles of accounts, and those whose first, last, full or display name begins with a lower-case text, newest
	// first. An empty text finds none.
	Find(ctx context.Context, search string, ownerIDs []string, limit int) ([]Profile, error)
	// Update changes a profile of the owner under a lock, in the transaction of the ctx that change gets. ErrNotFound, also for another
	// person's profile.
	Update(ctx context.Context, ownerID, profileID string, change func(context.Context, *Profile) error) (Profile, error)
}

// Account is the part of an account that profiles need.
type Account struct {
	HasIdentity bool
	Email       string
}

// Accounts reads accounts. ErrAccountsDown.
type Accounts interface {
	Account(ctx context.Context, accountID string) (Account, error)
}

// Pictures stores avatars.
type Pictures interface {
	// Save re-encodes a picture and stores it under a new name. ErrPicture, ErrPicturesDown.
	Save(ctx context.Context, content []byte) (Avatar, error)
	// Remove deletes a picture. It does nothing for an unknown one.
	Remove(ctx context.Context, a Avatar) error
}

// EmailChanges starts changes of email in the transaction of ctx.
type EmailChanges interface {
	Request(ctx context.Context, accountID, current, next string) error
}

// Service reads and changes profiles.
type Service struct {
	store    Store
	accounts Accounts
	pictures Pictures
	emails   EmailChanges
	clock    clock.Clock
	log      *slog.Logger
}

// New wires the service.
func New(s Store, a Accounts, p Pictures, e EmailChanges, c clock.Clock, log *slog.Logger) *Service {
	return &Service{s, a, p, e, c, log}
}

// ByOwner returns the profile of an account. ErrNotFound.
func (s *Service) ByOwner(ctx context.Context, ownerID string) (Profile, error) {
	return s.store.ByOwner(ctx, ownerID)
}

// findLimit is the maximum number of profiles that a search by staff returns.
const findLimit = 50

// Find returns the profiles that match a search by staff, newest first, at most 50.
func (s *Service) Find(ctx context.Context, staffID, search string, ownerIDs []string) ([]Profile, error) {
	// Postgres can't store NUL.
	text := strings.ToLower(strings.Join(strings.Fields(strings.ReplaceAll(search, "\x00", "")), " "))
	list, err := s.store.Find(ctx, text, ownerIDs, findLimit)
	if err == nil {
		s.log.InfoContext(ctx, "staff listed profiles", "staff", staffID, "profiles", len(list))
	}
	return list, err
}

// EmailChanged stores an account's address at the identity provider. It ignores older versions, accounts without a profile and empty
// addresses.
func (s *Service) EmailChanged(ctx context.Context, ownerID, email string, version int64) error {
	if email == "" {
		return nil // the account has no identity, so its owner edits the address
	}
	p, err := s.store.ByOwner(ctx, ownerID)
	if err == nil {
		_, err = s.store.Update(ctx, ownerID, p.ID, func(_ context.Context, p *Profile) error {
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

// Create creates the caller's profile, or returns the existing one. *InvalidError, ErrAccountsDown.
func (s *Service) Create(ctx context.Context, caller string, in Input) (Profile, error) {
	if p, err := s.store.ByOwner(ctx, caller); !errors.Is(err, ErrNotFound) {
		return p, err
	}
	a, err := s.accounts.Account(ctx, caller)
	if err != nil {
		return Profile{}, err
	}
	if in, err = in.of(a); err != nil {
		return Profile{}, err
	}
	return s.store.Create(ctx, Profile{
		ID: id.New(), OwnerID: caller, Name: in.Name, FirstName: in.FirstName, LastName: in.LastName,
		Email: in.Email, CreatedAt: s.clock.Now(),
	})
}

// errEmailSet means that another call set the first email in the meantime.
var errEmailSet = errors.New("an email was set in the meantime")

// Update stores the caller's edits. If the caller replaces their own email, the new one is not stored: it needs stepUp, whose error it returns,
// and starts a change. Errors: *InvalidError, ErrNotFound, ErrAccountsDown, and those of EmailChanges.
func (s *Service) Update(ctx context.Context, caller, profileID string, in Input, stepUp func(context.Context) error) (Profile, error) {
	a, err := s.accounts.Account(ctx, caller)
	if err != nil {
		return Profile{}, err
	}
	if in, err = in.of(a); err != nil {
		return Profile{}, err
	}
	before, err := s.store.ByOwner(ctx, caller)
	if err != nil {
		return Profile{}, err
	}
	// A different email waits until both addresses have confirmed it.
	replaces := func(p Profile) bool { return !a.HasIdentity && p.Email != "" && p.Email != in.Email }
	stepped := replaces(before)
	if stepped {
		if in.Email == "" {
			return Profile{}, &InvalidError{map[string]string{"email": "can't be removed; enter another address"}}
		}
		if err := stepUp(ctx); err != nil {
			return Profile{}, err
		}
	}
	p, err := s.store.Update(ctx, caller, profileID, func(ctx context.Context, p *Profile) error {
		p.Name, p.FirstName, p.LastName = in.Name, in.FirstName, in.LastName
		switch {
		case !replaces(*p):
			p.Email = in.Email
			return nil
		case !stepped:
			return errEmailSet
		}
		return s.emails.Request(ctx, caller, p.Email, in.Email)
	})
	if errors.Is(err, errEmailSet) {
		return s.Update(ctx, caller, profileID, in, stepUp)
	}
	return p, err
}

// of checks the input. The address of an account with an identity is the provider's.
func (in Input) of(a Account) (Input, error) {
	in, err := in.clean(!a.HasIdentity)
	if a.HasIdentity {
		in.Email = a.Email
	}
	return in, err
}

// SetAvatar stores a picture as the profile's avatar and removes the old one. ErrNotFound, ErrPicture, ErrPicturesDown.
func (s *Service) SetAvatar(ctx context.Context, caller, profileID string, content []byte) (Avatar, error) {
	p, err := s.store.ByOwner(ctx, caller)
	if err != nil {
		return Avatar{}, err
	}
	if p.ID != profileID {
		return Avatar{}, ErrNotFound
	}
	a, err := s.pictures.Save(ctx, content)
	if err != nil {
		return Avatar{}, err
	}
	var old Avatar
	_, err = s.store.Update(ctx, caller, profileID, func(_ context.Context, p *Profile) error {
		old, p.Avatar = p.Avatar, a
		return nil
	})
	if err != nil {
		old = a // the new picture is unused
	}
	if gone := s.pictures.Remove(context.WithoutCancel(ctx), old); gone != nil {
		s.log.WarnContext(ctx, "an unused avatar was not deleted", "error", gone)
	}
	return a, err
}
