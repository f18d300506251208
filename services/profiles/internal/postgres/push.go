package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

	"github.com/vitrine/vitrine/kit/jobs"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/profiles/internal/postgres/db"
	"github.com/vitrine/vitrine/services/profiles/internal/push"
)

// Push implements push.Store.
type Push struct{ pool *pgxpool.Pool }

// NewPush returns a store on a migrated database.
func NewPush(pool *pgxpool.Pool) *Push { return &Push{pool} }

// Save implements push.Store.
func (s *Push) Save(ctx context.Context, p push.Subscription) error {
	return postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		q := queries(ctx, s.pool)
		if err := q.LockPush(ctx, p.AccountID); err != nil {
			return err
		}
		n, err := q.RenewPushSubscription(ctx, db.RenewPushSubscriptionParams{
			ID: p.ID, AccountID: p.AccountID, SessionID: p.SessionID, P256dh: p.P256DH, Auth: p.Auth, PublicKey: p.PublicKey, SavedAt: p.SavedAt,
		})
		if err != nil || n > 0 {
			return err
		}
		if err := q.ReleasePushSubscription(ctx, db.ReleasePushSubscriptionParams{ID: p.ID, AccountID: p.AccountID, Auth: p.Auth}); err != nil {
			return err
		}
		if err := q.MakeRoomForPush(ctx, db.MakeRoomForPushParams{AccountID: p.AccountID, MaxRows: push.Max}); err != nil {
			return err
		}
		n, err = q.AddPushSubscription(ctx, db.AddPushSubscriptionParams{
			ID: p.ID, AccountID: p.AccountID, SessionID: p.SessionID, MaxRows: push.Max, Endpoint: p.Endpoint, P256dh: p.P256DH, Auth: p.Auth,
			PublicKey: p.PublicKey, SavedAt: p.SavedAt,
		})
		if err == nil && n == 0 {
			err = push.ErrInvalid
		}
		return err
	})
}

// Add implements push.Store.
func (s *Push) Add(ctx context.Context, accountID, key string, payload []byte, expiresAt time.Time) error {
	return postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		ids, err := queries(ctx, s.pool).QueuePush(ctx, db.QueuePushParams{AccountID: accountID, Key: key, Payload: string(payload), ExpiresAt: expiresAt})
		if err != nil {
			return err
		}
		all := make([]river.JobArgs, len(ids))
		for i, id := range ids {
			all[i] = push.Send{ID: id}
		}
		return jobs.Add(ctx, postgres.Conn(ctx, s.pool), all...)
	})
}

// Find implements push.Store.
func (s *Push) Find(ctx context.Context, id int64) (push.Message, error) {
	r, err := queries(ctx, s.pool).PushMessage(ctx, id)
	if errors.Is(err, pgx.ErrNoRows) {
		err = push.ErrNotFound
	}
	return push.Message{
		To:  push.Subscription{ID: r.ID, Endpoint: r.Endpoint, P256DH: r.P256dh, Auth: r.Auth, PublicKey: r.PublicKey},
		Key: r.Key, Payload: []byte(r.Payload), ExpiresAt: r.ExpiresAt.UTC(),
	}, err
}

// End implements push.Store.
func (s *Push) End(ctx context.Context, id int64) error {
	return queries(ctx, s.pool).EndPushMessage(ctx, id)
}

// EndSubscription implements push.Store.
func (s *Push) EndSubscription(ctx context.Context, p push.Subscription) error {
	return queries(ctx, s.pool).EndPushSubscription(ctx, db.EndPushSubscriptionParams{ID: p.ID, Auth: p.Auth})
}
