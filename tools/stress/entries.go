package main

import (
	"context"
	"encoding/json"
	"errors"
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
	err = d.staff.retryStep(ctx, func() error {
		err := d.staff.call(ctx, http.MethodPut, path, map[string]any{"version": "0", "items": []any{phase}, "note": "stress test"}, &plan, "")
		if f := (*failure)(nil); errors.As(err, &f) && f.Code == "conflict" {
			return d.staff.call(ctx, http.MethodGet, path, nil, &plan, "") // an earlier attempt was stored, and its response lost
		}
		return err
	})
	if err != nil {
		return refusal(t, "open a list", err)
	}
	if len(plan.Items) != 1 {
		return fmt.Errorf("a schedule with one phase was saved, and %d were read", len(plan.Items))
	}
	if err := d.staff.retryStep(ctx, func() error {
		return d.staff.call(ctx, http.MethodPut, "/api/desk/phases/"+plan.Items[0].Phase.ID+"/members", map[string]any{"items": []any{map[string]string{"wallet": listed.at.Hex()}}}, nil, "")
	}); err != nil {
		return refusal(t, "save a list", err)
	}
	t.add("lists")
	bought := 0
	for range 4 {
		b, err := newBuyer(ctx, d.r)
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
	var account struct{ Sub string }
	if err := json.Unmarshal(claims(b.access), &account); err != nil {
		return err
	}
	_, err := d.r.pools["auth"].Exec(ctx, `INSERT INTO wallets (address, account_id, linked_at) VALUES ($1, $2, now())`, wallet.at.Hex(), account.Sub)
	return err
}

func (d *staffWork) disown(ctx context.Context, wallet *buyer) error {
	_, err := d.r.pools["auth"].Exec(ctx, `DELETE FROM wallets WHERE address = $1`, wallet.at.Hex())
	return err
}
