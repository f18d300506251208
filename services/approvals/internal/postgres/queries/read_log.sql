-- name: ReadHistory :many
-- ReadHistory returns a page of the requests that the account made or decided, newest first, each with its log, and how many there are. A request
-- that nobody decided in time counts as expired before the sweep ends it.
WITH own AS (
    SELECT o.id FROM requests o WHERE o.account_id = @account_id
    UNION SELECT l.request_id FROM links l WHERE l.decided_by = @account_id AND l.decided_by <> ''
), page AS (
    SELECT r.id, (SELECT count(*) FROM own) AS total FROM own JOIN requests r ON r.id = own.id
    ORDER BY r.created_at DESC, r.id DESC OFFSET sqlc.arg('offset') LIMIT sqlc.arg('limit')
)
SELECT sqlc.embed(r), page.total,
    (CASE WHEN r.status = 'pending' AND r.expires_at <= @now::timestamptz THEN 'expired' ELSE r.status END)::text AS status,
    (SELECT coalesce(jsonb_agg(jsonb_build_object('event', l.event, 'actor', l.actor, 'at', l.at) ORDER BY l.seq), '[]') FROM log l WHERE l.request_id = r.id)::jsonb AS entries
FROM page JOIN requests r ON r.id = page.id ORDER BY r.created_at DESC, r.id DESC;

-- name: ReadRequests :many
-- ReadRequests is ReadHistory of everyone, filtered.
WITH page AS (
    SELECT r.id, (SELECT count(*) FROM requests r WHERE (@kind::text = '' OR r.kind = @kind::text)
        AND (@status::text = '' OR r.status = @status::text AND (r.status <> 'pending' OR r.expires_at > @now::timestamptz)
             OR @status::text = 'expired' AND r.status = 'pending' AND r.expires_at <= @now::timestamptz)) AS total
    FROM requests r
    WHERE (@kind::text = '' OR r.kind = @kind::text)
      AND (@status::text = '' OR r.status = @status::text AND (r.status <> 'pending' OR r.expires_at > @now::timestamptz)
           OR @status::text = 'expired' AND r.status = 'pending' AND r.expires_at <= @now::timestamptz)
    ORDER BY r.created_at DESC, r.id DESC OFFSET sqlc.arg('offset') LIMIT sqlc.arg('limit')
)
SELECT sqlc.embed(r), page.total,
    (CASE WHEN r.status = 'pending' AND r.expires_at <= @now::timestamptz THEN 'expired' ELSE r.status END)::text AS status,
    (SELECT coalesce(jsonb_agg(jsonb_build_object('event', l.event, 'actor', l.actor, 'at', l.at) ORDER BY l.seq), '[]') FROM log l WHERE l.request_id = r.id)::jsonb AS entries
FROM page JOIN requests r ON r.id = page.id ORDER BY r.created_at DESC, r.id DESC;

-- name: ReadFoundRequests :many
-- ReadFoundRequests is ReadRequests with a search, which has an index for each kind of name.
WITH found AS (
    SELECT o.id FROM requests o
    WHERE o.id = CASE WHEN @search::text ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN (@search::text)::uuid END
    UNION SELECT w.request_id FROM withdrawals w
    WHERE w.id = CASE WHEN @search::text ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN (@search::text)::uuid END
    UNION SELECT o.id FROM requests o WHERE o.kind IN ('token_withdrawal', 'payout_wallet_update') AND o.subject_id = @search::text
    UNION SELECT o.id FROM requests o WHERE o.account_id = @search::text
    UNION SELECT o.id FROM requests o WHERE o.email <> '' AND lower(o.email) = @search::text
    UNION SELECT l.request_id FROM links l WHERE l.decided_by = @search::text AND l.decided_by <> ''
), filtered AS (
    SELECT r.id, r.created_at FROM found JOIN requests r ON r.id = found.id
    WHERE (@kind::text = '' OR r.kind = @kind::text)
      AND (@status::text = '' OR r.status = @status::text AND (r.status <> 'pending' OR r.expires_at > @now::timestamptz)
           OR @status::text = 'expired' AND r.status = 'pending' AND r.expires_at <= @now::timestamptz)
), page AS (
    SELECT r.id, (SELECT count(*) FROM filtered) AS total FROM filtered r
    ORDER BY r.created_at DESC, r.id DESC OFFSET sqlc.arg('offset') LIMIT sqlc.arg('limit')
)
SELECT sqlc.embed(r), page.total,
    (CASE WHEN r.status = 'pending' AND r.expires_at <= @now::timestamptz THEN 'expired' ELSE r.status END)::text AS status,
    (SELECT coalesce(jsonb_agg(jsonb_build_object('event', l.event, 'actor', l.actor, 'at', l.at) ORDER BY l.seq), '[]') FROM log l WHERE l.request_id = r.id)::jsonb AS entries
FROM page JOIN requests r ON r.id = page.id ORDER BY r.created_at DESC, r.id DESC;

-- name: CountEntries :one
SELECT count(*) AS entries, count(DISTINCT request_id) AS requests FROM log;

-- name: BrokenEntries :many
-- BrokenEntries returns entries whose hash differs from the one that the trigger chain_log computes from their content and the previous
-- entry.
SELECT l.seq, l.request_id, l.event, l.at FROM (
    SELECT seq, request_id, event, actor, ip, at, hash, lag(hash) OVER (PARTITION BY request_id ORDER BY seq) AS previous FROM log
) l
WHERE l.hash <> sha256(coalesce(l.previous, '') || convert_to(concat_ws('|', l.request_id, l.event, l.actor, l.ip, extract(epoch FROM l.at)), 'UTF8'))
ORDER BY l.seq;
