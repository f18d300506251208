package chainwatcher_test

import (
	"bytes"
	"math/big"
	"slices"
	"testing"
	"time"

	"connectrpc.com/connect/v2"
	"github.com/ethereum/go-ethereum/common"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/kit/testkit"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
	"github.com/vitrine/vitrine/services/chainwatcher"
)

func TestPaymentIsQuotedSeenAndConfirmed(t *testing.T) {
	t.Parallel()
	h := setup(t)
	checkout := id.New()
	q := h.quote(checkout, 125_000, 10*time.Minute)
	// 1,250 dollars at 3,000 are 0.41666… ether, rounded up.
	if q.GetValue() != "416666666666666667" || q.GetRate() != "3000.00" {
		t.Fatalf("quote = %v, want 416666666666666667 wei at 3000.00", q)
	}
	if again := h.quote(checkout, 125_000, 10*time.Minute); again.GetIntentHash() != q.GetIntentHash() || again.GetData() != q.GetData() {
		t.Errorf("second quote = %v, want the running one, %v", again, q)
	}
	hash := h.pay(q)
	testkit.Eventually(t, soon, func() bool { return len(published[*chainv1.PaymentSeen](h)) == 1 })
	if h.written(&chainv1.PaymentConfirmed{}) != 0 {
		t.Error("confirmed before it was final")
	}
	h.mine(3)
	testkit.Eventually(t, soon, func() bool { return len(published[*chainv1.PaymentConfirmed](h)) == 1 })
	p := published[*chainv1.PaymentConfirmed](h)[0].GetPayment()
	if p.GetCheckoutId() != checkout || p.GetTransactionHash() != hash.Hex() || p.GetAmount() != q.GetValue() || p.GetIntentHash() != q.GetIntentHash() ||
		p.GetArtistShare() != "333333333333333333" || p.GetChainId() != 31337 {
		t.Errorf("payment = %v, want the artist's share of 333333333333333333 wei on chain 31337", p)
	}
	testkit.Eventually(t, soon, func() bool {
		price, err := h.collection.GetEtherPrice(t.Context(), &chainv1.GetEtherPriceRequest{})
		return err == nil && price.GetUsdPerEth() == "3000.00" && price.GetSource() != ""
	})
}

func TestReorganisationRevertsAPayment(t *testing.T) {
	t.Parallel()
	h := setup(t)
	q := h.quote(id.New(), 9_900, 10*time.Minute)
	h.mine(2)
	h.pay(q)
	testkit.Eventually(t, soon, func() bool { return len(published[*chainv1.PaymentSeen](h)) == 1 })
	h.rpcCall("anvil_reorg", 1, []any{}) // another block without the payment
	testkit.Eventually(t, soon, func() bool { return len(published[*chainv1.PaymentReverted](h)) == 1 })
	if a, b := published[*chainv1.PaymentSeen](h)[0].GetPayment(), published[*chainv1.PaymentReverted](h)[0].GetPayment(); !proto.Equal(a, b) {
		t.Errorf("payment reverted = %v, want the one seen, %v", b, a)
	}
	// It is mined again in another block: seen again, and confirmed once.
	h.pay(q)
	testkit.Eventually(t, soon, func() bool { return len(published[*chainv1.PaymentSeen](h)) == 2 })
	h.mine(4)
	testkit.Eventually(t, soon, func() bool { return len(published[*chainv1.PaymentConfirmed](h)) == 1 })
	if n := h.written(&chainv1.QuoteExpired{}); n != 0 {
		t.Errorf("%d quotes expired, want 0", n)
	}
}

