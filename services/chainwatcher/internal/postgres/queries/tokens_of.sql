-- An account's tokens are found by two indexes, its own and that of holders: a choice between the two tables would read both whole.
SELECT t.token_id, t.chain_id, t.account_id, t.checkout_id, t.artwork_id, t.edition_number, t.edition_size, t.title, t.slug, t.artist, t.year,
    t.medium, t.payment_method, t.paid_at, t.status, t.mint_tx, t.minted_at, t.in_custody, coalesce(h.owner, ''),
    coalesce(z.disputed OR z.refunded, false)
FROM tokens t
LEFT JOIN holders h ON h.chain_id = t.chain_id AND h.token_id = t.token_id
LEFT JOIN freezes z ON z.checkout_id = t.checkout_id
WHERE t.token_id IN (
        SELECT token_id FROM tokens WHERE account_id = $1 AND in_custody
        UNION ALL
        SELECT token_id FROM holders WHERE lower(owner) = ANY ($2) AND NOT lower(owner) = ANY ($3))
  AND ((t.account_id = $1 AND t.in_custody AND NOT coalesce(z.refunded, false) AND (h.owner IS NULL OR lower(h.owner) = ANY ($3)))
    OR (lower(h.owner) = ANY ($2) AND NOT lower(h.owner) = ANY ($3)))
ORDER BY t.paid_at DESC, t.token_id DESC
LIMIT 1000
