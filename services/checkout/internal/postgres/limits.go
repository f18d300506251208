package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/vitrine/vitrine/services/checkout/internal/hold"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres/db"
)

// limit rejects a hold that exceeds a limit. The caller has locked the account's holds. The locks of the network and of the artwork are
// taken after that, always in this order.
func (s *Store) limit(ctx context.Context, draft hold.Draft, l hold.Limits) error {
	q := s.queries(ctx)
	now, err := s.Now(ctx)
	if err != nil {
		return err
	}
	since := now.Add(-l.Window)
	if l.PerAccount > 0 {
		made, err := q.UnpaidByAccount(ctx, db.UnpaidByAccountParams{AccountID: draft.Buyer.AccountID, Since: since, Place: int32(l.PerAccount - 1)})
		if err := unpaid(made, err, l.Window); err != nil {
			return err
		}
	}
	if l.PerNetwork > 0 && draft.Network != "" {
		if err := q.LockNetwork(ctx, draft.Network); err != nil {
			return err
		}
		made, err := q.UnpaidByNetwork(ctx, db.UnpaidByNetworkParams{Network: draft.Network, Since: since, Place: int32(l.PerNetwork - 1)})
		if err := unpaid(made, err, l.Window); err != nil {
			return err
		}
	}
	if l.UnverifiedPercent == 0 || draft.Buyer.EmailVerified {
		return nil
	}
	if err := q.LockUnverified(ctx, draft.Artwork.ID); err != nil {
		return err
	}
	units, err := q.UnverifiedHolds(ctx, draft.Artwork.ID)
	if err == nil && int(units.Unverified) >= l.Unverified(int(units.Open)) {
		err = hold.ErrUnverifiedHolds
	}
	return err
}

// unpaid returns an error if the number of holds has reached the limit.
func unpaid(made time.Time, err error, window time.Duration) error {
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	return &hold.UnpaidHoldsError{Until: made.UTC().Add(window)}
}

// ForgetNetworks implements hold.Store.
func (s *Store) ForgetNetworks(ctx context.Context, before time.Time) error {
	return s.queries(ctx).DeleteNetworks(ctx, before)
}
