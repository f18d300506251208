package main

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

// buyer is a person with a wallet account who buys through the public API.
type buyer struct {
	base   string
	key    *ecdsa.PrivateKey
	at     common.Address
	chain  *ethclient.Client
	access string
}

// newBuyer signs in with a new, funded wallet and completes the profile.
func newBuyer(ctx context.Context, base string, chain *ethclient.Client) (*buyer, error) {
	key, err := crypto.GenerateKey()
	if err != nil {
		return nil, err
	}
	b := &buyer{base: base, key: key, at: crypto.PubkeyToAddress(key.PublicKey), chain: chain}
	if err := chain.Client().CallContext(ctx, nil, "anvil_setBalance", b.at, "0x21e19e0c9bab2400000"); err != nil {
		return nil, err
	}
	if err := b.signIn(ctx); err != nil {
		return nil, err
	}
	var claims struct{ Sub string }
	part, err := base64.RawURLEncoding.DecodeString(strings.Split(b.access+"..", ".")[1])
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(part, &claims); err != nil {
		return nil, err
	}
	email := strings.ToLower(b.at.Hex()[2:14]) + "@example.org"
	mine := map[string]any{}
	if err := b.call(ctx, http.MethodPost, "/api/profiles", map[string]string{"name": "Ada", "email": email, "ownerId": claims.Sub}, &mine); err != nil {
		return nil, err
	}
	mine["firstName"], mine["lastName"], mine["email"] = "Ada", "Byron", email
	return b, b.call(ctx, http.MethodPut, fmt.Sprint("/api/profiles/", mine["_id"]), mine, nil)
}

func (b *buyer) signIn(ctx context.Context) error {
	var nonce struct{ Nonce string }
	if err := b.call(ctx, http.MethodGet, "/api/auth/siwe/nonce", nil, &nonce); err != nil {
		return err
	}
	message := standins.SiweMessage(b.base, b.at, nonce.Nonce)
	signature, err := standins.SignMessage(b.key, message)
	if err != nil {
		return err
	}
	var tokens struct{ AccessToken string }
	err = b.call(ctx, http.MethodPost, "/api/auth/siwe/verify", map[string]string{"message": message, "signature": signature}, &tokens)
	b.access = tokens.AccessToken
	return err
}

// call sends one request. Any status but 2xx is an error.
func (b *buyer) call(ctx context.Context, method, path string, body, into any) error {
	data, err := json.Marshal(body)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, method, b.base+path, bytes.NewReader(data))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Idempotency-Key", uuid.NewString())
	if b.access != "" {
		req.Header.Set("Authorization", "Bearer "+b.access)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	reply, err := io.ReadAll(res.Body)
	if err != nil {
		return err
	}
	if res.StatusCode/100 != 2 {
		return fmt.Errorf("%s %s: %s: %s", method, path, res.Status, reply)
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(reply, into)
}

// forSale returns works with many free editions.
func forSale(ctx context.Context, base string) ([]string, error) {
	var res struct {
		Data struct {
			Artworks struct{ Items []struct{ ID string } }
		}
	}
	query := map[string]string{"query": `{artworks(filter:{availability:[AVAILABLE],editionSize:{min:25}},sort:PRICE_ASC){items{id}}}`}
	if err := (&buyer{base: base}).call(ctx, http.MethodPost, "/graphql", query, &res); err != nil {
		return nil, err
	}
	var out []string
	for _, a := range res.Data.Artworks.Items {
		out = append(out, a.ID)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s sells nothing", base)
	}
	return out, nil
}

func (b *buyer) hold(ctx context.Context, artwork string) (string, error) {
	var c struct{ ID string }
	err := b.call(ctx, http.MethodPost, "/api/checkouts", map[string]string{"artworkId": artwork, "termsVersion": "bench"}, &c)
	return c.ID, err
}

func (b *buyer) status(ctx context.Context, id string) (string, error) {
	var c struct{ Status string }
	err := b.call(ctx, http.MethodGet, "/api/checkouts/"+id, nil, &c)
	return c.Status, err
}

// payByCard submits the provider's page and returns the time of the click.
func (b *buyer) payByCard(ctx context.Context, id string) (time.Time, error) {
	var card struct{ RedirectURL string }
	if err := b.call(ctx, http.MethodPost, "/api/checkouts/"+id+"/card", map[string]string{}, &card); err != nil {
		return time.Time{}, err
	}
	form := url.Values{"number": {"4242424242424242"}, "expiry": {"12/34"}, "cvc": {"123"}}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, card.RedirectURL, strings.NewReader(form.Encode()))
	if err != nil {
		return time.Time{}, err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	stay := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	clicked := time.Now()
	res, err := stay.Do(req)
	if err != nil {
		return time.Time{}, err
	}
	_ = res.Body.Close()
	if res.StatusCode != http.StatusSeeOther {
		return time.Time{}, fmt.Errorf("the card page returned %s", res.Status)
	}
	return clicked, nil
}

// payByEther sends the quoted transaction and returns the time at which the node had its block.
func (b *buyer) payByEther(ctx context.Context, id string) (time.Time, error) {
	var q struct{ To, Data, Value string }
	if err := b.call(ctx, http.MethodPost, "/api/checkouts/"+id+"/ether", map[string]string{}, &q); err != nil {
		return time.Time{}, err
	}
	value, ok := new(big.Int).SetString(q.Value, 10)
	if !ok {
		return time.Time{}, fmt.Errorf("value %q", q.Value)
	}
	data, err := hexutil.Decode(q.Data)
	if err != nil {
		return time.Time{}, err
	}
	to := common.HexToAddress(q.To)
	gas, err := b.chain.EstimateGas(ctx, ethereum.CallMsg{From: b.at, To: &to, Value: value, Data: data})
	if err != nil {
		return time.Time{}, err
	}
	chainID := big.NewInt(standins.ChainID)
	tx, err := types.SignNewTx(b.key, types.LatestSignerForChainID(chainID), &types.DynamicFeeTx{
		ChainID: chainID, GasTipCap: big.NewInt(1_000_000_000), GasFeeCap: big.NewInt(100_000_000_000), Gas: gas + 20_000, To: &to, Value: value, Data: data,
	})
	if err != nil {
		return time.Time{}, err
	}
	if err := b.chain.SendTransaction(ctx, tx); err != nil {
		return time.Time{}, err
	}
	return mined(ctx, b.chain, tx.Hash())
}
