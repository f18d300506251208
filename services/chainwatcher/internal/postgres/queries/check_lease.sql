SELECT 1 FROM signers WHERE chain_id = $1 AND address = $2 AND epoch = $3 AND expires_at > clock_timestamp() FOR SHARE
