// Package certificate makes certificates of authenticity: a claim signed by the gallery, and a PDF that contains it. Anyone can
// verify a claim with only the issuer's address.
package certificate

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	"google.golang.org/protobuf/encoding/protojson"

	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
)

var (
	// ErrMalformed means that a claim's content is impossible, or not in the issued form.
	ErrMalformed = errors.New("the claim is malformed")
	// ErrSignature means that the issuer did not sign the claim: it was changed, or never issued.
	ErrSignature = errors.New("the signature does not fit the claim")
)

// version is the version of the claim's fields; the signature covers it.
const version = 1

// The EIP-712 domain and type. The README documents them for verifiers, so a change needs a new version.
const (
	domainName    = "Vitrine Certificate"
	domainVersion = "1"
	domainType    = "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"
	claimType     = "Certificate(uint32 version,string gallery,uint256 tokenId,uint256 artworkId,uint32 editionNumber,uint32 editionSize," +
		"string title,string artist,uint32 year,bytes32 mintTransaction,uint64 issuedAt,bytes32 mediaHash)"
)

// Issuer signs claims for a gallery.
type Issuer struct {
	Gallery string
	Key     chain.Key
}

// Address returns the EIP-55 address that the issuer's signatures recover to.
func (i Issuer) Address() string { return i.Key.Address() }

// Claim signs a claim about a minted token. mediaHash is empty if no original is stored. It returns ErrMalformed for a token that
// can't be certified, and chain.ErrTemporary if the process with the key doesn't respond.
func (i Issuer) Claim(ctx context.Context, t custody.Token, c chain.Chain, mediaHash string, at time.Time) (*chainv1.CertificateClaim, error) {
	claim := &chainv1.CertificateClaim{
		Version: version, Gallery: plain(i.Gallery), ChainId: c.ID, Contract: c.TokenContract, TokenId: t.TokenID, ArtworkId: t.ArtworkID,
		EditionNumber: t.EditionNumber, EditionSize: t.EditionSize, Title: plain(t.Title), Artist: plain(t.Artist), Year: max(t.Year, 0),
		MintTransactionHash: strings.ToLower(t.MintTx), IssuedAt: at.Unix(), MediaHash: strings.ToLower(mediaHash),
	}
	claim.Issuer = i.Address()
	message, err := encode(claim)
	if err != nil {
		return nil, err
	}
	signature, err := i.Key.Sign(ctx, message)
	if err != nil {
		return nil, err
	}
	claim.Signature = "0x" + hex.EncodeToString(signature)
	return claim, nil
}

// Verify checks that the issuer named in a claim signed exactly this claim. The caller decides whether to trust that issuer. Errors:
// ErrMalformed, ErrSignature.
func Verify(claim *chainv1.CertificateClaim) error {
	digest, err := Digest(claim)
	if err != nil {
		return err
	}
	signature, err := fixed(claim.GetSignature(), crypto.SignatureLength)
	if err != nil {
		return fmt.Errorf("%w: signature: %w", ErrMalformed, err)
	}
	r, s, v := new(big.Int).SetBytes(signature[:32]), new(big.Int).SetBytes(signature[32:64]), signature[64]
	// Every signature has a second form with a high s. Only the low one is valid, so that each claim has one signature.
	if v != 27 && v != 28 || !crypto.ValidateSignatureValues(v-27, r, s, true) {
		return fmt.Errorf("%w: not in its canonical form", ErrSignature)
	}
	signature[64] -= 27
	key, err := crypto.SigToPub(digest, signature)
	if err != nil || crypto.PubkeyToAddress(*key).Hex() != claim.GetIssuer() {
		return ErrSignature
	}
	return nil
}

// Digest returns the signed hash. It returns ErrMalformed for a claim that could not have been issued.
func Digest(c *chainv1.CertificateClaim) ([]byte, error) {
	message, err := encode(c)
	if err != nil {
		return nil, err
	}
	return crypto.Keccak256(message), nil
}

