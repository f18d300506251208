package checkout_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"connectrpc.com/connect/v2"
	"github.com/jackc/pgx/v5"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/kit/testkit"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
	"github.com/vitrine/vitrine/services/checkout"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
	"github.com/vitrine/vitrine/services/checkout/internal/stripe/stripetest"
)

// crowd is the number of accounts that buy at the same time. Its tests don't run beside others, which would make them wait for the processor.
const crowd = 500

// purchases are the checkouts that a crowd was given, by id. It may be used concurrently.
type purchases struct {
	mu      sync.Mutex
	byID    map[string]*checkoutv1.Checkout
	account map[string]string
	refused map[string]int
}

func (p *purchases) add(account string, c *checkoutv1.Checkout) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.byID[c.GetId()], p.account[c.GetId()] = c, account
}

func (p *purchases) refuse(reason string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.refused[reason]++
}

// try holds an edition and returns it, or the reason of the refusal. It repeats a request, with its key, until it gets a definite response.
func (s *shop) try(p *purchases, replica int, account string, artworkID int64) (*checkoutv1.Checkout, string) {
	key := id.New()
	for s.t.Context().Err() == nil {
		res, err := s.replicas[replica%2].CreateCheckout(withKey(as(s.t.Context(), account), key), &checkoutv1.CreateCheckoutRequest{ArtworkId: artworkID})
		if err == nil {
			p.add(account, res)
			return res, ""
		}
		reason, _ := rpc.ReasonOf(err)
		code := connect.CodeOf(err)
		switch {
		case busy(err):
			p.refuse(code.String())
			at(s.t.Context(), time.Now().Add(50*time.Millisecond))
		case code == connect.CodeFailedPrecondition:
			p.refuse(reason)
			return nil, reason
		default:
			s.t.Errorf("%s: error = %v, want a checkout or a known refusal", account, err)
			return nil, reason
		}
	}
	return nil, "cancelled"
}

// busy reports whether a client sends a call again, with the same key.
func busy(err error) bool {
	reason, _ := rpc.ReasonOf(err)
	return slices.Contains([]connect.Code{connect.CodeAborted, connect.CodeUnavailable, connect.CodeDeadlineExceeded}, connect.CodeOf(err)) ||
		reason == "request_in_flight"
}

// repeat sends a call until the service isn't too busy for it.
func (s *shop) repeat(call func() error) error {
	err := call()
	for ; err != nil && busy(err) && s.t.Context().Err() == nil; err = call() {
		at(s.t.Context(), time.Now().Add(50*time.Millisecond))
	}
	return err
}

// at returns once a time has come.
func at(ctx context.Context, t time.Time) {
	select {
	case <-time.After(time.Until(t)):
	case <-ctx.Done():
	}
}

// payByCard pays a hold and checks that the provider's page shows the hold's price.
func (s *shop) payByCard(account string, c *checkoutv1.Checkout) {
	s.t.Helper()
	ctx := withKey(as(s.t.Context(), account), id.New())
	if err := s.repeat(func() error {
		_, err := s.replicas[0].StartCardPayment(ctx, &checkoutv1.StartCardPaymentRequest{Id: c.GetId()})
		return err
	}); err != nil {
		s.t.Errorf("%s: error = %v, want nil", account, err)
		return
	}
	session, form := s.provider.Session(c.GetId())
	if got, want := form["line_items[0][price_data][unit_amount]"], fmt.Sprint(c.GetPrice().GetAmount()); got != want {
		s.t.Errorf("the card page of a hold for %s shows %s, want %s", want, got, want)
	}
	s.provider.Pay(session)
	// The provider sends an event again that a busy service refuses.
	code, deadline := 503, time.Now().Add(30*time.Second)
	for ; code == 503 && time.Now().Before(deadline); time.Sleep(100 * time.Millisecond) {
		code = s.webhook(1, stripetest.Event("evt_"+c.GetId(), "checkout.session.completed", session, ""))
	}
	if code != 200 {
		s.t.Errorf("webhook for order %s = %d, want 200", c.GetId(), code)
	}
}

