package checkout_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"connectrpc.com/connect/v2"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/kit/testkit"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1/checkoutv1connect"
	"github.com/vitrine/vitrine/services/checkout/internal/sale"
	"github.com/vitrine/vitrine/services/checkout/internal/stripe/stripetest"
)

// artists is a fake of profiles: the account "artist" is artist 7, whose address is known unless it is hidden.
type artists struct {
	mu   sync.Mutex
	down bool
	// without is set if the artist has no address.
	without  bool
	unwanted bool // the artist switched off emails about sales
}

// stopSecret is the secret of the link that stops emails about sales.
var stopSecret = strings.Repeat("s", 43)

func (a *artists) ArtistOf(_ context.Context, accountID string) (sale.Artist, error) {
	switch accountID {
	case "artist":
		return sale.Artist{ID: 7, Name: "Vera Molnár", Wallets: []string{refundAddress}}, nil
	case "twice":
		return sale.Artist{}, sale.ErrAmbiguous
	}
	return sale.Artist{}, sale.ErrNoArtist
}

func (a *artists) Contact(context.Context, int64) (sale.Contact, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.down {
		return sale.Contact{}, sale.ErrUnavailable
	}
	if a.without {
		return sale.Contact{}, nil
	}
	return sale.Contact{Name: "Vera Molnár", Email: "vera@example.org", Unwanted: a.unwanted, StopSecret: stopSecret}, nil
}

func (a *artists) set(fn func(a *artists)) {
	a.mu.Lock()
	defer a.mu.Unlock()
	fn(a)
}

func (s *shop) sales(account string, page int32) (*checkoutv1.ListSalesResponse, error) {
	return checkoutv1connect.NewSalesServiceClient(s.fleet.Client(s.t, "checkout", s.urls[0])).ListSales(as(s.t.Context(), account), &checkoutv1.ListSalesRequest{Page: page})
}

func (s *shop) sold() *checkoutv1.ListSalesResponse {
	s.t.Helper()
	list, err := s.sales("artist", 0)
	if err != nil {
		s.t.Fatal(err)
	}
	return list
}

// quoted prepares an ether payment of a hold.
func (s *shop) quoted(account string) (checkoutID string, paid *chainv1.Payment) {
	s.t.Helper()
	c := s.hold(account)
	q, err := s.replicas[0].StartEtherPayment(withKey(as(s.t.Context(), account), id.New()), &checkoutv1.StartEtherPaymentRequest{Id: c.GetId(), RefundAddress: refundAddress})
	if err != nil {
		s.t.Fatal(err)
	}
	var hash string
	if err := s.pool.QueryRow(s.t.Context(), `SELECT intent_hash FROM quotes WHERE checkout_id = $1`, c.GetId()).Scan(&hash); err != nil {
		s.t.Fatal(err)
	}
	value, err := money.ParseWei(q.GetValue())
	if err != nil {
		s.t.Fatal(err)
	}
	share, _, err := value.Share(8500)
	if err != nil {
		s.t.Fatal(err)
	}
	return c.GetId(), &chainv1.Payment{
		CheckoutId: c.GetId(), ChainId: q.GetChainId(), BlockHash: "0xb" + account, BlockNumber: 7, BlockTime: timestamppb.Now(), TransactionHash: "0xt" + account,
		Payer: "0xp", Amount: q.GetValue(), ArtistShare: share.String(), Artist: s.parties.Wallet, IntentHash: hash, RefundAddress: refundAddress,
	}
}

// ether sells an edition for ether, with the current payout wallet.
func (s *shop) ether(account string) (checkoutID string, paid *chainv1.Payment) {
	s.t.Helper()
	checkoutID, paid = s.quoted(account)
	s.event("paid:"+checkoutID, &chainv1.PaymentConfirmed{Payment: paid})
	s.status(account, checkoutID, "delivering")
	return checkoutID, paid
}

// mailed returns the bodies of emails to the artist.
func (s *shop) mailed() (bodies []string) {
	s.t.Helper()
	rows, err := s.pool.Query(s.t.Context(), `SELECT subject || ' ' || body FROM mails WHERE recipient = 'vera@example.org' ORDER BY id`)
	if err != nil {
		s.t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var b string
		if err := rows.Scan(&b); err != nil {
			s.t.Fatal(err)
		}
		bodies = append(bodies, b)
	}
	return bodies
}

