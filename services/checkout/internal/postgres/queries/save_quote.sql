INSERT INTO quotes (
    intent_hash, checkout_id, chain_id, pay_to, data, value, rate, rate_source, rate_at, expires_at, created_at, payout, share_bps,
    ended_at, payout_hold, revoked_at)
VALUES ($1, $2, $3, $4, $5, $6::numeric, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
ON CONFLICT (intent_hash) DO UPDATE SET ended_at = excluded.ended_at, revoked_at = excluded.revoked_at
