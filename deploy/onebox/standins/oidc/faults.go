package oidc

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"strings"
	"time"

	jose "github.com/go-jose/go-jose/v4"

	"github.com/vitrine/vitrine/kit/id"
)

// Faults are what other providers do in another way, or do wrong. The zero value has none.
type Faults struct {
	// ClockAhead is how far the provider's clock is ahead, negative for behind.
	ClockAhead Duration `json:"clockAhead"`
	// AuthTimeOnRequest leaves auth_time out of ID tokens, unless the login requested it with max_age.
	AuthTimeOnRequest bool `json:"authTimeOnRequest"`
	// Claims replace those of ID tokens and userinfo, and Document the fields of the discovery document; null removes one. Without an email
	// in the ID token, clients read the userinfo.
	Claims   map[string]any `json:"claims"`
	Document map[string]any `json:"document"`
	// Algorithm signs ID tokens and userinfo: RS256 if empty, PS256, or HS256, which the gallery refuses.
	Algorithm string `json:"algorithm"`
	// SignedUserinfo sends userinfo as a signed token.
	SignedUserinfo bool `json:"signedUserinfo"`
	// PushedOnly accepts only logins whose parameters were pushed (RFC 9126).
	PushedOnly bool `json:"pushedOnly"`
	// Issuer is the iss of callbacks (RFC 9207); empty sends none.
	Issuer string `json:"issuer"`
	// Failing makes the endpoint with this path respond with status 500 and a body that contains the request's data.
	Failing string `json:"failing"`
}

// Duration is written as in 90s.
type Duration time.Duration

// UnmarshalText implements encoding.TextUnmarshaler.
func (d *Duration) UnmarshalText(text []byte) error {
	parsed, err := time.ParseDuration(string(text))
	*d = Duration(parsed)
	return err
}

// SetFaults changes the faults from the next request on.
func (p *Provider) SetFaults(f Faults) { p.faults.Store(&f) }

// ReplaceKey replaces the signing key by another one with the same id.
func (p *Provider) ReplaceKey(ctx context.Context) error {
	made, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		return err
	}
	der, err := x509.MarshalPKCS8PrivateKey(made)
	if err != nil {
		return err
	}
	next := &key{p.store.key.Load().id, made}
	if _, err := p.pool.Exec(ctx, `UPDATE signing_keys SET pkcs8 = $2 WHERE id = $1`, next.id, der); err != nil {
		return err
	}
	p.store.key.Store(next)
	return nil
}

// LogOut sends the gallery a logout token (Back-Channel Logout 1.0) and returns the status of the response. The claims replace those of the
// token; nil removes one. The standard's type is logout+jwt.
func (p *Provider) LogOut(ctx context.Context, typ string, claims map[string]any) (int, error) {
	now := time.Now().Add(time.Duration(p.faults.Load().ClockAhead))
	text, err := p.sign(typ, replace(map[string]any{
		"iss": p.o.Issuer, "aud": p.o.ClientID, "jti": id.New(), "iat": now.Unix(), "exp": now.Add(2 * time.Minute).Unix(),
		"events": map[string]any{"http://schemas.openid.net/event/backchannel-logout": map[string]any{}},
	}, claims))
	if err != nil {
		return 0, err
	}
	body := strings.NewReader(url.Values{"logout_token": {text}}.Encode())
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, p.o.PublicURL+"/api/auth/backchannel-logout", body)
	if err != nil {
		return 0, err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, err
	}
	return res.StatusCode, res.Body.Close()
}

func replace(fields, by map[string]any) map[string]any {
	maps.Copy(fields, by)
	maps.DeleteFunc(fields, func(_ string, v any) bool { return v == nil })
	return fields
}

// sign returns a signed token of a type.
func (p *Provider) sign(typ string, claims map[string]any) (string, error) {
	k := p.store.key.Load()
	algorithm, signer := jose.SignatureAlgorithm(cmp.Or(p.faults.Load().Algorithm, string(jose.RS256))), any(k.signer)
	if algorithm == jose.HS256 {
		signer = p.secret[:]
	}
	options := new(jose.SignerOptions)
	if typ != "" {
		options.WithType(jose.ContentType(typ))
	}
	s, err := jose.NewSigner(jose.SigningKey{Algorithm: algorithm, Key: jose.JSONWebKey{Key: signer, KeyID: k.id}}, options)
	if err != nil {
		return "", err
	}
	payload, err := json.Marshal(claims)
	if err != nil {
		return "", err
	}
	signed, err := s.Sign(payload)
	if err != nil {
		return "", err
	}
	return signed.CompactSerialize()
}

