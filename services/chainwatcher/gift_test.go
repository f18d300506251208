package chainwatcher_test

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"connectrpc.com/connect/v2"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/personal"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/kit/testkit"
	approvalsv1 "github.com/vitrine/vitrine/proto/gen/vitrine/approvals/v1"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
	chainpg "github.com/vitrine/vitrine/services/chainwatcher/internal/postgres"
)

const friend = "friend@example.org"

// gift mints the token of an order that is a gift, and completes the order unless pending is set.
func (h *testService) gift(account string, artwork int64, pending bool) *checkoutv1.OrderPaid {
	h.t.Helper()
	o := h.order(account, artwork, 1)
	o.Gift = &checkoutv1.OrderedGift{Email: friend, Message: "Happy birthday!\nAda", From: "Ada Lovelace", ImageUrl: "/assets/tidal-640.webp"}
	before := len(published[*chainv1.TokenMinted](h))
	h.event("paid:"+o.GetCheckoutId(), o)
	testkit.Eventually(h.t, soon, func() bool {
		h.mine(1)
		return len(published[*chainv1.TokenMinted](h)) > before
	})
	if pending {
		return o
	}
	for i := range 2 { // a broker may deliver an event twice, also under another id
		h.event(fmt.Sprint("completed:", o.GetCheckoutId(), i), &checkoutv1.OrderCompleted{CheckoutId: o.GetCheckoutId(), TokenId: o.GetTokenId(), CompletedAt: timestamppb.Now()})
	}
	h.waitForGift(account, o.GetCheckoutId(), "waiting")
	return o
}

func (h *testService) waitForGift(account, order, status string) *chainv1.Gift {
	h.t.Helper()
	var g *chainv1.Gift
	testkit.Eventually(h.t, soon, func() bool {
		res, err := h.gifts.GetGift(h.as(account), &chainv1.GetGiftRequest{Id: order})
		if err == nil {
			g = res
		}
		return err == nil && g.GetStatus() == status
	})
	return g
}

// link returns the secret of the n-th email about a gift.
func (h *testService) link(order string, n int) string {
	h.t.Helper()
	var to, body string
	err := h.pool.QueryRow(h.t.Context(), `SELECT recipient, body FROM mails WHERE key = 'gift:' || $1 || ':' || $2`, order, fmt.Sprint(n)).Scan(&to, &body)
	if err != nil {
		h.t.Fatalf("email %d of the gift %s: error = %v, want nil", n, order, err)
	}
	found := regexp.MustCompile(`/en/gift/#([A-Za-z0-9_-]{43})`).FindStringSubmatch(body)
	if found == nil || !strings.Contains(body, "Happy birthday!") || !strings.Contains(body, "Ada Lovelace bought Tidal Study by Mara Lindqvist, edition 1 of 25") {
		h.t.Fatalf("the email to %s says %q, want the link, the message and the work", to, body)
	}
	return found[1]
}

func (h *testService) accept(account, secret string) (*chainv1.LinkedGift, error) {
	ctx := h.t.Context()
	if account != "" {
		ctx = h.as(account)
	}
	return h.gifts.AcceptGift(testkit.WithHeader(ctx, "Approval-Secret", secret), &chainv1.AcceptGiftRequest{})
}

func (h *testService) linked(secret string) (*chainv1.LinkedGift, error) {
	return h.gifts.GetLinkedGift(testkit.WithHeader(h.t.Context(), "Approval-Secret", secret), &chainv1.GetLinkedGiftRequest{})
}

func (h *testService) sendGift(account, key, order, email string) (*chainv1.Gift, error) {
	return h.gifts.SendGift(testkit.WithHeader(h.as(account), rpc.IdempotencyKeyHeader, key), &chainv1.SendGiftRequest{Id: order, Email: email})
}

func (h *testService) cancelGift(account, order string) error {
	_, err := h.gifts.CancelGift(h.as(account), &chainv1.CancelGiftRequest{Id: order})
	return err
}

// refused fails the test unless err has a reason.
func refused(t *testing.T, what string, err error, reason string) {
	t.Helper()
	if got, _ := rpc.ReasonOf(err); got != reason {
		t.Errorf("%s: %v, want %s", what, err, reason)
	}
}

