package payout

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/eip55"
	"github.com/vitrine/vitrine/kit/id"
)

// Store stores payout wallets and their changes.
type Store interface {
	// Change locks an artist's wallet, lets work change it, stores the result and calls then. The ctx of then carries the transaction.
	Change(ctx context.Context, artistID int64, work func(b *ArtistWallet) error, then func(ctx context.Context, b *ArtistWallet) error) error
	// Update returns one change, or ErrNotFound.
	Update(ctx context.Context, updateID string) (Update, error)
	// OwnerApproved stores when the person who requested a change approved it. Only the first time counts.
	OwnerApproved(ctx context.Context, updateID string, at time.Time) error
	// Wallet returns the active wallet. Its address is empty for an artist without one.
	Wallet(ctx context.Context, artistID int64) (Wallet, error)
	// Due returns changes whose cooling period is over.
	Due(ctx context.Context, now time.Time) ([]Update, error)
}

// Records lists earlier changes.
type Records interface {
	// ByAccount returns the changes that an account requested, newest first.
	ByAccount(ctx context.Context, accountID string) ([]Update, error)
	// ByArtist returns the changes of an artist, newest first, whichever account requested them.
	ByArtist(ctx context.Context, artistID int64) ([]Update, error)
	// Wallets returns every wallet that is or was active for an artist, newest first.
	Wallets(ctx context.Context, artistID int64) ([]string, error)
}

// Alert is a "This wasn't me" link.
type Alert struct {
	Update    Update
	ExpiresAt time.Time
}

// State is what the link can still do: open, stopped or over.
func (a Alert) State() string {
	switch {
	case a.Update.Status == Frozen:
		return "stopped"
	case a.Update.IsPending(), a.Update.Status == Active:
		return "open"
	}
	return "over"
}

// Alerts stores the links that stop a change without a login.
type Alerts interface {
	// PutAlert stores the hash of a link's secret.
	PutAlert(ctx context.Context, hash []byte, updateID string, expiresAt time.Time) error
	// Alert returns the link of a secret's hash, or ErrNotFound.
	Alert(ctx context.Context, hash []byte) (Alert, error)
}

// Publisher publishes events, in the transaction of ctx.
type Publisher interface {
	Publish(ctx context.Context, events []Event) error
}

// Notifier queues emails, in the transaction of ctx. The secret of the link stops the change; it is empty if nothing can be stopped.
type Notifier interface {
	Notify(ctx context.Context, n Notice, secret string) error
	// NotifyLink queues the email about a link that moves to another account. Repeating it queues nothing.
	NotifyLink(ctx context.Context, n LinkNotice) error
}

// Account is what a change needs to know about an account.
type Account struct {
	HasIdentity   bool
	Email         string
	EmailVerified bool
}

// Accounts reads accounts. ErrDown.
type Accounts interface {
	Account(ctx context.Context, accountID string) (Account, error)
}

// Artists reads links between accounts and artists. ErrDown.
type Artists interface {
	// Artist returns the artist of an account. ErrNoArtist, ErrAmbiguous.
	Artist(ctx context.Context, accountID, verifiedEmail string) (LinkedArtist, error)
	// Link returns the account of an artist. ErrNotFound.
	Link(ctx context.Context, artistID int64) (Link, error)
}

// LinkedArtist is the artist of an account.
type LinkedArtist struct {
	ID   int64
	Name string
	// Since is when the account was linked, the zero time if that isn't known. Ends is when another account takes its place, the zero time
	// if none will.
	Since, Ends time.Time
}

// Link is an artist's link to an account: by its id, or by an email address.
type Link struct {
	Name, AccountID, Email string
	// Next takes its place at NextAt; nil if the link stays.
	Next   *Link
	NextAt time.Time
}

// Payees knows which addresses may be paid. ErrDown.
type Payees interface {
	// Allowed reports whether an address may receive payouts: the gallery's own may not.
	Allowed(ctx context.Context, address string) (bool, error)
}

// Names resolves ENS names. ErrName, ErrNameNotFound, ErrNamesUnsupported, ErrNamesDown.
type Names interface {
	// Resolve returns the normalized name and the address that it points to now, EIP-55.
	Resolve(ctx context.Context, name string) (normalized, address string, err error)
}

// Contacts returns the email address in a person's profile, or "".
type Contacts interface {
	Contact(ctx context.Context, accountID string) (string, error)
}

// Deps is what New wires.
type Deps struct {
	Store     Store
	Records   Records
	Alerts    Alerts
	Publisher Publisher
	Notifier  Notifier
	Accounts  Accounts
	Artists   Artists
	Payees    Payees
	Names     Names
	Contacts  Contacts
	// Cooling is how long an approved change waits.
	Cooling time.Duration
	// AlertLife is how long a "This wasn't me" link can be used.
	AlertLife time.Duration
	Clock     clock.Clock
}

