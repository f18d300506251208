SELECT coalesce(sum(amount), 0)::numeric(78,0) FROM refunds WHERE chain_id = $1 AND taken_at > $2 AND status <> 'failed'
