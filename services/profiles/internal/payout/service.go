package payout

import (
	"context"
	"errors"
	"time"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/eip55"
	"github.com/vitrine/vitrine/kit/id"
)

// Store keeps books.
type Store interface {
	// Change locks an artist's book, lets work change it, stores its steps and its
	// wallet, and calls then, whose ctx carries the transaction.
	Change(ctx context.Context, artistID int64, work func(b *Book) error, then func(ctx context.Context, b *Book) error) error
	// Update answers one change, or ErrNotFound.
	Update(ctx context.Context, updateID string) (Update, error)
	// ByAccount answers an account's changes, newest first.
	ByAccount(ctx context.Context, accountID string) ([]Update, error)
	// Wallet answers what is in force; the zero wallet of an artist without one.
	Wallet(ctx context.Context, artistID int64) (Wallet, error)
	// Due answers artists with a cooling change whose time has come.
	Due(ctx context.Context, now time.Time) ([]int64, error)
}

// Alerts keeps the links by which a change is stopped without logging in.
type Alerts interface {
	// PutAlert stores the hash of a link's secret.
	PutAlert(ctx context.Context, hash []byte, updateID string) error
	// Alert answers the change of a secret's hash, or ErrNotFound.
	Alert(ctx context.Context, hash []byte) (Update, error)
}

// Announcer tells the world, in the transaction of ctx.
type Announcer interface {
	Announce(ctx context.Context, facts []Fact) error
}

// Notifier mails people, in the transaction of ctx. secret stops the change.
type Notifier interface {
	Notify(ctx context.Context, n Notice, secret string) error
}

// Asker is the account that asks.
type Asker struct {
	AccountID, SessionID string
}

// Account is what a change needs to know of an account.
type Account struct {
	HasIdentity   bool
	Email         string
	EmailVerified bool
}

// Accounts answers about accounts and sessions. ErrDown.
type Accounts interface {
	Account(ctx context.Context, accountID string) (Account, error)
	SessionActive(ctx context.Context, sessionID string) (bool, error)
}

// Artists answers which artist an account is. ErrNoArtist, ErrDown.
type Artists interface {
	Artist(ctx context.Context, accountID, verifiedEmail string) (artistID int64, name string, err error)
}

// Contacts answers the address that a person gave in the profile, or "".
type Contacts interface {
	Contact(ctx context.Context, accountID string) (string, error)
}

// Deps is what the service works with.
type Deps struct {
	Store     Store
	Alerts    Alerts
	Announcer Announcer
	Notifier  Notifier
	Accounts  Accounts
	Artists   Artists
	Contacts  Contacts
	// Cooling is how long an approved change waits.
	Cooling time.Duration
	Clock   clock.Clock
}

// Service changes payout wallets.
type Service struct{ Deps }

// New wires the service.
func New(d Deps) *Service { return &Service{d} }

// Plan is a request that was checked with other services and only has to be stored.
type Plan struct{ update Update }

// Prepare checks a request; it asks other services and changes nothing. ErrAddress,
// ErrSessionGone, ErrNoArtist, ErrUnverified, ErrNoContact, ErrDown.
func (s *Service) Prepare(ctx context.Context, who Asker, address string) (Plan, error) {
	checksummed, ok := eip55.Checksum(address)
	if !ok {
		return Plan{}, ErrAddress
	}
	active, err := s.Accounts.SessionActive(ctx, who.SessionID)
	if err != nil {
		return Plan{}, err
	}
	if !active {
		return Plan{}, ErrSessionGone
	}
	a, artistID, name, err := s.artist(ctx, who.AccountID)
	if err != nil {
		return Plan{}, err
	}
	contact := a.Email
	if a.HasIdentity && !a.EmailVerified {
		return Plan{}, ErrUnverified
	}
	if !a.HasIdentity {
		if contact, err = s.Contacts.Contact(ctx, who.AccountID); err != nil {
			return Plan{}, err
		}
	}
	if contact == "" {
		return Plan{}, ErrNoContact
	}
	return Plan{Update{
		ID: id.New(), AccountID: who.AccountID, ArtistID: artistID, ArtistName: name, Email: contact,
		Address: checksummed, RequestedAt: s.Clock.Now(),
	}}, nil
}

