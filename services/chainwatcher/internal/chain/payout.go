package chain

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

// PayoutPage is the number of payouts per page.
const PayoutPage = 27

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

// PayeeEntry is money that the payment contract credited to a payee or, if Amount is negative, that was withdrawn.
type PayeeEntry struct {
	BlockHash   string
	BlockNumber uint64
	BlockTime   time.Time
	TxHash      string
	LogIndex    int64
	Payee       string
	Amount      money.Wei
}

// PayeeHistory has the changes of wallets' balances in a period, in final blocks.
type PayeeHistory struct {
	// Openings are the balances before the period, by chain.
	Openings map[uint32]money.Wei
	// Entries are in the order of their blocks.
	Entries []PayeeChange
}

// PayeeChange is an entry of a chain.
type PayeeChange struct {
	PayeeEntry

	ChainID uint32
}

// PayeeHistoryQuery selects a part of the history of wallets.
type PayeeHistoryQuery struct {
	Payees []string
	// Chains have to be complete.
	Chains []uint32
	// From and To are block times; To is exclusive.
	From, To time.Time
	// Limit is the maximum number of entries, the oldest.
	Limit int
}

// Credit returns what a payment credits to its artist, or false if it credits only the platform.
func (p Payment) Credit() (PayeeEntry, bool) {
	return PayeeEntry{
		BlockHash: p.BlockHash, BlockNumber: p.BlockNumber, BlockTime: p.BlockTime, TxHash: p.TxHash, LogIndex: p.LogIndex, Payee: p.Artist,
		Amount: p.ArtistShare,
	}, p.Artist != "" && p.ArtistShare.Sign() > 0
}

// Artist is the artist linked to an account.
type Artist struct {
	ID int64
	// Active is the current payout wallet, empty without one.
	Active string
	Frozen bool
	// Wallets are all current and former payout wallets, newest first.
	Wallets []string
}

// Artists finds an account's artist. Errors: ErrNoArtist, ErrArtistAmbiguous, ErrUnavailable.
type Artists interface {
	Artist(ctx context.Context, accountID string) (Artist, error)
}

// Payout is one withdrawal from the payment contract.
type Payout struct {
	// ID is empty for a payout that someone other than the gallery sent.
	ID        string
	ChainID   uint32
	Payee     string
	AccountID string
	ArtistID  int64
	Key       string
	// Amount is zero until the payout is in a block.
	Amount money.Wei
	Status PayoutStatus
	Reason string
	TxHash string
	At     time.Time
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

// PayoutStore stores payouts and reads balances.
type PayoutStore interface {
	Transactor
	PayoutReader
	// CreatePayout stores a payout and queues it for the signer of sender. ErrPayoutPending.
	CreatePayout(ctx context.Context, p Payout, sender string) error
}

// PayoutReader reads balances and payouts.
type PayoutReader interface {
	// Indexed returns the sum of a payee's events, or ErrNotFound if the chain was never followed.
	Indexed(ctx context.Context, chainID uint32, payee string) (Indexed, error)
	// Payouts returns a page of the payees' withdrawals and open payouts, newest first, and their total number.
	Payouts(ctx context.Context, payees []string, limit, offset int) (items []Payout, total int, err error)
	// PayoutByKey returns the payout that a request already created, or ErrNotFound.
	PayoutByKey(ctx context.Context, accountID, key string) (Payout, error)
	// LatestPayout returns when the newest payout for a payee that didn't fail was requested, and whether it is in progress.
	LatestPayout(ctx context.Context, chainID uint32, payee string) (at time.Time, live bool, err error)
	// PayeeHistory returns final entries of wallets. ErrTemporary while blocks of a chain are read again.
	PayeeHistory(ctx context.Context, q PayeeHistoryQuery) (PayeeHistory, error)
}

// Payouts lists artists' balances and sends payouts.
type Payouts struct {
	Store   PayoutStore
	Artists Artists
	Chains  *Chains
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

// History returns what happened to the balances of wallets from a time to another one. ErrTemporary.
func (s *Payouts) History(ctx context.Context, payees []string, from, to time.Time, limit int) (PayeeHistory, error) {
	return s.Store.PayeeHistory(ctx, PayeeHistoryQuery{Payees: payees, Chains: s.Chains.IDs(), From: from, To: to, Limit: limit})
}

// balance compares the sum of the events with the contract's balance at the same height. If they differ, the contract's balance counts,
// because the contract pays.
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

// Request requests a payout of a wallet's balance by the gallery. An empty payee means the current wallet. Repeating a key returns
// the first payout. Errors: ErrNoArtist, ErrArtistAmbiguous, ErrUnavailable, ErrUnknownChain, ErrNoChain, ErrNotFound, ErrNotOffered,
// ErrPayoutsFrozen, ErrPayoutPending, ErrBelowMinimum, ErrTooSoon.
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
	payee = cmp.Or(payee, artist.Active)
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
