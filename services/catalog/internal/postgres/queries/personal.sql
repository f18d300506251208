-- name: PersonalExport :one
-- PersonalExport returns all unpublished data about the person of an account, as JSON. A link to a name is theirs until another account took
-- it. Of emails to their names, it returns what the mailbox shows.
WITH names AS (
    SELECT lower(name) AS name FROM unnest(@names::text[]) AS name
), linked AS (
    SELECT (@account_id::uuid)::text AS name UNION SELECT name FROM names
)
SELECT jsonb_pretty(jsonb_build_object(
    'artists', (SELECT jsonb_agg(jsonb_build_object('id', id, 'slug', slug, 'name', name, 'account', account, 'published', published))
                FROM artists WHERE account_id = (@account_id::uuid)::text OR account_id = '' AND lower(account) IN (SELECT name FROM names)),
    'artist_links', (SELECT jsonb_agg(to_jsonb(l)) FROM artist_links l WHERE lower(l.account) IN (SELECT name FROM linked)),
    'curators', (SELECT jsonb_agg(jsonb_build_object('id', id, 'slug', slug, 'name', name, 'account', account, 'published', published))
                 FROM curators WHERE lower(account) IN (SELECT name FROM linked)),
    -- The person's changes as staff, without the accounts that they linked, and who linked the person.
    'content_changes', (SELECT jsonb_agg(to_jsonb(c) || jsonb_build_object('before', before - 'account', 'after', after - 'account') ORDER BY c.id)
                        FROM content_changes c WHERE account = (@account_id::uuid)::text),
    'links', (SELECT jsonb_agg(jsonb_build_object('at', at, 'action', action, 'artist', entry_id, 'account', l.name) ORDER BY c.id, l.name)
              FROM content_changes c JOIN linked l ON l.name IN (lower(before ->> 'account'), lower(after ->> 'account')) WHERE kind = 'artist'),
    -- The drafts that the person created, with the comments on them.
    'drafts', (SELECT jsonb_agg(to_jsonb(d) || jsonb_build_object('steps', (SELECT jsonb_agg(to_jsonb(p) - 'account' ORDER BY p.id) FROM draft_steps p WHERE p.draft_id = d.id),
                                                                            'proof', (SELECT to_jsonb(f) FROM proofs f WHERE f.draft_id = d.id)) ORDER BY d.id)
               FROM drafts d WHERE d.account = (@account_id::uuid)::text),
    'collection_imports', (SELECT jsonb_agg(to_jsonb(i) - 'artists' - 'artworks' - 'result' ORDER BY i.updated_at) FROM collection_imports i
                           WHERE account = (@account_id::uuid)::text),
    'uploads', (SELECT jsonb_agg(to_jsonb(u) ORDER BY u.id) FROM uploads u WHERE u.account = (@account_id::uuid)::text),
    'addressed_mails', (SELECT jsonb_agg(jsonb_build_object('recipient', recipient, 'subject', subject, 'created_at', created_at, 'sent_at', sent_at) ORDER BY m.id)
                        FROM mails m WHERE lower(recipient) IN (SELECT name FROM names))));

-- name: PersonalForget :one
-- PersonalForget removes the links of an account and its names from artists and curators, and the address from changes by staff. Returns the
-- number of rows. It also ends a link that staff made, as an import does if content names an account.
WITH names AS (
    SELECT lower(name) AS name FROM unnest(@names::text[]) AS name
), linked AS (
    SELECT (@account_id::uuid)::text AS name UNION SELECT name FROM names
), artist AS (
    UPDATE artists SET account = '', edited = false
    WHERE account <> '' AND (account_id = (@account_id::uuid)::text OR account_id = '' AND lower(account) IN (SELECT name FROM names)) RETURNING id
), waiting AS (
    DELETE FROM artist_links WHERE lower(account) IN (SELECT name FROM linked) RETURNING artist_id
), curator AS (
    UPDATE curators SET account = '' WHERE account <> '' AND lower(account) IN (SELECT name FROM linked) RETURNING id
), changed AS (
    UPDATE content_changes SET
        email = CASE WHEN account = (@account_id::uuid)::text THEN '' ELSE email END,
        before = CASE WHEN kind = 'artist' AND lower(before ->> 'account') IN (SELECT name FROM linked) THEN before || '{"account": ""}' ELSE before END,
        after = CASE WHEN kind = 'artist' AND lower(after ->> 'account') IN (SELECT name FROM linked) THEN after || '{"account": ""}' ELSE after END
    WHERE email <> '' AND account = (@account_id::uuid)::text
       OR kind = 'artist' AND (lower(before ->> 'account') IN (SELECT name FROM linked) OR lower(after ->> 'account') IN (SELECT name FROM linked))
    RETURNING id
), own AS (
    SELECT id, state = 'accepted' AND profile IS NULL AS is_artwork FROM drafts WHERE account = (@account_id::uuid)::text
), draft AS (
    -- Accepted drafts of artworks stay, because they became artworks. Deleting a draft deletes its steps.
    DELETE FROM drafts WHERE id IN (SELECT id FROM own WHERE NOT is_artwork) RETURNING id
), said AS (
    UPDATE drafts SET comment = '' WHERE comment <> '' AND id IN (SELECT id FROM own WHERE is_artwork) RETURNING id
), step AS (
    UPDATE draft_steps SET comment = '' WHERE comment <> '' AND draft_id IN (SELECT id FROM own WHERE is_artwork) RETURNING id
), upload AS (
    -- A job removes old uploads with their parts.
    UPDATE uploads SET account = '', created_at = 'epoch' WHERE account = (@account_id::uuid)::text RETURNING id
), imported AS (
    UPDATE collection_imports SET email = '' WHERE email <> '' AND account = (@account_id::uuid)::text RETURNING id
), told AS (
    DELETE FROM mails WHERE lower(recipient) IN (SELECT name FROM names) RETURNING id
)
SELECT jsonb_pretty(jsonb_build_object(
    'artists', (SELECT count(*) FROM artist), 'artist_links', (SELECT count(*) FROM waiting), 'curators', (SELECT count(*) FROM curator),
    'drafts', (SELECT count(*) FROM draft) + (SELECT count(*) FROM said), 'draft_steps', (SELECT count(*) FROM step), 'uploads', (SELECT count(*) FROM upload),
    'content_changes', (SELECT count(*) FROM changed), 'collection_imports', (SELECT count(*) FROM imported), 'mails', (SELECT count(*) FROM told)));

-- name: PersonalLinked :many
-- Where the content folder names an account or one of its names, as text: the next import would restore it. Unpublished entries that the folder
-- doesn't have any more have no entry_hash.
WITH names AS (
    SELECT lower(name) AS name FROM unnest(@names::text[]) AS name
)
SELECT ('the content folder links artist ' || id || ' (' || slug || '): take account out of its file and import it')::text AS reason
FROM artists WHERE (published OR entry_hash <> '') AND NOT edited AND account <> ''
  AND (account_id = (@account_id::uuid)::text OR account_id = '' AND lower(account) IN (SELECT name FROM names))
UNION ALL
SELECT 'the content folder links curator ' || id || ' (' || slug || '): take account out of its file and import it'
FROM curators WHERE (published OR entry_hash <> '') AND account <> '' AND (lower(account) = (@account_id::uuid)::text OR lower(account) IN (SELECT name FROM names));
