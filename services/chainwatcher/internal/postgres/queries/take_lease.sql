INSERT INTO signers (chain_id, address, epoch, expires_at) VALUES ($1, $2, 1, clock_timestamp() + make_interval(secs => $3))
ON CONFLICT (chain_id, address) DO UPDATE SET epoch = signers.epoch + 1, expires_at = excluded.expires_at
WHERE signers.expires_at <= clock_timestamp()
RETURNING epoch