// Service changes payout wallets.
type Service struct{ Deps }

// New wires the service.
func New(d Deps) *Service { return &Service{d} }

// Plan is a request that is checked and ready to store.
type Plan struct{ update Update }

// Prepare checks a request; it calls other services and changes nothing. typed is the ENS name that the person typed, if any. Errors:
// ErrAddress, ErrOwnAddress, ErrNoArtist, ErrAmbiguous, ErrUnverified, ErrNoContact, ErrDown, ErrNameUnconfirmed, ErrNameChanged and
// those of Names.
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
		if contact, err = s.Contacts.Contact(ctx, accountID); err != nil {
			return Plan{}, err
		}
	}
	if contact == "" {
		return Plan{}, ErrNoContact
	}
	if !ok {
		if _, _, err := s.Names.Resolve(ctx, address); err != nil {
			return Plan{}, err
		}
		return Plan{}, ErrNameUnconfirmed
	}
	ensName := ""
	if typed != "" {
		var resolved string
		if ensName, resolved, err = s.Names.Resolve(ctx, typed); err != nil {
			return Plan{}, err
		}
		if resolved != checksummed {
			return Plan{}, ErrNameChanged
		}
	}
	allowed, err := s.Payees.Allowed(ctx, checksummed)
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

// Request stores a prepared request. ErrSameAddress.
func (s *Service) Request(ctx context.Context, p Plan) (u Update, err error) {
	err = s.change(ctx, p.update.ArtistID, func(b *ArtistWallet) error {
		u, err = b.Request(p.update)
		return err
	})
	return u, err
}

// artist returns an account and its artist. ErrNoArtist, ErrAmbiguous, ErrDown.
func (s *Service) artist(ctx context.Context, accountID string) (a Account, artist LinkedArtist, err error) {
	if a, err = s.Accounts.Account(ctx, accountID); err != nil {
		return a, artist, err
	}
	verified := ""
	if a.EmailVerified {
		verified = a.Email
	}
	artist, err = s.Artists.Artist(ctx, accountID, verified)
	return a, artist, err
}

// Listing is what an account may see of payout wallets.
type Listing struct {
	Updates []Update
	Wallet  Wallet
	// ArtistName is empty where Linked is false.
	ArtistName string
	// Linked is false for an account whose link to an artist has ended: it sees its own requests and no wallet.
	Linked bool
}

// List returns the changes of the caller's artist, whichever account requested them, and the active wallet. An account that is no
// longer linked gets its own former requests. ErrNoArtist for an account that never requested anything, ErrAmbiguous, ErrDown.
func (s *Service) List(ctx context.Context, accountID string) (Listing, error) {
	_, artist, err := s.artist(ctx, accountID)
	if errors.Is(err, ErrNoArtist) {
		own, listed := s.Records.ByAccount(ctx, accountID)
		if listed != nil {
			return Listing{}, listed
		}
		if len(own) == 0 {
			return Listing{}, err
		}
		return Listing{Updates: own}, nil
	}
	if err != nil {
		return Listing{}, err
	}
	out := Listing{ArtistName: artist.Name, Linked: true}
	if out.Updates, err = s.Records.ByArtist(ctx, artist.ID); err != nil {
		return Listing{}, err
	}
	out.Wallet, err = s.Store.Wallet(ctx, artist.ID)
	return out, err
}

// Artist is an account's artist as other services need it.
type Artist struct {
	ID     int64
	Name   string
	Wallet Wallet
	// Wallets are all wallets that are or were active, newest first.
	Wallets []string
}

// OfAccount returns the artist of an account. ErrNoArtist, ErrAmbiguous, ErrDown.
func (s *Service) OfAccount(ctx context.Context, accountID string) (a Artist, err error) {
	_, artist, err := s.artist(ctx, accountID)
	if err != nil {
		return a, err
	}
	a.ID, a.Name = artist.ID, artist.Name
	if a.Wallet, err = s.Store.Wallet(ctx, a.ID); err != nil {
		return a, err
	}
	a.Wallets, err = s.Records.Wallets(ctx, a.ID)
	return a, err
}

// Contact is where an artist reads mail.
type Contact struct {
	Name string
	// AccountID is empty for an artist who is linked by an email address.
	AccountID string
	// Email may be empty.
	Email string
}

// Contact returns where an artist reads mail. ErrNotFound for an artist without a link, ErrDown.
func (s *Service) Contact(ctx context.Context, artistID int64) (Contact, error) {
	link, err := s.Artists.Link(ctx, artistID)
	if err != nil {
		return Contact{}, err
	}
	email, err := s.contact(ctx, link)
	return Contact{Name: link.Name, AccountID: link.AccountID, Email: email}, err
}