// TestGift gives a token away: of two people who open the link at the same time, one gets it.
func TestGift(t *testing.T) {
	t.Parallel()
	h := setup(t)
	const wallet = "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65"
	h.accounts.persons["ada"] = custody.Person{Email: "ada@example.org"}
	h.accounts.persons["new"] = custody.Person{EmailUnverified: true}
	o := h.gift("ada", 9, false)
	order := o.GetCheckoutId()
	secret := h.link(order, 1)
	var mails int
	if err := h.pool.QueryRow(t.Context(), `SELECT count(*) FROM mails WHERE recipient = $1`, friend).Scan(&mails); err != nil || mails != 1 {
		t.Errorf("%d emails to the recipient, want 1: %v", mails, err)
	}

	if items := h.tokens("ada"); len(items) != 1 || items[0].GetGiftOrder() != order {
		t.Errorf("the giver's tokens = %v, want one with gift order %s", items, order)
	}
	_, err := h.request("ada", wallet, o.GetTokenId())
	refused(t, "a withdrawal of a gift that waits", err, "gift_waiting")
	g, err := h.linked(secret)
	if err != nil || g.GetStatus() != "waiting" || g.GetFrom() != "Ada Lovelace" || g.GetMessage() != "Happy birthday!\nAda" || g.GetArtworkTitle() != "Tidal Study" || g.GetImageUrl() != "/assets/tidal-640.webp" {
		t.Errorf("the link shows %v, %v, want a waiting gift with its sender, message, title and image", g, err)
	}
	_, err = h.linked("no-secret")
	refused(t, "an unknown link", err, "not_found")
	_, err = h.accept("", secret)
	if connect.CodeOf(err) != connect.CodeUnauthenticated {
		t.Errorf("accept without a login: error = %v, want unauthenticated", err)
	}
	_, err = h.accept("new", secret)
	refused(t, "an account without a verified address", err, "email_unverified")
	_, err = h.accept("ada", secret)
	refused(t, "the giver", err, "own_gift")
	_, err = h.gifts.GetGift(h.as("eve"), &chainv1.GetGiftRequest{Id: order})
	refused(t, "a stranger reads the gift", err, "not_found")
	refused(t, "a stranger takes the gift back", h.cancelGift("eve", order), "not_found")
	_, err = h.sendGift("eve", "k", order, "")
	refused(t, "a stranger sends the gift", err, "not_found")
	// Only an accepted gift changes whose token it is.
	if _, err := h.pool.Exec(t.Context(), `UPDATE tokens SET account_id = 'eve' WHERE token_id = $1`, o.GetTokenId()); !postgres.IsCheck(err, "guard_token_account") {
		t.Errorf("changing the owner: error = %v, want check guard_token_account", err)
	}

	var mu sync.Mutex
	var got []string
	var wg sync.WaitGroup
	for _, who := range []string{"bob", "eve", "bob", "eve"} {
		wg.Go(func() {
			_, err := h.accept(who, secret)
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				got = append(got, who)
			} else {
				refused(t, who, err, "gift_ended")
			}
		})
	}
	wg.Wait()
	if len(got) != 2 || got[0] != got[1] {
		t.Fatalf("%v accepted the gift, want one of them, twice", got)
	}
	owner, other := got[0], map[string]string{"bob": "eve", "eve": "bob"}[got[0]]
	if items := h.tokens(owner); len(items) != 1 || items[0].GetTokenId() != o.GetTokenId() || items[0].GetGiftOrder() != "" || !items[0].GetAcquiredAt().AsTime().After(o.GetPaidAt().AsTime()) {
		t.Errorf("the recipient's tokens = %v, want %d alone, without a gift order, acquired after %s", items, o.GetTokenId(), o.GetPaidAt().AsTime())
	}
	if a, b := h.tokens("ada"), h.tokens(other); len(a)+len(b) != 0 {
		t.Errorf("tokens of the giver = %v, of %s = %v, want none", a, other, b)
	}
	if n := h.written(&chainv1.GiftAccepted{}); n != 1 {
		t.Errorf("%d events, want 1", n)
	}
	testkit.Eventually(t, soon, func() bool { return len(published[*chainv1.GiftAccepted](h)) == 1 })
	if e := published[*chainv1.GiftAccepted](h)[0]; e.GetCheckoutId() != order || e.GetTokenId() != o.GetTokenId() || e.GetAccountId() != owner {
		t.Errorf("GiftAccepted = %v, want order %s, token %d, account %s", e, order, o.GetTokenId(), owner)
	}
	if g := h.waitForGift("ada", order, "accepted"); !g.GetEndedAt().IsValid() || g.GetEmail() != friend {
		t.Errorf("the giver sees %v, want an end and the email address %s", g, friend)
	}
	if err := h.pool.QueryRow(t.Context(), `SELECT count(*) FROM mails WHERE recipient = 'ada@example.org' AND key = 'gift:' || $1 || ':accepted'`, order).Scan(&mails); err != nil || mails != 1 {
		t.Errorf("%d emails to the giver, want 1: %v", mails, err)
	}
	refused(t, "an accepted gift is taken back", h.cancelGift("ada", order), "gift_ended")
	_, err = h.sendGift("ada", "again", order, "")
	refused(t, "an accepted gift is sent again", err, "gift_ended")
	_, err = h.request("ada", wallet, o.GetTokenId())
	refused(t, "the giver withdraws", err, "not_found")
	if e, err := h.request(owner, wallet, o.GetTokenId()); err != nil {
		t.Errorf("the recipient's withdrawal = %v, %v, want no error", e, err)
	}
	// The event of the payment may come once more.
	h.event("paid again:"+order, o)
	h.event("disputed:"+order, &checkoutv1.OrderDisputed{CheckoutId: order, TokenId: o.GetTokenId(), Version: 1})
	testkit.Eventually(t, soon, func() bool { items := h.tokens(owner); return len(items) == 1 && items[0].GetFrozen() })
}