// TestACrowdInPhases: 500 accounts buy in a drop of three artworks at the same time. An early phase is for the 60 accounts of its list, with a cap of two
// editions, its own prices, and an end while the crowd is buying; a public phase with a cap of one follows.
func TestACrowdInPhases(t *testing.T) {
	testkit.Long(t)
	const listed, size, early, public = 60, 70, 2, 1
	s := setup(t, size, false, func(_ int, d *checkout.Deps) {
		d.Config.MaxHolds, d.Config.UnpaidPerAccount = 10, 0 // only the caps of the phases limit
	})
	works := []int64{artwork, artwork + 1, artwork + 2}
	own := map[int64]int64{}
	for n, work := range works {
		offer := s.parties.Offers[artwork]
		offer.Artwork.ID, offer.Artwork.Slug, offer.DropID = work, fmt.Sprint("untitled-", work), drop
		price := *s.parties.Offers[artwork].Price
		price.Amount += int64(n)
		offer.Price, own[work] = &price, price.Amount
		s.parties.Offers[work] = offer
	}
	name := func(n int) string {
		if n < listed {
			return fmt.Sprint("friend-", n)
		}
		return fmt.Sprint("buyer-", n)
	}
	// Half of the list are accounts, and half are wallets that accounts have linked.
	s.parties.Buyers = map[string]purchase.Account{}
	var members []*checkoutv1.PhaseMember
	friends := map[string]bool{}
	for n := range listed {
		friends[name(n)] = true
		if n%2 == 0 {
			members = append(members, &checkoutv1.PhaseMember{AccountId: name(n)})
			continue
		}
		wallet := fmt.Sprintf("0x%040x", n+1)
		members = append(members, &checkoutv1.PhaseMember{Wallet: wallet})
		s.parties.Buyers[name(n)] = purchase.Account{HasIdentity: true, EmailVerified: true, ProfileCompleted: true, Email: name(n) + "@example.org", Name: "Ada", Wallets: []string{wallet}}
	}
	starts := time.Now()
	change := starts.Add(20 * time.Second) // a busy machine needs some of them to save the list
	reduced := map[int64]int64{works[0]: 90_000, works[1]: 80_001}
	saved, err := s.phases().SavePhases(staff(t.Context()), &checkoutv1.SavePhasesRequest{DropId: drop, Items: []*checkoutv1.PhaseInput{
		{Name: "Friends", Kind: "allow_list", StartsAt: timestamppb.New(starts.Add(-time.Minute)), EndsAt: timestamppb.New(change), Cap: early, Prices: []*checkoutv1.PhasePrice{
			{ArtworkId: works[0], Price: &checkoutv1.Money{Amount: reduced[works[0]]}}, {ArtworkId: works[1], Price: &checkoutv1.Money{Amount: reduced[works[1]]}},
		}},
		{Name: "Everyone", Kind: "public", StartsAt: timestamppb.New(change), EndsWithDrop: true, Cap: public},
	}})
	if err != nil {
		t.Fatal(err)
	}
	first, second := saved.GetItems()[0].GetPhase().GetId(), saved.GetItems()[1].GetPhase().GetId()
	if _, err := s.phases().SavePhaseMembers(staff(t.Context()), &checkoutv1.SavePhaseMembersRequest{Id: first, Items: members}); err != nil {
		t.Fatal(err)
	}

	got := &purchases{byID: map[string]*checkoutv1.Checkout{}, account: map[string]string{}, refused: map[string]int{}}
	var buying, paying sync.WaitGroup
	gate := make(chan struct{})
	for n := range crowd {
		buying.Go(func() {
			<-gate
			rng := rand.New(rand.NewPCG(uint64(n), 500))
			account, order := name(n), rng.Perm(len(works))
			if !friends[account] {
				order = order[:1]
			}
			// In the early phase friends try all artworks at the same moment, against their cap.
			var attempts sync.WaitGroup
			for i, work := range order {
				attempts.Go(func() { s.try(got, n+i, account, works[work]) })
			}
			attempts.Wait()
			// The next attempts begin shortly before the phase ends, so some fall on either side of its end.
			at(t.Context(), change.Add(-time.Duration(rng.IntN(300))*time.Millisecond))
			for _, work := range rng.Perm(len(works)) {
				for {
					c, reason := s.try(got, n, account, works[work])
					if reason == "phase_not_eligible" || reason == "phase_cap_reached" && time.Now().Before(change) {
						at(t.Context(), time.Now().Add(20*time.Millisecond))
						continue
					}
					if c.GetPhaseId() == second || reason == "phase_cap_reached" {
						return
					}
					break // sold out, or a hold of the early phase
				}
			}
		})
	}
	close(gate)
	// The holds of the early phase are paid after its prices have ended, while the others still buy.
	paying.Go(func() {
		at(t.Context(), change.Add(200*time.Millisecond))
		got.mu.Lock()
		var holds []*checkoutv1.Checkout
		for _, c := range got.byID {
			if c.GetPhaseId() == first {
				holds = append(holds, c)
			}
		}
		got.mu.Unlock()
		for _, c := range holds {
			got.mu.Lock()
			account := got.account[c.GetId()]
			got.mu.Unlock()
			s.payByCard(account, c)
			if paid := s.get(account, c.GetId()); paid.GetStatus() != "delivering" || paid.GetPrice().GetAmount() != c.GetPrice().GetAmount() {
				t.Errorf("order = %s for %d, want delivering for the hold's %d", paid.GetStatus(), paid.GetPrice().GetAmount(), c.GetPrice().GetAmount())
			}
		}
	})
	buying.Wait()
	paying.Wait()

	taken, sold := map[string]int{}, map[string]int{}
	for checkoutID, c := range got.byID {
		account := got.account[checkoutID]
		taken[c.GetPhaseId()+" "+account]++
		sold[fmt.Sprint(c.GetArtworkId(), "#", c.GetEditionNumber())]++
		want, limit, made := own[c.GetArtworkId()], public, c.GetCreatedAt().AsTime()
		switch c.GetPhaseId() {
		case first:
			limit = early
			if reduced[c.GetArtworkId()] != 0 {
				want = reduced[c.GetArtworkId()]
			}
			if !friends[account] || !made.Before(change) {
				t.Errorf("%s bought at %s in the phase of the list, want someone on it before %s", account, made, change)
			}
		case second:
			if made.Before(change.Truncate(time.Microsecond)) {
				t.Errorf("%s bought at %s in the public phase, want %s or later", account, made, change)
			}
		default:
			t.Errorf("%s bought in phase %q, want %s or %s", account, c.GetPhaseId(), first, second)
		}
		if c.GetPrice().GetAmount() != want {
			t.Errorf("%s holds artwork %d for %d, want %d", account, c.GetArtworkId(), c.GetPrice().GetAmount(), want)
		}
		if n := taken[c.GetPhaseId()+" "+account]; n > limit {
			t.Errorf("%s has %d editions of a phase, want at most %d", account, n, limit)
		}
	}
	for edition, n := range sold {
		if n != 1 {
			t.Errorf("edition %s was sold %d times, want 1", edition, n)
		}
	}
	in := func(phase string) int { return s.count(`SELECT count(*) FROM checkouts WHERE phase_id = $1`, phase) }
	if n := s.count(`SELECT count(*) FROM checkouts`); n != len(got.byID) || n != len(works)*size {
		t.Errorf("%d checkouts, %d of them were returned to a buyer, want all %d editions", n, len(got.byID), len(works)*size)
	}
	if a, b := in(first), in(second); a == 0 || b == 0 || a > listed*early {
		t.Errorf("%d checkouts in the early phase and %d in the public one, want some in each, at most %d early", a, b, listed*early)
	} else {
		t.Logf("%d in the early phase, %d in the public one, refusals %v, %s", a, b, got.refused, time.Since(starts).Round(time.Millisecond))
	}
	for _, reason := range []string{"phase_not_eligible", "phase_cap_reached", "edition_unavailable"} {
		if got.refused[reason] == 0 {
			t.Errorf("no call was rejected with %s, want at least one", reason)
		}
	}
	s.checkInvariants()
}

