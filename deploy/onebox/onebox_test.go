package main

import (
	"bytes"
	"crypto/ecdsa"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math/big"
	"mime/multipart"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/ethclient"
	"github.com/ethereum/go-ethereum/rpc"

	"github.com/vitrine/vitrine/deploy/onebox/standins"
)

func decodeBase64(s string) ([]byte, error) { return base64.RawURLEncoding.DecodeString(s) }

// TestEverythingTogether uses the public interface of one running system as buyers, artists and staff do.
func TestEverythingTogether(t *testing.T) {
	t.Parallel()
	r := everything(t).running
	t.Run("card purchase", func(t *testing.T) { t.Parallel(); cardPurchase(t, r) })
	t.Run("declined card", func(t *testing.T) { t.Parallel(); declinedCard(t, r) })
	t.Run("ether purchase and withdrawal", func(t *testing.T) { t.Parallel(); etherPurchase(t, r) })
	t.Run("many buyers, one edition", func(t *testing.T) { t.Parallel(); race(t, r) })
	t.Run("who may not buy", func(t *testing.T) { t.Parallel(); refusedBuyers(t, r) })
	t.Run("sessions", func(t *testing.T) { t.Parallel(); sessions(t, r) })
	t.Run("sign-in with Ethereum", func(t *testing.T) { t.Parallel(); siwe(t, r) })
	t.Run("contract wallet", func(t *testing.T) { t.Parallel(); contractWallet(t, r) })
	t.Run("payout wallet", func(t *testing.T) { t.Parallel(); payoutWallet(t, r) })
	t.Run("bad input", func(t *testing.T) { t.Parallel(); badInput(t, r) })
	t.Cleanup(func() { r.invariants(t) })
}

func cardPurchase(t *testing.T, r *running) {
	p := r.member(t)
	artwork := r.forSale(t, 100, 1)[0]
	c, err := p.hold(artwork)
	if err != nil || c.Status != "reserved" || time.Until(c.ExpiresAt) > 15*time.Minute {
		t.Fatalf("checkout = %+v, %v, want reserved for at most 15 minutes", c, err)
	}
	again, err := p.hold(artwork)
	if err != nil || again.ID != c.ID {
		t.Errorf("second hold = %+v, %v, want the live checkout %s", again, err, c.ID)
	}
	refused(t, p.call(http.MethodGet, "/api/checkouts/"+c.ID+"/receipt.pdf", nil, nil), 409, "not_paid")
	refused(t, r.member(t).call(http.MethodGet, "/api/checkouts/"+c.ID, nil, nil), 404, "not_found")
	if status := p.payByCard(c.ID, "4242424242424242"); status != http.StatusSeeOther {
		t.Fatalf("card page: %d, want 303", status)
	}
	done := p.until(c.ID, time.Minute, "completed")
	if done.TokenID == nil || *done.TokenID != fmt.Sprintf("%s%06d", artwork, done.EditionNumber) {
		t.Errorf("token = %v, want one of artwork %s, edition %d", done.TokenID, artwork, done.EditionNumber)
	}
	var pdf []byte
	p.get("/api/checkouts/"+c.ID+"/receipt.pdf", &pdf)
	if !bytes.HasPrefix(pdf, []byte("%PDF-")) || len(pdf) < 2000 {
		t.Errorf("receipt = %d bytes, %.20s, want a PDF of at least 2000", len(pdf), pdf)
	}
	p.get("/api/tokens/"+*done.TokenID+"/certificate.pdf", &pdf)
	if !bytes.HasPrefix(pdf, []byte("%PDF-")) {
		t.Errorf("certificate = %.20s, want a PDF", pdf)
	}
	token := collection(t, p)[*done.TokenID]
	if token.Location != "vault" || token.ChainID != 31337 {
		t.Errorf("token = %+v, want one in the vault on chain 31337", token)
	}
	p.waitForMail(r.mailbox, "in your collection")
}

type tokenView struct {
	TokenID, Contract, Location, Owner string
	ChainID                            int `json:"chainId"`
}

func collection(t *testing.T, p *person) map[string]tokenView {
	t.Helper()
	var list struct{ Items []tokenView }
	p.get("/api/collection", &list)
	out := map[string]tokenView{}
	for _, token := range list.Items {
		out[token.TokenID] = token
	}
	return out
}

