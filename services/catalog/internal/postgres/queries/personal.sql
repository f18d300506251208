-- name: PersonalExport :one
-- All data about a person besides what is published of them, as JSON. who is an account id or an email address.
SELECT jsonb_pretty(jsonb_build_object(
    'artists', (SELECT jsonb_agg(jsonb_build_object('id', id, 'slug', slug, 'name', name, 'account', account, 'published', published))
                FROM artists WHERE account <> '' AND lower(@who::text) IN (lower(account), account_id)),
    'artist_links', (SELECT jsonb_agg(to_jsonb(l)) FROM artist_links l WHERE lower(l.account) = lower(@who::text)),
    'curators', (SELECT jsonb_agg(jsonb_build_object('id', id, 'slug', slug, 'name', name, 'account', account, 'published', published))
                 FROM curators WHERE account <> '' AND lower(account) = lower(@who::text)),
    -- What the person changed as staff, and who linked them.
    'content_changes', (SELECT jsonb_agg(to_jsonb(c) ORDER BY c.id) FROM content_changes c WHERE lower(@who::text) IN (account, lower(email))),
    'links', (SELECT jsonb_agg(to_jsonb(c) - 'account' - 'email' ORDER BY c.id) FROM content_changes c
              WHERE kind = 'artist' AND lower(@who::text) IN (lower(before ->> 'account'), lower(after ->> 'account'))),
    'mails', (SELECT jsonb_agg(to_jsonb(m) - 'html' ORDER BY m.id) FROM mails m WHERE lower(recipient) = lower(@who::text))));

-- name: PersonalForget :one
-- Takes the links of an account or mail address off artists and curators, and the address off what staff changed; returns how many
-- rows that were. As content that names an account does, it ends a link that staff made.
WITH artist AS (
    UPDATE artists SET account = '', edited = false WHERE account <> '' AND lower(@who::text) IN (lower(account), account_id) RETURNING id
), waiting AS (
    DELETE FROM artist_links WHERE lower(account) = lower(@who::text) RETURNING artist_id
), curator AS (
    UPDATE curators SET account = '' WHERE account <> '' AND lower(account) = lower(@who::text) RETURNING id
), changed AS (
    UPDATE content_changes SET
        email = CASE WHEN lower(@who::text) IN (account, lower(email)) THEN '' ELSE email END,
        before = CASE WHEN kind = 'artist' AND lower(before ->> 'account') = lower(@who::text) THEN before || '{"account": ""}' ELSE before END,
        after = CASE WHEN kind = 'artist' AND lower(after ->> 'account') = lower(@who::text) THEN after || '{"account": ""}' ELSE after END
    WHERE email <> '' AND lower(@who::text) IN (account, lower(email))
       OR kind = 'artist' AND lower(@who::text) IN (lower(before ->> 'account'), lower(after ->> 'account'))
    RETURNING id
), told AS (
    DELETE FROM mails WHERE lower(recipient) = lower(@who::text) RETURNING id
)
SELECT jsonb_pretty(jsonb_build_object(
    'artists', (SELECT count(*) FROM artist), 'artist_links', (SELECT count(*) FROM waiting), 'curators', (SELECT count(*) FROM curator),
    'content_changes', (SELECT count(*) FROM changed), 'mails', (SELECT count(*) FROM told)));

-- name: PersonalLinked :many
-- What the content folder says of an account or mail address, in words: an import would write it again.
SELECT ('the content folder links artist ' || id || ' (' || slug || '): take account out of its file and import it')::text AS reason
FROM artists WHERE published AND NOT edited AND account <> '' AND lower(@who::text) IN (lower(account), account_id)
UNION ALL
SELECT 'the content folder links curator ' || id || ' (' || slug || '): take account out of its file and import it'
FROM curators WHERE published AND account <> '' AND lower(account) = lower(@who::text);
