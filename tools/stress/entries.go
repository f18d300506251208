package main

import (
	"context"
	"fmt"
	mathrand "math/rand/v2"
	"net/http"
	"time"
)

// sellToList sells the next artwork to one listed wallet with a cap of 1. Four accounts link the wallet in turn, try to buy, and unlink it: at most one
// may get an edition.
func (d *staffWork) sellToList(ctx context.Context, rng *mathrand.Rand, t *tally) error {
	if rng.IntN(10) > 0 {
		return nil // most works are for auctions
	}
	artwork := d.r.auctions.next()
	if artwork == 0 {
		return nil
	}
	listed, err := newFundedWallet(ctx, d.r)
	if err != nil {
		return err
	}
	var plan struct {
		Items []struct{ Phase struct{ ID string } }
	}
	path := fmt.Sprintf("/api/desk/drops/%d/phases", artwork)
	phase := map[string]any{"name": "List", "kind": "allow_list", "startsAt": time.Now().Add(-time.Second).UTC().Truncate(time.Second), "cap": 1, "endsWithDrop": true}
	if err := d.schedule(ctx, path, phase); err != nil {
		return refusal(t, "open a list", err)
	}
	if err := d.staff.retry(ctx, http.MethodGet, path, nil, &plan); err != nil {
		return err
	}
	if len(plan.Items) != 1 {
		return fmt.Errorf("a schedule with one phase was saved, and %d were read", len(plan.Items))
	}
	members := map[string]any{"items": []any{map[string]string{"wallet": listed.Wallet.Hex()}}}
	if err := d.staff.retry(ctx, http.MethodPut, "/api/desk/phases/"+plan.Items[0].Phase.ID+"/members", members, nil); err != nil {
		return refusal(t, "save a list", err)
	}
	t.add("lists")
	bought := 0
	for range 4 {
		b, err := newBuyer(ctx, d.r, "")
		if err != nil {
			return err
		}
		if err := d.own(ctx, b, listed); err != nil {
			return err
		}
		c, err := b.reserve(ctx, artwork)
		if err == nil {
			if err := b.payByCard(ctx, c.ID, goodCard); err != nil {
				return refusal(t, "pay from a list", err)
			}
			bought++
		} else if err := refusal(t, "buy from a list", err); err != nil {
			return err
		}
		if err := d.disown(ctx, listed); err != nil {
			return err
		}
	}
	if bought > 1 {
		return fmt.Errorf("one listed wallet with a cap of 1 served %d accounts", bought)
	}
	return nil
}

// own links a wallet to the account in the database: auth does so only for sessions with a key, which buyers here don't have.
func (d *staffWork) own(ctx context.Context, b, wallet *buyer) error {
	account, err := b.Account()
	if err != nil {
		return err
	}
	_, err = d.r.pools["auth"].Exec(ctx, `INSERT INTO wallets (address, account_id, linked_at) VALUES ($1, $2, now())`, wallet.Wallet.Hex(), account)
	return err
}

func (d *staffWork) disown(ctx context.Context, wallet *buyer) error {
	_, err := d.r.pools["auth"].Exec(ctx, `DELETE FROM wallets WHERE address = $1`, wallet.Wallet.Hex())
	return err
}
