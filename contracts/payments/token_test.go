package payments_test

import (
	"math/big"
	"reflect"
	"testing"

	"github.com/ethereum/go-ethereum/accounts/abi/bind/v2"
	"github.com/ethereum/go-ethereum/core/types"

	"github.com/vitrine/vitrine/contracts/bindings"
	"github.com/vitrine/vitrine/contracts/payments"
)

func TestATokenIsMintedOnce(t *testing.T) {
	t.Parallel()
	c := setup(t)
	tokenID := big.NewInt(payments.TokenID(42, 3))
	vault := address(c.platform)
	mint := c.token.PackMint(vault, tokenID)

	receipt := c.succeeds(t, c.platform, c.tokenAt, nil, mint)
	transfer, err := c.token.UnpackTransferEvent(receipt.Logs[0])
	if err != nil {
		t.Fatal(err)
	}
	if transfer.To != vault || transfer.TokenId.Cmp(tokenID) != 0 {
		t.Errorf("transfer = %+v, want token %s to %s", transfer, tokenID, vault)
	}

	raw := revertOf(c.call(t.Context(), vault, c.tokenAt, nil, mint))
	if len(raw) < 4 {
		t.Fatalf("second mint reverted with %s, want AlreadyMinted", hex(raw))
	}
	got, err := c.token.UnpackError(raw)
	if want := (&bindings.VitrineTokenAlreadyMinted{TokenId: tokenID}); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("second mint reverted with %#v, %v, want %#v", got, err, want)
	}
	if again := c.send(t, c.platform, c.tokenAt, nil, mint); again.Status != types.ReceiptStatusFailed {
		t.Error("second mint of the token succeeded, want it to revert")
	}
	if stranger := c.send(t, c.buyer, c.tokenAt, nil, c.token.PackMint(vault, big.NewInt(payments.TokenID(42, 4)))); stranger.Status != types.ReceiptStatusFailed {
		t.Error("mint by an account without the role succeeded, want it to revert")
	}

	instance := c.token.Instance(c.backend.Client(), c.tokenAt)
	uri, err := bind.Call(instance, &bind.CallOpts{Context: t.Context()}, c.token.PackTokenURI(tokenID), c.token.UnpackTokenURI)
	if err != nil || uri != "https://gallery.example/tokens/42000003" {
		t.Errorf("tokenURI = %q, %v, want https://gallery.example/tokens/42000003", uri, err)
	}
}

func TestThePriceFeedReturnsWhatWasSet(t *testing.T) {
	t.Parallel()
	c := setup(t)
	c.succeeds(t, c.platform, c.feedAt, nil, c.feed.PackSet(big.NewInt(300_000_000_000)))
	instance := c.feed.Instance(c.backend.Client(), c.feedAt)
	round, err := bind.Call(instance, &bind.CallOpts{Context: t.Context()}, c.feed.PackLatestRoundData(), c.feed.UnpackLatestRoundData)
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "answer", round.Answer, big.NewInt(300_000_000_000))
	equal(t, "round", round.RoundId, big.NewInt(1))
	if now := c.deadline(t, 0); round.UpdatedAt.Uint64() != now {
		t.Errorf("updated at %s, want the head's time, %d", round.UpdatedAt, now)
	}
}

func TestTheContractReturnsTheSameHashes(t *testing.T) {
	t.Parallel()
	c := setup(t)
	instance := c.token.Instance(c.backend.Client(), c.tokenAt)
	for _, v := range tokenHashes(t) {
		id := payments.TokenID(v.Artwork, v.Edition)
		got, err := bind.Call(instance, &bind.CallOpts{Context: t.Context()}, c.token.PackTokenHash(big.NewInt(id)), c.token.UnpackTokenHash)
		if err != nil || got != payments.TokenHash(id) {
			t.Errorf("tokenHash(%d) = %x, %v, want %x", id, got, err, payments.TokenHash(id))
		}
	}
}
