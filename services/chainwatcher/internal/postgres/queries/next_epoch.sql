INSERT INTO signers (chain_id, address, epoch) VALUES ($1, $2, 1) ON CONFLICT (chain_id, address) DO UPDATE SET epoch = signers.epoch + 1 RETURNING epoch
