INSERT INTO tokens (token_id, chain_id, account_id, checkout_id, artwork_id, edition_number, edition_size, title, slug, artist, year, medium,
    payment_method, paid_at, status)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, 'minting')
ON CONFLICT (token_id) DO UPDATE SET account_id = excluded.account_id, checkout_id = excluded.checkout_id, title = excluded.title, slug = excluded.slug,
    artist = excluded.artist, year = excluded.year, medium = excluded.medium, payment_method = excluded.payment_method, paid_at = excluded.paid_at,
    status = 'minting'
