-- What has to end before a person can be forgotten, in words.
WITH ids AS (
    SELECT $1::uuid::text AS id UNION SELECT id::text FROM payout_updates WHERE account_id = $1::uuid
)
SELECT 'the payout change ' || id || ' is ' || status || ': it has to end, or be cancelled'
FROM payout_updates
WHERE account_id = $1::uuid AND status IN ('requested', 'awaiting_approval', 'approved', 'cooling')
UNION ALL
SELECT 'the event ' || o.id || ' waits for the broker'
FROM outbox o
WHERE published_at IS NULL AND EXISTS (SELECT FROM ids WHERE position(convert_to(ids.id, 'UTF8') IN o.payload) > 0)
UNION ALL
SELECT 'the dead letter ' || d.id || ' is about it: have it tried again, or delete it'
FROM dead_letters d
WHERE EXISTS (SELECT FROM ids WHERE position(convert_to(ids.id, 'UTF8') IN d.payload) > 0)
