package auth_test

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"connectrpc.com/connect/v2"
	"github.com/decred/dcrd/dcrec/secp256k1/v4"
	k1 "github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"
	"github.com/golang-jwt/jwt/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/crypto/sha3"

	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/bus"
	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/identity/identitytest"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/kit/service"
	"github.com/vitrine/vitrine/kit/testkit"
	authv1 "github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1/authv1connect"
	"github.com/vitrine/vitrine/services/auth"
)

// fixture is the service on a real port, with a real provider and database.
type fixture struct {
	t        *testing.T
	base     string
	clock    *clock.Fake
	people   *people
	sessions authv1connect.SessionServiceClient
	accounts authv1connect.AccountServiceClient
	passkeys authv1connect.PasskeyServiceClient
	desk     authv1connect.DeskServiceClient
	provider *switchable
	service  *auth.Service
	pool     *pgxpool.Pool
	nats     string
	logged   *testkit.Buffer
}

func setup(t *testing.T, changes ...func(*auth.Config)) *fixture {
	t.Helper()
	return setupWith(t, func(*switchable) {}, changes...)
}

// setupWith is setup with an identity provider that is changed before the service reads it, which is at its start.
func setupWith(t *testing.T, before func(*switchable), changes ...func(*auth.Config)) *fixture {
	t.Helper()
	db := testkit.Postgres(t, migrate) + "&pool_max_conns=4" // each costs a process of Postgres
	pool, err := postgres.Open(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	front := httptest.NewUnstartedServer(nil)
	base := "http://localhost:" + port(front.Listener)
	provider := newProvider(t, base)
	before(provider)
	users := newPeople(t)

	fleet := identitytest.New(t)
	cfg := auth.Default()
	cfg.DatabaseURL, cfg.PublicURL = db, base
	cfg.ServiceKey, cfg.PublicKeysFile = kit.Secret(fleet.Private(t, "auth")), fleet.File
	cfg.OIDCIssuer, cfg.OIDCClientID, cfg.OIDCClientSecret = provider.issuer, provider.client, "secret"
	cfg.OIDCManagementURL = users.url
	cfg.RoleGrants = []string{"id1=approver", "id1=staff", "nobody=staff"}
	cfg.StaffPasskey = false // id1 has roles, and most tests are about any account
	cfg.NATSURL = testkit.NATS(t)
	for _, change := range changes {
		change(&cfg)
	}
	if err := cfg.Validate(); err != nil {
		t.Fatal(err)
	}
	h := &fixture{t: t, base: base, clock: clock.NewFake(time.Now().Truncate(time.Second)), people: users, provider: provider, pool: pool, logged: new(testkit.Buffer)}
	b, err := bus.Dial(t.Context(), cfg.NATSURL, testkit.Log(t))
	if err != nil {
		t.Fatal(err)
	}
	h.nats = cfg.NATSURL
	log := slog.New(slog.NewTextHandler(io.MultiWriter(t.Output(), h.logged), &slog.HandlerOptions{Level: slog.LevelDebug}))
	h.service, err = auth.New(auth.Deps{Config: cfg, Base: service.Base{Pool: pool, Bus: b, Keys: fleet.Keys(t, "auth"), Clock: h.clock, Log: log}})
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	h.service.Mount(mux)
	mux.HandleFunc("GET /en/login/", func(http.ResponseWriter, *http.Request) {})
	front.Config.Handler = mux
	front.Config.Protocols = new(http.Protocols)
	front.Config.Protocols.SetHTTP1(true)
	front.Config.Protocols.SetUnencryptedHTTP2(true)
	front.Start()
	ctx, stop := context.WithCancel(t.Context())
	ran := make(chan error, 1)
	go func() { ran <- h.service.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-ran; err != nil {
			t.Error(err)
		}
		front.Close()
		for range 2 { // Close forgives being called twice
			if err := h.service.Close(); err != nil {
				t.Error(err)
			}
		}
	})
	client := fleet.Client(t, "auth", base)
	h.sessions = authv1connect.NewSessionServiceClient(client)
	h.accounts = authv1connect.NewAccountServiceClient(client)
	h.desk = authv1connect.NewDeskServiceClient(client)
	h.passkeys = authv1connect.NewPasskeyServiceClient(client)
	testkit.Eventually(t, 10*time.Second, func() bool { // Run makes the first key
		res, err := http.Get(base + "/api/auth/.well-known/jwks.json")
		if err != nil {
			return false
		}
		_ = res.Body.Close()
		return res.StatusCode == http.StatusOK
	})
	return h
}

func migrate(ctx context.Context, url string) error {
	cfg := auth.Default()
	cfg.DatabaseURL = url
	return auth.Migrate(ctx, cfg, slog.New(slog.DiscardHandler), nil)
}

func port(l net.Listener) string {
	_, p, _ := net.SplitHostPort(l.Addr().String())
	return p
}

