package payments_test

import (
	"bytes"
	"errors"
	"math/big"
	"reflect"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/accounts/abi/bind/v2"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/google/uuid"

	"github.com/vitrine/vitrine/contracts/bindings"
	"github.com/vitrine/vitrine/contracts/payments"
)

var (
	artist = common.HexToAddress("0xA27157")
	refund = common.HexToAddress("0x3EF")
)

func callMsg(from, to common.Address, value *big.Int, data []byte) ethereum.CallMsg {
	return ethereum.CallMsg{From: from, To: &to, Value: value, Data: data}
}

// quote returns a valid intent of a new order: 10 gwei, 8 of them for the artist, valid for 15 minutes.
func (c *chain) quote(t *testing.T) bindings.Intent {
	t.Helper()
	order, err := payments.OrderID(uuid.NewString())
	if err != nil {
		t.Fatal(err)
	}
	return bindings.Intent{
		OrderId:       order,
		Amount:        big.NewInt(10_000_000_000),
		Artist:        artist,
		ArtistShare:   big.NewInt(8_000_000_000),
		RefundAddress: refund,
		Deadline:      c.deadline(t, 15*time.Minute),
	}
}

func (c *chain) sign(t *testing.T, intent bindings.Intent) []byte {
	t.Helper()
	signature, err := payments.Sign(c.platform, c.id, c.paymentsAt, intent)
	if err != nil {
		t.Fatal(err)
	}
	return signature
}

// refuses pays with the buyer's key and expects the error, both from the call and from a mined transaction, which moves nothing.
func (c *chain) refuses(t *testing.T, want any, value *big.Int, intent bindings.Intent, signature []byte) {
	t.Helper()
	data := c.payments.PackPay(intent, signature)
	raw := revertOf(c.call(t.Context(), address(c.buyer), c.paymentsAt, value, data))
	if len(raw) < 4 {
		t.Fatalf("error data %s isn't a custom error, want %T", hex(raw), want)
	}
	got, err := c.payments.UnpackError(raw)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("reverted with %#v, want %#v", got, want)
	}

	held := c.etherOf(t, c.paymentsAt)
	receipt := c.send(t, c.buyer, c.paymentsAt, value, data)
	if receipt.Status != types.ReceiptStatusFailed || len(receipt.Logs) != 0 {
		t.Errorf("receipt has status %d and %d logs, want %d and none", receipt.Status, len(receipt.Logs), types.ReceiptStatusFailed)
	}
	equal(t, "ether held after a refused payment", c.etherOf(t, c.paymentsAt), held)
}

func TestContractAcceptsWhatGoSigned(t *testing.T) {
	t.Parallel()
	c := setup(t)
	intent := c.quote(t)
	receipt := c.succeeds(t, c.buyer, c.paymentsAt, intent.Amount, c.payments.PackPay(intent, c.sign(t, intent)))

	if len(receipt.Logs) != 1 {
		t.Fatalf("%d logs, want 1", len(receipt.Logs))
	}
	paid, err := c.payments.UnpackPaidEvent(receipt.Logs[0])
	if err != nil {
		t.Fatal(err)
	}
	digest := payments.Digest(c.id, c.paymentsAt, intent)
	want := &bindings.VitrinePaymentsPaid{
		OrderId: intent.OrderId, IntentHash: digest, Payer: address(c.buyer), Amount: intent.Amount,
		Artist: artist, ArtistShare: intent.ArtistShare, RefundAddress: refund, Raw: receipt.Logs[0],
	}
	if !reflect.DeepEqual(paid, want) {
		t.Errorf("event %+v, want %+v", paid, want)
	}
	equal(t, "the artist's balance", c.balance(t, artist), big.NewInt(8_000_000_000))
	equal(t, "the platform's balance", c.balance(t, address(c.platform)), big.NewInt(2_000_000_000))
}

