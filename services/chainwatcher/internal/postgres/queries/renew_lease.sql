UPDATE signers SET expires_at = clock_timestamp() + make_interval(secs => $4)
WHERE chain_id = $1 AND address = $2 AND epoch = $3 AND expires_at > clock_timestamp()
