// Package web3signer signs with keys in another process: a server with the API of Web3Signer, in front of a key
// management service, an HSM or Vault.
package web3signer

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/vitrine/vitrine/kit/httpclient"
	"github.com/vitrine/vitrine/kit/metrics"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

const (
	// callTimeout limits one request. An HSM signs within a second.
	callTimeout = 5 * time.Second
	// mostBytes limits a response: a list of a thousand keys.
	mostBytes = 256 << 10
)

// ErrNoKey means that the server doesn't hold the key of an address.
var ErrNoKey = errors.New("the signer doesn't have the key of this address")

// Options are the server's address and, for TLS, the files with its authority and with our certificate and its key. Empty files use
// the system's authorities and no certificate.
type Options struct{ URL, CAFile, CertFile, KeyFile string }

// Server is a remote signer. It is safe for concurrent use.
type Server struct {
	url     string
	client  *http.Client
	seconds *prometheus.HistogramVec

	mu sync.Mutex
	// names are the identifiers of known keys.
	names map[common.Address]string
}

// New reads the files and connects to nothing.
func New(o Options) (*Server, error) {
	u, err := url.Parse(o.URL)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, errors.New("not an http or https address")
	}
	config := &tls.Config{MinVersion: tls.VersionTLS12}
	if o.CAFile != "" {
		pem, err := os.ReadFile(o.CAFile)
		if err != nil {
			return nil, err
		}
		config.RootCAs = x509.NewCertPool()
		if !config.RootCAs.AppendCertsFromPEM(pem) {
			return nil, fmt.Errorf("%s holds no certificate", o.CAFile)
		}
	}
	if o.CertFile != "" || o.KeyFile != "" {
		pair, err := tls.LoadX509KeyPair(o.CertFile, o.KeyFile)
		if err != nil {
			return nil, err
		}
		config.Certificates = []tls.Certificate{pair}
	}
	return &Server{
		seconds: metrics.Histogram("chainwatcher_signer_seconds", "Duration of calls to the remote signer.", "operation", "outcome"),
		url:     strings.TrimSuffix(o.URL, "/"), names: map[common.Address]string{},
		client: &http.Client{
			Timeout: callTimeout, Transport: &http.Transport{TLSClientConfig: config, ForceAttemptHTTP2: true, MaxIdleConnsPerHost: 4, IdleConnTimeout: time.Minute},
			CheckRedirect: httpclient.RefuseRedirects,
		},
	}, nil
}

// Key returns the server's key of an address. It connects on the first signature.
func (s *Server) Key(address string) chain.Key { return key{s, common.HexToAddress(address)} }

// Check returns ErrNoKey if the server doesn't have the keys of all addresses, and chain.ErrTemporary if it doesn't respond.
func (s *Server) Check(ctx context.Context, addresses ...string) error {
	for _, a := range addresses {
		if _, err := s.name(ctx, common.HexToAddress(a)); err != nil {
			return err
		}
	}
	return nil
}

// name returns the identifier of an address's key: its public key.
func (s *Server) name(ctx context.Context, a common.Address) (string, error) {
	s.mu.Lock()
	name, known := s.names[a]
	s.mu.Unlock()
	if known {
		return name, nil
	}
	body, err := s.call(ctx, "keys", http.MethodGet, "/api/v1/eth1/publicKeys", nil)
	if err != nil {
		return "", err
	}
	var list []string
	if err := json.Unmarshal(body, &list); err != nil {
		return "", fmt.Errorf("%w: the signer's list of keys: %w", chain.ErrTemporary, err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, key := range list {
		point, err := hex.DecodeString(strings.TrimPrefix(key, "0x"))
		if err != nil {
			continue
		}
		if len(point) == 64 {
			point = append([]byte{4}, point...)
		}
		if public, err := crypto.UnmarshalPubkey(point); err == nil {
			s.names[crypto.PubkeyToAddress(*public)] = key
		}
	}
	if name, known = s.names[a]; !known {
		return "", fmt.Errorf("%w: %s", ErrNoKey, a)
	}
	return name, nil
}

// call returns the body of a response with status 200, and measures it as an operation.
func (s *Server) call(ctx context.Context, operation, method, path string, body []byte) (text []byte, err error) {
	began := time.Now()
	defer func() {
		outcome := "ok"
		if err != nil {
			outcome = "failed"
		}
		s.seconds.WithLabelValues(operation, outcome).Observe(time.Since(began).Seconds())
	}()
	req, err := http.NewRequestWithContext(ctx, method, s.url+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	res, err := s.client.Do(req)
	if err != nil {
		return nil, fmt.Errorf("%w: the signer: %w", chain.ErrTemporary, err)
	}
	defer func() { _ = res.Body.Close() }()
	text, err = io.ReadAll(io.LimitReader(res.Body, mostBytes))
	if err != nil {
		return nil, fmt.Errorf("%w: the signer: %w", chain.ErrTemporary, err)
	}
	if res.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%w: the signer responded with status %d", chain.ErrTemporary, res.StatusCode)
	}
	return text, nil
}

// key implements chain.Key.
type key struct {
	server  *Server
	address common.Address
}

// Address implements chain.Key.
func (k key) Address() string { return k.address.Hex() }

// Sign implements chain.Key. The server hashes the data itself, so it may check what it signs. A signature that isn't the address's
// is refused: a wrong one would spend a nonce or a quote for nothing.
func (k key) Sign(ctx context.Context, data []byte) ([]byte, error) {
	name, err := k.server.name(ctx, k.address)
	if err != nil {
		return nil, err
	}
	body, err := json.Marshal(map[string]string{"data": "0x" + hex.EncodeToString(data)})
	if err != nil {
		return nil, err
	}
	text, err := k.server.call(ctx, "sign", http.MethodPost, "/api/v1/eth1/sign/"+url.PathEscape(name), body)
	if err != nil {
		return nil, err
	}
	signature, err := hex.DecodeString(strings.TrimPrefix(strings.TrimSpace(string(text)), "0x"))
	if err != nil || len(signature) != crypto.SignatureLength {
		return nil, fmt.Errorf("%w: the signer's signature isn't 65 bytes of hex", chain.ErrTemporary)
	}
	if signature[crypto.RecoveryIDOffset] >= 27 {
		signature[crypto.RecoveryIDOffset] -= 27
	}
	r, v := new(big.Int).SetBytes(signature[:32]), signature[crypto.RecoveryIDOffset]
	public, err := crypto.SigToPub(crypto.Keccak256(data), slices.Clone(signature))
	if err != nil || !crypto.ValidateSignatureValues(v, r, new(big.Int).SetBytes(signature[32:64]), true) || crypto.PubkeyToAddress(*public) != k.address {
		return nil, fmt.Errorf("%w: the signer's signature isn't of %s", chain.ErrTemporary, k.address)
	}
	signature[crypto.RecoveryIDOffset] = v + 27
	return signature, nil
}
