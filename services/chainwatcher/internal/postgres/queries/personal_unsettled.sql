-- What has to end before a person can be forgotten, in words. $2 says that they gave up what is kept for them.
WITH owned AS (
    SELECT t.* FROM tokens t LEFT JOIN freezes z ON z.checkout_id = t.checkout_id
    WHERE account_id = $1::uuid::text AND NOT coalesce(z.refunded, false)
), moved AS (
    SELECT * FROM withdrawals WHERE account_id = $1::uuid::text
), ids AS (
    SELECT $1::uuid::text AS id UNION SELECT checkout_id FROM owned UNION SELECT id::text FROM moved
)
SELECT 'the token ' || token_id || ' is being minted' FROM owned WHERE status = 'minting'
UNION ALL
SELECT 'the token ' || token_id || ' is kept in the vault: it has to be withdrawn, or given up' FROM owned
WHERE status = 'minted' AND in_custody AND NOT $2::boolean
UNION ALL
SELECT 'the withdrawal ' || id || ' is ' || status || ': it has to end, or be cancelled' FROM moved
WHERE status IN ('awaiting_approval', 'approved', 'signing', 'broadcast', 'mined')
UNION ALL
SELECT 'the payout ' || id || ' is ' || status || ': it has to end' FROM payouts WHERE account_id = $1::uuid::text AND status IN ('queued', 'sent')
UNION ALL
SELECT 'the event ' || o.id || ' waits for the broker' FROM outbox o
WHERE published_at IS NULL AND EXISTS (SELECT FROM ids WHERE position(convert_to(ids.id, 'UTF8') IN o.payload) > 0)
UNION ALL
SELECT 'the dead letter ' || d.id || ' is about it: have it tried again, or delete it' FROM dead_letters d
WHERE EXISTS (SELECT FROM ids WHERE position(convert_to(ids.id, 'UTF8') IN d.payload) > 0)
