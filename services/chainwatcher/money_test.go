package chainwatcher_test

import (
	"encoding/json"
	"io"
	"math/big"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"connectrpc.com/connect/v2"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/jackc/pgx/v5"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/contracts/bindings"
	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/testkit"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
)

// External contracts as creation code: eleven bytes that return the rest.
const (
	// refuser rejects ether.
	refuser = "600580600b6000396000f3" + "60006000fd"
	// forwarder is a contract wallet: it calls the address in its first word with the rest of its input and all its ether.
	forwarder = "602180600b6000396000f3" + "6020360380602060003760006000826000346000355af1601f5760006000fd5b00"
	// coin emits a Transfer event, as an ERC-20 token does: the caller sent its second word to its first.
	coin = "603180600b6000396000f3" + "602035600052600035337fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef60206000a300"
)

// send signs and sends a transaction of a key and returns its hash. A nil nonce means the next one.
func (h *testService) send(from string, nonce *uint64, to *common.Address, value *big.Int, data []byte, feeGwei int64) common.Hash {
	h.t.Helper()
	k := key(h.t, from)
	if nonce == nil {
		n, err := h.node.PendingNonceAt(h.t.Context(), crypto.PubkeyToAddress(k.PublicKey))
		if err != nil {
			h.t.Fatal(err)
		}
		nonce = &n
	}
	tx := types.MustSignNewTx(k, types.LatestSignerForChainID(big.NewInt(31337)), &types.DynamicFeeTx{
		ChainID: big.NewInt(31337), Nonce: *nonce, GasTipCap: big.NewInt(feeGwei * 1e8), GasFeeCap: big.NewInt(feeGwei * 1e9), Gas: 400_000, To: to,
		Value: value, Data: data,
	})
	if err := h.node.SendTransaction(h.t.Context(), tx); err != nil {
		h.t.Fatal(err)
	}
	return tx.Hash()
}

// deploy deploys creation code.
func (h *testService) deploy(code string) common.Address {
	h.t.Helper()
	hash := h.send(buyerKey, nil, nil, nil, common.FromHex(code), 100)
	var at common.Address
	testkit.Eventually(h.t, soon, func() bool {
		r, err := h.node.TransactionReceipt(h.t.Context(), hash)
		if err == nil {
			at = r.ContractAddress
		}
		return err == nil
	})
	return at
}

func (h *testService) local() *chainv1.Chain {
	h.t.Helper()
	list, err := h.chains.ListChains(h.t.Context(), &chainv1.ListChainsRequest{})
	if err != nil {
		h.t.Fatal(err)
	}
	return list.GetItems()[0]
}

func (h *testService) due(to string, wei string) *checkoutv1.EtherRefundDue {
	return &checkoutv1.EtherRefundDue{RefundId: id.New(), CheckoutId: id.New(), ChainId: 31337, To: to, Amount: wei, DecidedAt: timestamppb.Now()}
}

func (h *testService) refunds(due ...*checkoutv1.EtherRefundDue) []*chainv1.KnownRefund {
	h.t.Helper()
	res, err := h.chains.ListRefunds(h.t.Context(), &chainv1.ListRefundsRequest{Due: due})
	if err != nil {
		h.t.Fatal(err)
	}
	return res.GetItems()
}

func (h *testService) balance(address string) string {
	h.t.Helper()
	b, err := h.node.BalanceAt(h.t.Context(), common.HexToAddress(address), nil)
	if err != nil {
		h.t.Fatal(err)
	}
	return b.String()
}

