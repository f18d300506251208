package chain

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/vitrine/vitrine/kit/id"
)

// MaxBatch is the maximum number of tokens of a batch.
const MaxBatch = 100

var (
	// ErrNothing means that none of the tokens can be withdrawn now.
	ErrNothing = errors.New("none of the tokens can be withdrawn now")
	// ErrNetworks means that the tokens are on several chains.
	ErrNetworks = errors.New("the tokens are on several networks")
)

// BatchRequest is a request to move several tokens to one address.
type BatchRequest struct {
	AccountID string
	// Email is the caller's verified address, empty without one.
	Email string
	// Key identifies the request: repeating it returns the first batch.
	Key      string
	TokenIDs []int64
	// To is an address; Name is the ENS name that the user typed, if any.
	To   string
	Name string
}

// Batch is several withdrawals to one address with one approval. After the approval, each is an ordinary withdrawal.
type Batch struct {
	ID          string
	Withdrawals []Withdrawal
	// Skipped are the tokens that can't be withdrawn now, and why: ErrPending, ErrNotInVault, ErrFrozen or ErrGiftWaiting.
	Skipped []SkippedToken
}

// SkippedToken is a token that can't be withdrawn now.
type SkippedToken struct {
	TokenID int64
	Why     error
}

// EndedBatch is how the withdrawals of a batch ended. Failed are all that were neither sent nor cancelled.
type EndedBatch struct {
	ID                       string
	Moved, Failed, Cancelled int
}

// BatchStore stores batches.
type BatchStore interface {
	// CreateBatch stores a batch. The caller stores its withdrawals in the same transaction.
	CreateBatch(ctx context.Context, batchID, accountID, key string, at time.Time) error
	// BatchByKey returns the withdrawals of the batch that a request already created, or ErrNotFound.
	BatchByKey(ctx context.Context, accountID, key string) (batchID string, withdrawals []Withdrawal, err error)
	// Members returns the ids of a batch's withdrawals, none if there isn't one.
	Members(ctx context.Context, batchID string) ([]string, error)
	// HasLive reports whether a token has a withdrawal that may still move it. The caller holds the token's lock.
	HasLive(ctx context.Context, tokenID int64) (bool, error)
	BatchReports
}

// BatchReports finds what to publish and email about batches, each once.
type BatchReports interface {
	// Report marks the withdrawals of batches that have moved or failed, except while another of their batch is being sent.
	Report(ctx context.Context) ([]Withdrawal, error)
	// EndBatches marks the batches whose withdrawals have all ended.
	EndBatches(ctx context.Context) ([]EndedBatch, error)
}

// RequestBatch requests to move several tokens to one address. Errors: ErrNotFound if a token belongs to someone else, ErrNetworks, ErrNothing,
// and for the address those of Request.
func (s *Withdrawals) RequestBatch(ctx context.Context, r BatchRequest) (Batch, error) {
	if b, err := s.repeated(ctx, r); !errors.Is(err, ErrNotFound) {
		return b, err
	}
	target, name, err := recipient(ctx, s.Names, s.Addresses, r.To, r.Name)
	if err != nil {
		return Batch{}, err
	}
	tokens, err := s.ownTokens(ctx, r)
	if err != nil {
		return Batch{}, err
	}
	link, err := s.Chains.Get(tokens[0].ChainID)
	if err != nil {
		return Batch{}, err
	}
	if forbidden(link.Chain, target) {
		return Batch{}, ErrTarget
	}
	// Whether a contract accepts tokens doesn't depend on the token. Each transfer is simulated again before it is signed.
	first := slices.IndexFunc(tokens, func(t Token) bool { return movable(t, r.AccountID, link.Chain.Vault) == nil })
	if first >= 0 {
		if err := link.Contracts.CanMove(ctx, tokens[first].TokenID, target); err != nil {
			return Batch{}, err
		}
	}
	p, err := s.Accounts.Account(ctx, r.AccountID)
	if err != nil {
		return Batch{}, err
	}
	pictures := s.pictures(ctx, tokens)
	var out Batch
	err = s.Store.InTx(ctx, func(ctx context.Context) error {
		out = Batch{ID: id.New()}
		draft := Withdrawal{
			ChainID: link.Chain.ID, AccountID: r.AccountID, Email: cmp.Or(p.Email, r.Email), To: target, ToName: name, Status: AwaitingApproval,
			RequestedAt: s.Clock.Now(), BatchID: out.ID,
		}
		if err := s.Batches.CreateBatch(ctx, out.ID, r.AccountID, r.Key, draft.RequestedAt); err != nil {
			return err
		}
		var moved []Token
		for _, known := range tokens {
			t, why, err := s.lockMovable(ctx, known.TokenID, r.AccountID, link.Chain.Vault)
			if err != nil {
				return err
			}
			if why != nil {
				out.Skipped = append(out.Skipped, SkippedToken{t.TokenID, why})
				continue
			}
			w := draft
			w.ID, w.TokenID, w.Title, w.Artist, w.ImageURL = id.New(), t.TokenID, t.Title, t.Artist, pictures[t.ArtworkID]
			w.BatchPosition = len(moved) + 1
			w.RequestKey = fmt.Sprintf("%s:%d", out.ID, w.BatchPosition)
			if err := s.Store.Create(ctx, w); err != nil {
				return err
			}
			out.Withdrawals, moved = append(out.Withdrawals, w), append(moved, t)
		}
		if len(moved) == 0 {
			return ErrNothing
		}
		if !p.CredentialsChangedAt.IsZero() {
			if err := s.Credentials.NoteChange(ctx, r.AccountID, p.CredentialsChangedAt); err != nil {
				return err
			}
		}
		return s.Events.BatchRequested(ctx, out, moved, p)
	})
	if err != nil {
		return Batch{}, err
	}
	return out, nil
}

