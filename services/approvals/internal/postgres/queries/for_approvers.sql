-- The first link that nobody has used is the one whose turn it is.
SELECT r.id::text FROM requests r
WHERE r.status = 'pending'
  AND (SELECT l.asks FROM links l WHERE l.request_id = r.id AND l.status = 'pending' ORDER BY l.position LIMIT 1) = 'approver'
ORDER BY r.expires_at LIMIT 200