// contact returns the email address of a link's account, or "". ErrDown.
func (s *Service) contact(ctx context.Context, link Link) (string, error) {
	if link.AccountID == "" {
		return link.Email, nil
	}
	a, err := s.Accounts.Account(ctx, link.AccountID)
	switch {
	case err != nil:
		return "", err
	case a.HasIdentity && a.EmailVerified:
		return a.Email, nil
	case a.HasIdentity:
		return "", nil
	}
	return s.Contacts.Contact(ctx, link.AccountID)
}

// NotifyLink emails both accounts of an artist whose link moves from one to the other, once for each time that it takes effect. It does
// nothing for a move that was called off. ErrDown.
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
		if err := s.Notifier.NotifyLink(ctx, LinkNotice{ArtistID: artistID, ArtistName: link.Name, To: to, Next: side.next, EffectiveAt: link.NextAt}); err != nil {
			return err
		}
	}
	return nil
}

// Cancel cancels a change: one that the account requested, or one of the artist that it is linked to now. ErrNotFound, ErrState, ErrDown.
func (s *Service) Cancel(ctx context.Context, accountID, updateID string) (Update, error) {
	u, err := s.Store.Update(ctx, updateID)
	if err != nil {
		return Update{}, err
	}
	if u.AccountID != accountID {
		_, artist, err := s.artist(ctx, accountID)
		if errors.Is(err, ErrNoArtist) || err == nil && artist.ID != u.ArtistID {
			err = ErrNotFound
		}
		if err != nil {
			return Update{}, err
		}
	}
	err = s.change(ctx, u.ArtistID, func(b *ArtistWallet) error {
		u, err = b.Cancel(updateID)
		return err
	})
	return u, err
}

// OwnerApproved records that the person who requested a change approved it. ErrNotFound.
func (s *Service) OwnerApproved(ctx context.Context, updateID string, at time.Time) error {
	if _, err := s.Store.Update(ctx, updateID); err != nil {
		return err
	}
	return s.Store.OwnerApproved(ctx, updateID, at)
}

// Decide applies the outcome of an approval: approved, rejected or expired. It runs in the transaction of an event and calls no other
// service. ErrNotFound.
func (s *Service) Decide(ctx context.Context, updateID string, outcome Status) error {
	u, err := s.Store.Update(ctx, updateID)
	if err != nil {
		return err
	}
	return s.change(ctx, u.ArtistID, func(b *ArtistWallet) error {
		return b.Decide(updateID, outcome, s.Cooling, s.Clock.Now())
	})
}

// linked reports whether the account that requested a change still belongs to its artist.
func (s *Service) linked(ctx context.Context, u Update) (bool, error) {
	_, artist, err := s.artist(ctx, u.AccountID)
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
			return b.CancelUnlinked(u.ID)
		}
		return b.Activate(now)
	})
}

// Alerted returns what a "This wasn't me" link is about. ErrNotFound, ErrAlertExpired for a link that ended before it was used.
func (s *Service) Alerted(ctx context.Context, secret string) (Alert, error) {
	a, err := s.Alerts.Alert(ctx, id.Hash(secret))
	if err == nil && a.State() == "open" && !s.Clock.Now().Before(a.ExpiresAt) {
		err = ErrAlertExpired
	}
	return a, err
}

// Freeze stops the change of a "This wasn't me" link. It cannot do anything else, so it needs no login. Repeating it changes nothing.
// ErrNotFound, ErrAlertExpired, ErrState.
func (s *Service) Freeze(ctx context.Context, secret string) (Alert, error) {
	a, err := s.Alerted(ctx, secret)
	if err != nil || a.State() == "stopped" {
		return a, err
	}
	if err := s.change(ctx, a.Update.ArtistID, func(b *ArtistWallet) error { return b.Freeze(a.Update.ID) }); err != nil {
		return a, err
	}
	return s.Alerted(ctx, secret)
}

// Wallet returns the active wallet.
func (s *Service) Wallet(ctx context.Context, artistID int64) (Wallet, error) {
	return s.Store.Wallet(ctx, artistID)
}

// change changes an artist's wallet, publishes its events and queues its emails in one transaction.
func (s *Service) change(ctx context.Context, artistID int64, work func(b *ArtistWallet) error) error {
	return s.Store.Change(ctx, artistID, work, func(ctx context.Context, b *ArtistWallet) error {
		if err := s.Publisher.Publish(ctx, b.Events); err != nil {
			return err
		}
		for _, n := range b.Notices {
			secret := ""
			if n.Update.IsPending() || n.Update.Status == Active {
				var hash []byte
				secret, hash = id.Secret()
				if err := s.Alerts.PutAlert(ctx, hash, n.Update.ID, s.Clock.Now().Add(s.AlertLife)); err != nil {
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
