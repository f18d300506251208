-- name: PersonalExport :one
-- All unpublished data about a person, as JSON. who is an account id or an email address.
SELECT jsonb_pretty(jsonb_build_object(
    'artists', (SELECT jsonb_agg(jsonb_build_object('id', id, 'slug', slug, 'name', name, 'account', account, 'published', published))
                FROM artists WHERE account <> '' AND lower(@who::text) IN (lower(account), account_id)),
    'artist_links', (SELECT jsonb_agg(to_jsonb(l)) FROM artist_links l WHERE lower(l.account) = lower(@who::text)),
    'curators', (SELECT jsonb_agg(jsonb_build_object('id', id, 'slug', slug, 'name', name, 'account', account, 'published', published))
                 FROM curators WHERE account <> '' AND lower(account) = lower(@who::text)),
    -- The person's changes as staff, and who linked them.
    'content_changes', (SELECT jsonb_agg(to_jsonb(c) ORDER BY c.id) FROM content_changes c WHERE lower(@who::text) IN (account, lower(email))),
    'links', (SELECT jsonb_agg(to_jsonb(c) - 'account' - 'email' ORDER BY c.id) FROM content_changes c
              WHERE kind = 'artist' AND lower(@who::text) IN (lower(before ->> 'account'), lower(after ->> 'account'))),
    -- The artist's drafts, with their comments.
    'drafts', (SELECT jsonb_agg(to_jsonb(d) || jsonb_build_object('steps', (SELECT jsonb_agg(to_jsonb(p) ORDER BY p.id) FROM draft_steps p WHERE p.draft_id = d.id),
                                                                            'proof', (SELECT to_jsonb(f) FROM proofs f WHERE f.draft_id = d.id)) ORDER BY d.id)
               FROM drafts d JOIN artists a ON a.id = d.artist_id
               WHERE d.account = lower(@who::text) OR a.account <> '' AND lower(@who::text) IN (lower(a.account), a.account_id)),
    'uploads', (SELECT jsonb_agg(to_jsonb(u) ORDER BY u.id) FROM uploads u WHERE u.account = lower(@who::text)),
    'mails', (SELECT jsonb_agg(to_jsonb(m) - 'html' ORDER BY m.id) FROM mails m WHERE lower(recipient) = lower(@who::text))));

-- name: PersonalForget :one
-- Removes the links of an account or email address from artists and curators, and the address from changes by staff. Returns the number of
-- rows. It also ends a link that staff made, as an import does if content names an account.
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
), own AS (
    SELECT d.id, d.state = 'accepted' AND d.profile IS NULL AS is_artwork FROM drafts d JOIN artists a ON a.id = d.artist_id
    WHERE d.account = lower(@who::text) OR a.account <> '' AND lower(@who::text) IN (lower(a.account), a.account_id)
), draft AS (
    -- Accepted drafts of artworks stay, because they became artworks. Deleting a draft deletes its steps.
    DELETE FROM drafts WHERE id IN (SELECT id FROM own WHERE NOT is_artwork) RETURNING id
), said AS (
    UPDATE drafts SET comment = '' WHERE comment <> '' AND id IN (SELECT id FROM own WHERE is_artwork) RETURNING id
), step AS (
    UPDATE draft_steps SET comment = '' WHERE comment <> '' AND draft_id IN (SELECT id FROM own WHERE is_artwork) RETURNING id
), upload AS (
    -- A job removes old uploads with their parts.
    UPDATE uploads u SET account = '', created_at = 'epoch' FROM artists a
    WHERE a.id = u.artist_id AND u.created_at > 'epoch' AND (u.account = lower(@who::text) OR a.account <> '' AND lower(@who::text) IN (lower(a.account), a.account_id))
    RETURNING u.id
), told AS (
    DELETE FROM mails WHERE lower(recipient) = lower(@who::text) RETURNING id
)
SELECT jsonb_pretty(jsonb_build_object(
    'artists', (SELECT count(*) FROM artist), 'artist_links', (SELECT count(*) FROM waiting), 'curators', (SELECT count(*) FROM curator),
    'drafts', (SELECT count(*) FROM draft) + (SELECT count(*) FROM said), 'draft_steps', (SELECT count(*) FROM step), 'uploads', (SELECT count(*) FROM upload),
    'content_changes', (SELECT count(*) FROM changed), 'mails', (SELECT count(*) FROM told)));

-- name: PersonalLinked :many
-- Where the content folder names an account or email address, as text: the next import would restore it. Unpublished entries that the folder
-- doesn't have any more have no entry_hash.
SELECT ('the content folder links artist ' || id || ' (' || slug || '): take account out of its file and import it')::text AS reason
FROM artists WHERE (published OR entry_hash <> '') AND NOT edited AND account <> '' AND lower(@who::text) IN (lower(account), account_id)
UNION ALL
SELECT 'the content folder links curator ' || id || ' (' || slug || '): take account out of its file and import it'
FROM curators WHERE (published OR entry_hash <> '') AND account <> '' AND lower(account) = lower(@who::text);
