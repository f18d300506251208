package paying

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

// PayoutStatus is the state of a payout.
type PayoutStatus string

// The states of a payout.
const (
	PayoutQueued    PayoutStatus = "queued"
	PayoutSent      PayoutStatus = "sent"
	PayoutConfirmed PayoutStatus = "confirmed"
	PayoutFailed    PayoutStatus = "failed"
)

// NothingToWithdraw is the failure reason if someone else withdrew the balance first.
const NothingToWithdraw = "nothing_to_withdraw"

var (
	// ErrNoArtist means that the account isn't linked to an artist.
	ErrNoArtist = errors.New("the account isn't linked to an artist")
	// ErrArtistAmbiguous means that gallery staff have to correct the link between an account and an artist.
	ErrArtistAmbiguous = errors.New("the account is linked to more than one artist")
	// ErrNotOffered means that the gallery sends no payouts: artists withdraw themselves.
	ErrNotOffered = errors.New("the gallery sends no payouts")
	// ErrPayoutsFrozen means that the artist's payouts are on hold.
	ErrPayoutsFrozen = errors.New("payouts are on hold")
	// ErrPayoutPending means that another payout is in progress.
	ErrPayoutPending = errors.New("a payout is in progress")
	// ErrBelowMinimum means that the balance is below the minimum.
	ErrBelowMinimum = errors.New("the balance is below the minimum")
	// ErrTooSoon means that the last payout was too recent.
	ErrTooSoon = errors.New("the last payout was too recent")
)

// Artist is the artist linked to an account.
type Artist struct {
	ID int64
	// Active is the current payout wallet, empty without one.
	Active string
	Frozen bool
	// Wallets are all current and former payout wallets, newest first.
	Wallets []string
}

// Payout is a withdrawal of a payee's balance that the gallery sends.
type Payout struct {
	ID        string
	ChainID   uint32
	Payee     string
	AccountID string
	ArtistID  int64
	Key       string
	Status    PayoutStatus
	Reason    string
	TxHash    string
	At        time.Time
}

// Balance is a payee's credit in the payment contract of a chain.
type Balance struct {
	ChainID         uint32
	Contract, Payee string
	Amount          money.Wei
	// Confirming is the part in blocks that are not final.
	Confirming money.Wei
	// Verified reports whether the contract's balance equals the sum of its events.
	Verified bool
	// Data is the calldata of withdraw(payee).
	Data []byte
	// Pending is whether a payout is in progress.
	Pending bool
}

// Indexed is the sum of a payee's events up to a height.
type Indexed struct {
	Amount, Confirming money.Wei
	Number             uint64
	// Complete is false while earlier blocks are still being read.
	Complete bool
}

// Payouts sends artists their balances.
type Payouts struct {
	Store   Store
	Artists Artists
	Chains  *chain.Chains
	Clock   clock.Clock
	Log     *slog.Logger
	// Sender is the address of the key that sends payouts and pays the network fee.
	Sender string
	// Offered is whether the gallery sends payouts.
	Offered bool
	// Minimum is the smallest payout; zero for no limit.
	Minimum money.Wei
	// Every is the minimum time between two payouts for a wallet on a chain.
	Every time.Duration
	// Mismatch is called for each balance that the contract contradicts.
	Mismatch func(chainID uint32)
}

// Balances returns an account's artist, and the balances of their wallets: those of the current one, and those of the former ones that hold
// something. Errors: ErrNoArtist, ErrArtistAmbiguous, chain.ErrUnavailable.
func (s *Payouts) Balances(ctx context.Context, accountID string) (Artist, []Balance, error) {
	artist, err := s.Artists.Artist(ctx, accountID)
	if err != nil {
		return artist, nil, err
	}
	var out []Balance
	for _, link := range s.Chains.All() {
		for _, payee := range artist.Wallets {
			b, err := s.balance(ctx, link, payee)
			if err != nil {
				return artist, nil, err
			}
			if payee == artist.Active || b.Amount.Sign() > 0 {
				out = append(out, b)
			}
		}
	}
	return artist, out, nil
}

