package approval

import (
	"context"
	"net/url"
	"slices"
	"time"

	"github.com/vitrine/vitrine/kit/clock"
)

// Store stores requests and their log. Its methods join the transaction carried by ctx. Every implementation passes approvaltest.TestStore.
type Store interface {
	Requests
	Lists
	Log
}

// Requests stores requests.
type Requests interface {
	// Create stores a new request. If one exists for the same kind and subject, it changes nothing and returns false. It returns ErrPending if
	// one of its tokens is pending in another request.
	Create(ctx context.Context, r *Request) (bool, error)
	// Update reads a request under a lock, calls fn and stores the result in one transaction. fn may run more than once and must
	// not call other systems. ErrNotFound.
	Update(ctx context.Context, find Key, fn func(context.Context, *Request) error) error
	// Read returns a request. ErrNotFound.
	Read(ctx context.Context, find Key) (*Request, error)
	// PendingTokens returns which of an account's tokens are pending in a request. Another call for the account waits until the transaction of
	// ctx has ended.
	PendingTokens(ctx context.Context, accountID string, tokenIDs []int64) ([]int64, error)
}

// Lists reads the requests that rules decide about.
type Lists interface {
	// Overdue lists ids of pending requests that expire at or before now, at most limit.
	Overdue(ctx context.Context, now time.Time, limit int) ([]string, error)
	// Pending returns the pending requests of an account, newest first.
	Pending(ctx context.Context, accountID string) ([]*Request, error)
	// ForApprovers returns pending requests whose next link is an approver's, the first to expire first.
	ForApprovers(ctx context.Context) ([]*Request, error)
}

// Log is the append-only log of requests.
type Log interface {
	// Append adds an entry.
	Append(ctx context.Context, e Entry) error
	// Resent returns when new links of a request were sent, oldest first.
	Resent(ctx context.Context, requestID string) ([]time.Time, error)
}

// Key identifies a request by exactly one of its fields.
type Key struct {
	ID         string
	SecretHash []byte
	Kind       Kind
	SubjectID  string
	// WithdrawalID is one of its withdrawals.
	WithdrawalID string
}

// Notices sends emails and events. Its methods write into ctx's transaction.
type Notices interface {
	// SendLink emails one of the request's links to one person.
	SendLink(ctx context.Context, r *Request, position int, to, link string) error
	// SendOutcome emails the outcome to the owner. It does nothing for a request without an address.
	SendOutcome(ctx context.Context, r *Request) error
	// WithdrawalApproved publishes the works of an approved withdrawal that the owner didn't cancel.
	WithdrawalApproved(ctx context.Context, r *Request) error
	// Decided publishes the decision about a payout wallet.
	Decided(ctx context.Context, r *Request) error
	// OwnerApproved publishes that the artist approved a payout wallet while others still have to decide.
	OwnerApproved(ctx context.Context, r *Request, at time.Time) error
}

// Fleet calls other services.
type Fleet interface {
	// Account returns an account. Error: ErrUnavailable.
	Account(ctx context.Context, accountID string) (Account, error)
	// CheckWithdrawal checks what an account wants to withdraw. Errors: ErrUnavailable, and the chainwatcher's errors about an address, a name
	// or a token that the caller has to correct.
	CheckWithdrawal(ctx context.Context, w WantedWithdrawal) (CheckedWithdrawal, error)
	// Signer returns which of the request's wallets signed its typed data. Errors: ErrSignature, ErrChainDown.
	Signer(ctx context.Context, r *Request, signature string) (string, error)
	// TypedData returns the data that the wallet signs: EIP-712 as JSON.
	TypedData(r *Request) (string, error)
}

// Account is a person's account at auth.
type Account struct {
	// Email is the verified address, empty without one.
	Email   string
	Wallets []string
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
	Store   Store
	Notices Notices
	Fleet   Fleet
	Clock   clock.Clock
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
	if !slices.Contains(p.Roles, roleApprover) {
		return p, nil
	}
	account, err := s.Fleet.Account(ctx, p.AccountID)
	p.Wallets = account.Wallets
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
