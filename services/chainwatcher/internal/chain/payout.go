package chain

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/money"
)

// PayoutStatus is where a payout stands.
type PayoutStatus string

// The states of a payout.
const (
	PayoutQueued    PayoutStatus = "queued"
	PayoutSent      PayoutStatus = "sent"
	PayoutConfirmed PayoutStatus = "confirmed"
	PayoutFailed    PayoutStatus = "failed"
)

// NothingToWithdraw is why a payout fails whose balance somebody else withdrew first.
const NothingToWithdraw = "nothing_to_withdraw"

// PayoutPage is how many payouts a page holds.
const PayoutPage = 27

var (
	// ErrNoArtist is an account that isn't linked to an artist.
	ErrNoArtist = errors.New("the account is not an artist's")
	// ErrArtistAmbiguous is a link between an account and an artist that gallery staff have to correct.
	ErrArtistAmbiguous = errors.New("the account's link to an artist has to be corrected")
	// ErrNotOffered is a payout where artists withdraw themselves.
	ErrNotOffered = errors.New("the gallery sends no payouts")
	// ErrPayoutsFrozen is a payout of an artist whose payouts are on hold.
	ErrPayoutsFrozen = errors.New("payouts are on hold")
	// ErrPayoutPending is a second payout while one is in flight.
	ErrPayoutPending = errors.New("a payout is in flight")
	// ErrBelowMinimum is a payout of too little.
	ErrBelowMinimum = errors.New("the balance is below the minimum")
	// ErrTooSoon is a payout too soon after the last one.
	ErrTooSoon = errors.New("the last payout was too recent")
)

// PayeeEntry is money that the payment contract credited to a payee or, where Amount is negative, that was withdrawn.
type PayeeEntry struct {
	BlockHash   string
	BlockNumber uint64
	BlockTime   time.Time
	TxHash      string
	LogIndex    int64
	Payee       string
	Amount      money.Wei
}

// Credit is what a payment credits to its artist; false where it credits the platform only.
func (p Payment) Credit() (PayeeEntry, bool) {
	return PayeeEntry{
		BlockHash: p.BlockHash, BlockNumber: p.BlockNumber, BlockTime: p.BlockTime, TxHash: p.TxHash, LogIndex: p.LogIndex, Payee: p.Artist,
		Amount: p.ArtistShare,
	}, p.Artist != "" && p.ArtistShare.Sign() > 0
}

// Artist is an account's artist.
type Artist struct {
	ID int64
	// Active is the wallet in force, empty without one.
	Active string
	Frozen bool
	// Wallets is every wallet that is or was in force, newest first.
	Wallets []string
}

// Artists knows which artist an account is. Errors: ErrNoArtist, ErrArtistAmbiguous, ErrUnavailable.
type Artists interface {
	Artist(ctx context.Context, accountID string) (Artist, error)
}

// Payout is one withdrawal from the payment contract.
type Payout struct {
	// ID is empty for one that somebody else than the gallery sent.
	ID        string
	ChainID   uint32
	Payee     string
	AccountID string
	ArtistID  int64
	Key       string
	// Amount is zero while it is in no block.
	Amount money.Wei
	Status PayoutStatus
	Reason string
	TxHash string
	At     time.Time
}

// Balance is what the payment contract of a chain credits to a payee.
type Balance struct {
	ChainID         uint32
	Contract, Payee string
	Amount          money.Wei
	// Confirming is the part that comes from blocks which are not final.
	Confirming money.Wei
	// Verified is whether the contract says the same as its events.
	Verified bool
	// Data is the call of withdraw(payee).
	Data []byte
	// Pending is whether a payout is in flight.
	Pending bool
}

// Indexed is what a payee's events add up to at a height.
type Indexed struct {
	Amount, Confirming money.Wei
	Number             uint64
	// Complete is false while earlier blocks are still being read.
	Complete bool
}