// repeated returns the batch that a request already created. What was left out is determined again. Error: ErrNotFound.
func (s *Withdrawals) repeated(ctx context.Context, r BatchRequest) (Batch, error) {
	batchID, withdrawals, err := s.Batches.BatchByKey(ctx, r.AccountID, r.Key)
	if err != nil {
		return Batch{}, err
	}
	out := Batch{ID: batchID, Withdrawals: withdrawals}
	for _, tokenID := range r.TokenIDs {
		if slices.ContainsFunc(withdrawals, func(w Withdrawal) bool { return w.TokenID == tokenID }) {
			continue
		}
		t, err := s.Store.Token(ctx, tokenID)
		if err != nil {
			return Batch{}, err
		}
		link, err := s.Chains.Get(t.ChainID)
		if err != nil {
			return Batch{}, err
		}
		why := movable(t, r.AccountID, link.Chain.Vault)
		if why == nil {
			why = ErrPending
		}
		out.Skipped = append(out.Skipped, SkippedToken{tokenID, why})
	}
	return out, nil
}

// ownTokens returns the tokens of a request in the order of their ids, so that concurrent requests lock them in the same order.
func (s *Withdrawals) ownTokens(ctx context.Context, r BatchRequest) ([]Token, error) {
	ids := slices.Sorted(slices.Values(r.TokenIDs))
	if len(ids) == 0 || len(ids) > MaxBatch {
		return nil, ErrNothing
	}
	var out []Token
	for _, tokenID := range slices.Compact(ids) {
		t, err := s.Store.Token(ctx, tokenID)
		switch {
		case err != nil:
			return nil, err
		case t.AccountID != r.AccountID:
			return nil, ErrNotFound
		case len(out) > 0 && t.ChainID != out[0].ChainID:
			return nil, ErrNetworks
		}
		out = append(out, t)
	}
	return out, nil
}

// lockMovable locks a token and returns why it can't be withdrawn now, or nil if it can.
func (s *Withdrawals) lockMovable(ctx context.Context, tokenID int64, accountID, vault string) (t Token, why, err error) {
	if t, err = s.Store.LockToken(ctx, tokenID); err != nil {
		return t, nil, err
	}
	if why = movable(t, accountID, vault); why != nil {
		if errors.Is(why, ErrNotFound) {
			return t, nil, why // it was sold since
		}
		return t, why, nil
	}
	live, err := s.Batches.HasLive(ctx, tokenID)
	if live {
		why = ErrPending
	}
	return t, why, err
}

// pictures returns paths of pictures by artwork. Together they take at most as long as the picture of one withdrawal.
func (s *Withdrawals) pictures(ctx context.Context, tokens []Token) map[int64]string {
	ctx, cancel := context.WithTimeout(ctx, pictureTimeout)
	defer cancel()
	out := map[int64]string{}
	for _, t := range tokens {
		if _, known := out[t.ArtworkID]; !known && ctx.Err() == nil {
			out[t.ArtworkID] = s.picture(ctx, t.ArtworkID)
		}
	}
	return out
}

// CancelBatch cancels the withdrawals of a batch for which nothing was signed yet, and returns the whole batch. Errors: ErrNotFound, ErrSent
// if nothing can be cancelled any more. Repeating it changes nothing.
func (s *Withdrawals) CancelBatch(ctx context.Context, accountID, batchID string) ([]Withdrawal, error) {
	members, err := s.Batches.Members(ctx, batchID)
	if err != nil {
		return nil, err
	}
	if len(members) == 0 {
		return nil, ErrNotFound
	}
	var out []Withdrawal
	stopped := false
	for _, withdrawalID := range members {
		w, err := s.Cancel(ctx, accountID, withdrawalID)
		if errors.Is(err, ErrSent) {
			w, err = s.Store.Read(ctx, withdrawalID)
		}
		if err != nil {
			return nil, err
		}
		stopped = stopped || w.Status == Cancelled
		out = append(out, w)
	}
	if !stopped {
		return nil, ErrSent
	}
	return out, nil
}

// ReportBatches publishes, once, what has ended in batches: an email lists the tokens that moved or failed, and an event reports that the
// whole batch has ended.
func (s *Withdrawals) ReportBatches(ctx context.Context) error {
	return s.Store.InTx(ctx, func(ctx context.Context) error {
		reported, err := s.Batches.Report(ctx)
		if err != nil {
			return err
		}
		batches := map[string][]Withdrawal{}
		for _, w := range reported {
			batches[w.BatchID] = append(batches[w.BatchID], w)
		}
		for _, batchID := range slices.Sorted(maps.Keys(batches)) {
			list := batches[batchID]
			slices.SortFunc(list, func(a, b Withdrawal) int { return a.BatchPosition - b.BatchPosition })
			if err := s.Events.BatchReported(ctx, list); err != nil {
				return err
			}
		}
		ended, err := s.Batches.EndBatches(ctx)
		if err != nil {
			return err
		}
		for _, b := range ended {
			if err := s.Events.BatchEnded(ctx, b); err != nil {
				return err
			}
		}
		return nil
	})
}
