SELECT chain_id, genesis_hash, token_contract, payment_contract, number, hash, time, finalized, tagged, payees_through FROM cursors WHERE chain_id = $1
