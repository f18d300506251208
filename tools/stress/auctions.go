package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"math/big"
	mathrand "math/rand/v2"
	"net/http"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/ethclient"
	"github.com/jackc/pgx/v5"
)

// The price of an auction starts at 125.00, the price of the artworks, and falls by 3.37 every second to 10.01.
const (
	auctionStart  = 12_500
	auctionLowest = 1_001
	auctionStep   = 337
)

// auctions are the drops that staff sell in auctions, one after another. It may be used concurrently.
type auctions struct {
	mu   sync.Mutex
	used int
	open int // the artwork that is sold now, or 0
	// refundTo are the addresses that buyers gave for refunds, one for each order.
	refundTo []common.Address
}

// selling returns the artwork whose auction is open, or 0.
func (a *auctions) selling() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.open
}

// randomAddress returns a new, unused address.
func randomAddress() (out common.Address) {
	_, _ = rand.Read(out[:]) // never fails
	return out
}

// refundAddress returns a new address for the refunds of one order.
func (a *auctions) refundAddress() string {
	to := randomAddress()
	a.mu.Lock()
	defer a.mu.Unlock()
	a.refundTo = append(a.refundTo, to)
	return to.Hex()
}

// next returns an artwork that had no auction yet, or 0.
func (a *auctions) next() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.used == auctionWorks {
		return 0
	}
	a.used++
	return firstAuction + a.used - 1
}

func (a *auctions) set(artwork int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.open = artwork
}

// sellAuction sells the next artwork in an auction of 10 to 25 seconds, and returns at its end. Its settlement needs no staff.
func (d *staffWork) sellAuction(ctx context.Context, rng *mathrand.Rand, t *tally) error {
	artwork := d.r.auctions.next()
	if artwork == 0 {
		return nil
	}
	starts := time.Now().Add(-time.Second).UTC().Truncate(time.Second)
	ends := starts.Add(time.Duration(10+rng.IntN(16)) * time.Second)
	phase := map[string]any{
		"name": "Auction", "kind": "public", "startsAt": starts, "endsAt": ends, "cap": 2,
		"prices": []any{map[string]any{
			"artworkId": fmt.Sprint(artwork), "price": map[string]string{"amount": fmt.Sprint(auctionStart)},
			"auction": map[string]any{"lowest": fmt.Sprint(auctionLowest), "step": fmt.Sprint(auctionStep), "intervalSeconds": 1},
		}},
	}
	path := fmt.Sprintf("/api/desk/drops/%d/phases", artwork)
	if err := d.schedule(ctx, path, phase); err != nil {
		return refusal(t, "open an auction", err)
	}
	t.add("auctions")
	d.r.auctions.set(artwork)
	wait(ctx, time.Until(ends))
	d.r.auctions.set(0)
	return nil
}

// schedule gives a drop its only phase.
func (d *staffWork) schedule(ctx context.Context, path string, phase map[string]any) error {
	return d.staff.retryStep(ctx, func() error {
		err := d.staff.Call(ctx, http.MethodPut, path, map[string]any{"version": "0", "items": []any{phase}, "note": "stress test"}, nil)
		if f := (*failure)(nil); errors.As(err, &f) && f.Code == "conflict" {
			return nil // an earlier attempt was stored, and its response lost
		}
		return err
	})
}

// unsettled counts the auctions that will be settled without staff.
const unsettled = `SELECT count(*) FROM auctions a WHERE status <> 'settled'
	AND NOT EXISTS (SELECT FROM checkouts c WHERE c.auction_id = a.id AND c.status IN ('in_review', 'refund_failed', 'disputed'))`

