-- Takes mail addresses and ENS names off a person's withdrawals, and returns how many rows that were. What the chain says stays.
WITH moved AS (
    SELECT id FROM withdrawals WHERE account_id = $1::uuid::text
), addressed AS (
    UPDATE withdrawals SET email = '', to_name = '', request_key = id::text
    WHERE account_id = $1::uuid::text AND (email <> '' OR to_name <> '' OR request_key <> id::text) RETURNING id
), paid AS (
    UPDATE payouts SET request_key = id::text WHERE account_id = $1::uuid::text AND request_key <> id::text RETURNING id
), told AS (
    DELETE FROM mails WHERE split_part(key, ':', 2) IN (SELECT id::text FROM moved) RETURNING id
), changes AS (
    DELETE FROM credential_changes WHERE account_id = $1::uuid::text RETURNING account_id
), calls AS (
    DELETE FROM idempotency WHERE split_part(scope, ' ', 1) = $1::uuid::text RETURNING key
)
SELECT jsonb_pretty(jsonb_build_object(
    'withdrawals', (SELECT count(*) FROM addressed), 'payouts', (SELECT count(*) FROM paid), 'mails', (SELECT count(*) FROM told), 'calls', (SELECT count(*) FROM calls),
    'credential_changes', (SELECT count(*) FROM changes)))
