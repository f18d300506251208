package chainwatcher_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"connectrpc.com/connect/v2"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/testkit"
	approvalsv1 "github.com/vitrine/vitrine/proto/gen/vitrine/approvals/v1"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
)

const friendWallet = "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65"

// giftToWallet mints the token of an order that is a gift to a wallet. The order isn't completed.
func (h *testService) giftToWallet(account string, artwork int64) *checkoutv1.OrderPaid {
	h.t.Helper()
	o := h.order(account, artwork, 1)
	o.Gift = &checkoutv1.OrderedGift{To: friendWallet, ToName: "friend.eth", From: "Ada Lovelace"}
	before := len(published[*chainv1.TokenMinted](h))
	h.event("paid:"+o.GetCheckoutId(), o)
	testkit.Eventually(h.t, soon, func() bool {
		h.mine(1)
		return len(published[*chainv1.TokenMinted](h)) > before
	})
	return o
}

func (h *testService) completed(o *checkoutv1.OrderPaid, delivery int) {
	h.event(fmt.Sprint("completed:", o.GetCheckoutId(), delivery), &checkoutv1.OrderCompleted{CheckoutId: o.GetCheckoutId(), TokenId: o.GetTokenId(), CompletedAt: timestamppb.Now()})
}

// transferIs waits for a status of the transfer of a gift.
func (h *testService) transferIs(account, order, status string) *approvalsv1.Withdrawal {
	h.t.Helper()
	var w *approvalsv1.Withdrawal
	testkit.Eventually(h.t, soon, func() bool {
		h.mine(1)
		w = h.waitForGift(account, order, "queued").GetTransfer()
		return w.GetStatus() == status
	})
	return w
}

// TestGiftToAWallet delivers the token of an order to a wallet that the buyer chose, once and without an approval. The wallet counts as new
// for the buyer's own withdrawals.
func TestGiftToAWallet(t *testing.T) {
	t.Parallel()
	h := setup(t)
	h.stop()
	h.cfg.NewAddressWait = time.Hour
	h.start()
	h.accounts.set("ada", custody.Person{Email: "ada@example.org"})
	o := h.giftToWallet("ada", 9)
	order := o.GetCheckoutId()
	if g := h.waitForGift("ada", order, "pending"); g.GetTo() != friendWallet || g.GetName() != "friend.eth" || g.GetEmail() != "" || g.GetTransfer() != nil {
		t.Errorf("the gift = %v, want one to %s (friend.eth) without an email address or a transfer", g, friendWallet)
	}
	_, err := h.request("ada", friendWallet, o.GetTokenId())
	refused(t, "a withdrawal before the gift is sent", err, "gift_waiting")
	_, err = h.sendGift("ada", "mail", order, "eve@example.org")
	refused(t, "an email about a gift to a wallet", err, "gift_not_ready")
	if _, err := h.pool.Exec(t.Context(), `UPDATE gifts SET to_address = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc' WHERE id = $1`, order); !postgres.IsCheck(err, "guard_gift_wallet") {
		t.Errorf("changing the gift's wallet: error = %v, want check guard_gift_wallet", err)
	}
	for i := range 2 {
		h.completed(o, i)
	}
	w := h.transferIs("ada", order, "withdrawalTransactionConfirmed")
	if w.GetTo() != friendWallet || w.GetName() != "friend.eth" || w.GetGiftOrder() != order || w.GetNotBefore().IsValid() {
		t.Errorf("the transfer = %v, want one to %s (friend.eth) for order %s without a start time", w, friendWallet, order)
	}
	if n := h.transfers(h.contract(), o.GetTokenId()); n != 2 {
		t.Errorf("%d transfers, want a mint and one to the wallet", n)
	}
	if m := h.mails(w.GetId() + ":confirmed"); len(m) != 1 || m[0].subject != "Your gift has arrived: Tidal Study" || !strings.Contains(m[0].body, "friend.eth ("+friendWallet+")") {
		t.Errorf("emails = %v, want one that the gift arrived at friend.eth (%s)", m, friendWallet)
	}
	if items := h.tokens("ada"); len(items) != 0 {
		t.Errorf("the giver still has %v, want none", items)
	}
	refused(t, "a gift that arrived is taken back", h.cancelGift("ada", order), "gift_ended")

	other := h.minted("ada", 8)
	own, err := h.request("ada", friendWallet, other.GetTokenId())
	if err != nil {
		t.Fatal(err)
	}
	h.approve(own)
	testkit.Eventually(t, soon, func() bool { return h.status("ada", own.GetWorks()[0].GetWithdrawalId()).GetNotBefore().IsValid() })
	for what, insert := range map[string]string{
		"a withdrawal to another address than the approved one": `INSERT INTO withdrawals (id, token_id, chain_id, account_id, email, to_address, status, request_key, requested_at, title, artist, batch_id, batch_position, approved_at)
			SELECT $1, 1, 31337, 'ada', '', $2 || '0', 'approved', 'k', now(), '', '', id, 2, approved_at FROM withdrawal_batches`,
		"an approved withdrawal": `INSERT INTO withdrawals (id, token_id, chain_id, account_id, email, to_address, status, request_key, requested_at, title, artist, gift_id)
			VALUES ($1, 1, 31337, 'ada', '', $2, 'approved', 'k', now(), '', '', NULL)`,
		"a withdrawal of a gift to another account's wallet": `INSERT INTO withdrawals (id, token_id, chain_id, account_id, email, to_address, status, request_key, requested_at, title, artist, gift_id)
			SELECT $1, token_id, 31337, 'eve', '', $2, 'approved', 'k', now(), '', '', id FROM gifts`,
	} {
		if _, err := h.pool.Exec(t.Context(), insert, id.New(), friendWallet); !postgres.IsCheck(err, "guard_unapproved") {
			t.Errorf("inserting %s: error = %v, want check guard_unapproved", what, err)
		}
	}
}

