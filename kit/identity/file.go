package identity

import (
	"crypto"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/go-jose/go-jose/v4"
)

// NewKey returns a new private key in the form that ParseKey reads.
func NewKey() (string, error) {
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return "", err
	}
	der, err := x509.MarshalPKCS8PrivateKey(private)
	return base64.StdEncoding.EncodeToString(der), err
}

// ParseKey reads an Ed25519 private key in PKCS #8, as PEM or as its base64 in one line without the PEM header and footer.
func ParseKey(text string) (ed25519.PrivateKey, error) {
	var der []byte
	if block, _ := pem.Decode([]byte(strings.TrimSpace(text) + "\n")); block != nil {
		der = block.Bytes
	} else {
		der, _ = base64.StdEncoding.DecodeString(strings.TrimSpace(text))
	}
	// The parser's errors could contain the key.
	parsed, err := x509.ParsePKCS8PrivateKey(der)
	private, ok := parsed.(ed25519.PrivateKey)
	if err != nil || !ok {
		return nil, errors.New("not an Ed25519 private key in PKCS #8, as PEM or its base64")
	}
	return private, nil
}

// AddPublic adds the public key of a private key to the keys of service in a file of public keys, which it creates if it doesn't exist.
// Earlier keys of the service stay.
func AddPublic(file, service, privateKey string) error {
	private, err := ParseKey(privateKey)
	if err != nil {
		return err
	}
	key, err := publicJWK(private)
	if err != nil {
		return err
	}
	sets := map[string]jose.JSONWebKeySet{}
	content, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(content, &sets)
	} else if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	set := sets[service]
	if len(set.Key(key.KeyID)) > 0 {
		return nil
	}
	set.Keys = append(set.Keys, key)
	sets[service] = set
	if content, err = json.MarshalIndent(sets, "", "  "); err != nil {
		return err
	}
	if _, err := parsePublic(content); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	// Other processes may read the file at any time, so replace it atomically.
	next, err := os.CreateTemp(filepath.Dir(file), ".public-keys-*")
	if err != nil {
		return err
	}
	_, err = next.Write(append(content, '\n'))
	if err = errors.Join(err, next.Chmod(0o644), next.Close()); err == nil {
		err = os.Rename(next.Name(), file)
	}
	if err != nil {
		_ = os.Remove(next.Name())
	}
	return err
}

// parsePublic reads a file of public keys: process → JSON Web Key Set.
func parsePublic(content []byte) (map[string]publicKey, error) {
	var sets map[string]jose.JSONWebKeySet
	if err := json.Unmarshal(content, &sets); err != nil {
		return nil, err
	}
	known := map[string]publicKey{}
	for service, set := range sets {
		for i, jwk := range set.Keys {
			key, ok := jwk.Key.(ed25519.PublicKey)
			if !ok {
				return nil, fmt.Errorf("%s: key %d is not a public Ed25519 key", service, i+1)
			}
			id, err := thumbprint(key)
			if err != nil {
				return nil, err
			}
			if other, has := known[id]; has && other.service != service {
				return nil, fmt.Errorf("%s and %s have the same key", service, other.service)
			}
			known[id] = publicKey{service, key}
		}
	}
	return known, nil
}

func publicJWK(private ed25519.PrivateKey) (jose.JSONWebKey, error) {
	key, ok := private.Public().(ed25519.PublicKey)
	if !ok {
		return jose.JSONWebKey{}, errors.New("not an Ed25519 key")
	}
	id, err := thumbprint(key)
	return jose.JSONWebKey{Key: key, KeyID: id, Algorithm: string(jose.EdDSA), Use: "sig"}, err
}

// thumbprint identifies a key (RFC 7638), so that the file needs no key names.
func thumbprint(key ed25519.PublicKey) (string, error) {
	sum, err := (&jose.JSONWebKey{Key: key}).Thumbprint(crypto.SHA256)
	return base64.RawURLEncoding.EncodeToString(sum), err
}
