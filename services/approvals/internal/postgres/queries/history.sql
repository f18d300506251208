SELECT r.id::text FROM requests r
WHERE r.account_id = $1 OR r.id IN (SELECT request_id FROM links WHERE decided_by = $1 AND decided_by <> '')
ORDER BY r.created_at DESC, r.id DESC OFFSET $2 LIMIT $3