// TestGiftToAWalletStops: the buyer cancels the gift before and after its transfer is queued, a disputed payment stops the transfer, and a
// refund ends the gift.
func TestGiftToAWalletStops(t *testing.T) {
	t.Parallel()
	h := setup(t)
	h.stop()
	h.cfg.CardWait = time.Hour
	h.start()
	h.accounts.set("ada", custody.Person{Email: "ada@example.org"})

	early := h.giftToWallet("ada", 9)
	if err := h.cancelGift("ada", early.GetCheckoutId()); err != nil {
		t.Fatal(err)
	}
	h.completed(early, 0)

	refunded := h.giftToWallet("ada", 8)
	h.event("refunded:"+refunded.GetCheckoutId(), &checkoutv1.OrderRefunded{CheckoutId: refunded.GetCheckoutId(), TokenId: refunded.GetTokenId()})
	h.waitForGift("ada", refunded.GetCheckoutId(), "refunded")
	h.completed(refunded, 0)

	queued := h.giftToWallet("ada", 7)
	h.completed(queued, 0)
	w := h.transferIs("ada", queued.GetCheckoutId(), "withdrawalTransactionInProgress")
	testkit.Eventually(t, soon, func() bool {
		w = h.waitForGift("ada", queued.GetCheckoutId(), "queued").GetTransfer()
		return w.GetNotBefore().IsValid()
	})
	refused(t, "a queued gift is taken back", h.cancelGift("ada", queued.GetCheckoutId()), "gift_ended")
	if _, err := h.cancel("eve", w.GetId()); connect.CodeOf(err) != connect.CodeNotFound {
		t.Errorf("a stranger cancelled the transfer: error = %v, want not_found", err)
	}
	if _, err := h.cancel("ada", w.GetId()); err != nil {
		t.Fatal(err)
	}
	h.transferIs("ada", queued.GetCheckoutId(), "cancelled")
	if e, err := h.request("ada", friendWallet, queued.GetTokenId()); err != nil {
		t.Errorf("withdrawal after the gift was cancelled = %v, %v, want no error", e, err)
	}
	for _, o := range []*checkoutv1.OrderPaid{early, refunded} {
		if g := h.waitForGift("ada", o.GetCheckoutId(), map[bool]string{true: "cancelled", false: "refunded"}[o == early]); g.GetTransfer() != nil {
			t.Errorf("expired gift = %v, want no transfer", g)
		}
	}

	h.stop()
	h.cfg.CardWait = 0
	h.start()
	disputed := h.giftToWallet("ada", 6)
	h.event("disputed:"+disputed.GetCheckoutId(), &checkoutv1.OrderDisputed{CheckoutId: disputed.GetCheckoutId(), TokenId: disputed.GetTokenId(), Version: 1})
	testkit.Eventually(t, soon, func() bool {
		for _, token := range h.tokens("ada") {
			if token.GetTokenId() == disputed.GetTokenId() {
				return token.GetFrozen()
			}
		}
		return false
	})
	h.completed(disputed, 0)
	w = h.transferIs("ada", disputed.GetCheckoutId(), "failed")
	if m := h.mails(w.GetId() + ":failed"); w.GetReason() != custody.TokenFrozen || len(m) != 1 || m[0].subject != "We couldn’t send your gift: Tidal Study" {
		t.Errorf("transfer = %v, want reason %s; emails = %v, want one that the gift couldn't be sent", w, custody.TokenFrozen, m)
	}
	for _, o := range []*checkoutv1.OrderPaid{early, refunded, queued, disputed} {
		if n := h.transfers(h.contract(), o.GetTokenId()); n != 1 {
			t.Errorf("%d transfers of %d, want the mint only", n, o.GetTokenId())
		}
	}
}

