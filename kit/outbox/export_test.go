package outbox

import (
	"context"
	"time"
)

// Republish lets tests ask for what a lost stream leads to.
func (r *Relay) Republish(ctx context.Context, since time.Time) error {
	_, err := r.republish(ctx, r.pool, since)
	return err
}
