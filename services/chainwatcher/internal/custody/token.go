package custody

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

var (
	// ErrNotMinted means that the token's mint is not final.
	ErrNotMinted = errors.New("the token's mint is not final")
	// ErrNotInVault means that the token is not, or not yet finally, in the vault.
	ErrNotInVault = errors.New("the token is not in the vault")
	// ErrFrozen means that the token's order is disputed or refunded.
	ErrFrozen = errors.New("the token is frozen")
	// ErrTaken means that the token belongs to another order.
	ErrTaken = errors.New("the token belongs to another order")
)

// TokenStatus is the state of a token's mint.
type TokenStatus string

// The states of a token.
const (
	Minting TokenStatus = "minting"
	Minted  TokenStatus = "minted"
)

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
}

// Picture is an edition as a document shows it.
type Picture struct {
	JPEG []byte
	// OfEdition is whether it shows the output of the edition, Varies whether editions of the work differ.
	OfEdition, Varies bool
}

// InVault reports whether the vault has the token, or will get it when it is minted.
func (t Token) InVault(vault string) bool {
	return t.Holder == "" || strings.EqualFold(t.Holder, vault)
}

// Of reports whether a token belongs to an account: in the vault, or in one of the account's wallets.
func (t Token) Of(p Person, vault string) bool {
	if t.InVault(vault) {
		return t.InCustody && t.AccountID == p.AccountID
	}
	return slices.ContainsFunc(p.Wallets, func(w string) bool { return strings.EqualFold(w, t.Holder) })
}

// Tokens accepts tokens to mint, and finds their owners.
type Tokens struct {
	Store  Store
	Fleet  Fleet
	Chains *chain.Chains
	// Minter is the address that mints, EIP-55.
	Minter string
}

// QueueMint accepts a paid order: its token will be minted into the vault. It needs no node, so orders are
// accepted while a chain is down. Errors: chain.ErrNoChain for an unconfigured chain, ErrTaken.
func (s *Tokens) QueueMint(ctx context.Context, t Token) error {
	id, err := s.Chains.Resolve(t.ChainID)
	if err != nil {
		return err
	}
	t.ChainID, t.Status, t.InCustody = id, Minting, true
	return s.Store.QueueMint(ctx, t, s.Minter)
}

// Mine returns one of the caller's tokens, or chain.ErrNotFound.
func (s *Tokens) Mine(ctx context.Context, accountID string, tokenID int64) (Token, error) {
	t, err := s.Store.Token(ctx, tokenID)
	if err != nil {
		return Token{}, err
	}
	vault := s.Chains.Vaults()[t.ChainID]
	if t.InVault(vault) {
		if t.Of(Person{AccountID: accountID}, vault) {
			return t, nil
		}
		return Token{}, chain.ErrNotFound
	}
	p, err := s.Fleet.Account(ctx, accountID)
	if err != nil {
		return Token{}, err
	}
	if !t.Of(p, vault) {
		return Token{}, chain.ErrNotFound
	}
	return t, nil
}
