package pushserver

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
)

// Browser has the keys of a subscription.
type Browser struct {
	key  *ecdh.PrivateKey
	auth []byte
}

// NewBrowser makes keys.
func NewBrowser() (*Browser, error) {
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	b := &Browser{key: key, auth: make([]byte, 16)}
	_, _ = rand.Read(b.auth)
	return b, nil
}

// P256DH returns the public key, base64url.
func (b *Browser) P256DH() string {
	return base64.RawURLEncoding.EncodeToString(b.key.PublicKey().Bytes())
}

// Auth returns the secret, base64url.
func (b *Browser) Auth() string { return base64.RawURLEncoding.EncodeToString(b.auth) }

// Decrypt decrypts a message of one record, as a browser does (RFC 8291, RFC 8188).
func (b *Browser) Decrypt(body []byte) ([]byte, error) {
	if len(body) <= headerSize || uint32(len(body)) > headerSize+binary.BigEndian.Uint32(body[16:20]) {
		return nil, errors.New("not a single record of aes128gcm")
	}
	salt, sender, record := body[:16], body[21:headerSize], body[headerSize:]
	peer, err := ecdh.P256().NewPublicKey(sender)
	if err != nil {
		return nil, err
	}
	shared, err := b.key.ECDH(peer)
	if err != nil {
		return nil, err
	}
	info := "WebPush: info\x00" + string(b.key.PublicKey().Bytes()) + string(sender)
	ikm, err := hkdf.Key(sha256.New, shared, b.auth, info, 32)
	if err != nil {
		return nil, err
	}
	key, err := hkdf.Key(sha256.New, ikm, salt, "Content-Encoding: aes128gcm\x00", 16)
	if err != nil {
		return nil, err
	}
	nonce, err := hkdf.Key(sha256.New, ikm, salt, "Content-Encoding: nonce\x00", 12)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		return nil, err
	}
	plain, err := gcm.Open(nil, nonce, record, nil)
	if err != nil {
		return nil, err
	}
	// The last record ends with 2 and zeros.
	plain = bytes.TrimRight(plain, "\x00")
	if len(plain) == 0 || plain[len(plain)-1] != 2 {
		return nil, errors.New("the last record has no delimiter")
	}
	return plain[:len(plain)-1], nil
}
