SELECT t.token_id, t.chain_id, t.account_id, t.checkout_id, t.artwork_id, t.edition_number, t.edition_size, t.title, t.slug, t.artist, t.year,
    t.medium, t.payment_method, t.paid_at, t.status, t.mint_tx, t.minted_at, t.in_custody, coalesce(h.owner, ''),
    coalesce(z.disputed OR z.refunded, false)
FROM tokens t
LEFT JOIN holders h ON h.chain_id = t.chain_id AND h.token_id = t.token_id
LEFT JOIN freezes z ON z.checkout_id = t.checkout_id
WHERE t.token_id = $1
