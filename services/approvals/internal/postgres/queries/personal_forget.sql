-- Removes the addresses from what a person requested and decided, and returns how many rows that were. The decisions stay, and so
-- does the log, whose entries are chained.
WITH asked AS (
    SELECT id FROM requests WHERE account_id = $1::uuid::text
), told AS (
    DELETE FROM mails m
    WHERE split_part(key, ':', 2) IN (SELECT id::text FROM asked)
       OR EXISTS (SELECT FROM links l WHERE l.decided_by = $1::uuid::text AND l.request_id::text = split_part(m.key, ':', 2) AND l.email = m.recipient)
    RETURNING id
), addressed AS (
    UPDATE requests SET email = '', wallets = '{}', transaction_hash = ''
    WHERE account_id = $1::uuid::text AND (email <> '' OR wallets <> '{}' OR transaction_hash <> '') RETURNING id
), linked AS (
    UPDATE links SET email = ''
    WHERE email <> '' AND (decided_by = $1::uuid::text OR asks = 'owner' AND request_id IN (SELECT id FROM asked)) RETURNING position
)
SELECT jsonb_pretty(jsonb_build_object(
    'requests', (SELECT count(*) FROM addressed), 'links', (SELECT count(*) FROM linked), 'mails', (SELECT count(*) FROM told)))
