package chain

import (
	"context"
	"slices"
	"strings"
	"time"
)

// TokenStatus is the state of a token's mint.
type TokenStatus string

// The states of a token.
const (
	Minting TokenStatus = "minting"
	Minted  TokenStatus = "minted"
)

// Where a token is.
const (
	InVault  = "vault"
	InWallet = "wallet"
)

// EditionSpace is the size of an artwork's token id range; its editions are numbered from 1.
const EditionSpace = 1_000_000

// Token is the token of one sold edition.
type Token struct {
	TokenID       int64
	ChainID       uint32
	AccountID     string
	CheckoutID    string
	ArtworkID     int64
	EditionNumber int32
	EditionSize   int32
	Title         string
	Slug          string
	Artist        string
	Year          int32
	Medium        string
	PaymentMethod string
	PaidAt        time.Time
	Status        TokenStatus
	MintTx        string
	MintedAt      time.Time
	// InCustody permanently becomes false with a final withdrawal: a token that returns to the vault later
	// belongs to nobody automatically.
	InCustody bool
	// Holder is the current owner address by the newest block, empty before the mint.
	Holder string
	Frozen bool
	// Gift is whether it is a gift that isn't accepted yet.
	Gift bool
	// AcquiredAt is when the account got it: with its order, or with a gift.
	AcquiredAt time.Time
}

// Held is a token that the gallery holds for a collector.
type Held struct {
	AccountID     string
	TokenID       int64
	ChainID       uint32
	Title         string
	Artist        string
	EditionNumber int32
	EditionSize   int32
	Status        TokenStatus
	Disputed      bool
	// Withdrawing is set if a withdrawal was requested and has not ended.
	Withdrawing bool
}

// Picture is an edition as a document shows it.
type Picture struct {
	JPEG []byte
	// OfEdition is whether it shows the output of the edition, Varies whether editions of the work differ.
	OfEdition, Varies bool
}

// Offer is what the catalog publishes about a token's artwork.
type Offer struct {
	// ImageURL is a path on the public origin or an absolute URL; empty without an image.
	ImageURL string
	// LivePath is the path of a live work on the art origin, without the token's hash; empty for other
	// works.
	LivePath string
	// MediaHash is the SHA-256 of the original file, lower-case hex with 0x; empty if none is stored.
	MediaHash string
}

// Location is vault or wallet.
func (t Token) Location(vault string) string {
	if t.Holder == "" || strings.EqualFold(t.Holder, vault) {
		return InVault
	}
	return InWallet
}

// Of reports whether a token belongs to an account: in the vault, or in one of the account's wallets.
func (t Token) Of(p Person, vault string) bool {
	if t.Location(vault) == InVault {
		return t.InCustody && t.AccountID == p.AccountID
	}
	return slices.ContainsFunc(p.Wallets, func(w string) bool { return strings.EqualFold(w, t.Holder) })
}

// History is a token with its events, oldest first.
type History struct {
	TokenID   int64
	ChainID   uint32
	Transfers []Transfer
}

// TokenID returns the token id of an artwork's edition.
func TokenID(artworkID int64, editionNumber int32) int64 {
	return artworkID*EditionSpace + int64(editionNumber)
}

// EditionNumber returns the edition number of a token.
func EditionNumber(tokenID int64) int32 { return int32(tokenID % EditionSpace) }

// Word returns the name of a kind of transfer.
func (t Transfer) Word(vault string) string {
	switch {
	case t.From == "":
		return "minted"
	case strings.EqualFold(t.From, vault):
		return "withdrawn"
	default:
		return "transferred"
	}
}

// TokenStore stores tokens.
type TokenStore interface {
	Transactor
	TokenReader
	// QueueMint stores a token and queues its mint, once per order. A token that its earlier order released
	// goes to the new order. It returns ErrTaken for another order's token, and for one that may still be sent
	// to its former owner. An order that released its token gets none, because the event is late.
	QueueMint(ctx context.Context, t Token, sender string) error
	// Freeze blocks withdrawals of an order's token; older versions are ignored.
	Freeze(ctx context.Context, checkoutID string, disputed bool, version int64) error
	// Refunded freezes an order's token permanently.
	Refunded(ctx context.Context, checkoutID string) error
}

// TokenReader reads tokens and their histories.
type TokenReader interface {
	Token(ctx context.Context, tokenID int64) (Token, error)
	// TokensOf returns what an account's vault and wallets hold, newest first. Wallets are compared
	// case-insensitively.
	TokensOf(ctx context.Context, p Person, vaults map[uint32]string) ([]Token, error)
	Histories(ctx context.Context, artworkID int64) ([]History, error)
}

// Tokens reads who owns which tokens.
type Tokens struct {
	Store    TokenStore
	Accounts Accounts
	Chains   *Chains
	// Minter is the address that mints, EIP-55.
	Minter string
}

// QueueMint accepts a paid order: its token will be minted into the vault. It needs no node, so orders are
// accepted while a chain is down. Errors: ErrNoChain for an unconfigured chain, ErrTaken.
func (s *Tokens) QueueMint(ctx context.Context, t Token) error {
	id, err := s.Chains.Resolve(t.ChainID)
	if err != nil {
		return err
	}
	t.ChainID, t.Status, t.InCustody = id, Minting, true
	return s.Store.QueueMint(ctx, t, s.Minter)
}

// Collection returns the caller's tokens.
func (s *Tokens) Collection(ctx context.Context, accountID string) ([]Token, error) {
	p, err := s.Accounts.Account(ctx, accountID)
	if err != nil {
		return nil, err
	}
	return s.Store.TokensOf(ctx, p, s.Chains.Vaults())
}

// Mine returns one of the caller's tokens, or ErrNotFound.
func (s *Tokens) Mine(ctx context.Context, accountID string, tokenID int64) (Token, error) {
	t, err := s.Store.Token(ctx, tokenID)
	if err != nil {
		return Token{}, err
	}
	vault := s.Chains.Vaults()[t.ChainID]
	if t.Location(vault) == InVault {
		if t.Of(Person{AccountID: accountID}, vault) {
			return t, nil
		}
		return Token{}, ErrNotFound
	}
	p, err := s.Accounts.Account(ctx, accountID)
	if err != nil {
		return Token{}, err
	}
	if !t.Of(p, vault) {
		return Token{}, ErrNotFound
	}
	return t, nil
}
