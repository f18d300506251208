-- name: InsertEntry :exec
INSERT INTO log (request_id, event, actor, ip, at, hash) VALUES (@request_id, @event, @actor, @ip, @at, '');

-- name: Entries :many
SELECT request_id, event, actor, ip, at FROM log WHERE request_id = ANY(@request_ids::uuid[]) ORDER BY seq;

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