// TestCheckRecipient checks wallets as buyers choose them, before anything is paid.
func TestCheckRecipient(t *testing.T) {
	t.Parallel()
	h := setup(t)
	registry, options := h.registry()
	h.name(registry, options, "friend.eth", friendWallet)
	check := func(to, name string) (*chainv1.CheckRecipientResponse, error) {
		res, err := h.chains.CheckRecipient(t.Context(), &chainv1.CheckRecipientRequest{To: to, Name: name})
		if err != nil {
			return nil, err
		}
		return res, nil
	}
	if got, err := check(strings.ToLower(friendWallet), ""); err != nil || got.GetTo() != friendWallet || got.GetName() != "" {
		t.Errorf("a wallet in lower case = %v, %v, want %s without a name", got, err, friendWallet)
	}
	if got, err := check(friendWallet, "Friend.eth"); err != nil || got.GetTo() != friendWallet || got.GetName() != "friend.eth" {
		t.Errorf("a wallet with its name = %v, %v, want %s, friend.eth", got, err, friendWallet)
	}
	local := h.local()
	for what, bad := range map[string]struct{ to, name, reason string }{
		"a wrong checksum":            {"0x15d34AAf54267DB7D7c367839AAf71A00a2C6A66", "", "invalid"},
		"the zero address":            {"0x0000000000000000000000000000000000000000", "", "invalid"},
		"the vault":                   {local.GetVault(), "", "invalid"},
		"the token":                   {local.GetTokenContract(), "", "invalid"},
		"the payment contract":        {local.GetPaymentContract(), "", "invalid"},
		"a name in place of a wallet": {"friend.eth", "", "invalid"},
		"a name of another wallet":    {"0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc", "friend.eth", "name_changed"},
		"an unknown name":             {friendWallet, "nobody.eth", "name_not_found"},
	} {
		t.Run(what, func(t *testing.T) {
			_, err := check(bad.to, bad.name)
			refused(t, what, err, bad.reason)
		})
	}
}