func TestRefundIsSentOnce(t *testing.T) {
	t.Parallel()
	h := setup(t)
	// A payment credits the platform's fifth of 100 dollars to the vault: refunds use that first.
	h.pay(h.quote(id.New(), 10_000, 10*time.Minute))
	const target = "0x00000000000000000000000000000000000A11cE"
	one := h.due(target, "50000000000000000")
	h.event("due:"+one.GetRefundId(), one)
	h.event("due again", one)
	testkit.Eventually(t, soon, func() bool { return len(published[*chainv1.EtherRefundSent](h)) == 1 })
	if h.written(&chainv1.EtherRefundConfirmed{}) != 0 {
		t.Error("confirmed before it was final")
	}
	if r := h.refunds(one)[0]; r.GetStatus() != "sent" || r.GetTransactionHash() != published[*chainv1.EtherRefundSent](h)[0].GetTransactionHash() {
		t.Errorf("refund = %v, want sent, with the event's transaction", r)
	}
	// A reorganisation undoes it; it is sent again with the same id.
	h.rpcCall("anvil_reorg", 1, []any{})
	testkit.Eventually(t, soon, func() bool { return len(published[*chainv1.EtherRefundSent](h)) == 2 })
	testkit.Eventually(t, soon, func() bool {
		h.mine(1)
		return len(published[*chainv1.EtherRefundConfirmed](h)) == 1
	})
	// A second one, requested by RPC instead of an event.
	two := h.due(target, "7")
	if r := h.refunds(two)[0]; r.GetStatus() != "queued" {
		t.Errorf("refund = %v, want queued", r)
	}
	testkit.Eventually(t, soon, func() bool {
		h.mine(1)
		return len(published[*chainv1.EtherRefundConfirmed](h)) == 2
	})
	if r := h.refunds(one, two); r[0].GetStatus() != "confirmed" || r[1].GetStatus() != "confirmed" {
		t.Errorf("refunds = %v, want both confirmed", r)
	}
	if got := h.balance(target); got != "50000000000000007" {
		t.Errorf("the target has %s wei, want 50000000000000007", got)
	}
	// 100 dollars at 3,000 are 0.0333… ether, a fifth of which belongs to the platform. None of it is left in the contract.
	var credited string
	contract := common.HexToAddress(h.local().GetPaymentContract())
	if b, err := h.node.BalanceAt(t.Context(), contract, nil); err == nil {
		credited = b.String()
	}
	if credited != "26666666666666667" && credited != "26666666666666666" {
		t.Errorf("the contract holds %s wei, want the artist's share, 26666666666666666 or …67", credited)
	}
}

// TestARefundAfterSomeoneElsesWithdrawal: anyone may call withdraw for the vault just before a refund that relies on the vault's credit. That
// makes the refund fail once. Its next attempt pays in full, so a second withdrawal of new credit can't stop it.
func TestARefundAfterSomeoneElsesWithdrawal(t *testing.T) {
	t.Parallel()
	h := setup(t)
	h.pay(h.quote(id.New(), 10_000, 10*time.Minute)) // credits the platform's fifth, 0.0066… ether, to the vault
	local := h.local()
	contract, vault := common.HexToAddress(local.GetPaymentContract()), common.HexToAddress(local.GetVault())
	withdraw, err := bindings.NewVitrinePayments().TryPackWithdraw(vault)
	if err != nil {
		t.Fatal(err)
	}
	// sent returns what each nonce of the refund sends along, in wei.
	sent := func() (values []string) {
		rows, err := h.pool.Query(t.Context(), `SELECT DISTINCT ON (a.nonce) a.raw FROM attempts a JOIN transactions x ON x.id = a.transaction_id
			WHERE x.kind = 'refund' ORDER BY a.nonce, a.signed_at`)
		if err != nil {
			t.Fatal(err)
		}
		list, err := pgx.CollectRows(rows, pgx.RowTo[[]byte])
		if err != nil {
			t.Fatal(err)
		}
		for _, raw := range list {
			tx := new(types.Transaction)
			if err := tx.UnmarshalBinary(raw); err != nil {
				t.Fatal(err)
			}
			values = append(values, tx.Value().String())
		}
		return values
	}
	h.rpcCall("evm_setAutomine", false)
	const target, amount = "0x00000000000000000000000000000000000A11cE", "50000000000000000"
	h.event("due", h.due(target, amount))
	testkit.Eventually(t, soon, func() bool { return len(sent()) == 1 })
	if first := sent()[0]; first == amount {
		t.Fatal("the first attempt doesn't use the contract's balance")
	}
	h.send(buyerKey, nil, &contract, nil, withdraw, 1000) // a higher fee, so that it is mined first
	h.mine(1)
	h.pay(h.quote(id.New(), 10_000, 10*time.Minute)) // new credit of the vault, which could be withdrawn again
	testkit.Eventually(t, soon, func() bool {
		h.mine(1)
		return len(sent()) == 2
	})
	if second := sent()[1]; second != amount {
		t.Errorf("value of the second attempt = %s wei, want the full refund of %s", second, amount)
	}
	testkit.Eventually(t, soon, func() bool {
		h.mine(1)
		return len(published[*chainv1.EtherRefundConfirmed](h)) == 1
	})
	if got := h.balance(target); got != amount {
		t.Errorf("the target has %s wei, want %s", got, amount)
	}
}