// TestGiftEnds cancels a gift, refunds its order, and sends its link to another address.
func TestGiftEnds(t *testing.T) {
	t.Parallel()
	h := setup(t)
	const wallet = "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65"
	pending := h.gift("ada", 9, true)
	_, err := h.request("ada", wallet, pending.GetTokenId())
	refused(t, "a withdrawal before the gift is sent", err, "gift_waiting")
	if _, err := h.pool.Exec(t.Context(), `INSERT INTO withdrawals (id, token_id, chain_id, account_id, email, to_address, status, request_key, requested_at, title, artist)
		VALUES ($1, $2, 31337, 'ada', '', '', 'awaiting_approval', 'k', now(), '', '')`, id.New(), pending.GetTokenId()); !postgres.IsCheck(err, "guard_gift_withdrawal") {
		t.Errorf("inserting a withdrawal of a gift: error = %v, want check guard_gift_withdrawal", err)
	}
	_, err = h.sendGift("ada", "early", pending.GetCheckoutId(), "")
	refused(t, "an email before the order is completed", err, "gift_not_ready")
	if err := h.cancelGift("ada", pending.GetCheckoutId()); err != nil {
		t.Fatal(err)
	}
	h.event("completed:"+pending.GetCheckoutId(), &checkoutv1.OrderCompleted{CheckoutId: pending.GetCheckoutId()})

	o := h.gift("ada", 8, false)
	order := o.GetCheckoutId()
	first := h.link(order, 1)
	g, err := h.sendGift("ada", "two", order, "other@example.org")
	if err != nil || g.GetEmail() != "other@example.org" || g.GetEmailsLeft() != 3 {
		t.Fatalf("sent again = %v, %v, want to other@example.org with 3 emails left", g, err)
	}
	if again, err := h.sendGift("ada", "two", order, "other@example.org"); err != nil || again.GetEmailsLeft() != 3 {
		t.Errorf("repeated call = %v, %v, want 3 emails left", again, err)
	}
	_, err = h.accept("bob", first)
	refused(t, "a link that was replaced", err, "not_found")
	second := h.link(order, 2)
	for i := range 3 {
		if _, err := h.sendGift("ada", fmt.Sprint("more", i), order, ""); err != nil {
			t.Fatal(err)
		}
	}
	_, err = h.sendGift("ada", "six", order, "")
	refused(t, "a sixth email", err, "gift_email_limit")
	_, err = h.linked(second)
	refused(t, "a link that was replaced", err, "not_found")
	last := h.link(order, 5)
	for range 2 {
		if err := h.cancelGift("ada", order); err != nil {
			t.Fatal(err)
		}
	}
	if g, err := h.linked(last); err != nil || g.GetStatus() != "cancelled" {
		t.Errorf("link of a cancelled gift = %v, %v, want cancelled", g, err)
	}
	_, err = h.accept("bob", last)
	refused(t, "a gift that was taken back", err, "gift_ended")
	if e, err := h.request("ada", wallet, o.GetTokenId()); err != nil {
		t.Errorf("withdrawal after the gift was cancelled = %v, %v, want no error", e, err)
	}
	if items := h.tokens("ada"); len(items) != 2 || items[0].GetGiftOrder() != "" {
		t.Errorf("the giver's tokens = %v, want two, the first without a gift order", items)
	}
	if g := h.waitForGift("ada", pending.GetCheckoutId(), "cancelled"); g.GetEmailsLeft() != 5 {
		t.Errorf("cancelled gift = %v, want 5 emails left", g)
	}

	o = h.gift("ada", 7, false)
	order = o.GetCheckoutId()
	secret := h.link(order, 1)
	h.event("disputed:"+order, &checkoutv1.OrderDisputed{CheckoutId: order, TokenId: o.GetTokenId(), Version: 1})
	testkit.Eventually(t, soon, func() bool { items := h.tokens("ada"); return len(items) == 3 && items[0].GetFrozen() })
	_, err = h.accept("bob", secret)
	refused(t, "a gift whose payment is disputed", err, "token_frozen")
	h.event("refunded:"+order, &checkoutv1.OrderRefunded{CheckoutId: order, TokenId: o.GetTokenId()})
	h.waitForGift("ada", order, "refunded")
	_, err = h.accept("bob", secret)
	refused(t, "a gift that was refunded", err, "gift_ended")
	if items := h.tokens("bob"); len(items) != 0 {
		t.Errorf("bob has %v, want none", items)
	}
}

