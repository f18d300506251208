package outbox

import "context"

// Republish lets tests trigger the recovery of a lost stream.
func (r *Relay) Republish(ctx context.Context) error {
	_, err := r.republish(ctx, r.pool)
	return err
}
