package export

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Ownership lists the owner of each token and the gallery's signed claims: the output of `chainwatcher ownership`.
type Ownership struct {
	Gallery string `json:"gallery"`
	Issuer  string `json:"issuer"`
	Chains  []struct {
		ChainID  uint32 `json:"chainId"`
		Name     string `json:"name"`
		Contract string `json:"contract"`
		Vault    string `json:"vault"`
	} `json:"chains"`
	Tokens []Token `json:"tokens"`
}

// Token is one token. Its claim is kept byte for byte, because it is signed.
type Token struct {
	TokenID       string          `json:"tokenId"`
	ChainID       uint32          `json:"chainId"`
	Contract      string          `json:"contract"`
	ArtworkID     string          `json:"artworkId"`
	EditionNumber int32           `json:"editionNumber"`
	EditionSize   int32           `json:"editionSize"`
	Title         string          `json:"title"`
	Artist        string          `json:"artist"`
	Slug          string          `json:"slug"`
	Hash          string          `json:"hash"`
	Location      string          `json:"location"`
	Holder        string          `json:"holder"`
	Claim         json.RawMessage `json:"claim"`
}

// ReadOwnership reads the output of `chainwatcher ownership`. It returns an error for anything else.
func ReadOwnership(in io.Reader) (*Ownership, error) {
	o := &Ownership{}
	if err := json.NewDecoder(in).Decode(o); err != nil {
		return nil, fmt.Errorf("not what `chainwatcher ownership` writes: %w", err)
	}
	if o.Issuer == "" {
		return nil, errors.New("not what `chainwatcher ownership` writes: it names no issuer")
	}
	for _, t := range o.Tokens {
		if clean(t.TokenID) != t.TokenID || t.TokenID == "" {
			return nil, fmt.Errorf("not what `chainwatcher ownership` writes: token %q", t.TokenID)
		}
	}
	return o, nil
}
