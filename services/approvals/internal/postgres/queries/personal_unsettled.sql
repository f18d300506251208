-- What has to end before a person can be forgotten, in words. Events name the request by its subject.
WITH asked AS (
    SELECT * FROM requests WHERE account_id = $1::uuid::text
), ids AS (
    SELECT $1::uuid::text AS id UNION SELECT subject_id FROM asked
)
SELECT 'the request ' || id || ' waits for an answer: it has to be decided, or cancelled' FROM asked WHERE status = 'pending'
UNION ALL
SELECT 'the event ' || o.id || ' waits for the broker' FROM outbox o
WHERE published_at IS NULL AND EXISTS (SELECT FROM ids WHERE position(convert_to(ids.id, 'UTF8') IN o.payload) > 0)
UNION ALL
SELECT 'the dead letter ' || d.id || ' is about it: have it tried again, or delete it' FROM dead_letters d
WHERE EXISTS (SELECT FROM ids WHERE position(convert_to(ids.id, 'UTF8') IN d.payload) > 0)