func declinedCard(t *testing.T, r *running) {
	p := r.member(t)
	c, err := p.hold(r.forSale(t, 50, 1)[0])
	if err != nil {
		t.Fatal(err)
	}
	if status := p.payByCard(c.ID, "4000000000000002"); status != http.StatusPaymentRequired {
		t.Fatalf("card page: %d, want %d", status, http.StatusPaymentRequired)
	}
	if got := p.until(c.ID, 20*time.Second, "payment_failed"); got.Reason != "card_declined" {
		t.Errorf("reason %q, want card_declined", got.Reason)
	}
	// The edition is still held, so the buyer can try another card.
	if status := p.payByCard(c.ID, "4242424242424242"); status != http.StatusSeeOther {
		t.Fatalf("second card: %d, want 303", status)
	}
	p.until(c.ID, time.Minute, "completed")
}

// wallet is a funded account of the local chain.
type wallet struct {
	t   *testing.T
	key *ecdsa.PrivateKey
	at  common.Address
	rpc *rpc.Client
	eth *ethclient.Client
	// last is the latest transaction.
	last *types.Transaction
}

func newWallet(t *testing.T, r *running) *wallet {
	t.Helper()
	key, err := crypto.GenerateKey()
	if err != nil {
		t.Fatal(err)
	}
	client, err := rpc.Dial(r.chain)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	w := &wallet{t: t, key: key, at: crypto.PubkeyToAddress(key.PublicKey), rpc: client, eth: ethclient.NewClient(client)}
	w.fund()
	return w
}

// fund sets the balance to ten thousand ether. This is not a transaction, so a reorg reverts it.
func (w *wallet) fund() {
	w.t.Helper()
	if err := w.rpc.CallContext(w.t.Context(), nil, "anvil_setBalance", w.at, "0x21e19e0c9bab2400000"); err != nil {
		w.t.Fatal(err)
	}
}

type quoteView struct {
	ChainID         int `json:"chainId"`
	To, Data, Value string
	ExpiresAt       time.Time
}

// send pays the value of a quote plus a number of wei. It returns the hash of the transaction, or the error of the node.
func (w *wallet) send(q quoteView, more int64) (common.Hash, error) {
	w.t.Helper()
	ctx := w.t.Context()
	value, ok := new(big.Int).SetString(q.Value, 10)
	if !ok {
		w.t.Fatalf("value = %q, want an integer", q.Value)
	}
	value.Add(value, big.NewInt(more))
	to, data := common.HexToAddress(q.To), hexutil.MustDecode(q.Data)
	gas, err := w.eth.EstimateGas(ctx, ethereum.CallMsg{From: w.at, To: &to, Value: value, Data: data})
	if err != nil {
		return common.Hash{}, err
	}
	nonce, err := w.eth.PendingNonceAt(ctx, w.at)
	if err != nil {
		return common.Hash{}, err
	}
	tip := big.NewInt(1_000_000_000)
	tx, err := types.SignNewTx(w.key, types.LatestSignerForChainID(big.NewInt(31337)), &types.DynamicFeeTx{
		ChainID: big.NewInt(31337), Nonce: nonce, GasTipCap: tip, GasFeeCap: big.NewInt(100_000_000_000), Gas: gas + 20_000, To: &to, Value: value, Data: data,
	})
	if err != nil {
		w.t.Fatal(err)
	}
	w.last = tx
	return tx.Hash(), w.eth.SendTransaction(ctx, tx)
}

// resend sends the last transaction again if it is not in a block, as wallets do: a node that is killed loses pending transactions, and
// the local chain has only one node.
func (w *wallet) resend() {
	w.t.Helper()
	if _, err := w.eth.TransactionReceipt(w.t.Context(), w.last.Hash()); err == nil {
		return
	}
	if err := w.eth.SendTransaction(w.t.Context(), w.last); err != nil {
		w.t.Logf("sending again: %v", err)
	}
}

