package payout

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/eip55"
	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/services/profiles/internal/account"
)

// Service changes payout wallets.
type Service struct {
	Store   Store
	Outbox  Outbox
	People  account.Directory
	Artists Artists
	Wallets Wallets
	// Cooling is how long an approved change waits.
	Cooling time.Duration
	// AlertLife is how long a "This wasn't me" link can be used.
	AlertLife time.Duration
	Clock     clock.Clock
}

// Plan is a request that is checked and ready to store.
type Plan struct{ update Update }

// Prepare checks a request; it calls other services and changes nothing. typed is the ENS name that the person typed, if any. Errors:
// ErrAddress, ErrOwnAddress, ErrNoArtist, ErrAmbiguous, ErrUnverified, ErrNoContact, ErrDown, account.ErrDown, ErrNameUnconfirmed,
// ErrNameChanged and those of Wallets.Resolve.
func (s *Service) Prepare(ctx context.Context, accountID, address, typed string) (Plan, error) {
	checksummed, ok := eip55.Checksum(address)
	if !ok && (typed != "" || !strings.Contains(address, ".")) {
		return Plan{}, ErrAddress
	}
	a, artist, err := s.artist(ctx, accountID)
	if err != nil {
		return Plan{}, err
	}
	contact := a.Email
	if a.HasIdentity && !a.EmailVerified {
		return Plan{}, ErrUnverified
	}
	if !a.HasIdentity {
		if contact, err = s.People.ProfileEmail(ctx, accountID); err != nil {
			return Plan{}, err
		}
	}
	if contact == "" {
		return Plan{}, ErrNoContact
	}
	if !ok {
		if _, _, err := s.Wallets.Resolve(ctx, address); err != nil {
			return Plan{}, err
		}
		return Plan{}, ErrNameUnconfirmed
	}
	ensName := ""
	if typed != "" {
		var resolved string
		if ensName, resolved, err = s.Wallets.Resolve(ctx, typed); err != nil {
			return Plan{}, err
		}
		if resolved != checksummed {
			return Plan{}, ErrNameChanged
		}
	}
	allowed, err := s.Wallets.Allowed(ctx, checksummed)
	if err != nil {
		return Plan{}, err
	}
	if !allowed {
		return Plan{}, ErrOwnAddress
	}
	return Plan{Update{
		ID: id.New(), AccountID: accountID, ArtistID: artist.ID, ArtistName: artist.Name, Email: contact,
		Address: checksummed, Name: ensName, RequestedAt: s.Clock.Now(), LinkedSince: artist.Since, LinkEnds: artist.Ends,
	}}, nil
}

// Request stores a prepared request. ErrSameAddress, ErrOtherArtist.
func (s *Service) Request(ctx context.Context, p Plan) (u Update, err error) {
	err = s.change(ctx, p.update.ArtistID, func(b *ArtistWallet) error {
		u, err = b.Request(p.update)
		return err
	})
	return u, err
}

// Artist returns the artist of an account. If only its email address was linked, the catalog links its id. Errors: ErrNoArtist, ErrAmbiguous,
// ErrDown, account.ErrDown.
func (s *Service) Artist(ctx context.Context, accountID string) (LinkedArtist, error) {
	_, artist, err := s.artist(ctx, accountID)
	return artist, err
}

func (s *Service) artist(ctx context.Context, accountID string) (a account.Account, artist LinkedArtist, err error) {
	if a, err = s.People.Account(ctx, accountID); err != nil {
		return a, artist, err
	}
	artist, err = s.Artists.Artist(ctx, accountID, a.VerifiedEmail())
	return a, artist, err
}

// Contact is an artist's contact for emails.
type Contact struct {
	Name string
	// AccountID is empty if the artist is linked by email address.
	AccountID string
	// Email may be empty.
	Email string
}

// Contact returns an artist's contact for emails. Errors: ErrNotFound for an artist without a link, ErrDown.
func (s *Service) Contact(ctx context.Context, artistID int64) (Contact, error) {
	link, err := s.Artists.Link(ctx, artistID)
	if err != nil {
		return Contact{}, err
	}
	email, err := s.contact(ctx, link)
	return Contact{Name: link.Name, AccountID: link.AccountID, Email: email}, err
}

// contact returns the email address of a linked account, or "". Error: ErrDown.
func (s *Service) contact(ctx context.Context, link Link) (string, error) {
	if link.AccountID == "" {
		return link.Email, nil
	}
	a, err := s.People.Account(ctx, link.AccountID)
	switch {
	case err != nil:
		return "", err
	case a.HasIdentity && a.EmailVerified:
		return a.Email, nil
	case a.HasIdentity:
		return "", nil
	}
	return s.People.ProfileEmail(ctx, link.AccountID)
}

