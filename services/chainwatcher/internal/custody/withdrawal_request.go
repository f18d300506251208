package custody

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

var (
	// ErrNetworks means that the tokens are on several chains.
	ErrNetworks = errors.New("the tokens are on several networks")
	// ErrApproval means that an approval names no tokens, or a chain that isn't configured.
	ErrApproval = errors.New("the approval is invalid")
)

// pictureTimeout limits how long a withdrawal waits for a picture of its artwork.
const pictureTimeout = 2 * time.Second

// WantedWithdrawal is what an account wants to withdraw.
type WantedWithdrawal struct {
	AccountID string
	TokenIDs  []int64
	// To is an address; Name is the ENS name that the user typed, if any.
	To, Name string
}

// CheckedWithdrawal is what an account can withdraw now.
type CheckedWithdrawal struct {
	// To is EIP-55, ToName normalized and empty without a name.
	To, ToName string
	Chain      chain.Chain
	// Tokens are in the order of their ids. Pictures are paths by token.
	Tokens   []Token
	Pictures map[int64]string
	// LeftOut are the tokens that can't be withdrawn now.
	LeftOut []LeftOutToken
}

// LeftOutToken is a token that can't be withdrawn now, and why: ErrPending, ErrNotInVault, ErrFrozen or ErrGiftWaiting.
type LeftOutToken struct {
	TokenID int64
	Why     error
}

// Check checks what an account wants to withdraw, and notes when its credentials last changed, because that may have been before this
// service recorded it. The tokens aren't locked: Approved checks them again. Errors: ErrNetworks, ErrNameUnconfirmed,
// ErrNameChanged, those of Names, and of chain: ErrNotFound if a token belongs to someone else, ErrNoChain, ErrUnavailable, ErrAddress, ErrTarget.
func (s *Withdrawals) Check(ctx context.Context, r WantedWithdrawal) (CheckedWithdrawal, error) {
	target, err := recipient(ctx, s.Fleet, r.To, r.Name)
	if err != nil {
		return CheckedWithdrawal{}, err
	}
	tokens, err := s.ownTokens(ctx, r)
	if err != nil {
		return CheckedWithdrawal{}, err
	}
	link, err := s.Chains.Get(tokens[0].ChainID)
	if err != nil {
		return CheckedWithdrawal{}, err
	}
	if forbidden(link.Chain, target.Address) {
		return CheckedWithdrawal{}, chain.ErrTarget
	}
	out := CheckedWithdrawal{To: target.Address, ToName: target.Text, Chain: link.Chain}
	for _, t := range tokens {
		switch why, err := s.refusal(ctx, t, r.AccountID); {
		case err != nil:
			return CheckedWithdrawal{}, err
		case why != nil:
			out.LeftOut = append(out.LeftOut, LeftOutToken{t.TokenID, why})
		default:
			out.Tokens = append(out.Tokens, t)
		}
	}
	if len(out.Tokens) == 0 {
		return out, nil
	}
	// Whether a contract accepts tokens doesn't depend on the token. Each transfer is simulated again before it is signed.
	if err := link.Contracts.CanMove(ctx, out.Tokens[0].TokenID, target.Address); err != nil {
		return CheckedWithdrawal{}, err
	}
	p, err := s.Fleet.Account(ctx, r.AccountID)
	if err != nil {
		return CheckedWithdrawal{}, err
	}
	if !p.CredentialsChangedAt.IsZero() {
		if err := s.Store.NoteChange(ctx, r.AccountID, p.CredentialsChangedAt); err != nil {
			return CheckedWithdrawal{}, err
		}
	}
	out.Pictures = s.pictures(ctx, out.Tokens)
	return out, nil
}