// TestACrowdInAnAuction: 500 accounts buy 120 editions at a falling price, by card and by ether, and some cancel. While two replicas settle the auction, the
// database ends their connections again and again, and the card provider fails for a while. Everyone pays the last price, to the cent, and each
// difference goes back once.
func TestACrowdInAnAuction(t *testing.T) {
	testkit.Long(t)
	const size, start, lowest, step = 120, 100_003, 20_007, 1_333
	s := setup(t, size, false)
	offer := s.parties.Offers[artwork]
	offer.DropID = drop
	s.parties.Offers[artwork] = offer
	starts := time.Now().Truncate(time.Microsecond)
	if _, err := s.phases().SavePhases(staff(t.Context()), &checkoutv1.SavePhasesRequest{DropId: drop, Items: []*checkoutv1.PhaseInput{{
		Name: "Auction", Kind: "public", StartsAt: timestamppb.New(starts), EndsAt: timestamppb.New(starts.Add(time.Hour)), Cap: 1,
		Prices: []*checkoutv1.PhasePrice{{ArtworkId: artwork, Price: &checkoutv1.Money{Amount: start}, Auction: &checkoutv1.PhaseAuction{Lowest: lowest, Step: step, IntervalSeconds: 1}}},
	}}}); err != nil {
		t.Fatal(err)
	}
	got := &purchases{byID: map[string]*checkoutv1.Checkout{}, account: map[string]string{}, refused: map[string]int{}}
	paid, ether := map[string]bool{}, map[string]*big.Int{}
	var buying sync.WaitGroup
	for n := range crowd {
		buying.Go(func() {
			// Each second some more accounts accept the price, and then all others.
			rng := rand.New(rand.NewPCG(uint64(n), 501))
			at(t.Context(), starts.Add(time.Duration(min(rng.IntN(20), 5))*time.Second))
			account := fmt.Sprint("buyer-", n)
			c, reason := s.try(got, n, account, artwork)
			if reason != "" {
				return
			}
			switch rng.IntN(6) {
			case 0:
				if err := s.repeat(func() error {
					_, err := s.replicas[1].CancelCheckout(as(t.Context(), account), &checkoutv1.CancelCheckoutRequest{Id: c.GetId()})
					return err
				}); err != nil {
					t.Errorf("%s: error = %v, want nil", account, err)
				}
				return
			case 1, 2:
				value, ok := s.sendEther(account, c.GetId())
				if !ok {
					return
				}
				got.mu.Lock()
				ether[c.GetId()] = value
				got.mu.Unlock()
			default:
				s.payByCard(account, c)
			}
			got.mu.Lock()
			paid[c.GetId()] = true
			got.mu.Unlock()
		})
	}
	buying.Wait()
	// Editions of cancelled holds are bought by others.
	for n := 0; len(paid) < size && n < size; n++ {
		account := fmt.Sprint("late-", n)
		if c, reason := s.try(got, n, account, artwork); reason == "" {
			s.payByCard(account, c)
			paid[c.GetId()] = true
		}
	}
	last := int64(start)
	for checkoutID := range paid {
		c := got.byID[checkoutID]
		seconds := int64(c.GetCreatedAt().AsTime().Sub(starts) / time.Second)
		if want := max(lowest, start-seconds*step); c.GetPrice().GetAmount() != want {
			t.Errorf("a hold %d seconds after the start costs %d, want %d", seconds, c.GetPrice().GetAmount(), want)
		}
		last = min(last, c.GetPrice().GetAmount())
	}
	if len(paid) != size || len(ether) == 0 || last == start {
		t.Fatalf("%d of %d editions were paid, %d by ether, at %d or more, want all, some by ether, some below %d; refusals %v", len(paid), size, len(ether), last, start, got.refused)
	}
	sold := time.Since(starts)
	kills := s.settleUnderFaults(t)

	back := 0
	for checkoutID := range paid {
		c := s.get(got.account[checkoutID], checkoutID)
		price := c.GetPrice().GetAmount()
		refunds := c.GetRefunds()
		if a := c.GetAuction(); a.GetLastPrice().GetAmount() != last || a.GetSettledAt() == nil {
			t.Errorf("the auction of an order for %d = %v, want settled at %d", price, a, last)
		}
		want := price - last
		if value := ether[checkoutID]; value != nil {
			// The part that stays is rounded down to a wei.
			keep := new(big.Int).Mul(value, big.NewInt(last))
			keep.Quo(keep, big.NewInt(price))
			goes := new(big.Int).Sub(value, keep)
			if goes.Sign() == 0 && len(refunds) == 0 {
				continue
			}
			if len(refunds) != 1 || refunds[0].GetWei() != goes.String() || refunds[0].GetReason() != "auction_settled" {
				t.Errorf("payment of %s wei for a price of %d: refunds = %v, want %s once", value, price, refunds, goes)
			}
			back++
			continue
		}
		session, _ := s.provider.Session(checkoutID)
		charged, returned, n := s.provider.Charge(session)
		if charged != price || returned != want || n != len(refunds) || n != min(n, 1) || (n == 0) != (want == 0) {
			t.Errorf("the provider charged %d for an order of %d and returned %d in %d refunds, want %d back; refunds %v", charged, price, returned, n, want, refunds)
		}
		back += n
	}
	t.Logf("sold in %s, last price %d, %d differences refunded, %d connections closed, refusals %v, %s in all", sold.Round(time.Millisecond), last, back, kills, got.refused, time.Since(starts).Round(time.Millisecond))
	if n := s.count(`SELECT count(*) FROM refunds`); n != back {
		t.Errorf("%d refunds, want %d", n, back)
	}
	if n := s.count(`SELECT count(DISTINCT key) FROM mails WHERE key LIKE 'settled:%'`); n != size {
		t.Errorf("%d emails about the settlement, want %d", n, size)
	}
	if n := s.count(`SELECT count(*) FROM outbox WHERE subject LIKE '%ether_refund_due'`); n != s.count(`SELECT count(*) FROM refunds WHERE method = 'ether'`) {
		t.Errorf("%d transfers were requested, want one for each refund by ether", n)
	}
	s.checkInvariants()
}

