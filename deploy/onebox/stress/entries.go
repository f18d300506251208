package main

import (
	"context"
	"errors"
	"fmt"
	mathrand "math/rand/v2"
	"net/http"
	"time"

	"github.com/vitrine/vitrine/deploy/onebox/standins"
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
		if err := b.link(ctx, listed); err != nil {
			return refusal(t, "link a wallet", err)
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
		if err := b.retryStep(ctx, func() error {
			err := b.call(ctx, http.MethodDelete, "/api/auth/wallets/"+listed.at.Hex(), nil, nil, "")
			if f := (*failure)(nil); errors.As(err, &f) && f.Status == http.StatusNotFound {
				return nil // an earlier attempt did it
			}
			return err
		}); err != nil {
			return refusal(t, "unlink a wallet", err)
		}
	}
	if bought > 1 {
		return fmt.Errorf("one listed wallet with a cap of 1 served %d accounts", bought)
	}
	return nil
}

// link links another wallet to the account.
func (b *buyer) link(ctx context.Context, other *buyer) error {
	return b.retryStep(ctx, func() error {
		var nonce struct{ Nonce string }
		if err := b.call(ctx, http.MethodGet, "/api/auth/siwe/nonce", nil, &nonce, ""); err != nil {
			return err
		}
		message := standins.SiweMessage(b.base, other.at, nonce.Nonce)
		signature, err := standins.SignMessage(other.key, message)
		if err != nil {
			return err
		}
		return b.call(ctx, http.MethodPost, "/api/auth/wallets", map[string]string{"message": message, "signature": signature}, nil, "")
	})
}