func TestRefundsThatAreNotSent(t *testing.T) {
	t.Parallel()
	h := setup(t)
	refuses := h.deploy(refuser).Hex()
	list := []*checkoutv1.EtherRefundDue{
		h.due(refuses, "5"), h.due("0x00000000000000000000000000000000000A11cE", "10000000000000000001"),
		h.due("0x0000000000000000000000000000000000000000", "5"), h.due(refuses, "5"),
	}
	list[3].ChainId = 100
	for _, d := range list {
		h.event("due:"+d.GetRefundId(), d)
	}
	testkit.Eventually(t, soon, func() bool { return len(published[*chainv1.EtherRefundFailed](h)) == 4 })
	for i, want := range []string{"recipient_reverts", "limit_exceeded", "recipient_reverts", "unsupported_chain"} {
		if r := h.refunds(list[i])[0]; r.GetStatus() != "failed" || r.GetReason() != want {
			t.Errorf("%d: %v, want %s", i, r, want)
		}
	}
	if n := h.written(&chainv1.EtherRefundSent{}); n != 0 {
		t.Errorf("%d EtherRefundSent events, want none", n)
	}
}

func TestMoneyThatArrivedAnotherWay(t *testing.T) {
	t.Parallel()
	h := setup(t)
	local := h.local()
	vault, contract := common.HexToAddress(local.GetVault()), common.HexToAddress(local.GetPaymentContract())
	erc20 := h.deploy(coin)
	word := func(a common.Address, n int64) []byte {
		return append(common.LeftPadBytes(a.Bytes(), 32), common.LeftPadBytes(big.NewInt(n).Bytes(), 32)...)
	}
	plain := h.send(buyerKey, nil, &vault, big.NewInt(77), nil, 100)
	// It is final two blocks later, which are not mined yet.
	h.caughtUp()
	if n := h.written(&chainv1.UnexpectedPayment{}); n != 0 {
		t.Errorf("%d were published before they were final, want 0", n)
	}
	token := h.send(buyerKey, nil, &erc20, nil, word(contract, 500), 100)
	h.send(buyerKey, nil, &erc20, nil, word(common.HexToAddress("0xdead"), 9), 100) // somebody else's
	h.send(platformKey, nil, &vault, big.NewInt(5), nil, 100)                       // our own
	h.mine(4)
	testkit.Eventually(t, soon, func() bool { return len(published[*chainv1.UnexpectedPayment](h)) == 2 })
	// The service was down in the meantime: reading in ranges gives the same result.
	h.stop()
	late := h.send(buyerKey, nil, &vault, big.NewInt(78), nil, 100)
	h.mine(40)
	h.start()
	testkit.Eventually(t, soon, func() bool { return len(published[*chainv1.UnexpectedPayment](h)) == 3 })
	res, err := h.chains.ListPayments(t.Context(), &chainv1.ListPaymentsRequest{ChainId: 31337})
	if err != nil || len(res.GetUnexpected()) != 3 || len(res.GetItems()) != 0 || res.GetNextBlock() != 0 {
		t.Fatalf("res, err = %v, %v, want 3 unexpected, 0 items, next block 0 and no error", res, err)
	}
	for i, want := range []struct {
		hash   common.Hash
		to     common.Address
		asset  string
		amount string
	}{{plain, vault, "", "77"}, {token, contract, erc20.Hex(), "500"}, {late, vault, "", "78"}} {
		u := res.GetUnexpected()[i]
		if u.GetTransactionHash() != want.hash.Hex() || u.GetTo() != want.to.Hex() || u.GetAsset() != want.asset || u.GetAmount() != want.amount ||
			u.GetReason() != "direct_transfer" || u.GetBlockHash() == "" || (u.GetLogIndex() == -1) != (want.asset == "") || u.GetPayer() == "" {
			t.Errorf("UnexpectedPayment = %v, want a direct transfer with its block and payer", u)
		}
	}
	heads, err := h.chains.ListHeads(t.Context(), &chainv1.ListHeadsRequest{})
	if err != nil || len(heads.GetItems()) != 1 || heads.GetItems()[0].GetFinalityDepth() != 0 || heads.GetItems()[0].GetFinalized() == 0 {
		t.Fatalf("ListHeads() = %v, %v, want one with finality depth 0 and a final block", heads, err)
	}
	head := heads.GetItems()[0]
	final, err := h.node.HeaderByNumber(t.Context(), big.NewInt(head.GetFinalized()))
	if err != nil || head.GetFinalizedAt().AsTime().Unix() != int64(final.Time) {
		t.Errorf("head = %v, %v, want finalized at %v", head, err, final)
	}
}