func TestDigestIsTheContractsIntentHash(t *testing.T) {
	t.Parallel()
	c := setup(t)
	huge := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 256), big.NewInt(1))
	full := bindings.Intent{
		OrderId: [32]byte(bytes.Repeat([]byte{0xff}, 32)), Amount: huge, ArtistShare: huge,
		Artist:        common.BytesToAddress(bytes.Repeat([]byte{0xff}, 20)),
		RefundAddress: common.BytesToAddress(bytes.Repeat([]byte{0xee}, 20)), Deadline: 1<<64 - 1,
	}
	empty := bindings.Intent{Amount: new(big.Int), ArtistShare: new(big.Int)}
	instance := c.payments.Instance(c.backend.Client(), c.paymentsAt)
	for _, intent := range []bindings.Intent{c.quote(t), full, empty} {
		want, err := bind.Call(instance, &bind.CallOpts{Context: t.Context()}, c.payments.PackIntentHash(intent), c.payments.UnpackIntentHash)
		if err != nil {
			t.Fatal(err)
		}
		if got := payments.Digest(c.id, c.paymentsAt, intent); got != want {
			t.Errorf("Digest = %s, contract says %s", got, hex(want[:]))
		}
	}
}

func TestContractRefusesOneWeiLessOrMore(t *testing.T) {
	t.Parallel()
	c := setup(t)
	intent := c.quote(t)
	signature := c.sign(t, intent)
	for _, off := range []int64{-1, 1} {
		value := new(big.Int).Add(intent.Amount, big.NewInt(off))
		c.refuses(t, &bindings.VitrinePaymentsWrongAmount{Expected: intent.Amount, Sent: value}, value, intent, signature)
	}
}

func TestContractRefusesALatePayment(t *testing.T) {
	t.Parallel()
	c := setup(t)
	intent := c.quote(t)
	signature := c.sign(t, intent)
	// It waits until the pool has removed the transactions of the last block. AdjustTime doesn't, and refuses while it has some.
	c.backend.Rollback()
	if err := c.backend.AdjustTime(16 * time.Minute); err != nil {
		t.Fatal(err)
	}
	c.refuses(t, &bindings.VitrinePaymentsQuoteExpired{Deadline: intent.Deadline}, intent.Amount, intent, signature)
}

func TestContractRefusesASecondPayment(t *testing.T) {
	t.Parallel()
	c := setup(t)
	intent := c.quote(t)
	c.succeeds(t, c.buyer, c.paymentsAt, intent.Amount, c.payments.PackPay(intent, c.sign(t, intent)))
	want := &bindings.VitrinePaymentsAlreadyPaid{OrderId: intent.OrderId}
	c.refuses(t, want, intent.Amount, intent, c.sign(t, intent))

	intent.Amount = big.NewInt(9_000_000_000)
	c.refuses(t, want, intent.Amount, intent, c.sign(t, intent))
}

func TestContractRefusesOtherSignatures(t *testing.T) {
	t.Parallel()
	c := setup(t)
	intent := c.quote(t)

	stranger, err := payments.Sign(c.buyer, c.id, c.paymentsAt, intent)
	if err != nil {
		t.Fatal(err)
	}
	c.refuses(t, &bindings.VitrinePaymentsUnknownSigner{Signer: address(c.buyer)}, intent.Amount, intent, stranger)
	c.refuses(t, &bindings.VitrinePaymentsInvalidSignature{}, intent.Amount, intent, stranger[:64])

	// For another chain or contract the signature is valid for other data, so it recovers to an unknown signer.
	for name, sign := range map[string]func() ([]byte, error){
		"another chain":    func() ([]byte, error) { return payments.Sign(c.platform, big.NewInt(100), c.paymentsAt, intent) },
		"another contract": func() ([]byte, error) { return payments.Sign(c.platform, c.id, c.tokenAt, intent) },
	} {
		signature, err := sign()
		if err != nil {
			t.Fatal(err)
		}
		raw := revertOf(c.call(t.Context(), address(c.buyer), c.paymentsAt, intent.Amount, c.payments.PackPay(intent, signature)))
		if len(raw) < 4 || !bytes.Equal(raw[:4], bindings.VitrinePaymentsUnknownSignerErrorID().Bytes()[:4]) {
			t.Errorf("%s: reverted with %s, want UnknownSigner", name, hex(raw))
		}
	}
}