func etherPurchase(t *testing.T, r *running) {
	p, w := r.member(t), newWallet(t, r)
	c, err := p.hold(r.forSale(t, 25, 1)[0])
	if err != nil {
		t.Fatal(err)
	}
	var q quoteView
	p.post("/api/checkouts/"+c.ID+"/ether", map[string]string{}, &q, key()...)
	if q.ChainID != 31337 || q.ExpiresAt.After(c.ExpiresAt) {
		t.Errorf("quote = %+v, want chain 31337 and an end by %s, the hold's", q, c.ExpiresAt)
	}
	refused(t, p.call(http.MethodPost, "/api/checkouts/"+c.ID+"/card", map[string]string{}, nil, key()...), 409, "quote_active")
	for _, wrong := range []int64{-1, 1} {
		if _, err := w.send(q, wrong); err == nil {
			t.Errorf("a payment off by %d wei: error = nil, want one", wrong)
		}
	}
	hash, err := w.send(q, 0)
	if err != nil {
		t.Fatal(err)
	}
	p.post("/api/checkouts/"+c.ID+"/transactions", map[string]string{"hash": hash.Hex()}, nil)
	p.until(c.ID, 30*time.Second, "payment_seen", "confirming", "paid", "delivering", "completed")
	done := p.until(c.ID, 90*time.Second, "completed")
	if done.TransactionHash == nil || !strings.EqualFold(*done.TransactionHash, hash.Hex()) {
		t.Errorf("transaction %v, want %s", done.TransactionHash, hash)
	}
	if _, err := w.send(q, 0); err == nil {
		t.Error("second payment of the order succeeded, want an error")
	}
	withdraw(t, r, p, w, *done.TokenID)
}

func withdraw(t *testing.T, r *running, p *person, w *wallet, token string) {
	t.Helper()
	refused(t, p.call(http.MethodPost, "/api/withdrawals", map[string]string{"tokenId": token, "to": "0x12"}, nil, key()...), 422, "invalid")
	refused(t, r.member(t).call(http.MethodPost, "/api/withdrawals", map[string]string{"tokenId": token, "to": w.at.Hex()}, nil, key()...), 404, "not_found")
	var requested struct{ ID, Status string }
	p.post("/api/withdrawals", map[string]string{"tokenId": token, "to": w.at.Hex()}, &requested, key()...)
	if requested.Status != "isWithdrawalAwaitingApproval" {
		t.Errorf("status %s, want isWithdrawalAwaitingApproval", requested.Status)
	}
	_, link := p.waitForMail(r.mailbox, "withdrawal")
	page, secret, _ := strings.Cut(link, "#")
	if page != r.base+"/en/approve-token-withdrawal/" {
		t.Errorf("link in the email = %s, want %s/en/approve-token-withdrawal/", page, r.base)
	}
	var a struct{ Kind, Status, Summary string }
	if err := visitor(t, r.base).call(http.MethodGet, "/api/approvals/link", nil, &a, "Approval-Secret", secret); err != nil {
		t.Fatal(err)
	}
	if a.Kind != "token_withdrawal" || a.Status != "pending" || !strings.Contains(a.Summary, w.at.Hex()) {
		t.Errorf("approval = %+v, want a pending token_withdrawal to %s", a, w.at.Hex())
	}
	refused(t, visitor(t, r.base).call(http.MethodPost, "/api/approvals/link/approve", map[string]string{}, nil, "Approval-Secret", secret), 401, "unauthenticated")
	refused(t, r.member(t).call(http.MethodPost, "/api/approvals/link/approve", map[string]string{}, nil, "Approval-Secret", secret), 403, "forbidden")
	p.post("/api/approvals/link/approve", map[string]string{}, &a, "Approval-Secret", secret)
	if a.Status != "approved" {
		t.Errorf("approval = %+v, want approved", a)
	}
	refused(t, p.call(http.MethodPost, "/api/approvals/link/approve", map[string]string{}, nil, "Approval-Secret", secret), 409, "already_decided")
	eventually(t, time.Minute, func() bool {
		var list struct{ Items []struct{ ID, Status string } }
		p.get("/api/withdrawals", &list)
		return len(list.Items) == 1 && list.Items[0].Status == "withdrawalTransactionConfirmed"
	})
	// The owner on the chain: ownerOf(uint256).
	id, _ := new(big.Int).SetString(token, 10)
	var contract struct{ Items []tokenView }
	visitor(t, r.base).get("/api/tokens?artworkId="+token[:len(token)-6], &contract)
	at := common.HexToAddress(contract.Items[0].Contract)
	out, err := w.eth.CallContract(t.Context(), ethereum.CallMsg{To: &at, Data: append(crypto.Keccak256([]byte("ownerOf(uint256)"))[:4], common.BigToHash(id).Bytes()...)}, nil)
	if err != nil || common.BytesToAddress(out) != w.at {
		t.Errorf("owner = %x, %v, want %s", out, err, w.at)
	}
}