// browser stores cookies and doesn't follow redirects.
type browser struct {
	h    *fixture
	http *http.Client
}

func (h *fixture) browser() *browser {
	jar, _ := cookiejar.New(nil)
	return &browser{h, &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
}

func (b *browser) get(address string) *http.Response {
	b.h.t.Helper()
	res, err := b.http.Get(address)
	if err != nil {
		b.h.t.Fatal(err)
	}
	_ = res.Body.Close()
	return res
}

// login submits the provider's pages and returns the redirect of the callback.
func (b *browser) login(query string) (callback string, landing *url.URL) {
	t := b.h.t
	t.Helper()
	authorize := b.get(b.h.base + "/api/auth/login?" + query).Header.Get("Location")
	if strings.HasPrefix(authorize, "/") {
		u, _ := url.Parse(authorize)
		return "", u
	}
	page := b.get(authorize).Header.Get("Location")
	u, err := url.Parse(page)
	if err != nil {
		t.Fatal(err)
	}
	form := url.Values{"id": {u.Query().Get("authRequestID")}, "username": {"test-user@localhost"}, "password": {"verysecure"}}
	res, err := b.http.PostForm(b.h.provider.issuer+"/login/username", form)
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	location := res.Header.Get("Location")
	if strings.HasPrefix(location, "/") {
		location = b.h.provider.issuer + location
	}
	callback = b.get(location).Header.Get("Location")
	if callback == "" {
		t.Fatalf("the provider returned no Location for %s, want the callback", location)
	}
	landing, err = url.Parse(b.get(callback).Header.Get("Location"))
	if err != nil {
		t.Fatal(err)
	}
	return callback, landing
}

func fragment(u *url.URL) url.Values {
	v, _ := url.ParseQuery(u.EscapedFragment())
	return v
}

// cookies returns the Cookie header that the gateway forwards.
func (b *browser) cookies() string {
	u, _ := url.Parse(b.h.base)
	var out []string
	for _, c := range b.http.Jar.Cookies(u) {
		out = append(out, c.Name+"="+c.Value)
	}
	return strings.Join(out, "; ")
}

func (b *browser) exchange(code, proof string) (*authv1.ExchangeCodeResponse, error) {
	ctx := testkit.WithHeader(testkit.WithHeader(b.h.t.Context(), "Cookie", b.cookies()), "DPoP", proof)
	res, err := b.h.sessions.ExchangeCode(ctx, &authv1.ExchangeCodeRequest{Code: code})
	if err != nil {
		return nil, err
	}
	call, _ := connect.CallInfoForClientContext(ctx)
	if got := call.ResponseHeader().Get("Cache-Control"); got != "no-store" {
		b.h.t.Errorf("Cache-Control = %q, want no-store", got)
	}
	return res, nil
}

// signedIn is a browser that has tokens.
func (h *fixture) signedIn(proof string) *authv1.ExchangeCodeResponse {
	h.t.Helper()
	b := h.browser()
	_, landing := b.login("redirect=/en/")
	tokens, err := b.exchange(fragment(landing).Get("code"), proof)
	if err != nil {
		h.t.Fatalf("%s: error = %v, want nil", landing, err)
	}
	return tokens
}

func (h *fixture) refresh(token, proof string) (*authv1.RefreshTokensResponse, error) {
	return h.sessions.RefreshTokens(testkit.WithHeader(testkit.WithHeader(h.t.Context(), "Authorization", "Bearer "+token), "DPoP", proof), &authv1.RefreshTokensRequest{})
}

// as returns a context with the principal of an access token, as the gateway creates it.
func (h *fixture) as(access string) context.Context {
	h.t.Helper()
	c := h.claims(access)
	p := &identity.Principal{Subject: c["sub"].(string), SessionID: c["sid"].(string)}
	return identity.With(h.t.Context(), p)
}

// claims verifies an access token with the published keys, as the gateway does.
func (h *fixture) claims(access string) jwt.MapClaims {
	h.t.Helper()
	res, err := http.Get(h.base + "/api/auth/.well-known/jwks.json")
	if err != nil {
		h.t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	var set struct{ Keys []struct{ Kid, X, Y string } }
	if err := json.NewDecoder(res.Body).Decode(&set); err != nil {
		h.t.Fatal(err)
	}
	claims := jwt.MapClaims{}
	_, err = jwt.NewParser(jwt.WithValidMethods([]string{"ES256"}), jwt.WithIssuer(h.base), jwt.WithAudience("vitrine"), jwt.WithTimeFunc(h.clock.Now)).
		ParseWithClaims(access, claims, func(t *jwt.Token) (any, error) {
			for _, k := range set.Keys {
				if k.Kid == t.Header["kid"] && t.Header["typ"] == "at+jwt" {
					x, _ := base64.RawURLEncoding.DecodeString(k.X)
					y, _ := base64.RawURLEncoding.DecodeString(k.Y)
					return ecdsa.ParseUncompressedPublicKey(elliptic.P256(), bytes.Join([][]byte{{4}, x, y}, nil))
				}
			}
			return nil, fmt.Errorf("no key %v", t.Header)
		})
	if err != nil {
		h.t.Fatal(err)
	}
	return claims
}

// device is a browser's key for DPoP.
type device struct {
	h   *fixture
	key *ecdsa.PrivateKey
	n   atomic.Int64
}

func (h *fixture) device() *device {
	k, _ := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	return &device{h: h, key: k}
}

func (d *device) proof(method, path string) string { return d.proofAt(method, path, 0, "") }

// proofAt is the proof of a browser whose clock is wrong by off.
func (d *device) proofAt(method, path string, off time.Duration, nonce string) string {
	point, _ := d.key.PublicKey.Bytes()
	claims := jwt.MapClaims{
		"jti": fmt.Sprint(d.n.Add(1)), "htm": method, "htu": d.h.base + path, "iat": d.h.clock.Now().Add(off).Unix(),
	}
	if nonce != "" {
		claims["nonce"] = nonce
	}
	t := jwt.NewWithClaims(jwt.SigningMethodES256, claims)
	t.Header["typ"] = "dpop+jwt"
	t.Header["jwk"] = map[string]string{
		"kty": "EC", "crv": "P-256",
		"x": base64.RawURLEncoding.EncodeToString(point[1:33]), "y": base64.RawURLEncoding.EncodeToString(point[33:]),
	}
	s, err := t.SignedString(d.key)
	if err != nil {
		d.h.t.Fatal(err)
	}
	return s
}

// wallet is a plain Ethereum account.
type wallet struct {
	key     *secp256k1.PrivateKey
	address string
}

func keccak(parts ...[]byte) []byte {
	h := sha3.NewLegacyKeccak256()
	for _, p := range parts {
		h.Write(p)
	}
	return h.Sum(nil)
}

func newWallet(t *testing.T) wallet {
	t.Helper()
	k, err := secp256k1.GeneratePrivateKey()
	if err != nil {
		t.Fatal(err)
	}
	lower := hex.EncodeToString(keccak(k.PubKey().SerializeUncompressed()[1:])[12:])
	sum := hex.EncodeToString(keccak([]byte(lower)))
	out := []byte(lower)
	for i := range out {
		if sum[i] >= '8' {
			out[i] = strings.ToUpper(lower)[i]
		}
	}
	return wallet{k, "0x" + string(out)}
}

// message returns an EIP-4361 message for this site.
func (w wallet) message(h *fixture, nonce string) string {
	host := strings.TrimPrefix(h.base, "http://")
	return fmt.Sprintf("%s wants you to sign in with your Ethereum account:\n%s\n\nSign in to Vitrine\n\nURI: %s/en/login/\nVersion: 1\nChain ID: 31337\nNonce: %s\nIssued At: %s",
		host, w.address, h.base, nonce, h.clock.Now().Format(time.RFC3339))
}

func (w wallet) sign(text string) string {
	compact := k1.SignCompact(w.key, keccak(fmt.Appendf(nil, "\x19Ethereum Signed Message:\n%d%s", len(text), text)), false)
	return "0x" + hex.EncodeToString(append(compact[1:], compact[0]))
}

func (h *fixture) nonce() string {
	h.t.Helper()
	res, err := h.sessions.GetSiweNonce(h.t.Context(), &authv1.GetSiweNonceRequest{})
	if err != nil {
		h.t.Fatal(err)
	}
	if !regexp.MustCompile(`^[A-Za-z0-9]{16,}$`).MatchString(res.GetNonce()) {
		h.t.Errorf("nonce = %q, want 16 or more letters and digits", res.GetNonce())
	}
	return res.GetNonce()
}

func (h *fixture) verify(text, signature, proof string) (*authv1.VerifySiweResponse, error) {
	return h.sessions.VerifySiwe(testkit.WithHeader(h.t.Context(), "DPoP", proof), &authv1.VerifySiweRequest{Message: text, Signature: signature})
}

// want checks an error's code and reason.
func (h *fixture) want(err error, code connect.Code, reason string) {
	h.t.Helper()
	if got, _ := rpc.ReasonOf(err); connect.CodeOf(err) != code || got != reason || err == nil {
		h.t.Errorf("error = %v with reason %q, want %v with %q", err, got, code, reason)
	}
}

func principal(ctx context.Context) *identity.Principal {
	p, _ := identity.From(ctx)
	return p
}

// testkitEventually waits longer than a response of the provider is cached.
func testkitEventually(t *testing.T, fn func() bool) {
	t.Helper()
	testkit.Eventually(t, 15*time.Second, fn)
}