// sendEther pays a hold by ether, and returns the wei. The event waits in the broker until a replica runs.
func (s *shop) sendEther(account, checkoutID string) (*big.Int, bool) {
	ctx := withKey(as(s.t.Context(), account), id.New())
	var q *checkoutv1.Quote
	if err := s.repeat(func() (err error) {
		q, err = s.replicas[0].StartEtherPayment(ctx, &checkoutv1.StartEtherPaymentRequest{Id: checkoutID, RefundAddress: refundAddress})
		return err
	}); err != nil {
		s.t.Errorf("%s: error = %v, want nil", account, err)
		return nil, false
	}
	value, ok := new(big.Int).SetString(q.GetValue(), 10)
	var hash string
	if err := s.pool.QueryRow(s.t.Context(), `SELECT intent_hash FROM quotes WHERE checkout_id = $1`, checkoutID).Scan(&hash); err != nil || !ok {
		s.t.Errorf("%s: quote of %q wei: error = %v, want a number and nil", account, q.GetValue(), err)
		return nil, false
	}
	s.event("paid:"+checkoutID, &chainv1.PaymentConfirmed{Payment: &chainv1.Payment{
		CheckoutId: checkoutID, ChainId: q.GetChainId(), BlockHash: "0xb" + account, BlockNumber: 7, BlockTime: timestamppb.Now(), TransactionHash: "0xt" + account,
		Payer: "0xp", Amount: q.GetValue(), ArtistShare: "0", IntentHash: hash, RefundAddress: refundAddress,
	}})
	return value, true
}

