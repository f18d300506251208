package identity

import (
	"crypto/ed25519"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
)

// The limits of a token's time.
const (
	Lifetime    = lifetime
	Leeway      = leeway
	SkewWindow  = skewWindow
	RereadEvery = rereadEvery
)

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