// ownTokens returns the tokens in the order of their ids.
func (s *Withdrawals) ownTokens(ctx context.Context, r WantedWithdrawal) ([]Token, error) {
	var out []Token
	for _, tokenID := range slices.Compact(slices.Sorted(slices.Values(r.TokenIDs))) {
		t, err := s.Store.Token(ctx, tokenID)
		switch {
		case err != nil:
			return nil, err
		case t.AccountID != r.AccountID:
			return nil, chain.ErrNotFound
		case len(out) > 0 && t.ChainID != out[0].ChainID:
			return nil, ErrNetworks
		}
		out = append(out, t)
	}
	if len(out) == 0 {
		return nil, chain.ErrNotFound
	}
	return out, nil
}

// refusal returns why a token can't be withdrawn now, or nil if it can.
func (s *Withdrawals) refusal(ctx context.Context, t Token, accountID string) (why, err error) {
	if why = movable(t, accountID, s.Vault); why != nil {
		return why, nil
	}
	live, err := s.Store.HasLive(ctx, t.TokenID)
	if live {
		why = ErrPending
	}
	return why, err
}

// pictures returns paths of pictures by token. They wait for the catalog for pictureTimeout at most.
func (s *Withdrawals) pictures(ctx context.Context, tokens []Token) map[int64]string {
	ctx, cancel := context.WithTimeout(ctx, pictureTimeout)
	defer cancel()
	offers, out := map[int64]Offer{}, map[int64]string{}
	for _, t := range tokens {
		offer, known := offers[t.ArtworkID]
		if !known && ctx.Err() == nil {
			// Without an offer, the approval shows no picture.
			offer, _ = s.Fleet.Offer(ctx, t.ArtworkID)
			offers[t.ArtworkID] = offer
		}
		if image := offer.Image(t.EditionNumber); strings.HasPrefix(image, "/") {
			out[t.TokenID] = image
		}
	}
	return out
}

// ApprovedRequest is a request that everyone who must approve it has approved.
type ApprovedRequest struct {
	ID, AccountID string
	// Email is empty for an account without an address.
	Email      string
	ChainID    uint32
	To, ToName string
	// RequestedAt and ApprovedAt are from approvals.
	RequestedAt, ApprovedAt time.Time
	Works                   []ApprovedWork
}

// ApprovedWork is a token of an approved request.
type ApprovedWork struct {
	WithdrawalID string
	TokenID      int64
	// Title and Artist are for emails.
	Title, Artist string
	// Position counts from 1.
	Position int
}

// Approved creates the withdrawals of an approved request under the locks of their tokens. If a token can't be withdrawn any more,
// its withdrawal fails and the owner is emailed. Repeating it changes nothing. Error: ErrApproval.
func (s *Withdrawals) Approved(ctx context.Context, r ApprovedRequest) error {
	if len(r.Works) == 0 || !s.Chains.Configured(r.ChainID) {
		return ErrApproval
	}
	// Concurrent requests lock tokens in the same order.
	works := slices.SortedFunc(slices.Values(r.Works), func(a, b ApprovedWork) int { return cmp.Compare(a.TokenID, b.TokenID) })
	return s.Store.InTx(ctx, func(ctx context.Context) error {
		created, err := s.Store.CreateBatch(ctx, r)
		if err != nil || !created {
			return err
		}
		for _, work := range works {
			w := Withdrawal{
				ID: work.WithdrawalID, TokenID: work.TokenID, ChainID: r.ChainID, AccountID: r.AccountID, Email: r.Email, To: r.To, ToName: r.ToName,
				Status: Approved, RequestedAt: r.RequestedAt, ApprovedAt: r.ApprovedAt, Title: work.Title, Artist: work.Artist,
				BatchID: r.ID, BatchPosition: work.Position,
			}
			t, err := s.Store.LockToken(ctx, work.TokenID)
			if err != nil && !errors.Is(err, chain.ErrNotFound) {
				return err
			}
			why := err
			if why == nil {
				if why, err = s.refusal(ctx, t, r.AccountID); err != nil {
					return err
				}
			}
			if why == nil && t.ChainID != r.ChainID {
				why = ErrNotInVault
			}
			if why != nil {
				w.Status, w.Reason = Failed, failure(why)
			}
			if err := s.Store.Create(ctx, w); err != nil {
				return err
			}
		}
		return nil
	})
}
