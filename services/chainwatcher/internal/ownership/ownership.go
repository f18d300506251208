// Package ownership lists the holders of all tokens, with the gallery's signed claims. The list contains no personal data: tokens in the
// vault don't name their collectors.
package ownership

import (
	"context"
	"encoding/json"
	"errors"
	"math/big"
	"slices"
	"strconv"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/crypto"

	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
)

// Where a token is.
const (
	// Vault means that the gallery holds the token for a collector.
	Vault = "vault"
	// Wallet means that the owner's own wallet holds it.
	Wallet = "wallet"
	// Gallery means that the vault holds it and no collector owns it, because its order was refunded or someone sent it back.
	Gallery = "gallery"
)

// List is the output of the command ownership. `vitrine-export` reads it.
type List struct {
	Gallery string  `json:"gallery"`
	Issuer  string  `json:"issuer"`
	Chains  []Chain `json:"chains"`
	Tokens  []Token `json:"tokens"`
}

// Chain is a chain with the gallery's contract.
type Chain struct {
	ChainID  uint32 `json:"chainId"`
	Name     string `json:"name"`
	Contract string `json:"contract"`
	Vault    string `json:"vault"`
}

// Token is one minted token.
type Token struct {
	TokenID       string `json:"tokenId"`
	ChainID       uint32 `json:"chainId"`
	Contract      string `json:"contract"`
	ArtworkID     string `json:"artworkId"`
	EditionNumber int32  `json:"editionNumber"`
	EditionSize   int32  `json:"editionSize"`
	Title         string `json:"title"`
	Artist        string `json:"artist"`
	Slug          string `json:"slug"`
	// Hash is the token's seed, as the contract's tokenHash returns it.
	Hash     string `json:"hash"`
	Location string `json:"location"`
	// Holder is the owner by the newest block, EIP-55.
	Holder string          `json:"holder"`
	Claim  json.RawMessage `json:"claim"`
}

// Store reads tokens.
type Store interface {
	// Minted returns minted tokens with ids above after, in that order, and which of them belong to refunded orders. It returns none at
	// the end.
	Minted(ctx context.Context, after int64) (tokens []custody.Token, refunded map[int64]bool, err error)
}

// Source has the inputs of a list.
type Source struct {
	Store    Store
	Artworks custody.Artworks
	// Gallery and Issuer are the names of the gallery and of the address that signs.
	Gallery, Issuer string
	// Sign returns a signed claim about a token as JSON. mediaHash is empty if no original is stored.
	Sign   func(ctx context.Context, t custody.Token, c chain.Chain, mediaHash string) ([]byte, error)
	Chains []chain.Chain
	// Progress is called after each page of tokens.
	Progress func(tokens int)
}

// Read lists all minted tokens of the chains and signs a claim about each.
func Read(ctx context.Context, s Source) (*List, error) {
	list := &List{Gallery: s.Gallery, Issuer: s.Issuer, Tokens: []Token{}}
	for _, c := range s.Chains {
		list.Chains = append(list.Chains, Chain{ChainID: c.ID, Name: c.Name, Contract: c.TokenContract, Vault: c.Vault})
	}
	offers := map[int64]custody.Offer{}
	for after := int64(0); ; {
		page, refunded, err := s.Store.Minted(ctx, after)
		if err != nil {
			return nil, err
		}
		if len(page) == 0 {
			return list, nil
		}
		for _, t := range page {
			after = t.TokenID
			i := slices.IndexFunc(s.Chains, func(c chain.Chain) bool { return c.ID == t.ChainID })
			if i < 0 {
				continue // of a chain that the settings no longer name
			}
			one, err := s.token(ctx, t, s.Chains[i], refunded[t.TokenID], offers)
			if err != nil {
				return nil, err
			}
			list.Tokens = append(list.Tokens, one)
		}
		s.Progress(len(list.Tokens))
	}
}

func (s Source) token(ctx context.Context, t custody.Token, c chain.Chain, refunded bool, offers map[int64]custody.Offer) (Token, error) {
	offer, known := offers[t.ArtworkID]
	if !known {
		var err error
		if offer, err = s.Artworks.Offer(ctx, t.ArtworkID); err != nil && !errors.Is(err, chain.ErrNotFound) {
			return Token{}, err
		}
		offers[t.ArtworkID] = offer
	}
	signed, err := s.Sign(ctx, t, c, offer.MediaHash)
	if err != nil {
		return Token{}, err
	}
	out := Token{
		TokenID: strconv.FormatInt(t.TokenID, 10), ChainID: t.ChainID, Contract: c.TokenContract, ArtworkID: strconv.FormatInt(t.ArtworkID, 10),
		EditionNumber: t.EditionNumber, EditionSize: t.EditionSize, Title: t.Title, Artist: t.Artist, Slug: t.Slug,
		Hash: hexutil.Encode(crypto.Keccak256(common.BigToHash(big.NewInt(t.TokenID)).Bytes())), Location: Wallet, Holder: t.Holder, Claim: signed,
	}
	if t.InVault(c.Vault) {
		out.Location, out.Holder = Vault, c.Vault
		if !t.InCustody || refunded {
			out.Location = Gallery
		}
	}
	return out, nil
}
