package approval

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/id"
)

// Store keeps requests. Its methods join the transaction that ctx carries. Every implementation passes approvaltest.TestStore.
type Store interface {
	// Create stores a new request; one that exists for the same kind and subject is left alone and answers false.
	Create(ctx context.Context, r *Request) (bool, error)
	// Update reads a request under a lock, lets fn change it and stores it with everything that ctx's transaction holds. fn
	// may run more than once and must not reach the network. ErrNotFound.
	Update(ctx context.Context, find Key, fn func(context.Context, *Request) error) error
	// Read answers a request. ErrNotFound.
	Read(ctx context.Context, find Key) (*Request, error)
	// Pending lists the pending requests of an account, newest first.
	Pending(ctx context.Context, accountID string) ([]*Request, error)
	// Overdue lists ids of pending requests whose end is before now, at most limit.
	Overdue(ctx context.Context, now time.Time, limit int) ([]string, error)
	// Log appends to the log.
	Log(ctx context.Context, e Entry) error
}

// Key names a request by exactly one of its fields.
type Key struct {
	ID         string
	SecretHash []byte
	Kind       Kind
	SubjectID  string
}

// Entry is one line of the log that the requester and the approver can read. It is chained by hashes.
type Entry struct {
	RequestID, Event, Actor, IP string
	At                          time.Time
}

// Notices tells people and services. Its methods write into ctx's transaction.
type Notices interface {
	// Ask mails one of the request's links to one person.
	Ask(ctx context.Context, r *Request, position int, to, link string) error
	// Tell mails an outcome to the owner; without an address it does nothing.
	Tell(ctx context.Context, r *Request) error
	// Decided publishes the fact.
	Decided(ctx context.Context, r *Request) error
	// OwnerApproved publishes that the owner said yes while others still have to decide.
	OwnerApproved(ctx context.Context, r *Request, at time.Time) error
}

// Signatures checks wallet signatures.
type Signatures interface {
	// Recover answers the address, lower case, that signed the request's typed data.
	Recover(r *Request, signature string) (string, error)
	// TypedData is what the wallet signs: EIP-712 as JSON.
	TypedData(r *Request) (string, error)
}

// Rules are the operator's.
type Rules struct {
	PublicURL string
	// WithdrawalFor and PayoutFor are how long links are good.
	WithdrawalFor, PayoutFor time.Duration
	// WithdrawalApprovers and PayoutApprovers count the people needed besides the owner.
	WithdrawalApprovers, PayoutApprovers int
	// ApproverEmails receive links that ask an approver.
	ApproverEmails []string
}

// Service takes requests and decisions.
type Service struct {
	store      Store
	notices    Notices
	signatures Signatures
	rules      Rules
	clock      clock.Clock
}

// New wires the service.
func New(s Store, n Notices, sig Signatures, rules Rules, c clock.Clock) *Service {
	return &Service{s, n, sig, rules, c}
}

// Withdrawal is what a token withdrawal shows.
type Withdrawal struct {
	ID, AccountID, Email, Contract, To, Title, Artist string
	TokenID                                           int64
	ChainID                                           uint32
	Number, Size                                      int32
	Wallets                                           []string
}

// AskWithdrawal opens a request for a withdrawal. Doing it again changes nothing.
func (s *Service) AskWithdrawal(ctx context.Context, w Withdrawal) error {
	r := &Request{
		Kind: TokenWithdrawal, SubjectID: w.ID, AccountID: w.AccountID, Email: w.Email, Wallets: w.Wallets, ChainID: w.ChainID,
		Summary: fmt.Sprintf("Send %s to wallet %s", edition(w.Title, w.Number, w.Size), w.To),
		Lines: []Line{
			{"Artwork", edition(w.Title, w.Number, w.Size)},
			{"Artist", w.Artist},
			{"From", "the vault of the gallery"},
			{"To wallet", w.To},
			{"Network", chainName(w.ChainID)},
			{"Token", fmt.Sprint(w.TokenID)},
			{"Contract", w.Contract},
		},
	}
	return s.open(ctx, r, s.rules.WithdrawalFor, s.rules.WithdrawalApprovers)
}

// Payout is what a change of payout wallet shows.
type Payout struct{ ID, AccountID, Email, Artist, Old, New string }

