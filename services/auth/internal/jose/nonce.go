package jose

import (
	"context"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"time"

	"github.com/vitrine/vitrine/services/auth/internal/signing"
)

const (
	// nonceLifetime is how long a nonce proves the age of a proof from a browser whose clock is wrong.
	nonceLifetime = 10 * time.Minute
	nonceTime     = 8 // bytes
)

// Nonce returns a nonce for DPoP proofs (RFC 9449, section 8). It is not stored: it contains its expiry and an HMAC with a key that is
// derived from the signing key of access tokens, so all replicas can verify it, and it rotates with that key.
func (k *Keyring) Nonce(ctx context.Context) (string, error) {
	keys, _, err := k.load(ctx)
	if err != nil {
		return "", err
	}
	now := k.clock.Now()
	end := binary.BigEndian.AppendUint64(nil, uint64(now.Add(nonceLifetime).Unix()))
	mac, err := nonceMAC(signing.Current(keys, now), end)
	return base64.RawURLEncoding.EncodeToString(append(end, mac...)), err
}

// nonceUntil returns when a nonce expires, or false for one that has expired or isn't ours.
func (k *Keyring) nonceUntil(ctx context.Context, nonce string) (until time.Time, ok bool, err error) {
	raw := make([]byte, nonceTime+sha256.Size)
	if len(nonce) != base64.RawURLEncoding.EncodedLen(len(raw)) {
		return time.Time{}, false, nil
	}
	if _, bad := base64.RawURLEncoding.Decode(raw, []byte(nonce)); bad != nil {
		return time.Time{}, false, nil //nolint:nilerr // the caller sent a text that isn't a nonce
	}
	keys, _, err := k.load(ctx)
	if err != nil {
		return time.Time{}, false, err
	}
	end, mac := raw[:nonceTime], raw[nonceTime:]
	for _, key := range keys {
		want, err := nonceMAC(key, end)
		if err != nil {
			return time.Time{}, false, err
		}
		if hmac.Equal(mac, want) {
			until = time.Unix(int64(binary.BigEndian.Uint64(end)), 0)
			return until, k.clock.Now().Before(until), nil
		}
	}
	return time.Time{}, false, nil
}

func nonceMAC(key signing.Key, data []byte) ([]byte, error) {
	secret, err := hkdf.Key(sha256.New, key.DER, nil, "vitrine dpop nonce", sha256.Size)
	if err != nil {
		return nil, err
	}
	mac := hmac.New(sha256.New, secret)
	mac.Write(data)
	return mac.Sum(nil), nil
}
