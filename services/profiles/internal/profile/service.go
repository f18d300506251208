package profile

import (
	"context"
	"errors"
	"log/slog"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/id"
)

// Store keeps profiles.
type Store interface {
	// Create stores a profile, or answers the one that its owner has.
	Create(ctx context.Context, p Profile) (Profile, error)
	// ByOwner answers ErrNotFound.
	ByOwner(ctx context.Context, ownerID string) (Profile, error)
	// Update changes a profile of the owner under a lock. ErrNotFound, also for
	// another owner's.
	Update(ctx context.Context, ownerID, profileID string, change func(*Profile) error) (Profile, error)
}

// Account is what profiles need to know of an account.
type Account struct {
	HasIdentity bool
	Email       string
}

// Accounts answers about accounts. ErrAccountsDown.
type Accounts interface {
	Account(ctx context.Context, accountID string) (Account, error)
}

// Pictures keeps avatars.
type Pictures interface {
	// Save re-encodes a picture and stores it under a fresh name. ErrPicture.
	Save(ctx context.Context, content []byte) (Avatar, error)
	// Remove forgets a picture; an unknown one is left alone.
	Remove(ctx context.Context, a Avatar) error
}

// Service answers about profiles.
type Service struct {
	store    Store
	accounts Accounts
	pictures Pictures
	clock    clock.Clock
	log      *slog.Logger
}

// New wires the service.
func New(s Store, a Accounts, p Pictures, c clock.Clock, log *slog.Logger) *Service {
	return &Service{s, a, p, c, log}
}

// ByOwner returns the profile of an account. ErrNotFound.
func (s *Service) ByOwner(ctx context.Context, ownerID string) (Profile, error) {
	return s.store.ByOwner(ctx, ownerID)
}

// EmailChanged stores the address that the identity provider has of an account. An event with a lower version than the last,
// and one about an account without a profile or without an address, changes nothing.
func (s *Service) EmailChanged(ctx context.Context, ownerID, email string, version int64) error {
	if email == "" {
		return nil // the account has no identity, so the address is its owner's
	}
	p, err := s.store.ByOwner(ctx, ownerID)
	if err == nil {
		_, err = s.store.Update(ctx, ownerID, p.ID, func(p *Profile) error {
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

// Create makes the caller's profile, or answers the one there is. *InvalidError,
// ErrAccountsDown.
func (s *Service) Create(ctx context.Context, caller string, in Input) (Profile, error) {
	if p, err := s.store.ByOwner(ctx, caller); !errors.Is(err, ErrNotFound) {
		return p, err
	}
	in, err := s.accept(ctx, caller, in)
	if err != nil {
		return Profile{}, err
	}
	return s.store.Create(ctx, Profile{
		ID: id.New(), OwnerID: caller, Name: in.Name, FirstName: in.FirstName, LastName: in.LastName,
		Email: in.Email, CreatedAt: s.clock.Now(),
	})
}

// Update stores what the caller says. *InvalidError, ErrNotFound, ErrAccountsDown.
func (s *Service) Update(ctx context.Context, caller, profileID string, in Input) (Profile, error) {
	in, err := s.accept(ctx, caller, in)
	if err != nil {
		return Profile{}, err
	}
	return s.store.Update(ctx, caller, profileID, func(p *Profile) error {
		p.Name, p.FirstName, p.LastName, p.Email = in.Name, in.FirstName, in.LastName, in.Email
		return nil
	})
}

// accept checks the input and puts the provider's address where there is one.
func (s *Service) accept(ctx context.Context, caller string, in Input) (Input, error) {
	a, err := s.accounts.Account(ctx, caller)
	if err != nil {
		return in, err
	}
	in, err = in.clean(!a.HasIdentity)
	if a.HasIdentity {
		in.Email = a.Email
	}
	return in, err
}

// SetAvatar stores a picture as the profile's. ErrNotFound, ErrPicture.
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
	_, err = s.store.Update(ctx, caller, profileID, func(p *Profile) error {
		old, p.Avatar = p.Avatar, a
		return nil
	})
	if err != nil {
		old = a // nothing refers to the new one
	}
	if gone := s.pictures.Remove(context.WithoutCancel(ctx), old); gone != nil {
		s.log.WarnContext(ctx, "an old avatar stays", "error", gone)
	}
	return a, err
}