// AskPayout opens a request for a change of payout wallet. Doing it again changes nothing.
func (s *Service) AskPayout(ctx context.Context, p Payout) error {
	old := p.Old
	if old == "" {
		old = "none"
	}
	r := &Request{
		Kind: PayoutWalletUpdate, SubjectID: p.ID, AccountID: p.AccountID, Email: p.Email,
		Summary: fmt.Sprintf("Pay %s's share of ether sales to wallet %s", p.Artist, p.New),
		Lines:   []Line{{"Artist", p.Artist}, {"Present wallet", old}, {"New wallet", p.New}},
	}
	return s.open(ctx, r, s.rules.PayoutFor, s.rules.PayoutApprovers)
}

func (s *Service) open(ctx context.Context, r *Request, lasts time.Duration, approvers int) error {
	now := s.clock.Now()
	r.ID, r.Status, r.CreatedAt, r.ExpiresAt = id.New(), Pending, now, now.Add(lasts)
	for i, w := range r.Wallets {
		r.Wallets[i] = strings.ToLower(w)
	}
	r.Digest = digest(r)
	secret, hash := id.Secret()
	r.Links = []Link{{Hash: hash, Asks: Owner, Email: r.Email, Status: Pending}}
	for range approvers {
		// The secret is made when the person is asked; until then no secret fits this hash.
		r.Links = append(r.Links, Link{Hash: placeholder(), Asks: Approver, Status: Pending})
	}
	created, err := s.store.Create(ctx, r)
	if err != nil || !created {
		return err
	}
	if err := s.store.Log(ctx, Entry{r.ID, "requested", r.AccountID, "", now}); err != nil {
		return err
	}
	if r.BySignature() {
		return nil
	}
	return s.notices.Ask(ctx, r, 0, r.Email, s.link(r.Kind, secret))
}

// placeholder is a hash without a known preimage.
func placeholder() []byte {
	secret, _ := id.Secret()
	sum := sha256.Sum256([]byte("placeholder" + secret))
	return sum[:]
}

func (s *Service) link(k Kind, secret string) string {
	page := "approve-token-withdrawal"
	if k == PayoutWalletUpdate {
		page = "approve-payout-wallet-update"
	}
	return s.rules.PublicURL + "/en/" + page + "/#" + url.PathEscape(secret)
}

// Cancel ends a pending request because its subject was taken back.
func (s *Service) Cancel(ctx context.Context, k Kind, subjectID string) error {
	err := s.store.Update(ctx, Key{Kind: k, SubjectID: subjectID}, func(ctx context.Context, r *Request) error {
		if !r.Status.Allowed(Cancelled) {
			return nil
		}
		r.decide(Cancelled, s.clock.Now())
		return s.store.Log(ctx, Entry{r.ID, "cancelled", r.AccountID, "", r.DecidedAt})
	})
	return err
}

// Show answers what a secret decides, and the link it belongs to. It changes nothing.
func (s *Service) Show(ctx context.Context, secret string) (*Request, *Link, error) {
	hash := id.Hash(secret)
	r, err := s.store.Read(ctx, Key{SecretHash: hash})
	if err != nil {
		return nil, nil, err
	}
	r.Status = r.At(s.clock.Now())
	return r, r.link(hash), nil
}

// Mine lists the caller's pending requests.
func (s *Service) Mine(ctx context.Context, accountID string) ([]*Request, error) {
	list, err := s.store.Pending(ctx, accountID)
	if err != nil {
		return nil, err
	}
	now := s.clock.Now()
	out := list[:0]
	for _, r := range list {
		if r.At(now) == Pending && r.link(nil).Status == Pending {
			out = append(out, r)
		}
	}
	return out, nil
}

// TypedData is what the owner's wallet signs.
func (s *Service) TypedData(r *Request) (string, error) { return s.signatures.TypedData(r) }

// Approve takes the yes of a person who holds the link and is signed in. ErrForbidden, ErrSamePerson, ErrDecided,
// ErrExpired, ErrNotFound.
func (s *Service) Approve(ctx context.Context, secret string, p Person, ip string) (*Request, *Link, error) {
	return s.change(ctx, Key{SecretHash: id.Hash(secret)}, func(ctx context.Context, r *Request, l *Link, now time.Time) error {
		return s.approve(ctx, r, l, p, ip, now)
	})
}

