-- Takes the links of an account or mail address off artists and curators, and the address off what staff changed; returns how many
-- rows that were. As content that names an account does, it ends a link that staff made.
WITH artist AS (
    UPDATE artists SET account = '', edited = false WHERE account <> '' AND lower($1::text) IN (lower(account), account_id) RETURNING id
), curator AS (
    UPDATE curators SET account = '' WHERE account <> '' AND lower(account) = lower($1) RETURNING id
), changed AS (
    UPDATE content_changes SET
        email = CASE WHEN lower($1) IN (account, lower(email)) THEN '' ELSE email END,
        before = CASE WHEN kind = 'artist' AND lower(before ->> 'account') = lower($1) THEN before || '{"account": ""}' ELSE before END,
        after = CASE WHEN kind = 'artist' AND lower(after ->> 'account') = lower($1) THEN after || '{"account": ""}' ELSE after END
    WHERE email <> '' AND lower($1) IN (account, lower(email))
       OR kind = 'artist' AND lower($1) IN (lower(before ->> 'account'), lower(after ->> 'account'))
    RETURNING id
), told AS (
    DELETE FROM mails WHERE lower(recipient) = lower($1) RETURNING id
)
SELECT jsonb_pretty(jsonb_build_object(
    'artists', (SELECT count(*) FROM artist), 'curators', (SELECT count(*) FROM curator),
    'content_changes', (SELECT count(*) FROM changed), 'mails', (SELECT count(*) FROM told)))