// balance compares the sum of the events with the contract's balance at the same height. If they differ, the contract's balance counts,
// because the contract pays.
func (s *Payouts) balance(ctx context.Context, link chain.Link, payee string) (Balance, error) {
	b := Balance{ChainID: link.Chain.ID, Contract: link.Chain.PaymentContract, Payee: payee}
	call, err := link.Contracts.Withdraw(payee)
	if err != nil {
		return b, err
	}
	b.Data = call.Data
	indexed, err := s.Store.Indexed(ctx, link.Chain.ID, payee)
	if err != nil && !errors.Is(err, chain.ErrNotFound) {
		return b, err
	}
	if _, b.Pending, err = s.Store.LatestPayout(ctx, link.Chain.ID, payee); err != nil {
		return b, err
	}
	b.Amount, b.Confirming = indexed.Amount, indexed.Confirming
	said, err := link.Contracts.Credit(ctx, payee, indexed.Number)
	if err != nil {
		s.Log.WarnContext(ctx, "a balance can't be checked", "chain", link.Chain.ID, "error", err)
		return b, nil
	}
	b.Verified = indexed.Complete && said.Cmp(indexed.Amount) == 0
	if !b.Verified && indexed.Complete {
		s.Log.ErrorContext(ctx, "the payment contract contradicts its events", "chain", link.Chain.ID, "block", indexed.Number,
			"payee", payee, "contract", said.String(), "events", indexed.Amount.String())
		s.Mismatch(link.Chain.ID)
	}
	b.Amount = said
	if b.Confirming.Cmp(said) > 0 {
		b.Confirming = said
	}
	return b, nil
}

// Request requests a payout of a wallet's balance by the gallery. An empty payee means the current wallet. Repeating a key returns
// the first payout. Errors: ErrNoArtist, ErrArtistAmbiguous, ErrNotOffered, ErrPayoutsFrozen, ErrPayoutPending, ErrBelowMinimum, ErrTooSoon,
// and of chain: ErrUnavailable, ErrUnknownChain, ErrNoChain, ErrNotFound.
func (s *Payouts) Request(ctx context.Context, accountID, key string, chainID uint32, payee string) (Payout, error) {
	artist, err := s.Artists.Artist(ctx, accountID)
	if err != nil {
		return Payout{}, err
	}
	if known, err := s.Store.PayoutByKey(ctx, accountID, key); !errors.Is(err, chain.ErrNotFound) {
		return known, err
	}
	if !s.Offered {
		return Payout{}, ErrNotOffered
	}
	if artist.Frozen {
		return Payout{}, ErrPayoutsFrozen
	}
	payee = cmp.Or(payee, artist.Active)
	at := slices.IndexFunc(artist.Wallets, func(own string) bool { return strings.EqualFold(own, payee) })
	if at < 0 {
		return Payout{}, chain.ErrNotFound
	}
	payee = artist.Wallets[at]
	link, err := s.Chains.Get(chainID)
	if err != nil {
		return Payout{}, err
	}
	last, live, err := s.Store.LatestPayout(ctx, link.Chain.ID, payee)
	switch now := s.Clock.Now(); {
	case err != nil:
		return Payout{}, err
	case live:
		return Payout{}, ErrPayoutPending
	case !last.IsZero() && now.Before(last.Add(s.Every)):
		return Payout{}, ErrTooSoon
	}
	b, err := s.balance(ctx, link, payee)
	if err != nil {
		return Payout{}, err
	}
	if b.Amount.Sign() <= 0 || b.Amount.Cmp(s.Minimum) < 0 {
		return Payout{}, ErrBelowMinimum
	}
	p := Payout{
		ID: id.New(), ChainID: link.Chain.ID, Payee: payee, AccountID: accountID, ArtistID: artist.ID, Key: key, Status: PayoutQueued, At: s.Clock.Now(),
	}
	return p, s.Store.InTx(ctx, func(ctx context.Context) error { return s.Store.CreatePayout(ctx, p, s.Sender) })
}