// auctionChecks are queries that must return no rows. They compute the prices and differences again.
var auctionChecks = []check{
	{"auctions: an order at another price than the moment's", "checkout", `SELECT c.id::text FROM checkouts c JOIN auctions a ON a.id = c.auction_id JOIN phases p ON p.id = a.phase_id
		WHERE c.price_amount <> greatest(a.lowest, a.amount - a.step * floor(extract(epoch FROM c.created_at - p.starts_at) / a.interval_seconds))`},
	{"auctions: an order outside of its phase", "checkout", `SELECT c.id::text FROM checkouts c JOIN phases p ON p.id = c.phase_id WHERE c.created_at < p.starts_at OR c.created_at >= p.ends_at`},
	{"auctions: an account above the cap", "checkout", `SELECT c.account_id FROM checkouts c JOIN phases p ON p.id = c.phase_id
		WHERE p.cap > 0 AND c.status NOT IN ('expired', 'cancelled', 'refunded') GROUP BY c.account_id, p.id, p.cap HAVING count(*) > p.cap`},
	{"auctions: an account, wallet or token that admitted to more orders than the cap", "checkout", `SELECT c.phase_entry FROM checkouts c JOIN phases p ON p.id = c.phase_id
		WHERE p.cap > 0 AND c.status NOT IN ('expired', 'cancelled', 'refunded') GROUP BY c.phase_entry, p.id, p.cap HAVING count(*) > p.cap`},
	{"auctions: a last price that isn't the lowest of the sales", "checkout", `SELECT a.id::text FROM auctions a WHERE a.price IS NOT NULL AND (
		EXISTS (SELECT FROM checkouts c WHERE c.auction_id = a.id AND c.status IN ('delivering', 'completed', 'disputed') AND c.price_amount < a.price)
		OR NOT EXISTS (SELECT FROM checkouts c WHERE c.auction_id = a.id AND c.paid_at IS NOT NULL AND c.price_amount = a.price))`},
	{"auctions: a sale that wasn't settled", "checkout", `SELECT c.id::text FROM checkouts c JOIN auctions a ON a.id = c.auction_id
		WHERE a.status = 'settled' AND c.status IN ('delivering', 'completed') AND c.settled_at IS NULL`},
	// For ether, the part that we keep is rounded down to a wei.
	{"auctions: a wrong difference", "checkout", `SELECT c.id::text FROM checkouts c JOIN auctions a ON a.id = c.auction_id JOIN payments p ON p.checkout_id = c.id AND p.credited
		WHERE c.settled_at IS NOT NULL AND c.settled_back <> CASE p.method WHEN 'card' THEN p.amount - a.price ELSE p.wei - div(p.wei * a.price, c.price_amount) END`},
	{"auctions: a difference that didn't go back", "checkout", `SELECT c.id::text FROM checkouts c WHERE c.settled_at IS NOT NULL AND c.settled_back <> coalesce((
		SELECT sum(CASE f.method WHEN 'card' THEN f.amount ELSE f.wei END) FROM refunds f WHERE f.checkout_id = c.id AND f.reason = 'auction_settled' AND f.status = 'succeeded'), 0)`},
}

// differences compares the refunds of auctions with the card provider's charges and with the balances of the buyers' refund addresses, which were
// empty before.
func (r *rig) differences(ctx context.Context) (wrong []string, err error) {
	rows, err := r.pools["checkout"].Query(ctx, `SELECT c.id::text, p.key, c.price_amount, c.settled_back::bigint FROM checkouts c
		JOIN payments p ON p.checkout_id = c.id AND p.credited AND p.method = 'card' WHERE c.settled_at IS NOT NULL AND c.status = 'completed'`)
	if err != nil {
		return nil, err
	}
	type sale struct {
		ID, Key     string
		Price, Back int64
	}
	sales, err := pgx.CollectRows(rows, pgx.RowToStructByPos[sale])
	if err != nil {
		return nil, err
	}
	for _, s := range sales {
		var charged, back int64
		err := r.pools["cards"].QueryRow(ctx, `SELECT coalesce(sum((data->>'amount')::bigint), 0)::bigint, coalesce(sum((data->>'amount_refunded')::bigint), 0)::bigint
			FROM objects WHERE kind = 'charge' AND 'card:' || (data->>'payment_intent') = $1 AND (data->>'captured')::boolean`, s.Key).Scan(&charged, &back)
		if err != nil {
			return nil, err
		}
		if charged != s.Price || back != s.Back {
			wrong = append(wrong, fmt.Sprintf("%s: charged %d, returned %d, want %d and %d", s.ID, charged, back, s.Price, s.Back))
		}
	}
	client, err := ethclient.DialContext(ctx, r.chain.URL())
	if err != nil {
		return nil, err
	}
	defer client.Close()
	r.auctions.mu.Lock()
	defer r.auctions.mu.Unlock()
	for _, to := range r.auctions.refundTo {
		balance, err := client.BalanceAt(ctx, to, nil)
		if err != nil {
			return nil, err
		}
		var sent string
		err = r.pools["checkout"].QueryRow(ctx, `SELECT coalesce(sum(wei), 0)::text FROM refunds WHERE status = 'succeeded' AND lower(pay_to) = lower($1)`, to.Hex()).Scan(&sent)
		if err != nil {
			return nil, err
		}
		if want, ok := new(big.Int).SetString(sent, 10); !ok || balance.Cmp(want) != 0 {
			wrong = append(wrong, fmt.Sprintf("%s has %s wei, want %s", to, balance, sent))
		}
	}
	return wrong, nil
}
