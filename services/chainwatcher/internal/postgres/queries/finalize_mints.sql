UPDATE tokens t SET status = 'minted', mint_tx = f.tx_hash, minted_at = f.block_time
FROM transfers f
WHERE t.status = 'minting' AND t.chain_id = $1 AND f.chain_id = t.chain_id AND f.token_id = t.token_id AND f.final
    AND f.from_address = '' AND lower(f.to_address) = lower($2)
RETURNING t.token_id