func race(t *testing.T, r *running) {
	artwork := r.forSale(t, 1, 1)[0]
	buyers := 10 // 60 race in TestStress
	if !testing.Short() {
		buyers = 50
	}
	people := make([]*person, buyers)
	// Registration mostly waits for mails and for the verified address to be read again.
	limit := make(chan struct{}, 25)
	together(t, buyers, func(i int) {
		limit <- struct{}{}
		defer func() { <-limit }()
		people[i] = r.member(t)
	})
	var mu sync.Mutex
	var winner *person
	var won checkoutView
	sold := 0
	together(t, buyers, func(i int) {
		c, err := people[i].hold(artwork)
		mu.Lock()
		defer mu.Unlock()
		if err != nil {
			refused(t, err, 409, "edition_unavailable")
			return
		}
		sold++
		winner, won = people[i], c
	})
	if sold != 1 {
		t.Fatalf("%d of %d buyers hold the only edition, want 1", sold, buyers)
	}
	if status := winner.payByCard(won.ID, "4242424242424242"); status != http.StatusSeeOther {
		t.Fatalf("card page: %d, want 303", status)
	}
	winner.until(won.ID, 90*time.Second, "completed")
	eventually(t, 20*time.Second, func() bool {
		var res struct {
			Data struct {
				Artworks struct {
					Items []struct{ Availability string }
				}
			}
		}
		visitor(t, r.base).post("/graphql", map[string]any{"query": `{artworks(filter:{ids:["` + artwork + `"]}){items{availability}}}`}, &res)
		return only(t, res.Data.Artworks.Items).Availability == "SOLD_OUT"
	})
}

func refusedBuyers(t *testing.T, r *running) {
	artwork := r.forSale(t, 10, 3)
	p := visitor(t, r.base)
	_, err := p.hold(artwork[0])
	refused(t, err, 401, "unauthenticated")
	p.signIn("register", "new-"+t.Name()[len(t.Name())-3:]+"@example.org", "a long password")
	_, err = p.hold(artwork[0])
	refused(t, err, 409, "email_unverified")
	p.verify(r)
	// The verified address is read from the provider, not from the token.
	eventually(t, 15*time.Second, func() bool {
		_, err = p.hold(artwork[0])
		return err != nil && strings.Contains(err.Error(), "profile_incomplete")
	})
	p.complete()
	refused(t, p.call(http.MethodPost, "/api/checkouts", map[string]string{"artworkId": artwork[0]}, nil), 400, "idempotency_key_required")
	for i := range 2 {
		if _, err := p.hold(artwork[i]); err != nil {
			t.Fatal(err)
		}
	}
	_, err = p.hold(artwork[2])
	refused(t, err, 409, "too_many_holds")
	_, err = p.hold("99999")
	refused(t, err, 404, "not_found")
	same := key()
	var first, second checkoutView
	var list struct{ Items []checkoutView }
	p.get("/api/checkouts", &list)
	if err := p.call(http.MethodDelete, "/api/checkouts/"+list.Items[0].ID, nil, &first); err != nil || first.Status != "cancelled" {
		t.Errorf("cancelled checkout = %+v, %v, want cancelled", first, err)
	}
	p.post("/api/checkouts", map[string]string{"artworkId": artwork[2]}, &first, same...)
	p.post("/api/checkouts", map[string]string{"artworkId": artwork[2]}, &second, same...)
	if first.ID != second.ID {
		t.Errorf("second checkout with the same idempotency key = %s, want %s", second.ID, first.ID)
	}
	refused(t, p.call(http.MethodPost, "/api/checkouts", map[string]string{"artworkId": artwork[0]}, nil, same...), 422, "idempotency_key_reused")
}

func sessions(t *testing.T, r *running) {
	p := visitor(t, r.base)
	p.signIn("login", "collector@example.org", "vitrine")
	var users []struct {
		Email    string `json:"email"`
		Verified bool   `json:"email_verified"`
	}
	p.get("/api/auth/auth0/user", &users)
	if len(users) != 1 || users[0].Email != "collector@example.org" || !users[0].Verified {
		t.Errorf("identity users = %+v, want collector@example.org, verified", users)
	}
	p.refreshTokens()
	p.get("/api/checkouts", nil)
	var out struct {
		LogoutURL string `json:"logoutUrl"`
		External  bool   `json:"external"`
	}
	p.post("/api/auth/logout", map[string]string{}, &out)
	if !out.External || !strings.Contains(out.LogoutURL, "end_session") {
		t.Errorf("logout = %+v, want an external one at end_session", out)
	}
	// Every service refuses the session within ten seconds.
	began := time.Now()
	eventually(t, 10*time.Second, func() bool {
		err := p.call(http.MethodGet, "/api/checkouts", nil, nil)
		return err != nil && strings.Contains(err.Error(), "401 session_gone")
	})
	t.Logf("the gateway rejected the ended session after %s", time.Since(began).Round(time.Millisecond))
	refused(t, p.call(http.MethodPost, "/graphql", map[string]string{"query": "{artworks{totalCount}}"}, nil), 401, "session_gone")
	p.post("/api/auth/logout", map[string]string{}, nil)
	endedSessionsWriteNothing(t, r, p)
	p.access = p.refresh
	if err := p.call(http.MethodGet, "/api/auth/tokens", nil, nil); err == nil {
		t.Error("refresh succeeded after the session ended, want an error")
	} else {
		refused(t, err, 401, "session_gone")
	}
	refused(t, p.call(http.MethodGet, "/api/checkouts", nil, nil, "Authorization", "Bearer nonsense"), 401, "invalid_token")
}

