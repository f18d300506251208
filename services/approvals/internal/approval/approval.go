// Package approval decides what an emailed link may do. It reaches nothing: storage, mail and signatures are ports.
package approval

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Kind is what is decided.
type Kind string

// The kinds of requests.
const (
	TokenWithdrawal    Kind = "token_withdrawal"
	PayoutWalletUpdate Kind = "payout_wallet_update"
)

// Status is where a request or one link of it stands.
type Status string

// The states. All but Pending are ends.
const (
	Pending   Status = "pending"
	Approved  Status = "approved"
	Rejected  Status = "rejected"
	Expired   Status = "expired"
	Cancelled Status = "cancelled"
)

// Statuses are all of them.
var Statuses = []Status{Pending, Approved, Rejected, Expired, Cancelled}

// transitions is the one table of what may follow what; the database refuses the rest.
var transitions = map[Status][]Status{Pending: {Approved, Rejected, Expired, Cancelled}}

// Allowed tells whether a state may follow another.
func (s Status) Allowed(next Status) bool { return slices.Contains(transitions[s], next) }

// Asked is who a link asks.
type Asked string

// The people that a request needs, in this order.
const (
	Owner    Asked = "owner"
	Approver Asked = "approver"
)

// RoleApprover is the role that decides as the second person.
const RoleApprover = "approver"

var (
	// ErrNotFound is an unknown secret or request. It does not tell which.
	ErrNotFound = errors.New("no such approval")
	// ErrForbidden is a person whom the link does not ask.
	ErrForbidden = errors.New("the link asks somebody else")
	// ErrSamePerson is an approver who is the requester.
	ErrSamePerson = errors.New("the second person must be somebody else")
	// ErrDecided is a decision after the decision.
	ErrDecided = errors.New("already decided")
	// ErrExpired is a decision after the link's end.
	ErrExpired = errors.New("the link has expired")
	// ErrSignature is a signature of another wallet or over something else.
	ErrSignature = errors.New("the signature is not by a wallet of this account")
	// ErrSessionGone is a caller whose session has ended.
	ErrSessionGone = errors.New("the session has ended")
	// ErrUnavailable is another service that does not answer. Ask again.
	ErrUnavailable = errors.New("another service is not available")
)

// Line is one labelled value of what is decided.
type Line struct {
	Label string `json:"label"`
	Value string `json:"value"`
}

// Link is one person's way to decide. Its secret is mailed and only the hash is kept.
type Link struct {
	Hash []byte
	Asks Asked
	// Email is where the link was sent; empty where a wallet signs instead.
	Email     string
	Status    Status
	DecidedBy string
	DecidedAt time.Time
}

// Request is one thing that people decide.
type Request struct {
	ID string
	Kind
	// SubjectID is the withdrawal or the payout change.
	SubjectID string
	// AccountID is the owner who asked.
	AccountID string
	Email     string
	// Wallets may sign instead of a mailed link, lower case.
	Wallets []string
	ChainID uint32
	Summary string
	Lines   []Line
	// Digest binds every decision to exactly what was shown.
	Digest    string
	Status    Status
	CreatedAt time.Time
	ExpiresAt time.Time
	DecidedAt time.Time
	Links     []Link
}

// digest is SHA-256 over the kind, the subject, the requester and every line shown, each with its length, so that no two
// different requests read the same.
func digest(r *Request) string {
	h := sha256.New()
	for _, s := range []string{string(r.Kind), r.SubjectID, r.AccountID, r.Summary} {
		_, _ = fmt.Fprintf(h, "%d:%s", len(s), s)
	}
	for _, l := range r.Lines {
		_, _ = fmt.Fprintf(h, "%d:%s%d:%s", len(l.Label), l.Label, len(l.Value), l.Value)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// BySignature tells whether the owner decides with a wallet, because there is no address to mail to.
func (r *Request) BySignature() bool { return r.Email == "" }

// At is the status at a moment: a pending request is expired after its end, even before the sweep has written so.
func (r *Request) At(now time.Time) Status {
	if r.Status == Pending && !now.Before(r.ExpiresAt) {
		return Expired
	}
	return r.Status
}

// link finds the link of a secret's hash, or the one that asks the owner for a nil hash.
func (r *Request) link(hash []byte) *Link {
	for i := range r.Links {
		if hash == nil && r.Links[i].Asks == Owner || hash != nil && string(r.Links[i].Hash) == string(hash) {
			return &r.Links[i]
		}
	}
	return nil
}

// open refuses what may not follow where the link and the request stand, and a decision that is late.
func (r *Request) open(l *Link, next Status, now time.Time) error {
	switch {
	case r.Status == Expired:
		return ErrExpired
	case !l.Status.Allowed(next) || !r.Status.Allowed(next):
		return ErrDecided
	case r.At(now) == Expired:
		return ErrExpired
	}
	return nil
}

// Person is who decides.
type Person struct {
	AccountID string
	Roles     []string
}

// approve takes one person's yes. It answers whether the request is approved as a whole, or the next person is asked.
func (r *Request) approve(l *Link, p Person, now time.Time) (whole bool, err error) {
	if err := r.open(l, Approved, now); err != nil {
		return false, err
	}
	switch l.Asks {
	case Owner:
		if p.AccountID != r.AccountID {
			return false, ErrForbidden
		}
	case Approver:
		if !slices.Contains(p.Roles, RoleApprover) {
			return false, ErrForbidden
		}
		if p.AccountID == r.AccountID {
			return false, ErrSamePerson
		}
		for _, other := range r.Links {
			if other.Status == Approved && other.DecidedBy == p.AccountID {
				return false, ErrSamePerson
			}
		}
	}
	l.Status, l.DecidedBy, l.DecidedAt = Approved, p.AccountID, now
	for _, other := range r.Links {
		if other.Status != Approved {
			return false, nil
		}
	}
	r.decide(Approved, now)
	return true, nil
}

// reject takes a no. Whoever holds the link may stop the action: that is safe.
func (r *Request) reject(l *Link, by string, now time.Time) error {
	if err := r.open(l, Rejected, now); err != nil {
		return err
	}
	l.Status, l.DecidedBy, l.DecidedAt = Rejected, by, now
	r.decide(Rejected, now)
	return nil
}

func (r *Request) decide(s Status, now time.Time) { r.Status, r.DecidedAt = s, now }

// chainName names a chain for people.
func chainName(id uint32) string {
	switch id {
	case 1:
		return "Ethereum"
	case 100:
		return "Gnosis"
	default:
		return fmt.Sprintf("Chain %d", id)
	}
}

// edition joins a title and an edition: Title, #3 of 25.
func edition(title string, number, size int32) string {
	return fmt.Sprintf("%s, #%d of %d", strings.TrimSpace(title), number, size)
}
