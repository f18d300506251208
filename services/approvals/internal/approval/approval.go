// Package approval implements the rules of approvals: who may decide a request, and when. Storage, mail and signatures are ports.
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

// Kind is the kind of a request.
type Kind string

// The kinds of requests.
const (
	TokenWithdrawal    Kind = "token_withdrawal"
	PayoutWalletUpdate Kind = "payout_wallet_update"
)

// Status is the state of a request or of one of its links.
type Status string

// The states. All except Pending are final.
const (
	Pending   Status = "pending"
	Approved  Status = "approved"
	Rejected  Status = "rejected"
	Expired   Status = "expired"
	Cancelled Status = "cancelled"
)

// Statuses are all states.
var Statuses = []Status{Pending, Approved, Rejected, Expired, Cancelled}

// transitions lists the allowed next states. The database rejects every other change.
var transitions = map[Status][]Status{Pending: {Approved, Rejected, Expired, Cancelled}}

// Allowed reports whether next may follow s.
func (s Status) Allowed(next Status) bool { return slices.Contains(transitions[s], next) }

// Role is the role of the person who decides with a link.
type Role string

// The roles, in the order in which they decide.
const (
	Owner    Role = "owner"
	Approver Role = "approver"
)

// roleApprover is the role that may decide as the second person.
const roleApprover = "approver"

// Outcome is the final result of an approved request.
type Outcome string

// The outcomes. An approved request without an outcome is in progress.
const (
	Completed Outcome = "completed"
	Failed    Outcome = "failed"
	Stopped   Outcome = "cancelled"
)

var (
	// ErrNotFound means that a secret or request is unknown.
	ErrNotFound = errors.New("no such approval")
	// ErrForbidden means that someone else has to decide.
	ErrForbidden = errors.New("the link is for someone else")
	// ErrSamePerson means that the approver is the requester or has already approved.
	ErrSamePerson = errors.New("the second person must be someone else")
	// ErrOwnDecision means that the tokens or the share go to a wallet of the approver.
	ErrOwnDecision = errors.New("the approver decides about their own wallet")
	// ErrDecided means that the request is already decided.
	ErrDecided = errors.New("already decided")
	// ErrExpired means that the link has expired.
	ErrExpired = errors.New("the link has expired")
	// ErrNoEmail means that the owner decides with a wallet's signature, so there is no link to send.
	ErrNoEmail = errors.New("the request has no emailed link")
	// ErrSignature means that the signature is by another wallet or over other data.
	ErrSignature = errors.New("the signature is not by a wallet of this account")
	// ErrUnavailable means that the approver's account could not be read.
	ErrUnavailable = errors.New("the account can't be read right now")
	// ErrChainDown means that the signature of a contract wallet could not be checked.
	ErrChainDown = errors.New("the signature can't be checked right now")
)

// Line is a label and a value of a request.
type Line struct {
	Label string `json:"label"`
	Value string `json:"value"`
}

// Link allows one person to decide. Its secret is emailed; only the hash is stored.
type Link struct {
	Hash []byte
	Role Role
	// Email is the address of the link; empty if a wallet signs instead.
	Email  string
	Status Status
	// ViewedAt is when the link was first opened; zero before.
	ViewedAt  time.Time
	DecidedBy string
	DecidedAt time.Time
}

// EmailKey returns the key of the email with this link of a request. Each link is emailed once to each person.
func (l Link) EmailKey(requestID, to string) string {
	return fmt.Sprintf("approval:%s:%s:%s", requestID, hex.EncodeToString(l.Hash[:8]), to)
}

// Subject is what a request is about: the works of a withdrawal, or the artist of a payout wallet.
type Subject struct {
	// Works are in the order of their tokens.
	Works  []Work `json:"works,omitempty"`
	Artist string `json:"artist,omitempty"`
}

// Work is an artwork that is withdrawn.
type Work struct {
	// ID is the withdrawal of its token.
	ID      string `json:"-"`
	TokenID int64  `json:"-"`
	Title   string `json:"title,omitempty"`
	Artist  string `json:"artist,omitempty"`
	Number  int32  `json:"number,omitempty"`
	Size    int32  `json:"size,omitempty"`
	// Picture is a path on the public origin, or empty.
	Picture string `json:"picture,omitempty"`
}

// Wallet is an address and the ENS name that was typed, empty without one.
type Wallet struct{ Address, Name string }

// String puts the name before the address.
func (w Wallet) String() string {
	if w.Name == "" {
		return w.Address
	}
	return w.Name + " (" + w.Address + ")"
}

