SELECT request_id::text, event, actor, ip, at FROM log WHERE request_id = ANY($1::uuid[]) ORDER BY seq
