-- +goose Up

-- When the person who requested a change approved it; a second approval may be pending.
ALTER TABLE payout_updates ADD COLUMN owner_approved_at timestamptz;
CREATE INDEX payout_updates_artist ON payout_updates (artist_id, requested_at DESC);

-- Links in emails expire. Earlier links expire as if they had been sent now.
ALTER TABLE payout_alerts ADD COLUMN expires_at timestamptz NOT NULL DEFAULT now() + interval '90 days';
ALTER TABLE payout_alerts ALTER COLUMN expires_at DROP DEFAULT;
