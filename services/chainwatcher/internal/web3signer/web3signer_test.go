package web3signer_test

import (
	"bytes"
	"crypto/ecdsa"
	"errors"
	"math/big"
	"net/http"
	"testing"

	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/crypto"

	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/ethereum"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/web3signer"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/web3signer/web3signertest"
)

func newKey(t *testing.T) *ecdsa.PrivateKey {
	t.Helper()
	k, err := crypto.GenerateKey()
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// A remote key gives the same signature as the same key in this process.
func TestRemoteSignature(t *testing.T) {
	t.Parallel()
	mine, other := newKey(t), newKey(t)
	server := web3signertest.Start(t, other, mine)
	remote, err := web3signer.New(web3signer.Options{URL: server.URL + "/"})
	if err != nil {
		t.Fatal(err)
	}
	local := ethereum.LocalKey(mine)
	key := remote.Key(local.Address())
	for _, data := range [][]byte{{1}, bytes.Repeat([]byte{0xfe}, 5000)} {
		got, err := key.Sign(t.Context(), data)
		want, _ := local.Sign(t.Context(), data)
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%d bytes: %x, %v, want %x", len(data), got, err, want)
		}
	}
	if key.Address() != local.Address() {
		t.Errorf("address %s, want %s", key.Address(), local.Address())
	}
	if err := remote.Check(t.Context(), local.Address(), ethereum.LocalKey(newKey(t)).Address()); !errors.Is(err, web3signer.ErrNoKey) {
		t.Errorf("signing for an address without a key: error = %v, want %v", err, web3signer.ErrNoKey)
	}
}

// Only a signature of the right key over the right data in its canonical form is used.
func TestWrongSignaturesAreRefused(t *testing.T) {
	t.Parallel()
	mine, other := newKey(t), newKey(t)
	server := web3signertest.Start(t, mine)
	remote, err := web3signer.New(web3signer.Options{URL: server.URL})
	if err != nil {
		t.Fatal(err)
	}
	local := ethereum.LocalKey(mine)
	key, data := remote.Key(local.Address()), []byte("a transaction")
	reply := func(status int, body string) func(http.ResponseWriter, *http.Request) bool {
		return func(w http.ResponseWriter, r *http.Request) bool {
			if r.Method != http.MethodPost {
				return false
			}
			w.WriteHeader(status)
			_, _ = w.Write([]byte(body))
			return true
		}
	}
	good, _ := local.Sign(t.Context(), data)
	foreign, _ := ethereum.LocalKey(other).Sign(t.Context(), data)
	otherData, _ := local.Sign(t.Context(), []byte("another one"))
	for name, fn := range map[string]func(http.ResponseWriter, *http.Request) bool{
		"another key": reply(http.StatusOK, hexutil.Encode(foreign)),
		"other data":  reply(http.StatusOK, hexutil.Encode(otherData)),
		"a high s":    reply(http.StatusOK, hexutil.Encode(high(good))),
		"short":       reply(http.StatusOK, hexutil.Encode(good[:64])),
		"not hex":     reply(http.StatusOK, "<html>"),
		"unknown key": reply(http.StatusNotFound, ""),
		"an error":    reply(http.StatusInternalServerError, hexutil.Encode(good)),
		"a redirection": func(w http.ResponseWriter, r *http.Request) bool {
			http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
			return true
		},
	} {
		t.Run(name, func(t *testing.T) {
			server.Break(fn)
			if got, err := key.Sign(t.Context(), data); !errors.Is(err, chain.ErrTemporary) {
				t.Errorf("got %x, %v, want %v", got, err, chain.ErrTemporary)
			}
		})
	}
	server.Break(nil)
	if _, err := key.Sign(t.Context(), data); err != nil {
		t.Error(err)
	}
	for _, wrong := range []string{"", "signer:9000", "ftp://signer"} {
		if _, err := web3signer.New(web3signer.Options{URL: wrong}); err == nil {
			t.Errorf("New() with address %q: error = nil, want one", wrong)
		}
	}
}

// high returns the second valid form of a signature, with a high s.
func high(signature []byte) []byte {
	out := bytes.Clone(signature)
	new(big.Int).Sub(crypto.S256().Params().N, new(big.Int).SetBytes(signature[32:64])).FillBytes(out[32:64])
	out[64] = 27 + 28 - out[64]
	return out
}
