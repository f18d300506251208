package identity

import (
	"crypto/ed25519"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// The limits of a token's time.
const (
	Lifetime    = lifetime
	Leeway      = leeway
	SkewWindow  = skewWindow
	RereadEvery = rereadEvery
)

// SetClock changes the time of keys.
func (k *Keys) SetClock(now func() time.Time) { k.now = now }

// Skewed counts the refused calls of a caller.
func (k *Keys) Skewed(caller string) prometheus.Counter { return k.skewed.WithLabelValues(caller) }

// Thumbprint names a key.
func Thumbprint(t *testing.T, private ed25519.PrivateKey) string {
	t.Helper()
	jwk, err := publicJWK(private)
	if err != nil {
		t.Fatal(err)
	}
	return jwk.KeyID
}
