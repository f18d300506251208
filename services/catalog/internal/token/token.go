// Package token computes the token ids of editions like the token contract.
package token

import (
	"encoding/binary"
	"encoding/hex"

	"golang.org/x/crypto/sha3"
)

// perArtwork is EDITIONS_PER_ARTWORK of the contract.
const perArtwork = 1_000_000

// ID returns the token of an edition. Both numbers count from 1.
func ID(artworkID int64, edition int) int64 { return artworkID*perArtwork + int64(edition) }

// Hash returns the input that a live work draws an edition from, in hex with 0x: the contract's tokenHash, keccak256 of the token's id as
// 32 big-endian bytes.
func Hash(artworkID int64, edition int) string {
	var word [32]byte
	binary.BigEndian.PutUint64(word[24:], uint64(ID(artworkID, edition)))
	h := sha3.NewLegacyKeccak256()
	_, _ = h.Write(word[:])
	return "0x" + hex.EncodeToString(h.Sum(nil))
}

// Edition is the inverse of ID.
func Edition(id int64) (artworkID int64, edition int) { return id / perArtwork, int(id % perArtwork) }