func TestContractRefusesACancelledOrder(t *testing.T) {
	t.Parallel()
	c := setup(t)
	intent := c.quote(t)
	c.succeeds(t, c.platform, c.paymentsAt, nil, c.payments.PackCancel(intent.OrderId))
	c.refuses(t, &bindings.VitrinePaymentsOrderCancelled{OrderId: intent.OrderId}, intent.Amount, intent, c.sign(t, intent))
}

func TestContractRefusesAPlainTransfer(t *testing.T) {
	t.Parallel()
	c := setup(t)
	receipt := c.send(t, c.buyer, c.paymentsAt, big.NewInt(1), nil)
	if receipt.Status != types.ReceiptStatusFailed {
		t.Error("a plain transfer succeeded, want it to revert")
	}
}

func TestPayeesWithdrawTheirShares(t *testing.T) {
	t.Parallel()
	c := setup(t)
	for range 2 {
		intent := c.quote(t)
		c.succeeds(t, c.buyer, c.paymentsAt, intent.Amount, c.payments.PackPay(intent, c.sign(t, intent)))
	}
	receipt := c.succeeds(t, c.buyer, c.paymentsAt, nil, c.payments.PackWithdraw(artist))
	withdrawn, err := c.payments.UnpackWithdrawnEvent(receipt.Logs[0])
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "Withdrawn.amount", withdrawn.Amount, big.NewInt(16_000_000_000))
	equal(t, "the artist's ether", c.etherOf(t, artist), big.NewInt(16_000_000_000))
	equal(t, "the artist's balance", c.balance(t, artist), new(big.Int))
	equal(t, "ether held", c.etherOf(t, c.paymentsAt), c.balance(t, address(c.platform)))

	if again := c.send(t, c.buyer, c.paymentsAt, nil, c.payments.PackWithdraw(artist)); again.Status != types.ReceiptStatusFailed {
		t.Error("withdrawing an empty balance succeeded, want an error")
	}
}

func TestSignRefusesUnpayableIntents(t *testing.T) {
	t.Parallel()
	key := newKey(t)
	good := bindings.Intent{OrderId: [32]byte{1}, Amount: big.NewInt(10), ArtistShare: big.NewInt(8), Deadline: 1}
	if _, err := payments.Sign(key, big.NewInt(1), artist, good); err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func(*bindings.Intent){
		"no amount":          func(i *bindings.Intent) { i.Amount = nil },
		"amount zero":        func(i *bindings.Intent) { i.Amount, i.ArtistShare = new(big.Int), new(big.Int) },
		"negative amount":    func(i *bindings.Intent) { i.Amount = big.NewInt(-10) },
		"amount too large":   func(i *bindings.Intent) { i.Amount = new(big.Int).Lsh(big.NewInt(1), 256) },
		"no share":           func(i *bindings.Intent) { i.ArtistShare = nil },
		"negative share":     func(i *bindings.Intent) { i.ArtistShare = big.NewInt(-1) },
		"share above amount": func(i *bindings.Intent) { i.ArtistShare = big.NewInt(11) },
		"no order":           func(i *bindings.Intent) { i.OrderId = [32]byte{} },
		"no deadline":        func(i *bindings.Intent) { i.Deadline = 0 },
	} {
		intent := good
		spoil(&intent)
		if _, err := payments.Sign(key, big.NewInt(1), artist, intent); !errors.Is(err, payments.ErrInvalidIntent) {
			t.Errorf("%s: error = %v, want ErrInvalidIntent", name, err)
		}
	}
}
