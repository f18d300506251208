package main

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"os"
)

// ownership lists the owner of each token and the gallery's signed claims: the output of `chainwatcher ownership`.
type ownership struct {
	Gallery string `json:"gallery"`
	Issuer  string `json:"issuer"`
	Chains  []struct {
		ChainID  uint32 `json:"chainId"`
		Name     string `json:"name"`
		Contract string `json:"contract"`
		Vault    string `json:"vault"`
	} `json:"chains"`
	Tokens []token `json:"tokens"`
}

// token is one token. Its claim is kept byte for byte, because it is signed.
type token struct {
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

// claimFile returns the path of a token's claim, empty if it has none.
func (t token) claimFile() string {
	if len(t.Claim) == 0 {
		return ""
	}
	return "ownership/claims/" + t.TokenID + ".json"
}

// readOwnership reads the output of `chainwatcher ownership`. It returns an error for anything else.
func readOwnership(data []byte) (*ownership, error) {
	o := &ownership{}
	if err := json.Unmarshal(data, o); err != nil {
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

func readOwnershipFile(path string) (*ownership, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return readOwnership(data)
}

// writeOwnership writes the list of tokens as HTML, CSV and JSON, and each claim.
func (x *exporter) writeOwnership(gallery string) error {
	o := x.ownership
	if o == nil {
		return nil
	}
	data, err := json.MarshalIndent(o, "", "  ")
	if err != nil {
		return err
	}
	if err := x.put(ownershipJSON, append(data, '\n')); err != nil {
		return err
	}
	rows := [][]string{{"token_id", "chain_id", "contract", "artwork_id", "edition", "of", "title", "artist", "location", "holder"}}
	for _, t := range o.Tokens {
		rows = append(rows, []string{
			t.TokenID, fmt.Sprint(t.ChainID), t.Contract, t.ArtworkID, fmt.Sprint(t.EditionNumber), fmt.Sprint(t.EditionSize), t.Title, t.Artist, t.Location, t.Holder,
		})
		if name := t.claimFile(); name != "" {
			if err := x.put(name, append(bytes.Clone(t.Claim), '\n')); err != nil {
				return err
			}
		}
	}
	var list bytes.Buffer
	if err := csv.NewWriter(&list).WriteAll(rows); err != nil {
		return err
	}
	if err := x.put(ownershipCSV, list.Bytes()); err != nil {
		return err
	}
	return x.putTemplate(ownershipPage, "ownership", x.ownershipView(gallery))
}

// tokenView is a token with references to its page, to its live work and to its claim.
type tokenView struct {
	token
	Page, Live, ClaimFile string
}

func (x *exporter) ownershipView(gallery string) any {
	pages := map[string]string{} // of artworks, by slug
	for key, t := range x.targets {
		if m := artwork.FindStringSubmatch(key); t.page && m != nil {
			pages[m[1]] = t.name
		}
	}
	view := struct {
		Gallery, Date string
		*ownership
		Tokens []tokenView
	}{Gallery: cmp.Or(x.ownership.Gallery, gallery), Date: x.date(), ownership: x.ownership}
	for _, t := range x.ownership.Tokens {
		v := tokenView{token: t}
		if at := pages[t.Slug]; at != "" {
			v.Page = relative(ownershipPage, at)
		}
		if live, ok := x.live[t.Slug]; ok && t.Hash != "" {
			if w := x.targets[must(x.art.Parse(live.path)).String()]; w != nil && w.name != "" {
				v.Live = relative(ownershipPage, w.name) + "?hash=" + t.Hash
			}
		}
		if name := t.claimFile(); name != "" {
			v.ClaimFile = relative(ownershipPage, name)
		}
		view.Tokens = append(view.Tokens, v)
	}
	return view
}
