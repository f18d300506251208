WITH h AS (DELETE FROM headers WHERE chain_id = $1),
     t AS (DELETE FROM transfers WHERE chain_id = $1),
     i AS (DELETE FROM incoming WHERE chain_id = $1),
     o AS (DELETE FROM holders WHERE chain_id = $1),
     k AS (UPDATE tokens SET status = 'minting', mint_tx = '', minted_at = NULL, in_custody = true WHERE chain_id = $1),
     w AS (UPDATE withdrawals SET status = 'failed', reason = 'chain_restarted' WHERE chain_id = $1 AND status IN ('approved', 'signing', 'broadcast', 'mined')),
     a AS (DELETE FROM attempts USING transactions x WHERE x.id = transaction_id AND x.chain_id = $1),
     e AS (DELETE FROM payee_entries WHERE chain_id = $1),
     y AS (UPDATE payouts SET status = 'failed', reason = 'chain_restarted', tx_hash = '', sent_number = NULL
           WHERE chain_id = $1 AND status IN ('queued', 'sent')),
     f AS (UPDATE transactions SET status = 'failed', reason = 'chain_restarted', nonce = NULL
           WHERE chain_id = $1 AND kind IN ('withdrawal', 'payout') AND status IN ('queued', 'signed', 'broadcast', 'mined')),
     n AS (UPDATE transactions SET nonce = NULL WHERE chain_id = $1 AND kind IN ('withdrawal', 'refund', 'payout') AND status IN ('final', 'failed'))
UPDATE transactions SET status = 'queued', reason = 'chain_restarted', nonce = NULL, mined_number = 0, sent_at = NULL
WHERE chain_id = $1 AND kind = 'mint'
