package session

import "time"

const (
	// keyLead is how long a new key is published before it signs, so that verifiers have fetched it by then.
	keyLead = 15 * time.Minute
	// keyTail is how long a replaced key is still published: longer than a token is valid and a key set is cached.
	keyTail = 24 * time.Hour
)

// SigningKey signs access tokens.
type SigningKey struct {
	ID string
	// DER is the PKCS #8 form of a P-256 key.
	DER       []byte
	CreatedAt time.Time
}

// Signing returns the current signing key: the newest that verifiers have fetched, or the oldest if none is old enough. keys are oldest first
// and not empty.
func Signing(keys []SigningKey, now time.Time) SigningKey {
	chosen := keys[0]
	for _, k := range keys {
		if now.Sub(k.CreatedAt) >= keyLead {
			chosen = k
		}
	}
	return chosen
}

// Rotated adds a new key if keys is empty or the newest has reached lifetime, and removes keys whose successor has signed long enough.
func Rotated(keys []SigningKey, lifetime time.Duration, now time.Time, fresh func() (SigningKey, error)) ([]SigningKey, error) {
	if n := len(keys); n == 0 || now.Sub(keys[n-1].CreatedAt) >= lifetime {
		k, err := fresh()
		if err != nil {
			return nil, err
		}
		keys = append(keys, k)
	}
	var kept []SigningKey
	for i, k := range keys {
		if i+1 < len(keys) && now.Sub(keys[i+1].CreatedAt) >= keyLead+keyTail {
			continue
		}
		kept = append(kept, k)
	}
	return kept, nil
}
