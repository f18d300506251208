// Package customer buys through the public API of a gallery on the local chain, as a person with a wallet does.
package customer

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"encoding/base64"
	"encoding/json"
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
	"github.com/google/uuid"

	"github.com/vitrine/vitrine/deploy/onebox/standins"
)

// Customer is a person with a funded wallet. It may be used concurrently.
type Customer struct {
	// Base is the origin of the gallery.
	Base   string
	HTTP   *http.Client
	Key    *ecdsa.PrivateKey
	Wallet common.Address
	Chain  *ethclient.Client

	mu     sync.Mutex
	access string
	signed time.Time
}

// ResponseError is a response of the API that isn't 2xx.
type ResponseError struct {
	Status int
	Code   string `json:"code"`
}

func (f *ResponseError) Error() string { return fmt.Sprintf("%d %s", f.Status, f.Code) }

// New returns a customer with a new wallet and without an account. The caller closes Chain.
func New(ctx context.Context, base, rpcURL string, client *http.Client) (*Customer, error) {
	key, err := crypto.GenerateKey()
	if err != nil {
		return nil, err
	}
	chain, err := ethclient.DialContext(ctx, rpcURL)
	if err != nil {
		return nil, err
	}
	c := &Customer{Base: base, HTTP: client, Key: key, Wallet: crypto.PubkeyToAddress(key.PublicKey), Chain: chain}
	return c, chain.Client().CallContext(ctx, nil, "anvil_setBalance", c.Wallet, "0x21e19e0c9bab2400000") // ten thousand ether
}

// SignedIn replaces the access token and records the time.
func (c *Customer) SignedIn(access string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.access, c.signed = access, time.Now()
}

// TokenAge returns how long ago the customer signed in.
func (c *Customer) TokenAge() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Since(c.signed)
}

// SignIn signs in with the wallet.
func (c *Customer) SignIn(ctx context.Context) error {
	c.SignedIn("") // every endpoint rejects an expired token, including those for signing in
	var nonce struct{ Nonce string }
	if err := c.Call(ctx, http.MethodGet, "/api/auth/siwe/nonce", nil, &nonce); err != nil {
		return err
	}
	message := standins.SiweMessage(c.Base, c.Wallet, nonce.Nonce)
	signature, err := standins.SignMessage(c.Key, message)
	if err != nil {
		return err
	}
	var tokens struct{ AccessToken string }
	if err := c.Call(ctx, http.MethodPost, "/api/auth/siwe/verify", map[string]string{"message": message, "signature": signature}, &tokens); err != nil {
		return err
	}
	c.SignedIn(tokens.AccessToken)
	return nil
}

// Account returns the id of the account that is signed in.
func (c *Customer) Account() (string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	parts := strings.Split(c.access, ".")
	if len(parts) != 3 {
		return "", fmt.Errorf("access token with %d parts", len(parts))
	}
	claims, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err != nil {
		return "", err
	}
	var account struct{ Sub string }
	err = json.Unmarshal(claims, &account)
	return account.Sub, err
}

// CompleteProfile gives the account a name and an address, by default one made from the wallet's. It may be repeated.
func (c *Customer) CompleteProfile(ctx context.Context, email string) error {
	account, err := c.Account()
	if err != nil {
		return err
	}
	if email == "" {
		email = strings.ToLower(c.Wallet.Hex()[2:14]) + "@example.org"
	}
	profile := map[string]any{}
	if err := c.Call(ctx, http.MethodPost, "/api/profiles", map[string]string{"name": "Ada", "email": email, "ownerId": account}, &profile); err != nil {
		return err
	}
	profile["firstName"], profile["lastName"], profile["email"] = "Ada", "Byron", email
	return c.Call(ctx, http.MethodPut, fmt.Sprint("/api/profiles/", profile["_id"]), profile, nil)
}

// Key returns the header that makes repeated calls one.
func Key() []string { return []string{"Idempotency-Key", uuid.NewString()} }

