// Package id makes identifiers and secrets.
package id

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"

	"github.com/google/uuid"
)

// New is a UUIDv7 in its text form. It sorts roughly by time, which suits
// indexes, but it is never a proof of order.
func New() string { return uuid.Must(uuid.NewV7()).String() }

// Secret is a fresh 256-bit secret: plain goes to a person (base64url, 43
// letters), hash (SHA-256) into the database.
func Secret() (plain string, hash []byte) {
	var b [32]byte
	_, _ = rand.Read(b[:]) // never fails, by its documentation
	plain = base64.RawURLEncoding.EncodeToString(b[:])
	return plain, Hash(plain)
}

// Hash is what is stored of a secret. A 256-bit secret needs no salt.
func Hash(plain string) []byte {
	sum := sha256.Sum256([]byte(plain))
	return sum[:]
}
