package main

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/ethclient"
	"github.com/ethereum/go-ethereum/rpc"
	"github.com/google/uuid"

	"github.com/vitrine/vitrine/deploy/onebox/standins"
)

// patience is how long a buyer keeps retrying one step while faults are injected.
const patience = 2 * time.Minute

// buyer is a person with a wallet account, who signs in without an identity provider.
type buyer struct {
	base  string
	entry func() string
	http  *http.Client
	key   *ecdsa.PrivateKey
	at    common.Address
	eth   *ethclient.Client

	// email belongs to an account at the identity provider; buyers without one sign in with their wallet.
	email string

	auctions *auctions

	mu     sync.Mutex
	access string
	signed time.Time // time of the last sign-in
	paid   []string  // paid orders that nothing further has happened to yet
	last   *types.Transaction
}

// failure is the API's error shape.
type failure struct {
	Status int
	Code   string `json:"code"`
}

func (f *failure) Error() string { return fmt.Sprintf("%d %s", f.Status, f.Code) }

// transport is shared by all buyers, because they run on one machine.
var transport = &http.Transport{MaxIdleConns: 600, MaxIdleConnsPerHost: 600, IdleConnTimeout: 30 * time.Second}

func newBuyer(ctx context.Context, r *rig) (*buyer, error) {
	b, err := newFundedWallet(ctx, r)
	if err != nil {
		return nil, err
	}
	return b, b.retryStep(ctx, func() error { return b.join(ctx) })
}

// newFundedWallet returns a funded wallet without an account.
func newFundedWallet(ctx context.Context, r *rig) (*buyer, error) {
	key, err := crypto.GenerateKey()
	if err != nil {
		return nil, err
	}
	client, err := rpc.DialContext(ctx, r.chain.URL())
	if err != nil {
		return nil, err
	}
	b := &buyer{
		base: r.base, entry: r.entry, key: key, at: crypto.PubkeyToAddress(key.PublicKey), eth: ethclient.NewClient(client), auctions: &r.auctions,
		http: &http.Client{Transport: r.seen, Timeout: 20 * time.Second},
	}
	if err := client.CallContext(ctx, nil, "anvil_setBalance", b.at, "0x21e19e0c9bab2400000"); err != nil {
		return nil, err
	}
	return b, nil
}

// join signs in and completes the profile. It can be repeated.
func (b *buyer) join(ctx context.Context) error {
	if err := b.signIn(ctx); err != nil {
		return err
	}
	type profile struct {
		ID        string `json:"_id"`
		Name      string `json:"name"`
		Email     string `json:"email"`
		OwnerID   string `json:"ownerId"`
		FirstName string `json:"firstName"`
		LastName  string `json:"lastName"`
	}
	var subject struct {
		Sub string `json:"sub"`
	}
	if err := json.Unmarshal(claims(b.access), &subject); err != nil {
		return err
	}
	var mine profile
	email := b.email
	if email == "" {
		email = strings.ToLower(b.at.Hex()[2:14]) + "@example.org"
	}
	if err := b.call(ctx, http.MethodPost, "/api/profiles", map[string]string{"name": "Ada", "email": email, "ownerId": subject.Sub}, &mine, ""); err != nil {
		return err
	}
	mine.FirstName, mine.LastName, mine.Email = "Ada", "Byron", email
	return b.call(ctx, http.MethodPut, "/api/profiles/"+mine.ID, mine, nil, "")
}

func (b *buyer) signIn(ctx context.Context) error {
	// Every endpoint rejects an expired token, including those for signing in.
	b.mu.Lock()
	b.access = ""
	b.mu.Unlock()
	if b.email != "" {
		return b.signInByMail(ctx)
	}
	var nonce struct{ Nonce string }
	if err := b.call(ctx, http.MethodGet, "/api/auth/siwe/nonce", nil, &nonce, ""); err != nil {
		return err
	}
	message := standins.SiweMessage(b.base, b.at, nonce.Nonce)
	signature, err := standins.SignMessage(b.key, message)
	if err != nil {
		return err
	}
	var tokens struct{ AccessToken string }
	if err := b.call(ctx, http.MethodPost, "/api/auth/siwe/verify", map[string]string{"message": message, "signature": signature}, &tokens, ""); err != nil {
		return err
	}
	b.mu.Lock()
	b.access, b.signed = tokens.AccessToken, time.Now()
	b.mu.Unlock()
	return nil
}

// renew signs in again if the token, which is valid for five minutes, is about to expire.
func (b *buyer) renew(ctx context.Context) error {
	b.mu.Lock()
	young := time.Since(b.signed) < 3*time.Minute
	b.mu.Unlock()
	if young {
		return nil
	}
	return b.retryStep(ctx, func() error { return b.signIn(ctx) })
}

func claims(token string) []byte {
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return nil
	}
	var out []byte
	out, _ = base64url(parts[1])
	return out
}

