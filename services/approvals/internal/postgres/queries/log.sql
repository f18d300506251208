-- name: InsertEntry :exec
INSERT INTO log (request_id, event, actor, ip, at, hash) VALUES (@request_id, @event, @actor, @ip, @at, '');

-- name: Entries :many
SELECT request_id, event, actor, ip, at FROM log WHERE request_id = ANY(@request_ids::uuid[]) ORDER BY seq;