// ApproveBySignature takes the owner's yes by a wallet. Besides Approve's errors: ErrSignature.
func (s *Service) ApproveBySignature(ctx context.Context, subjectID, signature string, p Person, ip string) (*Request, *Link, error) {
	for _, k := range []Kind{TokenWithdrawal, PayoutWalletUpdate} {
		found, err := s.store.Read(ctx, Key{Kind: k, SubjectID: subjectID})
		switch {
		case errors.Is(err, ErrNotFound):
			continue
		case err != nil:
			return nil, nil, err
		case found.AccountID != p.AccountID || !found.BySignature():
			continue
		}
		return s.change(ctx, Key{ID: found.ID}, func(ctx context.Context, r *Request, l *Link, now time.Time) error {
			if err := r.open(l, Approved, now); err != nil {
				return err
			}
			signer, err := s.signatures.Recover(r, signature)
			if err != nil {
				return ErrSignature
			}
			if !slices.Contains(r.Wallets, signer) {
				return ErrSignature
			}
			return s.approve(ctx, r, l, p, ip, now)
		})
	}
	return nil, nil, ErrNotFound
}

func (s *Service) approve(ctx context.Context, r *Request, l *Link, p Person, ip string, now time.Time) error {
	whole, err := r.approve(l, p, now)
	if err != nil {
		return err
	}
	if err := s.store.Log(ctx, Entry{r.ID, "approved as " + string(l.Asks), p.AccountID, ip, now}); err != nil {
		return err
	}
	if whole {
		return s.ended(ctx, r)
	}
	if l.Asks == Owner {
		if err := s.notices.OwnerApproved(ctx, r, now); err != nil {
			return err
		}
	}
	return s.askNext(ctx, r)
}

// askNext mails the next open link to every approver, with one secret: the first to decide decides it.
func (s *Service) askNext(ctx context.Context, r *Request) error {
	for i := range r.Links {
		l := &r.Links[i]
		if l.Status != Pending {
			continue
		}
		secret, hash := id.Secret()
		l.Hash = hash
		for _, to := range s.rules.ApproverEmails {
			if err := s.notices.Ask(ctx, r, i, to, s.link(r.Kind, secret)); err != nil {
				return err
			}
		}
		return nil
	}
	return nil
}

// Reject takes a no from whoever holds the link.
func (s *Service) Reject(ctx context.Context, secret, by, ip string) (*Request, *Link, error) {
	return s.change(ctx, Key{SecretHash: id.Hash(secret)}, func(ctx context.Context, r *Request, l *Link, now time.Time) error {
		if err := r.reject(l, by, now); err != nil {
			return err
		}
		if err := s.store.Log(ctx, Entry{r.ID, "rejected as " + string(l.Asks), by, ip, now}); err != nil {
			return err
		}
		return s.ended(ctx, r)
	})
}

func (s *Service) change(ctx context.Context, k Key, fn func(context.Context, *Request, *Link, time.Time) error) (*Request, *Link, error) {
	var out *Request
	var link *Link
	err := s.store.Update(ctx, k, func(ctx context.Context, r *Request) error {
		out, link = r, r.link(k.SecretHash)
		return fn(ctx, r, link, s.clock.Now())
	})
	if err != nil {
		return nil, nil, err
	}
	return out, link, nil
}

func (s *Service) ended(ctx context.Context, r *Request) error {
	if err := s.notices.Decided(ctx, r); err != nil {
		return err
	}
	return s.notices.Tell(ctx, r)
}

// Sweep ends requests whose time has run out and tells so. One that fails does not hold up the others. It answers how many ended.
func (s *Service) Sweep(ctx context.Context) (int, error) {
	ids, err := s.store.Overdue(ctx, s.clock.Now(), 100)
	ended := 0
	for _, one := range ids {
		failed := s.store.Update(ctx, Key{ID: one}, func(ctx context.Context, r *Request) error {
			now := s.clock.Now()
			if !r.Status.Allowed(Expired) || r.At(now) != Expired {
				return nil
			}
			r.decide(Expired, now)
			if err := s.store.Log(ctx, Entry{r.ID, "expired", "", "", now}); err != nil {
				return err
			}
			return s.ended(ctx, r)
		})
		if failed == nil {
			ended++
		}
		err = errors.Join(err, failed)
	}
	return ended, err
}