// PayoutStore keeps payouts and reads balances.
type PayoutStore interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
	// Indexed returns what a payee's events add up to. ErrNotFound where the chain was never followed.
	Indexed(ctx context.Context, chainID uint32, payee string) (Indexed, error)
	// Payouts returns a page of what left the contracts for payees, or is about to, newest first, and how many there are.
	Payouts(ctx context.Context, payees []string, limit, offset int) (items []Payout, total int, err error)
	// PayoutByKey returns what a request made before, or ErrNotFound.
	PayoutByKey(ctx context.Context, accountID, key string) (Payout, error)
	// LatestPayout returns when the newest payout for a payee that didn't fail was requested, and whether it is in flight.
	LatestPayout(ctx context.Context, chainID uint32, payee string) (at time.Time, live bool, err error)
	// CreatePayout writes a payout and hands it to the signer of sender. ErrPayoutPending.
	CreatePayout(ctx context.Context, p Payout, sender string) error
}

// Payouts shows artists their balances and sends payouts.
type Payouts struct {
	Store   PayoutStore
	Artists Artists
	Chains  *Chains
	Clock   clock.Clock
	Log     *slog.Logger
	// Sender is the address of the key that sends and pays the network fee.
	Sender string
	// Offered is whether the gallery sends payouts at all.
	Offered bool
	// Minimum is the least that is sent; zero for no limit.
	Minimum money.Wei
	// Every is the least time between two payouts for a wallet on a chain.
	Every time.Duration
	// Mismatch is called for each balance that the contract contradicts.
	Mismatch func(chainID uint32)
}

// PayoutListing is what an artist sees.
type PayoutListing struct {
	Artist             Artist
	Balances           []Balance
	Items              []Payout
	Total, Page, Pages int
}

// List returns an artist's balances and a page of payouts. ErrNoArtist, ErrArtistAmbiguous, ErrUnavailable.
func (s *Payouts) List(ctx context.Context, accountID string, page int) (PayoutListing, error) {
	out := PayoutListing{Page: max(page, 1)}
	var err error
	if out.Artist, err = s.Artists.Artist(ctx, accountID); err != nil {
		return out, err
	}
	for _, link := range s.Chains.All() {
		for _, payee := range out.Artist.Wallets {
			b, err := s.balance(ctx, link, payee)
			if err != nil {
				return out, err
			}
			if payee == out.Artist.Active || b.Amount.Sign() > 0 {
				out.Balances = append(out.Balances, b)
			}
		}
	}
	out.Items, out.Total, err = s.Store.Payouts(ctx, out.Artist.Wallets, PayoutPage, (out.Page-1)*PayoutPage)
	out.Pages = max((out.Total+PayoutPage-1)/PayoutPage, 1)
	return out, err
}

// balance reads what the events add up to and what the contract says at the same height. Where they differ the contract is right: it pays.
func (s *Payouts) balance(ctx context.Context, link Link, payee string) (Balance, error) {
	b := Balance{ChainID: link.Chain.ID, Contract: link.Chain.PaymentContract, Payee: payee}
	var err error
	if _, b.Data, err = link.Contracts.Withdraw(payee); err != nil {
		return b, err
	}
	indexed, err := s.Store.Indexed(ctx, link.Chain.ID, payee)
	if err != nil && !errors.Is(err, ErrNotFound) {
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

// Request has the gallery send what a wallet is credited. payee is empty for the wallet in force. The key makes a repetition return the
// first payout. Errors: ErrNoArtist, ErrArtistAmbiguous, ErrUnavailable, ErrNoChain, ErrNotFound, ErrNotOffered, ErrPayoutsFrozen,
// ErrPayoutPending, ErrBelowMinimum, ErrTooSoon.
func (s *Payouts) Request(ctx context.Context, accountID, key string, chainID uint32, payee string) (Payout, error) {
	artist, err := s.Artists.Artist(ctx, accountID)
	if err != nil {
		return Payout{}, err
	}
	if known, err := s.Store.PayoutByKey(ctx, accountID, key); !errors.Is(err, ErrNotFound) {
		return known, err
	}
	if !s.Offered {
		return Payout{}, ErrNotOffered
	}
	if artist.Frozen {
		return Payout{}, ErrPayoutsFrozen
	}
	if payee == "" {
		payee = artist.Active
	}
	at := slices.IndexFunc(artist.Wallets, func(own string) bool { return strings.EqualFold(own, payee) })
	if at < 0 {
		return Payout{}, ErrNotFound
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
