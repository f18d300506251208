package approval

import (
	"context"
	"net/url"
	"slices"
	"time"

	"github.com/vitrine/vitrine/kit/clock"
)

// Store stores requests. Its methods join the transaction carried by ctx. Every implementation passes approvaltest.TestStore.
type Store interface {
	// Create stores a new request. If one exists for the same kind and subject, it changes nothing and returns false.
	Create(ctx context.Context, r *Request) (bool, error)
	// Update reads a request under a lock, calls fn and stores the result in one transaction. fn may run more than once and must
	// not call other systems. ErrNotFound.
	Update(ctx context.Context, find Key, fn func(context.Context, *Request) error) error
	// Read returns a request. ErrNotFound.
	Read(ctx context.Context, find Key) (*Request, error)
	// Overdue lists ids of pending requests that expire at or before now, at most limit.
	Overdue(ctx context.Context, now time.Time, limit int) ([]string, error)
}

// Lists reads several requests.
type Lists interface {
	// Pending returns the pending requests of an account, newest first.
	Pending(ctx context.Context, accountID string) ([]*Request, error)
	// ForApprovers returns pending requests whose next link is an approver's, the first to expire first.
	ForApprovers(ctx context.Context) ([]*Request, error)
	// History returns a page of the requests that an account made or decided, newest first, and how many there are.
	History(ctx context.Context, accountID string, offset, limit int) ([]*Request, int, error)
	// All returns a page of everyone's requests, newest first, and how many there are.
	All(ctx context.Context, f Filter, now time.Time, offset, limit int) ([]*Request, int, error)
}

// Log is the append-only log of requests.
type Log interface {
	// Append adds an entry.
	Append(ctx context.Context, e Entry) error
	// Entries returns the entries of requests, oldest first.
	Entries(ctx context.Context, requestIDs []string) ([]Entry, error)
	// Check computes the hash of every entry again.
	Check(ctx context.Context) (LogCheck, error)
}

// Key identifies a request by exactly one of its fields.
type Key struct {
	ID         string
	SecretHash []byte
	Kind       Kind
	SubjectID  string
}

// Notices sends emails and events. Its methods write into ctx's transaction.
type Notices interface {
	// SendLink emails one of the request's links to one person.
	SendLink(ctx context.Context, r *Request, position int, to, link string) error
	// SendOutcome emails the outcome to the owner. It does nothing for a request without an address.
	SendOutcome(ctx context.Context, r *Request) error
	// Decided publishes the event ApprovalDecided.
	Decided(ctx context.Context, r *Request) error
	// OwnerApproved publishes that the owner approved while others still have to decide.
	OwnerApproved(ctx context.Context, r *Request, at time.Time) error
}

// Signatures checks wallet signatures.
type Signatures interface {
	// Signer returns which of the request's wallets signed its typed data. Errors: ErrSignature, ErrChainDown.
	Signer(ctx context.Context, r *Request, signature string) (string, error)
	// TypedData returns the data that the wallet signs: EIP-712 as JSON.
	TypedData(r *Request) (string, error)
}

// Accounts reads accounts from the auth service.
type Accounts interface {
	// Wallets returns the linked wallets of an account. Error: ErrUnavailable.
	Wallets(ctx context.Context, accountID string) ([]string, error)
}

// Rules are the operator's settings.
type Rules struct {
	PublicURL string
	// WithdrawalFor and PayoutFor are how long links are valid.
	WithdrawalFor, PayoutFor time.Duration
	// WithdrawalApprovers and PayoutApprovers are the numbers of people needed besides the owner.
	WithdrawalApprovers, PayoutApprovers int
	// ApproverEmails are the addresses that receive approvers' links.
	ApproverEmails []string
	// ResendEvery is the minimum time between two new links of a request, ResendsPerDay the maximum number in 24 hours.
	ResendEvery   time.Duration
	ResendsPerDay int
}

// Ports are the dependencies of the service.
type Ports struct {
	Store      Store
	Lists      Lists
	Log        Log
	Notices    Notices
	Signatures Signatures
	Accounts   Accounts
	Clock      clock.Clock
}

// Service accepts requests and decisions.
type Service struct {
	Ports

	rules Rules
}

// New wires the service.
func New(p Ports, rules Rules) *Service { return &Service{p, rules} }

// link returns the address of the page for a secret.
func (s *Service) link(k Kind, secret string) string {
	page := "approve-token-withdrawal"
	if k == PayoutWalletUpdate {
		page = "approve-payout-wallet-update"
	}
	return s.rules.PublicURL + "/en/" + page + "/#" + url.PathEscape(secret)
}

// approver returns the person with their wallets, if they may decide for others.
func (s *Service) approver(ctx context.Context, p Person) (Person, error) {
	if !slices.Contains(p.Roles, RoleApprover) {
		return p, nil
	}
	var err error
	p.Wallets, err = s.Accounts.Wallets(ctx, p.AccountID)
	return p, err
}

// change updates the request of k and returns it with the link that find selects.
func (s *Service) change(ctx context.Context, k Key, find func(*Request) *Link, fn func(context.Context, *Request, *Link, time.Time) error) (*Request, *Link, error) {
	var out *Request
	var link *Link
	err := s.Store.Update(ctx, k, func(ctx context.Context, r *Request) error {
		out, link = r, find(r)
		if link == nil {
			return ErrNotFound
		}
		return fn(ctx, r, link, s.Clock.Now())
	})
	if err != nil {
		return nil, nil, err
	}
	return out, link, nil
}

// byHash finds the link with a secret's hash.
func byHash(hash []byte) func(*Request) *Link { return func(r *Request) *Link { return r.link(hash) } }