// TestSales sells editions with each possible outcome for the share, and compares the artist's page with the ledger.
func TestSales(t *testing.T) {
	t.Parallel()
	s := setup(t, 10, true)
	for account, code := range map[string]connect.Code{"collector": connect.CodePermissionDenied, "twice": connect.CodeFailedPrecondition} {
		_, err := s.sales(account, 0)
		wantReason(t, err, code, map[string]string{"collector": "forbidden", "twice": "artist_ambiguous"}[account])
	}
	if list := s.sold(); len(list.GetItems()) != 0 || list.GetPageCount() != 1 || len(list.GetSums()) != 0 {
		t.Fatalf("sales before any = %v, want none on one page without sums", list)
	}

	s.parties.Wallet = refundAddress
	credited, paid := s.ether("one")
	s.parties.Wallet = ""
	noWallet, _ := s.ether("two")
	s.parties.Frozen = true
	frozen, _ := s.ether("three")
	card := s.deliver("four").id
	s.parties.Wallet = refundAddress
	seen, confirming := s.quoted("five")
	s.event("seen:"+seen, &chainv1.PaymentSeen{Payment: confirming})
	s.status("five", seen, "payment_seen")

	list := s.sold()
	byID := map[string]*checkoutv1.Sale{}
	for _, sold := range list.GetItems() {
		byID[sold.GetId()] = sold
	}
	if len(byID) != 5 || list.GetTotalCount() != 5 {
		t.Fatalf("%d sales, total %d, want 5", len(byID), list.GetTotalCount())
	}
	share := paid.GetArtistShare()
	for saleID, want := range map[string]*checkoutv1.Sale{
		credited: {State: "credited", PayoutAddress: refundAddress, ShareWei: share, TransactionHash: "0xtone"},
		noWallet: {State: "held", HeldReason: "no_wallet", ShareWei: share, TransactionHash: "0xttwo"},
		frozen:   {State: "held", HeldReason: "frozen", ShareWei: share, TransactionHash: "0xtthree"},
		card:     {State: "held", HeldReason: "card"},
		seen:     {State: "confirming", PayoutAddress: refundAddress, ShareWei: share, TransactionHash: "0xtfive"},
	} {
		got := byID[saleID]
		if got.GetState() != want.GetState() || got.GetHeldReason() != want.GetHeldReason() || got.GetPayoutAddress() != want.GetPayoutAddress() ||
			got.GetShareWei() != want.GetShareWei() || got.GetTransactionHash() != want.GetTransactionHash() {
			t.Errorf("sale = %v, want %v", got, want)
		}
	}
	if got := byID[card]; got.GetShare().GetAmount() != 106_250 || got.GetPaymentMethod() != "card" || got.GetArtworkTitle() != "Untitled" || got.GetPrice().GetAmount() != 125_000 {
		t.Errorf("the card's sale = %v, want Untitled for 125000 by card with a share of 106250", got)
	}

	// The sums equal the ledger's, and the rows add up to them.
	s.wantSumsOfRows()

	// Part of the card payment is refunded, then all of it; an ether sale whose share was credited is refunded, too.
	if err := (&delivered{s: s, id: card}).refund(25_000); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, 15*time.Second, func() bool { return s.find(card).GetPartlyRefunded() })
	if got := s.find(card); got.GetState() != "held" || got.GetShare().GetAmount() != 85_000 {
		t.Errorf("sale after a partial refund = %v, want held with a share of 85000", got)
	}
	s.wantSumsOfRows()
	if err := (&delivered{s: s, id: credited}).refund(0); err != nil {
		t.Fatal(err)
	}
	var refund string
	if err := s.pool.QueryRow(t.Context(), `SELECT id FROM refunds WHERE checkout_id = $1`, credited).Scan(&refund); err != nil {
		t.Fatal(err)
	}
	s.event("back", &chainv1.EtherRefundConfirmed{RefundId: refund, TransactionHash: "0xr"})
	s.status("one", credited, "refunded")
	if got := s.find(credited); got.GetState() != "refunded" || got.GetShareWei() != "0" {
		t.Errorf("sale after the refund = %v, want refunded with a share of 0 wei", got)
	}
	// The artist keeps what the contract had credited, so that much less is held.
	for _, sum := range s.sold().GetSums() {
		if sum.GetChainId() == 31337 && (sum.GetCredited() != share || sum.GetHeld() != share || sum.GetEarned() != times(t, share, 2)) {
			t.Errorf("sums after the refund = %v, want credited and held %s, earned twice that", sum, share)
		}
	}
	s.wantSumsOfRows()
	s.checkInvariants()
}

