SELECT c.id, c.version, c.status, c.reason, c.account_id, c.email, c.email_verified, c.buyer_name, c.artwork_id, c.artwork_slug, c.artwork_title,
       c.artist_id, c.artist_name, c.artwork_year, c.artwork_medium, c.image_url, c.chain_id, c.edition, c.edition_size,
       c.price_amount, c.price_currency, c.share_bps, c.method, c.terms_version, c.created_at, c.updated_at, c.expires_at,
       c.paid_at, c.completed_at, c.transaction_hash, c.mint_hash, c.mint_chain_id, c.dispute_version, c.receipt_year,
       c.receipt_number, u.status AS unit_status, u.checkout_id AS unit_checkout,
       c.billing_country, c.immediate_delivery, c.card_decline, coalesce($3::timestamptz, clock_timestamp()) AS now
FROM checkouts c JOIN edition_units u ON u.artwork_id = c.artwork_id AND u.n = c.edition
WHERE c.account_id = $1
ORDER BY c.created_at DESC, c.id DESC
LIMIT $2
