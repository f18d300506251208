INSERT INTO quotes (intent_hash, checkout_id, chain_id, contract, data, value, amount, currency, rate, rate_source, rate_at, deadline, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
