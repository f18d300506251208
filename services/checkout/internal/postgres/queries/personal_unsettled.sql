-- What has to end before a person can be forgotten, in words.
WITH orders AS (
    SELECT * FROM checkouts WHERE account_id = $1::uuid::text
), ids AS (
    SELECT $1::uuid::text AS id UNION SELECT id::text FROM orders
)
SELECT 'the order ' || id || ' is ' || status || ': it has to end' FROM orders
WHERE status NOT IN ('completed', 'expired', 'cancelled', 'refunded')
UNION ALL
SELECT 'the review ' || id || ' of the order ' || checkout_id || ' is open' FROM reviews
WHERE closed_at IS NULL AND checkout_id IN (SELECT id FROM orders)
UNION ALL
SELECT 'the refund ' || id || ' of the order ' || checkout_id || ' is ' || status FROM refunds
WHERE status IN ('pending', 'sent') AND checkout_id IN (SELECT id FROM orders)
UNION ALL
SELECT 'the event ' || o.id || ' waits for the broker' FROM outbox o
WHERE published_at IS NULL AND EXISTS (SELECT FROM ids WHERE position(convert_to(ids.id, 'UTF8') IN o.payload) > 0)
UNION ALL
SELECT 'the dead letter ' || d.id || ' is about it: have it tried again, or delete it' FROM dead_letters d
WHERE EXISTS (SELECT FROM ids WHERE position(convert_to(ids.id, 'UTF8') IN d.payload) > 0)