// faulty applies the faults to what next responds.
func (p *Provider) faulty(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		f := p.faults.Load()
		switch path := r.URL.Path; {
		case reflect.DeepEqual(*f, Faults{}):
			next.ServeHTTP(w, r)
		case f.Failing != "" && path == f.Failing:
			_ = r.ParseForm()
			http.Error(w, fmt.Sprint(r.Form, r.Header.Get("Authorization")), http.StatusInternalServerError)
		case path == "/par":
			p.push(w, r)
		case path == "/authorize" && !p.admit(r, f):
			http.Error(w, "push the parameters first", http.StatusBadRequest)
		default:
			recorded := httptest.NewRecorder()
			next.ServeHTTP(recorded, r)
			if err := p.alter(recorded, path, f); err != nil {
				p.o.Log.ErrorContext(r.Context(), "identity provider", "error", err)
			}
			maps.Copy(w.Header(), recorded.Header())
			w.WriteHeader(recorded.Code)
			_, _ = w.Write(recorded.Body.Bytes())
		}
	})
}

// push stores the parameters of a login.
func (p *Provider) push(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	form := credentials(r)
	if p.store.AuthorizeClientIDSecret(r.Context(), form.Get("client_id"), form.Get("client_secret")) != nil {
		reply(w, http.StatusUnauthorized, map[string]any{"error": "invalid_client"})
		return
	}
	name := "urn:ietf:params:oauth:request_uri:" + rand.Text()
	form.Del("client_secret")
	p.pushed.Store(name, form)
	reply(w, http.StatusCreated, map[string]any{"request_uri": name, "expires_in": 60})
}

// admit replaces a request's reference by the parameters that were pushed, and reports whether the login may go on.
func (p *Provider) admit(r *http.Request, f *Faults) bool {
	form, pushed := p.pushed.LoadAndDelete(r.URL.Query().Get("request_uri"))
	if pushed {
		r.URL.RawQuery = form.(url.Values).Encode()
	}
	if q := r.URL.Query(); q.Has("max_age") {
		p.aged.Store(q.Get("nonce"), true)
	}
	return pushed || !f.PushedOnly
}

func (p *Provider) alter(w *httptest.ResponseRecorder, path string, f *Faults) error {
	if location := w.Header().Get("Location"); f.Issuer != "" && strings.HasPrefix(path, "/authorize") && strings.HasPrefix(location, "http") { // the callback
		w.Header().Set("Location", location+"&iss="+url.QueryEscape(f.Issuer))
	}
	var fields map[string]any
	if kind := w.Header().Get("Content-Type"); w.Code != http.StatusOK || !strings.HasPrefix(kind, "application/json") {
		return nil
	}
	if err := json.Unmarshal(w.Body.Bytes(), &fields); err != nil {
		return err
	}
	var body []byte
	var err error
	switch path {
	case "/.well-known/openid-configuration":
		fields["pushed_authorization_request_endpoint"] = p.o.Issuer + "/par"
		fields["require_pushed_authorization_requests"] = f.PushedOnly
		fields["authorization_response_iss_parameter_supported"] = f.Issuer != ""
		body, err = json.Marshal(replace(fields, f.Document))
	case "/userinfo":
		if replace(fields, f.Claims); f.SignedUserinfo {
			w.Header().Set("Content-Type", "application/jwt")
			var text string
			text, err = p.sign("", fields)
			body = []byte(text)
		} else {
			body, err = json.Marshal(fields)
		}
	case "/oauth/token":
		body, err = p.token(fields, f)
	default:
		return nil
	}
	if err == nil {
		w.Body = bytes.NewBuffer(body)
		w.Header().Del("Content-Length")
	}
	return err
}

// token returns the response of the token endpoint with other claims in the ID token.
func (p *Provider) token(fields map[string]any, f *Faults) ([]byte, error) {
	text, _ := fields["id_token"].(string)
	parsed, err := jose.ParseSignedCompact(text, []jose.SignatureAlgorithm{jose.RS256})
	if err != nil {
		return json.Marshal(fields) // a response without an ID token
	}
	var claims map[string]any
	decoder := json.NewDecoder(bytes.NewReader(parsed.UnsafePayloadWithoutVerification()))
	decoder.UseNumber()
	if err := decoder.Decode(&claims); err != nil {
		return nil, err
	}
	for _, name := range []string{"iat", "exp", "auth_time"} {
		if n, ok := claims[name].(json.Number); ok {
			at, _ := n.Int64()
			claims[name] = at + int64(time.Duration(f.ClockAhead).Seconds())
		}
	}
	if nonce, _ := claims["nonce"].(string); f.AuthTimeOnRequest {
		if _, aged := p.aged.LoadAndDelete(nonce); !aged {
			delete(claims, "auth_time")
		}
	}
	if fields["id_token"], err = p.sign("", replace(claims, f.Claims)); err != nil {
		return nil, err
	}
	return json.Marshal(fields)
}
