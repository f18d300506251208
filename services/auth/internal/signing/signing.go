// Package signing implements which keys sign access tokens, and when they are replaced.
package signing

import (
	"context"
	"time"
)

const (
	// keyLead is how long a new key is published before it signs, so that verifiers have fetched it by then.
	keyLead = 15 * time.Minute
	// keyTail is how long a replaced key is still published: longer than a token is valid and a key set is cached.
	keyTail = 24 * time.Hour
)

// Key signs access tokens.
type Key struct {
	ID string
	// DER is the PKCS #8 form of a P-256 key.
	DER       []byte
	CreatedAt time.Time
}

// Current returns the current signing key: the newest that verifiers have fetched, or the oldest if none is old enough. keys are oldest first
// and not empty.
func Current(keys []Key, now time.Time) Key {
	chosen := keys[0]
	for _, k := range keys {
		if now.Sub(k.CreatedAt) >= keyLead {
			chosen = k
		}
	}
	return chosen
}

// Rotated adds a new key if keys is empty or the newest has reached lifetime, and removes keys whose successor has signed long enough.
func Rotated(keys []Key, lifetime time.Duration, now time.Time, fresh func() (Key, error)) ([]Key, error) {
	if n := len(keys); n == 0 || now.Sub(keys[n-1].CreatedAt) >= lifetime {
		k, err := fresh()
		if err != nil {
			return nil, err
		}
		keys = append(keys, k)
	}
	var kept []Key
	for i, k := range keys {
		if i+1 < len(keys) && now.Sub(keys[i+1].CreatedAt) >= keyLead+keyTail {
			continue
		}
		kept = append(kept, k)
	}
	return kept, nil
}

// Store stores the keys that sign access tokens.
type Store interface {
	// SigningKeys returns all keys, oldest first.
	SigningKeys(ctx context.Context) ([]Key, error)
	// ReplaceKeys changes the keys under a lock that replicas share.
	ReplaceKeys(ctx context.Context, change func([]Key) ([]Key, error)) error
}