// NotifyLink emails both accounts of an artist whose link moves from one to the other, once per time of effect. It does
// nothing if the move was cancelled. Error: ErrDown.
func (s *Service) NotifyLink(ctx context.Context, artistID int64) error {
	link, err := s.Artists.Link(ctx, artistID)
	if errors.Is(err, ErrNotFound) || err == nil && link.Next == nil {
		return nil
	}
	if err != nil {
		return err
	}
	for _, side := range []struct {
		link Link
		next bool
	}{{link, false}, {*link.Next, true}} {
		to, err := s.contact(ctx, side.link)
		if err != nil {
			return err
		}
		if to == "" {
			continue
		}
		if err := s.Outbox.NotifyLink(ctx, LinkNotice{ArtistID: artistID, ArtistName: link.Name, To: to, Next: side.next, EffectiveAt: link.NextAt}); err != nil {
			return err
		}
	}
	return nil
}

// Cancel cancels a change: one that the account requested, or one of the artist that it is linked to now. ErrNotFound, ErrState, ErrDown.
func (s *Service) Cancel(ctx context.Context, accountID, updateID string) error {
	u, err := s.Store.Update(ctx, updateID)
	if err != nil {
		return err
	}
	if u.AccountID != accountID {
		artist, err := s.Artist(ctx, accountID)
		if errors.Is(err, ErrNoArtist) || err == nil && artist.ID != u.ArtistID {
			err = ErrNotFound
		}
		if err != nil {
			return err
		}
	}
	return s.change(ctx, u.ArtistID, func(b *ArtistWallet) error {
		_, err := b.Cancel(updateID)
		return err
	})
}

// OwnerApproved records that the person who requested a change approved it. ErrNotFound.
func (s *Service) OwnerApproved(ctx context.Context, updateID string, at time.Time) error {
	if _, err := s.Store.Update(ctx, updateID); err != nil {
		return err
	}
	return s.Store.OwnerApproved(ctx, updateID, at)
}

// Decide applies the outcome of an approval: approved, rejected or expired. Of two artists' changes to the same wallet, the one approved first
// wins; the other is rejected. It runs in the transaction of an event and calls no other service. ErrNotFound.
func (s *Service) Decide(ctx context.Context, updateID string, outcome Status) error {
	u, err := s.Store.Update(ctx, updateID)
	if err != nil {
		return err
	}
	err = s.change(ctx, u.ArtistID, func(b *ArtistWallet) error {
		return b.Decide(updateID, outcome, s.Cooling, s.Clock.Now())
	})
	if errors.Is(err, ErrOtherArtist) {
		return s.change(ctx, u.ArtistID, func(b *ArtistWallet) error { return b.Refuse(updateID) })
	}
	return err
}

// linked reports whether the account that requested a change is still linked to its artist.
func (s *Service) linked(ctx context.Context, u Update) (bool, error) {
	artist, err := s.Artist(ctx, u.AccountID)
	if errors.Is(err, ErrNoArtist) || errors.Is(err, ErrAmbiguous) {
		return false, nil
	}
	return err == nil && artist.ID == u.ArtistID, err
}

// ActivateDue makes changes active whose cooling period is over, and cancels those whose account is no longer the artist's. A failure
// doesn't stop the others.
func (s *Service) ActivateDue(ctx context.Context) error {
	now := s.Clock.Now()
	due, err := s.Store.Due(ctx, now)
	for _, d := range due {
		err = errors.Join(err, s.activate(ctx, d, now))
	}
	return err
}

func (s *Service) activate(ctx context.Context, u Update, now time.Time) error {
	linked, err := s.linked(ctx, u)
	if err != nil {
		return err
	}
	return s.change(ctx, u.ArtistID, func(b *ArtistWallet) error {
		if !linked {
			return b.cancelUnlinked(u.ID)
		}
		return b.Activate(now)
	})
}

// change changes an artist's wallet, publishes its events and queues its emails in one transaction.
func (s *Service) change(ctx context.Context, artistID int64, work func(b *ArtistWallet) error) error {
	return s.Store.Change(ctx, artistID, work, func(ctx context.Context, b *ArtistWallet) error {
		if err := s.Outbox.Publish(ctx, b.Events); err != nil {
			return err
		}
		for _, n := range b.Notices {
			secret := ""
			if n.Update.IsPending() || n.Update.Status == Active {
				var hash []byte
				secret, hash = id.Secret()
				if err := s.Store.PutAlert(ctx, hash, n.Update.ID, s.Clock.Now().Add(s.AlertLife)); err != nil {
					return err
				}
			}
			if err := s.Outbox.Notify(ctx, n, secret); err != nil {
				return err
			}
		}
		return nil
	})
}
