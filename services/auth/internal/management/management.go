// Package management reads users from the identity provider's management API, which is compatible with Auth0's.
package management

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/vitrine/vitrine/kit/httpclient"
	"github.com/vitrine/vitrine/kit/tracing"
	"github.com/vitrine/vitrine/services/auth/internal/account"
)

const (
	// fresh is how long a response is cached. People whose address isn't verified aren't, because they may open the link in the email at any time, and
	// another replica may already know.
	fresh = 5 * time.Second
	// timeout limits one request, because purchases wait for it.
	timeout = 2 * time.Second
	// maxCached is the maximum number of cached users; beyond it the cache is cleared.
	maxCached = 10_000
)

// Client implements account.Directory.
type Client struct {
	base, audience, id, secret string
	http                       *http.Client

	mu      sync.Mutex
	token   string
	expires time.Time
	cache   map[string]entry
}

type entry struct {
	user account.User
	at   time.Time
}

// New returns a client that calls base (the provider's address without /api/v2) as a machine client.
func New(base, audience, clientID, clientSecret string) *Client {
	base = strings.TrimRight(base, "/")
	audience = cmp.Or(audience, base+"/api/v2/")
	return &Client{
		base: base, audience: audience, id: clientID, secret: clientSecret,
		http: &http.Client{Transport: tracing.Outside(nil), CheckRedirect: httpclient.RefuseRedirects, Timeout: timeout}, cache: map[string]entry{},
	}
}

// userRecord is the part of the provider's record that we use.
type userRecord struct {
	Email             string    `json:"email"`
	EmailVerified     any       `json:"email_verified"`
	Blocked           bool      `json:"blocked"`
	LastPasswordReset time.Time `json:"last_password_reset"`
}

// User implements account.Directory. Results are at most 5 seconds old.
func (c *Client) User(ctx context.Context, subject string) (account.User, error) {
	now := time.Now()
	c.mu.Lock()
	e, ok := c.cache[subject]
	c.mu.Unlock()
	if ok && e.user.EmailVerified && now.Sub(e.at) < fresh {
		return e.user, nil
	}
	var r userRecord
	if err := c.do(ctx, http.MethodGet, "/api/v2/users/"+url.PathEscape(subject), nil, &r); err != nil {
		return account.User{}, err
	}
	// Only a boolean counts: "true" as a string isn't reliable.
	verified, _ := r.EmailVerified.(bool)
	email := account.EmailAddress(r.Email)
	u := account.User{Email: email, EmailVerified: verified && email != "", Blocked: r.Blocked, PasswordChangedAt: r.LastPasswordReset.UTC()}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.cache) >= maxCached {
		clear(c.cache)
	}
	c.cache[subject] = entry{u, now}
	return u, nil
}

// SendVerification implements account.Directory.
func (c *Client) SendVerification(ctx context.Context, subject string) error {
	return c.do(ctx, http.MethodPost, "/api/v2/jobs/verification-email", map[string]string{"user_id": subject}, nil)
}

// Delete deletes a user. Error: ErrNotFound if the user doesn't exist.
func (c *Client) Delete(ctx context.Context, subject string) error {
	err := c.do(ctx, http.MethodDelete, "/api/v2/users/"+url.PathEscape(subject), nil, nil)
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.cache, subject)
	return err
}

var errUnauthorized = errors.New("the identity provider rejected the management token")

// do retries once with a new token if the old one was refused.
func (c *Client) do(ctx context.Context, method, path string, in, out any) error {
	for attempt := 0; ; attempt++ {
		token, err := c.bearer(ctx)
		if err == nil {
			err = c.send(ctx, method, path, "Bearer "+token, in, out)
		}
		if attempt > 0 || !errors.Is(err, errUnauthorized) {
			if errors.Is(err, errUnauthorized) {
				return fmt.Errorf("%w: %w", account.ErrProviderDown, err)
			}
			return err
		}
		c.mu.Lock()
		c.token = ""
		c.mu.Unlock()
	}
}

// bearer returns a token of the client-credentials grant and renews it before it expires.
func (c *Client) bearer(ctx context.Context) (string, error) {
	c.mu.Lock()
	token, expires := c.token, c.expires
	c.mu.Unlock()
	if token != "" && time.Now().Before(expires) {
		return token, nil
	}
	var reply struct {
		AccessToken string `json:"access_token"`
		ExpiresIn   int    `json:"expires_in"`
	}
	err := c.send(ctx, http.MethodPost, "/oauth/token", "", map[string]string{
		"grant_type": "client_credentials", "client_id": c.id, "client_secret": c.secret, "audience": c.audience,
	}, &reply)
	if err != nil {
		return "", err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.token = reply.AccessToken
	c.expires = time.Now().Add(time.Duration(reply.ExpiresIn) * time.Second * 9 / 10)
	return c.token, nil
}

func (c *Client) send(ctx context.Context, method, path, authorization string, in, out any) error {
	var body io.Reader
	if in != nil {
		b, err := json.Marshal(in)
		if err != nil {
			return err
		}
		body = bytes.NewReader(b)
	}
	req, err := http.NewRequestWithContext(ctx, method, c.base+path, body)
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json")
	if authorization != "" {
		req.Header.Set("Authorization", authorization)
	}
	res, err := c.http.Do(req)
	if err != nil {
		// The address names the user.
		if network, ok := errors.AsType[*url.Error](err); ok {
			err = network.Err
		}
		return fmt.Errorf("%w: management API: %w", account.ErrProviderDown, err)
	}
	defer func() { _ = res.Body.Close() }()
	switch {
	case res.StatusCode == http.StatusUnauthorized:
		return errUnauthorized
	case res.StatusCode == http.StatusNotFound && hasCode(res.Body, inexistentUser):
		return account.ErrNotFound
	case res.StatusCode >= 300:
		return fmt.Errorf("%w: management API: %s", account.ErrProviderDown, res.Status)
	case out == nil:
		return nil
	}
	if json.NewDecoder(io.LimitReader(res.Body, 1<<20)).Decode(out) != nil { // the error may quote the record
		return fmt.Errorf("%w: management API: the response can't be read", account.ErrProviderDown)
	}
	return nil
}

// inexistentUser is the error code for a deleted user. Any other 404 comes from a wrong address or a proxy, and doesn't mean that a user
// was deleted.
const inexistentUser = "inexistent_user"

// hasCode reports whether the body of an error has that code.
func hasCode(body io.Reader, code string) bool {
	var reply struct {
		ErrorCode string `json:"errorCode"`
	}
	return json.NewDecoder(io.LimitReader(body, 1<<16)).Decode(&reply) == nil && reply.ErrorCode == code
}
