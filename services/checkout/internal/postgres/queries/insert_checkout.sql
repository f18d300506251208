INSERT INTO checkouts (
    id, status, account_id, email, email_verified, buyer_name, artwork_id, artwork_slug, artwork_title, artist_id, artist_name, artwork_year,
    artwork_medium, image_url, chain_id, edition, edition_size, price_amount, price_currency, share_bps, terms_version,
    created_at, updated_at, expires_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24)