// TestGiftOnHold: nothing leaves a giver's account that is blocked or whose credentials changed recently, nor a token that isn't in the
// vault. The giver is emailed when the address changes, and the recipient when the order is refunded later.
func TestGiftOnHold(t *testing.T) {
	t.Parallel()
	h := setup(t)
	h.stop()
	h.cfg.CredentialWait, h.cfg.NewAddressWait = time.Hour, time.Hour
	h.start()
	o := h.gift("ada", 9, false)
	order := o.GetCheckoutId()
	mails := func(to, key string) (n int) {
		t.Helper()
		if err := h.pool.QueryRow(t.Context(), `SELECT count(*) FROM mails WHERE recipient = $1 AND key = $2`, to, "gift:"+order+key).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	for what, giver := range map[string]custody.Person{"blocked": {Blocked: true}, "changed credentials": {CredentialsChangedAt: time.Now()}} {
		h.accounts.set("ada", giver)
		_, err := h.accept("bob", h.link(order, 1))
		refused(t, "accepted from an account with "+what, err, "gift_on_hold")
		_, err = h.sendGift("ada", what, order, "eve@example.org")
		refused(t, "sent from an account with "+what, err, "gift_on_hold")
	}
	h.accounts.set("ada", custody.Person{Email: "ada@example.org", CredentialsChangedAt: time.Now().Add(-2 * time.Hour)})
	if _, err := h.sendGift("ada", "other", order, "other@example.org"); err != nil {
		t.Fatal(err)
	}
	if n := mails("ada@example.org", ":2:address"); n != 1 {
		t.Errorf("%d emails to the giver about another address, want 1", n)
	}
	// Another address waits like the address of a withdrawal, also after its link was sent again.
	g, err := h.sendGift("ada", "once more", order, "other@example.org")
	if err != nil || g.GetAcceptFrom().AsTime().Before(time.Now().Add(50*time.Minute)) {
		t.Fatalf("sent again = %v, %v, want that it waits for an hour", g, err)
	}
	_, err = h.accept("bob", h.link(order, 3))
	refused(t, "accepted at another address", err, "gift_address_waits")
	if _, err := h.pool.Exec(t.Context(), `UPDATE gifts SET status = 'accepted', recipient_id = 'bob', ended_at = now() WHERE id = $1`, order); !postgres.IsCheck(err, "gifts_waited") {
		t.Errorf("accepting before the wait is over: error = %v, want check gifts_waited", err)
	}
	if _, err := h.pool.Exec(t.Context(), `UPDATE gifts SET accept_from = now() WHERE id = $1`, order); err != nil {
		t.Fatal(err)
	}

	owner := func(of string) {
		t.Helper()
		if _, err := h.pool.Exec(t.Context(), `UPDATE holders SET owner = $1 WHERE token_id = $2`, of, o.GetTokenId()); err != nil {
			t.Fatal(err)
		}
	}
	var vault string
	if err := h.pool.QueryRow(t.Context(), `SELECT owner FROM holders WHERE token_id = $1`, o.GetTokenId()).Scan(&vault); err != nil {
		t.Fatal(err)
	}
	owner("0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65")
	_, err = h.accept("bob", h.link(order, 3))
	refused(t, "accepted a token that left the vault", err, "not_in_vault")
	owner(vault)
	if _, err := h.accept("bob", h.link(order, 3)); err != nil {
		t.Fatal(err)
	}
	for i := range 2 {
		h.event(fmt.Sprint("refunded:", order, i), &checkoutv1.OrderRefunded{CheckoutId: order, TokenId: o.GetTokenId()})
	}
	testkit.Eventually(t, soon, func() bool { return mails("other@example.org", ":lost") == 1 })
}

// TestGiftRaces cancels a gift, refunds its order and withdraws its token while the recipient accepts it.
func TestGiftRaces(t *testing.T) {
	t.Parallel()
	h := setup(t)
	const wallet = "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65"
	for artwork := int64(20); artwork < 24; artwork++ {
		o := h.gift("ada", artwork, false)
		order, secret := o.GetCheckoutId(), h.link(o.GetCheckoutId(), 1)
		var accepted, cancelled error
		var wg sync.WaitGroup
		wg.Go(func() { _, accepted = h.accept("bob", secret) })
		wg.Go(func() { cancelled = h.cancelGift("ada", order) })
		// A request that was checked before the gift was given.
		e := &approvalsv1.WithdrawalApproved{
			RequestId: id.New(), AccountId: "ada", ChainId: 31337, To: wallet, RequestedAt: timestamppb.Now(),
			Works: []*approvalsv1.ApprovedWork{{WithdrawalId: id.New(), TokenId: o.GetTokenId(), Position: 1}},
		}
		wg.Go(func() { h.approve(e) })
		wg.Wait()
		testkit.Eventually(t, soon, func() bool { return len(h.ofRequest(e.GetRequestId())) == 1 })
		if (accepted == nil) == (cancelled == nil) {
			t.Fatalf("accepted = %v, cancelled = %v, want one of the two", accepted, cancelled)
		}
		var owner string
		var given, withdrawals int
		err := h.pool.QueryRow(t.Context(), `SELECT account_id, (SELECT count(*) FROM gifts WHERE id = $1 AND status = 'accepted'),
			(SELECT count(*) FROM withdrawals w WHERE w.token_id = t.token_id AND w.status <> 'failed') FROM tokens t WHERE checkout_id = $1`, order).Scan(&owner, &given, &withdrawals)
		switch {
		case err != nil:
			t.Fatal(err)
		case accepted == nil && (owner != "bob" || given != 1 || withdrawals != 0), accepted != nil && (owner != "ada" || given != 0):
			t.Errorf("accepting returned %v: owner = %s, %d accepted, %d withdrawals, want bob, 1, 0 if accepted, otherwise ada, 0", accepted, owner, given, withdrawals)
		}
	}
}

// TestForgetGifts exports and removes what gifts say about their giver and their recipient.
func TestForgetGifts(t *testing.T) {
	t.Parallel()
	pool := testkit.Pool(t, testkit.Postgres(t, migrate))
	store, giver, recipient := chainpg.New(pool), id.New(), id.New()
	put := func(token int64) string {
		t.Helper()
		order := id.New()
		owed := custody.Token{TokenID: token, ChainID: 1, AccountID: giver, CheckoutID: order, ArtworkID: 1, EditionNumber: 1, EditionSize: 1, PaymentMethod: "card", PaidAt: time.Now(), Status: custody.Minting, InCustody: true}
		if err := store.QueueMint(t.Context(), owed, "0x1"); err != nil {
			t.Fatal(err)
		}
		if err := store.PutGift(t.Context(), custody.Gift{ID: order, From: "Ada Lovelace", Email: friend, Message: "Happy birthday"}); err != nil {
			t.Fatal(err)
		}
		return order
	}
	order := put(1)
	addressed := personal.Person{AccountID: id.New(), Names: []string{strings.ToUpper(friend)}}
	exported := func(who personal.Person, want bool) {
		t.Helper()
		if data, err := chainpg.Export(t.Context(), pool, who); err != nil || strings.Contains(data, "Happy birthday") != want || strings.Contains(data, "secret") {
			t.Errorf("the export for %v = %s, %v, want the message in it = %t and no secret", who, data, err, want)
		}
	}
	exported(personal.Person{AccountID: giver}, true)
	exported(addressed, false) // it isn't sent yet
	if _, err := chainpg.Forget(t.Context(), pool, personal.Person{AccountID: giver}, true, false); err == nil || !strings.Contains(err.Error(), "gift "+order+" is pending") {
		t.Errorf("erasing the giver of a pending gift: error = %v, want gift %s is pending", err, order)
	}
	step := func(to custody.GiftStatus) {
		t.Helper()
		err := store.UpdateGift(t.Context(), order, func(_ context.Context, g *custody.Gift, _ custody.Token) error {
			g.Status, g.SecretHash = to, []byte("hash")
			if to == custody.GiftAccepted {
				g.RecipientID, g.EndedAt = recipient, time.Now()
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	step(custody.GiftWaiting)
	exported(addressed, true)
	step(custody.GiftAccepted)
	if data, err := chainpg.Export(t.Context(), pool, personal.Person{AccountID: recipient}); err != nil || !strings.Contains(data, "Happy birthday") || strings.Contains(data, giver) || strings.Contains(data, "payment_method") {
		t.Errorf("the recipient's export = %s, %v, want the message, and neither the giver nor the payment", data, err)
	}
	if _, err := chainpg.Forget(t.Context(), pool, personal.Person{AccountID: giver}, false, false); err != nil {
		t.Fatal(err)
	}
	g, err := store.Gift(t.Context(), order)
	if err != nil || g.From != "" || g.Email != "" || g.Message != "" || g.SecretHash != nil || g.RecipientID != recipient {
		t.Errorf("the gift after the erasure = %+v, %v, want only recipient %s left", g, err, recipient)
	}
	if _, err := pool.Exec(t.Context(), `UPDATE gifts SET email = $1 WHERE id = $2`, friend, order); err != nil {
		t.Fatal(err)
	}
	if _, err := pool.Exec(t.Context(), `UPDATE tokens SET status = 'minted' WHERE token_id = 1`); err != nil {
		t.Fatal(err)
	}
	if _, err := chainpg.Forget(t.Context(), pool, personal.Person{AccountID: recipient}, true, false); err != nil {
		t.Fatal(err)
	}
	if g, err := store.Gift(t.Context(), order); err != nil || g.Email != "" {
		t.Errorf("the gift = %+v, %v, want no email address", g, err)
	}
}

// TestAGiftWhoseEmailWasRefused: the giver sees the address that refused the link until another one is sent, and staff see the refusal.
func TestAGiftWhoseEmailWasRefused(t *testing.T) {
	t.Parallel()
	h := setup(t)
	order := h.gift("ada", 8, false).GetCheckoutId()
	if got := h.waitForGift("ada", order, "waiting").GetRefusedEmail(); got != "" {
		t.Errorf("refused email = %q, want none", got)
	}
	if _, err := h.pool.Exec(t.Context(), `UPDATE mails SET refused = true, gave_up_at = now(), error = '550 no such user' WHERE recipient = $1`, friend); err != nil {
		t.Fatal(err)
	}
	if got := h.waitForGift("ada", order, "waiting").GetRefusedEmail(); got != friend {
		t.Errorf("refused email = %q, want %s", got, friend)
	}
	list, err := h.withdrawals.ListChainRefusedEmails(h.asStaff("bob"), &chainv1.ListChainRefusedEmailsRequest{})
	if err != nil || len(list.GetItems()) != 1 || list.GetItems()[0].GetRecipient() != friend || list.GetItems()[0].GetError() != "550 no such user" {
		t.Errorf("refused emails for staff = %v, %v, want the one of %s", list, err, friend)
	}
	g, err := h.sendGift("ada", "right", order, "right@example.org")
	if err != nil || g.GetRefusedEmail() != "" {
		t.Errorf("gift after a new link = %v, %v, want no refused email", g, err)
	}
}
