INSERT INTO attempts (transaction_id, hash, nonce, raw, gas, fee_cap, tip_cap, signed_at) VALUES ($1, $2, $3, $4, $5, $6::numeric, $7::numeric, $8)
ON CONFLICT (hash) DO NOTHING
