-- +goose Up

-- When the person who requested a change approved it; a second person may still have to.
ALTER TABLE payout_updates ADD COLUMN owner_approved_at timestamptz;
CREATE INDEX payout_updates_artist ON payout_updates (artist_id, requested_at DESC);

-- Links of mails end. Those that were mailed before get the same time from now on.
ALTER TABLE payout_alerts ADD COLUMN expires_at timestamptz NOT NULL DEFAULT now() + interval '90 days';
ALTER TABLE payout_alerts ALTER COLUMN expires_at DROP DEFAULT;
