INSERT INTO cursors (chain_id, genesis_hash, token_contract, payment_contract, number, hash, time, finalized, payees_through)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $5)
ON CONFLICT (chain_id) DO UPDATE SET genesis_hash = excluded.genesis_hash, token_contract = excluded.token_contract,
    payment_contract = excluded.payment_contract, number = excluded.number, hash = excluded.hash, time = excluded.time, finalized = excluded.finalized,
    tagged = false, payees_through = excluded.payees_through