// fetch returns a page and its final address. A non-nil form is posted.
func fetch(ctx context.Context, c *http.Client, address string, form url.Values) (string, *url.URL, error) {
	method, body := http.MethodGet, io.Reader(nil)
	if form != nil {
		method, body = http.MethodPost, strings.NewReader(form.Encode())
	}
	req, err := http.NewRequestWithContext(ctx, method, address, body)
	if err != nil {
		return "", nil, err
	}
	if form != nil {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	res, err := c.Do(req)
	if err != nil {
		return "", nil, err
	}
	defer func() { _ = res.Body.Close() }()
	page, err := io.ReadAll(res.Body)
	if err != nil {
		return "", nil, &url.Error{Op: method, URL: address, Err: err}
	}
	if res.StatusCode >= http.StatusInternalServerError {
		return "", nil, &failure{Status: res.StatusCode}
	}
	return string(page), res.Request.URL, nil
}

// call sends one request; headers are name-value pairs. Any status but 2xx is a failure.
func (b *buyer) call(ctx context.Context, method, path string, body, into any, key string, headers ...string) error {
	var send io.Reader
	if body != nil {
		data, err := json.Marshal(body)
		if err != nil {
			return err
		}
		send = bytes.NewReader(data)
	}
	req, err := http.NewRequestWithContext(ctx, method, b.entry()+path, send)
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	b.mu.Lock()
	if b.access != "" {
		req.Header.Set("Authorization", "Bearer "+b.access)
	}
	b.mu.Unlock()
	if key != "" {
		req.Header.Set("Idempotency-Key", key)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	res, err := b.http.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		return &url.Error{Op: method, URL: path, Err: err}
	}
	if res.StatusCode/100 != 2 {
		var wrong struct{ Error failure }
		_ = json.Unmarshal(data, &wrong)
		wrong.Error.Status = res.StatusCode
		return &wrong.Error
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(data, into)
}

// retryStep repeats a step with the same key until it gets a definite response: not a broken connection,
// 429 or 5xx, and while signed in.
func (b *buyer) retryStep(ctx context.Context, step func() error) error {
	deadline := time.Now().Add(patience)
	for {
		err := step()
		var f *failure
		switch {
		case err == nil:
			return nil
		case errors.As(err, &f):
			switch {
			case f.Status == http.StatusUnauthorized, f.Code == "token_expired", f.Code == "recent_login_required":
				_ = b.signIn(ctx)
			case f.Status < 500 && f.Status != http.StatusTooManyRequests && f.Code != "request_in_flight":
				return err
			}
		case !retryable(err):
			return err
		}
		if time.Now().After(deadline) {
			// The last response was to signing in, not to the step.
			return errors.New("no response in " + patience.String() + ": " + err.Error())
		}
		if !wait(ctx, 250*time.Millisecond) {
			return ctx.Err()
		}
	}
}

// checkout is what the API returns for one purchase.
type checkout struct {
	ID, Status, Reason string
	ArtworkID          string `json:"artworkId"`
	TokenID            *string
}

func (b *buyer) reserve(ctx context.Context, artwork int) (c checkout, err error) {
	key := uuid.NewString()
	err = b.retryStep(ctx, func() error {
		return b.call(ctx, http.MethodPost, "/api/checkouts", map[string]string{"artworkId": fmt.Sprint(artwork), "termsVersion": "stress"}, &c, key)
	})
	return c, err
}

func (b *buyer) cancel(ctx context.Context, id string) error {
	return b.retryStep(ctx, func() error { return b.call(ctx, http.MethodDelete, "/api/checkouts/"+id, nil, nil, "") })
}

// payByCard opens the provider's page and submits it.
func (b *buyer) payByCard(ctx context.Context, id, number string) error {
	var card struct{ RedirectURL string }
	key := uuid.NewString()
	if err := b.retryStep(ctx, func() error {
		return b.call(ctx, http.MethodPost, "/api/checkouts/"+id+"/card", map[string]string{}, &card, key)
	}); err != nil {
		return err
	}
	stop := *b.http
	stop.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return b.retryStep(ctx, func() error {
		form := url.Values{"number": {number}, "expiry": {"12/34"}, "cvc": {"123"}}
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, card.RedirectURL, strings.NewReader(form.Encode()))
		if err != nil {
			return err
		}
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		res, err := stop.Do(req)
		if err != nil {
			return err
		}
		_ = res.Body.Close()
		if res.StatusCode >= 500 {
			return &failure{Status: res.StatusCode, Code: "card_page"}
		}
		return nil
	})
}

// payByEther requests a quote and sends exactly that transaction, once. refundTo is where refunds go, or empty.
func (b *buyer) payByEther(ctx context.Context, id, refundTo string) error {
	var q struct{ To, Data, Value string }
	key := uuid.NewString()
	if err := b.retryStep(ctx, func() error {
		return b.call(ctx, http.MethodPost, "/api/checkouts/"+id+"/ether", map[string]string{"refundAddress": refundTo}, &q, key)
	}); err != nil {
		return err
	}
	value, ok := new(big.Int).SetString(q.Value, 10)
	if !ok {
		return fmt.Errorf("value %q", q.Value)
	}
	to, data := common.HexToAddress(q.To), hexutil.MustDecode(q.Data)
	gas, err := b.eth.EstimateGas(ctx, ethereum.CallMsg{From: b.at, To: &to, Value: value, Data: data})
	if err != nil {
		return &failure{Status: http.StatusGone, Code: "quote_refused"} // the contract says so: late
	}
	nonce, err := b.eth.PendingNonceAt(ctx, b.at)
	if err != nil {
		return err
	}
	tx, err := types.SignNewTx(b.key, types.LatestSignerForChainID(big.NewInt(standins.ChainID)), &types.DynamicFeeTx{
		ChainID: big.NewInt(standins.ChainID), Nonce: nonce, GasTipCap: big.NewInt(1_000_000_000), GasFeeCap: big.NewInt(100_000_000_000),
		Gas: gas + 20_000, To: &to, Value: value, Data: data,
	})
	if err != nil {
		return err
	}
	b.last = tx
	return b.eth.SendTransaction(ctx, tx)
}
