package payments

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/ethereum/go-ethereum/crypto"
	"github.com/google/uuid"
)

// editionsPerArtwork is EDITIONS_PER_ARTWORK of VitrineToken.
const editionsPerArtwork = 1_000_000

// ErrMalformedOrderID is the class of order ids that are no UUID, or not written as OrderID writes them.
var ErrMalformedOrderID = errors.New("malformed order id")

// OrderID is how an order is named on chain: the 16 bytes of its UUID, then 16 zero bytes. Only the usual form with
// hyphens is a UUID here, else ErrMalformedOrderID.
func OrderID(order string) ([32]byte, error) {
	var id [32]byte
	parsed, err := uuid.Parse(order)
	if err != nil || len(order) != len("00000000-0000-0000-0000-000000000000") || parsed == uuid.Nil {
		return id, fmt.Errorf("%w: %q", ErrMalformedOrderID, order)
	}
	copy(id[:], parsed[:])
	return id, nil
}

// OrderUUID is OrderID's way back, in small letters; ErrMalformedOrderID for what OrderID never gives.
func OrderUUID(id [32]byte) (string, error) {
	parsed := uuid.UUID(id[:16])
	if parsed == uuid.Nil || [16]byte(id[16:]) != [16]byte{} {
		return "", fmt.Errorf("%w: 0x%x", ErrMalformedOrderID, id)
	}
	return parsed.String(), nil
}

// TokenID is the token of an edition: artworkID * 1,000,000 + edition, both counted from 1. It is 0, which is never a
// token, for an edition above 999,999, an artwork whose tokens would not fit into an int64, and anything below 1.
func TokenID(artworkID int64, edition int32) int64 {
	if artworkID < 1 || artworkID > math.MaxInt64/editionsPerArtwork-1 || edition < 1 || edition >= editionsPerArtwork {
		return 0
	}
	return artworkID*editionsPerArtwork + int64(edition)
}

// Edition is the inverse of TokenID. It returns zeros for a number that isn't a token id.
func Edition(tokenID int64) (artworkID int64, edition int32) {
	artworkID, edition = tokenID/editionsPerArtwork, int32(tokenID%editionsPerArtwork)
	if TokenID(artworkID, edition) != tokenID {
		return 0, 0
	}
	return artworkID, edition
}

// TokenHash returns the hash from which a live work draws the edition of a token, minted or not, like tokenHash of VitrineToken. It returns
// zeros for a number that isn't a token id.
func TokenHash(tokenID int64) [32]byte {
	artworkID, _ := Edition(tokenID)
	if artworkID == 0 {
		return [32]byte{}
	}
	var word [32]byte
	binary.BigEndian.PutUint64(word[24:], uint64(tokenID))
	return crypto.Keccak256Hash(word[:])
}
