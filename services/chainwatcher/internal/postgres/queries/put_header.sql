INSERT INTO headers (chain_id, number, hash, parent, time) VALUES ($1, $2, $3, $4, $5)
