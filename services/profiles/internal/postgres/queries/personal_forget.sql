-- Takes away what names a person, and answers how many rows that were. Payout wallets and where they were changed from and to
-- stay: they say to whom shares of sales were paid.
WITH profile AS (
    DELETE FROM profiles WHERE owner_id = $1::uuid RETURNING avatar
), updates AS (
    UPDATE payout_updates SET email = '', name = '' WHERE account_id = $1::uuid AND (email <> '' OR name <> '') RETURNING id
), told AS (
    DELETE FROM mails
    WHERE split_part(key, '.', 3) IN (SELECT id::text FROM payout_updates WHERE account_id = $1::uuid) RETURNING id
), calls AS (
    DELETE FROM idempotency WHERE split_part(scope, ' ', 1) = $1::uuid::text RETURNING key
)
SELECT (SELECT array_agg(avatar) FROM profile WHERE avatar <> ''), jsonb_pretty(jsonb_build_object(
    'profiles', (SELECT count(*) FROM profile), 'payout_updates', (SELECT count(*) FROM updates),
    'mails', (SELECT count(*) FROM told), 'calls', (SELECT count(*) FROM calls)))