// TestQuoteStatus reports a payment as soon as a block holds it, and a named transaction that may still be mined.
func TestQuoteStatus(t *testing.T) {
	t.Parallel()
	h := setup(t)
	status := func(q *chainv1.CreateQuoteResponse, transaction string) string {
		t.Helper()
		res, err := h.chains.GetQuoteStatus(t.Context(), &chainv1.GetQuoteStatusRequest{
			IntentHash: q.GetIntentHash(), TransactionHash: transaction,
		})
		if err != nil {
			t.Fatal(err)
		}
		return res.GetStatus()
	}
	expect := func(q *chainv1.CreateQuoteResponse, transaction common.Hash, want string) {
		t.Helper()
		name := ""
		if transaction != (common.Hash{}) {
			name = transaction.Hex()
		}
		if got := status(q, name); got != want {
			t.Errorf("status = %s, want %s", got, want)
		}
	}
	q := h.quote(id.New(), 9_900, 10*time.Minute)
	expect(q, common.Hash{}, "unpaid")
	expect(q, common.Hash{1}, "sent") // not known to any node yet

	// A transaction of another amount reverts: it was mined and paid nothing.
	to := common.HexToAddress(q.GetTo())
	failed := h.send(buyerKey, nil, &to, big.NewInt(1), common.FromHex(q.GetData()), 100)
	testkit.Eventually(t, soon, func() bool { return status(q, failed.Hex()) == "unpaid" })

	h.rpcCall("evm_setAutomine", false)
	h.rpcCall("evm_setIntervalMining", 0)
	hash := h.pay(q)
	expect(q, hash, "sent")
	h.mine(1)
	// The contract shows it immediately, before the service has processed the block.
	expect(q, common.Hash{}, "paid")
	expect(q, hash, "paid")
	h.mine(4)
	testkit.Eventually(t, soon, func() bool { return len(published[*chainv1.PaymentConfirmed](h)) == 1 })
	expect(q, common.Hash{}, "paid")

	_, err := h.chains.GetQuoteStatus(t.Context(), &chainv1.GetQuoteStatusRequest{IntentHash: "0x00"})
	if connect.CodeOf(err) != connect.CodeNotFound {
		t.Errorf("an unknown quote: error = %v, want not_found", err)
	}
}

func TestQuoteExpiresWithALaterBlock(t *testing.T) {
	t.Parallel()
	h := setup(t)
	checkout := id.New()
	q := h.quote(checkout, 100, time.Minute)
	h.mine(1)
	h.rpcCall("evm_increaseTime", 90) // the node's clock may be some seconds slow
	h.mine(1)
	testkit.Eventually(t, soon, func() bool { return len(published[*chainv1.QuoteExpired](h)) == 1 })
	if f := published[*chainv1.QuoteExpired](h)[0]; f.GetCheckoutId() != checkout || f.GetIntentHash() != q.GetIntentHash() {
		t.Errorf("QuoteExpired = %v, want the checkout's quote", f)
	}
	// The chain's time counts: a hold that ended by the chain's clock can't be quoted.
	_, err := h.chains.CreateQuote(t.Context(), &chainv1.CreateQuoteRequest{
		CheckoutId: checkout, Amount: 100, Currency: "USD", HoldExpiresAt: timestamppb.New(time.Now().Add(time.Minute)),
	})
	if reason, _ := rpc.ReasonOf(err); reason != "hold_expired" {
		t.Errorf("%v, want hold_expired", err)
	}
}