func times(t *testing.T, wei string, n int64) string {
	t.Helper()
	w, err := money.ParseWei(wei)
	if err != nil {
		t.Fatal(err)
	}
	return w.Mul(n).String()
}

func (s *shop) find(saleID string) *checkoutv1.Sale {
	s.t.Helper()
	for _, sold := range s.sold().GetItems() {
		if sold.GetId() == saleID {
			return sold
		}
	}
	s.t.Fatalf("sale %s is not listed, want it among %v", saleID, s.sold().GetItems())
	return nil
}

// wantSumsOfRows compares the sums with the rows, and both with the ledger.
func (s *shop) wantSumsOfRows() {
	s.t.Helper()
	list := s.sold()
	rows := map[string]money.Wei{}
	for _, sold := range list.GetItems() {
		if sold.GetState() == "confirming" {
			continue // not booked yet
		}
		asset, amount := sold.GetShare().GetCurrency(), money.NewWei(sold.GetShare().GetAmount())
		if sold.GetPaymentMethod() == "ether" {
			asset = fmt.Sprint("eip155:", sold.GetChainId())
			var err error
			if amount, err = money.ParseWei(sold.GetShareWei()); err != nil {
				s.t.Fatal(err)
			}
		}
		rows[asset] = rows[asset].Add(amount)
	}
	for _, sum := range list.GetSums() {
		asset := sum.GetCurrency()
		if asset == "" {
			asset = fmt.Sprint("eip155:", sum.GetChainId())
		}
		var booked string
		err := s.pool.QueryRow(s.t.Context(), `SELECT (-sum(amount))::text FROM ledger WHERE account LIKE 'artist:7:%' AND asset = $1`, asset).Scan(&booked)
		if err != nil {
			s.t.Fatal(err)
		}
		if rows[asset].String() != sum.GetEarned() || booked != sum.GetEarned() {
			s.t.Errorf("%s: rows add up to %s, the ledger has %s, want the sum, %s", asset, rows[asset], booked, sum.GetEarned())
		}
		delete(rows, asset)
	}
	for asset, left := range rows {
		if !left.IsZero() {
			s.t.Errorf("no sum for %s of %s, want one for each asset", left, asset)
		}
	}
}

// TestSalesArePaged reads more sales than a page holds.
func TestSalesArePaged(t *testing.T) {
	t.Parallel()
	s := setup(t, 60, false)
	for i := range 28 {
		account := fmt.Sprint("b", i)
		c := s.hold(account)
		session := s.card(account, c.GetId())
		s.provider.Pay(session)
		if code := s.webhook(i, stripetest.Event(fmt.Sprint("evt_", i), "checkout.session.completed", session, "")); code != 200 {
			t.Fatalf("code = %v, want 200", code)
		}
	}
	seen := map[string]bool{}
	for page, want := range map[int32]int{1: 27, 2: 1, 3: 0} {
		list, err := s.sales("artist", page)
		if err != nil || len(list.GetItems()) != want || list.GetTotalCount() != 28 || list.GetPageCount() != 2 || list.GetPage() != page {
			t.Fatalf("page %d: %d items of %d on %d pages, %v; want %d", page, len(list.GetItems()), list.GetTotalCount(), list.GetPageCount(), err, want)
		}
		for _, sold := range list.GetItems() {
			seen[sold.GetId()] = true
		}
	}
	if len(seen) != 28 {
		t.Errorf("%d different sales on the pages, want 28", len(seen))
	}
}