// A contract wallet pays in a transaction that isn't addressed to the payment contract.
func TestContractWalletPays(t *testing.T) {
	t.Parallel()
	h := setup(t)
	wallet := h.deploy(forwarder)
	checkout := id.New()
	q := h.quote(checkout, 9_900, 10*time.Minute)
	value, _ := new(big.Int).SetString(q.GetValue(), 10)
	h.send(buyerKey, nil, &wallet, value, append(common.LeftPadBytes(common.HexToAddress(q.GetTo()).Bytes(), 32), common.FromHex(q.GetData())...), 100)
	testkit.Eventually(t, soon, func() bool { return len(published[*chainv1.PaymentSeen](h)) == 1 })
	if p := published[*chainv1.PaymentSeen](h)[0].GetPayment(); p.GetCheckoutId() != checkout || p.GetPayer() != wallet.Hex() {
		t.Errorf("payment = %v, want the checkout's, paid by the wallet", p)
	}
	h.mine(3)
	testkit.Eventually(t, soon, func() bool {
		res, err := h.chains.ListPayments(t.Context(), &chainv1.ListPaymentsRequest{ChainId: 31337})
		return err == nil && len(res.GetItems()) == 1 && res.GetItems()[0].GetFinal() && res.GetItems()[0].GetPayment().GetCheckoutId() == checkout
	})
}