// siweMessage returns a message (EIP-4361) with a new nonce.
func (p *person) siweMessage(address common.Address) string {
	p.t.Helper()
	var nonce struct{ Nonce string }
	p.get("/api/auth/siwe/nonce", &nonce)
	return standins.SiweMessage(p.base, address, nonce.Nonce)
}

// contractWallet logs in, buys and withdraws as a contract that accepts the signature 0x1234 for anything (ERC-1271).
func contractWallet(t *testing.T, r *running) {
	p, w := visitor(t, r.base), newWallet(t, r)
	at := common.HexToAddress("0x00000000000000000000000000000000c0ffee71")
	node, err := rpc.DialContext(t.Context(), r.chain)
	if err != nil {
		t.Fatal(err)
	}
	defer node.Close()
	// returns (word 3 of the call's data >> 240 == 0x1234) * 0x1626ba7e, left-aligned
	if err := node.CallContext(t.Context(), nil, "anvil_setCode", at, "0x60643560f01c61123414631626ba7e0260e01b60005260206000f3"); err != nil {
		t.Fatal(err)
	}
	message := p.siweMessage(at)
	refused(t, p.call(http.MethodPost, "/api/auth/siwe/verify", map[string]string{"message": message, "signature": "0x1235"}, nil), 422, "siwe_invalid")
	var tokens struct{ AccessToken string }
	p.post("/api/auth/siwe/verify", map[string]string{"message": p.siweMessage(at), "signature": "0x1234"}, &tokens)
	p.access, p.Subject, p.Email = tokens.AccessToken, claim(t, tokens.AccessToken, "sub"), "contract@example.org"
	p.complete()
	c, err := p.hold(r.forSale(t, 100, 1)[0])
	if err != nil {
		t.Fatal(err)
	}
	p.payByCard(c.ID, "4242424242424242")
	done := p.until(c.ID, 90*time.Second, "completed")

	var requested struct{ BatchID string }
	p.post("/api/withdrawals", map[string]string{"tokenId": *done.TokenID, "to": w.at.Hex()}, &requested, key()...)
	var list struct {
		Items []struct{ SubjectID, TypedData string }
	}
	eventually(t, 30*time.Second, func() bool {
		p.get("/api/approvals", &list)
		return len(list.Items) == 1
	})
	if list.Items[0].SubjectID != requested.BatchID || !strings.Contains(list.Items[0].TypedData, `"salt"`) {
		t.Errorf("approval to sign = %+v, want %s with a salt", list.Items[0], requested.BatchID)
	}
	approve := func(signature string) error {
		return p.call(http.MethodPost, "/api/approvals/by-signature", map[string]string{"subjectId": requested.BatchID, "signature": signature}, nil)
	}
	refused(t, approve("0x1235"), 422, "signature_invalid")
	if err := approve("0x1234"); err != nil {
		t.Fatal(err)
	}
	refused(t, approve("0x1234"), 409, "already_decided")
	eventually(t, time.Minute, func() bool {
		var list struct{ Items []struct{ Status string } }
		p.get("/api/withdrawals", &list)
		return len(list.Items) == 1 && list.Items[0].Status == "withdrawalTransactionConfirmed"
	})
}

