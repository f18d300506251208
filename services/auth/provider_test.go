package auth_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/golang-jwt/jwt/v5"
	"github.com/zitadel/oidc/v3/example/server/storage"
	"github.com/zitadel/oidc/v3/pkg/op"
)

var (
	clients    sync.Mutex // the example storage registers clients in a global map
	clientName atomic.Int64
)

// switchable is a real OpenID provider that can be switched off.
type switchable struct {
	issuer, client string
	store          *storage.Storage
	away           atomic.Bool
	// claims are added to those of the next ID tokens.
	claims atomic.Pointer[jwt.MapClaims]
	// noLogout removes the logout endpoint from the discovery document.
	noLogout atomic.Bool
}

func newProvider(t *testing.T, base string) *switchable {
	t.Helper()
	p := &switchable{client: fmt.Sprintf("client-%d", clientName.Add(1))}
	s := httptest.NewUnstartedServer(nil)
	p.issuer = "http://localhost:" + port(s.Listener)
	clients.Lock()
	client := storage.WebClient(p.client, "secret", base+"/api/auth/callback")
	store := storage.NewStorageWithClients(storage.NewUserStore(p.issuer), map[string]*storage.Client{p.client: client})
	clients.Unlock()
	p.store = store
	router := exampleProvider(t, p.issuer, store)
	s.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if p.away.Load() {
			http.Error(w, "away", http.StatusServiceUnavailable)
			return
		}
		if claims := p.claims.Load(); claims != nil && r.URL.Path == "/oauth/token" {
			p.token(t, w, r, router, *claims)
			return
		}
		if p.noLogout.Load() && r.URL.Path == "/.well-known/openid-configuration" {
			w = withoutLogout{w}
		}
		router.ServeHTTP(w, r)
	})
	s.Start()
	t.Cleanup(s.Close)
	return p
}

// exampleProvider has the login of the library's example, exampleop.SetupServer, which can't be used itself: it sets a global variable that the
// providers of other tests read.
func exampleProvider(t *testing.T, issuer string, store *storage.Storage) http.Handler {
	t.Helper()
	config := &op.Config{
		CryptoKey: sha256.Sum256([]byte("test")), DefaultLogoutRedirectURI: "/logged-out", CodeMethodS256: true, AuthMethodPost: true,
		GrantTypeRefreshToken: true, RequestObjectSupported: true,
	}
	provider, err := op.NewProvider(config, store, op.StaticIssuer(issuer), op.WithAllowInsecure(), op.WithLogger(slog.New(slog.DiscardHandler)))
	if err != nil {
		t.Fatal(err)
	}
	callback := op.AuthCallbackURL(provider)
	login := func(w http.ResponseWriter, r *http.Request) {
		id := r.PostFormValue("id")
		if err := store.CheckUsernamePassword(r.PostFormValue("username"), r.PostFormValue("password"), id); err != nil {
			http.Error(w, err.Error(), http.StatusForbidden)
			return
		}
		http.Redirect(w, r, callback(r.Context(), id), http.StatusFound)
	}
	mux := http.NewServeMux()
	mux.Handle("POST /login/username", op.NewIssuerInterceptor(provider.IssuerFromRequest).HandlerFunc(login))
	mux.HandleFunc("GET /login/username", func(http.ResponseWriter, *http.Request) {})
	mux.HandleFunc("GET /logged-out", func(http.ResponseWriter, *http.Request) {})
	mux.Handle("/", provider)
	return mux
}

// withoutLogout renames the logout endpoint in a discovery document.
type withoutLogout struct{ http.ResponseWriter }

func (w withoutLogout) Write(b []byte) (int, error) {
	_, err := w.ResponseWriter.Write(bytes.ReplaceAll(b, []byte("end_session_endpoint"), []byte("end_session_endp0int")))
	return len(b), err
}

// token sends the provider's response with other claims in its ID token.
func (p *switchable) token(t *testing.T, w http.ResponseWriter, r *http.Request, router http.Handler, change jwt.MapClaims) {
	recorded := httptest.NewRecorder()
	router.ServeHTTP(recorded, r)
	var reply map[string]any
	claims := jwt.MapClaims{}
	if err := json.Unmarshal(recorded.Body.Bytes(), &reply); err != nil || reply["id_token"] == nil {
		t.Errorf("the provider's response has no ID token (%v)", err)
		return
	}
	if _, _, err := jwt.NewParser().ParseUnverified(reply["id_token"].(string), claims); err != nil {
		t.Error(err)
	}
	maps.Copy(claims, change)
	reply["id_token"] = p.sign(t, "", claims)
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(reply)
}

// sign returns a token of a type, which is left out if it is empty.
func (p *switchable) sign(t *testing.T, typ string, claims jwt.MapClaims) string {
	key, err := p.store.SigningKey(t.Context())
	if err != nil {
		t.Error(err)
		return ""
	}
	token := jwt.NewWithClaims(jwt.SigningMethodRS256, claims)
	token.Header["kid"], token.Header["typ"] = key.ID(), typ
	if typ == "" {
		delete(token.Header, "typ")
	}
	text, err := token.SignedString(key.Key())
	if err != nil {
		t.Error(err)
	}
	return text
}

// people is the provider's management API.
type people struct {
	url string

	mu    sync.Mutex
	user  map[string]any
	away  bool
	gone  string // returned with 404 instead of the user
	mails []string
}

func newPeople(t *testing.T) *people {
	t.Helper()
	p := &people{user: map[string]any{"email": "test-user@zitadel.ch", "email_verified": true}}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /oauth/token", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"access_token":"machine","expires_in":3600}`)
	})
	mux.HandleFunc("GET /api/v2/users/{id}", func(w http.ResponseWriter, r *http.Request) {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.away || r.Header.Get("Authorization") != "Bearer machine" {
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
		if p.gone != "" {
			w.WriteHeader(http.StatusNotFound)
			_, _ = io.WriteString(w, p.gone)
			return
		}
		_ = json.NewEncoder(w).Encode(p.user)
	})
	mux.HandleFunc("POST /api/v2/jobs/verification-email", func(w http.ResponseWriter, r *http.Request) {
		var in struct {
			UserID string `json:"user_id"`
		}
		_ = json.NewDecoder(r.Body).Decode(&in)
		p.mu.Lock()
		defer p.mu.Unlock()
		p.mails = append(p.mails, in.UserID)
		w.WriteHeader(http.StatusCreated)
	})
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	p.url = s.URL
	return p
}

// error404 is the body of a 404 response.
func (p *people) error404(body string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.gone = body
}

func (p *people) set(field string, v any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.user[field] = v
}