func TestMintsExactlyOnceAcrossRestarts(t *testing.T) {
	t.Parallel()
	h := setup(t)
	h.rpcCall("evm_setAutomine", false)
	var orders []*checkoutv1.OrderPaid
	for n := range int32(6) {
		o := h.order("ada", 41, n+1)
		orders = append(orders, o)
		h.event("paid:"+o.GetCheckoutId(), o)
	}
	// The process is restarted repeatedly while transactions are signed, sent and mined.
	for range 4 {
		testkit.Eventually(t, soon, func() bool {
			var n int
			err := h.pool.QueryRow(t.Context(), `SELECT count(*) FROM attempts`).Scan(&n)
			return err == nil && n > 0
		})
		h.stop()
		h.mine(1)
		h.start()
	}
	testkit.Eventually(t, 2*soon, func() bool {
		h.mine(1)
		return len(published[*chainv1.TokenMinted](h)) == len(orders)
	})
	for _, o := range orders {
		f := published[*chainv1.TokenMinted](h)[0]
		if n := h.transfers(f.GetContract(), o.GetTokenId()); n != 1 {
			t.Errorf("token %d was transferred %d times, want 1", o.GetTokenId(), n)
		}
	}
	items := h.tokens("ada")
	if len(items) != 6 || items[0].GetStatus() != "minted" || items[0].GetLocation() != "vault" || items[0].GetMintTransactionHash() == "" {
		t.Errorf("tokens = %v, want 6, the first minted into the vault", items)
	}
	if len(h.tokens("eve")) != 0 {
		t.Errorf("another user's tokens = %v, want none", h.tokens("eve"))
	}
	// A repeated event, and one of another order for the same token.
	h.event("paid:again", orders[0])
	history, err := h.collection.ListTokens(t.Context(), &chainv1.ListTokensRequest{ArtworkId: 41})
	if err != nil || len(history.GetItems()) != 6 || history.GetItems()[0].GetEvents()[0].GetKind() != "minted" {
		t.Errorf("ListTokens() = %v, %v, want 6 tokens, the first event minted", history, err)
	}
	pdf, err := h.collection.GetCertificate(h.as("ada"), &chainv1.GetCertificateRequest{TokenId: orders[0].GetTokenId()})
	if err != nil || !bytes.HasPrefix(pdf.GetData(), []byte("%PDF-")) || pdf.GetContentType() != "application/pdf" {
		t.Fatalf("certificate = %v, %v, want a PDF", pdf, err)
	}
	claim, err := h.collection.GetCertificateClaim(h.as("ada"), &chainv1.GetCertificateClaimRequest{TokenId: orders[0].GetTokenId()})
	if err != nil {
		t.Fatal(err)
	}
	issuers, err := h.chains.ListChains(t.Context(), &chainv1.ListChainsRequest{})
	if want := []string{claim.GetIssuer(), formerIssuer}; err != nil || !slices.Equal(issuers.GetCertificateIssuers(), want) {
		t.Errorf("certificates are signed by %v, want %v: %v", issuers.GetCertificateIssuers(), want, err)
	}
	if _, err := h.collection.GetCertificate(h.as("eve"), &chainv1.GetCertificateRequest{TokenId: orders[0].GetTokenId()}); connect.CodeOf(err) != connect.CodeNotFound {
		t.Errorf("another person's certificate: error = %v, want not_found", err)
	}
}

// The local chain is reset. Contracts are deployed again and sold tokens minted again, without a restart of the service.
func TestAnotherChainOfTheSameID(t *testing.T) {
	t.Parallel()
	h := setup(t)
	o := h.minted("ada", 12)
	h.stop()
	h.rpcURL = testkit.Anvil(t, "--timestamp", "1700000000")
	if err := chainwatcher.Deploy(t.Context(), h.cfg, testkit.Log(t), nil); err != nil {
		t.Fatal(err)
	}
	h.start()
	testkit.Eventually(t, soon, func() bool {
		h.mine(1)
		items := h.tokens("ada")
		return len(items) == 1 && items[0].GetStatus() == "minted" && h.transfers(items[0].GetContract(), o.GetTokenId()) == 1
	})
	if n := h.written(&chainv1.TokenMinted{}); n != 1 {
		t.Errorf("the mint was published %d times, want 1", n)
	}
}

// A token whose order was refunded is sold again.
func TestRefundedTokenIsSoldAgain(t *testing.T) {
	t.Parallel()
	h := setup(t)
	first := h.minted("ada", 13)
	h.event("refund", &checkoutv1.OrderRefunded{CheckoutId: first.GetCheckoutId(), TokenId: first.GetTokenId()})
	testkit.Eventually(t, soon, func() bool { return len(h.tokens("ada")) == 0 })
	release := func() string {
		t.Helper()
		res, err := h.chains.ReleaseToken(t.Context(), &chainv1.ReleaseTokenRequest{CheckoutId: first.GetCheckoutId(), TokenId: first.GetTokenId()})
		if err != nil {
			t.Fatal(err)
		}
		return res.GetState()
	}
	for range 2 {
		if state := release(); state != "released" {
			t.Errorf("state = %q, want released", state)
		}
	}
	h.minted("bea", 13)
	if items := h.tokens("bea"); len(items) != 1 || items[0].GetStatus() != "minted" || items[0].GetFrozen() {
		t.Errorf("bea's tokens = %v, want 1, minted and not frozen", items)
	}
}