func siwe(t *testing.T, r *running) {
	p, w := visitor(t, r.base), newWallet(t, r)
	message := p.siweMessage(w.at)
	sign := func(m string) string {
		signature, err := standins.SignMessage(w.key, m)
		if err != nil {
			t.Fatal(err)
		}
		return signature
	}
	var tokens struct{ AccessToken, RefreshToken string }
	p.post("/api/auth/siwe/verify", map[string]string{"message": message, "signature": sign(message)}, &tokens)
	if err := p.call(http.MethodPost, "/api/auth/siwe/verify", map[string]string{"message": message, "signature": sign(message)}, nil); err == nil {
		t.Error("second login with the same nonce succeeded, want an error")
	}
	p.access, p.Subject = tokens.AccessToken, claim(t, tokens.AccessToken, "sub")
	refused(t, p.call(http.MethodGet, "/api/auth/auth0/user", nil, nil), 403, "no_identity_user")
	p.Email = "wallet@example.org"
	p.complete()
	if _, err := p.hold(r.forSale(t, 100, 1)[0]); err != nil {
		t.Errorf("a wallet account with a profile cannot buy: error = %v, want nil", err)
	}
}

func payoutWallet(t *testing.T, r *running) {
	artist, approver, w := visitor(t, r.base), visitor(t, r.base), newWallet(t, r)
	artist.signIn("login", "artist@example.org", "vitrine")
	approver.signIn("login", "approver@example.org", "vitrine")
	refused(t, approver.call(http.MethodPost, "/api/payout-wallet-updates", map[string]string{"address": w.at.Hex()}, nil, key()...), 403, "forbidden")
	var u struct{ ID, Status string }
	artist.post("/api/payout-wallet-updates", map[string]string{"address": w.at.Hex()}, &u, key()...)
	for _, p := range []*person{artist, approver} {
		subject := "approve your new payout wallet"
		if p == approver {
			subject = "your approval is needed"
		}
		_, link := p.waitForMail(r.mailbox, subject)
		_, secret, _ := strings.Cut(link, "#")
		var a struct{ Status string }
		p.post("/api/approvals/link/approve", map[string]string{}, &a, "Approval-Secret", secret)
		if a.Status != "approved" {
			t.Errorf("%s: approval = %+v, want approved", p.Email, a)
		}
	}
	eventually(t, 30*time.Second, func() bool {
		var list struct{ ActiveAddress string }
		artist.get("/api/payout-wallet-updates", &list)
		return list.ActiveAddress == w.at.Hex()
	})
}

func badInput(t *testing.T, r *running) {
	p := visitor(t, r.base)
	refused(t, p.call(http.MethodPost, "/rpc/5", map[string]any{}, nil), 404, "unsupported_chain")
	refused(t, p.call(http.MethodGet, "/api/nothing", nil, nil), 404, "not_found")
	p.signIn("login", "staff@example.org", "vitrine")
	refused(t, p.call(http.MethodPost, "/api/checkouts", json.RawMessage(`"text"`), nil, key()...), 400, "malformed")
	refused(t, p.call(http.MethodPost, "/api/checkouts", map[string]any{"artworkId": -1}, nil, key()...), 422, "invalid")
	refused(t, p.call(http.MethodPost, "/api/checkouts", map[string]any{"artworkId": "x"}, nil, key()...), 400, "malformed")
	refused(t, p.call(http.MethodGet, "/api/profiles?ownerId=somebody", nil, nil), 404, "not_found")
	p.complete()
	var list []profile
	p.get("/api/profiles?ownerId="+p.Subject, &list)
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, _ := form.CreateFormFile("uri", "me.png")
	picture := image.NewRGBA(image.Rect(0, 0, 64, 48))
	picture.Set(1, 1, color.White)
	if err := png.Encode(part, picture); err != nil {
		t.Fatal(err)
	}
	_ = form.Close()
	req, _ := http.NewRequest(http.MethodPost, r.base+"/api/profileUploads?profileId="+only(t, list).ID, &body)
	req.Header.Set("Content-Type", form.FormDataContentType())
	req.Header.Set("Authorization", "Bearer "+p.access)
	res, err := p.http.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	var a avatar
	if err := json.NewDecoder(res.Body).Decode(&a); err != nil || res.StatusCode != http.StatusOK || a.Width != 64 || a.Height != 48 {
		t.Fatalf("avatar = %d %+v, %v, want 200, 64 × 48", res.StatusCode, a, err)
	}
	pic, err := p.http.Get(r.base + a.URL)
	if err != nil || pic.StatusCode != http.StatusOK || !strings.HasPrefix(pic.Header.Get("Content-Type"), "image/") {
		t.Errorf("GET %s = %v, %v, want an image", a.URL, pic, err)
	}
}