// settleUnderFaults runs the replicas until the auction is settled and the provider has all refunds. Until then one of their connections is
// terminated every few milliseconds, and the provider fails half of the time. It returns how many connections it ended.
func (s *shop) settleUnderFaults(t *testing.T) (ended int) {
	t.Helper()
	admin, err := pgx.ConnectConfig(t.Context(), s.pool.Config().ConnConfig)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = admin.Close(context.WithoutCancel(t.Context())) }()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var running sync.WaitGroup
	for _, svc := range s.services {
		running.Go(func() {
			if err := svc.Run(ctx); err != nil && !errors.Is(err, context.Canceled) {
				t.Errorf("Run() = %v, want nil or context.Canceled", err)
			}
		})
	}
	defer running.Wait()
	defer stop()
	began, claims := time.Now(), true
	testkit.Eventually(t, 90*time.Second, func() bool {
		// The faults end after a while, so that the test also finishes on a slow machine.
		faults := time.Since(began) < 6*time.Second
		s.provider.Down(faults && time.Since(began).Milliseconds()/500%2 == 1)
		if !faults && claims {
			// Interrupted rounds leave claims, which other replicas respect for 30 seconds.
			if _, err := admin.Exec(t.Context(), `DELETE FROM claims`); err != nil {
				t.Error(err)
			}
			claims = false
		}
		if faults {
			var n int
			err := admin.QueryRow(t.Context(), `SELECT count(pg_terminate_backend(pid)) FROM (SELECT pid FROM pg_stat_activity
				WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle' ORDER BY random() LIMIT 1) busy`).Scan(&n)
			if err != nil {
				t.Error(err)
			}
			ended += n
		}
		var left int
		err := admin.QueryRow(t.Context(), `SELECT (SELECT count(*) FROM auctions WHERE status <> 'settled') + (SELECT count(*) FROM refunds WHERE method = 'card' AND status <> 'succeeded')
			+ (SELECT count(*) FROM outbox WHERE published_at IS NULL)`).Scan(&left)
		if err != nil {
			t.Error(err)
		}
		return left == 0 || t.Failed()
	})
	s.provider.Down(false)
	if ended == 0 {
		t.Error("no connection was closed during the settlement, want at least one")
	}
	return ended
}