// encode returns the EIP-712 encoding of a claim, whose hash is signed.
func encode(c *chainv1.CertificateClaim) ([]byte, error) {
	mint, err := fixed(c.GetMintTransactionHash(), 32)
	if err != nil {
		return nil, fmt.Errorf("%w: mint transaction: %w", ErrMalformed, err)
	}
	media := make([]byte, 32)
	if c.GetMediaHash() != "" {
		if media, err = fixed(c.GetMediaHash(), 32); err != nil {
			return nil, fmt.Errorf("%w: media hash: %w", ErrMalformed, err)
		}
		if bytes.Equal(media, make([]byte, 32)) {
			return nil, fmt.Errorf("%w: a media hash of zeros", ErrMalformed) // it would read as none
		}
	}
	switch {
	case c.GetVersion() != version:
		return nil, fmt.Errorf("%w: version %d is not known", ErrMalformed, c.GetVersion())
	case c.GetChainId() == 0:
		return nil, fmt.Errorf("%w: no chain", ErrMalformed)
	case !canonical(c.GetContract()) || !canonical(c.GetIssuer()):
		return nil, fmt.Errorf("%w: contract or issuer is not an address with its checksum", ErrMalformed)
	case c.GetEditionNumber() < 1 || c.GetEditionNumber() > c.GetEditionSize() || c.GetEditionSize() >= chain.EditionSpace:
		return nil, fmt.Errorf("%w: edition %d of %d", ErrMalformed, c.GetEditionNumber(), c.GetEditionSize())
	case c.GetArtworkId() < 1 || c.GetArtworkId() > 1<<40 || c.GetTokenId() != chain.TokenID(c.GetArtworkId(), c.GetEditionNumber()):
		return nil, fmt.Errorf("%w: the token is not of this artwork and edition", ErrMalformed)
	case c.GetYear() < 0 || c.GetIssuedAt() <= 0:
		return nil, fmt.Errorf("%w: year or time", ErrMalformed)
	}
	domain := crypto.Keccak256(text(domainType), text(domainName), text(domainVersion), number(int64(c.GetChainId())),
		common.LeftPadBytes(common.HexToAddress(c.GetContract()).Bytes(), 32))
	message := crypto.Keccak256(text(claimType), number(int64(c.GetVersion())), text(c.GetGallery()), number(c.GetTokenId()),
		number(c.GetArtworkId()), number(int64(c.GetEditionNumber())), number(int64(c.GetEditionSize())), text(c.GetTitle()),
		text(c.GetArtist()), number(int64(c.GetYear())), mint, number(c.GetIssuedAt()), media)
	return slices.Concat([]byte{0x19, 0x01}, domain, message), nil
}

// JSON encodes a claim as it is served, attached and printed: in one line, without empty fields.
func JSON(c *chainv1.CertificateClaim) ([]byte, error) {
	data, err := protojson.Marshal(c)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	// protojson inserts random spaces on purpose, but a document must be stable.
	if err := json.Compact(&out, data); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// Parse reads a claim. Unknown fields are ErrMalformed, because the signature wouldn't cover them.
func Parse(data []byte) (*chainv1.CertificateClaim, error) {
	claim := &chainv1.CertificateClaim{}
	if err := protojson.Unmarshal(data, claim); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	return claim, nil
}

func canonical(address string) bool {
	return common.IsHexAddress(address) && common.HexToAddress(address).Hex() == address
}

// fixed parses n bytes of lower-case hex.
func fixed(text string, n int) ([]byte, error) {
	digits, ok := strings.CutPrefix(text, "0x")
	data, err := hex.DecodeString(digits)
	if !ok || err != nil || len(data) != n || digits != strings.ToLower(digits) {
		return nil, fmt.Errorf("not %d bytes of lower-case hex", n)
	}
	return data, nil
}

func text(s string) []byte { return crypto.Keccak256([]byte(s)) }

func number(n int64) []byte { return common.BigToHash(big.NewInt(n)).Bytes() }

// plain returns text as stored in a claim: valid UTF-8 without unprintable characters.
func plain(s string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == 0xfffd {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, " ")))
}