// TestArtistsAreMailedOnce: each sale is mailed once, with two replicas running and profiles unavailable for a while; nobody
// else gets an email.
func TestArtistsAreMailedOnce(t *testing.T) {
	t.Parallel()
	s := setup(t, 10, true)
	s.artists.set(func(a *artists) { a.down = true })
	s.parties.Wallet = refundAddress
	_, paid := s.ether("one")
	testkit.Eventually(t, 15*time.Second, func() bool {
		return s.count(`SELECT count(*) FROM sale_notices WHERE attempts > 0 AND ended_at IS NULL`) == 1
	})
	if got := s.mailed(); len(got) != 0 {
		t.Fatalf("emailed without an address: %v, want none", got)
	}
	s.artists.set(func(a *artists) { a.down = false })
	if _, err := s.pool.Exec(t.Context(), `UPDATE sale_notices SET next_at = now()`); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, 15*time.Second, func() bool { return len(s.mailed()) == 1 })
	share, err := money.ParseWei(paid.GetArtistShare())
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Sold: Untitled", "edition 1 of 10", "$1,250", share.Rounded() + " ETH (85% of the price)", refundAddress, "/en/profile/payouts/", "/en/stop-emails/#" + stopSecret} {
		if !strings.Contains(s.mailed()[0], want) {
			t.Errorf("the mail has no %q: %s", want, s.mailed()[0])
		}
	}
	if strings.Contains(s.mailed()[0], "Ada Lovelace") || strings.Contains(s.mailed()[0], "one@example.org") {
		t.Errorf("the email = %s, want nothing of the buyer", s.mailed()[0])
	}
	var html, oneClick string
	if err := s.pool.QueryRow(t.Context(), `SELECT html, stop_url FROM mails WHERE recipient = 'vera@example.org'`).Scan(&html, &oneClick); err != nil || !strings.Contains(html, "/en/profile/payouts/") {
		t.Errorf("the email's HTML = %s, %v, want a link to /en/profile/payouts/", html, err)
	}
	if !strings.HasSuffix(oneClick, "/api/stop-emails/"+stopSecret) {
		t.Errorf("the email's List-Unsubscribe = %q, want …/api/stop-emails/%s", oneClick, stopSecret)
	}

	for i, sale := range []struct {
		sell func()
		want string
	}{
		{func() { s.parties.Wallet = ""; s.ether("two") }, "payout wallet yet"},
		{func() { s.parties.Frozen = true; s.ether("three") }, "on hold"},
		{func() { s.deliver("four") }, "until we pay out card sales"},
	} {
		sale.sell()
		// Jobs of several sales run in any order.
		testkit.Eventually(t, 15*time.Second, func() bool { return len(s.mailed()) == i+2 })
		if mail := s.mailed()[i+1]; !strings.Contains(mail, sale.want) {
			t.Errorf("mail %d has no %q: %s", i+1, sale.want, mail)
		}
	}
	if !strings.Contains(s.mailed()[3], "$1,062.50") {
		t.Errorf("email = %s, want the card's share, $1,062.50", s.mailed()[3])
	}

	// An artist who switched these emails off gets none, also later.
	s.artists.set(func(a *artists) { a.unwanted = true })
	s.deliver("six")
	testkit.Eventually(t, 15*time.Second, func() bool { return s.count(`SELECT count(*) FROM sale_notices WHERE outcome = 'unwanted'`) == 1 })

	// Without an address there is nothing to retry, and a repeated round mails nobody twice.
	s.artists.set(func(a *artists) { a.without = true })
	s.deliver("five")
	testkit.Eventually(t, 15*time.Second, func() bool { return s.count(`SELECT count(*) FROM sale_notices WHERE outcome = 'no_address'`) == 1 })
	if _, err := s.pool.Exec(t.Context(), `UPDATE sale_notices SET next_at = now()`); err != nil {
		t.Fatal(err)
	}
	if n := s.count(`SELECT count(*) FROM sale_notices WHERE ended_at IS NULL`); n != 0 || len(s.mailed()) != 4 {
		t.Errorf("%d pending notifications, %d emails, want 0 and 4", n, len(s.mailed()))
	}
}
