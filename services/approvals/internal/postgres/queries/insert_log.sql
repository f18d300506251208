INSERT INTO log (request_id, event, actor, ip, at, hash) VALUES ($1, $2, $3, $4, $5, '')