// Request stores a prepared request. ErrSameAddress.
func (s *Service) Request(ctx context.Context, p Plan) (u Update, err error) {
	err = s.change(ctx, p.update.ArtistID, func(b *Book) error {
		u, err = b.Request(p.update)
		return err
	})
	return u, err
}

// artist answers an account and which artist it is. ErrNoArtist, ErrDown.
func (s *Service) artist(ctx context.Context, accountID string) (a Account, artistID int64, name string, err error) {
	if a, err = s.Accounts.Account(ctx, accountID); err != nil {
		return a, 0, "", err
	}
	verified := ""
	if a.EmailVerified {
		verified = a.Email
	}
	artistID, name, err = s.Artists.Artist(ctx, accountID, verified)
	return a, artistID, name, err
}

// List answers the caller's changes and the wallet in force. ErrNoArtist, ErrDown. Who has asked before was an artist then
// and keeps the list.
func (s *Service) List(ctx context.Context, accountID string) ([]Update, string, error) {
	updates, err := s.Store.ByAccount(ctx, accountID)
	if err != nil {
		return nil, "", err
	}
	var artistID int64
	if len(updates) > 0 {
		artistID = updates[0].ArtistID
	} else if _, artistID, _, err = s.artist(ctx, accountID); err != nil {
		return nil, "", err
	}
	w, err := s.Store.Wallet(ctx, artistID)
	return updates, w.Address, err
}

// Cancel takes the caller's change back. ErrNotFound, ErrState.
func (s *Service) Cancel(ctx context.Context, accountID, updateID string) (Update, error) {
	u, err := s.Store.Update(ctx, updateID)
	if err != nil {
		return Update{}, err
	}
	if u.AccountID != accountID {
		return Update{}, ErrNotFound
	}
	err = s.change(ctx, u.ArtistID, func(b *Book) error {
		u, err = b.Cancel(updateID)
		return err
	})
	return u, err
}

// Decide takes the outcome of an approval: approved, rejected or expired. ErrNotFound.
func (s *Service) Decide(ctx context.Context, updateID string, outcome Status) error {
	u, err := s.Store.Update(ctx, updateID)
	if err != nil {
		return err
	}
	return s.change(ctx, u.ArtistID, func(b *Book) error {
		return b.Decide(updateID, outcome, s.Cooling, s.Clock.Now())
	})
}

// ActivateDue puts changes in force whose time has come. One that fails does not hold
// up the others.
func (s *Service) ActivateDue(ctx context.Context) error {
	now := s.Clock.Now()
	artists, err := s.Store.Due(ctx, now)
	for _, artistID := range artists {
		err = errors.Join(err, s.change(ctx, artistID, func(b *Book) error { return b.Activate(now) }))
	}
	return err
}

// Alerted answers the change of a "this wasn't me" link. ErrNotFound.
func (s *Service) Alerted(ctx context.Context, secret string) (Update, error) {
	return s.Alerts.Alert(ctx, id.Hash(secret))
}

// Freeze stops the change of a "this wasn't me" link. It cannot do anything else, so
// it needs no login. ErrNotFound, ErrState.
func (s *Service) Freeze(ctx context.Context, secret string) error {
	u, err := s.Alerted(ctx, secret)
	if err != nil {
		return err
	}
	if u.Status == Frozen {
		return nil
	}
	return s.change(ctx, u.ArtistID, func(b *Book) error { return b.Freeze(u.ID) })
}

// Wallet answers what is in force.
func (s *Service) Wallet(ctx context.Context, artistID int64) (Wallet, error) {
	return s.Store.Wallet(ctx, artistID)
}

// change works on a book and tells the world in the same transaction.
func (s *Service) change(ctx context.Context, artistID int64, work func(b *Book) error) error {
	return s.Store.Change(ctx, artistID, work, func(ctx context.Context, b *Book) error {
		if err := s.Announcer.Announce(ctx, b.Facts); err != nil {
			return err
		}
		for _, n := range b.Notices {
			secret := ""
			if n.Update.IsPending() || n.Update.Status == Active {
				var hash []byte
				secret, hash = id.Secret()
				if err := s.Alerts.PutAlert(ctx, hash, n.Update.ID); err != nil {
					return err
				}
			}
			if err := s.Notifier.Notify(ctx, n, secret); err != nil {
				return err
			}
		}
		return nil
	})
}
