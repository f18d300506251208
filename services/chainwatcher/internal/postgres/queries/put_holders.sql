INSERT INTO holders (chain_id, token_id, owner)
SELECT DISTINCT ON (token_id) chain_id, token_id, to_address FROM transfers
WHERE chain_id = $1 AND token_id = ANY ($2) ORDER BY token_id, block_number DESC, log_index DESC
ON CONFLICT (chain_id, token_id) DO UPDATE SET owner = excluded.owner
