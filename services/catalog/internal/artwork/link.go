package artwork

import (
	"strings"
	"time"
)

// LinkState is an artist's link to an account as it is stored, with the one that waits.
type LinkState struct {
	// Account is the account that the artist is linked to now, by id or by email address; empty for none.
	Account string
	// LinkedBefore is whether the artist was linked at any time.
	LinkedBefore bool
	// Next is the account of the link that waits, empty for none. NextByStaff is whether staff requested it.
	Next        string
	NextByStaff bool
}

// LinkChange is what a new link changes. The zero value changes nothing.
type LinkChange struct {
	// Request makes the new link wait, instead of the one that waits, and publishes LinkRequested.
	Request bool
	// Cancel removes the link that waits.
	Cancel bool
	// Set puts the new link in the place of the current one.
	Set bool
}

// Waits reports whether a link to an account has to wait, where links do: it isn't the artist's first one, and it is to another account than now.
func (l LinkState) Waits(account string) bool {
	return account != "" && l.LinkedBefore && !strings.EqualFold(account, l.Account)
}

// ByStaff decides about a link that staff request; an empty account ends the current one. delayed is whether links wait.
func (l LinkState) ByStaff(account string, delayed bool) LinkChange {
	switch {
	case account != "" && account == l.Next:
		return LinkChange{} // it already waits
	case delayed && l.Waits(account):
		return LinkChange{Request: true}
	}
	return LinkChange{Cancel: true, Set: account != l.Account}
}

// ByImport decides about the account of an artist's entry in an import. unchanged is whether the last import had the same entry, delayed whether
// links wait.
func (l LinkState) ByImport(account string, unchanged, delayed bool) LinkChange {
	switch {
	case !delayed || !l.Waits(account):
		return LinkChange{Cancel: l.Next != "" && !l.NextByStaff, Set: true}
	case l.NextByStaff && unchanged: // staff changed their mind after this entry was imported
		return LinkChange{}
	}
	return LinkChange{Request: l.NextByStaff || !strings.EqualFold(account, l.Next)}
}

// Linked is an artist for the account that is linked to it.
type Linked struct {
	Artist

	// Since is when the link took effect, zero if unknown. Ends is when another account's link takes its place, zero
	// if none will.
	Since, Ends time.Time
}

// LinkRequested means that an artist's link will move to another account.
type LinkRequested struct {
	ArtistID    int64
	EffectiveAt time.Time
}

func (LinkRequested) event() {}

// LinkTo returns the link to an account by its id or by an email address. accountID is the account's id, if known.
func LinkTo(name, account, accountID string) Link {
	if strings.Contains(account, "@") {
		return Link{Name: name, AccountID: accountID, Email: account}
	}
	return Link{Name: name, AccountID: account}
}

// Link is an artist's link to an account.
type Link struct {
	Name string
	// AccountID is empty while only an email address is known.
	AccountID string
	// Email is empty if the link has an account's id.
	Email string
	// Next takes the link's place at NextAt; nil if no other link was requested.
	Next   *Link
	NextAt time.Time
}