// Call sends one request and decodes the response into into, unless that is nil. Headers are name-value pairs. A response that isn't 2xx is a *ResponseError,
// no response a *url.Error.
func (c *Customer) Call(ctx context.Context, method, path string, body, into any, headers ...string) error {
	var send io.Reader
	if body != nil {
		data, err := json.Marshal(body)
		if err != nil {
			return err
		}
		send = bytes.NewReader(data)
	}
	req, err := http.NewRequestWithContext(ctx, method, c.Base+path, send)
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	c.mu.Lock()
	if c.access != "" {
		req.Header.Set("Authorization", "Bearer "+c.access)
	}
	c.mu.Unlock()
	for i := 0; i+1 < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	res, err := c.HTTP.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		return &url.Error{Op: method, URL: path, Err: err}
	}
	if res.StatusCode/100 != 2 {
		var wrong struct{ Error ResponseError }
		_ = json.Unmarshal(data, &wrong) // a response without a code is a failure, too
		wrong.Error.Status = res.StatusCode
		return &wrong.Error
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(data, into)
}

// Checkout is what the API returns for a purchase.
type Checkout struct {
	ID, Status string
	TokenID    *string
}

// Hold reserves an edition. The headers are those of Key.
func (c *Customer) Hold(ctx context.Context, artwork string, key ...string) (held Checkout, err error) {
	err = c.Call(ctx, http.MethodPost, "/api/checkouts", map[string]string{"artworkId": artwork, "termsVersion": "local"}, &held, key...)
	return held, err
}

// Read returns a purchase.
func (c *Customer) Read(ctx context.Context, id string) (now Checkout, err error) {
	err = c.Call(ctx, http.MethodGet, "/api/checkouts/"+id, nil, &now)
	return now, err
}

// CardPage returns the address of the card provider's page for a purchase.
func (c *Customer) CardPage(ctx context.Context, id string, key ...string) (string, error) {
	var card struct{ RedirectURL string }
	err := c.Call(ctx, http.MethodPost, "/api/checkouts/"+id+"/card", map[string]string{}, &card, key...)
	return card.RedirectURL, err
}

// SubmitCard submits the card provider's page. A declined card is not an error.
func (c *Customer) SubmitCard(ctx context.Context, page, number string) error {
	form := url.Values{"number": {number}, "expiry": {"12/34"}, "cvc": {"123"}}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, page, strings.NewReader(form.Encode()))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	stay := *c.HTTP
	stay.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	res, err := stay.Do(req)
	if err != nil {
		return err
	}
	_ = res.Body.Close()
	if res.StatusCode >= http.StatusInternalServerError {
		return &ResponseError{Status: res.StatusCode, Code: "card_page"}
	}
	return nil
}

// Quote is the transaction that pays for a purchase.
type Quote struct{ To, Data, Value string }

// EtherQuote returns the transaction that pays for a purchase with ether. refundTo is where refunds go, or empty.
func (c *Customer) EtherQuote(ctx context.Context, id, refundTo string, key ...string) (q Quote, err error) {
	err = c.Call(ctx, http.MethodPost, "/api/checkouts/"+id+"/ether", map[string]string{"refundAddress": refundTo}, &q, key...)
	return q, err
}

// Send sends the transaction of a quote, once. A contract that rejects it, because it is late, is a *ResponseError.
func (c *Customer) Send(ctx context.Context, q Quote) (*types.Transaction, error) {
	value, ok := new(big.Int).SetString(q.Value, 10)
	if !ok {
		return nil, fmt.Errorf("value %q", q.Value)
	}
	data, err := hexutil.Decode(q.Data)
	if err != nil {
		return nil, err
	}
	to, chainID := common.HexToAddress(q.To), big.NewInt(standins.ChainID)
	gas, err := c.Chain.EstimateGas(ctx, ethereum.CallMsg{From: c.Wallet, To: &to, Value: value, Data: data})
	if err != nil {
		return nil, &ResponseError{Status: http.StatusGone, Code: "quote_refused"}
	}
	nonce, err := c.Chain.PendingNonceAt(ctx, c.Wallet)
	if err != nil {
		return nil, err
	}
	tx, err := types.SignNewTx(c.Key, types.LatestSignerForChainID(chainID), &types.DynamicFeeTx{
		ChainID: chainID, Nonce: nonce, GasTipCap: big.NewInt(1_000_000_000), GasFeeCap: big.NewInt(100_000_000_000),
		Gas: gas + 20_000, To: &to, Value: value, Data: data,
	})
	if err != nil {
		return nil, err
	}
	return tx, c.Chain.SendTransaction(ctx, tx)
}
