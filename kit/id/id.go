// Package id makes identifiers and secrets.
package id

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"

	"github.com/google/uuid"
)

// New returns a UUIDv7 in its text form. It sorts roughly by time, which suits
// indexes, but its order proves nothing.
func New() string { return uuid.Must(uuid.NewV7()).String() }

// Secret returns a new 256-bit secret: plain is for a person (base64url, 43
// letters), hash (SHA-256) for the database.
func Secret() (plain string, hash []byte) {
	var b [32]byte
	_, _ = rand.Read(b[:]) // never fails, by its documentation
	plain = base64.RawURLEncoding.EncodeToString(b[:])
	return plain, Hash(plain)
}

// Hash returns the hash that is stored instead of a secret. A 256-bit secret needs no salt.
func Hash(plain string) []byte {
	sum := sha256.Sum256([]byte(plain))
	return sum[:]
}