// The payer replaces the transaction: with an unrelated one of the same nonce, the order isn't paid; with a higher fee, it is paid
// once.
func TestReplacedTransaction(t *testing.T) {
	t.Parallel()
	h := setup(t)
	h.rpcCall("evm_setAutomine", false)
	buyer := crypto.PubkeyToAddress(key(t, buyerKey).PublicKey)
	nonce, err := h.node.PendingNonceAt(t.Context(), buyer)
	if err != nil {
		t.Fatal(err)
	}
	elsewhere := common.HexToAddress("0xdead")
	pay := func(q *chainv1.CreateQuoteResponse, nonce uint64, fee int64) common.Hash {
		value, _ := new(big.Int).SetString(q.GetValue(), 10)
		to := common.HexToAddress(q.GetTo())
		return h.send(buyerKey, &nonce, &to, value, common.FromHex(q.GetData()), fee)
	}
	gone, paid := h.quote(id.New(), 100, 10*time.Minute), h.quote(id.New(), 200, 10*time.Minute)
	pay(gone, nonce, 100)
	h.send(buyerKey, &nonce, &elsewhere, big.NewInt(1), nil, 200)
	pay(paid, nonce+1, 100)
	dearer := pay(paid, nonce+1, 300)
	h.mine(5)
	testkit.Eventually(t, soon, func() bool { return len(published[*chainv1.PaymentConfirmed](h)) == 1 })
	p := published[*chainv1.PaymentConfirmed](h)[0].GetPayment()
	if p.GetIntentHash() != paid.GetIntentHash() || p.GetTransactionHash() != dearer.Hex() {
		t.Errorf("payment = %v, want the dearer transaction of the paid quote", p)
	}
	if n := h.written(&chainv1.PaymentSeen{}); n != 1 {
		t.Errorf("%d payments were seen, want 1", n)
	}
}