// Request is one request for a decision.
type Request struct {
	ID string
	Kind
	// SubjectID is the batch of withdrawals, which has the id of the request, or the payout change.
	SubjectID string
	// AccountID is the owner, who requested it.
	AccountID string
	Email     string
	// Wallets may sign instead of using an emailed link. Lower case.
	Wallets []string
	ChainID uint32
	// To is the wallet that receives the tokens, or the artist's share.
	To      Wallet
	Summary string
	// Lines say what is decided. In a withdrawal of several tokens the last ones are the works, in the order of Works.
	Lines []Line
	Subject
	// CancelledWorks are positions in Works, from 1: the works whose withdrawal the owner cancelled. The stored summary, lines and
	// digest still include them; those of WithLines don't.
	CancelledWorks []int32
	// Digest ties every decision to exactly what was shown: the summary and the lines.
	Digest    string
	Status    Status
	CreatedAt time.Time
	ExpiresAt time.Time
	DecidedAt time.Time
	Links     []Link
	// Outcome and OutcomeAt are the final result of a payout change. The chainwatcher has the one of a withdrawal; only former releases stored
	// it here, with TransactionHash.
	Outcome         Outcome
	OutcomeAt       time.Time
	TransactionHash string
}

// Cancelled reports whether the owner cancelled the work at an index of Works.
func (r *Request) Cancelled(index int) bool { return slices.Contains(r.CancelledWorks, int32(index+1)) }

// WithLines returns a copy with another summary, other lines and their digest.
func (r *Request) WithLines(summary string, lines []Line) *Request {
	out := *r
	out.Summary, out.Lines = summary, lines
	out.Digest = digest(&out)
	return &out
}

// digest is SHA-256 over the kind, the subject, the requester and every line shown. Each has its length in front, so that two
// different requests never have the same input.
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

// BySignature reports whether the owner decides with a wallet, because the account has no email address.
func (r *Request) BySignature() bool { return r.Email == "" }

// At returns the status at a time. A pending request counts as expired from ExpiresAt on, even before the sweep has run.
func (r *Request) At(now time.Time) Status {
	if r.Status == Pending && !now.Before(r.ExpiresAt) {
		return Expired
	}
	return r.Status
}

// link returns the link with a secret's hash, or the owner's link for a nil hash.
func (r *Request) link(hash []byte) *Link {
	for i := range r.Links {
		if hash == nil && r.Links[i].Role == Owner || hash != nil && string(r.Links[i].Hash) == string(hash) {
			return &r.Links[i]
		}
	}
	return nil
}

// current returns the link whose turn it is and its position, or nil if all have decided.
func (r *Request) current() (*Link, int) {
	for i := range r.Links {
		if r.Links[i].Status == Pending {
			return &r.Links[i], i
		}
	}
	return nil, -1
}

// open returns an error if a decision is too late or not allowed in the current state.
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

// Person is a person who decides.
type Person struct {
	AccountID string
	Roles     []string
	// Wallets are the linked wallets of an approver.
	Wallets []string
}

// mayDecide checks whether the link is for p: the owner's for the owner, an approver's for a person with the role who is not the
// requester, has not approved before, and doesn't own the wallet that gets something.
func (r *Request) mayDecide(l *Link, p Person) error {
	switch {
	case l.Role == Owner:
		if p.AccountID != r.AccountID {
			return ErrForbidden
		}
	case !slices.Contains(p.Roles, roleApprover):
		return ErrForbidden
	case p.AccountID == r.AccountID:
		return ErrSamePerson
	case slices.ContainsFunc(r.Links, func(other Link) bool { return other.Status == Approved && other.DecidedBy == p.AccountID }):
		return ErrSamePerson
	case slices.ContainsFunc(p.Wallets, func(own string) bool { return strings.EqualFold(own, r.To.Address) }):
		return ErrOwnDecision
	}
	return nil
}

// approve records one person's approval. It reports whether the whole request is approved; otherwise the next person decides.
func (r *Request) approve(l *Link, p Person, now time.Time) (whole bool, err error) {
	if err := r.open(l, Approved, now); err != nil {
		return false, err
	}
	if err := r.mayDecide(l, p); err != nil {
		return false, err
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

// reject ends the request. Anyone who holds the link may do so: stopping an action is safe.
func (r *Request) reject(l *Link, by string, now time.Time) error {
	if err := r.open(l, Rejected, now); err != nil {
		return err
	}
	l.Status, l.DecidedBy, l.DecidedAt = Rejected, by, now
	r.decide(Rejected, now)
	return nil
}

func (r *Request) decide(s Status, now time.Time) { r.Status, r.DecidedAt = s, now }
