package pushserver

import (
	"crypto/ecdh"
	"encoding/base64"
	"testing"
)

// BrowserOf returns the browser with given keys, base64url.
func BrowserOf(t *testing.T, private, auth string) *Browser {
	t.Helper()
	raw, err := base64.RawURLEncoding.DecodeString(private)
	if err != nil {
		t.Fatal(err)
	}
	key, err := ecdh.P256().NewPrivateKey(raw)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := base64.RawURLEncoding.DecodeString(auth)
	if err != nil {
		t.Fatal(err)
	}
	return &Browser{key: key, auth: secret}
}