func TestTokenMetadataAndOriginal(t *testing.T) {
	t.Parallel()
	h := setup(t)
	o := h.minted("ada", 9)
	get := func(path, tag string) *http.Response {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, h.url+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("If-None-Match", tag)
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = res.Body.Close() })
		return res
	}
	res := get("/tokens/9000001", "")
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	var m struct {
		Name, Description, Image string
		ExternalURL              string `json:"external_url"`
		Attributes               []struct {
			Type  string `json:"trait_type"`
			Value any    `json:"value"`
		}
	}
	if err := json.Unmarshal(body, &m); err != nil || m.Name != "Tidal Study #1 of 25" || m.Image != "http://localhost:8080/assets/tidal-640.webp.jpg" ||
		m.ExternalURL != "http://localhost:8080/en/artworks/tidal-study-9/" || len(m.Attributes) != 6 || !strings.HasPrefix(res.Header.Get("Cache-Control"), "public") {
		t.Errorf("metadata = %s, %v, want the artwork's page, 6 attributes and a public response", body, err)
	}
	if again := get("/tokens/9000001", res.Header.Get("ETag")); again.StatusCode != http.StatusNotModified {
		t.Errorf("again.Status = %v, want status code %v", again.Status, http.StatusNotModified)
	}
	for _, path := range []string{"/tokens/9000002", "/tokens/x", "/tokens/-1"} {
		if res := get(path, ""); res.StatusCode != http.StatusNotFound {
			t.Errorf("path, res.Status = %v, %v, want status code %v", path, res.Status, http.StatusNotFound)
		}
	}
	original, err := h.collection.GetOriginal(h.as("ada"), &chainv1.GetOriginalRequest{TokenId: o.GetTokenId()})
	if err != nil || !strings.HasPrefix(original.GetUrl(), "http://localhost:8080/assets/originals/9?") {
		t.Errorf("GetOriginal() = %v, %v, want a URL at /assets/originals/9?", original, err)
	}
	if _, err := h.collection.GetOriginal(h.as("eve"), &chainv1.GetOriginalRequest{TokenId: o.GetTokenId()}); connect.CodeOf(err) != connect.CodeNotFound {
		t.Errorf("another user's original: error = %v, want not found", err)
	}
	for account, want := range map[string][]int64{"ada": {o.GetTokenId()}, "eve": nil} {
		listed, err := h.chains.ListAccountTokens(t.Context(), &chainv1.ListAccountTokensRequest{AccountId: account})
		if err != nil || !slices.Equal(listed.GetTokenIds(), want) {
			t.Errorf("tokens of %s = %v, %v, want %v", account, listed, err, want)
		}
	}
	for name, test := range map[string]struct {
		account string
		wallets []string
		tokens  []*chainv1.TokenRange
		want    bool
	}{
		"in the vault":     {"ada", nil, []*chainv1.TokenRange{{TokenFrom: 9_000_001, TokenTo: 9_000_025}}, true},
		"one of two":       {"ada", nil, []*chainv1.TokenRange{{TokenFrom: 1, TokenTo: 2}, {TokenFrom: o.GetTokenId(), TokenTo: o.GetTokenId()}}, true},
		"another edition":  {"ada", nil, []*chainv1.TokenRange{{TokenFrom: 9_000_002, TokenTo: 9_000_025}}, false},
		"another account":  {"eve", nil, []*chainv1.TokenRange{{TokenFrom: 9_000_001, TokenTo: 9_000_025}}, false},
		"before its mint":  {"ada", nil, []*chainv1.TokenRange{{TokenFrom: 9_000_001, TokenTo: 9_000_025, Block: 1}}, false},
		"the vault itself": {"eve", []string{h.local().GetVault()}, []*chainv1.TokenRange{{TokenFrom: 9_000_001, TokenTo: 9_000_025}}, false},
	} {
		t.Run(name, func(t *testing.T) {
			res, err := h.chains.HoldsTokens(t.Context(), &chainv1.HoldsTokensRequest{AccountId: test.account, Wallets: test.wallets, Tokens: test.tokens})
			if err != nil || res.GetHolds() != test.want || test.want != slices.Equal(res.GetTokenIds(), []int64{o.GetTokenId()}) {
				t.Errorf("got %v, %v, want %v with the token", res, err, test.want)
			}
		})
	}
	ranges := []*chainv1.TokenRange{
		{Condition: "one", TokenFrom: 1, TokenTo: 2},
		{Condition: "two", TokenFrom: o.GetTokenId(), TokenTo: o.GetTokenId()},
		{Condition: "three", TokenFrom: 1, TokenTo: 2, Block: 1 << 40},
		{Condition: "one", TokenFrom: o.GetTokenId(), TokenTo: o.GetTokenId()},
		{Condition: "four", TokenFrom: 1, TokenTo: 2},
		{Condition: "five", ChainId: 5, TokenFrom: 1, TokenTo: 2},
	}
	several, err := h.chains.HoldsTokens(t.Context(), &chainv1.HoldsTokensRequest{AccountId: "ada", Tokens: ranges})
	want := []*chainv1.HeldTokens{
		{Condition: "one", TokenIds: []int64{o.GetTokenId()}},
		{Condition: "two", TokenIds: []int64{o.GetTokenId()}},
		{Condition: "three", Unknown: true},
		{Condition: "four"},
		{Condition: "five", Unknown: true},
	}
	if err != nil || !several.GetHolds() || !slices.EqualFunc(several.GetConditions(), want, func(a, b *chainv1.HeldTokens) bool { return proto.Equal(a, b) }) {
		t.Errorf("several conditions: %v, %v, want %v", several, err, want)
	}
	_, err = h.chains.HoldsTokens(t.Context(), &chainv1.HoldsTokensRequest{AccountId: "ada", Tokens: []*chainv1.TokenRange{{TokenFrom: 1, TokenTo: 2, Block: 1 << 40}}})
	if connect.CodeOf(err) != connect.CodeFailedPrecondition {
		t.Errorf("a block that isn't final: error = %v, want failed_precondition", err)
	}
	mints, err := h.chains.ListMints(t.Context(), &chainv1.ListMintsRequest{TokenIds: []int64{o.GetTokenId(), 5}})
	if err != nil || len(mints.GetItems()) != 1 || mints.GetItems()[0].GetCheckoutId() != o.GetCheckoutId() || len(mints.GetUnknown()) != 1 {
		t.Errorf("ListMints() = %v, %v, want one of order %s and one unknown", mints, err, o.GetCheckoutId())
	}
}
