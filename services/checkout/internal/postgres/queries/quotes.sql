SELECT checkout_id, intent_hash, chain_id, pay_to, data, value::text, rate, rate_source, rate_at, expires_at, created_at, payout,
       share_bps, ended_at, payout_hold, revoked_at
FROM quotes WHERE checkout_id = ANY($1) ORDER BY created_at, intent_hash
