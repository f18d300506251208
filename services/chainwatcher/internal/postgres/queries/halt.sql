INSERT INTO halts (chain_id, reason, detail) VALUES ($1, $2, $3) ON CONFLICT (chain_id) WHERE released_at IS NULL DO NOTHING
