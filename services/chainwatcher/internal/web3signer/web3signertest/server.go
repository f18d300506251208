// Package web3signertest runs a server with Web3Signer's interface for keys of tests.
package web3signertest

import (
	"crypto/ecdsa"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/ethereum/go-ethereum/crypto"
)

// Server is a signer for tests.
type Server struct {
	URL string

	mu   sync.Mutex
	keys map[string]*ecdsa.PrivateKey
	// signed counts the signatures of each address.
	signed map[string]int
	broken func(w http.ResponseWriter, r *http.Request) bool
}

// Start serves the keys until the test ends.
func Start(t *testing.T, keys ...*ecdsa.PrivateKey) *Server {
	t.Helper()
	s := &Server{keys: map[string]*ecdsa.PrivateKey{}, signed: map[string]int{}}
	for _, k := range keys {
		s.keys["0x"+hex.EncodeToString(crypto.FromECDSAPub(&k.PublicKey)[1:])] = k
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/v1/eth1/publicKeys", s.list)
	mux.HandleFunc("POST /api/v1/eth1/sign/{identifier}", s.sign)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		broken := s.broken
		s.mu.Unlock()
		if broken == nil || !broken(w, r) {
			mux.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(server.Close)
	s.URL = server.URL
	return s
}

// Break passes requests to fn first, which reports whether it has responded; nil ends it.
func (s *Server) Break(fn func(w http.ResponseWriter, r *http.Request) bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.broken = fn
}

// Signed returns how often an address has signed.
func (s *Server) Signed(address string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.signed[address]
}

func (s *Server) list(w http.ResponseWriter, _ *http.Request) {
	out := []string{}
	for name := range s.keys {
		out = append(out, name)
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(out)
}

func (s *Server) sign(w http.ResponseWriter, r *http.Request) {
	key, known := s.keys[r.PathValue("identifier")]
	if !known {
		http.Error(w, "", http.StatusNotFound)
		return
	}
	var body struct{ Data string }
	err := json.NewDecoder(r.Body).Decode(&body)
	data, e := hex.DecodeString(strings.TrimPrefix(body.Data, "0x"))
	if err != nil || e != nil || body.Data == "" {
		http.Error(w, "", http.StatusBadRequest)
		return
	}
	signature, err := crypto.Sign(crypto.Keccak256(data), key)
	if err != nil {
		http.Error(w, "", http.StatusInternalServerError)
		return
	}
	signature[crypto.RecoveryIDOffset] += 27
	s.mu.Lock()
	s.signed[crypto.PubkeyToAddress(key.PublicKey).Hex()]++
	s.mu.Unlock()
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = w.Write([]byte("0x" + hex.EncodeToString(signature)))
}
