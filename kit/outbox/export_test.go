package outbox

import "context"

// Republish lets tests ask for what a lost stream leads to.
func (r *Relay) Republish(ctx context.Context) error {
	_, err := r.republish(ctx, r.pool)
	return err
}
