UPDATE sale_notices SET ended_at = now(), outcome = $2 WHERE checkout_id = $1 AND ended_at IS NULL
